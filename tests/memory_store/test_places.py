"""Which database a URL means, for which group: by rules that a reader can follow with his finger."""

from collections import Counter

import pytest

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.places import place_of, url_for

ONE, TWO, THREE = "neo4j://one:7687/memory", "neo4j://ann:s3cret@two:7687/memory", "falkor://three:6379"
GROUPS = [f"tenant_{number}" for number in range(3_000)]


def test_one_database_is_for_every_group():
    assert {url_for(ONE, group) for group in GROUPS[:10]} == {ONE}


def test_the_first_pattern_that_fits_decides():
    url = f"sharded:acme_*={TWO}, acme_legal={ONE}, ?=falkor://x:1, *={THREE}"
    assert url_for(url, "acme_legal") == TWO
    assert url_for(url, "a") == "falkor://x:1"
    assert url_for(url, "zeta") == THREE
    assert url_for(url, "ACME_sales") == THREE  # names of groups differ by case


def test_databases_of_one_pattern_share_its_groups_evenly():
    found = Counter(url_for(f"sharded:*={ONE},*={TWO},*={THREE}", group) for group in GROUPS)
    assert set(found) == {ONE, TWO, THREE}
    assert all(900 < count < 1_100 for count in found.values())


def test_one_more_database_takes_its_share_and_moves_nothing_else():
    before = {group: url_for(f"sharded:*={ONE},*={TWO}", group) for group in GROUPS}
    after = {group: url_for(f"sharded:*={ONE},*={TWO},*={THREE}", group) for group in GROUPS}
    moved = {group for group in GROUPS if before[group] != after[group]}
    assert {after[group] for group in moved} == {THREE}
    assert 900 < len(moved) < 1_100


def test_a_changed_password_or_order_moves_nothing():
    before = f"sharded:*={ONE},*={TWO}"
    after = f"sharded:*={TWO.replace('s3cret', 'other')},*={ONE}"
    assert [place_of(url_for(before, group)) for group in GROUPS] == [
        place_of(url_for(after, group)) for group in GROUPS
    ]


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("", "rule 1 begins with no pattern"),
        (f"*={ONE},", "rule 2 begins with no pattern"),
        (f"acme-*={TWO}", "rule 1 begins with no pattern"),
        (TWO, "rule 1 begins with no pattern"),
        ("*=", "rule 1 names no server"),
        ("*=two", "rule 1 names no server"),
        ("*=embedded:/tmp/store", "rule 1 names no server"),
        (f"*=sharded:*={ONE}", "rule 1 names no server"),
    ],
)
def test_what_is_no_rule_is_told_by_its_number_without_the_password(rules: str, told: str):
    with pytest.raises(InvalidInput, match=told) as raised:
        url_for(f"sharded:{rules}", "team")
    assert raised.value.field == "store"
    assert "s3cret" not in str(raised.value)


def test_a_group_without_a_rule_is_told():
    with pytest.raises(InvalidInput, match="no rule fits the group zeta"):
        url_for(f"sharded:acme_*={ONE}", "zeta")


def test_databases_of_one_server_are_different_places():
    assert place_of("neo4j://h:7687/a") != place_of("neo4j://h:7687/b")
    assert place_of("neo4j://ann:pw@h:7687/") == place_of("neo4j://h:7687")
