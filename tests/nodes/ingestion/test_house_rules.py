"""Rules that nothing but their subject gives away."""

import pytest

from memorist.nodes.ingestion.house_rules import is_house_rule


@pytest.mark.parametrize(
    "text",
    ["hotfixes branch off from the release tag", "commit messages follow conventional commits",
     "secrets go into Vault, not into env files", "PRs older than two weeks get closed",
     "interns pair with a senior for the first month", "travel over 500 euros needs sign-off from Petra",
     "two people look at every migration before it runs", "the on-call person doesn't take sprint work",
     "all dates in the api are iso 8601", "before any demo we freeze main for a day",
     "we number every release", "only the release manager may merge on Fridays",
     "production credentials never leave the vault"],
)  # fmt: skip
def test_how_things_are_done_each_time_is_a_house_rule(text: str) -> None:
    assert is_house_rule(text)


@pytest.mark.parametrize(
    "text",
    ["orders from the marketplace carry the prefix MP-", "the tests are slow on CI", "my PR needs a review",
     "all our servers are in Frankfurt", "we lost every backup", "refunds take two days", "releases are on Wednesdays",
     "we meet every other Thursday", "two people left the team", "all tests are broken again"],
)  # fmt: skip
def test_how_things_are_is_none(text: str) -> None:
    assert not is_house_rule(text)
