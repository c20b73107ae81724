"""What a piece of a message is by what stands around it: what brings in a text, what belongs to a task, a taste.

Each piece is judged by itself first (:mod:`memorist.nodes.ingestion.gatekeep`); its neighbours say the rest.
"""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.answering.reading import answer_wish
from memorist.nodes.ingestion.answering.wish import LASTS
from memorist.nodes.ingestion.draft import Statement, Verdict
from memorist.nodes.ingestion.extract.imperatives import IMPERATIVE
from memorist.nodes.ingestion.extract.pronouns import THAT_IS, WRONG
from memorist.nodes.ingestion.sentences import Segment
from memorist.nodes.ingestion.this_answer import says_for_whom
from memorist.nodes.language.seeking import Shape

_TASTE = Verdict(action="keep", category="preference", reason="it tells who likes what was just named")
_PUT_RIGHT = Verdict(action="skip", category="correction", reason="it repeats what is put right in the next sentence")
ANNOUNCES = Verdict(action="skip", category="request", reason="it only brings in what was pasted")
FOR_TASK = Verdict(action="skip", category="request", reason="it says how to do what is asked for now")
_OF_PASTED = Verdict(action="skip", category="log", reason="it says what came of what was pasted")
_PRINTS = re.compile(r"(?:returns?|gives?|throws?|prints?|yields?|outputs?)\s", re.IGNORECASE)
"""Returns 14k dupes, below a query."""
_LIKES_IT = re.compile(
    r"^(?:but\s|and\s|while\s|though\s)?i\s(?:(?:quite|really|actually|kinda|do|still|absolutely|personally|rather)\s)*(?:like|love|hate|dislike|enjoy)\s"
    r"(?:it|them|that|this)(?:\s(?:though|tho|a\slot|so\smuch))?\W*$",
    re.IGNORECASE,
)
_SAID_BEFORE = Shape(
    r"^(?:earlier|before|yesterday|last\s(?:week|time|month)|the\sother\sday|above)?,?\s?i\s(?:told\syou|said|wrote|mentioned|claimed)\s",
    re.IGNORECASE,
)
_WAS_WRONG = re.compile(rf"^(?:but\s|and\s)?{THAT_IS}\s(?:{WRONG}|no\slonger)\b", re.IGNORECASE)
_MOST_TO_BRING = 12
"""In words."""
_OF_US = re.compile(r"\b(?:we|our|my|always|never|must|every)\b", re.IGNORECASE)


_LASTING = r"(?!.*\b(?:always|never|every|ever)\b)"
_TASK_IN_HAND = Shape(
    rf"^(?:and |but |please |just )*(?:{IMPERATIVE}|don['’]?t|do not)\b{_LASTING}.*\b(?:it|them)\b", re.IGNORECASE
)
_SUFFICES = Shape(
    r"^(?:(?:a|an|some|any|just|only|the|in|with)\s)*(?:[a-z-]+\s){0,2}?(?:(?:stuff|ideas?|examples?|bullets?|sketch|outline|list|gist|basics|tips?|points?|words?|sentences?|sources?|numbers?)\s"
    r"(?:is|are|will\sbe|would\sbe)\s(?:fine|enough|ok|okay|plenty|all\s(?:i|we)\sneed)|(?:paragraphs?|sentences?|lines?|bullets?|words|pages?|flavou?r|hashtags|emojis))(?:,\sno\s[a-z]+)?\W*$",
    re.IGNORECASE,
)
"""General ideas are enough; two short paragraphs, no hashtags; python flavour."""
_WILL_YOU = re.compile(r"^\W*(?:hey |so |ok |and )*(?:can|could|would|will) you\b", re.IGNORECASE)


def beside(piece: Segment, following: Segment | None, verdict: Verdict, told: Sequence[Statement]) -> Verdict:
    """The verdict on a piece by what stands around it.

    "I quite like it" behind what was named is a taste; what "that's wrong" follows is not so.
    """
    named = bool(told) and told[-1].verdict.action != "skip"
    if verdict.category == "small_talk" and piece.follows and named and _LIKES_IT.match(piece.text):
        return _TASTE
    if told and told[-1].verdict.category in {"code", "log"} and _PRINTS.match(piece.text):
        return _OF_PASTED
    if following and _SAID_BEFORE.match(piece.text) and _WAS_WRONG.match(following.text):
        return _PUT_RIGHT
    return verdict


def brings(piece: Segment, following: Segment, verdict: Verdict) -> bool:
    """Whether a few words only bring in what was pasted behind them: "now the fun one, from Sentry"."""
    if (
        piece.kind != "clause"
        or following.kind not in {"code", "log", "wrapper", "material"}
        or verdict.action == "skip"
    ):
        return False
    if piece.text.endswith(".") and not piece.text.endswith(".."):
        return False  # it is a statement: "WAL not archived." above its log
    short = len(piece.text.split()) <= _MOST_TO_BRING and not _OF_US.search(piece.text)
    return short and verdict.category in {"unclear", "fact", "preference"}


def asks_for_work(statement: Statement) -> bool:
    asked = statement.verdict.category
    return asked == "request" or (asked == "question" and bool(_WILL_YOU.match(statement.text)))


_OF_A_PERSON = frozenset({"name", "signature"})


def is_for_the_task(piece: Segment, verdict: Verdict) -> bool:
    """Whether a piece behind a request only says how to do that: "… No emojis please", "and put it in a table".

    How answers are wanted is said for good only in words that say so, there; a name is a name.
    """
    text = piece.text
    if verdict.action == "keep" and (wish := answer_wish(text)):
        return wish.aspect not in _OF_A_PERSON and not LASTS.search(text)
    return bool(_TASK_IN_HAND.match(text)) or says_for_whom(text)


def suffices(piece: Segment, told: Sequence[Statement]) -> bool:
    """Whether a piece says how much of what is asked for right before it is enough: "textbook stuff is fine"."""
    asked = bool(told) and told[-1].verdict.category in {"question", "request"}
    return asked and bool(_SUFFICES.match(piece.text))
