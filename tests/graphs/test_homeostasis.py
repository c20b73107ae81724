"""Homeostasis end to end, on every backend: assessments, questions, checks of intended acts, intake."""

from collections import deque
from datetime import datetime, timedelta
from typing import Any

import pytest

import memorist
from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from tests.inputs import NO_REALM, after, ingested, manual, statements, turn
from tests.servers.ollama_wire import Failure, OllamaWire
from tests.stores import START, test_settings


@pytest.fixture
def scope(group: str) -> Scope:
    return Scope(group_id=group, agent_id="dev-1")


QUESTION = {"at": after(minutes=-5), "author": "dev-1", "content": "Anything to do for me?", "kind": "question"}
ASKED: dict[str, Any] = {"online_since": after(minutes=-30), "messages": [QUESTION]}


async def test_a_given_answer_of_retrieval_is_not_asked_for_again_and_a_check_takes_two_statements(
    memory: AsyncMemory, store: Store
) -> None:
    await ingested(memory, manual("We use pnpm", at=after()))
    recall = await memory.recall("Set up the package")
    state = {"task": "Set up the package", "knowledge": recall.knowledge.model_dump()}
    assert await statements(store, memory.assess(state, record=False)) == 2
    await ingested(memory, NO_REALM)
    assert await statements(store, memory.check_action({"command": "ls"})) == 2


async def test_an_assessment_takes_few_statements_however_large_the_memory(memory: AsyncMemory, store: Store) -> None:
    await ingested(memory, manual("We use Clerk for auth", at=after()))
    small = await statements(store, memory.assess({"task": "Add auth to the mobile app"}))
    await memory.ingest([manual(f"We use tool{n} for topic{n}", at=after()) for n in range(20)])
    assert await statements(store, memory.assess({"task": "Add auth to the mobile app"})) <= small <= 9


async def test_only_what_changed_is_kept_and_the_last_one_holds(memory: AsyncMemory, clock: VirtualClock, group: str):
    assert not (await memory.assess(ASKED, record=False)).recorded, "it need not be kept"
    assert await memory.homeostasis.assessments() == []
    assert (await memory.assess(ASKED)).recorded
    before = await memory.store.admin.numbers(group)
    await memory.assess(ASKED)
    assert await memory.store.admin.numbers(group) == before, "recording twice at one moment changes nothing"
    clock.move_to(START + timedelta(minutes=1))
    again = await memory.assess(ASKED)
    assert (again.recorded, again.changed) == (False, ())
    clock.move_to(START + timedelta(minutes=60))
    later = await memory.assess(ASKED)
    assert later.recorded
    assert "communication_health: HIGH -> HEALTHY" in later.changed
    kept = await memory.homeostasis.assessments()
    assert [m.status for m in kept] == [Status.CONFIRMED, Status.SUPERSEDED]
    assert kept[1].valid_until == clock.now()
    assert "communication_health=HIGH" in kept[1].tags
    assert await memory.homeostasis.assessments(agent="dev-2") == []
    assert await memory.store.admin.check(group) == []


async def test_an_intake_again_changes_nothing_and_another_one_supersedes(memory: AsyncMemory, group: str) -> None:
    form = {"role": "developer", "domain": "Expo apps", "abilities": ["build screens"], "never": ["use Realm"]}
    first = await memory.homeostasis.intake(form)
    assert [r.memories[0].type for r in first.rules] == ["semantic:hard_rule"]
    before = await memory.store.admin.numbers(group)
    assert not (await memory.homeostasis.intake(form)).new
    assert await memory.store.admin.numbers(group) == before
    assert (await memory.homeostasis.intake({**form, "role": "tech lead"})).new
    live = await memory.store.memories.all(memory.scope, types=["model:domain"])
    assert [m.content for m in live if "intake" in m.tags] == ["dev-1 works as tech lead in Expo apps"]
    assert await memory.store.admin.check(group) == []


