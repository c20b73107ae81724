"""The sentences of a passage: the one place from which the reader asks for them."""

from collections.abc import Iterator
from dataclasses import dataclass

from memorist.nodes.ingestion.sentences import segments_of

_SPEECH = frozenset({"clause", "letter", "steps"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it stands in the passage; ``reason`` says why it is not read, if it is not speech."""

    text: str
    reason: str = ""


def sentences_in(passage: str) -> Iterator[Sentence]:
    """The sentences in order; code, logs and wrappers come with the reason why nobody reads them."""
    for segment in segments_of(passage):
        if segment.kind not in _SPEECH:
            yield Sentence(segment.text, f"not speech: {segment.kind}")
        elif segment.text not in passage:
            yield Sentence(segment.text, "not told in one piece")
        else:
            yield Sentence(segment.text)
