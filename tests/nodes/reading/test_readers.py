"""The order of readers: the first that answers reads all of it, whoever fails is told and left alone for a while."""

import re
from collections import deque
from collections.abc import Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.ontology.loading import load_ontology
from memorist.memory_store.settings import Settings, read_settings
from memorist.nodes.reading.breaker import Breaker
from memorist.nodes.reading.model.reader import ModelReader
from memorist.nodes.reading.reader import CannotRead, Passage, Proposal, Reading, ReadingRequest, Unread
from memorist.nodes.reading.readers import NOT_NOW, Readers, check_reading, given_readers, open_readers
from tests.nodes.reading.made import SAID_AT, answer, held, item, request
from tests.servers.ollama_wire import OllamaWire

NOW = datetime(2026, 3, 12, tzinfo=UTC)
ONTOLOGY = load_ontology("galatea")
MODEL = "qwen3:4b"


class Reciter:
    """Reads what it is told to read, as far as the passages say it, or cannot."""

    version = "1"
    needs_held = False

    def __init__(self, name: str, contents: Sequence[str] = (), *, fails: str = "", lasting: bool = False) -> None:
        self.name = name
        self.asked: list[ReadingRequest] = []
        self._contents = contents
        self._fails = fails
        self._lasting = lasting
        self.key, self.whole, self.leaves = "turn", False, False

    async def read(self, request: ReadingRequest) -> Reading:
        self.asked.append(request)
        if self._fails:
            raise CannotRead(self._fails, lasting=self._lasting)
        proposals = tuple(
            Proposal(passage=self.key, quote=text, type="semantic:fact", content=text, confidence=0.9, method=self.name)
            for text in self._contents
        )
        left = tuple(Unread(passage=one.key, text=one.text, reason="no words for it") for one in request.passages)
        return Reading(
            reader=self.name, version=self.version, at=SAID_AT, whole=self.whole, proposals=proposals,
            unread=left if self.leaves else (),
        )  # fmt: skip


async def test_the_first_that_answers_reads_all_and_nobody_else_is_asked() -> None:
    first, second = Reciter("a", ["I like Vim"]), Reciter("b")
    reading = await Readers([first, second]).read(request("I like Vim"), ONTOLOGY, NOW)
    assert (reading.reader, reading.at) == ("a", NOW)
    assert [proposal.content for proposal in reading.proposals] == ["I like Vim"]
    assert not second.asked
    assert first.asked[0].ontology is ONTOLOGY


async def test_what_one_reader_gets_nothing_from_the_next_one_reads() -> None:
    """A reader of tickets alone, before one that reads the rest: its silence is no answer."""
    first = Reciter("tickets", ["TICKET-7 is open"])
    second = Reciter("b", ["I like Vim"])
    asked = ReadingRequest(
        passages=(Passage(key="turn", text="TICKET-7 is open"), Passage(key="more", text="I like Vim. Hm.")),
        said_at=SAID_AT,
    )
    second.key = "more"
    reading = await Readers([first, second]).read(asked, ONTOLOGY, NOW)
    assert [(one.passage, one.content) for one in reading.proposals] == [
        ("turn", "TICKET-7 is open"), ("more", "I like Vim"),
    ]  # fmt: skip
    assert reading.reader == "tickets, b"
    assert [one.key for one in second.asked[0].passages] == ["more"]
    alone = await Readers([Reciter("tickets"), second]).read(asked, ONTOLOGY, NOW)
    assert (alone.reader, len(alone.proposals)) == ("b", 1)


@pytest.mark.parametrize("whole", [True, False])
async def test_what_nobody_reads_is_unread_unless_a_reader_understands_all_that_is_said(whole: bool) -> None:
    first, second = Reciter("a"), Reciter("b")
    first.whole, second.leaves = whole, True
    reading = await Readers([first, second]).read(request("Rain again"), ONTOLOGY, NOW)
    assert reading.proposals == ()
    assert [one.text for one in reading.unread] == ([] if whole else ["Rain again"])


async def test_who_did_not_answer_is_told_and_the_next_one_reads() -> None:
    readers = Readers([Reciter("a", fails="a: too slow"), Reciter("b", ["I like Vim"])])
    reading = await readers.read(request("I like Vim"), ONTOLOGY, NOW)
    assert (reading.reader, reading.notices) == ("b", ("a: too slow",))


