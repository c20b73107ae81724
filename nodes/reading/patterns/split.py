"""The sentences of a passage as the templates want them: the steps of a procedure together with what announces them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memorist.nodes.reading.reader import Passage
from memorist.nodes.reading.segments import Segment, segments_of

_FIRST_STEP = re.compile(r"(?:^|\s)\(?1[.)]$")
_NEXT_STEP = re.compile(r"\s\(?\d{1,2}[.)]$")
_NUMBERED = re.compile(r"\s*\(?\d{1,2}[.)]\s")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it stands in the passage; ``reason`` says why it is not read, if it is nobody's speech here."""

    text: str
    reason: str = ""


def sentences_in(passage: Passage) -> Iterator[Sentence]:
    """The sentences that the gate kept, in order; code, logs and quotations come with why they are not read."""
    segments, kept = segments_of(passage.text), passage.sentences
    place = 0
    while place < len(segments):
        first, end = segments[place], _end_of_run(segments, place, passage.text)
        if not first.own:
            yield Sentence(first.text, f"not said by the speaker: {first.kind}")
        elif kept is None or any(segment.text in kept for segment in segments[place:end]):
            alone = end - place == 1
            yield Sentence(first.text if alone else passage.text[first.start : segments[end - 1].end].strip())
        place = end


def _end_of_run(segments: Sequence[Segment], first: int, text: str) -> int:
    """Return the end of the sentence that begins at a segment: numbered steps belong to what is in front of them."""
    end = first + 1
    if _FIRST_STEP.search(segments[first].text):
        while end < len(segments) and _NEXT_STEP.search(segments[end].text):
            end += 1
        return min(end + 1, len(segments))
    while end < len(segments) and _is_step_of(segments[first], segments[end], text):
        end += 1
    return end


def _is_step_of(intro: Segment, item: Segment, text: str) -> bool:
    return item.list_intro == intro.text and _NUMBERED.match(text, item.start) is not None
