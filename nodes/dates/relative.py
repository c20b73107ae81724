"""Times that count from something else than the day on which they are said.

"The last three days before the move", "in two weeks from the kickoff", "once you sign, the keys come in five days".
"""

import re

_LAST = re.compile(r"(?:last|past|next|coming)\s(?P<counted>.*\s)?[a-z]+")
_IN = re.compile(r"in\s(?:[\w-]+\s)+[a-z]+")
_BESIDE_LAST = re.compile(
    r"\s(?:before|until|till|prior\sto|leading\sup\sto|ahead\sof|after|following|from)\s(?!now\b|today\b|then\b)"
)
_BESIDE_IN = re.compile(r"\s(?:after|following|of|before|from)\s(?!now\b|today\b|here\b)")
_THE = re.compile(r"\bthe\s$")
_CLAUSE_END = re.compile(r"[,;:()–—]\s*|\s-\s|\bthen\b")
_SENTENCE_END = re.compile(r"[.!?]\s")
_WHEN = re.compile(r"\W*(?:(?:and|but|so|then)\s)?(?:once|when|after|as\ssoon\sas|from\sthe\s(?:day|moment))\s")
_ONCE = re.compile(r"(?<![,;:–—-])\s(?:once|as\ssoon\sas|from\sthe\s(?:day|moment))\s")
_IF = re.compile(r"\b(?:if|provided|assuming|supposing)\s")
_BEGINS = re.compile(r"\b(?:start|begin|began|begun)(?:s|ed|ing)?\b")


def counts_from_an_event(plain: str, start: int, end: int) -> bool:
    """Return true if a span of a text in lower case is told by the event that it comes before or after."""
    said = plain[start:end]
    if found := _LAST.fullmatch(said):
        is_counted = found["counted"] is not None or _THE.search(plain, max(0, start - len("the ")), start) is not None
        return is_counted and _BESIDE_LAST.match(plain, end) is not None
    return _IN.fullmatch(said) is not None and _BESIDE_IN.match(plain, end) is not None


def counts_from_a_condition(plain: str, start: int, end: int, times: list[int]) -> bool:
    """Return true if a term ("in ten months") runs from what a clause beside it makes its beginning.

    That is a clause with "once" or "as soon as", one with "when" or "after" that opens the sentence, or a condition
    that says when something begins: "if you start in May". "In two weeks, if the weather holds" runs from today.

    Args:
        plain: the text in lower case.
        start: where the term begins.
        end: where it ends.
        times: where the times of the text begin.
    """
    if not _IN.fullmatch(plain, start, end):
        return False
    first = max((found.end() for found in _SENTENCE_END.finditer(plain, 0, start)), default=0)
    following = _SENTENCE_END.search(plain, end)
    last = following.start() if following else len(plain)
    opening = _WHEN.match(plain, first, start)
    if opening and _CLAUSE_END.search(plain, opening.end(), start):
        return True
    if _ONCE.match(plain, end, last):
        return True
    for found in _IF.finditer(plain, first, last):
        closing = _CLAUSE_END.search(plain, found.end(), last)
        until = closing.start() if closing else last
        if not found.end() <= start < until and (
            _BEGINS.search(plain, found.end(), until) or any(found.end() <= time < until for time in times)
        ):
            return True
    return False
