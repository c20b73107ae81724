"""A chat model that helps beside reading, where one is set: asked with a time limit, left alone while it fails."""

import asyncio
from dataclasses import dataclass
from typing import Any, Literal
from weakref import WeakKeyDictionary

from pydantic import BaseModel

from memorist.memory_store.settings import Settings
from memorist.nodes.reading.breaker import NOT_NOW, Breaker
from memorist.nodes.reading.model.asking import NamedChatModel, ask
from memorist.nodes.reading.reader import CannotRead
from memorist.nodes.secrets.masking import mask

Task = Literal["rewriter", "selector", "homeostasis_model"]
"""Task of the helper, which is the name of its setting."""


@dataclass
class _Helper:
    model: NamedChatModel
    breaker: Breaker


async def ask_helper[M: BaseModel](
    task: Task, messages: list[tuple[str, str]], form: type[M], settings: Settings
) -> M | str:
    """One call to the model of this setting: its answer, or why there is none.

    After ``reader_failures`` in a row it is not asked for ``reader_pause`` seconds: nobody waits for it then.
    """
    name: str = getattr(settings, task)
    helper = _helper(task, name, settings)
    if helper.breaker.is_open:
        return f"{helper.breaker.reason} {NOT_NOW}"
    try:
        answer = await ask_in_time(task, helper.model, messages, form, settings, who=name)
    except CannotRead as error:
        helper.breaker.failed(error.reason, lasting=error.lasting)
        return error.reason
    helper.breaker.succeeded()
    return answer


async def ask_in_time[M: BaseModel](
    task: Task, model: Any, messages: list[tuple[str, str]], form: type[M], settings: Settings, *, who: str
) -> M:
    """One call with a typed answer, within the time that the settings give the task. Secrets are masked before.

    ``model`` is a chat model, or one that is opened by its name. Raises :class:`CannotRead` for whatever happens
    instead of an answer.
    """
    timeout: float = getattr(settings, f"{task}_timeout")
    safe = [(role, text if role == "system" else mask(text)[0]) for role, text in messages]
    try:
        async with asyncio.timeout(timeout):
            chat_model = await model.opened() if isinstance(model, NamedChatModel) else model
            return await ask(chat_model, safe, form, who=who)
    except TimeoutError as error:
        raise CannotRead(f"{who}: no answer within {timeout:g} s (MEMORIST_{task.upper()}_TIMEOUT)") from error


def _helper(task: Task, name: str, settings: Settings) -> _Helper:
    """The model of these settings; its connections belong to the event loop that runs."""
    opened = _helpers.setdefault(asyncio.get_running_loop(), {})
    key = (task, name, settings.ollama_url)
    if key not in opened:
        opened[key] = _Helper(
            NamedChatModel(name, ollama_url=settings.ollama_url),
            Breaker(failures=settings.reader_failures, pause=settings.reader_pause),
        )
    return opened[key]


_helpers: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[Task, str, str], _Helper]] = WeakKeyDictionary()
