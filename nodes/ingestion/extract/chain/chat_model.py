"""Any LangChain chat model by its name: ``anthropic:claude-…``, ``openai:gpt-…``, ``openrouter:…``."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from memorist.nodes.ingestion.extract.chain.asking import ask
from memorist.nodes.ingestion.extract.chain.extractor import Answer, CannotExtract, Question
from memorist.nodes.ingestion.extract.chain.prompt import PROMPT_VERSION, messages_for


class ChatModel:
    """A chat model opened at first use. ``by`` is who says so when it cannot be; ``ollama_url`` is where a model of
    Ollama's is served, by default where its own environment variable says."""

    def __init__(self, model: str, *, by: str, ollama_url: str | None = None) -> None:
        self.model = model
        self._by = by
        self._where: dict[str, Any] = {"base_url": ollama_url} if ollama_url and model.startswith("ollama:") else {}
        self._opened: Any = None

    async def opened(self) -> Any:
        """The model. Raises :class:`CannotExtract` for a package or a key that is missing."""
        if self._opened is None:
            self._opened = await asyncio.to_thread(self._open)
        return self._opened

    def _open(self) -> Any:
        try:
            from langchain.chat_models import init_chat_model
        except ImportError as error:
            raise CannotExtract(
                f"{self._by}: needs the package langchain: pip install 'memorist[models]'", lasting=True
            ) from error
        try:
            return cast("Callable[..., Any]", init_chat_model)(self.model, temperature=0.0, **self._where)
        except ImportError as error:
            raise CannotExtract(f"{self._by}: {' '.join(str(error).split())[:200]}", lasting=True) from error
        except Exception as error:
            said = " ".join(str(error).split())[:200]
            raise CannotExtract(f"{self._by}: {self.model} cannot be opened: {said}", lasting=True) from error


class ChatModelExtractor:
    """Asks a chat model with our own prompt."""

    name = "chat"
    prompt_version = PROMPT_VERSION

    def __init__(self, model: str) -> None:
        self.model = model
        self._chat_model = ChatModel(model, by=self.name)

    async def healthy(self) -> None:
        """The provider's package and key are there; nothing is sent."""
        await self._chat_model.opened()

    async def extract(self, question: Question) -> Answer:
        """One chat."""
        return await ask(await self._chat_model.opened(), messages_for(question), Answer, who=self.name)
