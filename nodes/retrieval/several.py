"""Sentences that say several things, of which one may end while the others hold."""

import re

from memorist.nodes.reading.changes.changes import content_of
from memorist.nodes.reading.markers import forbids

_PART_ENDS = re.compile(r"[,;:(]\s|\s(?:and|but)\s|\s[–—-]\s")
_NUMBER = re.compile(r"(?<!\w)[^\w\s]?\d")
_BINDS = re.compile(
    r"\b(?:always|only|must|should|shall|(?-i:may)|please|needs?|requires?|required|allowed|has\sto|have\sto|supposed\sto)\b",
    re.IGNORECASE,
)
_OF_ITS_OWN = re.compile(
    r"(?:(?:and|but|so)\s)?(?:(?:i|we|he|she|they|there)(?:['’](?:s|m|re|ve|d)\b|\s[a-z]+)|"
    r"(?:(?:the|my|our|his|her|their)\s(?:[\w-]+\s){1,3}?|(?-i:[A-Z][\w-]+\s))(?:just\s|only\s)?"
    r"(?:is|are|was|were|has|have|had|costs?|takes?|starts?|opens?|closes?|runs?|lives?|works?|plays?|turned|goes|comes)\b)",
    re.IGNORECASE,
)


def says_several(sentence: str) -> bool:
    """Return true if a sentence gives several values, or says something of several: "20 MB, at most 5 files".

    A day and its hour are one value. A rule is one thing, whatever it consists of.
    """
    if forbids(sentence) or _BINDS.search(sentence):
        return False
    parts = _PART_ENDS.split(sentence)
    valued = [part for part in parts if _NUMBER.search(part) and content_of(part)]
    return len(valued) > 1 or any(_OF_ITS_OWN.match(part.strip()) for part in parts[1:])
