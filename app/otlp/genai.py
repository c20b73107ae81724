"""OpenTelemetry's semantic conventions for generative AI: messages in events and in attributes, as words.

Two generations are understood: one event a message (``gen_ai.user.message`` … ``gen_ai.choice``), and all messages in
the attributes of ``gen_ai.client.inference.operation.details``.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

ASKED, ANSWERED, RESULT = "assistant.question", "assistant.answer", "tool.result"
_OF_EVENT = {
    "gen_ai.user.message": ASKED,
    "gen_ai.assistant.message": ANSWERED,
    "gen_ai.choice": ANSWERED,
    "gen_ai.tool.message": RESULT,
}
DETAILS = "gen_ai.client.inference.operation.details"
INPUT, OUTPUT = "gen_ai.input.messages", "gen_ai.output.messages"
_ROLES = {"user": ASKED, "assistant": ANSWERED, "tool": RESULT}


def is_genai(name: str) -> bool:
    """Whether the conventions define the event."""
    return name.startswith("gen_ai.")


def said(name: str, body: Any, attributes: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What an event says: the kind of each message, and its text. System messages say nothing that happened.

    Of the messages in a request only the last is new; those before it were sent with earlier requests.
    """
    if name in _OF_EVENT:
        text = message_text(body) or message_text(attributes)
        if text:
            yield _OF_EVENT[name], text
        return
    if name != DETAILS:
        return
    holder = cast("Mapping[str, Any]", body if isinstance(body, Mapping) else {})
    given = _messages(attributes.get(INPUT) or holder.get(INPUT))
    answered = _messages(attributes.get(OUTPUT) or holder.get(OUTPUT))
    for message in [*given[-1:], *answered]:
        kind, text = _ROLES.get(str(message.get("role"))), message_text(message)
        if kind and text:
            yield kind, text


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
    if isinstance(given, str):  # an SDK without structured attributes writes them as JSON
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return []
    if not isinstance(given, list):
        return []
    return [cast("Mapping[str, Any]", each) for each in cast("list[Any]", given) if isinstance(each, Mapping)]
