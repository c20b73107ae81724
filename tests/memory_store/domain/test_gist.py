"""Two wordings of one thing have one gist; two things never do."""

import pytest

from memorist.memory_store.domain.gist import gist


@pytest.mark.parametrize(
    ("one", "other"),
    [("every planned release", "a planned release"), ("2 minutes", "2 min"), ("on Mondays at 10", "Monday at 10")],
)
def test_two_wordings_of_one_thing_are_one(one: str, other: str) -> None:
    assert gist(one).removeprefix("every ") == gist(other)


@pytest.mark.parametrize(
    ("one", "other"), [("web1", "web11"), ("tier2", "tier22"), ("host10", "host100"), ("100", "1000")]
)
def test_names_that_differ_in_a_digit_are_two(one: str, other: str) -> None:
    assert gist(one) != gist(other)
