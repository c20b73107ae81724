"""Contradictions and changed rules reach a real receiver: once, signed, after failures too, and never elsewhere."""

import json
from collections.abc import AsyncGenerator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from memorist.api.memory import AsyncMemory
from memorist.app.webhooks.command import app
from memorist.app.webhooks.outbox import Outbox, State
from memorist.app.webhooks.sending import NotAllowedThere, address_of, wait_after
from memorist.app.webhooks.settings import WebhookSettings, read_webhook_settings
from memorist.app.webhooks.worker import Webhooks
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.app.webhooks.conftest import SECRET, Receiver
from tests.stores import START, test_settings

RULE = {"kind": "manual", "content": "Never use Realm", "reason": "it lost data", "at": "2026-02-01T09:00:00Z"}
AGAINST = {
    "kind": "observation",
    "at": "2026-02-02T09:00:00Z",
    "events": [
        {"time": "2026-02-02T09:00:00Z", "name": "package.install", "attributes": {"package.name": "realm"},
         "body": "installed realm"},
        {"time": "2026-02-02T09:10:00Z", "name": "task.done", "body": "Realm works well as the database"},
    ],
}  # fmt: skip
LATER = START + timedelta(days=2)


@pytest.fixture
async def store(tmp_path: Path, clock: VirtualClock) -> AsyncGenerator[Store]:
    url = f"embedded:{tmp_path / 'store'}"
    opened = await Store.open(url, settings=test_settings(store=url), clock=clock)
    yield opened
    await opened.close()


@pytest.fixture
def settings(receiver: Receiver, tmp_path: Path) -> WebhookSettings:
    return read_webhook_settings(url=receiver.url, secret=SECRET, private=True, log=tmp_path / "log.sqlite", attempts=3)


@pytest.fixture
def webhooks(store: Store, settings: WebhookSettings) -> Webhooks:
    return hooks(store, settings)


def hooks(store: Store, settings: WebhookSettings) -> Webhooks:
    async def opened() -> Store:
        return store

    return Webhooks(opened, settings)


@pytest.fixture
def memory(store: Store) -> AsyncMemory:
    return AsyncMemory(store, Scope(group_id="team", user_id="ana"))


async def answered(memory: AsyncMemory, webhooks: Webhooks, receiver: Receiver, *statuses: int) -> Mapping[State, int]:
    """Send a rule to a receiver that answers with these statuses in turn; how the first attempt ended."""
    await webhooks.once()
    await memory.ingest(RULE)
    receiver.answers = [*statuses]
    return await webhooks.once()


