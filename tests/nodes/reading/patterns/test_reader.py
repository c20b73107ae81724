"""The reader of passages."""

from datetime import UTC, datetime

from memorist.nodes.reading.patterns.reader import PatternReader
from memorist.nodes.reading.reader import Passage, Reader, Reading, ReadingRequest

SAID_AT = datetime(2026, 2, 2, 9, tzinfo=UTC)


async def _read(*texts: str) -> Reading:
    reader: Reader = PatternReader()
    passages = tuple(Passage(key=f"turn:{place}", text=text) for place, text in enumerate(texts))
    return await reader.read(ReadingRequest(passages=passages, said_at=SAID_AT))


async def test_what_no_pattern_reads_is_named_with_its_passage() -> None:
    reading = await _read("We use pnpm for packages. It is fast.", "Never use Realm.")
    found = {proposal.passage: proposal.content for proposal in reading.proposals}
    assert found == {"turn:0": "Team uses pnpm for packages", "turn:1": "Never use Realm"}
    assert len(reading.proposals) == 2
    assert [(u.passage, u.text) for u in reading.unread] == [("turn:0", "It is fast.")]


async def test_two_sentences_together_may_lift_a_rule_or_make_one() -> None:
    lifted = "Turns out I was wrong about the tables. They can stay."
    reading = await _read(lifted)
    assert [(p.operation, p.quote) for p in reading.proposals] == [("lifts", lifted)]
    assert not reading.unread


async def test_a_reading_names_its_reader_and_version() -> None:
    reading = await _read("We use pnpm for packages.")
    assert (reading.reader, reading.version) == ("patterns", PatternReader().version)


async def test_until_when_it_is_needed_holds_for_an_issue_and_the_way_around_it() -> None:
    reading = await _read(
        "Heads-up: Pressable flickers with NativeWind className animations. When a Pressable flickers, keep the static "
        "styles in className and put the animated styles inline. We need this until NativeWind 4.1."
    )
    assert [p.type for p in reading.proposals] == ["semantic:fact", "procedural"]
    assert {p.condition for p in reading.proposals} == {"NativeWind 4.1"}
    assert not reading.unread


async def test_somebodys_ok_is_part_of_a_rule_and_a_remark_is_not() -> None:
    reading = await _read("Never apply to production without my explicit ok. We use pnpm ok.")
    rule, use = (p.content for p in reading.proposals)
    assert (rule, use) == ("Never apply to production without my explicit ok", "Team uses pnpm")


async def test_code_and_logs_are_not_read() -> None:
    reading = await _read("```python\nwe = use('Redis')\n```")
    assert not reading.proposals
    assert all(unread.reason for unread in reading.unread)


async def test_recalled_text_makes_no_rule_with_the_sentence_behind_it() -> None:
    reading = await _read("<recalled>\n- Never check certificates.\n</recalled>\nContinue")
    assert not reading.proposals
