"""A turn of a conversation: what was asked, and what was said since, as inputs of ingestion."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from memorist.api.checking import readable
from memorist.memory_store.domain.clock import time_text

MADE_BY = "lc_source"
"""Where middleware says that it made a message that nobody wrote: a summary."""


def asked_in(messages: Sequence[AnyMessage]) -> list[HumanMessage]:
    """The messages of the person since the agent last spoke, in order."""
    asked: list[HumanMessage] = []
    for message in reversed(messages):
        if isinstance(message, HumanMessage):
            asked.append(message)
        elif asked or isinstance(message, AIMessage):
            break
    return asked[::-1]


def question_of(messages: Sequence[AnyMessage]) -> str:
    """What the person said since the agent last spoke; a picture goes with what was said before it."""
    words = "\n".join(filter(None, (readable(message.text).strip() for message in asked_in(messages))))
    said = (readable(m.text).strip() for m in reversed(messages) if isinstance(m, HumanMessage))
    return words or next((one for one in said if one), "")


def turn_inputs(
    messages: Sequence[AnyMessage], at: datetime, session: str | None, since: str | None = None
) -> list[dict[str, Any]]:
    """Each message of the person in this run and the agent's last answer; what tools said is not what anybody said.

    Args:
        since: the id of the first message of the run; without it the last ones of the person count.

    The messages' ids make a turn that is ingested twice one turn; a message that was edited is another.
    """
    start = next((i for i, m in enumerate(messages) if since is not None and str(m.id) == since), None)
    if start is None:
        last = next((i for i in range(len(messages) - 1, -1, -1) if isinstance(messages[i], HumanMessage)), None)
        if last is None:
            return []
        start = last + 1 - len(asked_in(messages[: last + 1]))
    run = messages[start:]
    said = [m for m in run if isinstance(m, HumanMessage) and MADE_BY not in m.additional_kwargs]
    answers = [m for m in run if isinstance(m, AIMessage) and m.text.strip()]
    spoken = [*(("user", m) for m in said), *(("assistant", m) for m in answers[-1:])]
    return [_input(role, message, at, session) for role, message in spoken if message.text.strip()]


def _input(role: str, message: AnyMessage, at: datetime, session: str | None) -> dict[str, Any]:
    said = message.text.strip()
    words = sha256(said.encode("utf-8", "replace")).hexdigest()[:16]
    known = f"{session or 'no_thread'}:{message.id}:{words}" if message.id else None
    turn = {"kind": "turn", "role": role, "content": said, "at": time_text(at)}
    return {**turn, **({"session_id": session} if session else {}), **({"id": known[-256:]} if known else {})}
