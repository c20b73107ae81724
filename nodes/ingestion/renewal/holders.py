"""Who does something by now in another's place: "Zoe does QA now instead of Ali", "Tom is the tech lead now"."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.renewal.frames import frame
from memorist.nodes.ingestion.renewal.reading import read
from memorist.nodes.ingestion.renewal.telling_new import NOT_NEW, says_new

_HELD = re.compile(
    r"(?:['’]s|\b(?:is|are|was|were|becomes|became|will\sbe))\s(?:now\s)?(?:the|our|my|the\steam['’]s|user['’]s|team['’]s)\s|"
    r"\b(?:leads|heads|manages|runs)\s(?:up\s)?|\b(?:takes?|took|taking|taken)\sover\s(?:as|the)\s",
    re.IGNORECASE,
)
"""A post that one person has."""
_TAKES_OVER = re.compile(r"\b(?:takes?|took|taking|taken)\sover\s(?:as|the\s(?:role|job|post))\b", re.IGNORECASE)
_STEPS_IN = re.compile(
    r"\b(?:t(?:ook|akes?|aking|aken)\sover\b.*?\bfrom|(?:is\s|will\s)?replac(?:es?|ed|ing)|succeed(?:s|ed|ing)|instead\sof|"
    r"hand(?:s|ed)\sover\b.*?\bfrom)\s",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?P<name>[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)?)\s")
_OF_DOING = re.compile(
    r"\b(?:takes?|took|taking|taken|over|does|do|did|doing|handles?|handled|handling|runs?|running|owns?|leads?|manages?|covers?|covering|"
    r"looks?\safter|responsible|charge|as|from|instead)\b",
    re.IGNORECASE,
)
"""How something is done says nothing of what is done."""


class Handover(NamedTuple):
    """The sentence that tells it, and who held it before and holds it after."""

    sentence: str
    before: str
    after: str


def handed_over(sentences: Sequence[str], claims: Iterable[Claim], memory: Memory) -> Handover | None:
    """What tells that somebody else holds what a memory says is held by one; null if nothing does."""
    told = [s for s in sentences if not read(s).asks and not NOT_NEW & read(s).said]
    held = memory.claim
    if held is not None and held.predicate == "role_is":
        return _of_a_role(told, claims, held, memory.content) if held.polarity else None
    return next((found for sentence in told if (found := _of_work(sentence, memory.content))), None)


def _of_a_role(told: Sequence[str], claims: Iterable[Claim], held: Claim, content: str) -> Handover | None:
    """Somebody else holds the one post: by name of who held it, or by the claim of who does."""
    for sentence in told:
        left = _STEPS_IN.search(sentence)
        if left and folded(sentence[left.end() :]).startswith(folded(held.subject)):
            return Handover(sentence, held.subject, sentence[: left.start()].strip())
        held_by_one = _HELD.search(sentence) and _HELD.search(content)
        if not (held_by_one and (says_new(sentence) or _TAKES_OVER.search(sentence))):
            continue
        for claim in claims:
            same = claim.predicate == held.predicate and folded(claim.object) == folded(held.object) and claim.polarity
            if same and folded(claim.subject) != folded(held.subject) and claim.subject in sentence:
                return Handover(sentence, held.subject, claim.subject)
    return None


def _of_work(sentence: str, content: str) -> Handover | None:
    """Somebody does what another did, who is named beside it: nothing less ends a memory without a claim."""
    left, new, old = _STEPS_IN.search(sentence), _NAME.match(sentence), _NAME.match(content)
    if left is None or new is None or old is None or folded(new["name"]) == folded(old["name"]):
        return None
    if not re.match(rf"{re.escape(old['name'])}\b", sentence[left.end() :]):
        return None
    done = _work(content, old["name"])
    told = _work(re.sub(rf"\b{re.escape(old['name'])}\b", " ", sentence), new["name"])
    return Handover(sentence, old["name"], new["name"]) if done and done <= told else None


def _work(text: str, who: str) -> frozenset[str]:
    return frame(_OF_DOING.sub(" ", text.removeprefix(who))).thing
