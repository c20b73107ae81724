"""The checks of ``memorist doctor``: each returns what it found, and never raises."""

import asyncio
import os
import platform
import socket
import stat
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from typing import Literal

from dotenv import dotenv_values

from memorist.app.auth.keys import KeyFile
from memorist.app.auth.settings import AuthSettings
from memorist.app.cli.render import count
from memorist.app.packages import is_installed
from memorist.app.webhooks.outbox import Outbox
from memorist.app.webhooks.settings import WebhookSettings, read_webhook_settings
from memorist.memory_store.domain.errors import EmbedderMismatch, EmbedderUnavailable, InvalidInput, MemoristError
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.types import HardRule
from memorist.memory_store.inbox import DAMAGED, SET_ASIDE, inbox_root
from memorist.memory_store.places import without_password
from memorist.memory_store.settings import ENV_FILE, WITHOUT_A_MODEL, Settings, environment_files, listed
from memorist.memory_store.store import Store
from memorist.nodes.homeostasis.acts.unchecked import unchecked
from memorist.nodes.reading.model.providers import provider_named
from memorist.nodes.reading.reader import CannotRead
from memorist.nodes.retrieval.fence import one_line

State = Literal["ok", "info", "warning", "problem"]


class Looked(Part):
    """Finding about one thing.

    Args:
        what: the thing ("store", "embedder").
        state: ``problem`` where nothing works without it; ``warning`` where something is missing.
        found: what is there, in a sentence.
        todo: what to do, as a command where there is one; empty where there is nothing to do.
    """

    what: str
    state: State
    found: str
    todo: str = ""


PACKAGES = ("memorist", "langgraph", "langchain-core", "graphiti-core", "falkordb", "falkordblite", "neo4j")
EXTRAS = {
    "panel": (("jinja2", "starlette", "uvicorn", "jwt"), "the memory panel, keys and tokens"),
    "server": (("langgraph_api",), "the graphs on the LangGraph server"),
    "mcp": (("mcp", "starlette", "uvicorn"), "the MCP server"),
    "otlp": (("opentelemetry.proto", "starlette", "uvicorn"), "the receiver of OpenTelemetry logs"),
    "s3": (("s3fs",), "content files in a bucket"),
    "rankers": (("fastembed",), "rankers and embedders by name"),
    "models": (("langchain",), "chat models by name"),
}
PORTS = {2024: "the LangGraph server", 8765: "the panel"}
SECONDS = 2.0
OF_THE_TESTS = ("MEMORIST_TEST_", "MEMORIST_REQUIRE_NEO4J", "MEMORIST_SCREENSHOTS")
"""Beginnings of names that mean something to the project's own tests."""
SETTING_OF = {"reader": "readers", "rewriter": "rewriter", "selector": "selector", "judge": "homeostasis_model"}
"""The setting that names each model; that of readers may name several."""
REACHED = "or use it without a model: sentences that no pattern matches are stored verbatim and stay searchable"


def versions() -> list[Looked]:
    """Python and the packages that matter."""
    found = [Looked(what="python", state="ok", found=f"{platform.python_version()} on {platform.system()}")]
    there: list[str] = []
    for name in PACKAGES:
        try:
            there.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(Looked(what=name, state="warning", found="is not installed", todo=f"pip install {name}"))
    return [*found, Looked(what="packages", state="ok", found=", ".join(there))]


def extras() -> list[Looked]:
    """List the optional parts that are installed."""
    found: list[Looked] = []
    for name, (modules, purpose) in EXTRAS.items():
        missing = [module for module in modules if not is_installed(module)]
        state, said = ("info", f"not installed: {purpose}") if missing else ("ok", purpose)
        todo = f"pip install 'memorist[{name}]'" if missing else ""
        found.append(Looked(what=f"extra {name}", state=state, found=said, todo=todo))
    return found


