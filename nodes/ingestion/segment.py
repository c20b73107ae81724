"""A piece of a message, and pieces that belong to the one before."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from memorist.nodes.ingestion.extract.imperatives import FORBIDS
from memorist.nodes.language.names import find_names
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.words import lower_first

Kind = Literal["clause", "list", "steps", "code", "wrapper", "log", "letter", "material"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a message and what it is; ``follows``: it was said in one line with the piece before."""

    text: str
    kind: Kind = "clause"
    follows: bool = False


_REASON_APART = Shape(
    r"^(?:(?:the\s|main\s|our\s|my\s)*(?:reasons?|why|background|rationale)(?:\s(?:is|was|being))?\s?(?::|[-–—]|that\b)\s*|(?:that['’]s\s|this\sis\s|simply\s|mostly\s|mainly\s)?because\s)(?P<why>\S.*)$",
    re.IGNORECASE,
)
_TICKET_APART = Shape(
    r"^(?:(?:we\sknow|known|we['’]re\saware|reported)[,.]?\s)?(?:(?:the|see|there['’]s\sa)\s)*(?:ticket|issue|jira|bug|pr|mr|see)\s?(?:is|number|no\.?|:)?\s?(?P<ticket>#\d+|[A-Z]{2,}-\d+)\W*$",
    re.IGNORECASE,
)


_EMPHASIS = re.compile(
    r"^(?:and\s)?(?:(?:that['’]s|this\sis)\s(?:just\s)?(?:how|the\sway)\swe\s(?:do|work|roll|handle)\b[^.!?]{0,20}|not\s(?:allowed|negotiable|up\sfor\sdebate)\b[^.!?]{0,20}|"
    r"(?:that['’]s|this\sis)\s(?:a|the|our)\s(?:\w+\s)?(?:rule|policy|convention|law)|don['’]?t\seven\s(?:\w+\s?){1,3}|not\seven\s(?:\w+\s?){1,4}|no\sexceptions?|no\s(?:fix|workaround|eta|solution|known\sfix)(?:\s(?:yet|so\sfar|in\ssight))?|without\sexception|full\sstop|always|(?:always\s)?(?:in\s)?(?:exactly\s)?(?:that|this)\sorder(?:,?\salways)?)\W*$",
    re.IGNORECASE,
)
"""That's how we do it, always: said of what stands before, with more weight."""


_WANTED_SO = re.compile(
    r"^(?:the|our|their)\s(?:[\w-]+\s){1,3}?(?:wants?|insists?\son|requires?|asked\sfor|demands?|likes?|needs?)\s(?:it|that|this)(?:\s(?:so|like\sthat|that\sway|this\sway))?\W*$",
    re.IGNORECASE,
)
"""The tax office wants it so: why the thing before is done."""
_TOO_MUCH = re.compile(
    r"^(?:just\s|way\s|far\s|simply\s)?too\s(?!bad\b|late\b|much\sinformation\b)[a-z]+(?:$|[,.!]|\s(?:and|for|to)\b)",
    re.IGNORECASE,
)
_LIKES = re.compile(r"\b(?:rather|prefer|love|like|hate|favou?rite|can['’]?t\sstand)\b", re.IGNORECASE)
_WHY_NOT = re.compile(
    r"^(?:it['’]?s|they['’]re|(?:it|they)\s(?:is|are))\s(?:just\s|simply\s|so\smuch\s|way\s|much\s)?"
    r"(?:less|more|too|so|patched|generated|written|shared|owned|managed|maintained|[a-z]+er)\s[^?]{2,70}$|"
    r"^(?:(?:i\s|we\s)?(?:had|have\shad)\s(?:an?\s)?(?:bad|terrible|awful|poor|rough|good|horrible)\s(?:time|experiences?)s?|(?:i\s|we\s)?(?:got|have\sbeen|been)\s(?:burned|burnt|bitten))\b[^?]{0,60}$",
    re.IGNORECASE,
)
"""Don't touch it. It's patched by hand: why, no statement of its own."""
_WENT_ON = re.compile(
    r"^(?:not\s(?:yet\s)?(?:decided|settled|final|certain)(?:\syet)?\W*$|(?:took|cost|saved)\s(?:us|me|them|him|her)\s|(?:flopped|bombed|backfired)\b|(?:found|learned|learnt)\s(?:that\s)?out\s(?:after|when|the\shard)"
    r"|(?:this|that|it)\s(?:counts|applies|holds|goes|is\strue)\sfor\s(?:everybody|everyone|all|both|each|the\swhole\s\w+)\b[\w\s]{0,20}\W*$"
    r"|(?:all|both|each)(?:\s(?:of\sthem|two|three|four|five))?\s(?:from|by|until|till|since|on|in|at|per|for|every)\s(?:[\w'’-]+\s?){1,4}\W*$)",
    re.IGNORECASE,
)
"""Took us five hours; all three from day one: goes on with what was said, without a subject of its own."""


