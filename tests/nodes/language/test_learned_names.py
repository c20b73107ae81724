"""Names from the turns before, and which phrases of a text may be names at all."""

import pytest

from memorist.nodes.language.learned_names import LearnedName, gazetteer_knowing, is_usable, may_be_names, names_said
from memorist.nodes.language.lexicon import load_gazetteer, using
from memorist.nodes.language.names import find_names


@pytest.mark.parametrize(
    ("before", "text", "named"),
    [
        ("We use Quxly for queues", "quxly is too slow", ["Quxly"]),
        ("We asked Zorbeka about it", "Zorbeka's on leave, ask zorbeka later", ["Zorbeka"]),
        ("We use Quxly for queues", "the queues are too slow", []),
        ("We use zorbex for queues", "zorbex is too slow", ["zorbex"]),
        ("I bought a Mango in Lisbon", "i ate a mango", []),
        ("We met at Harvest, the client", "the harvest was late", []),
    ],
)
def test_names_of_the_turns_before_are_known(before: str, text: str, named: list[str]):
    assert [one.name for one in names_said(text, [before])] == named


def test_only_what_may_be_a_name_is_looked_up():
    assert may_be_names("quxly is too slow for the export job and redis is not") == (
        "quxly",
        "quxly is",
        "quxly is too",
    )
    assert may_be_names("we deploy every Friday and caching retries are shipping") == ()
    assert len(may_be_names(" ".join(f"zorb{chr(97 + n % 26)}{chr(97 + n // 26)}x" for n in range(500)))) == 60


@pytest.mark.parametrize(
    ("name", "kind", "text", "usable"),
    [
        ("Quxly", "entity:concept", "quxly", True),
        ("quxly", "entity:concept", "quxly", False),
        ("Render", "entity:technology", "we render", False),
        ("Render", "entity:technology", "Render is down", True),
        ("Deploys", "entity:concept", "Deploys are slow", False),
        ("the order service of the shop", "entity:concept", "the order service of the shop", False),
    ],
)
def test_a_common_word_needs_its_capital(name: str, kind: str, text: str, usable: bool):
    assert is_usable(LearnedName(name, kind), text) is usable


def test_learned_names_are_known_inside_the_block_alone():
    text = "quxly is too slow"
    with using(gazetteer_knowing((LearnedName("Quxly", "entity:concept"),), load_gazetteer())):
        assert [m.canonical for m in find_names(text)] == ["Quxly"]
    assert find_names(text) == ()
