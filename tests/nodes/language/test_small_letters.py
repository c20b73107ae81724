"""Names that chats write small, and names with their model."""

import pytest

from memorist.nodes.language.names import find_names


def named(text: str) -> list[str]:
    return [mention.canonical for mention in find_names(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Tetrix is like 3x faster than gmsq", ["Tetrix", "gmsq"]),
        ("the gateway speaks MQTT instead of zwirp", ["MQTT", "zwirp"]),
        ("moved my lists from zibble to Todoist", ["zibble", "Todoist"]),
        ("then run shipit", ["shipit"]),
        ("sarah swears by notion", ["Sarah", "Notion"]),
        ("I know pandas inside out", ["pandas"]),
        ("rust is brand new to me", ["Rust"]),
        ("my kids get scratch a lot quicker than Blockomat", ["Scratch", "Blockomat"]),
        ("anything redux-shaped", ["Redux"]),
    ],
)
def test_a_word_that_stands_where_only_a_tool_can_is_one(text: str, names: list[str]) -> None:
    assert [name.lower() for name in named(text)] == [name.lower() for name in names]


@pytest.mark.parametrize(
    "text",
    [
        "it is faster than before",
        "tea instead of coffee",
        "we moved from house to house",
        "I have no notion of that",
        "the pandas in the zoo are new",
        "there is rust on my bike",
        "then run away",
        "he swears by cold showers",
    ],
)
def test_an_ordinary_word_in_the_same_place_is_none(text: str) -> None:
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("my board is the Kestrel M4", ["Kestrel M4"]),
        ("one laser cutter (a Glimmer 40)", ["Glimmer 40"]),
        ("we're on Fenwick 3.2 for scheduling", ["Fenwick"]),
        ("the Maravel 500 units are here", ["Maravel"]),
        ("the plan for Vostok Q3 is done", ["Vostok"]),
    ],
)
def test_a_model_belongs_to_the_name_and_a_version_does_not(text: str, names: list[str]) -> None:
    assert named(text) == names


def test_who_has_a_title_is_a_person() -> None:
    assert [(m.canonical, m.kind) for m in find_names("our contact there is a mr Brandvold")] == [
        ("Brandvold", "entity:person")
    ]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("noor should do that one", ["Noor"]),
        ("oh and the kid, emil, 6, starts school in september", ["Emil"]),
        ("a review for noors other pr", ["Noor"]),
        ("bea marchetti was with us last summer", ["Bea Marchetti"]),
        ("mrs pellings cat is well", ["Pelling"]),
        ("friday deploys are over", []),
        ("it works better now", []),
        ("the deploy was moved to autumn", []),
        ("going to 5.2 once spring rush is over", []),
    ],
)
def test_people_written_small_are_found_and_common_words_are_not(text: str, names: list[str]) -> None:
    assert named(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("* ana - design", ["Ana"]),
        ("bo - android", ["Bo", "Android"]),
        ("ed: backend", ["Ed"]),
        ("the al - fe bond", []),
        ("bo knows", []),
        ("he takes over if rolf retires", ["Rolf"]),
        ("retry until max passes", []),
        ("ben has asthma and carries his medication", ["Ben"]),
        ("charlies bike", ["Charlie"]),
    ],
)
def test_a_short_given_name_is_told_by_its_place(text: str, names: list[str]) -> None:
    assert named(text) == names