def misspelt() -> list[Looked]:
    """Warnings for variables, of the environment or of settings files, that look like settings but are none."""
    files = [file for file in environment_files() if file.is_file()]
    named = [*os.environ, *chain.from_iterable(dotenv_values(file) for file in files)]
    ours = [name for name in dict.fromkeys(named) if name.startswith("MEMORIST_") and not name.startswith(OF_THE_TESTS)]
    known = {
        f"{kind.model_config.get('env_prefix', '')}{field}".upper()
        for kind in (Settings, AuthSettings, WebhookSettings)
        for field in kind.model_fields
    } | {ENV_FILE}
    meant = {name: "".join(get_close_matches(name, known, 1)) for name in ours if name not in known}
    return [
        Looked(what="settings", state="warning", found=f"{name} is no setting", todo=f"{likely}?" if likely else "")
        for name, likely in meant.items()
    ]


async def store(settings: Settings) -> list[Looked]:
    """Check that the store opens, with its embedder, and that the group is in order."""
    try:
        opened = await Store.open(settings.store, settings=settings)
    except EmbedderUnavailable as error:
        todo = "set MEMORIST_EMBEDDER=minilm, which needs no server"
        return [Looked(what="embedder", state="problem", found=str(error), todo=todo)]
    except MemoristError as error:
        todo = "start the database, or set MEMORIST_STORE; without it an embedded store is used"
        return [Looked(what="store", state="problem", found=f"{without_password(settings.store)}: {error}", todo=todo)]
    try:
        found = [
            Looked(what="store", state="ok", found=opened.database.url),
            Looked(
                what="embedder", state="ok", found=f"{opened.embedder.name}, {opened.embedder.dimension} dimensions"
            ),
        ]
        return [*found, await _group(opened, settings.group), *await _rules(opened, settings.group)]
    finally:
        await opened.close()


async def _group(opened: Store, group: str) -> Looked:
    try:
        if not await opened.admin.known(group):
            todo = 'memorist remember "We use pnpm for packages", then memorist recall "Add a package"'
            return Looked(what="group", state="info", found=f"{group}: no memories yet", todo=todo)
        broken = [one for one in await opened.admin.check(group) if one.severity == "error"]
    except EmbedderMismatch as error:
        return Looked(what="group", state="problem", found=str(error), todo="memorist re-embed, or the other embedder")
    except MemoristError as error:
        return Looked(what="group", state="problem", found=str(error), todo="memorist check")
    held = count(opened.connection.counts(group).live, "live memory", "live memories")
    if broken:
        said = f"{group}: {held}, {count(len(broken), 'broken invariant', 'broken invariants')}"
        return Looked(what="group", state="warning", found=said, todo="memorist check --repair")
    return Looked(what="group", state="ok", found=f"{group}: {held}, no problems found")


async def _rules(opened: Store, group: str) -> list[Looked]:
    """The rules of which the guard cannot see all; nothing where it can, or the group cannot be read."""
    try:
        if not await opened.admin.known(group):
            return []
        rules = [rule for rule in await opened.rules.of_all_agents(group) if isinstance(rule, HardRule)]
    except MemoristError:
        return []
    return [
        Looked(what="rule", state="info", found=f"“{one_line(rule.content)}”: {one_line(said)}")
        for rule in rules
        if (said := unchecked(rule)) is not None
    ]


def inbox(settings: Settings) -> list[Looked]:
    """Count the inputs that wait to be committed, and those set aside for a person."""
    if settings.inbox == "none":
        return [
            Looked(what="inbox", state="info", found="off: inputs that cannot be committed are reported and not kept")
        ]
    root = inbox_root(settings)
    waiting, failed, damaged = (list(root.rglob(f"*{kind}")) for kind in (".json", SET_ASIDE, DAMAGED))
    aside = [*failed, *damaged]
    wait = count(len(waiting), "input waits", "inputs wait")
    said = f"{wait} in {root}; set aside: {len(failed)} failed, {len(damaged)} damaged"
    if aside:
        return [
            Looked(what="inbox", state="warning", found=said, todo=f"look at {aside[0]}, and delete or re-ingest it")
        ]
    return [Looked(what="inbox", state="info" if waiting else "ok", found=said)]


