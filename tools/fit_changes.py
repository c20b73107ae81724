"""Fit the model of changes, choose its thresholds by cross-validation, and write weights and report.

    python tools/fit_changes.py --chat chats.jsonl.gz

Training data: `evals/changes/train.jsonl` ({old, new, ends, family}), and pairs of sentences of the development cases
of `evals/updates/dev.jsonl`: what a case gives up is ended by the stretch of a later turn that says what is new; all
other earlier sentences are ended by none. A file of conversations holds one object a line: {conversation, turns:
[{speaker, text}]}; two sentences of one speaker that share words are examples of no change. Needs the extra `train`.
"""

import argparse
import asyncio
import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml
from sklearn.linear_model import LogisticRegression
from training import fold_numbers, sparse_rows

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.embedders.words import WordVectors, word_vectors
from memorist.nodes.reading.changes.changes import Linear, packed, stretches
from memorist.nodes.reading.changes.features import BITS, features, of_one_person, statement_of
from memorist.nodes.retrieval.later import LIKELIEST

ROOT = Path(__file__).parents[1]
HOME = ROOT / "nodes/reading/changes"
TRAIN = ROOT / "evals/changes/train.jsonl"
CASES = ROOT / "evals/updates/dev.jsonl"
FOLDS = 5
STRENGTHS = (10.0,)
"""Inverse strengths of regularisation among which cross-validation chooses."""
WANTED = {"ends": (0.9, 1 / 1000), "may change": (0.75, 1 / 120)}
"""Of what is taken for an end, and of what is at least pointed out, so much must be right in cross-validation; of the
pairs of conversations, at most so many may be taken."""
CASE_WEIGHT, CHAT_WEIGHT = 0.3, 0.5
"""Weights of a pair from a case, which were written to be hard, and from a conversation."""
OF_TURNS, OF_A_TURN = 0.5, 3
"""Share of the turns of a conversation, and sentences of each, that are taken as older statements."""
MAX_CHAT = 9_000
"""Pairs of conversations that are learned from, drawn at random."""
NEGATIVES = 6
"""At most so many pairs without a change are taken from a case."""
SAYS_PAST = frozenset(
    "no longer|used to|former|previous|instead|anymore|any more|was |were |originally|not |n't".split("|")
)
"""Marks of the past, which `unless` of every case has."""


class ChangePair(NamedTuple):
    """An older and a later statement, whether the later one ends the older, and what is held out with it."""

    old: str
    new: str
    ends: bool
    family: str
    weight: float = 1.0


def written() -> Iterator[ChangePair]:
    """Yield the pairs that were written for this purpose."""
    for line in TRAIN.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield ChangePair(row["old"], row["new"], row["ends"], row["family"])


def of_cases() -> Iterator[ChangePair]:
    """Yield pairs of sentences of the development cases."""
    draw = np.random.default_rng(3)
    for line in CASES.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        said = [turn["content"] for turn in row["turns"] if turn["role"] == "user"][:12]
        others: list[ChangePair] = []
        for at, turn in enumerate(said[:-1]):
            for old in sentences_in(turn):
                if old.rstrip().endswith("?"):
                    continue
                family = f"case {row['id']}"
                gone = [one for one in row["gone"] if all(word in old.casefold() for word in one["words"])]
                if gone:
                    new = _ender(old, said[at + 1 :], row["now"], gone[0])
                    if new is not None:
                        yield ChangePair(old, new, ends=True, family=family, weight=CASE_WEIGHT)
                    continue
                about = statement_of(old).content
                for later in said[at + 1 :]:
                    near = [one for one in stretches(later) if about & statement_of(one).content]
                    others += [
                        ChangePair(old, one, False, family, CASE_WEIGHT) for one in (near or stretches(later)[:1])
                    ]
        chosen = draw.permutation(len(others))[:NEGATIVES]
        yield from (others[i] for i in sorted(chosen))


def _ender(old: str, later: Sequence[str], now: Sequence[Sequence[str]], gone: dict[str, Any]) -> str | None:
    """Return the stretch of the later turns that holds most of what is new; null if none does."""
    low = old.casefold()
    if any(word in low for word in gone.get("unless", ()) if word not in SAYS_PAST):
        return None
    words = {word for words in now for word in words if word not in low}
    words |= {word for word in gone.get("unless", ()) if word not in SAYS_PAST and word not in low}
    found = [one for turn in later for one in stretches(turn)]
    scored = [(sum(word in one.casefold() for word in words), -len(one), one) for one in found]
    best = max(scored, default=(0, 0, None))
    return best[2] if best[0] else None


