"""Fit the weights of ``nodes/retrieval/weights.json`` on conversations whose questions name the turns that answer.

    python tools/fit_ranking.py ../shared/data

Fitted on LoCoMo's first two conversations, the questions of LongMemEval-S with an even place, RealMem's first persona
and three of the six chats of `evals/told`; the others are kept aside and reported: the share of questions all of whose
evidence is included in a prompt of so many tokens. Turns are searched as the store does it, by vector and by words.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from memorist.evals.retrieval.baselines import Bm25, unit
from memorist.evals.retrieval.data import Conversation, RetrievalQuestion, conversations
from memorist.evals.retrieval.score import auroc
from memorist.memory_store.embedders.minilm import MiniLmEmbedder
from memorist.memory_store.embedders.words import WordVectors, word_vectors
from memorist.nodes.dates import window_of
from memorist.nodes.language.lexical import stems_of
from memorist.nodes.retrieval import assess
from memorist.nodes.retrieval.assess import AssessedLine, chance_of_answer, person_features
from memorist.nodes.retrieval.coverage import Column
from memorist.nodes.retrieval.features import FEATURES, Retrievable, features_of
from memorist.nodes.retrieval.lines import line_of_episode
from memorist.nodes.retrieval.passages import passages_of
from memorist.nodes.token_count import count_text, ready_to_count

RETRIEVAL = Path(__file__).parent.parent / "nodes/retrieval"
WEIGHTS, ASSESS = RETRIEVAL / "weights.json", RETRIEVAL / "assess.json"
DATA = ("locomo", "longmemeval_s", "realmem", "chats")
CHATS = RETRIEVAL.parents[1] / "evals/told/chats.jsonl.gz"
BY_EACH = 80
"""Turns found by vector and by words each, as in a recall."""
OTHERS = 80
"""Of the passages that are not evidence, so many of the best by cosine and words are told apart from it."""
RIDGE = 1.0
TARGETS = (1_000, 1_500, 3_000)


@dataclass(frozen=True)
class TrainingQuestion:
    """One question: a row of features, the turn and the tokens of each candidate, and the turns that answer."""

    data: str
    fitted: bool
    rows: Any
    turns: list[str]
    evidence: Any
    tokens: list[int]
    gold: frozenset[str]
    task: str
    answered: bool
    covered: Any
    speakers: list[str]


async def asked(folder: Path) -> list[TrainingQuestion]:
    vectors, embedder = await word_vectors(), MiniLmEmbedder()
    await ready_to_count()
    result: list[TrainingQuestion] = []
    for name in DATA:
        path = CHATS if name == "chats" else folder / f"{name}.jsonl.gz"
        for number, conversation in enumerate(conversations(path)):
            units = [unit(turn) for turn in conversation.turns]
            words, matrix = Bm25(units), np.asarray(await embedder.embed(units))
            fitted = number < 2 if name == "locomo" else number % 2 == 0
            for question in conversation.questions:
                answered = question.counts and question.category != "adversarial"
                if answered or question.abstain or question.category == "adversarial":
                    [vector] = await embedder.embed([question.question])
                    cosine = matrix @ np.asarray(vector)
                    found = words.scores(question.question), cosine
                    result.append(
                        _asked(name, conversation, question, found, vectors, fitted=fitted, answered=answered)
                    )
    return result


def _asked(
    name: str,
    conversation: Conversation,
    question: RetrievalQuestion,
    scores: tuple[Any, Any],
    vectors: WordVectors,
    *,
    fitted: bool,
    answered: bool,
) -> TrainingQuestion:
    words, cosine = scores
    turns, pool = conversation.turns, question.pool or len(conversation.turns)
    found = {int(i) for i in np.argsort(-cosine[:pool])[:BY_EACH]}
    found |= {int(i) for i in np.argsort(-words[:pool])[:BY_EACH] if words[i] > 0}
    found |= {j for i in found for j in (i - 1, i + 1) if 0 <= j < pool and turns[j].session == turns[i].session}
    now = conversation.asked_at(question, conversation.recorded())
    texts, ids, tokens = list[Retrievable](), list[str](), list[int]()
    for i in sorted(found):
        turn = turns[i]
        before = turns[i - 1].id if i and turns[i - 1].session == turn.session else None
        for part, text in enumerate(passages_of(turn.text, by_person=turn.speaker != "assistant")):
            texts.append(
                Retrievable(text, turn.at, turn.id, float(cosine[i]), turn.speaker, turn.session, before, part)
            )
            ids.append(turn.id)
            tokens.append(count_text(f"- {line_of_episode(turn.at.isoformat(), f'{turn.speaker}: {text}')}"))
    named = window_of(question.question, now)
    rows, covered = features_of(
        question.question, texts, vectors, now, window=(named.start, named.end) if named is not None else None
    )
    gold = frozenset(question.gold)
    return TrainingQuestion(
        data=name,
        fitted=fitted,
        rows=rows,
        turns=ids,
        evidence=_evidence(texts, ids, gold, question),
        tokens=tokens,
        gold=gold,
        task=question.question,
        answered=answered,
        covered=covered,
        speakers=[one.speaker or "" for one in texts],
    )


def _evidence(
    texts: Sequence[Retrievable], ids: Sequence[str], gold: frozenset[str], question: RetrievalQuestion
) -> Any:
    """Of each turn that answers, the passage that shares the most words with question and answer."""
    wanted = stems_of(f"{question.question} {question.answer or ''}")
    best: dict[str, tuple[int, int]] = {}
    for place, (one, id_) in enumerate(zip(texts, ids, strict=True)):
        if id_ in gold:
            best[id_] = max(best.get(id_, (-1, 0)), (len(wanted & stems_of(one.text)), -place))
    flags = np.zeros(len(texts))
    flags[[-place for _, place in best.values()]] = 1.0
    return flags


def fit(questions: Sequence[TrainingQuestion]) -> dict[str, float]:
    """Ridge logistic regression, evidence against the best others of its question; every data set weighs the same."""
    rows, labels, weights = list[Any](), list[Any](), list[Any]()
    count = {name: sum(one.data == name and one.answered for one in questions) for name in DATA}
    for one in questions:
        if not one.evidence.any() or not one.answered:
            continue
        likely = one.rows[:, FEATURES.index("cosine")] + one.rows[:, FEATURES.index("words")]
        gold_turns = np.array([turn in one.gold for turn in one.turns])
        others = [i for i in np.argsort(-likely) if not gold_turns[i]][:OTHERS]
        places = [*np.flatnonzero(one.evidence), *others]
        rows.append(one.rows[places])
        labels.append(one.evidence[places])
        weights.append(np.full(len(places), 1_000.0 / count[one.data] / len(places)))
    return logistic(FEATURES, np.concatenate(rows), np.concatenate(labels), np.concatenate(weights))


def logistic(names: Sequence[str], rows: Column, labels: Column, weights: Column) -> dict[str, float]:
    """The weights of a ridge logistic regression by Newton's method, with the bias."""
    x: Column = np.concatenate((rows, np.ones((len(rows), 1))), axis=1)
    theta: Column = np.zeros(x.shape[1])
    ridge: Column = np.full(x.shape[1], RIDGE)
    ridge[-1] = 0.0
    for _ in range(50):
        p: Column = 1.0 / (1.0 + np.exp(-x @ theta))
        gradient: Column = x.T @ (weights * (p - labels)) + ridge * theta
        hessian: Column = (x * (weights * p * (1 - p))[:, None]).T @ x + np.diag(ridge + 1e-9)
        step: Column = np.linalg.solve(hessian, gradient)
        theta -= step
        if np.abs(step).max() < 1e-6:
            break
    return dict(zip((*names, "bias"), [round(value, 4) for value in theta.tolist()], strict=True))


