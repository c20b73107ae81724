"""Tools whose names are common words too, and the ordinary sentences with the same words."""

import pytest

from memorist.nodes.language.gazetteer import find_entities


def names(text: str) -> list[str]:
    return [mention.canonical for mention in find_entities(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we tried linear for two sprints, so its jira again", ["Linear", "Jira"]),
        ("I prefer figma, sketch always felt clunky", ["Figma", "Sketch"]),
        ("figma is nicer than sketch", ["Figma", "Sketch"]),
        ("we keep maestro, its flakier than detox but less work", ["Maestro", "Detox"]),
        ("whenever metro gets stuck at 99% we delete the folder", ["Metro"]),
        ("it is slow because metro rebuilds everything", ["Metro"]),
        ("rotate the stripe keys", ["Stripe"]),
        ("it was posted in our slack channel", ["Slack"]),
        ("our linear board is a mess", ["Linear"]),
        ("our excel export breaks umlauts", ["Excel"]),
        ("as pdf please, excel is no good for them", ["Excel"]),
        ("the body font is inter, and icons come from phosphor", ["Inter", "Phosphor"]),
        ("the api is rest only", ["REST"]),
        ("firebase analytics must not go in", ["Firebase Analytics"]),
        ("plain js with jsdoc", ["JSDoc"]),
        ("the report runs on db2", ["Db2"]),
    ],
)
def test_a_tool_is_told_by_the_words_around_it(text: str, expected: list[str]) -> None:
    assert [name for name in names(text) if name != "JavaScript"] == expected


@pytest.mark.parametrize(
    "text",
    [
        "i tried sketch comedy for a year",
        "draw a sketch, a linear one is enough",
        "the metro gets stuck in the tunnel",
        "a square key opens it",
        "use the arrow keys",
        "the shortcut keys are odd",
        "she may excel in maths, but i do not",
        "body font is black",
        "we rest only on sundays",
        "a linear function is simpler than a spline",
        "the signal message was garbled",
        "i go inter city by train",
        "check the disk on db2 first",
        "restart db2 tonight",
    ],
)
def test_the_common_word_stays_one(text: str) -> None:
    assert names(text) == []
