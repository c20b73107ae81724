"""Fit the model of speech acts and of what they mean, choose its thresholds on families kept aside, and write both.

    python tools/fit_speech_acts.py --base all-MiniLM-L6-v2-int8 --chat chats.jsonl.gz:conv-1 --aside more.jsonl.gz

`--base` is a folder with `model.onnx`, the weights of all-MiniLM-L6-v2 in whole numbers under their names in PyTorch,
and `tokenizer.json`. All its weights are trained further.

Training data of acts: `evals/speech_acts/train.jsonl` ({text, act, family}), single sentences of the extraction corpus,
the examples of the pattern families, and conversations. Of what they mean: `evals/speech_acts/meant.jsonl` ({held,
rules, text, act, meant, family}): a message, with the rules or the inputs before it, and the places of those that it
means. A file of conversations holds one object a line: {conversation, turns: [{speaker, text}]}; their sentences are
examples of none. Behind a colon may stand the conversations that are used. Every fourth turn of `--chat`, and all of
`--aside`, is kept aside to count what is wrongly taken for an act. Needs the extra `train`.
"""

import argparse
import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml
from heard_messages import HeardMessage, messages, paired
from sklearn.linear_model import LogisticRegression
from speech_act_network import Lessons, base_weights, predicted, trained
from tokenizers import Tokenizer
from training import fold_numbers, sparse_rows

from memorist.nodes.reading.gate.features import BITS, features
from memorist.nodes.reading.patterns.family import load_families
from memorist.nodes.reading.segments import segments_of
from memorist.nodes.reading.speech_acts.acts import ACTS, MEANT, Sieve, SpeechActModel, packed
from memorist.nodes.reading.speech_acts.encoder import LONGEST_PAIR, Encoder, pieces_of

ROOT = Path(__file__).parents[1]
HOME = ROOT / "nodes/reading/speech_acts"
TRAIN = ROOT / "evals/speech_acts/train.jsonl"
CORPUS = ROOT / "evals/extraction/dev.jsonl"
FOLDS = 6
"""One of so many parts of the families is kept aside to choose the thresholds, and never learned from."""
MEANT_PRECISION = dict(zip(MEANT, (0.9, 0.8, 0.9), strict=True))
"""Of the hard rules and policies that are lifted, and of the inputs that are hidden, so many must be the right ones."""
PRECISION = {"rule": 0.91, "lift": 0.0, "forget": 0.91}
"""Of what is taken for an act, so much must be right on the families kept aside. A lift does nothing by itself: which
rule it means is judged as well."""
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


def threshold(
    likely: np.ndarray[Any, Any], is_so: np.ndarray[Any, Any], chats: np.ndarray[Any, Any], sure: float
) -> float:
    """Return the lowest probability, from .3 on, that is sure enough and takes few sentences of conversations."""
    for value in np.arange(0.3, 0.995, 0.01):
        taken = likely >= value
        if (not taken.any() or is_so[taken].mean() >= sure) and (chats >= value).mean() <= CHAT_RATE:
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


def chosen(likely: Any, acts: Any, chats: Any) -> tuple[list[float], float, dict[str, Any]]:
    """Return the thresholds of the acts, the probability below which a rule is ruled out, and what both find.

    ``likely``: probabilities of the families kept aside; ``chats``: of the sentences of conversations kept aside.
    """
    best, often, report = likely.argmax(axis=1), chats.argmax(axis=1), dict[str, Any]()
    for k, act in enumerate(ACTS[:3]):
        mine, theirs = np.where(best == k, likely[:, k], 0), np.where(often == k, chats[:, k], 0)
        limit = threshold(mine, acts == k, theirs, PRECISION[act])
        taken = mine >= limit
        report[act] = {
            "threshold": limit,
            "precision": round(float((acts == k)[taken].mean()), 4),
            "recall": round(float(taken[acts == k].mean()), 4),
            "of_conversations": int((theirs >= limit).sum()),
        }
    doubt = float(round(np.quantile(likely[acts == 0, 0], DOUBTED), 3))
    return [one["threshold"] for one in report.values()], doubt, report


def of_messages(said: Sequence[HeardMessage]) -> Iterator[ActExample]:
    """Yield the messages of one sentence as examples of their acts."""
    for one in said:
        if one.act and len(segments_of(one.text)) == 1:
            yield ActExample(one.text, one.act, one.family)


