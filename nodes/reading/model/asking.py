"""Chat models by name, and one typed question to one: what reading, rewriting and judging with a model share."""

import ipaddress
import json
import socket
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, ValidationError

from memorist.memory_store.threads import in_thread
from memorist.nodes.reading.reader import CannotRead

SHOWN = 80


class NamedChatModel:
    """A LangChain chat model, opened at first use.

    Args:
        model: ``PROVIDER:MODEL``, as LangChain names it.
        ollama_url: where a model of Ollama's is served.
    """

    def __init__(self, model: str, *, ollama_url: str | None = None) -> None:
        self.model = model
        self._given = ollama_arguments(ollama_url) if ollama_url and model.startswith("ollama:") else {}
        self._opened: Any = None

    async def opened(self) -> Any:
        """The model. Raises :class:`CannotRead` for a package or a key that is missing."""
        if self._opened is None:
            self._opened = await in_thread(self._open)
        return self._opened

    def _open(self) -> Any:
        try:
            from langchain.chat_models import init_chat_model

            return cast("Callable[..., Any]", init_chat_model)(self.model, **self._given)
        except ImportError as error:
            said = " ".join(str(error).split())[:200]
            raise CannotRead(f"{self.model}: {said}: pip install 'memorist[models]'", lasting=True) from error
        except Exception as error:
            said = " ".join(str(error).split())[:200]
            raise CannotRead(f"{self.model} cannot be opened: {said}", lasting=True) from error


def ollama_arguments(url: str, timeout: float | None = None) -> dict[str, Any]:
    """Return the arguments of a client of Ollama: no thinking, no proxy before this machine, bound to no event loop."""
    return {
        "base_url": url,
        "temperature": 0.0,
        "reasoning": False,
        "client_kwargs": {
            "timeout": timeout,
            # Without connections kept alive nothing is bound to an event loop: one client serves them all.
            "limits": httpx.Limits(max_keepalive_connections=0),
            "trust_env": not is_own_host(url),
        },
    }


async def ask[M: BaseModel](chat_model: Any, messages: list[tuple[str, str]], form: type[M], *, who: str) -> M:
    """One call with a typed answer. Raises :class:`CannotRead` for whatever happens instead of one."""
    try:
        asked = chat_model.with_structured_output(form, method="json_schema", include_raw=True)
        given: dict[str, Any] = await asked.ainvoke(messages)
    except Exception as error:
        raise CannotRead(f"{who}: {what_went_wrong(error)}", lasting=isinstance(error, httpx.ConnectError)) from error
    parsed = given.get("parsed")
    if isinstance(parsed, form):
        return parsed
    text = str(getattr(given.get("raw"), "content", "") or "")
    text = text.rpartition("</think>")[2]
    start, end = text.find("{"), text.rfind("}")
    try:
        return form.model_validate(json.loads(text[start : end + 1]))
    except (ValueError, ValidationError, RecursionError) as error:
        shown = " ".join(text[:400].split())[:SHOWN]
        raise CannotRead(f"{who}: did not answer in the form that was asked for ({shown!r})") from error


def what_went_wrong(error: BaseException) -> str:
    """An error of a provider's client in a few words."""
    match error:
        case httpx.ConnectError() | ConnectionError():
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


def is_own_host(url: str) -> bool:
    """Return true if an address is this machine's, so that no proxy stands before it."""
    host = (urlsplit(url).hostname or "").casefold()
    if host in {"localhost", socket.gethostname().casefold()} or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


__all__ = ["NamedChatModel", "ask", "is_own_host", "ollama_arguments", "what_went_wrong"]
