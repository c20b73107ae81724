"""Answers to a short question about what was just said: "the new CTO starts on Monday" "who is it?" "Mia Osei"."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.language.words import lower_first, upper_first

_SHORT_QUESTION = re.compile(
    r"(?:^|[.!?]\s+|,\s)(?:(?:oh|ah|and|so|nice|great|cool|ok|interesting|no\sidea|congrats)\W+)*(?P<ask>who(?:['’]s|\sis|\sare)?(?:\s(?:it|that|they|he|she))?|(?:since|until|from)\swhen|when(?:['’]s\sthat|\sis\sthat)?|"
    r"where(?:['’]s\sthat|\sis\sthat)?|why(?:\s(?:is|was)\sthat|\snot)?|how\s(?:come|long|often|so))\s?\?\s*$",
    re.IGNORECASE,
)
_SOMEBODY = re.compile(r"\b(?:someone|somebody)\b", re.IGNORECASE)
_GUESS = re.compile(r"^guess\swho(?:['’]s|\sis)?\s(?P<does>.+)$", re.IGNORECASE)
_NEW_ONE = re.compile(
    r"^(?:so\s|and\s|btw,?\s)*(?P<who>(?:the|our|my|a)\s(?:[\w-]+\s){0,2}?[\w-]+?)\s(?:is|was|starts?|started|joins?|joined|left|leaves|will|has|comes?|came)\b",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"^\W*(?:(?:it['’]s|that['’]s|that\swould\sbe)\s)?(?P<name>(?:my|our|the|an?)\s[\w-]+|(?-i:[A-Z])[\w'’-]+(?:\s(?-i:[A-Z])[\w'’-]+){0,2})(?P<rest>$|[,.;]\s?.*|\s(?:from|in|of|at)\s.*)$",
    re.IGNORECASE,
)
_OWN_VERB = re.compile(r"^\W*(?:it|that|this|they|we|i|he|she)(?:['’]\w+|\s\w+)\b", re.IGNORECASE)
_FULL_REASON = re.compile(r"^\W*(?:because|since|as)\s", re.IGNORECASE)
_MOST = 16
"""In words: a longer answer speaks for itself, and a longer statement is more than one."""


def followed_on(answer: str, before: Sequence[Utterance]) -> str | None:
    """The statement before and the answer to the question about it in one; null when there is no such question."""
    if len(before) < 2 or before[-1].role != "assistant" or before[-2].role != "user":
        return None
    asked = _SHORT_QUESTION.search(before[-1].content.strip())
    said = before[-2].content.strip().rsplit("\n", 1)[-1].rstrip(" .!")
    if asked is None or said.endswith("?") or not 2 < len(said.split()) <= _MOST or len(answer.split()) > _MOST:
        return None
    ask = asked["ask"].lower()
    if ask.startswith("who"):
        return _who(said, answer.strip())
    if ask.startswith(("why", "how come", "how so")):
        reason = answer.strip(" .!")
        because = "" if _FULL_REASON.match(reason) else "because " if _OWN_VERB.match(reason) else "because of "
        return f"{said} {because}{lower_first(reason) if reason[:2].istitle() else reason}"
    return None if _OWN_VERB.match(answer) else f"{said}, {answer.strip()}"


def _who(said: str, answer: str) -> str | None:
    named = _NAMED.match(answer)
    if named is None:
        return None
    name, rest = named["name"], named["rest"]
    if guessed := _GUESS.match(said):
        does = guessed["does"] if guessed["does"].split()[0].endswith("s") else f"is {guessed['does']}"
        return upper_first(f"{name} {does}{rest}")
    behind = f". {upper_first(rest.strip(' ,.;'))}" if rest.strip(" ,.;") else ""
    if _SOMEBODY.search(said):
        return f"{_SOMEBODY.sub(name, said, count=1)}{behind}"
    if new := _NEW_ONE.match(said):
        return f"{upper_first(name)} is {lower_first(new['who'])}{behind}"
    return None
