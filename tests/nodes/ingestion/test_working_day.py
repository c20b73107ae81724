"""Sentences of a working day: what is kept of them reads as it was meant."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.gatekeep import split_statements

AT = datetime(2026, 11, 19, 9, tzinfo=UTC)


def kept(text: str, *before: tuple[str, str]) -> list[str]:
    """What becomes of a message after these turns (role, content)."""
    said = [Utterance.model_validate({"role": role, "content": content}) for role, content in before]
    return [draft.content for draft in draft_all(split_statements(text, at=AT, before=said))]


@pytest.mark.parametrize(
    ("before", "text", "told"),
    [
        (
            [("assistant", "Makes sense. Polars would also let you stream. I'd suggest DuckDB for larger files.")],
            "no DuckDB please, ops doesn't want another binary on the boxes",
            ["No DuckDB please, ops doesn't want another binary on the boxes"],
        ),
        ([], "ok confirmed, Priya is on call until Sunday", ["Priya is on call until Sunday"]),
        (
            [],
            "remember that for next time: big tenants always go through sink_csv, never collect",
            ["Big tenants always go through sink_csv, never collect"],
        ),
        (
            [],
            "10:30 standup: Tomasz is out until Wednesday. Release 4.12 slips to Dec 3",
            ["Tomasz is out until Wednesday", "Release 4.12 slips to Dec 3"],
        ),
        (
            [("user", "the nightly export runs on the new box"), ("assistant", "Noted.")],
            "who's on call this week btw? I think it's Priya but not sure",
            [],
        ),
        ([], "could you draft a message to the client? keep it short and don't apologise three times", []),
        (
            [("user", "let's do that. table is called processed_events, Postgres 16"), ("assistant", "OK.")],
            "actually no, put it in Redis with a TTL of 7 days",
            ["Put processed_events in Redis with a TTL of 7 days"],
        ),
        (
            [("assistant", "Redis with a 7 day TTL then. Which key?")],
            "stripe:evt:<id>",
            ['Asked "which key": stripe:evt:<id>'],
        ),
        (
            [],
            "don't touch the fixtures without asking Marta, she owns them",
            ["Don't touch the fixtures without asking Marta", "Marta owns the fixtures"],
        ),
        (
            [],
            "ok several things, was in slack for half an hour:\n- priya says the freeze starts on the 24th\n"
            "- farida found budget after all: 1350 credits for the big warehouse",
            [
                "Priya says the freeze starts on the 24th",
                "Farida found budget after all: 1350 credits for the big warehouse",
            ],
        ),
        (
            [],
            "FILE_NAME    ROW_COUNT    LAST_LOAD_TIME\nCLM_20260615_01.csv    41872    2026-06-16 02:07:55\n\n"
            "the loader belongs to Bo",
            ["The loader belongs to Bo"],
        ),
        (
            [],
            "[2026-06-16, 02:09:41 CEST] {job.py:1206} INFO - Marking task as UP_FOR_RETRY. dag_id=claims, task=copy",
            [],
        ),
        (
            [],
            "and since you slipped a V86 in there: never touch the migrations folder without asking me first",
            ["Never touch the migrations folder without asking the user first"],
        ),
        ([], "quick one, whats the actual difference between FOR UPDATE and FOR UPDATE SKIP LOCKED", []),
        ([], "i'd mixed the photos up with the signatures", ["User had mixed the photos up with the signatures"]),
        ([], "hahah it WAS the timer. jonas.", []),
        ([], "aaand helena. keep this somewhere bc i explain it every single time", []),
        (
            [],
            "the key is made in the queue, else every retry has a new one and we've built nothing",
            ["The key is made in the queue, else every retry has a new one and the team has built nothing"],
        ),
        (
            [("assistant", "Which database do you use?")],
            "postgres",
            ["Team uses PostgreSQL for database"],
        ),
        (
            [("user", "priya owns the importer")],
            "bo's kid is ill, he's out until friday",
            ["Bo's kid is ill; he's out until friday"],
        ),
        (
            [("assistant", "By the order you gave me your next on-call week is 8 to 15 July.")],
            "2. no wait, 3, freedom",
            ["3, freedom"],
        ),
        ([], "so where were we... oh right, the invoice export. what changed in it since monday?", []),
        (
            [("assistant", "Which tool do we use for push notifications?")],
            "For push notifications, we're using Airship",
            ["For push notifications, the team is using Airship"],
        ),
        ([], "their go-live is January 15 fwiw", ["Their go-live is January 15"]),
        (
            [],
            "We have a new client, Novalis. Their go-live is on the 12th",
            ["Team has a new client, Novalis", "Novalis's go-live is on the 12th"],
        ),
        (
            [],
            "The new importer goes live on December 4. Until then keep both",
            ["The new importer goes live on December 4", "Until December 4 keep both"],
        ),
        (
            [],
            "v2 launches on April 3. From then on we use the new logo",
            ["V2 launches on April 3", "From April 3 on the team uses the new logo"],
        ),
        (
            [("assistant", "Should I set a timeout for the importer?")],
            "yes, 45 minutes, then page the lead",
            ['Asked "whether the team set a timeout for the importer": yes, 45 minutes, then page the lead'],
        ),
        ([("assistant", "Should I go on?")], "yes, one sec", []),
        ([], "no peanuts for me, I'm allergic", ["No peanuts for the user, the user is allergic"]),
        ([], "we don't use Redux, only Zustand", ["Team does not use Redux, only Zustand"]),
        (
            [],
            "errors are wrapped with %w and never swallowed, and we don't use an ORM, only sqlc-generated queries.",
            ["Errors are wrapped with %w and never swallowed", "Team does not use an ORM, only sqlc-generated queries"],
        ),
        ([], "Citations are Chicago author-date, never APA.", ["Citations are Chicago author-date, never APA"]),
        (
            [],
            "We store tokens in cookies, never in localStorage",
            ["Team stores tokens in cookies", "Never store tokens in localStorage"],
        ),
        (
            [],
            "Not only the API but the admin panel has to support Arabic",
            ["Not only the API but the admin panel has to support Arabic"],
        ),
        (
            [],
            "v1 of the orders api goes off on 1 december, can you grep who still uses it?",
            ["V1 of the orders api goes off on 1 december"],
        ),
        ([], "No gym, I hate it, I cancelled it.", ["No gym, the user hates it; user cancelled it"]),
        (
            [],
            "My physio says it is not proven and I believe the physio.",
            ["User's physio says it is not proven", "User believes the physio"],
        ),
        (
            [],
            "My cousin keeps telling me MSG is poison, I use it daily and won't stop.",
            ["User's cousin keeps telling the user MSG is poison; user uses it daily and won't stop"],
        ),
        (
            [],
            "its diagnostics not Instagram. Noor takes it, goes into 4.7",
            ["Its diagnostics not Instagram; Noor takes it, goes into 4.7"],
        ),
        (
            [],
            "The 2s timeout was the problem. dont lower that again below 10s",
            [
                "The 2s timeout was the problem",
                'About "the 2s timeout was the problem": don\'t lower that again below 10s',
            ],
        ),
        ([], "what if we stored weights as ints? dont change anything, only curious", []),
        ([], "no no, that's perfect, don't change a thing, thanks!", []),
        ([], "Don't send it yet, there's a bit to change.", []),
        ([], "dont let it go to your head", []),
        ([], "so on call AND mobile. love my life", []),
        ([], "haha yeah right, as if anyone ever reads the docs", []),
        ([], "Oh sure, let's deploy on Friday again, I just love spending my Saturdays on rollbacks.", []),
        ([], "I broke the build. NOT the timezone.", ["User broke the build; NOT the timezone"]),
        ([], "translate to german: I don't eat pork and I have never been to Munich", []),
        (
            [],
            'Can you make this paragraph friendlier? "We do not offer refunds. We have never offered refunds."',
            [],
        ),
        ([], "Could you check my text? 'Claudia hates her job. She never sleeps.'", []),
        (
            [],
            "postgres it is, mysql was too slow",
            ["Team decided on postgres because mysql was too slow"],
        ),
        ([], "oh and 0: never push to prod on friday", ["Never push to prod on friday"]),
        (
            [],
            "(1) in our code a client is a clinic. (2) never put real names in tests.",
            ["In the team's code a client is a clinic", "Never put real names in tests"],
        ),
        (
            [],
            "Astrid is vegetarian and Jamal doesn't drink alcohol. Keep it in mind when we eat together.",
            ["Astrid is vegetarian and Jamal doesn't drink alcohol; keep it in mind when the team eats together"],
        ),
        (
            [("assistant", "Gladly. Are you vegetarian?")],
            "no i'm not, my husband is",
            ["User is not vegetarian", "User's husband is vegetarian"],
        ),
        (
            [("assistant", "Are you allergic to anything?")],
            "yes, walnuts",
            ['Asked "are you allergic to anything": yes, walnuts'],
        ),
        ([("assistant", "Are you ready?")], "yes", []),
        (
            [("assistant", "1. Which channel?\n2. How long before the due date?")],
            "1. email\n2. 30 days before and then 7",
            ['Asked "which channel": email', 'Asked "how long before the due date": 30 days before and then 7'],
        ),
        (
            [("assistant", "I'd suggest RabbitMQ with a dead-letter exchange. Shall I write it up?")],
            "yes but not rabbit",
            [],
        ),
        (
            [("assistant", "Shall I draft a dual-write plan?")],
            "Yes, but dual-write from the consumer and not from the API handlers.",
            ["dual-write from the consumer and not from the API handlers"],
        ),
        ([("assistant", "Shall I draft the announcement?")], "yes but keep it under 200 words", []),
    ],
)
def test_it_reads_as_it_was_meant(before: list[tuple[str, str]], text: str, told: list[str]) -> None:
    assert kept(text, *before) == told


@pytest.mark.parametrize(
    "text",
    [
        "Tomasz is out until Wednesday, Elin took over the release",
        "Tomasz is out until Wednesday and Elin took over the release",
        "Until Wednesday Tomasz is out, Elin took over the release",
    ],
)
def test_each_of_two_joined_facts_has_its_own_end(text: str) -> None:
    away, release = draft_all(split_statements(text, at=AT))
    assert away.valid_until is not None
    assert release.valid_until is None
    assert "Tomasz" not in release.entities


def test_who_stands_in_does_so_as_long_as_the_other_is_away() -> None:
    (fact,) = draft_all(split_statements("Priya is on leave until June 3, Sam covers for her", at=AT))
    assert fact.valid_until is not None


def test_what_is_planned_begins_in_time_to_come() -> None:
    (planned,) = draft_all(split_statements("We move to Postgres in May", at=AT))
    (past,) = draft_all(split_statements("We moved to Postgres in May", at=AT))
    assert planned.valid_from == datetime(2027, 5, 1, tzinfo=UTC)
    assert past.valid_from == datetime(2026, 5, 1, tzinfo=UTC)
    assert planned.claim is not None
    assert planned.claim.qualifier is None


def test_what_ends_on_a_day_to_come_did_not_begin_on_the_one_before() -> None:
    (draft,) = draft_all(split_statements("ok confirmed, Priya is on call until Sunday", at=AT))
    assert draft.valid_from is None or draft.valid_from >= AT.replace(hour=0)
    assert draft.valid_until is not None
    assert draft.valid_until.date() == datetime(2026, 11, 22, tzinfo=UTC).date()
