"""Fit the model of speech acts, choose its thresholds on families kept aside, and write weights and report.

    python tools/fit_speech_acts.py --base all-MiniLM-L6-v2-int8 --chat chats.jsonl.gz:conv-1 --aside more.jsonl.gz

`--base` is a folder with `model.onnx`, the weights of all-MiniLM-L6-v2 in whole numbers under their names in PyTorch,
and `tokenizer.json`. All its weights are trained further.

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
from speech_act_network import base_weights, predicted, trained
from tokenizers import Tokenizer
from training import fold_numbers, sparse_rows

from memorist.nodes.reading.gate.features import BITS, features
from memorist.nodes.reading.patterns.family import load_families
from memorist.nodes.reading.segments import segments_of
from memorist.nodes.reading.speech_acts.acts import ACTS, Sieve, SpeechActModel, packed
from memorist.nodes.reading.speech_acts.encoder import LONGEST, Encoder

ROOT = Path(__file__).parents[1]
HOME = ROOT / "nodes/reading/speech_acts"
TRAIN = ROOT / "evals/speech_acts/train.jsonl"
CORPUS = ROOT / "evals/extraction/dev.jsonl"
FOLDS = 4
"""One of so many parts of the families is kept aside to choose the thresholds; then all are learned from."""
PRECISION = 0.91
"""Of what is taken for an act, so much must be right on the families kept aside."""
CHAT_RATE = 1 / 250
"""Of the sentences of conversations that were not learned from, at most so many may be taken for an act."""
LOST = 0.002
"""Of the acts, at most so many may be held back by the sieve in cross-validation."""
MAY_ACT = 3.0
"""Weight of an act beside that of a sentence without one, for the sieve."""
DOUBTED = 0.05
"""Of the rules, at most so many may be ruled out on the families kept aside."""
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


def threshold(likely: np.ndarray[Any, Any], is_so: np.ndarray[Any, Any], is_chat: np.ndarray[Any, Any]) -> float:
    """Return the lowest probability, from .3 on, whose precision and rate in conversations are as wanted."""
    for value in np.arange(0.3, 0.995, 0.01):
        taken = likely >= value
        sure = is_so[taken & ~is_chat].mean() if (taken & ~is_chat).any() else 1.0
        if sure >= PRECISION and (taken & is_chat).sum() <= CHAT_RATE * is_chat.sum():
            return float(round(value, 2))
    return 0.99


def sieve_of(examples: Sequence[ActExample]) -> Sieve:
    """Return a linear model over the features of the gate, with the limit that loses hardly an act."""
    rows = sparse_rows([features(example.text) for example in examples], 1 << BITS)
    acts = np.array([example.act != "none" for example in examples])
    heavy = np.array([example.weight * (MAY_ACT if example.act != "none" else 1) for example in examples])
    folds = fold_numbers((example.family for example in examples), FOLDS)

    def fitted(inside: Any) -> Any:
        model: Any = LogisticRegression(C=3, max_iter=300)
        return model.fit(rows[inside], acts[inside], sample_weight=heavy[inside])

    scored = np.zeros(len(examples))
    for fold in range(FOLDS):
        scored[folds == fold] = fitted(folds != fold).decision_function(rows[folds == fold])
    whole = fitted(folds >= 0)
    limit = float(np.quantile(scored[acts], LOST))
    return Sieve(np.asarray(whole.coef_[0], dtype=np.float32), float(whole.intercept_[0]), limit)


def chosen(likely: Any, acts: Any, is_chat: Any) -> tuple[list[float], float, dict[str, Any]]:
    """Return the thresholds of the acts, the probability below which a rule is ruled out, and what both find."""
    best = likely.argmax(axis=1)
    found = [threshold(np.where(best == k, likely[:, k], 0), acts == k, is_chat) for k in range(3)]
    doubt = float(round(np.quantile(likely[(acts == 0) & ~is_chat, 0], DOUBTED), 3))
    report: dict[str, Any] = {}
    for k, act in enumerate(ACTS[:3]):
        taken = (best == k) & (likely[:, k] >= found[k])
        report[act] = {
            "threshold": found[k],
            "precision": round(float((acts == k)[taken & ~is_chat].mean()), 4),
            "recall": round(float(taken[(acts == k) & ~is_chat].mean()), 4),
            "wrong_in_conversations": int((taken & is_chat).sum()),
        }
    return found, doubt, report


def main() -> None:
    """Fit, measure, and write ``weights.npz``, ``tokenizer.json`` and ``report.yaml``."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--base", type=Path, required=True, help="folder of the network that is trained further")
    arguments.add_argument("--chat", action="append", default=[], help="conversations to learn from")
    arguments.add_argument("--aside", action="append", default=[], help="conversations to measure on alone")
    arguments.add_argument("--show", action="store_true", help="print what is wrongly taken for an act")
    given = arguments.parse_args()
    chats = sampled(list(of_chats(given.chat, aside=False)))
    own = [*written(), *of_corpus(), *of_patterns()]
    examples = [*{example.text: example for example in (*chats, *own)}.values()]
    acts = np.array([ACTS.index(example.act) for example in examples])  # pyright: ignore[reportArgumentType]
    is_chat = np.array([example.family.startswith("chat ") for example in examples])
    tokenizer = Tokenizer.from_file(str(given.base / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST)
    said: list[list[int]] = [tokenizer.encode(example.text).ids for example in examples]
    base = base_weights(given.base)
    is_aside = fold_numbers((example.family for example in examples), FOLDS) == 0
    heavy = np.array([example.weight for example in examples], dtype=np.float32)
    inside, outside = np.flatnonzero(~is_aside), np.flatnonzero(is_aside)
    likely = predicted(trained(base, said, acts, heavy, inside), said, outside)
    thresholds, doubt, found = chosen(likely, acts[is_aside], is_chat[is_aside])
    weights = trained(base, said, acts, heavy, np.arange(len(examples)))
    held = {name: np.asarray(value) for name, value in weights.items()}
    model = SpeechActModel(sieve_of(examples), Encoder(tokenizer, held), np.array(thresholds, dtype=np.float32), doubt)
    aside = [*of_chats(given.chat, aside=True), *of_chats(given.aside, aside=True), *of_chats(given.aside, aside=False)]
    wrong: dict[str, list[str]] = {act: [] for act in ACTS[:3]}
    for example in aside:
        if (judged := model.judge(example.text)).act != "none":
            wrong[judged.act].append(example.text)
    if given.show:
        print(*(f"aside {act}: {text[:200]}" for act, texts in wrong.items() for text in texts), sep="\n")
    report: dict[str, Any] = {
        "examples": {act: int(((acts == k) & ~is_chat).sum()) for k, act in enumerate(ACTS)},
        "sentences_of_conversations": int(is_chat.sum()),
        "families_kept_aside": found,
        "doubt": doubt,
        "sieve_lets_through": round(float(np.mean([model.sieve.passes(example.text) for example in aside])), 4),
        "conversations_kept_aside": {"sentences": len(aside), **{act: len(texts) for act, texts in wrong.items()}},
    }
    with (HOME / "weights.npz").open("wb") as file:
        np.savez(file, allow_pickle=False, **packed(model))
    tokenizer.save(str(HOME / "tokenizer.json"), pretty=False)
    (HOME / "report.yaml").write_text(yaml.safe_dump(report, sort_keys=False), encoding="utf-8")
    print(yaml.safe_dump(report, sort_keys=False))


if __name__ == "__main__":
    main()
