"""Judging: what a request to forget means, by the network's head `cut`; `tools/fit_cut.py` writes the limits."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.forgetting.redact import Finder
from memorist.memory_store.network import network
from memorist.nodes.language.shipped import shipped
from memorist.nodes.reading.segments import Segment, segments_of
from memorist.nodes.reading.speech_acts.acts import load

BEFORE = 160
"""Characters of the input before a sentence that it is judged with: "She is due in May." is understood with them."""
MAX_HIDDEN = 300
"""Characters of what is hidden that later sentences of an agent are judged with."""
MAX_SENTENCES = 60
"""Sentences of an input that is cut, 5 ms each; a longer one goes as a whole."""


class CutLimits(NamedTuple):
    """Limits of what a request means (``limits.yaml``).

    Args:
        goes: log-odds from which a sentence goes with others of its input that are meant.
        common: share of the mean log-odds of the sentences of an input that counts against each: of a request that is
            hard to understand all seem to be meant.
        meant: log-odds from which an input is meant.
        named: those from which one is meant that has some of the words by which a request names it.
        rival: share of the log-odds of the likeliest other input that counts against an input.
        answered: those from which a sentence of the answer to a request tells of what it means.
        told: those from which a sentence of an agent tells of what is hidden, whatever it answers.
    """

    goes: float
    common: float
    meant: float
    named: float
    rival: float
    answered: float
    told: float


@cache
def limits() -> CutLimits:
    """Return the limits that are shipped."""
    data = shipped(__name__, "limits.yaml")
    return CutLimits(**{name: data[name] for name in CutLimits._fields})


def in_its_place(sentences: Sequence[str], place: int) -> str:
    """Return a sentence as it is judged, with what was said before it in the same input."""
    before = " ".join(sentences[:place])[-BEFORE:]
    return f"{sentences[place]} (after: {before})" if before else sentences[place]


def in_answer(sentence: str) -> str:
    """Return a sentence of the answer to a request as it is judged: behind "I've removed it" others seem to go, too."""
    return f"answered: {sentence}"


def log_odds(request: str, sentence: str) -> float:
    """Return the log-odds that a request to forget means a sentence, given as :func:`in_its_place` or :func:`in_answer`
    does."""
    return network.load().log_odds("cut", request, sentence)


def standing_out(odds: NDArray[np.float64], common: float) -> NDArray[np.float64]:
    """Return the log-odds of each sentence of an input less a share of their mean."""
    return odds - common * odds.mean()


def odds(request: str, content: str) -> float:
    """Return the log-odds that a request means an input: as a whole, and by the likeliest of its sentences.

    Each of the two layers takes other inputs for what is meant; they seldom take the same.
    """
    segments = segments_of(content)[:MAX_SENTENCES]
    judged = odds_of_each(request, segments, range(len(segments)))
    return load().pair(request, content) + max(judged, default=0.0)


def odds_of_each(request: str, segments: Sequence[Segment], places: Sequence[int]) -> list[float]:
    sentences = [segment.text for segment in segments]
    return [log_odds(request, in_its_place(sentences, place)) for place in places]


def tells_of(hidden: str, sentence: str) -> bool:
    """Return true if a sentence of an agent probably tells of ``hidden`` words, whatever it answers."""
    return bool(hidden) and log_odds(told_again(hidden), sentence) >= limits().told


def told_again(hidden: str) -> str:
    """Return hidden words as they are judged beside what an agent says later."""
    return f"Please forget this: {hidden[:MAX_HIDDEN]}"


def against_others(odds: NDArray[np.float64], rival: float) -> NDArray[np.float64]:
    """Return the log-odds of each input less a share of those of the likeliest other: what stands out is meant."""
    if len(odds) < 2:
        return odds
    second, first = sorted(map(float, odds))[-2:]
    return odds - rival * np.array([second if value == first else first for value in map(float, odds)])


def telling_of(segments: Sequence[Segment], request: str, said: Sequence[str]) -> list[Segment]:
    """Return the sentences of the answer to a request that tell of what it means, or only that it was heard.

    Args:
        segments: of the answer.
        request: the request.
        said: words that it names.
    """
    finder = Finder(said)
    return [
        segment
        for segment in segments
        if finder.finds(segment.text) or log_odds(request, in_answer(segment.text)) >= limits().answered
    ]
