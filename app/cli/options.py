"""The options that every command takes, before its name or after it."""

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, cast

import typer

from memorist.api.garbage import settle
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.memory_store.domain.clock import Clock
    from memorist.memory_store.settings import Settings
    from memorist.memory_store.store import Store

JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object per line, nothing else on standard output.")]
AsOfOption = Annotated[
    str | None,
    typer.Option("--as-of", metavar="TIME", help="Show what was true at that time, such as 2026-02-15T00:00:00Z."),
]
KnownAtOption = Annotated[
    str | None, typer.Option("--known-at", metavar="TIME", help="Show what was believed at that time.")
]

COMMON: dict[str, Any] = {
    "store": Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="URL",
            help="embedded:PATH, falkor://HOST:PORT or neo4j://… [MEMORIST_STORE; the data folder]",
        ),
    ],
    "group": Annotated[
        str | None, typer.Option("--group", metavar="ID", help="The tenant whose memories are used. [MEMORIST_GROUP]")
    ],
    "agent": Annotated[str | None, typer.Option("--agent", metavar="ID", help="The agent that acts. [MEMORIST_AGENT]")],
    "user": Annotated[
        str | None,
        typer.Option("--user", metavar="ID", help="The user an input comes from or a recall is for. [MEMORIST_USER]"),
    ],
    "now": Annotated[str | None, typer.Option("--now", metavar="TIME", help="Use this time as the current time.")],
    "embedder": Annotated[
        str | None,
        typer.Option(
            "--embedder",
            metavar="NAME",
            help="minilm, wordllama, ollama:MODEL, onnx:FOLDER, fastembed:NAME or langchain:PROVIDER:MODEL. "
            "[MEMORIST_EMBEDDER]",
        ),
    ],
    "debug": Annotated[bool, typer.Option("--debug", help="Show where an error came from.")],
}


@dataclass(frozen=True)
class Call:
    """Common options of one call; null means the environment or the default."""

    store: str | None = None
    group: str | None = None
    agent: str | None = None
    user: str | None = None
    now: str | None = None
    embedder: str | None = None
    debug: bool = False

    def clock(self) -> "Clock":
        """The machine's clock, or one that stands at ``--now``."""
        from memorist.memory_store.domain.clock import SystemClock, VirtualClock

        now = read_time(self.now, "--now")
        return VirtualClock(now) if now else SystemClock()

    def settings(self) -> "Settings":
        """The settings, with the options over the environment over the defaults."""
        from memorist.memory_store.settings import read_settings

        named: dict[str, Any] = {name: getattr(self, name) for name in ("store", "group", "agent", "user", "embedder")}
        return read_settings(**{name: value for name, value in named.items() if value is not None})

    def readers_away(self) -> set[str] | None:
        """An empty ``told`` for :func:`show_result`; null if the settings do not name readers themselves."""
        return set() if "readers" in self.settings().model_fields_set else None

    @asynccontextmanager
    async def memory(
        self, settings: "Settings | None" = None, *, degraded: bool = False
    ) -> "AsyncGenerator[AsyncMemory]":
        """Open the memory that the options, or other settings, name; ``degraded``: also when its store cannot be."""
        clock = self.clock()
        settings = settings or self.settings()
        from memorist.api.opening import open_memory

        async with open_memory(clock=clock, settings=settings, degraded=degraded) as memory:
            settle()
            yield memory

    def ask[T](self, work: "Callable[[AsyncMemory], Awaitable[T]]", *, degraded: bool = False) -> T:
        """Open the memory that the options name, and return what ``work`` gets from it."""

        async def asked() -> T:
            async with self.memory(degraded=degraded) as memory:
                return await work(memory)

        return asyncio.run(asked())

    @asynccontextmanager
    async def opened_store(self) -> "AsyncGenerator[Store]":
        """Open the store that the options name, without a memory over it."""
        from memorist.memory_store.store import Store

        settings = self.settings()
        store = await Store.open(settings.store, settings=settings, clock=self.clock())
        try:
            yield store
        finally:
            await store.close()


def read_time(text: str | None, option: str) -> datetime | None:
    """Read the time an option was given; null stays null. Raises :class:`InvalidInput` naming the option."""
    if text is None:
        return None
    from memorist.memory_store.settings import read_settings
    from memorist.nodes.dates.said import said_at_of

    try:
        return said_at_of(text, read_settings().timezone)
    except (ValueError, OverflowError) as error:
        raise InvalidInput(
            f"{option}: expected a time such as 2026-02-01T17:00:00Z, or a day such as 2026-02-01, got {text!r}",
            field=option,
        ) from error


def with_call[**P](command: Callable[Concatenate[Call, P], None]) -> Callable[..., None]:
    """Give a command the common options, bundled as its first argument; those before the command's name count, too."""

    @wraps(command)
    def run(ctx: typer.Context, **options: Any) -> None:
        root = ctx.find_root()
        given = {name: options.pop(name) for name in COMMON}
        so_far = root.obj if isinstance(root.obj, Call) else Call()
        root.obj = replace(so_far, **{name: value for name, value in given.items() if value not in (None, False)})
        cast(Callable[..., None], command)(root.obj, **options)

    return _show_options(run, command)


def given_before(ctx: typer.Context | None) -> dict[str, str]:
    """The common options, by name, that stood before the name of the command; ``--debug`` is the program's own."""
    call = ctx.find_root().obj if ctx is not None else None
    return {name: value for name, value in asdict(call or Call()).items() if value is not None and name != "debug"}


def _show_options(run: Callable[..., None], command: Callable[..., None]) -> Callable[..., None]:
    """Write into the signature what Typer reads there: the context, the command's own options, the common ones."""
    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    own = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for parameter in list(inspect.signature(command).parameters.values())[1:]
    ]
    common = [
        inspect.Parameter(
            name, inspect.Parameter.KEYWORD_ONLY, annotation=kind, default=False if name == "debug" else None
        )
        for name, kind in COMMON.items()
    ]
    parameters = [context, *own, *common]
    run.__dict__["__signature__"] = inspect.Signature(parameters)
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run
