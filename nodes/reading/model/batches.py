"""Passages by the call: several short ones together, a long one in windows that end where a sentence ends."""

from collections.abc import Iterator
from dataclasses import dataclass

from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.reading.evidence import sentence_spans
from memorist.nodes.reading.model.prompt import MAX_TURN_CHARS, messages_for
from memorist.nodes.reading.reader import Passage, ReadingRequest
from memorist.nodes.token_count import count_text

BATCH_TOKENS = 1_200
"""Of passages in one call; with the instructions, the turns before and what is held it stays below 2,500 for a turn."""
MAX_PASSAGES = 16
MAX_CALLS = 64
"""More is left unread: an input as large as that comes in parts."""
ANSWER_TOKENS = 120
"""Tokens of one item of an answer, measured on answers with all of the required fields."""
CHARS_A_WINDOW = 3_600


@dataclass(frozen=True)
class ModelCost:
    """Cost of reading a request: calls of the model, tokens sent, tokens that will come back at a guess."""

    calls: int = 0
    prompt_tokens: int = 0
    answer_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Both ways."""
        return self.prompt_tokens + self.answer_tokens

    def __add__(self, other: "ModelCost") -> "ModelCost":
        return ModelCost(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.answer_tokens + other.answer_tokens,
        )


def batches_of(passages: tuple[Passage, ...]) -> Iterator[tuple[Passage, ...]]:
    """The passages of each call, in order. A window of a long passage keeps the passage's key."""
    batch: list[Passage] = []
    tokens = 0
    for passage in passages:
        for window in _windows(passage):
            size = count_text(window.text) + sum(count_text(turn.content[:MAX_TURN_CHARS]) for turn in window.before)
            full = tokens + size > BATCH_TOKENS or len(batch) == MAX_PASSAGES
            if batch and (full or any(one.key == window.key for one in batch)):
                yield tuple(batch)
                batch, tokens = [], 0
            batch.append(window)
            tokens += size
    if batch:
        yield tuple(batch)


def _windows(passage: Passage) -> Iterator[Passage]:
    if len(passage.text) <= CHARS_A_WINDOW and count_text(passage.text) <= BATCH_TOKENS:
        if passage.text.strip():
            yield passage
        return
    text = passage.text[: MAX_CALLS * CHARS_A_WINDOW + 1]
    start = end = 0
    for _, reached in sentence_spans(text):
        if reached - start > CHARS_A_WINDOW and end > start:
            yield passage.model_copy(update={"text": text[start:end]})
            start = end
        end = reached
        while end - start > CHARS_A_WINDOW:
            yield passage.model_copy(update={"text": text[start : start + CHARS_A_WINDOW]})
            start += CHARS_A_WINDOW
    if text[start:].strip():
        yield passage.model_copy(update={"text": text[start:]})


def estimate(request: ReadingRequest, ontology: Ontology) -> ModelCost:
    """Return the calls and tokens of reading ``request``, without asking anybody."""
    total = ModelCost()
    for number, batch in enumerate(batches_of(request.passages)):
        if number == MAX_CALLS:
            break
        sent = sum(count_text(text) for _, text in messages_for(request, batch, ontology))
        answered = ANSWER_TOKENS * max(1, sum(len(sentence_spans(passage.text)) for passage in batch) // 2)
        total += ModelCost(1, sent, answered)
    return total


__all__ = ["MAX_CALLS", "ModelCost", "batches_of", "estimate"]
