"""Examples of speech acts for `fit_network.py`."""

import json
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from heard_messages import HeardMessage
from training import conversations

from memorist.nodes.reading.patterns.family import load_families
from memorist.nodes.reading.segments import segments_of

ROOT = Path(__file__).parents[1]
TRAIN = ROOT / "evals/speech_acts/train.jsonl"
ORDINARY = ROOT / "evals/speech_acts/ordinary.jsonl"
MISHEARD = ROOT / "evals/speech_acts/misheard.jsonl"
"""Messages that sound like requests to forget, and are none: they are measured on alone."""
CORPUS = ROOT / "evals/extraction/dev.jsonl"
MAX_CHAT = 6_000
"""Sentences of conversations that are learned from, drawn at random."""
CHAT_WEIGHT = 0.6
"""Weight of a sentence of a conversation, of which there are many, and some of which may be an act after all."""


PATTERN = "pattern "
"""Begins the families of the examples of pattern families."""


class ActExample(NamedTuple):
    """A sentence, its act, and the family that is held out together with it.

    Args:
        text: one sentence, or two in a row.
        act: of ``ACTS``.
        family: its name.
        weight: of the example.
        usual: it stands for what people say most of the time, of which hardly any may be taken for an act.
    """

    text: str
    act: str
    family: str
    weight: float = 1.0
    usual: bool = False


def sentences_of(message: str) -> list[str]:
    """Return the sentences of a message that are its speaker's own."""
    return [segment.text for segment in segments_of(message) if segment.own]


def judged_in(message: str) -> list[str]:
    """Return what is judged of a message: each sentence, and two in a row."""
    said = sentences_of(message)
    return [*said, *map(" ".join, pairwise(said))]


def _of(message: str, act: str, family: str, *, usual: bool = False) -> Iterator[ActExample]:
    """Yield the examples that a message is: each sentence and two in a row if it is no act, else all of one or two."""
    said = judged_in(message)
    if act == "none":
        yield from (ActExample(one, act, family, usual=usual) for one in said)
    elif len(said) in {1, 3}:
        yield ActExample(said[-1], act, family)


def written() -> Iterator[ActExample]:
    """Yield the examples that were written for this purpose."""
    for line in TRAIN.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield ActExample(row["text"], row["act"], row["family"])


def ordinary_messages(file: Path = ORDINARY) -> Iterator[tuple[str, str, str]]:
    """Yield what people of many trades, regions and languages say, nearly all of it no act: text, act, family."""
    for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        yield row["text"], row["act"], row["family"]


def ordinary(file: Path = ORDINARY) -> Iterator[ActExample]:
    """Yield the examples that these messages are."""
    for text, act, family in ordinary_messages(file):
        yield from _of(text, act, family, usual=True)


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
            yield from (ActExample(one.said, act, f"{PATTERN}{family.name}") for one in family.examples)
            yield from (ActExample(said, "none", f"{PATTERN}{family.name}") for said in family.not_read)


def of_chats(named: Sequence[str], *, aside: bool) -> Iterator[ActExample]:
    """Yield the sentences that people say in conversations: every fourth turn, or the others."""
    for name, turns in conversations(named):
        for at, (_, text) in enumerate(turns):
            if (at % 4 == 3) == aside:
                for segment in segments_of(text[:1500])[:8]:
                    if segment.own:
                        yield ActExample(segment.text, "none", f"chat {name}", CHAT_WEIGHT)


def sampled(examples: Sequence[ActExample]) -> list[ActExample]:
    """Return at most ``MAX_CHAT`` examples."""
    drawn = np.random.default_rng(1).permutation(len(examples))[:MAX_CHAT]
    return [examples[i] for i in sorted(drawn)]


def of_messages(said: Sequence[HeardMessage]) -> Iterator[ActExample]:
    """Yield messages as examples of their acts, and what is held before them: rules, or what somebody tells."""
    for one in said:
        if one.act:
            yield from _of(one.text, one.act, one.family)
    for family, held, rules in dict.fromkeys((one.family, one.held, one.rules) for one in said):
        for text in held:
            yield from _of(text, "rule" if rules else "none", family, usual=not rules)
