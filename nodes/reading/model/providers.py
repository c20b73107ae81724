"""Models that answer: an Ollama server, or any chat model that LangChain opens by its name."""

import asyncio
import json
from contextlib import aclosing
from http import HTTPStatus
from typing import Any, Protocol

import httpx

from memorist.memory_store.places import without_password
from memorist.memory_store.settings import Settings
from memorist.memory_store.threads import in_thread
from memorist.nodes.reading.model.asking import NamedChatModel, is_own_host, ollama_arguments, what_went_wrong
from memorist.nodes.reading.model.parse import MAX_ANSWER_CHARS
from memorist.nodes.reading.reader import CannotRead

Messages = list[tuple[str, str]]
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
        connect_timeout: seconds within which the server must say that it is there.
        max_tokens: an answer ends there, whatever it still had to say.
    """

    method = "ollama"

    def __init__(
        self, model: str, *, base_url: str, timeout: float, connect_timeout: float, max_tokens: int = MAX_ANSWER_TOKENS
    ) -> None:
        self.model = model
        self._url = base_url.rstrip("/")
        self._timeout = timeout
        self._connect_timeout = connect_timeout
        self._max_tokens = max_tokens
        self._chat: Any = None

    async def healthy(self) -> None:
        """The server answers and has pulled the model."""
        try:
            async with asyncio.timeout(self._connect_timeout), self._client() as client:
                response = await client.get(f"{self._url}/api/tags")
            response.raise_for_status()
            pulled = {str(model["name"]) for model in response.json()["models"]}
        except (httpx.ConnectError, httpx.ConnectTimeout, TimeoutError, httpx.InvalidURL) as error:
            raise CannotRead(
                f"ollama: not reachable at {without_password(self._url)}: start it with `ollama serve`", lasting=True
            ) from error
        except ImportError as error:
            raise _no_socks(error) from error
        except httpx.HTTPStatusError as error:
            raise CannotRead(f"ollama: answers with status {error.response.status_code}") from error
        except httpx.HTTPError as error:
            raise CannotRead(f"ollama: {what_went_wrong(error)}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise CannotRead(
                f"ollama: what answers at {without_password(self._url)} is not Ollama", lasting=True
            ) from error
        if (self.model if ":" in self.model else f"{self.model}:latest") not in pulled:
            raise self._not_pulled()

    async def answer(self, messages: Messages, schema: dict[str, Any]) -> str:
        """One chat; the schema goes along as ``format``. Stops listening when the answer is longer than is read."""
        if self._chat is None:
            self._chat = await in_thread(self._open)
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
            num_ctx=CONTEXT_TOKENS,
            num_predict=self._max_tokens,
            **ollama_arguments(self._url, self._timeout),
        )

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(timeout=self._connect_timeout, trust_env=not is_own_host(self._url))

    def _not_pulled(self) -> CannotRead:
        return CannotRead(f"ollama: the model {self.model} is not there: run `ollama pull {self.model}`", lasting=True)


class ChatModel:
    """A chat model by its name in LangChain (``openai:gpt-…``, ``anthropic:claude-…``), opened at first use."""

    method = "chat"

    def __init__(self, model: str) -> None:
        self.model = model
        self._named = NamedChatModel(model)

    async def healthy(self) -> None:
        """The provider's package and key are there; nothing is sent."""
        await self._named.opened()

    async def answer(self, messages: Messages, schema: dict[str, Any]) -> str:
        """One call, with the schema where the provider takes one."""
        chat = await self._named.opened()
        try:
            structured = chat.with_structured_output(schema, method="json_schema", include_raw=True)
        except (NotImplementedError, ValueError, TypeError):
            structured = None  # the prompt describes the form
        try:
            given = await (structured or chat).ainvoke(messages)
        except Exception as error:
            raise CannotRead(f"{self.model}: {what_went_wrong(error)}") from error
        raw = given.get("raw") if structured is not None else given
        if calls := getattr(raw, "tool_calls", None):
            return json.dumps(calls[0]["args"], ensure_ascii=False)
        return _text_of(getattr(raw, "content", ""))


def provider_named(name: str, settings: Settings, *, timeout: float) -> Provider:
    """The provider of ``ollama``, ``ollama:MODEL`` or ``PROVIDER:MODEL``; nothing is opened yet."""
    provider, _, model = name.partition(":")
    if provider == "ollama":
        return Ollama(
            model or settings.ollama_model,
            base_url=settings.ollama_url,
            timeout=timeout,
            connect_timeout=settings.connect_timeout,
        )
    return ChatModel(name)


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks: list[Any] = content if isinstance(content, list) else []  # pyright: ignore[reportUnknownVariableType]
    return "".join(str(b.get("text", "")) if isinstance(b, dict) else str(b) for b in blocks)  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]


def _no_socks(error: ImportError) -> CannotRead:
    said = " ".join(str(error).split())[:200]
    return CannotRead(f"ollama: its client cannot be loaded: {said}", lasting=True)


__all__ = ["ChatModel", "Messages", "Ollama", "Provider", "provider_named"]
