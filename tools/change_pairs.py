"""Pairs of statements of which the later ends the older or does not, for `fit_network.py`."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from training import conversations

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import ASSISTANT, in_first_person
from memorist.nodes.reading.changes.changes import content_of, stretches
from memorist.nodes.reading.gate.judge import judge_turn

ROOT = Path(__file__).parents[1]
TRAIN = ROOT / "evals/changes/train.jsonl"
CASES = ROOT / "evals/updates/dev.jsonl"
CASE_WEIGHT, CHAT_WEIGHT = 0.3, 0.5
"""Weights of a pair from a case, which were written to be hard, and from a conversation."""
OF_TURNS, OF_A_TURN = 0.5, 3
"""Share of the turns of a conversation, and sentences of each, that are taken as older statements."""
OTHER_WEIGHT = 0.5
"""Weight of a change beside a statement of another family, which are easily told apart."""
CHAT = "chat "
"""Begins the families of pairs of conversations."""
MAX_CHAT = 6_000
"""Pairs of conversations that are learned from, drawn at random."""
LIKELIEST = 3
"""Later turns that a sentence of a conversation is compared with: those that share most of its words."""
FAR = 2
"""Stretches of those turns that share no word with a sentence, for each sentence."""
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


def written() -> list[ChangePair]:
    """Return the pairs that were written for this purpose."""
    rows = map(json.loads, TRAIN.read_text(encoding="utf-8").splitlines())
    return [ChangePair(row["old"], row["new"], row["ends"], row["family"]) for row in rows]


def of_others(told: Sequence[ChangePair]) -> Iterator[ChangePair]:
    """Yield each change with an older statement of another family, drawn at random, which it leaves as it is."""
    draw, changes = np.random.default_rng(11), [pair for pair in told if pair.ends]
    for one, at in zip(changes, draw.permutation(len(changes)), strict=True):
        other = changes[int(at)]
        if one.family != other.family:
            yield ChangePair(other.old, one.new, False, one.family, OTHER_WEIGHT)


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
                about = content_of(old)
                for later in said[at + 1 :]:
                    near = [one for one in stretches(later) if about & content_of(one)]
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


def of_one_person(old: str, by: str | None, new: str, speaker: str | None) -> bool:
    """Return true if a later statement may concern an older one: what somebody says of themselves, only they change."""
    return None in (by, speaker) or by in {speaker, ASSISTANT} or not any(map(in_first_person, (old, new)))


def of_chats(named: Sequence[str]) -> list[ChangePair]:
    """Return pairs of sentences of conversations, each with the later turns that share most words.

    What is not read, such as pasted material, states nothing that could end.
    """
    draw, pairs = np.random.default_rng(5), list[ChangePair]()
    for _, told in conversations(named):
        turns = [(by, text) for by, text in told if judge_turn(text, "user", ()).verdict.action != "skip"]
        words = [content_of(text) for _, text in turns]
        for at, (by, text) in enumerate(turns):
            for old in list(sentences_in(text))[:OF_A_TURN] if draw.random() < OF_TURNS else ():
                about = content_of(old)
                order = sorted(range(at + 1, len(turns)), key=lambda i: -len(about & words[i]))[:LIKELIEST]
                new = [turns[i][1] for i in order if of_one_person(old, by, turns[i][1], turns[i][0])]
                told_later = [one for text in new for one in stretches(text)]
                near = [one for one in told_later if about & content_of(one)]
                far = [one for one in told_later if not about & content_of(one)][:FAR]
                pairs += [ChangePair(old, one, False, f"{CHAT}{at % 50}", CHAT_WEIGHT) for one in (*near, *far)]
    return [pairs[int(i)] for i in sorted(draw.permutation(len(pairs))[:MAX_CHAT])]


def is_chat(pair: ChangePair) -> bool:
    """Return true if a pair is of a conversation, in which nothing is known to end."""
    return pair.family.startswith(CHAT)
