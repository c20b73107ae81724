"""The chat model that may refine the two judgement dimensions; opened by name, or given."""

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Any, cast

from langchain_core.language_models import BaseChatModel

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.settings import Settings


@lru_cache(maxsize=4)
def open_model(name: str, ollama_url: str) -> BaseChatModel:
    """The model ``PROVIDER:MODEL``. Raises :class:`InvalidInput` when the provider's package is not installed."""
    provider, _, model = name.partition(":")
    if not model:
        raise InvalidInput(
            f"homeostasis_model: {name!r} is no model: expected PROVIDER:MODEL, such as ollama:qwen3:4b",
            field="homeostasis_model",
        )
    if provider == "ollama":
        from langchain_ollama import ChatOllama

        return ChatOllama(model=model, base_url=ollama_url, temperature=0)
    try:
        from langchain.chat_models import init_chat_model

        opened = cast("Callable[..., Any]", init_chat_model)(model, model_provider=provider, temperature=0)
    except Exception as error:  # each provider raises classes of its own
        raise InvalidInput(
            f"homeostasis_model: {name!r} cannot be opened: {error}", field="homeostasis_model"
        ) from error
    return cast(BaseChatModel, opened)


async def model_for(given: BaseChatModel | None, settings: Settings) -> tuple[BaseChatModel, str] | None:
    """The given model, else the one that the settings name, with its name; null when there is none."""
    if given is not None:
        name = getattr(given, "model", None) or getattr(given, "model_name", None) or given.get_name()
        return given, str(name)
    if settings.homeostasis_model is None:
        return None
    opened = await asyncio.to_thread(open_model, settings.homeostasis_model, settings.ollama_url)
    return opened, settings.homeostasis_model
