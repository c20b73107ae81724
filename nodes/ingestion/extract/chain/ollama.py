"""A local model served by Ollama."""

import asyncio
from http import HTTPStatus
from typing import Any

import httpx

from memorist.nodes.ingestion.extract.chain.asking import ask, what_went_wrong
from memorist.nodes.ingestion.extract.chain.extractor import Answer, CannotExtract, Question
from memorist.nodes.ingestion.extract.chain.prompt import PROMPT_VERSION, messages_for

HEALTH_TIMEOUT = 1.0
NAME = "ollama"


class OllamaExtractor:
    """Asks ``model`` at ``base_url``; the schema of the answer goes along as ``format``."""

    name = NAME
    prompt_version = PROMPT_VERSION

    def __init__(self, model: str, *, base_url: str, timeout: float) -> None:
        self.model = model
        self._url = base_url.rstrip("/")
        self._timeout = timeout
        self._chat_model: Any = None

    async def healthy(self) -> None:
        """The server answers and has pulled the model."""
        try:
            async with httpx.AsyncClient(timeout=HEALTH_TIMEOUT) as client:
                response = await client.get(f"{self._url}/api/tags")
            response.raise_for_status()
            pulled = {str(model["name"]) for model in response.json()["models"]}
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise CannotExtract(
                f"ollama: not reachable at {_shown(self._url)}: start it with `ollama serve`", lasting=True
            ) from error
        except httpx.HTTPStatusError as error:
            raise CannotExtract(f"ollama: answers with status {error.response.status_code}") from error
        except httpx.HTTPError as error:
            raise CannotExtract(f"ollama: {what_went_wrong(error)}") from error
        except (ValueError, KeyError, TypeError) as error:
            raise CannotExtract(f"ollama: what answers at {_shown(self._url)} is not Ollama", lasting=True) from error
        wanted = self.model if ":" in self.model else f"{self.model}:latest"
        if wanted not in pulled:
            raise CannotExtract(
                f"ollama: the model {self.model} is not there: run `ollama pull {self.model}`", lasting=True
            )

    async def extract(self, question: Question) -> Answer:
        """One chat."""
        from ollama import ResponseError

        if self._chat_model is None:
            self._chat_model = await asyncio.to_thread(self._connect)
        try:
            return await ask(self._chat_model, messages_for(question), Answer, who=NAME)
        except CannotExtract as error:
            cause = error.__cause__
            if isinstance(cause, ResponseError) and cause.status_code == HTTPStatus.NOT_FOUND:
                raise CannotExtract(
                    f"ollama: the model {self.model} is not there: run `ollama pull {self.model}`", lasting=True
                ) from cause
            raise

    def _connect(self) -> Any:
        from langchain_ollama import ChatOllama

        # Without connections kept alive nothing is bound to an event loop: one client serves them all.
        limits = httpx.Limits(max_keepalive_connections=0)
        return ChatOllama(
            model=self.model,
            base_url=self._url,
            temperature=0.0,
            client_kwargs={"timeout": self._timeout, "limits": limits},
        )


def _shown(url: str) -> str:
    """The address without what stands before the @."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2]}"
