"""A turn of a conversation: what was asked, and what was said since, as inputs of ingestion."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any, NotRequired, TypedDict, cast

from langchain_core.messages import (
    AIMessage,
    AnyMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
    convert_to_messages,
)
from langgraph.types import Command

from memorist.api.checking import readable
from memorist.app.agents.tools import MEMORY_TOOLS
from memorist.memory_store.domain.episode import EpisodeRole
from memorist.nodes.kinds.turn import tool_output
from memorist.nodes.retrieval.fence import RECALLED, one_line

MAX_RETURNED = 20
"""So many results of tools are kept of one turn, the last ones."""
MADE_BY = "lc_source"
"""Key in ``additional_kwargs`` of messages that LangChain's middleware made itself, such as summaries, or a tool."""
A_TOOL = "tool"
A_REFUSAL = "guard"


class PendingMessage(TypedDict):
    """Something that a person said in a run and that has not been learned yet."""

    message: str
    """The id of the message."""
    input: dict[str, Any]
    """The words as an input of ingestion."""
    who: dict[str, str]
    """``user_id`` and ``agent_id``, as the run named them."""
    failed: NotRequired[str]
    """Reason why neither the store nor the inbox took it at the end of an earlier run."""


def words_of(message: AnyMessage) -> str:
    """The text of a message; of a list of blocks each one that is text is a line of its own."""
    content = cast("str | list[str | dict[str, Any]]", message.content)
    if isinstance(content, str):
        return readable(content).strip()
    texts = (block if isinstance(block, str) else block.get("text") for block in content)
    return readable("\n".join(text.strip() for text in texts if isinstance(text, str) and text.strip()))


def asked_in(messages: Sequence[AnyMessage]) -> list[HumanMessage]:
    """The messages of the person since the agent last spoke, in order."""
    asked: list[HumanMessage] = []
    for message in reversed(messages):
        if message.additional_kwargs.get(MADE_BY) == A_TOOL:
            continue
        if isinstance(message, HumanMessage):
            asked.append(message)
        elif asked or isinstance(message, AIMessage):
            break
    return asked[::-1]


def question_of(messages: Sequence[AnyMessage]) -> str:
    """Return the person's words since the agent last spoke; if they have no text (a picture), the last message that
    has."""
    words = "\n".join(filter(None, map(words_of, asked_in(messages))))
    said = (words_of(message) for message in reversed(messages) if isinstance(message, HumanMessage))
    return words or next((one for one in said if one), "")


def place_in(messages: Sequence[AnyMessage]) -> str | None:
    """The id of the message before which recalled text stands: the first that was asked, else the last question.

    Never one between a call of tools and its results, which providers refuse; without a question, the first message
    that is no instruction. Null where there is none.
    """
    asked = asked_in(messages) or [m for m in messages if isinstance(m, HumanMessage)][-1:]
    others = (m for m in messages if not isinstance(m, SystemMessage | ToolMessage))
    first = asked[0] if asked else next(others, None)
    return None if first is None else str(first.id)


def heard_in(
    messages: Sequence[AnyMessage], at: str, session: str | None, who: Mapping[str, str]
) -> list[PendingMessage]:
    """Return the person's messages that a run began with; messages made by middleware or a tool are nobody's."""
    people = (m for m in messages if isinstance(m, HumanMessage) and MADE_BY not in m.additional_kwargs)
    return [
        PendingMessage(message=str(message.id), input=_input("user", message, at, session), who=dict(who))
        for message in people
        if words_of(message)
    ]


def from_a_tool(result: ToolMessage | Command[Any]) -> ToolMessage | Command[Any]:
    """Mark the messages that a tool returned: a page that it hands on as a message of a person is nobody's words."""
    if isinstance(result, ToolMessage) or not isinstance(result.update, Mapping):
        return result
    update = cast("Mapping[str, Any]", result.update)
    given = update.get("messages")
    if not isinstance(given, list | tuple | str | BaseMessage | Mapping):
        return result
    several = cast("list[Any]", [*given] if isinstance(given, list) else [given])
    messages = [
        one.model_copy(update={"additional_kwargs": {**one.additional_kwargs, MADE_BY: A_TOOL}})
        if isinstance(one, HumanMessage)
        else one
        for one in convert_to_messages(several)
    ]
    return replace(result, update={**update, "messages": messages})


def joined(heard: Sequence[PendingMessage], new: Sequence[PendingMessage]) -> list[PendingMessage]:
    """Return the pending messages with the unseen ones of ``new`` behind them; an edited message counts as a new
    one."""
    known = {one["input"].get("id") for one in heard}
    return [*heard, *(one for one in new if one["input"].get("id") not in known)]


def failed_with(pending: PendingMessage, why: str) -> PendingMessage:
    """Return a pending message with the reason why it is still pending."""
    return PendingMessage(message=pending["message"], input=pending["input"], who=pending["who"], failed=why)


def not_learned(heard: Sequence[PendingMessage]) -> str | None:
    """Return a notice for the agent that its memory could not take what was said earlier; null where it took all."""
    failed = [one["failed"] for one in heard if "failed" in one]
    if not failed:
        return None
    number = f"{len(failed)} earlier message{'s' if len(failed) > 1 else ''}"
    return f"Notice of the memory: {number} could not be stored ({one_line(failed[-1])}); tried again after each turn."


def since(messages: Sequence[AnyMessage], heard: Sequence[PendingMessage]) -> Sequence[AnyMessage]:
    """The messages from the first that was heard on; none where they were summarized meanwhile."""
    places = {str(message.id): place for place, message in enumerate(messages)}
    start = next((places[one["message"]] for one in heard if one["message"] in places), len(messages))
    return messages[start:]


def answer_in(messages: Iterable[AnyMessage], at: str, session: str | None) -> list[dict[str, Any]]:
    """Return the results of the agent's tools, and its last answer behind them; neither is what a person said."""
    several = list(messages)
    returned = [m for m in several if isinstance(m, ToolMessage) and _is_new(m)]
    answers = [m for m in several if isinstance(m, AIMessage) and words_of(m)]
    told = [_input("tool", result, at, session) for result in returned[-MAX_RETURNED:]]
    return [*told, *(_input("assistant", answer, at, session) for answer in answers[-1:])]


def _is_new(result: ToolMessage) -> bool:
    """Tell whether a tool returned words that are not those of the memory itself, which would come back as an echo."""
    words = words_of(result)
    ours = result.name in MEMORY_TOOLS or result.additional_kwargs.get(MADE_BY) == A_REFUSAL
    return bool(words) and not ours and f"<{RECALLED}>" not in words


def _input(role: EpisodeRole, message: AnyMessage, at: str, session: str | None) -> dict[str, Any]:
    """The message's id makes a turn that is ingested twice one turn; a message that was edited is another."""
    said = words_of(message)
    if role == "tool":
        said = tool_output(readable(message.name or ""), said)
    words = sha256(said.encode("utf-8", "replace")).hexdigest()[:16]
    known = f"{session or 'no_thread'}:{message.id}:{words}" if message.id else None
    turn = {"kind": "turn", "role": role, "content": said, "at": at}
    return {**turn, **({"session_id": session} if session else {}), **({"id": known[-256:]} if known else {})}
