"""Fit the model of speech acts, choose its thresholds by cross-validation, and write weights and report.

    python tools/fit_speech_acts.py --chat chats.jsonl.gz:conv-1,conv-2 --aside chats.jsonl.gz:conv-3

Training data: `evals/speech_acts/train.jsonl` ({text, act, family}), single sentences of the extraction corpus, the
examples of the pattern families, and conversations. A file of conversations holds one object a line: {conversation,
turns: [{speaker, text}]}; their sentences are examples of none. Behind a colon may stand the conversations that are
used. Every fourth turn of `--chat`, and all of `--aside`, is kept aside to count what is wrongly taken for an act.
Needs the extra `train`.
"""

import argparse
import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml
from sklearn.linear_model import LogisticRegression
from training import fold_numbers, sparse_rows

from memorist.nodes.reading.patterns.family import load_families
from memorist.nodes.reading.segments import segments_of
from memorist.nodes.reading.speech_acts.acts import ACTS, SpeechActModel, packed
from memorist.nodes.reading.speech_acts.features import SIZE, features

ROOT = Path(__file__).parents[1]
HOME = ROOT / "nodes/reading/speech_acts"
TRAIN = ROOT / "evals/speech_acts/train.jsonl"
CORPUS = ROOT / "evals/extraction/dev.jsonl"
FOLDS = 4
STRENGTHS = (2.0, 4.0)
"""Inverse strengths of regularisation among which cross-validation chooses."""
PRECISION = 0.91
"""Of what is taken for an act, so much must be right in cross-validation over families."""
CHAT_RATE = 1 / 250
"""Of the sentences of conversations that were not learned from, at most so many may be taken for an act."""
DOUBTED = 0.1
"""Of the rules, at most so many may be ruled out in cross-validation."""
MAX_CHAT = 6_000
"""Sentences of conversations that are learned from, drawn at random."""
CHAT_WEIGHT = 0.6
"""Weight of a sentence of a conversation, of which there are many, and some of which may be an act after all."""


class ActExample(NamedTuple):
    """A sentence, its act, and the family that is held out together with it."""

    text: str
    act: str
    family: str
    weight: float = 1.0


def written() -> Iterator[ActExample]:
    """Yield the examples that were written for this purpose."""
    for line in TRAIN.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield ActExample(row["text"], row["act"], row["family"])


def of_corpus() -> Iterator[ActExample]:
    """Yield single sentences of the extraction corpus whose expected type says which act they are."""
    rules = {"semantic:hard_rule", "semantic:policy"}
    others = {"semantic:fact", "episodic", "model:self", "semantic:lesson", "semantic:reference"}
    for line in CORPUS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        said = [turn["content"] for turn in row["turns"] if turn["role"] == "user"]
        types = set(row["expected"].get("types") or ())
        if len(said) != 1 or len(row["turns"]) != 1 or len(segments := segments_of(said[0])) != 1:
            continue
        family = f"corpus {row.get('family') or row['id']}"
        if types and types <= rules:
            yield ActExample(segments[0].text, "rule", family)
        elif types and types <= others:
            yield ActExample(segments[0].text, "none", family)


def of_patterns() -> Iterator[ActExample]:
    """Yield the examples of the pattern families."""
    rules, nothing = (
        {"prohibition", "policy"},
        {"known_issue", "personal", "ownership", "release", "value", "whereabouts"},
    )
    for family in load_families():
        act = "rule" if family.name in rules else "lift" if family.name == "lift" else "none"
        if act != "none" or family.name in nothing:
            yield from (ActExample(one.said, act, f"pattern {family.name}") for one in family.examples)
            yield from (ActExample(said, "none", f"pattern {family.name}") for said in family.not_read)


def of_chats(named: Sequence[str], *, aside: bool) -> Iterator[ActExample]:
    """Yield the sentences that people say in conversations: every fourth turn, or the others."""
    for each in named:
        path, _, only = each.partition(":")
        chosen = set(only.split(",")) if only else None
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                if chosen is not None and row["conversation"] not in chosen:
                    continue
                people = [turn for turn in row["turns"] if turn["speaker"] != "assistant"]
                for at, turn in enumerate(people):
                    if (at % 4 == 3) == aside:
                        for segment in segments_of(turn["text"][:1500])[:8]:
                            if segment.own:
                                yield ActExample(segment.text, "none", f"chat {row['conversation']}", CHAT_WEIGHT)


def sampled(examples: Sequence[ActExample]) -> list[ActExample]:
    """Return at most ``MAX_CHAT`` examples."""
    drawn = np.random.default_rng(1).permutation(len(examples))[:MAX_CHAT]
    return [examples[i] for i in sorted(drawn)]


def matrix_of(examples: Sequence[ActExample]) -> Any:
    """Return the features, a row for each example."""
    return sparse_rows([features(example.text) for example in examples], SIZE)


def fitted(rows: Any, acts: np.ndarray[Any, Any], weights: np.ndarray[Any, Any], strength: float) -> Any:
    """Return a logistic regression over all acts."""
    model: Any = LogisticRegression(C=strength, max_iter=200, tol=1e-3)
    return model.fit(rows, acts, sample_weight=weights)


