"""Fit the network's heads, choose their thresholds on families kept aside, and write both.

    python tools/fit_network.py --base all-MiniLM-L6-v2-int8 --chat chats.jsonl.gz:conv-1 --aside more.jsonl.gz

`--base` is a folder with `model.onnx`, the weights of all-MiniLM-L6-v2 in whole numbers under their names in PyTorch,
and `tokenizer.json`. Vectors of texts stay the base's: layers are trained beside its own, above its word pieces.

Training data of acts: `evals/speech_acts/train.jsonl` ({text, act, family}), `ordinary.jsonl` of the same shape (what
people of many regions, trades and languages say, nearly all of it no act), single sentences of the extraction corpus,
the examples of the pattern families, what is held before the messages below, and conversations. Of what they mean:
`evals/speech_acts/meant.jsonl` ({family, rules, held, messages: [{text, act, meant}]}): the rules or the inputs that
are held, messages after them, and the places of those that each means. Of changes: `evals/changes/train.jsonl` ({old,
new, ends, family}), and pairs of sentences of the development cases of `evals/updates/dev.jsonl`: what a case gives up
is ended by the stretch of a later turn that says what is new; all other earlier sentences are ended by none. Of whose
affair a sentence is: `evals/whose/train.jsonl` ({text, personal, family, company}), and single turns of the extraction
corpus.

A file of conversations holds one object a line: {conversation, turns: [{speaker, text}]}; their sentences are examples
of no act, and two of one speaker that share words of no change. Behind a colon may stand the conversations that are
used. Every fourth turn of `--chat`, and all of `--aside`, is kept aside to count what is wrongly taken for an act or a
change. `--further` begins with the network as it is, and learns the families that begin with "further " beside some of
what it knows. Needs the extra `train`.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple
from zlib import crc32

import act_examples
import act_limits
import change_pairs
import numpy as np
import onnx
import whose_examples
from heard_messages import HeardMessage, messages, paired
from network_export import exported
from network_training import Lessons, base_weights, shipped_weights, trained
from training import FOLDS, conversations, fold_numbers, written
from yaml import safe_load

from memorist.memory_store.domain.types import RULE_TYPES
from memorist.memory_store.network.network import Head, Network
from memorist.nodes.reading.changes.changes import probability
from memorist.nodes.reading.speech_acts.acts import ACTS, Limits, SpeechActModel

ROOT = Path(__file__).parents[1]
NETWORK = ROOT / "memory_store/network"
OF_ACTS, OF_CHANGES, OF_WHOSE = (ROOT / "nodes/reading" / room for room in ("speech_acts", "changes", "whose"))
RULE, POLICY = RULE_TYPES
MEANT_PRECISION = {RULE: 0.93, POLICY: 0.8}
"""Of the hard rules and policies that are lifted, so many must be the right ones."""
CHANGE_PRECISION, CHANGE_RATE = 0.9, 1 / 1000
"""Of what is taken for a change, so much must be right on the families kept aside; of the pairs of conversations, at
most so many may be taken."""


type Judged = Sequence[tuple[float, bool]]
"""The probability of each thing that may be meant, and if it is."""


def meant_from(
    said: Sequence[HeardMessage], aside: Any, model: SpeechActModel
) -> tuple[dict[str, float], dict[str, Any]]:
    """Return the probabilities from which a rule is meant, by kind, and what they find; the likeliest is lifted."""
    kept = [one for one in (said[number] for number in map(int, np.flatnonzero(aside))) if one.rules]
    # A sentence of a message, or two in a row, are taken for a lift.
    lifting = [one for one in kept if any(model.judge(t).likeliest == "lift" for t in act_examples.judged_in(one.text))]
    lifts = [(one, model.lifts(one.text, one.held)) for one in lifting]
    likeliest = [max((sure, place in one.meant) for place, sure in enumerate(likely)) for one, likely in lifts]
    judged = {
        kind: _limit_of(likeliest, MEANT_PRECISION[kind], sum(len(one.meant) for one in kept)) for kind in RULE_TYPES
    }
    return {kind: limit for kind, (limit, _) in judged.items()}, {kind: how for kind, (_, how) in judged.items()}


def _limit_of(judged: Judged, least: float, wanted: int) -> tuple[float, dict[str, float]]:
    """Return the lowest probability from which enough is right, and what it finds of all that is wanted."""
    sure, right = (np.array(column) for column in zip(*judged, strict=True))
    steps = map(float, np.arange(0.05, 0.995, 0.01))
    limits = [at for at in steps if (sure >= at).any() and right[sure >= at].mean() >= least]
    limit = round(min(limits, default=0.99), 2)
    kept = sure >= limit
    precision = round(float(right[kept].mean()), 3) if kept.any() else 1.0
    return limit, {"precision": precision, "recall": round(float(right[kept].sum() / max(wanted, 1)), 3)}


FURTHER = "further "
"""Begins families that came later: which of them are kept aside is drawn apart, so that all others stay where they
were, and a network that learned from these can learn from those."""
FURTHER_RATE, FURTHER_EPOCHS = 4e-5, 2
REPEATED = 6
"""So many times as many examples of what is known are learned with those that are new; a head for which nothing is new
repeats half as many as the others together."""


class TrainingSet(NamedTuple):
    """All examples, and the numbers of those that each head learns from; the others of a family are kept aside.

    Args:
        lessons: by head.
        rows: by head, the numbers of the lessons to learn from.
        examples: of acts, with ``acts``: the number of the act of each; ``kept``: those that are kept aside.
        said: messages; ``kept_messages``: those that are kept aside.
        pairs: of statements; ``kept_pairs``: those that are kept aside.
        whose: sentences that are one person's or everybody's, of those that are kept aside.
        later: by head, whether each lesson is of a family that came later.
    """

    lessons: dict[Head, Lessons]
    rows: dict[Head, np.ndarray[Any, Any]]
    examples: Sequence[act_examples.ActExample]
    acts: np.ndarray[Any, Any]
    kept: np.ndarray[Any, Any]
    said: Sequence[HeardMessage]
    kept_messages: np.ndarray[Any, Any]
    pairs: Sequence[change_pairs.ChangePair]
    kept_pairs: np.ndarray[Any, Any]
    whose: Sequence[whose_examples.WhoseExample]
    later: dict[Head, np.ndarray[Any, Any]]


def gathered(chat: Sequence[str], network: Network) -> TrainingSet:
    """Return what is learned from, with a part of the families, of all heads together, kept aside."""
    said = messages()
    own = [*act_examples.written(), *act_examples.ordinary(), *act_examples.of_corpus(), *act_examples.of_patterns()]
    own += act_examples.of_messages(said)
    chats = act_examples.sampled(list(act_examples.of_chats(chat, aside=False)))
    examples = [*{one.text: one for one in (*chats, *own)}.values()]
    told = change_pairs.written()
    found = (*change_pairs.of_chats(chat), *change_pairs.of_others(told), *change_pairs.of_cases(), *told)
    pairs = [*{(one.old, one.new): one for one in found}.values()]
    numbers = np.array([ACTS.index(one.act) for one in examples])  # pyright: ignore[reportArgumentType]
    heavy, heavy_pairs = (np.array([one.weight for one in some], np.float32) for some in (examples, pairs))
    whose = [*whose_examples.written(), *whose_examples.of_corpus()]
    meant = paired(said, network)
    ends = np.array([pair.ends for pair in pairs], np.int64)
    lessons: dict[Head, Lessons] = {
        "acts": Lessons([network.pieces_of(one.text) for one in examples], numbers, heavy),
        "meant": meant.lessons,
        "changes": Lessons([network.pieces_of(pair.new, pair.old) for pair in pairs], ends, heavy_pairs),
        "whose": Lessons(
            [network.pieces_of(one.text) for one in whose],
            np.array([one.personal for one in whose], np.int64),
            np.array([one.weight for one in whose], np.float32),
        ),
    }
    families = [one.family for one in (*examples, *said, *pairs, *whose)]
    aside = folds_of(families) == 0
    aside &= ~np.array([family.startswith(act_examples.PATTERN) for family in families])  # what is promised is learned
    kept, kept_messages, kept_pairs, kept_whose = np.split(aside, np.cumsum([len(examples), len(said), len(pairs)]))
    rows: dict[Head, np.ndarray[Any, Any]] = {
        "acts": np.flatnonzero(~kept),
        "meant": meant.drawn(~kept_messages),
        "changes": np.flatnonzero(~kept_pairs),
        "whose": np.flatnonzero(~kept_whose),
    }
    judged = [one for one, is_kept in zip(whose, kept_whose, strict=True) if is_kept]
    later: dict[Head, np.ndarray[Any, Any]] = {
        head: np.zeros(len(some.pieces), np.bool_) for head, some in lessons.items()
    }
    later["acts"] |= _later(examples)
    later["meant"] |= _later(said)[meant.of]
    later["changes"] |= _later(pairs)
    later["whose"] |= _later(whose)
    return TrainingSet(lessons, rows, examples, numbers, kept, said, kept_messages, pairs, kept_pairs, judged, later)


def _later(examples: Sequence[Any]) -> np.ndarray[Any, Any]:
    """Return which examples are of a family that came later."""
    return np.array([FURTHER in one.family for one in examples])


def folds_of(families: Sequence[str]) -> np.ndarray[Any, Any]:
    """Return the fold of each example by its family; those that came later are drawn apart."""
    before = fold_numbers([family for family in families if FURTHER not in family], FOLDS)
    folds = np.array([crc32(family.encode()) % FOLDS for family in families])
    folds[[FURTHER not in family for family in families]] = before
    return folds


def drawn_further(of: TrainingSet) -> dict[Head, np.ndarray[Any, Any]]:
    """Return the rows of each head that a network learns further from: all that is new, and some of what it knows."""
    draw = np.random.default_rng(11)
    new: dict[Head, np.ndarray[Any, Any]] = {
        head: rows[np.isin(rows, np.flatnonzero(of.later[head]))] for head, rows in of.rows.items()
    }
    most = REPEATED * sum(map(len, new.values())) // 2
    found: dict[Head, np.ndarray[Any, Any]] = {}
    for head, rows in of.rows.items():
        known = np.setdiff1d(rows, new[head])
        count = min(len(known), REPEATED * len(new[head]) or most)
        found[head] = np.concatenate([new[head], draw.choice(known, count, replace=False)])
    return found


def usual_messages(of: TrainingSet, named: Sequence[str]) -> Iterator[str]:
    """Yield what people say most of the time: turns of conversations, and what is told in families kept aside."""
    for _, turns in conversations(named):
        yield from (text[:1500] for _, text in turns)
    kept = {of.said[int(row)].family for row in np.flatnonzero(of.kept_messages)}
    yield from {text for one in of.said if one.family in kept and not one.rules for text in one.held}
    kept = {of.examples[int(row)].family for row in np.flatnonzero(of.kept)}
    yield from (text for text, act, family in act_examples.ordinary_messages() if act == "none" and family in kept)


def limits_of_acts(
    of: TrainingSet, network: Network, aside: Sequence[act_examples.ActExample], conversations_aside: Sequence[str]
) -> tuple[Limits, dict[str, Any]]:
    """Return the limits of speech acts, and a report; ``aside``: sentences of conversations."""
    model = SpeechActModel(network, Limits(dict.fromkeys(ACTS, 1.0), 0.0, 0.0, 0.0, {}))
    chatted = np.array([model.probabilities(example.text) for example in aside])
    is_chat = np.array([example.family.startswith("chat ") for example in of.examples])
    kept = np.flatnonzero(of.kept & ~is_chat)
    likely = np.array([model.probabilities(of.examples[int(row)].text) for row in kept])
    usual = np.array([of.examples[int(row)].usual for row in kept])
    misheard = np.array([model.probabilities(one.text) for one in act_examples.ordinary(act_examples.MISHEARD)])
    usually = np.concatenate([chatted, likely[usual]])
    believed, others, found = act_limits.chosen(likely, of.acts[kept], usually, misheard)
    others["together"], pairs = act_limits.together(model, believed, usual_messages(of, conversations_aside))
    meant, found_meant = meant_from(of.said, of.kept_messages, model)
    report = {
        "examples": {act: int(((of.acts == k) & ~is_chat).sum()) for k, act in enumerate(ACTS)},
        "sentences_of_conversations": int(is_chat.sum()),
        "families_kept_aside": found,
        "messages": len(of.said),
        "meant": found_meant,
        "usual_kept_aside": {"of_conversations": len(aside), "of_families": int(usual.sum()), "two_in_a_row": pairs},
    }
    return Limits(believed, meant=meant, **others), report


def limit_of_changes(of: TrainingSet, aside: Sequence[change_pairs.ChangePair]) -> tuple[float, dict[str, Any]]:
    """Return the limit of changes, and a report; ``aside``: pairs of conversations."""

    def likely(pairs: Sequence[change_pairs.ChangePair]) -> np.ndarray[Any, Any]:
        return np.array([probability(one.old, one.new) for one in pairs])

    kept = [of.pairs[int(row)] for row in np.flatnonzero(of.kept_pairs)]
    others = [*(pair for pair in kept if change_pairs.is_chat(pair)), *aside]
    kept = [pair for pair in kept if not change_pairs.is_chat(pair)]
    ends, judged, chatted = np.array([pair.ends for pair in kept]), likely(kept), likely(others)
    limit = act_limits.threshold(judged, ends, chatted, CHANGE_PRECISION, CHANGE_RATE)
    report: dict[str, Any] = {
        "pairs": {"ends": sum(pair.ends for pair in of.pairs), "all": len(of.pairs)},
        "pairs_of_conversations_kept_aside": len(others),
        "families_kept_aside": {
            "precision": round(float(ends[judged >= limit].mean()), 4),
            "recall": round(float((judged >= limit)[ends].mean()), 4),
            "of_conversations": int((chatted >= limit).sum()),
        },
    }
    return limit, report


def limits_further(of: TrainingSet, network: Network, aside: Sequence[str]) -> None:
    """Write anew the limits that can be measured on what no network has learned from; the others stay.

    These are the probability from which a request to forget is sure, by what only sounds like one; that from which a
    change is believed, by conversations (``aside``) and the later families kept aside; and by these that from which a
    sentence told to an assistant alone is private.
    """
    k, acts = ACTS.index("forget"), safe_load((OF_ACTS / "limits.yaml").read_text(encoding="utf-8"))
    model = SpeechActModel(network, Limits(dict.fromkeys(ACTS, 1.0), 0.0, 0.0, 0.0, {}))
    misheard = np.array([model.probabilities(one.text)[k] for one in act_examples.ordinary(act_examples.MISHEARD)])
    sure = act_limits.threshold(np.zeros(0), np.zeros(0), misheard, 0.0, act_limits.MISHEARD_RATE)
    rows = np.flatnonzero(of.kept & of.later["acts"])
    likely = np.array([model.probabilities(of.examples[int(row)].text) for row in rows])
    report: dict[str, Any] = {"learned": int(of.later["acts"].sum()), "kept aside": len(rows)}
    for act in sorted(set(map(int, of.acts[rows]))):
        mine = of.acts[rows] == act
        report[f"{ACTS[act]} likeliest"] = round(float((likely[mine].argmax(axis=1) == act).mean()), 3)
    written(OF_ACTS, {**acts, "sure": sure}, {**acts.pop("report"), "later families": report})

    changes = safe_load((OF_CHANGES / "limits.yaml").read_text(encoding="utf-8"))
    chatted = np.array([probability(one.old, one.new) for one in change_pairs.of_chats(aside)])
    pairs = [of.pairs[int(row)] for row in np.flatnonzero(of.kept_pairs & of.later["changes"])]
    judged = np.array([probability(one.old, one.new) for one in pairs])
    right = np.array([one.ends for one in pairs], np.bool_)  # also where there are none
    ends = act_limits.threshold(judged, right, chatted, CHANGE_PRECISION, CHANGE_RATE)
    told: dict[str, Any] = {"pairs of conversations": len(chatted), "taken": int((chatted >= ends).sum())}
    told |= {"kept aside": len(pairs), "found": round(float((judged >= ends)[right].mean()), 3)}
    written(OF_CHANGES, {"ends": ends}, {**changes["report"], "learned further": told})

    whose = safe_load((OF_WHOSE / "limits.yaml").read_text(encoding="utf-8"))
    limits, found = whose_examples.limits([one for one in of.whose if FURTHER in one.family])
    written(OF_WHOSE, {"alone": limits["alone"], "company": whose["company"]}, {**whose["report"], **found})


def main() -> None:
    """Fit, measure, and write the network, and the limits of each room that judges by it."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--base", type=Path, required=True, help="folder of the network that is trained further")
    arguments.add_argument("--chat", action="append", default=[], help="conversations to learn from")
    arguments.add_argument("--aside", action="append", default=[], help="conversations to measure on alone")
    arguments.add_argument(
        "--further", action="store_true", help="begin with the network as it is, and learn what is new"
    )
    arguments.add_argument("--limits", action="store_true", help="only choose the limits, with the network as it is")
    given = arguments.parse_args()
    of = gathered(given.chat, Network(NETWORK))
    if not given.limits:
        weights = base_weights(given.base)
        if given.further:
            weights = trained(
                shipped_weights(weights, NETWORK),
                of.lessons,
                drawn_further(of),
                rate=FURTHER_RATE,
                epochs=FURTHER_EPOCHS,
            )
        else:
            weights = trained(weights, of.lessons, of.rows)
        for name, part in exported(given.base, weights.trained):
            onnx.save(part, str(NETWORK / f"{name}.onnx"))
    network = Network(NETWORK)
    if given.further:
        limits_further(of, network, given.aside)
        return
    aside = [
        *act_examples.of_chats(given.chat, aside=True),
        *act_examples.of_chats(given.aside, aside=True),
        *act_examples.of_chats(given.aside, aside=False),
    ]
    limits, report = limits_of_acts(of, network, aside, given.aside)
    written(OF_ACTS, asdict(limits), report)
    limit, report = limit_of_changes(of, change_pairs.of_chats(given.aside))
    written(OF_CHANGES, {"ends": limit}, report)
    written(OF_WHOSE, *whose_examples.limits(of.whose))


if __name__ == "__main__":
    main()
