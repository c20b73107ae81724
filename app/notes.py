"""An agent's note as an input: its own observation, never a person's words."""

from typing import Any

from memorist.memory_store.domain.visibility import NOTE

LONGEST = 16_000
"""Characters of what an agent gives to a tool: a sentence, or what it is about."""


def agent_note(text: str, at: str, session_id: str | None = None) -> dict[str, Any]:
    """A note of an agent as an observation. It never becomes a rule that blocks, whatever it says.

    Args:
        text: one self-contained sentence.
        at: when it was noted.
        session_id: the conversation it belongs to.
    """
    event = {"time": at, "name": NOTE, "body": text}
    note: dict[str, Any] = {"kind": "observation", "at": at, "title": "Note of an agent", "events": [event]}
    return {**note, "session_id": session_id} if session_id else note
