"""Whom a statement speaks of, when it is another team than the one that speaks, or another place of work."""

import re

_NAMED_GROUP = (
    r"(?!(?:whole|entire|full|rest|own|small|little|tiny|current|other|same|new|old|first|second|core)\b)(?:[\w&-]+\s){1,2}?"
    r"(?:team|squad|crew|department|dept|guild|chapter|guys|folks)(?![\w'’-])"
)
GROUP = rf"(?:the|our)\s{_NAMED_GROUP}"
"""The mobile team, our data crew: a team that has a name."""
_GROUP = re.compile(rf"(?:the|our)\s+(?P<name>{_NAMED_GROUP})$", re.IGNORECASE)
_FORMERLY = re.compile(
    r"\b(?:at|in|for|with|from)\s(?:my|our|his|her|their)\s(?:last|previous|former|old|earlier|first|prior|other)\s"
    r"(?:job|jobs|company|companies|employer|place|gig|workplace|startup|start-up|agency|team|position)\b|"
    r"\bwhere\si\s(?:used\sto\swork|worked\sbefore)\b",
    re.IGNORECASE,
)
"""At my last job we used DB2: says nothing of what is in use here."""


def group_named(text: str | None) -> str | None:
    """The name of the team that ``text`` is, without its article: "mobile team"; null of "the team"."""
    found = _GROUP.match((text or "").strip())
    return found["name"].lower() if found else None


def is_of_another_job(text: str) -> bool:
    """Whether it tells of where somebody worked before."""
    return bool(_FORMERLY.search(text))
