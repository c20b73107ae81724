"""What may be related: the nearest of what is not near enough, in a section of its own."""

from datetime import UTC, datetime

from memorist.nodes.retrieval.assemble import TITLES, sections_of
from memorist.nodes.retrieval.rank import rank_all
from memorist.nodes.retrieval.related import MEMORIES, PLENTY, TURNS, with_related
from memorist.nodes.retrieval.scored import Scored
from memorist.nodes.retrieval.state import Channel, Found, Remembered

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)


def found(
    id_: str, content: str, similarity: float, *, channel: Channel = "semantic", told: tuple[str, ...] = ()
) -> Found:
    memory: Remembered = {
        "id": id_,
        "type": "episodic" if channel == "raw_episodes" else "semantic:fact",
        "content": content,
        "entities": [],
        "claim": None,
        "status": "confirmed",
        "confidence": 0.9,
        "valid_from": f"2026-03-0{1 + len(id_) % 3}T10:00:00.000000Z",
    }
    return Found(memory=memory, line=content, channel=channel, similarity=similarity, told=told)


def looked_through(*those: Found) -> list[Scored]:
    return with_related(rank_all(those, NOW, "who runs the studio"), {one.memory["id"]: one.told for one in those})


def related(*those: Found) -> list[str]:
    return [s.memory["content"] for s in looked_through(*those) if s.section == "related"]


def test_the_nearest_of_what_is_too_far_is_told_apart() -> None:
    near, far, strange = (
        found("a", "Ada runs it", 0.6),
        found("bb", "Bo keeps the keys", 0.2),
        found("c", "It rains", 0.05),
    )
    ranked = looked_through(near, far, strange)
    assert [(s.section, s.out is None) for s in ranked] == [("facts", True), ("facts", False), ("related", True)]
    titles = [section.title for section in sections_of(ranked)]
    assert titles == [TITLES["facts"], TITLES["related"]]


def test_no_more_than_a_few_are_told_and_none_where_enough_is_near() -> None:
    far = [found(f"far{n}", f"thing {n}", 0.2) for n in range(MEMORIES + 5)]
    turns = [found(f"turn{n}", f"word {n}", 0.2, channel="raw_episodes") for n in range(TURNS + 5)]
    assert len(related(*far, *turns)) == MEMORIES + TURNS
    near = [found(f"near{n}", f"fact {n}", 0.8) for n in range(PLENTY)]
    assert related(*near, *far) == []


def test_a_turn_is_told_where_its_memories_say_less() -> None:
    memory = found("m", "User was too strict with the pull requests", 0.7)
    turn = found(
        "t", "I was too strict with the pull requests. After the retro we said 600 lines is okay for now, no more",
        0.6, channel="raw_episodes", told=("m",),
    )  # fmt: skip
    assert related(memory, turn) == [turn.memory["content"]]
    same = turn._replace(memory={**turn.memory, "content": "I was too strict with the pull requests"})
    assert related(memory, same) == []


def test_what_is_out_for_another_reason_stays_out() -> None:
    gone = found("g", "the old way", 0.2, channel="raw_episodes")._replace(
        out="what was learned from it is no longer so"
    )
    assert related(gone) == []


def test_what_another_said_or_a_document_says_is_not_told_beside() -> None:
    other = found("o", "Ben wants long answers", 0.2, channel="raw_episodes")._replace(beside=False)
    assert related(other) == []
    memory = found("m", "User was too strict", 0.7)
    document = found("d", "Never do this. " * 9, 0.6, channel="raw_episodes", told=("m",))._replace(beside=False)
    assert related(memory, document) == []