async def models(settings: Settings) -> list[Looked]:
    """Check that the configured models answer: readers, selector, and judges."""
    named = [(what, name) for what, of in SETTING_OF.items() for name in listed(getattr(settings, of) or "")]
    asked = (_model(what, name, settings) for what, name in named if name not in WITHOUT_A_MODEL)
    return list(await asyncio.gather(*asked))


async def _model(what: str, name: str, settings: Settings) -> Looked:
    provider = provider_named(name, settings, timeout=SECONDS)
    try:
        await provider.healthy()
    except CannotRead as error:
        # A memory without a model is what everybody begins with.
        optional = what == "reader" and name == "ollama" and "not reachable" in error.reason
        todo = REACHED if optional else f"or change MEMORIST_{SETTING_OF[what].upper()}"
        return Looked(what=what, state="info" if optional else "warning", found=error.reason, todo=todo)
    shown = f"{provider.model} on {without_password(settings.ollama_url)}" if name.startswith("ollama") else name
    return Looked(what=what, state="ok", found=shown)


def auth(settings: AuthSettings) -> list[Looked]:
    """Check that callers need a key, and that the file of keys is private."""
    file = settings.keys_file
    if not settings.on:
        said = "off: the server and the panel answer this machine only"
        todo = "to let others call: memorist keys add NAME --group GROUP"
        return [Looked(what="auth", state="info", found=said, todo=todo)]
    ways = [f"{len(KeyFile(file).keys())} keys in {file}"] if file.exists() else []
    ways += [f"tokens checked with {settings.jwks_url}"] if settings.jwks_url else []
    if not ways:
        said = f"MEMORIST_AUTH_KEYS names {file}, which does not exist: all callers are refused"
        return [Looked(what="auth", state="warning", found=said, todo="memorist keys add NAME --group GROUP")]
    found = [Looked(what="auth", state="ok", found=f"on: {', '.join(ways)}")]
    if file.exists() and file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        said = f"{file} can be read by other users of this machine"
        found.append(Looked(what="keys", state="warning", found=said, todo=f"chmod 600 {file}"))
    return found


def webhooks(store: str) -> list[Looked]:
    """Check that contradictions and rules are reported to somebody, and list failed deliveries."""
    try:
        settings = read_webhook_settings()
        if settings.url is None:
            return [Looked(what="webhooks", state="info", found="off: MEMORIST_WEBHOOK_URL names no receiver")]
        counts = Outbox(settings.log_file, store).counts()
    except InvalidInput as error:
        return [Looked(what="webhooks", state="warning", found=str(error), todo="see docs/webhooks.md")]
    said = ", ".join(f"{number} {state}" for state, number in sorted(counts.items())) or "nothing was sent yet"
    found = f"{settings.url}: {said}"
    if counts.get("dead"):
        todo = "memorist webhooks list --state dead, then memorist webhooks redeliver ID"
        return [Looked(what="webhooks", state="warning", found=found, todo=todo)]
    return [Looked(what="webhooks", state="ok", found=found)]


def ports(wanted: Sequence[int] = tuple(PORTS)) -> list[Looked]:
    """Check that the default ports are free."""
    found: list[Looked] = []
    for port in wanted:
        with socket.socket() as probe:
            probe.settimeout(SECONDS)
            taken = probe.connect_ex(("127.0.0.1", port)) == 0
        said = f"something listens there: {PORTS.get(port, 'a server')}, or another program" if taken else "free"
        found.append(Looked(what=f"port {port}", state="info" if taken else "ok", found=said))
    return found


async def everything(settings: Settings, auth_settings: AuthSettings) -> list[Looked]:
    """All looks, in the order in which things are needed."""
    found = await asyncio.gather(
        asyncio.to_thread(misspelt),
        store(settings),
        asyncio.to_thread(inbox, settings),
        models(settings),
        asyncio.to_thread(auth, auth_settings),
        asyncio.to_thread(webhooks, settings.store),
        asyncio.to_thread(ports),
    )
    return [*versions(), *extras(), *chain.from_iterable(found)]
