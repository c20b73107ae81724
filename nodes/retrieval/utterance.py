"""Kind of a turn of a conversation: only what states something is knowledge."""

import re
from functools import lru_cache
from typing import Literal

from memorist.memory_store.domain.sentences import sentences_in
from memorist.nodes.language.lexical import words_of
from memorist.nodes.reading.passed_on import split

Utterance = Literal["statement", "question", "request", "greeting", "pasted", "fiction"]

_WEIGHT: dict[Utterance, int] = {"statement": 0, "question": 1, "request": 2, "greeting": 3, "pasted": 4, "fiction": 5}
LONG_LINES = 12
"""So many lines beside what is passed on are material that somebody pasted."""
LONG_CHARS = 1_500
_FICTION = re.compile(
    r"\b(?:write|tell|invent|continue|make\sup)\b[^.!?]{0,40}\b(?:story|tale|poem|novel|song|dialogue|scene|script)\b|"
    r"\b(?:role\s?-?\s?play|pretend|imagine\s(?:you|that)|once\supon\sa\stime|act\sas|you\sare\snow|fan\s?fiction)\b",
    re.IGNORECASE,
)
_QUESTION_MARKS = ("?", "？", "؟", ";)")
_ASKING = re.compile(
    r"(?:who|whose|what|which|where|when|why|how|do|does|did|is|are|can|could|would|will|should|shall|have|has)\b[^.!]*$",
    re.IGNORECASE,
)
_GREETING = re.compile(
    r"(?:(?:hi|hey|hello|hallo|hola|bonjour|ciao|salut|moin|servus|good\s(?:morning|evening|afternoon|night|day)|guten\s\w+|"
    r"thanks?|thank\syou|thx|ty|danke|merci|gracias|grazie|obrigado|cheers|ok(?:ay)?|great|perfect|nice|cool|awesome|"
    r"bye|see\syou|ciao|yes|no|yep|nope|yeah|y|n|sure|got\sit|sounds\sgood|well\sdone|good\sjob|lol|haha|welcome|sorry)\b[\s,.!]*)+",
    re.IGNORECASE,
)
_STANDING = r"[^.!?]*\b(?:every|each|all|always|never|before|after|when(?:ever)?|unless|\w+days)\b"
"""Signs of a standing demand; a demand for once has none of these: "Add tests to every change" is said once and for
all."""
_REQUEST = re.compile(
    r"(?:(?:ok(?:ay)?|so|now|and|then|hey|hi|please|pls|kindly|just|also)[\s,]+)*"
    r"(?:(?:can|could|would|will)\s(?:you|u|we)\b|help\sme\b|let['’]?s\ssee|i(?:['’]d|\swould)\slike\syou\sto|i\s(?:need|want)\syou\sto|"
    r"(?:write|draft|give|show|explain|translate|summari[sz]e|create|generate|find|search|look\sup|suggest|recommend|list|"
    rf"fix|check|review|refactor|rewrite|rephrase|compare|describe|tell\sme|make\s(?:me|a|an|it|this)|build\sme|(?:add|install|set\sup)\b(?!{_STANDING})|"
    r"implement|plan|book|order|calculate|convert|format|sort|proofread|brainstorm|analy[sz]e|continue|go\son|try\sagain)\b)",
    re.IGNORECASE,
)
_MIN_WORDS = 3
"""Fewer words state nothing that can be understood without what was said before."""


@lru_cache(maxsize=8_192)
def utterance_of(text: str) -> Utterance:
    """Return the kind of a turn as a whole: a statement if any of its sentences states something."""
    if _FICTION.search(text):
        return "fiction"
    own = split(text).own_text()
    if own.strip().count("\n") >= LONG_LINES or len(own.strip()) > LONG_CHARS:
        return "pasted"
    kinds: list[Utterance] = [_of_sentence(sentence) for sentence in sentences_in(own)]
    kind = min(kinds, key=lambda kind: _WEIGHT[kind]) if kinds else "greeting"
    return "pasted" if kind != "statement" and own != text else kind


def only_greets(task: str) -> bool:
    """Return true if a task asks for nothing: each of its sentences begins with a greeting and goes on with a name at
    most. Two bare words ("code hosting") are a search."""
    greets = (_GREETING.match(sentence.strip()) for sentence in sentences_in(task) if words_of(sentence))
    return all(greets) and utterance_of(task) == "greeting"


def _of_sentence(sentence: str) -> Utterance:
    said = sentence.strip()
    rest = _GREETING.sub("", said, count=1) if _GREETING.match(said) else said
    words = len(re.findall(r"\w+", rest))
    asks = rest.endswith(_QUESTION_MARKS)
    short = words < _MIN_WORDS and not asks
    polite = rest != said and (short or all(map(_GREETING.fullmatch, words_of(rest))))
    if not words or polite:
        return "greeting"
    if asks:
        return "question"
    if _REQUEST.match(rest):
        return "request"
    if words < _MIN_WORDS and rest.isascii():
        return "greeting"
    return "question" if _ASKING.match(rest) and not rest.endswith(".") else "statement"
