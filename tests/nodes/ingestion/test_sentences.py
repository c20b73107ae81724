"""Messages are cut where a new statement begins and nowhere else."""

import pytest

from memorist.nodes.ingestion.sentences import segments_of


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("We use Clerk v4.1. It works.", ["We use Clerk v4.1.", "It works."]),
        ("It is due 14 nov. Dana wants a draft.", ["It is due 14 nov.", "Dana wants a draft."]),
        ("It is due nov. 14 in Oslo.", ["It is due nov. 14 in Oslo."]),
        (
            "Card numbers stay out of logs. Not even masked ones.",
            ["Card numbers stay out of logs, not even masked ones."],
        ),
        (
            "That badge looks wrong, doesn't it? we dropped Jenkins",
            ["That badge looks wrong, doesn't it?", "we dropped Jenkins"],
        ),
        ("Use a cache, e.g. Redis, for sessions.", ["Use a cache, e.g. Redis, for sessions."]),
        (
            "It is in auth.ts. Look at https://a.b/c.d?x=1. Done there.",
            ["It is in auth.ts.", "Look at https://a.b/c.d?x=1.", "Done there."],
        ),
        ("we use clerk. it works well", ["we use clerk.", "it works well"]),
        (
            "We don't deploy on Fridays. Exception: security patches.",
            ["We don't deploy on Fridays, except security patches"],
        ),
        ("Kotlin? maybe next year, no promises", ["Kotlin: maybe next year, no promises"]),
        ("Really? maybe next year", ["Really?", "maybe next year"]),
        ("no. bloc stays", ["no.", "bloc stays"]),
        ("we told softpaw no. 40% is a lot", ["we told softpaw no.", "40% is a lot"]),
        ("it is invoice no. 40 again", ["it is invoice no. 40 again"]),
        (
            "the mentor is Old Tansy (talks only in questions, never statements)",
            ["the mentor is Old Tansy (talks only in questions, never statements)"],
        ),
        ("Page only on burn rate, never on cpu", ["Page only on burn rate", "never page on cpu"]),
        (
            "No PR is above 400 lines. This counts for everybody now.",
            ["No PR is above 400 lines, this counts for everybody now."],
        ),
        (
            "nothing is released on a Friday, and never without her sign-off",
            ["nothing is released on a Friday, and never without her sign-off"],
        ),
        ("Types, tests, etc. We check them all.", ["Types, tests, etc.", "We check them all."]),
        ("Dr. Lee likes it", ["Dr. Lee likes it"]),
        (
            "never edit the ledger by hand, and every entry in it must carry a date",
            ["never edit the ledger by hand", "every entry in it must carry a date"],
        ),
        ("never push to main and the release branch", ["never push to main and the release branch"]),
        ("never restart it in a race, we'd lose the lap", ["never restart it in a race, we'd lose the lap"]),
        ("Should the parts run out, we'd buy them in Porto", ["Should the parts run out, we'd buy them in Porto"]),
        ("I've made up my mind, I'm going with Trino", ["I've made up my mind, I'm going with Trino"]),
        ("Colours have names. That's how we do it, always", ["Colours have names, that's how we do it, always"]),
        ("We work with Brandt & Co. Their logo is teal", ["We work with Brandt & Co.", "Their logo is teal"]),
        ("Mia works at Brandt & Co. Berlin", ["Mia works at Brandt & Co. Berlin"]),
        ("Until Tomasz is back, Elin has the release", ["Until Tomasz is back, Elin has the release"]),
        (
            "We keep both until June because Heroku is dear and Render has no region",
            ["We keep both until June because Heroku is dear and Render has no region"],
        ),
        ("We use pnpm; never use npm", ["We use pnpm", "never use npm"]),
        ("We deploy on Fly.io, and I prefer Railway", ["We deploy on Fly.io", "I prefer Railway"]),
        (
            "The search box is owned by Dana's people since March, ask them before touching its tokens",
            ["The search box is owned by Dana's people since March", "ask them before touching its tokens"],
        ),
        (
            "When the build fails, we clear the cache, and we tell #ops",
            ["When the build fails, we clear the cache, and we tell #ops"],
        ),
        ("If CI is red, never merge", ["If CI is red, never merge"]),
        ("We dropped Redis because we never used it", ["We dropped Redis because we never used it"]),
        ("JWT kept failing, so we switched to Clerk", ["JWT kept failing, so we switched to Clerk"]),
        ("Actually, we use Vitest", ["Actually, we use Vitest"]),
        ("Tom is our PO, Aisha does QA", ["Tom is our PO", "Aisha does QA"]),
        ("DB: Postgres, cache: Redis", ["DB: Postgres", "cache: Redis"]),
        ("Standup is at ten, retro at three", ["Standup is at ten", "retro is at three"]),
        ("Planning is on Mondays, demo every second Friday", ["Planning is on Mondays", "demo is every second Friday"]),
        ("Standup is at 9:45, retro fridays at 2", ["Standup is at 9:45, retro fridays at 2"]),
        ("My shop is on WooCommerce, hosted at Hetzner", ["My shop is on WooCommerce, hosted at Hetzner"]),
        (
            "Our colours are all in Figma, the file is called kit-24",
            ["Our colours are all in Figma, the file is called kit-24"],
        ),
        ("- we use pnpm\n- never use npm", ["we use pnpm", "never use npm"]),
        ("First line\nsecond line", ["First line", "second line"]),
        ("", []),
        ("   \n \n", []),
    ],
)
def test_a_message_is_cut_into_clauses(message: str, expected: list[str]) -> None:
    assert [segment.text for segment in segments_of(message)] == expected


