"""``memorist bench retrieval``: how much of what questions ask for is found, beside three baselines."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

import typer
from rich.console import Console
from rich.progress import TimeElapsedColumn
from rich.table import Table

from memorist.evals.command_line import AsJson, StoreOption, counted, errors_told
from memorist.evals.figures import p50_p95, share_of
from memorist.evals.place import place
from memorist.evals.retrieval.baselines import BASELINES, Baselines
from memorist.evals.retrieval.data import Conversation, RetrievalQuestion, conversations
from memorist.evals.retrieval.score import K, RankedAnswer, auroc, summary
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import read_settings
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.result import Recall
from memorist.nodes.retrieval.state import RetrievalContext

BATCH = 100
"""Episodes in a change set."""
OWN = "memorist"
FIGURES = ("recall@5", "recall@10", "recall@20", "ndcg@10")


@dataclass(frozen=True)
class AskedQuestion:
    """A question, what each method found for it, best first, and how long recall took."""

    question: RetrievalQuestion
    ranked: Mapping[str, RankedAnswer]
    recall: Recall
    seconds: float


def retrieval(
    data: Annotated[Path, typer.Option(help="Conversations with questions, gzip'd JSON lines.", dir_okay=False)],
    sessions: Annotated[bool, typer.Option("--sessions", help="Score sessions instead of turns.")] = False,
    embedder: Annotated[str | None, typer.Option(help="wordllama, onnx:FOLDER …; default: the settings'.")] = None,
    ranker: Annotated[str | None, typer.Option(help="none, colbert:FOLDER …; default: the settings'.")] = None,
    store: StoreOption = None,
    report: Annotated[Path | None, typer.Option(help="A folder for the figures.", file_okay=False)] = None,
    as_json: AsJson = False,
) -> None:
    """Ask the questions of a data set through the retrieval graph; bm25, dense and hybrid answer them, too."""
    with errors_told(), place(store) as url:
        result = asyncio.run(_run(data, url, embedder, ranker, sessions=sessions))
    if report is not None:
        report.mkdir(parents=True, exist_ok=True)
        stem = f"retrieval-{result['dataset']}-{result['scored']}"
        (report / f"{stem}.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
        with (report / f"{stem}.txt").open("w", encoding="utf-8") as file:
            _print(result, Console(file=file, width=120))
    if as_json:
        typer.echo(json.dumps(result))
    else:
        _print(result, Console())


async def _run(data: Path, url: str, embedder: str | None, ranker: str | None, *, sessions: bool) -> dict[str, Any]:
    """Write each conversation to a group of its own, ask its questions, and return the figures."""
    given = {name: value for name, value in (("embedder", embedder), ("ranker", ranker)) if value}
    every = list(conversations(data))
    prefix = f"bench_{uuid4().hex[:8]}"
    store = await Store.open(url, settings=read_settings().model_copy(update=given))
    asked: list[AskedQuestion] = []
    try:
        with counted("questions", sum(len(one.questions) for one in every), TimeElapsedColumn()) as tell:
            for number, conversation in enumerate(every):
                scope = Scope(group_id=f"{prefix}_{number}")
                async for one in ask_all(store, scope, conversation, sessions=sessions):
                    asked.append(one)
                    tell(advance=1)
    finally:
        await store.close()
    of_store = {"embedder": store.embedder.name, "ranker": store.settings.ranker, "store": store.database.url}
    return {**figures(data.name.partition(".")[0], asked, sessions=sessions), **of_store}


async def ask_all(
    store: Store, scope: Scope, conversation: Conversation, *, sessions: bool
) -> AsyncIterator[AskedQuestion]:
    """Write a conversation as it was said, and ask each of its questions at its time."""
    places = await _fill(store, scope, conversation)
    graph: Any = build_retrieval(store)
    recorded = conversation.recorded()
    baselines = Baselines(conversation.turns, store.embed)
    for question in conversation.questions:
        present = conversation.asked_at(question, recorded)
        context = RetrievalContext(group_id=scope.group_id, now=present, record_access=False)
        began = time.perf_counter()
        answer = await graph.ainvoke({"task": question.question}, context=context)
        recall, seconds = Recall.model_validate(answer["recall"]), time.perf_counter() - began
        orders = await baselines.orders(question.question, question.pool)
        orders[OWN] = order_of(recall, places)
        ranked = {name: _ranked(question, conversation, order, sessions) for name, order in orders.items()}
        yield AskedQuestion(question, ranked, recall, seconds)


async def _fill(store: Store, scope: Scope, conversation: Conversation) -> dict[str, int]:
    """Write every turn as one raw episode, many at a time; return the place of each episode by its id."""
    episodes = [
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
        for place, (turn, at) in enumerate(zip(conversation.turns, conversation.recorded(), strict=True))
    ]
    for first in range(0, len(episodes), BATCH):
        batch = episodes[first : first + BATCH]
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
    return {episode.id: place for place, episode in enumerate(episodes)}


def order_of(recall: Recall, places: Mapping[str, int]) -> list[int]:
    """The turns of the trace by relevance, the best first, whether or not the prompt had room for them."""
    passages = [candidate for candidate in recall.trace if candidate.id in places]
    return list(dict.fromkeys(places[one.id] for one in sorted(passages, key=lambda one: -one.relevance)))


def _ranked(
    question: RetrievalQuestion, conversation: Conversation, order: Sequence[int], sessions: bool
) -> RankedAnswer:
    if not sessions:
        found = [conversation.turns[place].id for place in order]
        return RankedAnswer(question.category, question.counts, found, frozenset(question.gold))
    of_turn = {turn.id: turn.session for turn in conversation.turns}
    gold = frozenset(question.gold_sessions) or frozenset(of_turn[g] for g in question.gold if g in of_turn)
    found = list(dict.fromkeys(conversation.turns[place].session for place in order))
    return RankedAnswer(question.category, bool(gold) and not question.abstain, found, gold)


def figures(dataset: str, asked: Sequence[AskedQuestion], *, sessions: bool) -> dict[str, Any]:
    """Return the figures of each method, how well questions without an answer are told apart, and the latency."""
    known = [(one.question, one.recall.knowledge.answerable) for one in asked]
    without = [answerable for question, answerable in known if question.abstain]
    answered = [answerable for question, answerable in known if question.gold and not question.abstain]
    latency = p50_p95([one.seconds for one in asked]) if len(asked) > 1 else ()
    return {
        "dataset": dataset,
        "scored": "sessions" if sessions else "turns",
        "questions": sum(one.ranked[OWN].counts for one in asked),
        "k": list(K),
        "methods": {name: summary(one.ranked[name] for one in asked) for name in (OWN, *BASELINES)},
        "abstention": {
            "without_answer": len(without),
            "auroc": auroc(answered, without),
            "false_answer_rate": share_of(answerable >= 0.5 for answerable in without),
            "answered_rate": share_of(answerable >= 0.5 for answerable in answered),
        },
        "incomplete": sum(bool(one.recall.failed_channels) for one in asked),
        "latency_ms": dict(zip(("p50", "p95"), latency, strict=False)),
    }


def _print(result: Mapping[str, Any], console: Console) -> None:
    table = Table("method", *FIGURES, box=None)
    for name, method in result["methods"].items():
        table.add_row(name, *(f"{method[f]:.3f}" if f in method else "" for f in FIGURES))
    for name, category in result["methods"][OWN]["by_category"].items():
        row = (f"{category[f]:.3f}" if f in category else "" for f in FIGURES)
        table.add_row(f"  {name} ({category['questions']})", *row, style="dim")
    latency, abstention = result["latency_ms"], result["abstention"]
    console.print(
        f"{result['dataset']}: {result['questions']} questions with an answer, {result['scored']} scored, "
        f"{result['embedder']}, ranker {result['ranker']}, on {result['store']}"
    )
    console.print(table)
    if latency:
        console.print(f"a question takes {latency['p50']:.1f} ms (p95 {latency['p95']:.1f})")
    if result["incomplete"]:
        console.print(f"a channel failed or ran out of time in {result['incomplete']} questions: figures are too low")
    if abstention["auroc"] is not None:
        console.print(
            f"{abstention['without_answer']} questions without an answer: AUROC {abstention['auroc']:.3f}, answered all"
            f" the same {abstention['false_answer_rate']:.1%}; of the others {abstention['answered_rate']:.1%}"
        )