def taken(question: TrainingQuestion, weights: dict[str, float], target: int) -> list[int]:
    """The places of the best passages that fit into the target."""
    order: list[int] = np.argsort(-_scores(question, weights), kind="stable").tolist()
    left, places = target, list[int]()
    for i in order:
        if question.tokens[i] <= left:
            left -= question.tokens[i]
            places.append(i)
    return places


def _scores(question: TrainingQuestion, weights: dict[str, float]) -> Any:
    total = question.rows @ np.array([weights.get(name, 0.0) for name in FEATURES]) + weights["bias"]
    return 1.0 / (1.0 + np.exp(-total))


def lines_of(question: TrainingQuestion, weights: dict[str, float]) -> list[AssessedLine]:
    """The prompt of a question as it is assessed."""
    places = taken(question, weights, 1_500)
    return [AssessedLine(float(question.covered[i]), question.speakers[i]) for i in places]


def fit_assessment(questions: Sequence[TrainingQuestion], weights: dict[str, float]) -> dict[str, float]:
    """Questions about somebody who speaks, with an answer against without; both kinds weigh the same."""
    known = [(person_features(one.task, lines_of(one, weights)), float(one.answered)) for one in questions]
    rows = np.array([values for values, _ in known if values is not None])
    labels = np.array([answered for values, answered in known if values is not None])
    counts = np.where(labels == 1, 0.5 / labels.mean(), 0.5 / (1 - labels.mean()))
    return logistic(assess.FEATURES, rows, labels, counts)


