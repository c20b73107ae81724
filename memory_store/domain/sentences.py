"""Ends of sentences: at a stop that is none of "e.g.", "p.m.", "B. Tuohy", "14. March"."""

import re
from collections.abc import Iterator

MONTHS_IN_SHORT = tuple("jan feb mar apr may jun jul aug sep oct nov dec".split())
_END = re.compile(r"(?<![.!?…。])(?P<stop>[.!?…。]++[\"'”’)\]]*+)(?P<gap>\s++)(?=\S)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|approx|incl|excl|resp|ca|no|nr|fig|mr|mrs|ms|dr|dra|prof|fam|st|rev|hon|mme|mlle|sra?|"
    rf"dipl|bzw|appt|ave|\w{{0,16}}str|inc|ltd|co|corp|dept|est|"
    rf"min|max|sept|{'|'.join(set(MONTHS_IN_SHORT) - {'may'})}|a\.m|p\.m|etc)|"
    r"(?<![\w])[A-Za-z]|^\d{1,2}|\s\d{1,2})\.$",
    re.IGNORECASE,
)
_MONTHS_IN_SHORT = frozenset({*MONTHS_IN_SHORT, "sept"})
LONGEST_ABBREVIATION = 24
"""Characters before a stop that are checked for an abbreviation; the bound keeps long lines fast."""


def sentences_of(line: str) -> Iterator[str]:
    """The sentences of a line, without the space between them."""
    start = 0
    for found in _END.finditer(line):
        end = found.end("stop")
        tail = line[max(start, end - LONGEST_ABBREVIATION) : end]
        if (
            found["stop"] == "."
            and _ABBREVIATION.search(tail)
            and not _really_ends(tail, line[found.end() :][:LONGEST_ABBREVIATION])
        ):
            continue
        before = line[start:end]
        if before.strip():
            yield before.strip()
        start = found.end()
    if rest := line[start:].strip():
        yield rest


def sentences_in(text: str) -> Iterator[str]:
    """The sentences of a text of several lines, each of which ends one."""
    return (sentence for line in text.split("\n") for sentence in sentences_of(line))


_SAID_NO = re.compile(r"\b(?:said|says|told\s[\w'’]+|answered|replied|is|was|an?|still|flat)\sno\.$", re.IGNORECASE)
"""Before a number, "no." is the answer behind these words, not "number": "We told them no. 40% for a tweet."."""
_BEGINS = re.compile(
    r"(?:They|Their|We|Our|He|She|His|Her|It|Its|I|My|The|This|That|These|Please|Also|And|But|So|You|Your)\b"
)
"""Words with a capital that only the beginning of a sentence gives them."""


def _really_ends(before: str, after: str) -> bool:
    """ "etc. We …", "14 nov. Dana", "Brandt & Co. Their …" and "version 16. We …" end a sentence, "e.g. We" does not.

    ``after`` is the beginning of what follows.
    """
    last = before.rsplit(maxsplit=1)[-1].lower()
    if last == "no.":
        return not after[:1].isdigit() or bool(_SAID_NO.search(before))
    if last == "etc." or last.rstrip(".") in _MONTHS_IN_SHORT:
        return after[:1].isupper()
    if last in {"co.", "inc.", "ltd.", "corp.", "p.m.", "a.m."}:
        return bool(_BEGINS.match(after))
    return last.rstrip(".").isdigit() and len(before) > 4