async def test_secrets_of_a_state_are_masked_before_anything_is_kept(memory: AsyncMemory, scope: Scope) -> None:
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    failed = {"at": after(minutes=-2), "worker": "w", "task": f"deploy with {token}", "outcome": "failed"}
    found = await memory.assess({"task": "Deploy", "delegations": [failed]})
    kept = await memory.store.memories.all(memory.scope)
    assert token not in found.model_dump_json() + "".join(m.model_dump_json() for m in kept)


async def test_a_malformed_state_raises_and_writes_nothing(memory: AsyncMemory, group: str) -> None:
    with pytest.raises(InvalidInput, match="confidence"):
        await memory.assess({"confidence": 7})
    assert await memory.store.admin.numbers(group) == {}


SAID = [
    ("Never edit files in db/migrations.", {"operation": "write", "path": "db/migrations/1.sql"}),
    ("Do not edit generated files in src/gen.", {"operation": "write", "path": "src/gen/api.ts"}),
    ("Never change .env.", {"command": "echo A=1 >> .env"}),
    ("Never touch the folder legacy.", {"operation": "delete", "path": "legacy/a.py"}),
    ("Never delete backups.", {"command": "rm backups/jan.tgz"}),
    ("Never modify package-lock.json.", {"operation": "write", "path": "package-lock.json"}),
]


async def test_what_people_say_of_files_is_enforced_and_reading_them_is_not_forbidden(memory: AsyncMemory) -> None:
    await memory.ingest([*(turn(rule) for rule, _ in SAID), turn("Never use Realm.")])
    for rule, act in SAID:
        refused = await memory.check_action(act)
        assert refused.action == "deny", rule
        assert rule.rstrip(".") in refused.reason
    for act in ({"command": "cat .env"}, {"operation": "read", "path": "legacy/a.py"}, {"command": "cat realm.md"}):
        assert (await memory.check_action(act)).action == "allow"