_NO_THING = re.compile(
    r"(?:nope\W+|nah\W+)?no\s(?!problem|idea|worries|thanks|way|need|rush|one\b|more\b|clue|hurry|stress|comment|matter|doubt|wonder|luck|news|it\b|we\b|i\b|you\b|thats?\b|not\b)"
    r"[a-z][\w-]*(?:\s[a-z][\w-]*)?$",
    re.IGNORECASE,
)
_EVER = re.compile(r"(?:not\s)?(?:ever|period|full\sstop|never\sagain|end\sof\sstory|whatsoever)\W*$", re.IGNORECASE)
"""No vans. Ever: one ban."""
_TRIED = re.compile(r"(?:we\s)?(?:did|tried|had|sold|used)\s(?:it|that|this|them|those|one)\b", re.IGNORECASE)
"""No food. Did it once, never again: why there is none."""


_TOPIC_ASKED = re.compile(
    r"(?!(?:what|which|who|how|why|when|where|is|are|was|were|do|does|did|can|could|should|would|will|any|or|and|really|so|has|have)\b)"
    r"(?P<what>[\w.+#-]+(?:\s[\w.+#-]+){0,3})\?$",
    re.IGNORECASE,
)
_ANSWERS_IT = re.compile(
    r"(?:maybe|perhaps|probably|not\s(?:yet|now|before|until|this)|nope|nah|never|only|already|still|later|soon|next\s(?:week|month|quarter|year|spring|sprint)|"
    r"postponed|tbd|dropped|gone|rejected|approved)\b",
    re.IGNORECASE,
)
"""Compose Multiplatform? Maybe next year: who asks it himself tells it, too."""
_EXCEPTION = re.compile(
    r"(?:the\s|our\s)?(?:only\s|one\s|single\s)?exceptions?(?:\s?:|\s(?:is|are))\s(?P<what>\w.{2,80}?)[.!]*$",
    re.IGNORECASE,
)
"""We don't deploy on Fridays. Exception: security patches."""
_LONGEST = 2_000
"""Characters: what has become so long is not gone on with."""


def with_reasons(segments: Iterable[Segment]) -> Iterator[Segment]:
    """A reason or a ticket that is told in a sentence of its own stays with what it is of, once."""
    last: Segment | None = None
    added = ""
    for segment in segments:
        if last is not None and (whole := _told_together(last, segment)):
            last = last if segment.text == added else replace(last, text=whole)
            added = segment.text
            continue
        if last is not None:
            yield last
        last, added = segment, ""
    if last is not None:
        yield last


def _told_together(last: Segment, segment: Segment) -> str | None:
    """A clause with the one behind it, where that tells its reason, its ticket or how it went on; else null."""
    if not last.kind == segment.kind == "clause" or len(last.text) > _LONGEST:
        return None
    if last.text.endswith("?"):
        return _asked_oneself(last.text, segment.text)
    stated, more = last.text.rstrip(" .!"), lower_first(segment.text)
    unexplained = " because " not in stated
    if _NO_THING.match(stated) and (_EVER.match(segment.text) or _TRIED.match(segment.text)):
        return f"{stated} ever" if _EVER.match(segment.text) else f"{stated}, {more}"
    if unexplained and (reason := _REASON_APART.match(segment.text)):
        return f"{stated} because {reason['why']}"
    if _EMPHASIS.match(segment.text) or _WENT_ON.match(segment.text):
        return f"{stated}, {more}"
    if unexplained and (_WANTED_SO.match(segment.text) or (_WHY_NOT.match(segment.text) and _is_wish(stated))):
        return f"{stated} because {more}"
    if unexplained and _TOO_MUCH.match(segment.text):
        return f"{stated} because it is {more}"
    return _with_detail(stated, segment.text)


def _asked_oneself(asked: str, told: str) -> str | None:
    """A thing with what is told of it, where somebody asks himself: "Compose Multiplatform? maybe next year"."""
    topic = _TOPIC_ASKED.match(asked)
    return f"{topic['what']}: {told}" if topic and _ANSWERS_IT.match(told) and find_names(topic["what"]) else None


def _with_detail(stated: str, more: str) -> str | None:
    """A clause with the one thing that the piece behind it adds: its exception, its ticket."""
    if (but := _EXCEPTION.match(more)) and len(stated.split()) > 2:
        return f"{stated}, except {but['what']}"
    ticket = _TICKET_APART.match(more)
    return f"{stated} (ticket {ticket['ticket']})" if ticket else None


def _is_wish(stated: str) -> bool:
    return bool(FORBIDS.match(stated) or _LIKES.search(stated))
