"""What stands around a statement: greetings, markers, a reason, a place told first. The templates see what is left."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from memorist.nodes.language.shipped import shipped
from memorist.nodes.reading.patterns.line import Line
from memorist.nodes.reading.patterns.slots import slot_pattern

_MOST = 5
"""So many markers are taken off each end."""


@dataclass(frozen=True, slots=True)
class Edged:
    """A statement without its edges.

    Args:
        core: what the templates are matched with.
        told: the statement with its reason and place, without greetings and markers: what is kept as said.
        reason: why it is so, with the word that brings it in ("because of token refresh issues").
        place: where it holds, told in front ("For project Apollo we …").
        corrects: it began with words such as "correction:".
        alternative: what to do instead, told behind it ("…, use WatermelonDB instead").
    """

    core: Line
    told: Line
    reason: str = ""
    place: str = ""
    corrects: bool = False
    alternative: str = ""

    @property
    def why(self) -> str:
        """The reason without the word that brings it in."""
        return _reason_word().sub("", self.reason, count=1)


def without_edges(line: Line) -> Edged:
    """Take the edges off."""
    told, corrects = _opened(line)
    told = _tailed(told)
    edged = _reasoned(_with_alternative(Edged(core=told, told=told, corrects=corrects)))
    return _placed(replace(edged, core=_tailed(edged.core)))


def _opened(line: Line) -> tuple[Line, bool]:
    corrects = False
    for _ in range(_MOST):
        found = _openers().match(line.norm)
        if not found:
            break
        corrects = corrects or found["corrects"] is not None
        line = line.between(found.end(), len(line.norm))
    return line, corrects


def _tailed(line: Line) -> Line:
    for _ in range(_MOST):
        found = _tails().search(line.norm)
        if not found or found.start() == 0:
            break
        line = line.between(0, found.start())
    return line


def _with_alternative(edged: Edged) -> Edged:
    found = _ALTERNATIVE.search(edged.core.norm)
    if not found:
        return edged
    other = edged.core.said(found.start("other"), found.end("other"))
    return replace(edged, core=edged.core.between(0, found.start()), alternative=other)


_ALTERNATIVE = re.compile(
    r"(?<= )[,;-] (?:but |please )?(?P<other>(?:use|take|go with|prefer|stick to|do|run|open|ask|write|send|put) "
    r"(?:[^\s,;:]{1,60} ){1,10}?)(?:instead )?$",
    re.IGNORECASE,
)


def _reasoned(edged: Edged) -> Edged:
    norm = edged.core.norm
    found = _reason().search(norm) or _FOR_REASONS.search(norm)
    if not found or found.start() == 0:
        return edged
    reason = edged.core.said(found.start("reason"), len(norm))
    return replace(edged, core=edged.core.between(0, found.start()), reason=reason)


def _placed(edged: Edged) -> Edged:
    found = _place().match(edged.core.norm)
    if not found:
        return edged
    place = edged.core.said(found.start("place"), found.end("place"))
    return replace(edged, core=edged.core.between(found.end(), len(edged.core.norm)), place=place)


_FOR_REASONS = re.compile(r"(?<= )(?:, |- )?(?P<reason>for (?:[\w-]+ ){1,3}reasons )$", re.IGNORECASE)


def _alternatives(text: str) -> str:
    phrases = (" ".join(phrase.split()) for phrase in text.split("|"))
    return "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True) if phrase)


@lru_cache(maxsize=1)
def _words() -> dict[str, str]:
    return dict(shipped(__name__, "words.yaml"))


@lru_cache(maxsize=1)
def _openers() -> re.Pattern[str]:
    openers, labels, corrections = (_alternatives(_words()[key]) for key in ("openers", "labels", "corrections"))
    return re.compile(
        rf"(?:@remember (?:: )?|(?P<corrects>(?:{corrections}) [,:;-] )|actually (?:, )?|"
        rf"(?:{openers}) (?:[,:;-] )?|(?:{labels}) (?:[,:;-] |$))",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _tails() -> re.Pattern[str]:
    return re.compile(rf"(?<= )(?:[,;-] )?(?:{_alternatives(_words()['tails'])}|[:;]-?[)(DP]) $", re.IGNORECASE)


@lru_cache(maxsize=1)
def _reason() -> re.Pattern[str]:
    return re.compile(
        rf"(?<= )(?:[,;-] )?(?P<reason>(?:{_alternatives(_words()['reasons'])}) (?!always |before )\S.*|"
        r"as (?:we|i|it|they|he|she|the|our|my|there|this|that|nobody|everyone|most) \S.*)$",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _reason_word() -> re.Pattern[str]:
    return re.compile(rf"^(?:as|{_alternatives(_words()['reasons'])})\s+", re.IGNORECASE)


@lru_cache(maxsize=1)
def _place() -> re.Pattern[str]:
    noun, then = slot_pattern("purpose"), "we|i|our|the team|never|always|do not"
    return re.compile(
        rf"(?:for|in|on|at|within|across|as for) (?P<place>{noun})(?:[,:] )?(?=(?:{then}) )",
        re.IGNORECASE,
    )
