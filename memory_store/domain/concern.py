"""People that a sentence concerns besides its speaker: the team, another person, the addressees of a rule.

A statement belongs to the person it is about, not to the turn it stands in: "no deploys this week, hotfixes only with
my ok" says "my" and is the team's. What touches somebody's private life is his, whomever else it names.
"""

import re
from functools import lru_cache

from memorist.memory_store.domain.private_life import private_theme

_WE = re.compile(
    r"\b(?:we|us|our|ours|ourselves|team|everyone|everybody|colleagues|wir|uns|unser\w*|nous|notre|nos|nosotros|nuestr\w+)\b",
    re.IGNORECASE,
)
_CONSENT = re.compile(
    r"\b(?:only\s(?:with|after|if)|without|unless|not\suntil|needs?|requires?|before)\b[^.!?]{0,40}?"
    r"\b(?:my\s(?:ok(?:ay)?|go|approval|permission|consent|sign-?off|go-?ahead|review|confirmation)|"
    r"(?:asking|telling|informing|pinging|consulting)\s(?:me|us)|"
    r"(?:i|i['’]ve|i\shave)\s(?:ok(?:ay)?(?:ed)?|approved?|agreed?|confirm(?:ed)?|sign(?:ed)?\soff|reviewed?))\b",
    re.IGNORECASE,
)
"""Acts of others that need the speaker's consent: a rule for them, by whatever word it names them."""
_ORDER = re.compile(
    r"^\W*(?:(?:hard\s)?rule|policy|freeze|deadline|reminder|fyi\sall|no|nobody|no\sone|everyone|everybody)\b",
    re.IGNORECASE,
)
_TASKS = (
    r"(?:takes?\s(?:over|care)|took\sover|covers?\sfor|fills?\sin|stands?\sin|steps?\sin|owns?|leads?|handles?|reviews?|approves?|merges?|"
    r"deploys?|releases?|maintains?|runs?|presents?|decides?|joins?|is\s(?:responsible|in\scharge|on\scall|the\s(?:owner|lead))|"
    r"will\s(?:take|cover|own|lead|handle|review|run|do|present|stand|fill|step|deploy|release|be\s(?:responsible|in\scharge)))\b"
)
_ANOTHERS_TASK = re.compile(
    rf"(?:^|[,;:.!?–—-]\s+|\b(?:and|but|so|while|then)\s+)(?!(?:I|It|This|That|There|These|Those)\b)[A-ZÄÖÜ][\w'’-]+\s(?i:{_TASKS})"
)
"""A clause that gives somebody else who is named something to do: "Tom takes over the launch"."""


@lru_cache(maxsize=16_384)
def concerns_others(sentence: str) -> bool:
    """Return whether a sentence is about the team, binds others or gives another person something to do."""
    return binds_others(sentence) or (private_theme(sentence) is None and _WE.search(sentence) is not None)


@lru_cache(maxsize=16_384)
def binds_others(sentence: str) -> bool:
    """Return whether a sentence binds others or gives another person something to do."""
    if private_theme(sentence) is not None:
        return False
    return any(pattern.search(sentence) for pattern in (_CONSENT, _ORDER, _ANOTHERS_TASK))