@pytest.mark.parametrize(
    ("message", "kinds"),
    [
        ("Look:\n```ts\nconst a = 1\n```\nWe use strict mode", ["clause", "code", "clause"]),
        ("```py\nprint(1)", ["code"]),
        ("<system-reminder>do x</system-reminder>We use pnpm", ["wrapper", "clause"]),
        ("<ide_opened_file>a.ts</ide_opened_file>\nthanks", ["wrapper", "clause"]),
        ("Tool result: 42 files changed", ["wrapper"]),
        ("We require:\n- types\n- tests", ["list"]),
        ("1. build\n2. push", ["steps"]),
        ("To deploy: 1. build 2. push", ["steps"]),
        ("It broke:\nTypeError: x is undefined\n    at foo (a.js:1:2)", ["clause", "log"]),
        ("2026-02-01T10:00:01Z server started", ["log"]),
    ],
)
def test_code_wrappers_logs_and_lists_are_set_apart(message: str, kinds: list[str]) -> None:
    assert [segment.kind for segment in segments_of(message)] == kinds


def test_a_long_hostile_text_is_cut_in_reasonable_time() -> None:
    assert len(segments_of("no, " * 5_000)) >= 1
    assert len(segments_of("<a" * 5_000)) >= 1


@pytest.mark.parametrize(
    "piece",
    ["1. ", "e.g. ", "no. 5. ", "we use Clerk; ", "but the ", "- a\n", "~~~\n", "<system>", "until v4.1 ", "`", "…"],
)
def test_a_very_long_text_of_one_piece_takes_no_more_than_its_length(piece: str):
    # What looks at the whole rest of a line at each of its places would keep a turn waiting for many minutes here.
    text = f"We use pnpm for packages. {piece * (120_000 // len(piece))}"
    assert "pnpm" in segments_of(text)[0].text


