"""A chat turn: the user's own words. What an assistant says, or a tool returns, is kept in the episode alone."""

from datetime import datetime

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Source
from memorist.memory_store.domain.visibility import SPEAKER, in_first_person, tells_of_user
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.framing import Frame, as_said, distinct, draft_of
from memorist.nodes.kinds.inputs import Turn
from memorist.nodes.kinds.interface import InputKind, Readings
from memorist.nodes.reading.gate.rules import words_to_remember
from memorist.nodes.reading.reader import Passage

KEY = "turn"
TOOL_CHARS = 4_000
"""So much of what a tool returned is kept: its beginning, and its end, where errors stand."""
_TAIL_CHARS = 1_000
ASKED = 0.95
"""Confidence in the words behind ``@remember`` where no reader made a claim of them."""


class TurnKind(InputKind[Turn]):
    """Turn: statements read in a user's turn, at the reader's confidence; unread sentences stay in the episode.

    The words behind ``@remember`` become a memory in any case, as they were said.
    """

    kept_because = ""

    def passages(self, item: Turn) -> tuple[Passage, ...]:
        """The message, if a person wrote it."""
        if item.role != "user":
            return ()
        return (Passage(key=KEY, text=item.content, speaker=speaker_of(item)),)

    def drafts(self, item: Turn, *, said_at: datetime, readings: Readings, agent: str | None = None) -> list[Draft]:
        """Return the user's own statements; what another speaker says about themselves is left out."""
        if item.role != "user":
            return []
        frame = Frame(Source.USER_STATED, said_at, KEY, readings.read_by, by_user=True)
        found = distinct(draft_of(one, frame) for one in readings.of(KEY))
        if not found and (words := words_to_remember(item.content)):
            found = [as_said(words, frame, ASKED)]
        if speaker_of(item) == SPEAKER:
            return found
        return [draft for draft in found if not (in_first_person(draft.content) or tells_of_user(draft.content))]


def tool_output(name: str, text: str) -> str:
    """Return what a tool returned as the words of a turn: its name before it, the middle of a long text left out."""
    if len(text) > TOOL_CHARS:
        text = f"{text[: TOOL_CHARS - _TAIL_CHARS]} […] {text[-_TAIL_CHARS:]}"
    return f"{name}: {text}" if name else text


def speaker_of(item: Turn) -> str:
    """The person that "I" means: the user, unless the turn names another speaker than the user it belongs to."""
    if item.speaker is None or folded(item.speaker) in {SPEAKER, folded(item.user_id or SPEAKER)}:
        return SPEAKER
    return item.speaker