def of_chats(files: Sequence[Path]) -> list[ChangePair]:
    """Return pairs of sentences of conversations, as recall compares them: later turns that share most words."""
    draw, pairs = np.random.default_rng(5), list[ChangePair]()
    for path in files:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                turns = [(t["speaker"], t["text"]) for t in row["turns"] if t["speaker"] != "assistant"]
                words = [statement_of(text).content for _, text in turns]
                for at, (by, text) in enumerate(turns):
                    for old in list(sentences_in(text))[:OF_A_TURN] if draw.random() < OF_TURNS else ():
                        about = statement_of(old).content
                        order = sorted(range(at + 1, len(turns)), key=lambda i: -len(about & words[i]))[:LIKELIEST]
                        new = [turns[i][1] for i in order if of_one_person(old, by, turns[i][1], turns[i][0])]
                        near = [one for text in new for one in stretches(text) if about & statement_of(one).content]
                        pairs += [ChangePair(old, one, False, f"chat {at % 50}", CHAT_WEIGHT) for one in near]
    return [pairs[int(i)] for i in sorted(draw.permutation(len(pairs))[:MAX_CHAT])]


def matrix_of(pairs: Sequence[ChangePair], vectors: WordVectors) -> Any:
    """Return the features, a row for each pair."""
    return sparse_rows([features(pair.old, pair.new, vectors) for pair in pairs], 1 << BITS)


def fitted(rows: Any, ends: np.ndarray[Any, Any], weights: np.ndarray[Any, Any], strength: float) -> Any:
    """Return a logistic regression."""
    model: Any = LogisticRegression(C=strength, max_iter=1000)
    return model.fit(rows, ends, sample_weight=weights)


def held_out(rows: Any, pairs: Sequence[ChangePair], strength: float) -> np.ndarray[Any, Any]:
    """Return the probability of each pair by a model that saw nothing of its family."""
    ends, weights = np.array([pair.ends for pair in pairs]), np.array([pair.weight for pair in pairs])
    folds = fold_numbers((pair.family for pair in pairs), FOLDS)
    likely = np.zeros(len(pairs))
    for fold in range(FOLDS):
        inside = folds != fold
        model = fitted(rows[inside], ends[inside], weights[inside], strength)
        likely[folds == fold] = model.predict_proba(rows[folds == fold])[:, 1]
    return likely


def threshold(
    likely: np.ndarray[Any, Any],
    ends: np.ndarray[Any, Any],
    weights: np.ndarray[Any, Any],
    chats: np.ndarray[Any, Any],
    wanted: tuple[float, float],
) -> float:
    """Return the lowest probability from which precision and the rate in conversations are as wanted."""
    precision, rate = wanted
    for value in np.arange(0.2, 0.99, 0.01):
        taken = likely >= value
        sure = np.average(ends[taken & ~chats], weights=weights[taken & ~chats]) if (taken & ~chats).any() else 1.0
        if sure >= precision and taken[chats].sum() <= rate * chats.sum():
            return float(round(value, 2))
    return 0.99


def main() -> None:
    """Fit, measure, and write ``weights.npz`` and ``report.yaml``."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--show", action="store_true", help="print what cross-validation gets wrong")
    arguments.add_argument("--chat", action="append", default=[], type=Path, help="conversations in which nothing ends")
    given = arguments.parse_args()
    vectors = asyncio.run(word_vectors())
    pairs = [*{(pair.old, pair.new): pair for pair in (*of_chats(given.chat), *of_cases(), *written())}.values()]
    rows = matrix_of(pairs, vectors)
    ends, weights = np.array([pair.ends for pair in pairs]), np.array([pair.weight for pair in pairs])
    chats = np.array([pair.family.startswith("chat ") for pair in pairs])
    tried = {strength: held_out(rows, pairs, strength) for strength in STRENGTHS}
    losses = {s: -np.log(np.where(ends, p, 1 - p).clip(1e-6))[~chats].mean() for s, p in tried.items()}
    strength = min(losses, key=lambda s: losses[s])
    likely = tried[strength]
    thresholds = {name: threshold(likely, ends, weights, chats, wanted) for name, wanted in WANTED.items()}
    report: dict[str, Any] = {
        "pairs": {"ends": int(ends.sum()), "none": int((~ends & ~chats).sum()), "chats": int(chats.sum())},
        "strength": strength,
        "loss": round(float(losses[strength]), 4),
        "cross_validated_by_family": {
            name: {
                "threshold": value,
                "precision": round(float(ends[(likely >= value) & ~chats].mean()), 4),
                "recall": round(float((likely >= value)[ends].mean()), 4),
                "wrong in chats": int((likely >= value)[chats].sum()),
            }
            for name, value in thresholds.items()
        },
    }
    if given.show:
        for i in np.argsort(-np.where(ends, 1 - likely, likely))[:120]:
            print(f"{'ends' if ends[i] else 'none'}\t{likely[i]:.2f}\t{pairs[i].old[:110]}  =>  {pairs[i].new[:160]}")
    model = fitted(rows, ends, weights, strength)
    linear = Linear(
        np.asarray(model.coef_[0], dtype=np.float32),
        float(model.intercept_[0]),
        thresholds["ends"],
        thresholds["may change"],
    )
    with (HOME / "weights.npz").open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **packed(linear))
    (HOME / "report.yaml").write_text(yaml.safe_dump(report, sort_keys=False), encoding="utf-8")
    print(yaml.safe_dump(report, sort_keys=False))


if __name__ == "__main__":
    main()
