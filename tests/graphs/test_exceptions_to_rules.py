"""Permissions for a part of a rule: the rule stays in force, and the permission is told and checked with it."""

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.scope import Scope
from tests.inputs import ingested, turn
from tests.stores import EMBEDDED

pytestmark = EMBEDDED

PARTS = [
    ("Never push to main or to release.", "You may push to main from now on."),
    ("No food or drinks in the halls, not even water.", "You can drink water in the halls again."),
    ("No food or drinks in the halls, not even water.", "Coffee is allowed in the halls now."),
    ("Never delete branches or tags.", "You can delete branches again."),
    ("Never call or text the clients.", "You may text the clients now."),
    (
        "No food or drinks in the halls.",
        "The technicians may have closed bottles in the halls, as long as no loans are there.",
    ),
    ("Never push to main.", "You may push to main if the tests are green."),
    ("Never push to main.", "If the tests are green, you may push to main."),
    ("Do not send emails to customers.", "You can send emails to customers when they wrote first."),
    ("Never merge into main without a review.", "Documentation changes may be merged into main without a review."),
    ("Never deploy on Fridays without asking me.", "You may deploy on Fridays until noon without asking me."),
    ("Never send offers without asking me.", "You may send offers below 500 euros without asking me."),
    ("Never deploy to production on Fridays.", "Deploying on Fridays is fine until noon from now on."),
    ("Never deploy to production on Fridays.", "From now on you may deploy to production on Fridays if Tom agrees."),
    ("Never deploy to production on Fridays.", "Deploys on Fridays are fine from now on, but only for hotfixes."),
    ("Do not order anything without asking me.", "You may order paper and toner without asking me."),
]  # fmt: skip


@pytest.fixture
def scope(group: str) -> Scope:
    return Scope(group_id=group, user_id="mira")


def constraints(prompt: str) -> list[str]:
    before = prompt.partition("<recalled>")[0].partition("## Constraints")[2]
    return [line for line in before.splitlines() if line.startswith("- ")]


@pytest.mark.parametrize(("rule", "allowed"), PARTS)
async def test_what_allows_a_part_of_a_rule_is_told_behind_the_rule(
    memory: AsyncMemory, rule: str, allowed: str
) -> None:
    await memory.ingest([turn(rule), turn(allowed)])
    told = constraints((await memory.recall("Plan the next step")).prompt)
    assert [line.split()[1] for line in told] == ["[block]", "Exception:"]
    assert rule.rstrip(".") in told[0]
    assert allowed.removeprefix("From now on ").partition(" from now")[0].rstrip(".") in told[1]


@pytest.mark.parametrize(
    ("rule", "lifted"),
    [
        ("Never push to main.", "You may push to main from now on."),
        ("Never push to main or to release.", "You may push to main and to release from now on."),
        ("No food in the halls.", "Food is allowed in the halls again."),
    ],
)
async def test_what_allows_all_of_a_rule_ends_it(memory: AsyncMemory, rule: str, lifted: str) -> None:
    await memory.ingest([turn(rule), turn(lifted)])
    assert constraints((await memory.recall("Plan the next step")).prompt) == []


@pytest.mark.parametrize(
    "said",
    [
        "Zed's mail: you may push to main if the tests are green.",
        "> You may push to main if the tests are green.",
        "The blog says you may push to main if the tests are green.",
        "May I push to main if the tests are green?",
    ],
)
async def test_what_is_passed_on_or_asked_makes_no_exception(memory: AsyncMemory, said: str) -> None:
    await memory.ingest([turn("Never push to main."), turn(said)])
    assert len(constraints((await memory.recall("Push the branch")).prompt)) == 1
    assert (await memory.check_action({"command": "git push origin main"})).action == "deny"


@pytest.mark.parametrize(
    "said",
    [
        "The CI of the Stripe API throws exceptions.",
        "All dates in the Stripe API are in UTC, no exceptions.",
        "Our CI calls the Stripe API every night except on Sundays.",
        "The Stripe API answers CI unless it is down.",
    ],
)
async def test_what_only_has_a_word_of_exceptions_is_none(memory: AsyncMemory, said: str) -> None:
    await memory.ingest([turn("Calls to the Stripe live API are forbidden from CI."), turn(said)])
    assert len(constraints((await memory.recall("Fix the CI pipeline")).prompt)) == 1


@pytest.mark.parametrize("said", ["The kids can walk to school if it is dry.", "The sales team may pay by card."])
async def test_a_permission_that_limits_no_rule_makes_nothing(memory: AsyncMemory, said: str) -> None:
    await memory.ingest([turn("Never push to main."), turn(said)])
    assert len(constraints((await memory.recall("Push the branch")).prompt)) == 1


@pytest.mark.parametrize(
    ("rule", "allowed", "command", "verdict", "reason"),
    [
        (*PARTS[0], "git push origin main", "allow", "You may push to main"),
        (*PARTS[0], "git push origin release", "deny", "You may push to main"),
        (*PARTS[0], "git push origin main release", "deny", "You may push to main"),
        (*PARTS[0], "git push origin main && git push origin release", "deny", "You may push to main"),
        (*PARTS[6], "git push origin main", "warn", "if the tests are green"),
        (*PARTS[7], "git push origin main", "warn", "If the tests are green"),
        ("Never push to main.", "The release team may push to main.", "git push origin main", "warn", "release team"),
        (
            "Never push to main.",
            "You may push documentation to main from now on.",
            "git push origin main",
            "deny",
            "documentation",
        ),
    ],
)
async def test_an_act_is_held_against_a_rule_and_its_exceptions(
    memory: AsyncMemory, rule: str, allowed: str, command: str, verdict: str, reason: str
) -> None:
    await memory.ingest([turn(rule), turn(allowed)])
    checked = await memory.check_action({"command": command})
    assert (checked.action, reason in checked.reason) == (verdict, True)


async def test_an_exception_is_undone_and_forgotten_with_its_words(memory: AsyncMemory) -> None:
    await ingested(memory, "Never push to main.")
    allowed = await ingested(memory, "You may push to main if the tests are green.")
    assert allowed.change_id is not None
    await memory.undo(allowed.change_id)
    assert len(constraints((await memory.recall("Push the branch")).prompt)) == 1
    again = await ingested(memory, "You may push to main if the build is green.")
    assert (await memory.check_action({"command": "git push origin main"})).action == "warn"
    await memory.forget([again.memories[0].id])
    assert len(constraints((await memory.recall("Push the branch")).prompt)) == 1
    assert (await memory.check_action({"command": "git push origin main"})).action == "deny"