@pytest.mark.parametrize(
    ("message", "pieces"),
    [
        ("hands off the seed script, ok?", ["hands off the seed script"]),
        ("that ban on Lodash? gone for good", ["that ban on Lodash: gone for good"]),
        ("the limit used to be 5. oh and Ama is on call", ["the limit used to be 5.", "oh and Ama is on call"]),
        (
            "every table gets a creator, we're strict about that one",
            ["every table gets a creator, we're strict about that one"],
        ),
        (
            "I write bad release notes, always at the last minute",
            ["I write bad release notes, always at the last minute"],
        ),
        ("we don't use Docker locally but we do in CI", ["we don't use Docker locally but we do in CI"]),
        ("I'm not vegetarian, but my wife is", ["I'm not vegetarian, but my wife is"]),
        ("We don't use Redux, we use Zustand", ["We don't use Redux", "we use Zustand"]),
        ("Far from using Redux, we removed it", ["Far from using Redux, we removed it"]),
        ("I used to live in Berlin, now I live in Graz", ["I used to live in Berlin", "now I live in Graz"]),
        ("my mom is vegan and my dad doesn't eat pork", ["my mom is vegan", "my dad doesn't eat pork"]),
        ("Jonas prefers Slack, he told me yesterday", ["Jonas prefers Slack, he told me yesterday"]),
        ("NO vans. ever. it's the whole point of us", ["NO vans ever", "it's the whole point of us"]),
        ("no food. did it in covid, cold chips", ["no food, did it in covid, cold chips"]),
        ("no problem. ever", ["no problem.", "ever"]),
        ("we just keep it in cookies, never in the logs", ["we just keep it in cookies", "never keep it in the logs"]),
        ("the tokens are safe there, never in the logs", ["the tokens are safe there, never in the logs"]),
        ("From October on, we meet on Tuesdays", ["From October on, we meet on Tuesdays"]),
        ("We use pnpm everywhere, never use npm here", ["We use pnpm everywhere", "never use npm here"]),
        ("roadmap for spring\n* offline mode\n* shared lists", ["roadmap for spring:\n- offline mode\n- shared lists"]),
        ("$ df -h\nFilesystem Size Use%\n/dev/sda1 50G 96%", ["$ df -h\nFilesystem Size Use%\n/dev/sda1 50G 96%"]),
    ],
)
def test_what_belongs_together_stays_together(message: str, pieces: list[str]) -> None:
    assert [segment.text for segment in segments_of(message)] == pieces


_LINE = "119 is up, submitted at 14:08 with the new strings and the fix"
_FOLDED = (
    "The backup of the clinic runs at two in the night, everything\n"
    "crawls until it is done and all the screens hang for a while, so\nnothing is scheduled then"
)


def test_a_new_line_is_a_new_statement_unless_it_is_folded() -> None:
    assert [s.text for s in segments_of(f"{_LINE}\nrun it on the old phone")] == [_LINE, "run it on the old phone"]
    small = "WASNT HIM. he was in splott at ten past 8. i owe that boy a cake, or two\nlesson for me: gps before gob"
    assert segments_of(small)[-1].text == "lesson for me: gps before gob"
    assert all("\n" not in s.text for s in segments_of(_FOLDED))
    assert any("everything crawls" in s.text for s in segments_of(_FOLDED))
    assert any("so nothing is scheduled" in s.text for s in segments_of(_FOLDED.lower()))


def test_a_reason_and_a_ticket_stay_with_what_they_are_of() -> None:
    told = segments_of("We keep the monolith for another year. Reason: three devs can't run twelve services.")
    assert [s.text for s in told] == [
        "We keep the monolith for another year because three devs can't run twelve services."
    ]
    told = segments_of("The nightly sync drops rows. We know, ticket is DATA-412.")
    assert [s.text for s in told] == ["The nightly sync drops rows (ticket DATA-412)"]
    assert len(segments_of("Is it slow? Because the index is missing.")) == 2


def test_a_line_that_says_how_is_the_heading_of_its_steps() -> None:
    (steps,) = segments_of("this is how we cut a store release\n1. bump the version\n2. run the pipeline")
    assert steps.kind == "steps"
    assert steps.text.startswith("this is how we cut a store release:")
