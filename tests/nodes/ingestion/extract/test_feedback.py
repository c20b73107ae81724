"""What feedback says was missing, and whether it says that all was well."""

import pytest

from memorist.nodes.ingestion.extract.feedback import is_clean, missed_in


@pytest.mark.parametrize(
    ("said", "missed"),
    [
        ("Missing null checks on the user object", ("null checks",)),
        ("You missed the null checks again, although the rule is known", ("null checks",)),
        ("Dev-1 forgot null checks in the profile screen", ("null checks",)),
        ("The tests are missing", ("tests",)),
        ("Merged without tests, please add them", ("tests",)),
        ("LGTM, nothing missing", ()),
        ("Approved, clean PR", ()),
        ("Approved without remarks", ()),
        ("The naming is a bit confusing", ()),
    ],
)
def test_what_was_missed(said: str, missed: tuple[str, ...]) -> None:
    assert tuple(what.removeprefix("the ") for what in missed_in(said)) == missed


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
