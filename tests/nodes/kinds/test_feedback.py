"""Feedback: omissions, clean reviews, and other statements of a reviewer."""

import pytest

from memorist.nodes.kinds.reviews import is_clean, missed_in, required_in
from tests.nodes.kinds.reading import contents, drafts_of, proposal


@pytest.mark.parametrize(
    ("said", "missed"),
    [
        ("Missing null checks on the user object", ("null checks",)),
        ("You missed the null checks again, although the rule is known", ("null checks",)),
        ("Dev-1 forgot null checks in the profile screen", ("null checks",)),
        ("Null checks on the user object are missing in merge request 31", ("null checks",)),
        ("There are no tests for the parser", ("tests",)),
        ("The tests are missing", ("tests",)),
        ("Again no null checks", ("null checks",)),
        ("No further comments", ()),
        ("Merged without tests, please add them", ("tests",)),
        ("LGTM, nothing missing", ()),
        ("Approved, clean PR", ()),
        ("Approved without remarks", ()),
        ("Always add a changelog entry", ()),
        ("The naming is a bit confusing", ()),
    ],
)
def test_what_was_missed(said: str, missed: tuple[str, ...]) -> None:
    assert missed_in(said) == missed


@pytest.mark.parametrize(
    ("said", "clean"),
    [
        ("LGTM, nothing missing", True),
        ("Approved, clean PR", True),
        ("Looks good, no remarks", True),
        ("Approved without any comments", True),
        ("Approved without tests", False),
        ("Looks good, but null checks are missing", False),
        ("The naming is a bit confusing", False),
    ],
)
def test_whether_all_was_well(said: str, clean: bool) -> None:
    assert is_clean(said) is clean


def test_what_is_required_is_a_list_or_strictly_said() -> None:
    assert required_in("Review requires types, tests and null checks.") == ("types", "tests", "null checks")
    told = "Check the types, run the tests and add null checks for the API"
    assert required_in(told) == ("types", "tests", "null checks")
    assert required_in("We require tests in every PR") == ("tests",)
    assert required_in("Check the logs") == ()


def test_a_prohibition_of_a_reviewer_is_a_policy_of_point_seven() -> None:
    said = proposal(
        "Never mix tabs and spaces", "semantic:hard_rule", passage="feedback", details={"severity": "block"}
    )
    _, rule = drafts_of({"kind": "feedback", "content": said.quote}, said)
    assert (rule.type, rule.confidence, rule.by_user, rule.details) == ("semantic:policy", 0.7, False, {})


def test_praise_is_an_episode_alone() -> None:
    assert contents(drafts_of({"kind": "feedback", "content": "LGTM"}, agent="Dev-1")) == ["Feedback on my work: LGTM"]