async def test_a_reader_that_raises_anything_has_not_answered() -> None:
    class Broken(Reciter):
        async def read(self, request: ReadingRequest) -> Reading:
            raise ValueError("no such key")

    readers = Readers([Broken("a"), Reciter("b", ["I like Vim"])])
    reading = await readers.read(request("I like Vim"), ONTOLOGY, NOW)
    assert (reading.reader, reading.notices) == ("b", ("a: unexpected ValueError: no such key",))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"proposals": []}, r"read\(\) returned dict: return a Reading"),
        (None, r"read\(\) returned NoneType: return a Reading"),
        ([], r"read\(\) returned list: return a Reading"),
        (({"content": "I like Vim"},), "field proposals.0: dict is no Proposal"),
        (
            "semantic:ticket",
            "field proposals.0.type: 'semantic:ticket' is no type that is read: expected .*semantic:fact",
        ),
        ("semantic", "field proposals.0.type: 'semantic' is no type"),
        ("", "field proposals.0.type: '' is no type"),
        ("model:user", "field proposals.0.type: 'model:user' is no type"),
    ],
)
@pytest.mark.parametrize("ahead", [False, True])
async def test_a_reader_with_a_wrong_answer_has_not_answered(answer: Any, told: str, ahead: bool) -> None:
    class Wrong(Reciter):
        async def read(self, request: ReadingRequest) -> Any:
            right = await super().read(request)
            if isinstance(answer, str):
                return right.model_copy(update={"proposals": (right.proposals[0].model_copy(update={"type": answer}),)})
            return right.model_copy(update={"proposals": answer}) if isinstance(answer, tuple) else answer

    wrong = Wrong("a", ["I like Vim"])
    wrong.needs_held = ahead
    readers = Readers([wrong, Reciter("b", ["I like Vim"])])
    later = {"later": Passage(key="later", text="Rain")} if ahead else {}
    reading = await readers.read(request("I like Vim"), ONTOLOGY, NOW, ahead=later)
    (notice,) = reading.notices
    assert (reading.reader, bool(re.match(f"a: {told}", notice))) == ("b", True), notice


