"""A turn of a conversation: what was asked last, and what was said since, as inputs of ingestion."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from memorist.api.checking import readable
from memorist.memory_store.domain.clock import time_text

WORDLESS = "…"
"""Asked about where nobody has said a word: it is near to nothing, and rules are recalled for whatever is asked."""


def question_of(messages: Sequence[AnyMessage]) -> str:
    """The last words that the person said: a picture goes with what was said before it."""
    said = (readable(m.text).strip() for m in reversed(messages) if isinstance(m, HumanMessage))
    return next((words for words in said if words), WORDLESS)


def turn_inputs(messages: Sequence[AnyMessage], at: datetime, session: str | None) -> list[dict[str, Any]]:
    """The person's last message and the agent's last answer to it; what tools said is not what anybody said.

    The messages' ids make a turn that is ingested twice one turn; a message that was edited is another.
    """
    start = next((i for i in range(len(messages) - 1, -1, -1) if isinstance(messages[i], HumanMessage)), None)
    if start is None:
        return []
    answers = [m for m in messages[start + 1 :] if isinstance(m, AIMessage) and m.text.strip()]
    spoken = [("user", messages[start]), *([("assistant", answers[-1])] if answers else [])]
    return [_input(role, message, at, session) for role, message in spoken if message.text.strip()]


def _input(role: str, message: AnyMessage, at: datetime, session: str | None) -> dict[str, Any]:
    said = message.text.strip()
    words = sha256(said.encode("utf-8", "replace")).hexdigest()[:16]
    known = f"{session or 'no_thread'}:{message.id}:{words}" if message.id else None
    turn = {"kind": "turn", "role": role, "content": said, "at": time_text(at)}
    return {**turn, **({"session_id": session} if session else {}), **({"id": known[-256:]} if known else {})}
