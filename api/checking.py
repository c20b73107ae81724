"""Arguments of the Python API are validated against the annotations of each call before anything is done."""

from asyncio import Timeout
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from datetime import datetime
from functools import cache, wraps
from inspect import signature
from typing import Annotated, Any, get_type_hints

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, PlainValidator, TypeAdapter

from memorist.memory_store.domain.actor import Actor, acting
from memorist.memory_store.domain.clock import require_utc
from memorist.memory_store.domain.errors import StoreUnavailable
from memorist.memory_store.domain.invalid import read_as
from memorist.memory_store.domain.memory import readable
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings
from memorist.memory_store.time_limit import time_limit


def checked[**P, R](call: Callable[P, Awaitable[R]], *, verb: str = "") -> Callable[P, Coroutine[Any, Any, R]]:
    """Decorate a call of the API: validate its arguments by its annotations, with :class:`InvalidInput` for a bad one.

    What the call writes is attributed to the agent and user of the scope of its object. ``verb`` is what callers know
    it by, if that is not its own name.
    """
    parameters = signature(call)

    @cache
    def readers() -> Mapping[str, TypeAdapter[Any]]:
        kinds = get_type_hints(call, include_extras=True)
        config = ConfigDict(arbitrary_types_allowed=True)
        return {name: TypeAdapter(kind, config=config) for name, kind in kinds.items() if name != "return"}

    @wraps(call)
    async def asked(*args: P.args, **kwargs: P.kwargs) -> R:
        given = parameters.bind(*args, **kwargs)
        for name, reader in readers().items():
            if name in given.arguments:
                read = read_as(reader, given.arguments[name], of=verb or call.__name__, field=name)
                given.arguments[name] = read
        scope = getattr(given.args[0], "scope", None) if given.args else None
        if not isinstance(scope, Scope):
            return await call(*given.args, **given.kwargs)
        with acting(Actor.of(scope)):
            return await call(*given.args, **given.kwargs)

    return asked


RECALL_MODELS = ("rewriter", "selector")
"""Settings that name the models which a recall may ask."""


def seconds_for(settings: Settings, *models: str) -> float:
    """Return the seconds that a call may take: ``call_timeout``, and the timeouts of the models that are set."""
    return settings.call_timeout + sum(getattr(settings, f"{one}_timeout") for one in models if getattr(settings, one))


async def in_time[R](call: Awaitable[R], seconds: float, setting: str = "MEMORIST_CALL_TIMEOUT") -> R:
    """Await a call for at most so many seconds; ``setting`` is the name of the variable that sets them.

    Raises :class:`StoreUnavailable` when it takes longer: nothing but a store that hangs does.
    """
    limit: Timeout | None = None
    try:
        async with time_limit(seconds) as limit:
            return await call
    except TimeoutError as error:
        if limit is None or not limit.expired():
            raise
        raise StoreUnavailable(f"the store did not answer in {seconds:g} s ({setting})") from error


def timed[**P, R](*models: str) -> Callable[[Callable[P, Awaitable[R]]], Callable[P, Coroutine[Any, Any, R]]]:
    """Decorate a call of the API that reads: it ends after ``MEMORIST_CALL_TIMEOUT`` seconds; see :func:`in_time`.

    Args:
        models: settings that name a model which the call may ask; where one is set, its own timeout is added.
    """

    def limited(call: Callable[P, Awaitable[R]]) -> Callable[P, Coroutine[Any, Any, R]]:
        @wraps(call)
        async def asked(*args: P.args, **kwargs: P.kwargs) -> R:
            part: Any = args[0]
            settings: Settings = part.graphs.settings
            return await in_time(call(*args, **kwargs), seconds_for(settings, *models))

        return asked

    return limited


def _readable(text: object) -> object:
    """Return the value, or raise for text that a shell passed on and that is not valid Unicode."""
    return readable(text) if isinstance(text, str) else text


def _moment(given: object) -> datetime:
    """A moment, also as text; a number would be read as seconds since 1970, which nobody means."""
    if isinstance(given, datetime):
        return given
    try:
        return datetime.fromisoformat(given if isinstance(given, str) else "")
    except ValueError:
        raise ValueError(f"expected a time such as 2026-02-01T17:00:00Z, got {given!r}"[:200]) from None


def _words_or_ids(what: object) -> object:
    if isinstance(what, str):
        return readable(what)
    if isinstance(what, Sequence) and not isinstance(what, bytes | bytearray):
        ids = list(what)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        if all(isinstance(id_, str) for id_ in ids):  # pyright: ignore[reportUnknownVariableType]
            return ids  # pyright: ignore[reportUnknownVariableType]
    raise ValueError(f"expected words, an id or a list of ids, got {what!r}"[:200])


Words = Annotated[str, BeforeValidator(_readable)]
WordsOrIds = Annotated[str | Sequence[str], PlainValidator(_words_or_ids)]
When = Annotated[datetime, BeforeValidator(_moment), AfterValidator(require_utc)]
Number = Annotated[int, Field(ge=1, strict=True)]
"""A count or an amount: at least one."""
