"""Labels of the answers to a question, and the report afterwards: the same that the answer does."""

import pytest

from memorist.app.panel.reviewing import asked_for
from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.ontology.loading import load_ontology
from memorist.memory_store.reading import Link
from memorist.nodes.promotion.review import settle, waiting
from tests.memory_store.builders import DAY, memory
from tests.stores import START

SCOPE = Scope(group_id="team")


def contested(content: str, days: int) -> Memory:
    return memory(SCOPE, content, status="contested", at=START + days * DAY)


@pytest.mark.parametrize("waits", [0, 1])
@pytest.mark.parametrize(
    ("choice", "ended", "outcome"),
    [
        ("keep_stored", 1, "Kept “We deploy by hand”; “We deploy from main” holds no more."),
        ("take_new", 0, "Kept “We deploy from main”; “We deploy by hand” holds no more."),
        ("keep_both", None, "“We deploy by hand” and “We deploy from main” hold beside each other."),
    ],
)
def test_a_button_names_what_the_answer_keeps(choice: str, ended: int | None, outcome: str, waits: int):
    both = [contested("We deploy by hand", 0), contested("We deploy from main", 3)]
    one, other = both[waits], both[1 - waits]
    links = [Link(both[1].id, both[0].id, "CONTRADICTS", None)]
    [asked] = asked_for([waiting(one)], {m.id: m for m in both}, links)
    assert dict(asked.answers) == {
        "keep_stored": "Keep: We deploy by hand",
        "take_new": "Keep: We deploy from main",
        "keep_both": "Keep both",
    }
    changes = ChangeBuilder(SCOPE.group_id, START + 4 * DAY, load_ontology("galatea"), "review")
    settle(changes, one, [other], choice, {}, "asked")
    over = {u.memory_id for u in changes.updates.values() if u.after["status"] == Status.SUPERSEDED}
    assert over & {m.id for m in both} == (set() if ended is None else {both[ended].id})
    assert asked.outcome(choice) == outcome


def test_what_another_person_told_of_himself_is_on_no_button():
    mine, his = contested("We meet at nine", 0), contested("I sleep until ten", 1)
    links = [Link(mine.id, his.id, "CONTRADICTS", None)]
    [asked] = asked_for([waiting(mine)], {m.id: m for m in (mine, his)}, links, {his.id})
    assert asked.against == ()
    assert dict(asked.answers)["take_new"] == "Keep: what another person told"
    assert "sleep" not in str(asked.answers) + asked.outcome("take_new") + asked.outcome("keep_both")


def test_a_long_memory_is_cut_on_a_button():
    long, other = contested("word " * 100, 0), contested("short", 1)
    links = [Link(long.id, other.id, "CONTRADICTS", None)]
    [asked] = asked_for([waiting(long)], {m.id: m for m in (long, other)}, links)
    assert dict(asked.answers)["keep_stored"].endswith("word…")
    assert len(dict(asked.answers)["keep_stored"]) < 70


def test_two_that_contradict_each_other_are_one_question_and_a_third_is_its_own():
    one, other, third = contested("We deploy by hand", 0), contested("We deploy from main", 3), contested("x", 4)
    links = [Link(other.id, one.id, "CONTRADICTS", None)]
    every = {m.id: m for m in (one, other, third)}
    asked = asked_for([waiting(other), waiting(third), waiting(one)], every, links)
    assert [each.memory.id for each in asked] == [other.id, third.id]
    links.append(Link(third.id, one.id, "CONTRADICTS", None))
    assert len(asked_for([waiting(m) for m in every.values()], every, links)) == 3, "each decides about others"
