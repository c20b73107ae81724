"""People change their minds, their tools and their posts: what is believed in the end, and nothing else."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

import pytest

import memorist
from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from tests.stores import test_settings

BEGAN = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)

CHANGES: dict[str, tuple[tuple[str, ...], set[str]]] = {
    "and back again": (
        ("We use Slack for chat.", "We switched from Slack to Discord.", "We switched from Discord to Slack."),
        {"We switched from Discord to Slack"},
    ),
    "another of the same kind": (
        ("We use RabbitMQ for queues.", "We use Postgres.", "We moved from RabbitMQ to SQS for queues."),
        {"Team uses PostgreSQL", "We moved from RabbitMQ to SQS for queues"},
    ),
    "another team has its own": (
        ("We use Jenkins for CI.", "The mobile team uses Bitrise for CI."),
        {"Team uses Jenkins for CI", "Mobile team uses Bitrise for CI"},
    ),
    "it was so elsewhere": (
        ("We use Postgres.", "At my last job we used DB2."),
        {"Team uses PostgreSQL"},
    ),
    "a post changes hands": (
        (
            "Dana leads the platform team.", "Omar leads the data team.",
            "Ingrid took over the platform team from Dana.",
        ),
        {"Omar leads the data team", "Ingrid took over the platform team from Dana"},
    ),
    "a rule until an event that has come": (
        ("Don't touch migrations/ until the release.", "We use Postgres.", "The release is out."),
        {"Team uses PostgreSQL", "The release is out"},
    ),
    "a move": (
        ("I live in Lisbon.", "My brother lives in Lisbon.", "I moved to Porto."),
        {"My brother lives in Lisbon", "User lives in Porto"},
    ),
    "given up for nothing": (
        ("We use Heroku.", "We use Postgres.", "We no longer use Heroku."),
        {"Team uses PostgreSQL", "We no longer use Heroku"},
    ),
    "another day": (
        ("The report is due on March 3.", "Standup is at 9:30.", "The report got pushed to April 7."),
        {"Standup is at 9:30", "The report got pushed to April 7 (2027-04-07)"},
    ),
    "a day that moved, an amount, an event": (
        (
            "The launch of the shop is on 18 January.", "My savings are 11,400 euros.", "I work at Siemens.",
            "The launch of the shop is moved to 2 February.", "My savings are now 9,050 euros.",
            "I quit at Siemens, I start at Bosch in February.",
        ),
        {
            "The launch of the shop is moved to 2 February (2027-02-02)", "My savings are now 9,050 euros",
            "I quit at Siemens, I start at Bosch in February (2027-02)",
        },
    ),
    "no longer to his taste": (
        ("I prefer dark mode.", "I prefer tabs.", "I don't like dark mode.", "I don't like spaces."),
        {"User prefers tabs", "User does not like dark mode", "User does not like spaces"},
    ),
    "put right": (
        ("We use Clerk for auth.", "Correction: we use Okta for auth."),
        {"Team uses Okta for auth"},
    ),
}  # fmt: skip


@pytest.fixture
async def memory(embedded_url: str, group: str) -> AsyncGenerator[AsyncMemory]:
    async with memorist.open(
        embedded_url, group=group, user="ann", clock=VirtualClock(BEGAN), settings=test_settings()
    ) as opened:
        yield opened


async def say(memory: AsyncMemory, said: str, *, days: int = 0, user: str | None = None) -> None:
    assert isinstance(memory.clock, VirtualClock)
    memory.clock.move_to(BEGAN + timedelta(days=days))
    speaker = memory.as_user(user) if user else memory
    (result,) = await speaker.ingest({"kind": "turn", "role": "user", "content": said})
    assert result.error is None


async def believed(memory: AsyncMemory) -> set[str]:
    types = ["semantic:fact", "semantic:decision", "semantic:policy", "semantic:preference"]
    return {m.content for m in await memory.store.memories.all(memory.scope, types=types)}


@pytest.mark.parametrize("change", CHANGES)
async def test_in_the_end_what_was_said_last_is_believed_and_the_rest_stands(memory: AsyncMemory, change: str):
    said, end = CHANGES[change]
    for day, turn in enumerate(said):
        await say(memory, turn, days=day)
    assert await believed(memory) == end
    assert await memory.store.admin.check(memory.scope.group_id) == []


async def test_what_one_says_of_himself_changes_nothing_of_another(memory: AsyncMemory):
    await say(memory, "My birthday is on May 3.", user="ann")
    await say(memory, "My birthday is on June 9.", user="ben", days=1)
    await say(memory, "I live in Lisbon.", user="ann", days=2)
    await say(memory, "I live in Porto.", user="ben", days=3)
    kept = {
        (m.scope.user_id, m.content) for m in await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    }
    assert kept == {
        ("ann", "My birthday is on May 3"),
        ("ben", "My birthday is on June 9"),
        ("ann", "User lives in Lisbon"),
        ("ben", "User lives in Porto"),
    }


async def test_of_a_list_only_what_is_given_up_goes(memory: AsyncMemory):
    await say(memory, "We use Slack, Jira and Figma.")
    await say(memory, "We no longer use Jira.", days=1)
    told = " ".join(sorted(await believed(memory)))
    assert "Slack" in told
    assert "Figma" in told
    in_use = await memory.recall("What do we use?")
    lines = [item.content for section in in_use.sections for item in section.items if "no longer" not in item.content]
    assert not any("Jira" in line for line in lines)
