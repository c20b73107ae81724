"""Who somebody is, told in passing: "Marit (my lead) wants it by Friday", "Fergal, the accountant, says no"."""

import re
from collections.abc import Iterator, Sequence

from memorist.nodes.language.tokens import Mention

_IN_BRACKETS = re.compile(
    r"(?:\s(?:just\s)?(?:rang|called|phoned|wrote|texted|mailed|messaged|pinged)(?:\sagain)?)?\s\((?P<who>[^()]{2,60})\)"
)
"""Marit (my lead); Gareth rang (accountant)."""
_BESIDE = re.compile(r",\s(?P<who>(?:my|our|his|her|the|an?|their)\s[^,;:.()]{2,40}),")
_ALSO_SAID = re.compile(r"\s?[,;]\s.*$")
"""Backend, owns the ledger: the first thing says who it is."""


def introduced(text: str, mentions: Sequence[Mention]) -> Iterator[str]:
    """For each person whom a text introduces beside what it tells, a sentence that says who it is."""
    for mention in mentions:
        if mention.kind not in {"entity:person", "entity:concept"} or mention.field is not None:
            continue
        found = _IN_BRACKETS.match(text, mention.end) or _BESIDE.match(text, mention.end)
        if found:
            yield f"{mention.canonical} is {_ALSO_SAID.sub('', found['who'])}"
