"""People change their minds, their tools and their posts: what is believed in the end, and nothing else."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

import pytest

import memorist
from memorist.api.memory import Memory
from memorist.memory_store.domain.clock import VirtualClock

BEGAN = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)

CHANGES: dict[str, tuple[tuple[str, ...], set[str]]] = {
    "and back again": (
        ("We use Slack for chat.", "We switched from Slack to Discord.", "We went back to Slack."),
        {"Team went back to Slack"},
    ),
    "another of the same kind": (
        ("We use RabbitMQ for queues.", "We use Postgres.", "We moved from RabbitMQ to SQS for queues."),
        {"Team uses PostgreSQL", "Team moved from RabbitMQ to SQS for queues"},
    ),
    "another team has its own": (
        ("We use Jenkins for CI.", "The mobile team uses Bitrise for CI."),
        {"Team uses Jenkins for CI", "The mobile team uses Bitrise for CI"},
    ),
    "it was so elsewhere": (
        ("We use Postgres.", "At my last job we used DB2."),
        {"Team uses PostgreSQL", "At the user's last job the team used Db2"},
    ),
    "an issue is over": (
        ("The checkout crashes in Safari.", "The checkout is slow in Chrome.", "The Safari crash is fixed."),
        {"The checkout is slow in Chrome", "The Safari crash is fixed"},
    ),
    "a post changes hands": (
        ("Dana leads the platform team.", "Omar leads the data team.", "Ingrid took over from Dana as platform lead."),
        {"Omar leads the data team", "Ingrid took over from Dana as platform lead"},
    ),
    "a move": (
        ("I live in Lisbon.", "My brother lives in Lisbon.", "I moved to Porto."),
        {"User's brother lives in Lisbon", "User moved to Porto"},
    ),
    "it is done": (
        ("I still need to write the runbook for billing.", "Omar needs to book the venue.", "I finished the runbook."),
        {"Omar needs to book the venue", "User finished the runbook"},
    ),
    "it is done, by whoever": (
        ("Omar needs to book the venue.", "We have to migrate the wiki.", "The venue is booked."),
        {"Team has to migrate the wiki", "The venue is booked"},
    ),
    "one of two is done, and nobody knows which": (
        ("I have to write the runbook for billing.", "I have to write the runbook for search.", "I wrote the runbook."),
        {
            "User has to write the runbook for billing",
            "User has to write the runbook for search",
            "User wrote the runbook",
        },
    ),
    "another did it": (
        ("I need to book the flights.", "Omar booked the flights."),
        {"User needs to book the flights", "Omar booked the flights"},
    ),
    "something else was done": (
        ("I need to book the flights.", "I paid the flights."),
        {"User needs to book the flights", "User paid the flights"},
    ),
    "another day": (
        ("The launch is on March 3.", "Standup is at 9:30.", "The launch moved to April 7."),
        {"Standup is at 9:30", "The launch moved to April 7"},
    ),
}


@pytest.fixture
async def memory(embedded_url: str, group: str) -> AsyncGenerator[Memory]:
    async with memorist.open(embedded_url, group=group, user="ann", clock=VirtualClock(BEGAN)) as opened:
        yield opened


async def say(memory: Memory, said: str, *, days: int = 0, user: str | None = None) -> None:
    assert isinstance(memory.clock, VirtualClock)
    memory.clock.move_to(BEGAN + timedelta(days=days))
    turn = {"kind": "turn", "role": "user", "content": said} | ({"user_id": user} if user else {})
    (result,) = await memory.ingest(turn)
    assert result.error is None


async def believed(memory: Memory) -> set[str]:
    types = ["semantic:fact", "semantic:decision", "semantic:policy", "semantic:preference"]
    return {m.content for m in await memory.store.memories.all(memory.scope, types=types)}


@pytest.mark.parametrize("change", CHANGES)
async def test_in_the_end_what_was_said_last_is_believed_and_the_rest_stands(memory: Memory, change: str):
    said, end = CHANGES[change]
    for day, turn in enumerate(said):
        await say(memory, turn, days=day)
    assert await believed(memory) == end
    assert await memory.store.admin.check(memory.scope.group_id) == []


async def test_what_is_put_right_in_the_same_talk_ends_what_it_repeats(memory: Memory):
    said = ("locker events stay at 7 days", "for ledger cdc 30 so we can replay", "ok 14 then")
    talk = [{"kind": "turn", "role": "user", "content": one, "session_id": "s"} for one in said]
    assert not any(result.error for result in await memory.ingest(talk))
    assert await believed(memory) == {"Locker events stay at 7 days", "For ledger cdc 14 so the team can replay"}


async def test_what_one_says_of_himself_changes_nothing_of_another(memory: Memory):
    await say(memory, "My birthday is on May 3.", user="ann")
    await say(memory, "My birthday is on June 9.", user="ben", days=1)
    await say(memory, "I live in Lisbon.", user="ann", days=2)
    await say(memory, "I live in Porto.", user="ben", days=3)
    kept = {
        (m.scope.user_id, m.content) for m in await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    }
    assert kept == {
        ("ann", "User's birthday is on May 3"),
        ("ben", "User's birthday is on June 9"),
        ("ann", "User lives in Lisbon"),
        ("ben", "User lives in Porto"),
    }


async def test_of_a_list_only_what_is_given_up_goes(memory: Memory):
    await say(memory, "We use Slack, Jira and Figma.")
    await say(memory, "We no longer use Jira.", days=1)
    told = " ".join(sorted(await believed(memory)))
    assert "Slack" in told
    assert "Figma" in told
    in_use = await memory.recall("What do we use?")
    lines = [item.content for section in in_use.sections for item in section.items if "no longer" not in item.content]
    assert not any("Jira" in line for line in lines)
