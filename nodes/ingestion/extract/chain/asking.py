"""Asking a chat model for JSON, and telling in plain words what went wrong."""

import json
from typing import Any

import httpx
from pydantic import BaseModel, ValidationError

from memorist.nodes.ingestion.extract.chain.extractor import CannotExtract

SHOWN = 80


async def ask[M: BaseModel](chat_model: Any, messages: list[tuple[str, str]], form: type[M], *, who: str) -> M:
    """One call. Raises :class:`CannotExtract` for whatever a model or its server can do instead of answering.

    ``chat_model`` is a LangChain chat model; the schema goes to the server where it takes one.
    """
    try:
        asked = chat_model.with_structured_output(form, method="json_schema", include_raw=True)
        given: dict[str, Any] = await asked.ainvoke(messages)
    except Exception as error:
        raise CannotExtract(
            f"{who}: {what_went_wrong(error)}", lasting=isinstance(error, httpx.ConnectError)
        ) from error
    parsed = given.get("parsed")
    if isinstance(parsed, form):
        return parsed
    return read_json(str(getattr(given.get("raw"), "content", "") or ""), form, who=who)


def read_json[M: BaseModel](text: str, form: type[M], *, who: str) -> M:
    """Read an answer that did not parse by itself: JSON inside a code fence or between words still counts."""
    start, end = text.find("{"), text.rfind("}")
    shown = " ".join(text.split())[:SHOWN]
    if start < 0 or end < start:
        raise CannotExtract(f"{who}: answered in prose, not in JSON ({shown!r})")
    try:
        return form.model_validate(json.loads(text[start : end + 1]))
    except json.JSONDecodeError as error:
        raise CannotExtract(f"{who}: its JSON is broken ({error.msg}; {shown!r})") from error
    except ValidationError as error:
        raise CannotExtract(f"{who}: its JSON has another form ({error.errors()[0]['msg']}; {shown!r})") from error


def what_went_wrong(error: BaseException) -> str:
    """An error of a provider's client in a few words."""
    match error:
        case httpx.ConnectError():
            return "not reachable"
        case httpx.TimeoutException() | TimeoutError():
            return "did not answer in time"
        case httpx.RemoteProtocolError():
            return "broke off in the middle of its answer"
        case json.JSONDecodeError():
            return "answered with something that is not JSON"
        case _:
            said = " ".join(str(error).split())[:200]
            return f"{type(error).__name__}: {said}" if said else type(error).__name__
