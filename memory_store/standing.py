"""Standing statements: what counts whatever a task is about, found by its kind and not because it is like the task.

"I'm allergic to peanuts" shares no word with "book a restaurant". So each statement is marked with its kind when it is
written: what a person says that they live with (diet, health, ...; their cues are data, ``standing.yaml``), how answers
shall be given, what is an exception to something. The mark says what may stand; whether it is told is judged when a
task is known. A change of what is recognised here needs a migration, which marks anew what is there.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

import yaml

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import HARD_RULE, Decision
from memorist.memory_store.domain.visibility import is_personal

STYLE, EXCEPTION, RULE_EXCEPTION = "style", "exception", "rule_exception"
"""Kinds beside those of what a person lives with."""
TYPES = "semantic:"
"""The family of types whose statements are marked; a hard rule is told in any case."""

_ABOUT_ANSWERS = re.compile(
    r"\b(?<!\ban )(?<!\ba )(?:answer(?:s|ing)?|repl(?:y|ies|ying)|respon[ds]\w*|explain(?:ed|ing)? (?:things|it)|"
    r"wants? (?:amounts|temperatures|distances) in|wants? the assistant to|to be called|signs with|"
    r"your (?:tone|style|language)|(?:call|address) me|(?:speak|talk|write) to me|summari[sz]e (?:things|it|first)|"
    r"(?:short|brief|concise|long|detailed) (?:answers|replies|explanations))\b",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"\b(?:bullets?|bullet[- ]points?|bulleted|emojis?|paragraphs|"
    r"(?:short|long|full|normal|simple|complete|whole) sentences|disclaimers?|jargon|small talk|filler(?: words)?|"
    r"flattery|(?:plain|simple|everyday) (?:words|language|english)|"
    r"your (?:answers?|repl(?:y|ies)|responses?|explanations?|summar(?:y|ies))|"
    r"(?:answer|reply|respond)(?: to)? (?:me|us)|"
    r"when you (?:answer|reply|respond|write|explain|tell)|(?:with|to|for|tell|give|show) me (?:\w+ )?"
    r"(?:in|with|without|as|first|the (?:conclusion|result|answer|summary)))\b",
    re.IGNORECASE,
)
"""Words for the form of what is written to somebody."""
_OF_ANOTHER_TEXT = re.compile(
    r"\b(?:reports?|letters?|e?-?mails?|slides?|decks?|docs?|documents?|documentation|readmes?|code|commits?|"
    r"newsletters?|invoices?|websites?|pages?|posts?|articles?|books?|stor(?:y|ies)|essays?|presentations?|minutes|"
    r"tickets?|titles?|menus?|clients?|customers?|readers?|guests?)\b",
    re.IGNORECASE,
)
"""Texts and readers beside answers to the person: "no emojis in the newsletter" says nothing of answers."""
_WISHED = re.compile(
    r"(?:^|[.!?;]\s|,\s|\b(?:please|and|from now on)\s)(?:(?:please|always|never|don['’]t|only)\s)*"
    r"(?:no|without|stop|keep|use|write|skip|avoid|drop|leave\sout|cut|spare\sme|give|show|tell|answer|reply|respond|"
    r"speak|talk|explain|summari[sz]e)\s|"
    r"\b(?:i|user|we)\s(?:(?:(?:don['’]t|do\snot|doesn['’]t|does\snot)\s)?(?:want|like|need|prefer)s?|"
    r"hates?|can['’]t\sstand)\s",
    re.IGNORECASE,
)
"""Ways to ask for something, or to ask not to have it."""
_FROM_NOW_ON = re.compile(
    r"\b(?:always|never|please|prefers?|wants?|signs|likes?|should|must|only|from now on|by default|every time|don't|"
    r"do not)\b",
    re.IGNORECASE,
)
_STANDS_IN = re.compile(
    r"\b(?:instead|stands?\sin|stand-in|fill(?:s|ing)?\sin|cover(?:s|ing)?\sfor|in\splace\sof|on\sbehalf|deput\w+|substitut\w+|for\snow|"
    r"(?:while|until|as\slong\sas)\b[^.;]{1,60}\b(?:away|back|gone|off|out|sick|ill|returns?|on\s(?:leave|holiday|vacation)))\b|"
    r"\b(?:vertritt|vertretung|stattdessen|solange)\b",
    re.IGNORECASE,
)
_EXCEPTS = re.compile(
    r"\b(?:except(?:ion|ional|ions)?|unless|temporar(?:y|ily)|exempt\w*|allowed\s(?:for|until|to)|ausnahme)\b",
    re.IGNORECASE,
)


def standing_kind(memory: Memory) -> str | None:
    """The kind by which a memory is found whatever the task is; null for what is no standing statement.

    The first of: an exception to a stored rule, what somebody says that they live with, style, any other exception.
    """
    if not memory.type.startswith(TYPES) or memory.type == HARD_RULE:
        return None
    if isinstance(memory, Decision) and memory.exception_to is not None:
        return RULE_EXCEPTION
    claim = memory.claim.model_dump(mode="json") if memory.claim is not None else None
    user = memory.scope.user_id
    personal = is_personal(memory.content, type_=memory.type, user=user, claim=claim, tags=memory.tags)
    kind = constraint_kind(memory.content) if personal else None
    return kind or (STYLE if about_answers(memory.content) else EXCEPTION if excepts(memory.content) else None)


def kinds() -> tuple[str, ...]:
    """All kinds, those of what a person lives with first."""
    return (*(kind for kind, _ in _cues()), STYLE, EXCEPTION, RULE_EXCEPTION)


@lru_cache(maxsize=8_192)
def constraint_kind(content: str) -> str | None:
    """The kind of what a person lives with that a statement is, by what it says; null for any other statement."""
    return next((kind for kind, pattern in _cues() if pattern.search(content)), None)


def about_answers(content: str) -> bool:
    """Return true if a statement reads as if it said how to answer, of whomever.

    It wishes something of answers, or of the form of what is written without a word about another text.
    """
    if _ABOUT_ANSWERS.search(content) and _FROM_NOW_ON.search(content):
        return True
    return bool(_FORM.search(content) and _WISHED.search(content)) and not _OF_ANOTHER_TEXT.search(content)


def names_answers(words: str) -> bool:
    """Return true if words, such as the subject of a claim, name answers."""
    return _ABOUT_ANSWERS.search(words) is not None


@lru_cache(maxsize=8_192)
def excepts(content: str) -> bool:
    """Return true if a statement reads like an exception to something."""
    return _EXCEPTS.search(content) is not None or stands_in(content)


def stands_in(content: str) -> bool:
    """Return true if a statement says who or what takes the place of another for a time: it modifies a rule about
    that. Other exceptions belong to a rule only if they were stored so: "except" says of many things how they are."""
    return _STANDS_IN.search(content) is not None


@cache
def _cues() -> tuple[tuple[str, re.Pattern[str]], ...]:
    text = (files("memorist.memory_store") / "standing.yaml").read_text(encoding="utf-8")
    rows: Mapping[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader)
    return tuple(
        (kind, re.compile("|".join((*(rf"\b{re.escape(cue)}" for cue in row["cues"]), *row["phrases"])), re.IGNORECASE))
        for kind, row in rows.items()
    )
