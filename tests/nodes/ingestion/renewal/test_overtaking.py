"""What a turn takes the place of where no claim shows it, what it leaves alone, and what is left of what it ends."""

from datetime import UTC, datetime, timedelta

import pytest

from memorist.evals.extraction.reading import read_turn
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import Source
from memorist.memory_store.domain.scope import Scope
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.renewal.overtaking import renewed, watched
from memorist.nodes.ingestion.renewal.reading import read
from memorist.nodes.ingestion.renewal.remainder import pieces_of, what_remains
from memorist.nodes.ingestion.renewal.signals import signals
from tests.memory_store.builders import memory

NOW = datetime(2026, 3, 16, 9, tzinfo=UTC)
SCOPE = Scope(group_id="g", user_id="ann")
SWITCHED_OFF = "Doctolib is gone for good, we take every booking in Samedi now"


def told(said: str, *stored: str, kind: str = "semantic:fact", source: Source = Source.USER_STATED) -> list[Draft]:
    """The drafts of a turn, two weeks after these were stored."""
    before = [memory(SCOPE, text, kind, at=NOW - timedelta(days=14), source=source) for text in stored]
    episode = RawEpisode(
        id="e", scope=SCOPE, name="n", content=said, source="message", description="d", at=NOW, created_at=NOW
    )
    return renewed(read_turn(said, at=NOW).drafts, episode, before)


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        (
            SWITCHED_OFF,
            "Team books patients with Doctolib",
        ),
        ("we bumped the api rate limit to 500 a minute yesterday", "The api rate limit is 100 requests per minute"),
        ("the code freeze is over, you can merge again", "Code freeze because of the audit, nothing gets merged"),
        ("the dentist moved me to Friday the 13th", "Dentist appointment on Thursday the 12th"),
        ("Bea stepped down, Hassan is the treasurer now", "Bea is the treasurer"),
    ],
)
def test_what_is_told_to_be_otherwise_ends_what_was_told_before(said: str, stored: str):
    ended = [draft for draft in told(said, stored, "Coffee is in the kitchen") if draft.ends]
    assert len(ended) == 1
    assert len(ended[0].ends) == 1
    assert "takes its place" in ended[0].why_ends or "tells that it is over" in ended[0].why_ends


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ("Team member 1 owns service number 1", "Team member 0 owns service number 0"),
        ("my sister moved to Linz last month", "User lives in Graz"),
        ("what if we moved the standup to ten?", "Standup is at 9:30"),
        ("we also added a second standup at 15:00", "Standup is at 9:30"),
        ("Quxly is great", "Team uses Frobber"),
        ("We moved from Munich to Berlin", "Team uses Frobber"),
        ("I bought a new lamp for the hallway", "The rate limit is 100 requests per minute"),
        (
            "priya's sick, out till wednesday at least, so bastien takes the double scan bug from her",
            "In may somebody (bastien) edited one that was already applied and Flyway took staging down for half a day",
        ),
        (
            "we don't do xl warehouses any more, at all, not after april",
            "Team does not use Great Expectations any more, kicked it out in january",
        ),
    ],
)
def test_what_resembles_it_and_is_no_change_ends_nothing(said: str, stored: str):
    assert [draft.ends for draft in told(said, stored) if draft.ends] == []


def test_on_the_day_it_was_told_nothing_ends_by_what_has_nothing_in_common_with_it():
    said = "did one in feb for the payment mess already, i keep it in the drawer for launch week itself"
    stored = "Gothenburg goes live on Wednesday the 20th and Ingrid already told the municipality"
    before = memory(SCOPE, stored, at=NOW - timedelta(minutes=4))
    before = before.model_copy(update={"valid_from": NOW - timedelta(days=30)})  # whatever time it tells of
    episode = RawEpisode(
        id="e", scope=SCOPE, name="n", content=said, source="message", description="d", at=NOW, created_at=NOW
    )
    assert not any(draft.ends for draft in renewed(read_turn(said, at=NOW).drafts, episode, [before]))


def test_a_name_is_shared_as_a_whole_word_and_an_adverb_is_nothing_in_common():
    now, before = read("the restaurant is still not booked, 11 people already"), read("REST was kicked out already")
    assert signals(now, now, before, days=0.0)["related"] == 0


