"""OpenTelemetry's semantic conventions for generative AI: messages in events and in attributes, as words.

Two generations are understood: one event a message (``gen_ai.user.message`` … ``gen_ai.choice``), and all messages in
attributes or body (``gen_ai.input.messages``, ``gen_ai.output.messages``), which
``gen_ai.client.inference.operation.details`` has.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from memorist.memory_store.domain.episode import EpisodeRole
from memorist.memory_store.domain.json_values import as_object, json_or_none, objects_in

_ROLE_OF_EVENT: Mapping[str, EpisodeRole] = {
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.choice": "assistant",
    "gen_ai.tool.message": "tool",
}
_ROLES: Mapping[str, EpisodeRole] = {"user": "user", "assistant": "assistant", "tool": "tool"}
INPUT, OUTPUT = "gen_ai.input.messages", "gen_ai.output.messages"
TOOL_NAME = "gen_ai.tool.name"

type Message = tuple[EpisodeRole, str, str]
"""The role of the speaker, the name of the tool if it was one, and the words."""


def has_messages(name: str, body: Any, attributes: Mapping[str, Any]) -> bool:
    """Tell whether a record is an event of the conventions, or carries messages as they have them."""
    return name.startswith("gen_ai.") or any(_given(key, body, attributes) for key in (INPUT, OUTPUT))


def said(name: str, body: Any, attributes: Mapping[str, Any]) -> Iterator[Message]:
    """Give the messages of a record. System messages say nothing that happened.

    Of the messages in a request those behind the last answer in words are new; the others were sent with earlier
    requests.
    """
    if role := _ROLE_OF_EVENT.get(name):
        if text := message_text(body) or message_text(attributes):
            yield role, _tool(role, body, attributes), text
        return
    given, answered = (_messages(_given(key, body, attributes)) for key in (INPUT, OUTPUT))
    last = max(
        (place for place, one in enumerate(given) if one.get("role") == "assistant" and message_text(one)), default=-1
    )
    for message in [*given[last + 1 :], *answered]:
        role, text = _ROLES.get(str(message.get("role"))), message_text(message)
        if role and text:
            yield role, _tool(role, message, attributes), text


def _given(key: str, body: Any, attributes: Mapping[str, Any]) -> Any:
    return attributes.get(key) or as_object(body).get(key)


def _tool(role: EpisodeRole, message: Any, attributes: Mapping[str, Any]) -> str:
    """Return the name of the tool that returned a message; empty for any other, and where none is given."""
    return str(as_object(message).get("name") or attributes.get(TOOL_NAME) or "") if role == "tool" else ""


def message_text(message: Any) -> str:
    """The words of a message: a text, its ``content``, or the texts among its ``parts``."""
    if isinstance(message, str):
        return message.strip()
    if isinstance(message, Sequence) and not isinstance(message, bytes):
        return "\n".join(filter(None, map(message_text, cast("Sequence[Any]", message))))
    if not isinstance(message, Mapping):
        return ""
    fields = cast("Mapping[str, Any]", message)
    if fields.get("type") not in (None, "text", "tool_call_response"):
        return ""
    for name in ("content", "text", "parts", "message", "response", "result"):
        if name in fields:
            return message_text(fields[name])
    return ""


def _messages(given: Any) -> list[Mapping[str, Any]]:
    # An SDK without structured attributes writes them as JSON.
    return objects_in(json_or_none(given) if isinstance(given, str) else given)
