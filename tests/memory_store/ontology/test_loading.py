"""Ontologies from YAML: what they say is checked, and two that disagree are both named."""

from pathlib import Path

import pytest

from memorist.memory_store.domain.claim import Cardinality
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import (
    InvalidConnectionType,
    InvalidInput,
    InvalidNodeType,
    OntologyClash,
)
from memorist.memory_store.domain.types import MEMORY_TYPES
from memorist.memory_store.ontology.loading import SHIPPED, load, load_ontologies
from tests.stores import test_settings

GALATEA = load_ontologies()
ALL = load_ontologies(SHIPPED)


def own(folder: Path, text: str, name: str = "own.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_default_ontology_declares_every_type_of_memory_and_of_edge_and_nothing_else():
    assert set(GALATEA.node_types) == set(MEMORY_TYPES)
    assert set(GALATEA.connection_types) == set(EdgeType)


def test_the_shipped_ontologies_can_be_loaded_together():
    assert ALL.name == "galatea+jacq+gtd"
    assert {"Project", "person", "entity:project", "episodic"} <= set(ALL.node_types)
    assert ALL.cardinality("lives_in") is Cardinality.ONE


@pytest.mark.parametrize(
    ("connection", "source", "target", "may"),
    [
        ("NextAction", "Project", "Action", True),
        ("NextAction", "Project", "Person", False),
        ("NextAction", "Action", "Project", False),
        ("DependsOn", "Action", "Project", True),
        ("RequiresContext", "Action", "Context", True),
        ("WaitingFor", "Project", "Person", True),
        ("works_on", "person", "project", True),
        ("works_on", "project", "person", False),
        ("HAS_RULE", "model:domain", "semantic:hard_rule", True),
        ("HAS_RULE", "entity:project", "semantic:policy", True),
        ("HAS_RULE", "semantic:hard_rule", "model:domain", False),
        ("HAS_PREFERENCE", "model:user", "semantic:preference", True),
        ("HAS_PREFERENCE", "model:user", "semantic:fact", False),
        ("ABOUT", "semantic:fact", "entity:technology", True),
        ("ABOUT", "Note", "entity:technology", True),
        ("ABOUT", "semantic:fact", "Note", False),
        ("SUPERSEDES", "semantic:fact", "semantic:fact", True),
        ("PROMOTED_TO", "episodic", "observation", True),
        ("PROMOTED_TO", "episodic", "model:self", False),
    ],
)
def test_a_connection_stands_between_the_types_that_were_declared(connection: str, source: str, target: str, may: bool):
    assert ALL.may_connect(connection, source, target) is may


def test_a_type_that_nobody_declared_is_named_with_those_that_were():
    with pytest.raises(InvalidNodeType, match=r"no node type 'Projekt'.*Project"):
        ALL.may_connect("NextAction", "Projekt", "Action")
    with pytest.raises(InvalidConnectionType, match=r"no connection type 'Next'.*NextAction") as raised:
        ALL.may_connect("Next", "Project", "Action")
    assert raised.value.code == "INVALID_CONNECTION_TYPE"


def test_an_own_ontology_is_named_by_its_path(tmp_path: Path):
    path = own(
        tmp_path,
        "name: fitness\nnode_types: [Workout, Exercise]\nconnection_types:\n"
        "  Trains: {from: [Workout], to: [Exercise, 'entity:*'], required_properties: [sets]}\n",
    )
    for source in (path, str(path)):
        loaded = load_ontologies(["gtd", source])
        assert loaded.name == "galatea+gtd+fitness"
        assert loaded.may_connect("Trains", "Workout", "entity:practice")
        assert loaded.connection_type("Trains").required_properties == ("sets",)


def test_a_file_without_a_name_is_called_after_the_file(tmp_path: Path):
    assert load(own(tmp_path, "node_types: [A]", "diet.yml")).name == "diet"


def test_a_plain_list_of_types_and_a_map_say_the_same(tmp_path: Path):
    listed, mapped = (
        load(own(tmp_path, "node_types: [A, B]")),
        load(own(tmp_path, "node_types: {A: , B: {}}", "m.yaml")),
    )
    assert list(listed.node_types) == list(mapped.node_types) == ["A", "B"]
    assert [a.meaning() for a in listed.node_types.values()] == [b.meaning() for b in mapped.node_types.values()]


def test_the_same_ontology_twice_is_once():
    assert load_ontologies(["gtd", "gtd", "galatea"]).name == "galatea+gtd"


def test_declaring_the_same_thing_in_the_same_way_is_no_clash(tmp_path: Path):
    same = "connection_types:\n  NextAction: {from: [Project], to: [Action], description: other words}\n"
    assert load_ontologies(["gtd", own(tmp_path, same)]).may_connect("NextAction", "Project", "Action")


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("connection_types: {NextAction: {from: [Project], to: [Person]}}", "connection type", "NextAction"),
        ("connection_types: {NextAction: {from: [Action], to: [Action]}}", "connection type", "NextAction"),
        (
            "connection_types: {WaitingFor: {from: [Action, Project], to: [Person], required_properties: [since]}}",
            "connection type",
            "WaitingFor",
        ),
        ("node_types: {Project: {required_properties: [status]}}", "node type", "Project"),
        ("predicates: {uses: {cardinality: one}}", "predicate", "uses"),
    ],
)
def test_a_clash_names_both_sides_with_their_files(tmp_path: Path, text: str, kind: str, name: str):
    path = own(tmp_path, text)
    with pytest.raises(OntologyClash) as raised:
        load_ontologies(["gtd", path])
    said = str(raised.value)
    first = "galatea (galatea.yaml)" if kind == "predicate" else "gtd (gtd.yaml)"
    assert f"{kind} {name} " in said
    assert first in said
    assert f"own ({path})" in said
    assert (raised.value.code, raised.value.ids) == ("ONTOLOGY_CLASH", (name,))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("node_types: [A\n", "line 2"),
        ("node_types: [A, A]", "A is declared twice"),
        ("node_types: {A: {}, A: {}}", "line 1: 'A' is declared twice"),
        ("node_types: [[A]]", "names alone"),
        ("node_types: 7", "field node_types"),
        ("- A", "a map"),
        ("", "a map"),
        ("types: [A]", "field types"),
        ("node_types: {A: {requires: [x]}}", "node_types.A.requires"),
        ("node_types: {A: {required_properties: ['a`b']}}", "node_types.A.required_properties"),
        ("node_types: ['A) DETACH DELETE (n']", "node_types"),
        ("node_types: [A]\nconnection_types: {'X]->(b) DELETE b//': {from: [A], to: [A]}}", "connection_types"),
        ("node_types: [A]\nconnection_types: {X: {from: [A]}}", "connection_types.X.to"),
        ("node_types: [A]\nconnection_types: {X: {from: [], to: [A]}}", "connection_types.X.from"),
        ("node_types: [A]\nconnection_types: {X: [A, A]}", "connection_types.X"),
        ("node_types: [A]\nconnection_types: {RELATES_TO: {from: [A], to: [A]}}", "belongs to Graphiti"),
        ("node_types: [A]\nconnection_types: {X: {from: [A], to: [B]}}", "there is no node type B"),
        ("predicates: {p: {cardinality: two}}", "predicates.p.cardinality"),
        ("node_types: !!python/object/apply:os.system [true]", "line 1"),
    ],
)
def test_a_malformed_file_is_refused_with_its_name_and_the_place(tmp_path: Path, text: str, said: str):
    path = own(tmp_path, text)
    with pytest.raises(InvalidInput) as raised:
        load_ontologies([path])
    assert str(path) in str(raised.value)
    assert said in str(raised.value)


def test_a_name_that_is_not_known_is_answered_with_those_that_are():
    with pytest.raises(InvalidInput, match="galatea, jacq, gtd"):
        load_ontologies(["getting_things_done"])


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(InvalidInput, match="missing.yaml"):
        load_ontologies([tmp_path / "missing.yaml"])


def test_the_environment_names_ontologies_separated_by_commas(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MEMORIST_ONTOLOGIES", "gtd, ./own.yaml")
    assert test_settings().ontologies == ("gtd", "./own.yaml")