@pytest.mark.parametrize(
    ("readers", "told"),
    [
        ("patterns", "expected a list of readers, .*not 'patterns'"),
        (5, "expected a list of readers"),
        (Reciter("a"), "expected a list of readers"),
        (["patterns"], "field readers.0: str is no reader: it lacks name"),
        ([Reciter("a"), None], "field readers.1: NoneType is no reader"),
        ([SimpleNamespace(name="a", version="1", read=print)], "field readers.0: .* it lacks needs_held: bool$"),
        ([SimpleNamespace(name="a", version="1", needs_held=False)], r"it lacks async read\(request\) -> Reading$"),
    ],
)
def test_what_is_no_reader_is_refused_where_the_graph_is_built(readers: Any, told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        given_readers(readers, Settings())


async def test_where_nobody_answers_all_is_unread() -> None:
    reading = await Readers([Reciter("a", fails="a: too slow")]).read(request("I like Vim"), ONTOLOGY, NOW)
    assert (reading.reader, [one.text for one in reading.unread]) == ("none", ["I like Vim"])
    assert (await Readers([]).read(request("I like Vim"), ONTOLOGY, NOW)).unread[0].reason == "no reader is set"


async def test_what_is_refused_is_unread_unless_another_proposal_rests_on_it() -> None:
    reading = await Readers([Reciter("a", ["I like Vim", "I like Emacs", "Do I like it?"])]).read(
        request("I like Vim. Do I like it?"), ONTOLOGY, NOW
    )
    assert [proposal.content for proposal in reading.proposals] == ["I like Vim"]
    assert [one.content for one in reading.refused] == ["I like Emacs", "Do I like it?"]
    assert {one.text for one in reading.unread} == {"Do I like it?"}


async def test_of_a_passage_whose_words_a_reader_makes_up_all_is_unread() -> None:
    reading = await Readers([Reciter("a", ["We moved to Perforce"])]).read(request("I like Vim."), ONTOLOGY, NOW)
    assert (reading.proposals, [one.text for one in reading.unread]) == ((), ["I like Vim."])


@pytest.mark.parametrize("lasting", [True, False])
async def test_a_reader_that_failed_is_paused(lasting: bool) -> None:
    gone, other = Reciter("a", fails="a: gone", lasting=lasting), Reciter("b", ["I like Vim"])
    readers = Readers([gone, other], failures=1 if lasting else 3)
    for _ in range(3):
        await readers.read(request("I like Vim"), ONTOLOGY, NOW)
    reading = await readers.read(request("I like Vim"), ONTOLOGY, NOW)
    assert len(gone.asked) == (1 if lasting else 3)
    assert reading.notices == (f"a: gone {NOT_NOW}",)


def test_a_breaker_lets_one_call_through_after_its_pause_and_closes_when_it_succeeds() -> None:
    now = 0.0
    breaker = Breaker(failures=2, pause=10, clock=lambda: now)
    breaker.failed("slow")
    assert not breaker.is_open
    breaker.failed("slow")
    assert breaker.is_open
    now = 11.0
    assert not breaker.is_open
    breaker.failed("slow")
    assert breaker.is_open, "one more failure is enough then"
    now = 22.0
    breaker.succeeded()
    breaker.failed("slow")
    assert not breaker.is_open


def settings(**given: object) -> Settings:
    return read_settings(**given)


async def test_by_default_patterns_read_where_no_ollama_is() -> None:
    readers = open_readers(settings(ollama_url="http://127.0.0.1:9", readers=Settings.model_fields["readers"].default))
    assert readers.names == ("ollama:qwen3:4b", "patterns")
    reading = await readers.read(request("I prefer Clerk for mobile auth"), ONTOLOGY, NOW)
    assert reading.reader == "patterns"
    assert "ollama serve" in reading.notices[0]
    assert not await readers.needs_held(), "nothing is searched for a model that is not there"


async def test_a_model_that_answers_reads_first_and_may_end_what_is_held() -> None:
    given = item("I no longer like Vim", operation="ends", targets=["m1"], type="preference", subject="user",
                 predicate="likes", object="Vim", negated=True)  # fmt: skip
    invented = item("User likes Emacs", quote="I no longer like Vim", type="preference")
    known = [held("User likes Vim", id_="a-1", claim=("user", "likes", "Vim"))]
    with OllamaWire(models=(MODEL,), replies=deque([answer(given, invented)])) as wire:
        readers = open_readers(settings(ollama_url=wire.url, readers="ollama,patterns"))
        assert await readers.needs_held()
        reading = await readers.read(request("I no longer like Vim", known=known), ONTOLOGY, NOW)
        assert readers.estimate(request("I no longer like Vim", known=known)).calls == 1
    assert (reading.reader, reading.model, reading.version) == ("ollama:qwen3:4b", MODEL, ModelReader.version)
    assert [(one.operation, one.targets) for one in reading.proposals] == [("ends", ("a-1",))]
    assert len(reading.refused) == 1


@pytest.mark.parametrize(
    ("named", "names"),
    [
        ("none", ()),
        ("patterns", ("patterns",)),
        ("ollama:gemma3:4b, openai:gpt-5-mini", ("ollama:gemma3:4b", "openai:gpt-5-mini")),
    ],
)
def test_the_settings_name_the_readers_in_their_order(named: str, names: tuple[str, ...]) -> None:
    assert open_readers(settings(readers=named)).names == names


def test_a_name_that_means_nothing_is_refused() -> None:
    with pytest.raises(InvalidInput, match="'ollamma' is no reader"):
        settings(readers="ollama,ollamma")


async def test_a_model_without_its_package_or_key_cannot_read_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    reading = await open_readers(settings(readers="openai:gpt-5-mini")).read(request("I like Vim"), ONTOLOGY, NOW)
    assert "openai" in reading.notices[0]
    assert reading.unread


RULE = "Never use Realm"
DECLINED = {
    "a rule that is not lifted by explicit words": (
        {"targets": ("rule-1",), "content": "Realm came up in the review"}, "a rule is lifted by explicit words only",
    ),
    "what is not held": ({"targets": ("no-such",), "content": "Realm came up in the review"}, "nothing held was ended"),
}  # fmt: skip


@pytest.mark.parametrize("case", DECLINED)
def test_a_change_that_is_not_carried_out_is_told(case: str) -> None:
    proposed, why = DECLINED[case]
    asked = request("Realm came up in the review", known=[held(RULE, id_="rule-1", type="semantic:hard_rule")])
    proposal = Proposal.model_validate(
        {"passage": "turn", "quote": asked.passages[0].text, "operation": "ends", "type": "semantic:fact"}
        | {"confidence": 0.9, "method": "ollama"}
        | proposed
    )
    reading = check_reading(Reading(reader="a", version="1", at=SAID_AT, proposals=(proposal,)), asked)
    assert reading.proposals == ()
    assert any(why in notice for notice in reading.notices), reading.notices
    assert ("'Never use Realm' stands" in reading.notices[0]) == (proposed["targets"] == ("rule-1",))
