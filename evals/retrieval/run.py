"""The benchmark: conversations into a store as they were said, questions through the retrieval graph."""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import numpy as np

from memorist.evals.retrieval.baselines import BASELINES, Bm25, baseline_orders, unit
from memorist.evals.retrieval.data import Conversation, RetrievalQuestion, conversations
from memorist.evals.retrieval.score import K, RankedAnswer, auroc, summary
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.result import Recall
from memorist.nodes.retrieval.state import RetrievalContext

BATCH = 100
OWN = "memorist"


@dataclass
class RetrievalProgress:
    """Intermediate results of a run."""

    asked: dict[str, list[RankedAnswer]] = field(default_factory=lambda: defaultdict[str, list[RankedAnswer]](list))
    seconds: list[float] = field(default_factory=list[float])
    answerable: list[float] = field(default_factory=list[float])
    unanswerable: list[float] = field(default_factory=list[float])
    held_answered: int = 0
    wrongly_answered: int = 0
    incomplete: int = 0


async def measure(
    path: Path, store: Store, *, prefix: str, sessions: bool = False, watch: Callable[[int], None] = lambda _: None
) -> dict[str, Any]:
    """Run the benchmark of one file; ``prefix`` begins the names of its groups, ``watch`` hears of each question."""
    outcome = RetrievalProgress()
    graph = build_retrieval(store)
    for number, conversation in enumerate(conversations(path)):
        scope = Scope(group_id=f"{prefix}_{number}")
        places = await fill(store, scope, conversation)
        await _ask_all(graph, store, scope, conversation, places, outcome, sessions=sessions, watch=watch)
    ms = [second * 1e3 for second in outcome.seconds]
    return {
        "dataset": path.name.partition(".")[0],
        "scored": "sessions" if sessions else "turns",
        "questions": sum(a.counts for a in outcome.asked[OWN]),
        "k": list(K),
        "methods": {name: summary(outcome.asked[name]) for name in (OWN, *BASELINES)},
        "abstention": _abstention(outcome),
        "incomplete": outcome.incomplete,
        "latency_ms": {"p50": round(median(ms), 3), "p95": round(quantiles(ms, n=20)[-1], 3)} if len(ms) > 1 else {},
        "embedder": store.embedder.name,
        "ranker": store.settings.ranker,
        "store": store.database.url,
    }


async def fill(store: Store, scope: Scope, conversation: Conversation) -> dict[str, int]:
    """Write every turn as one raw episode, many at a time; return the place of each episode by its id."""
    episodes: list[RawEpisode] = []
    for place, (turn, at) in enumerate(zip(conversation.turns, conversation.recorded(), strict=True)):
        episodes.append(
            RawEpisode(
                id=stable_id(scope.group_id, "episode", "bench", str(place), turn.id),
                scope=scope.model_copy(update={"session_id": turn.session}),
                name=f"turn of {turn.speaker}"[:256],
                content=turn.text.replace("\x00", " "),
                source="message",
                description="turn",
                at=turn.at,
                created_at=at,
                speaker=turn.speaker,
            )
        )
    for first in range(0, len(episodes), BATCH):
        await _write(store, scope, first, episodes[first : first + BATCH])
    return {episode.id: place for place, episode in enumerate(episodes)}


async def _write(store: Store, scope: Scope, first: int, batch: Sequence[RawEpisode]) -> None:
    await store.changes.apply(
        ChangeSet(
            id=stable_id(scope.group_id, "bench", str(first)),
            group_id=scope.group_id,
            at=batch[-1].created_at,
            run="bench",
            reason="a conversation to be asked about",
            episodes=tuple(batch),
        )
    )


async def _ask_all(
    graph: Any,
    store: Store,
    scope: Scope,
    conversation: Conversation,
    places: dict[str, int],
    outcome: RetrievalProgress,
    *,
    sessions: bool,
    watch: Callable[[int], None],
) -> None:
    recorded = conversation.recorded()
    units = [unit(turn) for turn in conversation.turns]
    words, vectors = Bm25(units), np.asarray(await store.embed(units))
    for question in conversation.questions:
        watch(1)
        present = conversation.asked_at(question, recorded)
        recall, seconds = await _ask(graph, scope, question, present)
        outcome.seconds.append(seconds)
        outcome.incomplete += bool(recall.failed_channels)
        _note_abstention(recall, question, outcome)
        [vector] = await store.embed([question.question])
        pool = question.pool or len(units)
        orders = baseline_orders(words, vectors, question.question, vector, pool)
        orders[OWN] = order_of(recall, places)
        for name, order in orders.items():
            outcome.asked[name].append(_asked(question, conversation, order, sessions=sessions))


async def _ask(graph: Any, scope: Scope, question: RetrievalQuestion, present: datetime) -> tuple[Recall, float]:
    context = RetrievalContext(group_id=scope.group_id, now=present, record_access=False)
    began = time.perf_counter()
    answer = await graph.ainvoke({"task": question.question}, context=context)
    return Recall.model_validate(answer["recall"]), time.perf_counter() - began


def order_of(recall: Recall, places: dict[str, int]) -> list[int]:
    """The turns of the trace by relevance, the best first, whether or not the prompt had room for them."""
    passages = [candidate for candidate in recall.trace if candidate.id in places]
    return list(dict.fromkeys(places[one.id] for one in sorted(passages, key=lambda one: -one.relevance)))


def _asked(
    question: RetrievalQuestion, conversation: Conversation, order: Sequence[int], *, sessions: bool
) -> RankedAnswer:
    if not sessions:
        found = [conversation.turns[place].id for place in order]
        return RankedAnswer(question.category, question.counts, found, frozenset(question.gold))
    of_turn = {turn.id: turn.session for turn in conversation.turns}
    gold = frozenset(question.gold_sessions) or frozenset(of_turn[g] for g in question.gold if g in of_turn)
    found = list(dict.fromkeys(conversation.turns[place].session for place in order))
    return RankedAnswer(question.category, bool(gold) and not question.abstain, found, gold)


def _note_abstention(recall: Recall, question: RetrievalQuestion, outcome: RetrievalProgress) -> None:
    answered = recall.knowledge.answerable >= 0.5
    if question.abstain:
        outcome.unanswerable.append(recall.knowledge.answerable)
        outcome.wrongly_answered += answered
    elif question.gold:
        outcome.answerable.append(recall.knowledge.answerable)
        outcome.held_answered += answered


def _abstention(outcome: RetrievalProgress) -> dict[str, Any]:
    def share(part: int, whole: int) -> float | None:
        return round(part / whole, 4) if whole else None

    return {
        "without_answer": len(outcome.unanswerable),
        "auroc": auroc(outcome.answerable, outcome.unanswerable),
        "false_answer_rate": share(outcome.wrongly_answered, len(outcome.unanswerable)),
        "answered_rate": share(outcome.held_answered, len(outcome.answerable)),
    }
