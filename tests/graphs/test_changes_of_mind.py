"""People change their minds, their tools and their posts: what is believed in the end, and nothing else."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta

import pytest

import memorist
from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.status import Status
from tests.inputs import by_title, ingested
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
    "it was so elsewhere": (("We use Postgres.", "At my last job we used DB2."), {"Team uses PostgreSQL"}),
    "a post changes hands": (
        ("Dana leads the platform team.", "Omar leads the data team.", "Ingrid took over the platform team from Dana."),
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
    "days that move in the next sentence": (
        (
            "The move is on 25 November, Jo and Emil help.", "The opening is on 14 December.",
            "The concert is on 10 December.", "Move is postponed, the floor isn't dry. New date: 2 December.",
            "The opening slips by a week. It's on 21 December now.",
            "The rehearsal is postponed. New date: 3 December.",
        ),
        {
            "Move: New date: 2 December (2026-12-02)", "Opening: It's on 21 December (2026-12-21) now",
            "The concert is on 10 December (2026-12-10)",
        },
    ),
    "work in a post": (
        (
            "I take care of loans, insurance and couriers.", "Insurance: I asked Helvetia and Uniqa.",
            "Couriers: I booked DHL.",
        ),
        {"I take care of loans, insurance and couriers"},
    ),
    "no longer to his taste": (
        ("I prefer dark mode.", "I prefer tabs.", "I don't like dark mode.", "I don't like spaces."),
        {"User prefers tabs", "User does not like dark mode", "User does not like spaces"},
    ),
    "put right": (("We use Clerk for auth.", "Correction: we use Okta for auth."), {"Team uses Okta for auth"}),
}  # fmt: skip


@pytest.fixture
async def memory(embedded_url: str, group: str) -> AsyncGenerator[AsyncMemory]:
    async with memorist.open(
        embedded_url, group=group, user="ann", clock=VirtualClock(BEGAN), settings=test_settings()
    ) as opened:
        yield opened


async def say(memory: AsyncMemory, *said: str, days: int = 0, user: str = "ann") -> None:
    """Ingest words of somebody, a turn a day."""
    assert isinstance(memory.clock, VirtualClock)
    for day, content in enumerate(said, start=days):
        memory.clock.move_to(BEGAN + timedelta(days=day))
        await ingested(memory.as_user(user), content)


async def believed(memory: AsyncMemory) -> dict[str, str | None]:
    """Current statements of people, and what each says is in use."""
    types = ["semantic:fact", "semantic:decision", "semantic:policy", "semantic:preference"]
    held = await memory.store.memories.all(memory.scope, types=types)
    return {m.content: m.claim.object if m.claim and m.claim.predicate == "uses" else None for m in held}


@pytest.mark.parametrize("change", CHANGES)
async def test_in_the_end_what_was_said_last_is_believed_and_the_rest_stands(memory: AsyncMemory, change: str):
    said, end = CHANGES[change]
    await say(memory, *said)
    assert (await believed(memory)).keys() == end
    assert await memory.store.admin.check(memory.scope.group_id) == []


async def test_what_one_says_of_himself_changes_nothing_of_another(memory: AsyncMemory):
    for day, (user, said) in enumerate((
        ("ann", "My birthday is on May 3."), ("ben", "My birthday is on June 9."),
        ("ann", "I live in Lisbon."), ("ben", "I live in Porto."),
    )):  # fmt: skip
        await say(memory, said, user=user, days=day)
    held = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    assert {(m.scope.user_id, m.content) for m in held} == {
        ("ann", "My birthday is on May 3"), ("ben", "My birthday is on June 9"),
        ("ann", "User lives in Lisbon"), ("ben", "User lives in Porto"),
    }  # fmt: skip


OWN_RULES = {
    "Never call me at home.": "You can call {} at home again.",
    "Never put me on the night shift.": "You can put {} on the night shift again.",
    "Don't send me invoices by post.": "You can send {} invoices by post again.",
    "Never call me before ten.": "You can call {} before ten again.",
    "Never share my phone number with suppliers.": "You may share {}'s phone number with suppliers again.",
    "Never deploy without asking me.": "You can deploy without asking {} now.",
    "Never schedule meetings for me on Fridays.": "You can schedule meetings for {} on Fridays again.",
}
TEAM_RULES = {
    "Never deploy the shop on Fridays.": "You can deploy the shop on Fridays again.",
    "Never push to main.": "You can push to main again.",
    "We never call customers at home.": "We can call customers at home again.",
    "Never write to the supplier by post.": "You can write to the supplier by post again.",
    "Our team never ships on Mondays.": "We can ship on Mondays again.",
}


async def rules(memory: AsyncMemory) -> list[str]:
    return [m.content for m in await memory.store.memories.all(memory.scope, types=["semantic:hard_rule"])]


@pytest.mark.parametrize("rule", OWN_RULES)
async def test_a_rule_about_its_author_is_lifted_by_nobody_else(memory: AsyncMemory, rule: str):
    lift = OWN_RULES[rule]
    await say(memory, rule, user="ann")
    await say(memory, lift.format("Ann"), user="ben", days=1)
    assert await rules(memory) == [rule.rstrip(".")]
    await say(memory, lift.replace("{}'s", "my").format("me"), user="ann", days=2)
    assert await rules(memory) == []


@pytest.mark.parametrize("rule", TEAM_RULES)
async def test_a_rule_of_the_team_is_lifted_by_anybody(memory: AsyncMemory, rule: str):
    await say(memory, rule, user="ann")
    await say(memory, TEAM_RULES[rule], user="ben", days=1)
    assert await rules(memory) == []


async def test_of_a_list_only_what_is_given_up_goes(memory: AsyncMemory):
    await say(memory, "We use Slack, Jira and Figma.", "We no longer use Jira.")
    told = " ".join(await believed(memory))
    assert ("Slack" in told, "Figma" in told) == (True, True)
    lines = [line for lines in by_title(await memory.recall("What do we use?")).values() for line in lines]
    assert not any("Jira" in line for line in lines if "no longer" not in line)


SWITCHES = (
    "We switched from Frobber to Quxly",
    "we switched from frobber to Quxly because it is faster",
    "We migrated from Frobber to Quxly",
    "We replaced Frobber with Quxly",
)
NO_SWITCHES = ("We did not switch from Frobber to Quxly", "We plan to switch from Frobber to Quxly", "We use Quxly")


@pytest.mark.parametrize("switch", SWITCHES)
async def test_a_switch_ends_what_was_used_before_though_no_list_holds_either_name_and_its_purpose_goes_on(
    memory: AsyncMemory, switch: str
):
    await say(memory, "We use Frobber for reports", "We use pnpm for packages", "We use Clerk for auth")
    new = (await ingested(memory, switch)).memories[-1]
    assert (new.effect, "Quxly takes the place of" in new.decided_by) == ("superseded", True)
    assert new.claim is not None
    assert (new.claim.subject, new.claim.object, new.claim.qualifier) == ("team", "Quxly", "reports")
    assert {*(await believed(memory)).values()} - {None} == {"Quxly", "pnpm", "Clerk"}
    (old,) = [entry for entry in await memory.history("Frobber") if entry.memory.status is Status.SUPERSEDED]
    assert (old.superseded_by, old.memory.valid_until is not None) == (new.id, True)
    assert "takes the place of" in (old.reason or "")
    assert "Quxly" in (await memory.recall("What do we use for reports?")).prompt
    assert await memory.store.admin.check(memory.scope.group_id) == []


@pytest.mark.parametrize("said", NO_SWITCHES)
async def test_nothing_ends_that_nobody_gave_up(memory: AsyncMemory, said: str):
    await say(memory, "We use Frobber for reports", said)
    assert "Frobber" in (await believed(memory)).values()


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("The rate limit for the API is 120 req/min per key", "We bumped the API rate limit to 300 req/min per key"),
        ("Let's go with Stripe for payments", "We drop Stripe, Mollie does it cheaper for NL"),
    ],
)  # fmt: skip
async def test_a_statement_ends_where_its_change_is_said_in_the_words_of_a_lift(
    memory: AsyncMemory, held: str, said: str
):
    await say(memory, held, said)
    assert (await believed(memory)).keys() == {said}
    (entry,) = [entry for entry in await memory.history(held) if entry.memory.content == held]
    assert entry.memory.status is Status.SUPERSEDED
