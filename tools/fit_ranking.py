"""Fit the weights of ``nodes/retrieval/weights.json`` on conversations whose questions name the turns that answer.

    python tools/fit_ranking.py ../shared/data

Fitted on LoCoMo's first two conversations, the questions of LongMemEval-S with an even place and RealMem's first
persona; the others are kept aside and reported: the share of questions all of whose evidence is included in a prompt of
so many tokens. Turns are searched as the store does it, by vector and by words.
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
from memorist.evals.retrieval.data import Conversation, Question, conversations
from memorist.memory_store.embedders.wordllama import WordLlamaEmbedder
from memorist.memory_store.embedders.words import WordVectors, word_vectors
from memorist.nodes.dates import window_of
from memorist.nodes.language.lexical import stems_of
from memorist.nodes.retrieval.features import FEATURES, Retrievable, features_of
from memorist.nodes.retrieval.lines import line_of_episode
from memorist.nodes.retrieval.passages import passages_of
from memorist.nodes.token_count import count_text, ready_to_count

WEIGHTS = Path(__file__).parent.parent / "nodes/retrieval/weights.json"
DATA = ("locomo", "longmemeval_s", "realmem")
BY_EACH = 80
"""Turns found by vector and by words each, as in a recall."""
OTHERS = 80
"""Of the passages that are not evidence, so many of the best by cosine and words are told apart from it."""
RIDGE = 1.0
TARGETS = (1_000, 1_500, 3_000)


@dataclass(frozen=True)
class Asked:
    """One question: a row of features, the turn and the tokens of each candidate, and the turns that answer."""

    data: str
    fitted: bool
    rows: Any
    turns: list[str]
    evidence: Any
    tokens: list[int]
    gold: frozenset[str]


async def asked(folder: Path) -> list[Asked]:
    vectors, embedder = await word_vectors(), WordLlamaEmbedder()
    await ready_to_count()
    result: list[Asked] = []
    for name in DATA:
        path = folder / f"{name}.jsonl.gz"
        for number, conversation in enumerate(conversations(path)):
            units = [unit(turn) for turn in conversation.turns]
            words, matrix = Bm25(units), np.asarray(await embedder.embed(units))
            fitted = number < 2 if name == "locomo" else number % 2 == 0
            for question in conversation.questions:
                if question.counts and question.category != "adversarial":
                    [vector] = await embedder.embed([question.question])
                    cosine = matrix @ np.asarray(vector)
                    one = _asked(name, conversation, question, words.scores(question.question), cosine, vectors)
                    result.append(Asked(name, fitted, *one))
    return result


def _asked(
    name: str, conversation: Conversation, question: Question, words: Any, cosine: Any, vectors: WordVectors
) -> tuple[Any, list[str], Any, list[int], frozenset[str]]:
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
    rows, _ = features_of(
        question.question, texts, vectors, now, window=(named.start, named.end) if named is not None else None
    )
    gold = frozenset(question.gold)
    return rows, ids, _evidence(texts, ids, gold, question), tokens, gold


def _evidence(texts: Sequence[Retrievable], ids: Sequence[str], gold: frozenset[str], question: Question) -> Any:
    """Of each turn that answers, the passage that shares the most words with question and answer."""
    wanted = stems_of(f"{question.question} {getattr(question, 'answer', '') or ''}")
    best: dict[str, tuple[int, int]] = {}
    for place, (one, id_) in enumerate(zip(texts, ids, strict=True)):
        if id_ in gold:
            best[id_] = max(best.get(id_, (-1, 0)), (len(wanted & stems_of(one.text)), -place))
    flags = np.zeros(len(texts))
    flags[[-place for _, place in best.values()]] = 1.0
    return flags


def fit(questions: Sequence[Asked]) -> dict[str, float]:
    """Ridge logistic regression, evidence against the best others of its question; every data set weighs the same."""
    rows, labels, weights = list[Any](), list[Any](), list[Any]()
    count = {name: sum(one.data == name for one in questions) for name in DATA}
    for one in questions:
        if not one.evidence.any():
            continue
        likely = one.rows[:, FEATURES.index("cosine")] + one.rows[:, FEATURES.index("words")]
        gold_turns = np.array([turn in one.gold for turn in one.turns])
        others = [i for i in np.argsort(-likely) if not gold_turns[i]][:OTHERS]
        places = [*np.flatnonzero(one.evidence), *others]
        rows.append(one.rows[places])
        labels.append(one.evidence[places])
        weights.append(np.full(len(places), 1_000.0 / count[one.data] / len(places)))
    x = np.concatenate(rows)
    x = np.concatenate((x, np.ones((len(x), 1))), axis=1)
    y, w = np.concatenate(labels), np.concatenate(weights)
    theta = np.zeros(x.shape[1])
    ridge = np.full(x.shape[1], RIDGE)
    ridge[-1] = 0.0
    for _ in range(50):  # Newton's steps
        p = 1.0 / (1.0 + np.exp(-x @ theta))
        gradient = x.T @ (w * (p - y)) + ridge * theta
        hessian = (x * (w * p * (1 - p))[:, None]).T @ x + np.diag(ridge + 1e-9)
        step = np.linalg.solve(hessian, gradient)
        theta -= step
        if np.abs(step).max() < 1e-6:
            break
    return dict(zip((*FEATURES, "bias"), [round(float(value), 4) for value in theta], strict=True))


def included(question: Asked, weights: dict[str, float], target: int) -> bool:
    """Return true if every turn that answers has its evidence among the best passages that fit into the target."""
    scores = question.rows @ np.array([weights.get(name, 0.0) for name in FEATURES])
    told, left = set[str](), target
    order: list[int] = np.argsort(-scores, kind="stable").tolist()
    for i in order:
        if question.tokens[i] <= left:
            left -= question.tokens[i]
            if question.evidence[i]:
                told.add(question.turns[i])
    return told >= question.gold


def report(questions: Sequence[Asked], weights: dict[str, float]) -> Iterator[tuple[str, dict[str, float]]]:
    for name in DATA:
        aside = [one for one in questions if one.data == name and not one.fitted]
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
    print(json.dumps(weights), json.dumps(kept_aside), f"{perf_counter() - began:.0f} s")
    if given.ablate:
        for name in FEATURES:
            print(name, dict(report(questions, {**weights, name: 0.0})))


if __name__ == "__main__":
    main()