def meant_from(said: Sequence[HeardMessage], aside: Any, model: SpeechActModel) -> tuple[list[float], dict[str, Any]]:
    """Return the probabilities from which something is meant, by kind, and what they find.

    A message lifts one rule, the likeliest. It may ask to forget several things.
    """
    taken: dict[str, list[tuple[float, bool]]] = {"lift": [], "forget": []}
    wanted = dict.fromkeys(taken, 0)
    for number in map(int, np.flatnonzero(aside)):
        one = said[number]
        act = "lift" if one.rules else "forget"
        wanted[act] += len(one.meant)
        if act not in {model.judge(segment.text).likeliest for segment in segments_of(one.text)}:
            continue
        likely = (model.lifts if one.rules else model.asks_to_forget)(one.text, one.held)
        order = sorted(((sure, place in one.meant) for place, sure in enumerate(likely)), reverse=True)
        taken[act] += order[:1] if act == "lift" else order
    found, report = list[float](), dict[str, Any]()
    for kind, least in MEANT_PRECISION.items():
        act = "forget" if kind == "forget" else "lift"
        sure, right = (np.array(column) for column in zip(*taken[act], strict=True))
        steps = map(float, np.arange(0.05, 0.995, 0.01))
        limits = [at for at in steps if (sure >= at).any() and right[sure >= at].mean() >= least]
        found.append(round(min(limits, default=0.99), 2))
        kept = sure >= found[-1]
        report[kind] = {
            "threshold": found[-1],
            "precision": round(float(right[kept].mean()), 3) if kept.any() else 1.0,
            "recall": round(float(right[kept].sum() / max(wanted[act], 1)), 3),
        }
    return found, report


def nothing_believed() -> tuple[Any, float, Any]:
    """Return thresholds for a model whose probabilities alone are asked for."""
    return np.ones(len(ACTS) - 1, dtype=np.float32), 0.0, np.ones(len(MEANT), dtype=np.float32)


def main() -> None:
    """Fit, measure, and write ``weights.npz``, ``tokenizer.json`` and ``report.yaml``."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--base", type=Path, required=True, help="folder of the network that is trained further")
    arguments.add_argument("--chat", action="append", default=[], help="conversations to learn from")
    arguments.add_argument("--aside", action="append", default=[], help="conversations to measure on alone")
    arguments.add_argument("--show", action="store_true", help="print what is wrongly taken for an act")
    given = arguments.parse_args()
    said = messages()
    chats = sampled(list(of_chats(given.chat, aside=False)))
    own = [*written(), *of_corpus(), *of_patterns(), *of_messages(said)]
    examples = [*{example.text: example for example in (*chats, *own)}.values()]
    acts = np.array([ACTS.index(example.act) for example in examples])  # pyright: ignore[reportArgumentType]
    is_chat = np.array([example.family.startswith("chat ") for example in examples])
    tokenizer = Tokenizer.from_file(str(given.base / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(LONGEST_PAIR)
    heavy = np.array([example.weight for example in examples], dtype=np.float32)
    lessons = {"acts": Lessons([pieces_of(tokenizer, example.text) for example in examples], acts, heavy)}
    pairs = paired(said, tokenizer)
    lessons["meant"] = pairs.lessons
    aside_of = fold_numbers((one.family for one in (*examples, *said)), FOLDS) == 0
    is_aside, kept_messages = aside_of[: len(examples)], aside_of[len(examples) :]
    rows = {"acts": np.flatnonzero(~is_aside), "meant": pairs.drawn(~kept_messages)}
    weights = trained(base_weights(given.base), lessons, rows)
    held = {name: np.asarray(value) for name, value in weights.items()}
    model = SpeechActModel(sieve_of(examples), Encoder(tokenizer, held), *nothing_believed())
    aside = [*of_chats(given.chat, aside=True), *of_chats(given.aside, aside=True), *of_chats(given.aside, aside=False)]
    chatted = np.array([model.judge(example.text).probabilities for example in aside])
    kept = is_aside & ~is_chat
    likely = predicted(weights, "acts", lessons["acts"].pieces, np.flatnonzero(kept))
    thresholds, doubt, found = chosen(likely, acts[kept], chatted)
    limits, found_meant = meant_from(said, kept_messages, model)
    believed = np.array(thresholds, dtype=np.float32), doubt, np.array(limits, dtype=np.float32)
    model = SpeechActModel(model.sieve, model.encoder, *believed)
    if given.show:
        judged = ((model.judge(example.text).act, example.text) for example in aside)
        print(*(f"aside {act}: {text[:200]}" for act, text in judged if act != "none"), sep="\n")
    report: dict[str, Any] = {
        "examples": {act: int(((acts == k) & ~is_chat).sum()) for k, act in enumerate(ACTS)},
        "sentences_of_conversations": int(is_chat.sum()),
        "families_kept_aside": found,
        "doubt": doubt,
        "meant": {"messages": len(said), **found_meant},
        "sieve_lets_through": round(float(np.mean([model.sieve.passes(example.text) for example in aside])), 4),
        "conversations_kept_aside": {"sentences": len(aside)},
    }
    with (HOME / "weights.npz").open("wb") as file:
        np.savez(file, allow_pickle=False, **packed(model))
    tokenizer.save(str(HOME / "tokenizer.json"), pretty=False)
    (HOME / "report.yaml").write_text(yaml.safe_dump(report, sort_keys=False), encoding="utf-8")
    print(yaml.safe_dump(report, sort_keys=False))


if __name__ == "__main__":
    main()
