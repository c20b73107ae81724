"""Models served by Ollama, on this machine or another."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx

from memorist.memory_store.domain.errors import EmbedderUnavailable, InvalidInput
from memorist.memory_store.embedders.asked import AskedEmbedder
from memorist.memory_store.threads import in_thread

DEFAULT_MODEL = "nomic-embed-text"
TIMEOUT_SECONDS = 30.0
"""A model that is not in memory yet takes seconds to load."""


class OllamaEmbedder(AskedEmbedder):
    """An embedding model of an Ollama server.

    Args:
        model: its name there; the tag ``:latest`` is implied.
        base_url: ``http://host:port``, with ``user:password@`` in front of the host if the server asks for it.
        timeout: seconds one request may take.
    """

    def __init__(self, model: str = DEFAULT_MODEL, *, base_url: str, timeout: float = TIMEOUT_SECONDS) -> None:
        self.model = (model or DEFAULT_MODEL).removesuffix(":latest")
        self._url = base_url
        self._shown_url = _without_password(base_url)
        self._timeout = timeout
        self._client: Any = None
        # Where a model is served does not change its vectors.
        super().__init__(f"ollama:{self.model}", f"{self.model} on the Ollama server at {self._shown_url}")

    def _connect(self) -> Any:
        from langchain_ollama import OllamaEmbeddings

        # Without connections kept alive nothing is bound to an event loop: one client serves them all.
        limits = httpx.Limits(max_keepalive_connections=0)
        return OllamaEmbeddings(
            model=self.model, base_url=self._url, client_kwargs={"timeout": self._timeout, "limits": limits}
        )

    async def _ask(self, batch: list[str]) -> object:
        from ollama import ResponseError

        if self._client is None:
            self._client = await in_thread(self._connect)
        try:
            return await self._client.aembed_documents(batch)
        except httpx.TimeoutException as error:
            raise EmbedderUnavailable(
                f"{self.who} did not answer within {self._timeout:g} s: look whether it is busy or still loading"
            ) from error
        except ResponseError as error:
            raise EmbedderUnavailable(self._explain(error.status_code, str(error.error))) from error
        except (ConnectionError, httpx.ConnectError) as error:
            raise EmbedderUnavailable(
                f"no Ollama server at {self._shown_url}: start it with `ollama serve`, or set MEMORIST_OLLAMA_URL"
            ) from error
        except (
            httpx.HTTPError,
            ValueError,
            TypeError,
            AttributeError,
        ) as error:  # the last two for JSON of another shape
            raise EmbedderUnavailable(
                f"{self.who} broke off or sent something else than Ollama's JSON ({type(error).__name__}): "
                "look at its log, and whether the address is right"
            ) from error

    def _explain(self, status: int, message: str) -> str:
        if status == HTTPStatus.NOT_FOUND and "model" in message.lower():
            return f"{self._shown_url} does not have the model {self.model}: run `ollama pull {self.model}` there"
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
            return f"the Ollama server at {self._shown_url} refuses the credentials: put user:password@ into its URL"
        return f"{self.who} answered {status}: {message.strip()[:200]}"


def _without_password(url: str) -> str:
    """Check the address and return it in the form that may be shown."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise InvalidInput(
            f"the address of Ollama must look like http://localhost:11434, not {url.rpartition('@')[2]!r}",
            field="ollama_url",
        )
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return urlunsplit((parts.scheme, f"{host}:{port}" if port else host, parts.path, "", ""))