async def test_a_group_that_was_erased_keeps_no_other_from_being_told(
    memory: AsyncMemory, webhooks: Webhooks, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    gone = AsyncMemory(memory.store, Scope(group_id="gone"))
    await gone.ingest(RULE)
    await memory.store.forgetting.forget_group("gone")
    await webhooks.once()
    await memory.ingest(RULE)
    assert await webhooks.once() == {"delivered": 1}
    assert caplog.messages == []


async def test_a_new_rule_and_what_speaks_against_it_are_told_once(
    memory: AsyncMemory, webhooks: Webhooks, receiver: Receiver, clock: VirtualClock
) -> None:
    assert await webhooks.once() == {}
    await memory.ingest([RULE, {"kind": "turn", "role": "user", "content": "We use pnpm for packages"}])
    await webhooks.once()
    [(_, body)] = receiver.came
    assert body["type"] == "rule.changed"
    assert [one["content"] for one in body["data"]["memories"]] == ["Never use Realm"]
    clock.move_to(LATER)
    await memory.ingest(AGAINST)
    assert await webhooks.once() == {"delivered": 1}
    told = receiver.came[-1][1]
    assert (told["type"], told["data"]["group"]) == ("memory.contested", "team")
    assert all(one["status"] == "contested" for one in told["data"]["memories"])
    assert await webhooks.once() == {}
    assert len(set(receiver.ids())) == len(receiver.ids()) == 2


async def test_a_rule_that_a_person_lifts_is_told_and_what_was_before_the_first_look_is_not(
    memory: AsyncMemory, webhooks: Webhooks, receiver: Receiver, clock: VirtualClock
) -> None:
    await memory.ingest({"kind": "turn", "role": "user", "content": "Never deploy on Fridays."})
    await webhooks.once()
    assert receiver.came == []
    clock.move_to(LATER)
    await memory.ingest({"kind": "turn", "role": "user", "content": "We can deploy on Fridays again."})
    await webhooks.once()
    [(_, body)] = receiver.came
    told = {one["content"]: one["status"] for one in body["data"]["memories"]}
    assert (body["type"], told["Never deploy on Fridays"]) == ("rule.changed", "superseded")


async def test_what_fails_is_tried_again_later_and_given_up_in_the_end(
    memory: AsyncMemory, webhooks: Webhooks, receiver: Receiver, clock: VirtualClock, settings: WebhookSettings
) -> None:
    assert await answered(memory, webhooks, receiver, 500, 500, 503) == {"waiting": 1}
    assert await webhooks.once() == {}  # it is not due yet
    for ended in ("waiting", "dead"):
        clock.move_to(clock.now() + timedelta(hours=7))
        assert await webhooks.once() == {ended: 1}
    outbox = Outbox(settings.log_file, memory.store.settings.store)
    [dead] = outbox.list(states=["dead"])
    assert (dead.attempts, dead.answered) == (3, "503 Service Unavailable")
    clock.move_to(clock.now() + timedelta(days=7))
    assert await webhooks.once() == {}

    outbox.redeliver(dead.id, clock.now())
    assert await webhooks.once() == {"delivered": 1}
    assert receiver.ids() == [dead.id] * 4


async def test_what_was_kept_is_sent_after_a_restart_and_by_one_of_two_workers(
    memory: AsyncMemory, settings: WebhookSettings, receiver: Receiver, clock: VirtualClock
) -> None:
    first, second = hooks(memory.store, settings), hooks(memory.store, settings)
    await answered(memory, first, receiver, 500)
    clock.move_to(clock.now() + timedelta(hours=7))
    assert await second.once() == {"delivered": 1}
    assert await first.once() == {}


async def test_a_worker_that_died_while_sending_is_replaced(
    memory: AsyncMemory, webhooks: Webhooks, receiver: Receiver, clock: VirtualClock, settings: WebhookSettings
) -> None:
    await answered(memory, webhooks, receiver, 500)
    clock.move_to(clock.now() + timedelta(hours=7))
    outbox = Outbox(settings.log_file, memory.store.settings.store)
    [taken] = outbox.take(clock.now(), clock.now() + timedelta(minutes=1), 8)
    assert await webhooks.once() == {}
    clock.move_to(clock.now() + timedelta(minutes=2))
    assert await webhooks.once() == {"delivered": 1}
    assert receiver.ids()[-1] == taken.id


async def test_words_that_were_forgotten_meanwhile_are_not_sent(
    memory: AsyncMemory, webhooks: Webhooks, receiver: Receiver, clock: VirtualClock, settings: WebhookSettings
) -> None:
    await answered(memory, webhooks, receiver, 500)
    assert b"Realm" not in settings.log_file.read_bytes()
    await memory.forget([one["id"] for one in receiver.came[0][1]["data"]["memories"]])
    clock.move_to(clock.now() + timedelta(hours=7))
    assert await webhooks.once() == {"dead": 1}
    assert len(receiver.came) == 1


@pytest.mark.parametrize(("status", "ended"), [(302, "waiting"), (410, "dead")])
async def test_a_redirect_is_not_followed_and_a_receiver_that_is_gone_not_asked_again(
    memory: AsyncMemory, webhooks: Webhooks, receiver: Receiver, status: int, ended: str
) -> None:
    receiver.location = receiver.url
    assert await answered(memory, webhooks, receiver, status) == {ended: 1}
    assert len(receiver.came) == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "10.0.0.1", "169.254.169.254", "localhost", "0.0.0.0"])
async def test_an_address_inside_is_not_called(host: str) -> None:
    with pytest.raises(NotAllowedThere):
        await address_of(f"https://{host}/hook", private=False)
    assert await address_of(f"https://{host}/hook", private=True)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"url": "ftp://example.com", "secret": SECRET}, "expected an address"),
        ({"url": "http://example.com", "secret": SECRET}, "https"),
        ({"url": "https://ana:pw@example.com", "secret": SECRET}, "password"),
        ({"url": "https://example.com", "secret": "short"}, "16 bytes"),
        ({"url": "https://example.com", "secret": "whsec_?"}, "base64"),
        ({"url": "https://example.com", "secret": SECRET, "events": "memory.lost"}, "memory.contested"),
    ],
)
def test_wrong_settings_are_named(given: dict[str, str], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        read_webhook_settings(**given)


def test_waits_double_up_to_six_hours() -> None:
    assert [wait_after(attempts, 10) for attempts in (1, 2, 3, 30)] == [10, 20, 40, 6 * 3600]


async def test_the_command_lists_and_sends_again(
    memory: AsyncMemory,
    webhooks: Webhooks,
    receiver: Receiver,
    settings: WebhookSettings,
    clock: VirtualClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await answered(memory, webhooks, receiver, 410)
    monkeypatch.setenv("MEMORIST_WEBHOOK_LOG", str(settings.log_file))
    monkeypatch.setenv("MEMORIST_STORE", memory.store.settings.store)
    run = CliRunner().invoke(app, ["list", "--state", "dead", "--json"])
    [listed] = map(json.loads, run.stdout.splitlines())
    assert (listed["answered"], listed["event"]["kind"]) == ("410 Gone", "rule.changed")
    again = CliRunner().invoke(app, ["redeliver", listed["id"], "--json"])
    assert json.loads(again.stdout)["state"] == "waiting"
    wrong = CliRunner().invoke(app, ["redeliver", "msg_x"])
    assert isinstance(wrong.exception, InvalidInput)
    clock.move_to(datetime.now(UTC) + timedelta(minutes=1))
    assert await webhooks.once() == {"delivered": 1}