def assessment_report(questions: Sequence[TrainingQuestion], weights: dict[str, float]) -> dict[str, Any]:
    """AUROC, and how often an answer was there by the chance that was told."""
    chances = [chance_of_answer(one.task, lines_of(one, weights)) for one in questions]
    held = [c for c, one in zip(chances, questions, strict=True) if one.answered]
    missing = [c for c, one in zip(chances, questions, strict=True) if not one.answered]
    table: dict[str, Any] = {}
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        inside = [one.answered for c, one in zip(chances, questions, strict=True) if low <= c < low + 0.2 + 1e-9]
        if inside:
            table[f"{low:.1f} to {low + 0.2:.1f}"] = [len(inside), round(sum(inside) / len(inside), 3)]
    return {"with an answer": len(held), "without": len(missing), "AUROC": auroc(held, missing), "reliability": table}


def included(question: TrainingQuestion, weights: dict[str, float], target: int) -> bool:
    """Return true if every turn that answers has its evidence among the best passages that fit into the target."""
    places = taken(question, weights, target)
    return {question.turns[i] for i in places if question.evidence[i]} >= question.gold


def report(questions: Sequence[TrainingQuestion], weights: dict[str, float]) -> Iterator[tuple[str, dict[str, float]]]:
    for name in DATA:
        aside = [one for one in questions if one.data == name and not one.fitted and one.answered]
        yield (
            name,
            {str(t): round(sum(included(one, weights, t) for one in aside) / len(aside), 4) for t in TARGETS}
            | {"questions": len(aside)},
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder with the conversations")
    parser.add_argument("--ablate", action="store_true", help="also report the fit without each feature")
    given = parser.parse_args()
    began = perf_counter()
    questions = asyncio.run(asked(given.data))
    weights = fit([one for one in questions if one.fitted])
    kept_aside = dict(report(questions, weights))
    WEIGHTS.write_text(
        json.dumps({"weights": weights, "evidence included, kept aside": kept_aside}, indent=1) + "\n", encoding="utf-8"
    )
    likely = fit_assessment([one for one in questions if one.fitted], weights)
    ASSESS.write_text(json.dumps({"weights": likely}) + "\n", encoding="utf-8")
    assessed = assessment_report([one for one in questions if not one.fitted and one.data == "locomo"], weights)
    ASSESS.write_text(
        json.dumps({"weights": likely, "LoCoMo, kept aside": assessed}, indent=1) + "\n", encoding="utf-8"
    )
    print(json.dumps(weights), json.dumps(kept_aside), json.dumps(assessed), f"{perf_counter() - began:.0f} s")
    if given.ablate:
        for name in FEATURES:
            print(name, dict(report(questions, {**weights, name: 0.0})))


if __name__ == "__main__":
    main()
