"""The wording of reviews: what was missing, what is required, and whether nothing was wrong."""

import re
from itertools import dropwhile

from memorist.nodes.kinds.wording import items_of, tidy

_MISSED = re.compile(
    r"\b(?P<verb>miss(?:ing|es|ed)|forgot(?:ten)?|left out|skipped|overlooked|lacks?|without|"
    r"no|(?<!always )add)"
    r"\s+(?P<what>[^.;,!?\n]+)"
    r"|(?:^|[.;,!?\n]\s*)(?P<before>[^.;,!?\n]{3,60}?)\s(?:is|are|was|were)\s(?:still\s)?(?:missing|forgotten)\b",
    re.IGNORECASE,
)
_OF_QUALITY = re.compile(
    r"\b(?:tests?|checks?|types?|docs?|documentation|validation|handling|comments?|changelog|logging)\b", re.IGNORECASE
)
"""Objects of "add …" and "no …" that say that something was missing."""
_PLACE = re.compile(r"\s+(?:on|in|for|around|at|of|when|to)\s.*$", re.IGNORECASE)
_AFTERTHOUGHT = re.compile(
    r"\s+(?:again|too|as well|here|there|once more|although|though|even|before|this|but|and then|when)\b.*$",
    re.IGNORECASE,
)
_LEADING = frozenset("the a an some any again to add adding write also and run include update check please".split())
_EMPTY = frozenset({"here", "there", "it", "this", "that", "them", "nothing", "anything", "something", "everything"})
_OBJECTIONS = frozenset("finding issue remark comment complaint problem objection".split())
_REQUIRED = re.compile(
    r"\b(?P<verb>requires?|needs?(?!\sto\b)|must\s(?:have|include|come\swith)|expects?|insists?\son|checks?\sfor|"
    r"looks?\sfor|(?:always\s|please\s)?(?:includes?|check)|checklist:?)\s+(?P<list>[^.;!?\n]+)",
    re.IGNORECASE,
)
_CIRCUMSTANCE = re.compile(
    r"\s+(?:before|prior to|(?:in|for|on|with) (?:every|each|all|any|a|an|the|your)|when|from now on|please|next time|"
    r"too|as well)\b.*$",
    re.IGNORECASE,
)
_STRICT = ("require", "must", "insist")
"""Verbs after which a single item counts as required; after others only a list of items does."""
_MAX_ITEMS, _LONGEST_ITEM = 8, 4
_LONGEST_MISSED = 80
"""In characters."""
CLEAN = re.compile(
    r"\b(?:lgtm|clean|approved|looks? (?:good|great|fine)|well done|good job|nice work|all good|perfect|flawless|"
    r"nothing (?:missing|to add|to complain)|(?:no|without)(?: any| further)? "
    r"(?:findings|issues|remarks|comments|complaints|problems|objections))\b",
    re.IGNORECASE,
)


def missing_in(text: str) -> tuple[str, ...]:
    """Return the omissions named by a review, with their places: "null checks on the user object"."""
    found: list[str] = []
    for match in _MISSED.finditer(tidy(text)):
        verb = (match["verb"] or "").lower()
        what = _bare(match["what"] or match["before"])
        last = what.lower().split()[-1:] or [""]
        if verb in {"add", "no"} and not _OF_QUALITY.search(what):
            continue
        if (
            2 < len(what) <= _LONGEST_MISSED
            and what.lower() not in _EMPTY
            and last[0].removesuffix("s") not in _OBJECTIONS
        ):
            found.append(what)
    return tuple(dict.fromkeys(found))


def missed_in(text: str) -> tuple[str, ...]:
    """The kinds of things that were missing: "Missed null checks again on the user object" → null checks."""
    things = (what for what in missing_in(text) if not _SAID.match(what))
    return tuple(dict.fromkeys(general(what).lower() for what in things))


_SAID = re.compile(r"(?:that|what|who|where|when|how|why|to|i|we|you|my|our)\b", re.IGNORECASE)
"""Begins something that was said and not something that work can lack: "you forgot that I take insulin"."""


def general(missing: str) -> str:
    """ "null checks on the user object" → "null checks"."""
    return _PLACE.sub("", missing).strip() or missing


def is_clean(text: str) -> bool:
    """Return true if feedback says that nothing was wrong."""
    return bool(CLEAN.search(tidy(text))) and not missed_in(text)


def required_in(text: str) -> tuple[str, ...]:
    """ "Review requires types, tests and null checks" → the three things."""
    items: list[str] = []
    for found in _REQUIRED.finditer(tidy(text)):
        things = items_of(_CIRCUMSTANCE.sub("", found["list"]))
        if len(things) > 1 or found["verb"].lower().startswith(_STRICT):
            items += [thing for each in things if 0 < len((thing := _bare(each)).split()) <= _LONGEST_ITEM]
    return tuple(dict.fromkeys(items))[:_MAX_ITEMS]


def _bare(text: str) -> str:
    """Without articles and verbs before the thing, and without afterthoughts behind it."""
    words = _AFTERTHOUGHT.sub("", text.strip(" ,.;:")).split()
    return " ".join(dropwhile(lambda word: word.lower() in _LEADING, words))