@pytest.mark.parametrize("kind", ["semantic:hard_rule", "episodic", "observation"])
def test_a_rule_and_what_happened_do_not_end_by_the_way(kind: str):
    assert not any(draft.ends for draft in told(SWITCHED_OFF, "Team books patients with Doctolib", kind=kind))


def test_what_a_document_says_does_not_end_by_the_way():
    assert not any(
        draft.ends for draft in told(SWITCHED_OFF, "Team books patients with Doctolib", source=Source.EXTERNAL)
    )


def test_of_a_memory_that_says_two_things_the_other_is_told_again():
    drafts = told(
        "the jenkins box died for the last time, builds moved to buildkite", "Ci is Jenkins, deploys go via argo"
    )
    (rest,) = [draft for draft in drafts if draft.content == "Deploys go via argo"]
    assert rest.valid_from == NOW - timedelta(days=14)
    assert rest.links[0].reason == "what is left of it"
    assert rest.details["lineage"]["original_source_ids"]


@pytest.mark.parametrize(
    ("content", "said", "left"),
    [
        ("Warehouse is Redshift, transformations in dbt", "Redshift is gone", "Transformations in dbt"),
        ("Tests with unittest, type hints everywhere", "forget unittest, give me pytest", "Type hints everywhere"),
        ("User lives at birkenweg 12, bonn", "we moved to kastanienallee 3", None),
        ("Team books patients with Doctolib", "Doctolib is gone", None),
        ("User is vegetarian, and the user cannot have walnuts", "it rains", None),
    ],
)
def test_what_is_left_of_a_memory_stands_by_itself(content: str, said: str, left: str | None):
    assert what_remains(content, said) == left


def test_what_a_switch_gives_up_ends_where_it_was_told_in_other_words():
    drafts = told("We switched from Firebase to Clerk", "Auth is Firebase btw, and PostgreSQL is behind it")
    assert [bool(draft.ends) for draft in drafts] == [True, False]
    assert drafts[0].why_ends.endswith("Firebase is given up")
    assert drafts[1].content == "PostgreSQL is behind it"


def test_why_it_was_chosen_stands_when_the_other_is_given_up():
    why = "Team chose Clerk over Firebase because the quota was too small"
    assert not any(draft.ends for draft in told("We switched from Firebase to Clerk", why))


def test_pieces_put_together_are_the_memory():
    content = "House rules: no shoes inside, the dog sleeps in the hall; and guests bring cake"
    assert all(piece in content for piece in pieces_of(content))
    assert sum(map(len, pieces_of(content))) >= len(content) - 12


def test_while_it_is_watched_nothing_ends_and_everything_is_told():
    with watched() as seen:
        drafts = told("the code freeze is over, merge again", "Code freeze because of the audit", "Coffee is free")
    assert not any(draft.ends for draft in drafts)
    assert [[weighed.memory.content for weighed in turn] for turn in seen] == [
        ["Code freeze because of the audit", "Coffee is free"]
    ]


def test_signals_are_the_same_ones_for_any_text():
    texts = ["", "x", "We use Redis", "Ann left on Friday, 3 May at 9:30, for $20", "?" * 500, "ß Straße 7.1.2"]
    names = {tuple(signals(read(a), read(b), read(c), days=1.0)) for a in texts for b in texts for c in texts}
    assert len(names) == 1


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("We prefer Formik over Final Form for forms because long forms stay fast", False),
        ("Final Form fixed the re-render bug, long forms are resolved", True),
    ],
)
def test_an_issue_stands_until_it_is_said_to_be_gone(said: str, ends: bool):
    issue = "Final Form re-renders the whole page and breaks on long forms"
    claim = {"subject": "Final Form", "predicate": "has_issue", "object": issue}
    at = NOW - timedelta(days=14)
    episode = RawEpisode(
        id="e", scope=SCOPE, name="n", content=said, source="message", description="d", at=NOW, created_at=NOW
    )
    drafts = renewed(read_turn(said, at=NOW).drafts, episode, [memory(SCOPE, issue, at=at, claim=claim)])
    assert any(draft.ends for draft in drafts) is ends