def held_out(rows: Any, examples: Sequence[ActExample], strength: float) -> np.ndarray[Any, Any]:
    """Return probabilities for each example by a model that saw nothing of its family."""
    acts = np.array([ACTS.index(example.act) for example in examples])  # pyright: ignore[reportArgumentType]
    weights = np.array([example.weight for example in examples])
    folds = fold_numbers((example.family for example in examples), FOLDS)
    likely = np.zeros((len(examples), len(ACTS)))
    for fold in range(FOLDS):
        inside = folds != fold
        model = fitted(rows[inside], acts[inside], weights[inside], strength)
        likely[~inside] = model.predict_proba(rows[~inside])
    return likely


def threshold(likely: np.ndarray[Any, Any], is_so: np.ndarray[Any, Any], is_chat: np.ndarray[Any, Any]) -> float:
    """Return the lowest probability from which precision and the rate in conversations are as wanted."""
    for value in np.arange(0.30, 0.995, 0.01):
        taken = likely >= value
        sure = is_so[taken & ~is_chat].mean() if (taken & ~is_chat).any() else 1.0
        if sure >= PRECISION and (taken & is_chat).sum() <= CHAT_RATE * is_chat.sum():
            return float(round(value, 2))
    return 0.99


def main() -> None:
    """Fit, measure, and write ``weights.npz`` and ``report.yaml``."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--chat", action="append", default=[], help="conversations to learn from")
    arguments.add_argument("--aside", action="append", default=[], help="conversations to measure on alone")
    arguments.add_argument("--show", action="store_true", help="print what cross-validation gets wrong")
    given = arguments.parse_args()
    chats = sampled(list(of_chats(given.chat, aside=False)))
    own = [*written(), *of_corpus(), *of_patterns()]
    examples = [*{example.text: example for example in (*chats, *own)}.values()]
    rows = matrix_of(examples)
    acts = np.array([ACTS.index(example.act) for example in examples])  # pyright: ignore[reportArgumentType]
    is_chat = np.array([example.family.startswith("chat ") for example in examples])
    tried = {strength: held_out(rows, examples, strength) for strength in STRENGTHS}
    losses = {s: -np.log(np.maximum(p[np.arange(len(acts)), acts], 1e-6))[~is_chat].mean() for s, p in tried.items()}
    strength = min(losses, key=lambda s: losses[s])
    likely = tried[strength]
    best = likely.argmax(axis=1)
    thresholds = [threshold(np.where(best == k, likely[:, k], 0), acts == k, is_chat) for k in range(3)]
    doubt = float(round(np.quantile(likely[(acts == 0) & ~is_chat, 0], DOUBTED), 3))
    report: dict[str, Any] = {
        "examples": {act: int(((acts == k) & ~is_chat).sum()) for k, act in enumerate(ACTS)},
        "sentences_of_conversations": int(is_chat.sum()),
        "strength": strength,
        "cross_validated_by_family": {},
        "doubt": doubt,
    }
    for k, act in enumerate(ACTS[:3]):
        taken = (best == k) & (likely[:, k] >= thresholds[k])
        report["cross_validated_by_family"][act] = {
            "threshold": thresholds[k],
            "precision": round(float((acts == k)[taken & ~is_chat].mean()), 4),
            "recall": round(float(taken[(acts == k) & ~is_chat].mean()), 4),
            "wrong_in_conversations": int((taken & is_chat).sum()),
        }
        if given.show:
            for i in np.flatnonzero((taken != (acts == k)) & (~is_chat | taken)):
                sys_line = f"{act}\t{'wrong' if taken[i] else 'missed'}\t{likely[i, k]:.2f}\t{examples[i].text[:140]}"
                print(sys_line)
    weights = np.array([example.weight for example in examples])
    model = fitted(rows, acts, weights, strength)
    linear = SpeechActModel(
        np.asarray(model.coef_, dtype=np.float32),
        np.asarray(model.intercept_, dtype=np.float32),
        np.array(thresholds, dtype=np.float32),
        doubt,
    )
    aside = [*of_chats(given.chat, aside=True), *of_chats(given.aside, aside=True), *of_chats(given.aside, aside=False)]
    wrong: dict[str, list[str]] = {act: [] for act in ACTS[:3]}
    for example in aside:
        if (judged := linear.judge(example.text)).act != "none":
            wrong[judged.act].append(example.text)
    report["conversations_kept_aside"] = {"sentences": len(aside), **{act: len(said) for act, said in wrong.items()}}
    if given.show:
        print(*(f"aside {act}: {text[:200]}" for act, said in wrong.items() for text in said), sep="\n")
    with (HOME / "weights.npz").open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **packed(linear))
    (HOME / "report.yaml").write_text(yaml.safe_dump(report, sort_keys=False), encoding="utf-8")
    print(yaml.safe_dump(report, sort_keys=False))


if __name__ == "__main__":
    main()
