"""Options that were listed, and replies that take them up."""

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.options import at_place, in_sentence, options_of, row_of, with_options

CUTS = "a) dark mode\nb) the CSV import\nc) the onboarding tour"


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("1. Heron\n2. Kestrel\n3. Osprey", {"1": "Heron", "2": "Kestrel", "3": "Osprey"}),
        (CUTS, {"a": "dark mode", "b": "the CSV import", "c": "the onboarding tour"}),
        ("1) Prettier 2) Biome 3) dprint", {"1": "Prettier", "2": "Biome", "3": "dprint"}),
        ("Option A: a canary. Option B: one switch for all.", {"a": "a canary", "b": "one switch for all"}),
        ("First: cookies only. Second: Memcached.", {"1": "cookies only", "2": "Memcached"}),
        ("1. set `max_wal_size`\n2. **restart** it", {"1": "set max_wal_size", "2": "restart it"}),
        ("1. Which port?\n2. Which host?", {}),
        ("2. Kestrel\n3. Osprey", {}),
        ("Heron would do.", {}),
    ],
)
def test_what_is_listed_by_number_letter_or_place(text: str, options: dict[str, str]) -> None:
    assert options_of(text) == options


@pytest.mark.parametrize(
    ("listed", "reply", "told"),
    [
        (CUTS, "we cut a and c, b stays", "we cut dark mode and the onboarding tour. The CSV import stays"),
        (CUTS, "the second one is what we need", "the CSV import is what we need"),
        (CUTS, "a client asked for it", "a client asked for it"),
        ("1. Heron\n2. Kestrel", "keep 2", "keep Kestrel"),
        ("1. Heron\n2. Kestrel", "we need 2 replicas", "we need 2 replicas"),
        ("1. Heron\n2. Kestrel", "1 yes, 2 no", "1 yes, 2 no"),
        ("1. Heron\n2. Kestrel", "we are on version 2", "we are on version 2"),
        ("1. Heron\n2. Kestrel", 'I can just say "number 2" then', 'I can just say "number 2" then'),
        ("1. Heron\n2. Kestrel", "2 is enough", "2 is enough"),
        ("A) Sentry\nB) Rollbar", "B nobody wants to run", "nobody wants to run Rollbar"),
    ],
)
def test_keys_are_told_by_what_they_stand_for(listed: str, reply: str, told: str) -> None:
    assert with_options(reply, [Utterance(role="assistant", content=listed)]) == told
    assert with_options(reply, [Utterance(role="user", content=listed)]) == reply


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("The local paper", "the local paper"),
        ("Add an index", "add an index"),
        ("Gotland in August", "Gotland in August"),
        ("Kysely: a typed query builder", "Kysely: a typed query builder"),
        ("Split Pro", "Split Pro"),
    ],
)
def test_an_option_inside_a_sentence(option: str, told: str) -> None:
    assert in_sentence(option) == told


def test_a_row_is_offered_and_a_question_is_none() -> None:
    assert row_of("Harbor, Lantern or Quill.") == ["Harbor", "Lantern", "Quill"]
    assert row_of("Should it go out daily, weekly or monthly?") == []
    assert at_place("middle", ["one", "two", "three"]) == "two"
    assert at_place("last", ["one", "two"]) == "two"
    assert at_place("third", ["one", "two"]) is None