def tool(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


def sql(statement: str) -> dict[str, Any]:
    return {"statement": statement}


TAGS = (["git tag v1", "git push --tags", tool("create_tag", tag="v1")], ["git tag --list", "git push origin fix"])
STAGING = (
    ["helm upgrade web ./c --kube-context staging", "kubectl --context staging apply -f x", "kubectl apply -f x"],
    ["kubectl --context staging get pods", "kubectl --context dev apply -f x"],
)
PACKAGES = (["npm install x", "pnpm add x", "uv add x", "cargo add x"], ["npm ci", "pip install -r requirements.txt"])
TERRAFORM = (["terraform apply", "terraform destroy -auto-approve"], ["terraform plan", "terraform state list"])
SUDO = (["sudo apt-get update", "ssh web-1 sudo ls"], ["apt-get update", "ls"])
LEDGER = (
    [sql("DELETE FROM ledger WHERE id = 1"), sql("UPDATE ledger SET a = 1 WHERE id = 2")],
    [sql("INSERT INTO ledger VALUES (1)"), sql("UPDATE accounts SET a = 1 WHERE id = 1")],
)
BUCKETS = (
    ["aws s3 rb s3://logs", tool("delete_bucket", bucket="logs")],
    [tool("list_buckets"), tool("s3_delete_object", bucket="logs", key="a")],
)
HERE = (
    [tool("slack_post_message", channel="#dev", text=text) for text in ("@here hello", "<!here> hello")],
    [tool("slack_post_message", channel="#dev", text=text) for text in ("hello", "come here")],
)
HELD: list[tuple[str, tuple[list[Any], list[Any]], str]] = [
    ("Don't create tags yourself.", TAGS, ""),
    ("Never create git tags.", TAGS, ""),
    ("Don't tag releases yourself.", TAGS, ""),
    ("Hands off the staging cluster.", STAGING, "Only an act that names “the staging cluster”"),
    ("Our staging cluster is off limits.", STAGING, "Only an act that names “Our staging cluster”"),
    ("Never add new dependencies.", PACKAGES, ""),
    ("Stop adding dependencies without asking me.", PACKAGES, "“without asking me” is so cannot be seen"),
    ("Never run terraform apply or terraform destroy.", TERRAFORM, ""),
    ("Never run terraform apply or destroy.", TERRAFORM, ""),
    ("Never run `terraform destroy` or `terraform apply`.", TERRAFORM, ""),
    ("Never use sudo on the build servers.", SUDO, "“on the build servers” is so cannot be seen"),
    ("No sudo on the build servers.", SUDO, "“on the build servers” is so cannot be seen"),
    ("The ledger table is append-only: no updates, no deletes.", LEDGER, ""),
    ("Never update or delete rows in the ledger table.", LEDGER, ""),
    ("Don't change anything in the ledger table, only insert.", LEDGER, ""),
    ("No updates and no deletes on the ledger table.", LEDGER, ""),
    ("Never delete S3 buckets.", BUCKETS, ""),
    ("Don't use @here in Slack after 8 am.", HERE, ""),
    ("Never write @here in Slack after 08:00.", HERE, ""),
    (
        "You don't issue refunds.",
        ([tool("create_refund", charge="1"), "stripe refunds create -c 1"], ["stripe refunds list"]),
        "",
    ),
    (
        "Nobody deploys to production.",
        ([tool("sync_application", environment="production")], [tool("sync_application", environment="staging")]),
        "",
    ),
    (
        "Never commit API keys.",
        (["git add .env && git commit -m x"], ["git add a.py && git commit -m x", "git add .env.example"]),
        "Commits of files that usually hold secrets",
    ),
]


@pytest.mark.parametrize(("said", "acts", "told"), HELD, ids=[said for said, _, _ in HELD])
async def test_what_a_rule_in_plain_words_forbids_is_stopped_and_what_is_near_it_runs(
    memory: AsyncMemory, said: str, acts: tuple[list[Any], list[Any]], told: str
) -> None:
    (result,) = await memory.ingest([turn(said)])
    assert told in " ".join(result.notices)
    assert bool(told) is bool(result.notices)
    for act in acts[0]:
        verdict = await memory.check_action({"command": act} if isinstance(act, str) else act)
        against = [one for one in verdict.objections if one.source == "hard_rule"]
        assert [one.what for one in against] == [said.rstrip(".")], act
        assert verdict.why_not_closed is not None or verdict.action == "deny"
        assert not told or against[0].verdict == "warn" or "staging" in str(act)
    for act in acts[1]:
        verdict = await memory.check_action({"command": act} if isinstance(act, str) else act)
        assert not [one for one in verdict.objections if one.source == "hard_rule"], act


PUSH, YARN = {"command": "git push origin main"}, {"command": "yarn add left-pad"}
BILLING = {"operation": "write", "path": "legacy/billing/a.py"}
BINDS: list[tuple[str, dict[str, str], str]] = [
    ("Could you please not push to main? Fix the header.", PUSH, "deny"),
    ("Could you stop using yarn?", YARN, "deny"),
    ("Can we agree that nobody pushes to main?", PUSH, "deny"),
    ("Would you mind not pushing to main?", PUSH, "deny"),
    ("It'd be nice if nobody pushed to main.", PUSH, "deny"),
    ("I'd rather we didn't push to main.", PUSH, "deny"),
    ("I'd rather you didn't use yarn.", YARN, "deny"),
    ("Could you push to main?", PUSH, "allow"),
    ("Can we never push to main?", PUSH, "allow"),
    ("Can you tell me whether we never push to main?", PUSH, "allow"),
    ("Please leave legacy/billing alone.", BILLING, "deny"),
    ("Stay out of legacy/billing.", BILLING, "deny"),
    ("legacy/billing stays as it is.", BILLING, "deny"),
    ("Keep your hands off legacy/billing.", BILLING, "deny"),
    ("Keep away from legacy/billing.", BILLING, "deny"),
    ("Only Tomek may edit legacy/billing.", BILLING, "warn"),
    ("Never push to main. Just joking.", PUSH, "allow"),
    ("Never push to main. Haha.", PUSH, "allow"),
    ("Never push to main. 😄", PUSH, "allow"),
    ("Never push to main. No joke.", PUSH, "deny"),
    ("Never push to main. I'm not kidding.", PUSH, "deny"),
]


@pytest.mark.parametrize(("said", "act", "answer"), BINDS, ids=[said for said, _, _ in BINDS])
async def test_what_is_politely_asked_for_or_forbidden_without_a_negation_binds_unless_it_is_a_joke(
    said: str, act: dict[str, str], answer: str, embedded_url: str, group: str, clock: VirtualClock
) -> None:
    async with memorist.open(embedded_url, group=group, user="ann", settings=test_settings(), clock=clock) as memory:
        await ingested(memory, said)
        assert (await memory.check_action(act)).action == answer


TIMED = {  # what is said on 1 February 2026, and days on which it is denied and allowed to push to main
    "We are in a code freeze from 1 to 15 March. Nothing gets pushed to main in that time.": ("03-10", "03-21"),
    "Tomek is on holiday until 20 March. Nobody pushes to main till then.": ("03-10", "03-25"),
    "The audit is on 10 March. No pushes to main on that day.": ("03-10", "03-11"),
    "The audit is on 10 March. Tomek leads it. Never push to main that day.": ("03-10", "03-11"),
    "The release is on 12 March. Don't push to main before then.": ("03-10", "03-25"),
    "No pushes to main on Black Friday.": ("11-27", "02-06"),
    "Never push to main in Black Friday week (23 to 30 November).": ("11-25", "02-06"),
    "Don't push to main on Good Friday.": ("04-03", "02-06"),
    "Nobody pushes to main on Easter Monday.": ("04-06", "02-09"),
    "Don't push to main on Whit Monday.": ("05-25", "02-09"),
}


@pytest.mark.parametrize("said", TIMED)
async def test_a_rule_holds_on_the_day_that_the_sentence_before_names_or_that_has_a_name(
    said: str, embedded_url: str, group: str, clock: VirtualClock
) -> None:
    async with memorist.open(embedded_url, group=group, user="ann", settings=test_settings(), clock=clock) as memory:
        await ingested(memory, said)
        for day, answer in zip(TIMED[said], ("deny", "allow"), strict=True):
            clock.move_to(datetime.fromisoformat(f"2026-{day}T10:00:00+00:00"))
            assert (await memory.check_action(PUSH)).action == answer, day


KNOWN = {"status": "LOW", "score": 0.5}
JUDGED = (
    '{"certainty_alignment": {"state": "LOW", "reason": "it guesses"}, '
    '"knowledge_application": {"state": "HEALTHY", "reason": "it uses what it read"}}'
)


@pytest.mark.parametrize(
    ("answer", "failure", "state", "judged_by"),
    [
        (JUDGED, None, "LOW", "ollama:judge"),
        ("no JSON at all", None, "HEALTHY", "computed"),
        (JUDGED, "error_500", "HEALTHY", "computed"),
        (JUDGED, "slow", "HEALTHY", "computed"),
    ],
)
async def test_a_model_may_correct_a_judgement_and_may_fail(
    answer: str, failure: Failure | None, state: str, judged_by: str, embedded_url: str, group: str, clock: VirtualClock
) -> None:
    with OllamaWire(models=("judge:latest",), replies=deque([answer])) as wire:
        wire.fail(failure)
        soon = 1.0 if failure == "slow" else 60.0
        settings = test_settings(homeostasis_model="ollama:judge", homeostasis_model_timeout=soon, ollama_url=wire.url)
        async with memorist.open(embedded_url, group=group, agent="dev-1", settings=settings, clock=clock) as memory:
            found = await memory.assess({"task": "Add auth", "confidence": 0.6, "knowledge": KNOWN}, record=False)
    certainty = found.dimension("certainty_alignment")
    assert (certainty.state, certainty.judged_by) == (state, judged_by)
    assert bool(found.failed) == (judged_by == "computed")
