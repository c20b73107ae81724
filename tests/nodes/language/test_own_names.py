"""A user's own file of names over the shipped ones."""

import os
from pathlib import Path

import pytest

from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.language.gazetteer import entity_of_package, find_entities, platforms_of, topic_of
from memorist.nodes.language.lexicon import using
from memorist.nodes.language.names import find_names
from memorist.nodes.language.own_names import gazetteer_with, read_names

NAMES = """
entities:
  - {name: Quillbase, field: database, aliases: [qb, the quill store], packages: ["@quill/base"]}
  - {name: Project Heron, kind: project, aliases: [heron]}
  - {name: Annika Lindqvist, kind: person, aliases: [ann]}
  - {name: Servopilot, field: robotics, platforms: [rover]}
  - {name: Clerk, aliases: [the doorman]}
fields:
  robotics: {label: motion control, exclusive: true, words: [motion control, servo loops]}
platforms:
  rover: [rover, rovers]
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "names.yaml"
    path.write_text(NAMES, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("we moved everything to qb", ["Quillbase"]),
        ("The quill store is down on Mondays", ["Quillbase"]),
        ("heron ships in May", ["Project Heron"]),
        ("ask ann about the budget", ["Annika Lindqvist"]),
        ("we use the doorman for auth", ["Clerk"]),
        ("we use Clerk for auth", ["Clerk"]),
    ],
)
def test_own_names_are_found_under_what_people_call_them(own: Path, text: str, names: list[str]) -> None:
    with using(gazetteer_with(own)):
        assert [m.canonical for m in find_names(text)] == names
    assert [m.canonical for m in find_entities(text)] != names or names == ["Clerk"]


def test_own_fields_and_platforms_are_known(own: Path) -> None:
    with using(gazetteer_with(own)):
        assert topic_of("Servopilot is what we trust") == "robotics"
        assert topic_of("how do we do motion control?") == "robotics"
        assert platforms_of("Servopilot drives it") == ("rover",)
        assert platforms_of("tests on two rovers") == ("rover",)
        assert entity_of_package("@quill/base").canonical == "Quillbase"
        (clerk,) = find_entities("the doorman")
        assert clerk.field == "auth"  # a shipped name keeps what the file does not say
    assert topic_of("how do we do motion control?") is None


def test_a_file_that_was_changed_is_read_again(own: Path) -> None:
    gazetteer_with(own)
    own.write_text("entities: [{name: Newcomer, aliases: [zorp]}]", encoding="utf-8")
    os.utime(own, ns=(1, 1))
    with using(gazetteer_with(own)):
        assert [m.canonical for m in find_entities("zorp is fine, qb is not")] == ["Newcomer"]


@pytest.mark.parametrize(
    ("text", "field", "says"),
    [
        ("entities:\n  - {name: A1, feld: auth}", "gazetteer.entities.0.feld", "names.yaml:2: entities.0.feld: "),
        ("entities:\n  - {name: A1}\n  - {kind: person}", "gazetteer.entities.1.name", "names.yaml:3: "),
        ("entities: [{name: A1, field: nonsense}]", "gazetteer", "'nonsense' is no field: declare it under fields"),
        ("entities: [{name: A1, kind: planet}]", "gazetteer.entities.0.kind", "'technology'"),
        ("entities: [{name: '--'}]", "gazetteer.entities.0", "no letter or digit"),
        ("fields: {robotics: {words: [x]}}", "gazetteer.fields.robotics.label", "names.yaml:1: "),
        ("names: [A1]", "gazetteer.names", "there are entities, fields, platforms"),
        ("- A1", "gazetteer", "expected a mapping"),
        ("entities: [", "gazetteer", "not YAML"),
    ],
)
def test_a_bad_file_is_refused_by_line_and_field(text: str, field: str, says: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_names(text, file="names.yaml")
    assert refused.value.field == field
    assert says in str(refused.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="missing.yaml cannot be read") as refused:
        gazetteer_with(tmp_path / "missing.yaml")
    assert refused.value.field == "gazetteer"
