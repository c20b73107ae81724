"""What follows a comma and still speaks of the same: a comment, a state of mine, "but we do in CI"."""

import re

_MANNER = re.compile(r"(?:never|always)\b", re.IGNORECASE)
_CONTRARY = 3
"""In words: "big exports always go through sink_csv, never collect" is one rule, of big exports."""
_MY = re.compile(r"(?:i\b|i['’]|my\b|he\b|she\b)", re.IGNORECASE)
_COMMENT = re.compile(
    r"(?:(?:we|i|they)(?:['’]\w+)?\s(?:\w+\s){0,3}?(?:strict|serious|picky|religious|adamant|militant|uncompromising|particular|sure|happy|clear|firm|annoyed|proud|sorry|aware|idea|clue|"
    r"reason|fault|bad|mistake)\b[^,;]{0,25}|(?:don['’]?t|do\snot)\s(?:ask|judge|laugh|worry|tell)\b[^,;]{0,20}"
    r"|(?:he|she|they)\s(?:just\s)?(?:told|assured|promised)\s(?:me|us)(?:\sso)?(?:\s(?:yesterday|today|again|once|himself|herself|(?:this|last)\s\w+))?"
    r"|i\s(?:know|swear|promise|checked|guess|hope|bet|mean|think)(?:\s(?:so|it|that))?(?:\sabout\smyself)?"
    r"|(?:we|i|they)(?:['’]re|['’]m|\sare|\sam|['’]ll|\swill)?\snot\s(?:do(?:ing)?|go(?:ing)?\sthere|need(?:ing)?|want(?:ing)?)(?:\s(?:it|that|this|them))?(?:\s(?:after\sall|any\s?more|now))?)\s*[.!]*$",
    re.IGNORECASE,
)
"""We're strict about that; no idea why: said of what stands before, no statement of its own."""


_CONSEQUENCE = re.compile(r"(?:we|you|they|it|that|i)(?:['’]d|\swould|\smight|['’]ll|\swill)\s", re.IGNORECASE)
_FORBIDS = re.compile(
    r"(?:please\s)?(?:never|don['’]?t|do\snot)\s|.*\b(?:must\snot|not\sallowed|off\slimits|forbidden)\b", re.IGNORECASE
)
"""Never patch it in a tournament, we'd drop games: why, no statement of its own."""
_ANNOUNCES = re.compile(
    r"(?:so\s|ok\s|right\s)*(?:(?:i|we)(?:['’]ve|\shave)\s(?:finally\s)?(?:made\sup\s(?:my|our)\sminds?|decided|reached\sa\sdecision)|(?:it['’]s\s)?(?:settled|decided|final|official))\W*$",
    re.IGNORECASE,
)
"""I've made up my mind, I'm going with Trino: the decision comes behind it."""
_ORDERED = re.compile(r"always\s(?:in\s)?(?:exactly\s)?(?:that|this)\sorder\W*$", re.IGNORECASE)
_STATE_OF_MINE = re.compile(
    r"(?:(?:i['’]m|i\sam)|(?:he|she)(?:['’]s|\sis))\s(?:(?:really|very|quite|so|badly|severely|terribly|a\sbit)\s)?(?!(?:vegan|vegetarian|married|single|divorced|retired)\b)[a-z]+[.!]*$",
    re.IGNORECASE,
)
"""No peanuts for me, I'm allergic: a word that says nothing without what stands before it."""
_ELLIPTIC = re.compile(
    r"(?:[\w'’]+\s){1,3}?(?:do|does|did|is|are|am|was|were|can|will|have|has)(?:\snot|n['’]t)?(?:\s(?:in|on|at|for|with|locally|there)\b[^,;]{0,30})?[.!]*$",
    re.IGNORECASE,
)
"""We don't use Docker locally, but we do in CI: what is done stands before it."""
_DENIES = re.compile(r"\b(?:not|never|no)\b|n['’]t\b", re.IGNORECASE)
_OF_MINE = re.compile(r"\b(?:i|me|my|mine)\b|^no\s|^(?-i:[A-Z])[a-z]+\s(?:can|does|do|must|never)", re.IGNORECASE)


def goes_on(left: str, right: str) -> bool:
    """Whether what follows a comma still speaks of the same: a comment, what that person always does, its contrary."""
    contrary = _MANNER.search(left) and _MANNER.match(right) and len(right.split()) <= _CONTRARY
    return (
        bool(_COMMENT.match(right) or _ORDERED.match(right))
        or bool(_MANNER.match(right) and _MY.match(left))
        or bool(contrary)
        or bool(_CONSEQUENCE.match(right) and _FORBIDS.match(left))
        or bool(_ANNOUNCES.match(left))
        or bool(_STATE_OF_MINE.match(right) and _OF_MINE.search(left))
        or bool(_ELLIPTIC.match(right) and bool(_DENIES.search(left)) != bool(_DENIES.search(right)))
    )
