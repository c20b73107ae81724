"""Who answers: an Ollama server, or any chat model that LangChain opens by its name."""

import asyncio
import ipaddress
import json
import socket
from collections.abc import Callable
from contextlib import aclosing
from http import HTTPStatus
from typing import Any, Protocol, cast
from urllib.parse import urlsplit

import httpx

from memorist.memory_store.settings import Settings
from memorist.nodes.reading.model.parse import MAX_ANSWER_CHARS
from memorist.nodes.reading.reader import CannotRead

Messages = list[tuple[str, str]]
HEALTH_TIMEOUT = 1.0
CONTEXT_TOKENS = 8_192
"""Ollama's own default cuts a prompt off without a word."""
MAX_ANSWER_TOKENS = 3_072


class Provider(Protocol):
    """A model that can be asked."""

    method: str
    """The extraction method of what it reads: ``ollama``, ``chat``."""
    model: str

    async def healthy(self) -> None:
        """Return if it can be asked, else raise :class:`CannotRead`; cheap."""
        ...

    async def answer(self, messages: Messages, schema: dict[str, Any]) -> str:
        """One call; the text of the answer, whatever it is. Raises :class:`CannotRead`."""
        ...


class Ollama:
    """A model of an Ollama server.

    Args:
        model: its name there.
        base_url: ``http://host:port``, with ``user:password@`` in front of the host if the server asks for it.
        timeout: seconds between two bytes; the whole call is limited by the reader.
    """

    method = "ollama"

    def __init__(self, model: str, *, base_url: str, timeout: float) -> None:
        self.model = model
        self._url = base_url.rstrip("/")
        self._timeout = timeout
        self._chat: Any = None

    async def healthy(self) -> None:
        """The server answers and has pulled the model."""
        try:
            async with asyncio.timeout(HEALTH_TIMEOUT), self._client() as client:
                response = await client.get(f"{self._url}/api/tags")
            response.raise_for_status()
            pulled = {str(model["name"]) for model in response.json()["models"]}
        except (httpx.ConnectError, httpx.ConnectTimeout, TimeoutError, httpx.InvalidURL) as error:
            raise CannotRead(
                f"ollama: not reachable at {_without_password(self._url)}: start it with `ollama serve`", lasting=True
            ) from error
        except ImportError as error:
            raise _no_socks(error) from error
        except httpx.HTTPStatusError as error:
            raise CannotRead(f"ollama: answers with status {error.response.status_code}") from error
        except httpx.HTTPError as error:
            raise CannotRead(f"ollama: {what_went_wrong(error)}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise CannotRead(
                f"ollama: what answers at {_without_password(self._url)} is not Ollama", lasting=True
            ) from error
        if (self.model if ":" in self.model else f"{self.model}:latest") not in pulled:
            raise self._not_pulled()

    async def answer(self, messages: Messages, schema: dict[str, Any]) -> str:
        """One chat; the schema goes along as ``format``. Stops listening when the answer is longer than is read."""
        if self._chat is None:
            self._chat = await asyncio.to_thread(self._open)
        parts: list[str] = []
        size = 0
        try:
            async with aclosing(self._chat.astream(messages, format=schema)) as stream:
                async for chunk in stream:
                    parts.append(str(chunk.content))
                    size += len(parts[-1])
                    if size > MAX_ANSWER_CHARS:
                        break
        except Exception as error:
            if getattr(error, "status_code", None) == HTTPStatus.NOT_FOUND:
                raise self._not_pulled() from error
            raise CannotRead(
                f"ollama: {what_went_wrong(error)}", lasting=isinstance(error, httpx.ConnectError | ConnectionError)
            ) from error
        return "".join(parts)

    def _open(self) -> Any:
        try:
            from langchain_ollama import ChatOllama
        except ImportError as error:
            raise _no_socks(error) from error
        return ChatOllama(
            model=self.model,
            base_url=self._url,
            temperature=0.0,
            reasoning=False,
            num_ctx=CONTEXT_TOKENS,
            num_predict=MAX_ANSWER_TOKENS,
            client_kwargs={
                "timeout": self._timeout,
                # Without connections kept alive nothing is bound to an event loop: one client serves them all.
                "limits": httpx.Limits(max_keepalive_connections=0),
                "trust_env": not is_own_host(self._url),
            },
        )

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(timeout=HEALTH_TIMEOUT, trust_env=not is_own_host(self._url))

    def _not_pulled(self) -> CannotRead:
        return CannotRead(f"ollama: the model {self.model} is not there: run `ollama pull {self.model}`", lasting=True)


class ChatModel:
    """A chat model by its name in LangChain (``openai:gpt-…``, ``anthropic:claude-…``), opened at first use."""

    method = "chat"

    def __init__(self, model: str) -> None:
        self.model = model
        self._chat: Any = None

    async def healthy(self) -> None:
        """The provider's package and key are there; nothing is sent."""
        if self._chat is None:
            self._chat = await asyncio.to_thread(self._open)

    async def answer(self, messages: Messages, schema: dict[str, Any]) -> str:
        """One call, with the schema where the provider takes one."""
        await self.healthy()
        try:
            structured = self._chat.with_structured_output(schema, method="json_schema", include_raw=True)
        except (NotImplementedError, ValueError, TypeError):
            structured = None  # the prompt describes the form
        try:
            given = await (structured or self._chat).ainvoke(messages)
        except Exception as error:
            raise CannotRead(f"{self.model}: {what_went_wrong(error)}") from error
        raw = given.get("raw") if structured is not None else given
        if calls := getattr(raw, "tool_calls", None):
            return json.dumps(calls[0]["args"], ensure_ascii=False)
        return _text_of(getattr(raw, "content", ""))

    def _open(self) -> Any:
        try:
            from langchain.chat_models import init_chat_model

            return cast("Callable[..., Any]", init_chat_model)(self.model)
        except ImportError as error:
            said = " ".join(str(error).split())[:200]
            raise CannotRead(f"{self.model}: {said}: pip install 'memorist[models]'", lasting=True) from error
        except Exception as error:
            said = " ".join(str(error).split())[:200]
            raise CannotRead(f"{self.model}: cannot be opened: {said}", lasting=True) from error


def provider_named(name: str, settings: Settings, *, timeout: float) -> Provider:
    """The provider of ``ollama``, ``ollama:MODEL`` or ``PROVIDER:MODEL``; nothing is opened yet."""
    provider, _, model = name.partition(":")
    if provider == "ollama":
        return Ollama(model or settings.ollama_model, base_url=settings.ollama_url, timeout=timeout)
    return ChatModel(name)


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
    """Whether an address is this machine's, so that no proxy stands before it."""
    host = (urlsplit(url).hostname or "").casefold()
    if host in {"localhost", socket.gethostname().casefold()} or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks: list[Any] = content if isinstance(content, list) else []  # pyright: ignore[reportUnknownVariableType]
    return "".join(str(b.get("text", "")) if isinstance(b, dict) else str(b) for b in blocks)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]


def _without_password(url: str) -> str:
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"


def _no_socks(error: ImportError) -> CannotRead:
    said = " ".join(str(error).split())[:200]
    return CannotRead(f"ollama: its client cannot be loaded: {said}", lasting=True)


__all__ = ["ChatModel", "Messages", "Ollama", "Provider", "is_own_host", "provider_named", "what_went_wrong"]
