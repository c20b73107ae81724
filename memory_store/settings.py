"""Every default, written once; the environment overrides it with the prefix ``MEMORIST_``."""

import os
from pathlib import Path
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from platformdirs import user_config_path, user_data_path
from pydantic import AfterValidator, Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.scope import GroupId, Name


def data_folder() -> Path:
    """The user's data folder of this package."""
    return user_data_path("memorist")


ENV_FILE = "MEMORIST_ENV_FILE"


def environment_files() -> tuple[Path, ...]:
    """Files of settings, below the environment: the user's own ``memorist.env``, over it the one that is named.

    A ``.env`` of the working folder is not read unasked: a cloned repository would redirect the memory of whoever works
    in it. Raises :class:`InvalidInput` when ``MEMORIST_ENV_FILE`` names no file.
    """
    own = user_config_path("memorist") / "memorist.env"
    named = os.environ.get(ENV_FILE)
    if named and not Path(named).expanduser().is_file():
        raise InvalidInput(f"settings: field {ENV_FILE}: {named} is not a file", field=ENV_FILE)
    return (own, Path(named).expanduser()) if named else (own,)


def default_store() -> str:
    """An embedded store in the user's data folder."""
    return f"embedded:{data_folder() / 'store'}"


READERS = "patterns, ollama, ollama:MODEL, PROVIDER:MODEL, or none"


WITHOUT_A_MODEL = frozenset({"patterns", "none"})
"""The readers that ask no model."""


def listed(given: Any) -> tuple[str, ...]:
    """The names of a setting that lists them with commas; what is a sequence already stays one."""
    return tuple(part.strip() for part in given.split(",") if part.strip()) if isinstance(given, str) else given


def _readers(names: str) -> str:
    for name in listed(names):
        provider, _, model = name.partition(":")
        if name not in {*WITHOUT_A_MODEL, "ollama"} and not (provider and model):
            raise ValueError(f"{name!r} is no reader: expected {READERS}")
    return names


def _chat_model(name: str) -> str:
    provider, _, model = name.partition(":")
    if name and not (provider and model):
        raise ValueError(f"{name!r} is no model: expected PROVIDER:MODEL, such as ollama:qwen3:4b")
    return name


NO_RANKER = "none"
RANKERS = "none or colbert:NAME_OR_FOLDER"


def _ranker(name: str) -> str:
    kind, _, model = name.strip().partition(":")
    if not (kind == NO_RANKER and not model) and not (kind == "colbert" and model):
        raise ValueError(f"{name!r} is no ranker: expected {RANKERS}")
    return name.strip()


def _timezone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"{name!r} is no time zone: expected one such as Europe/Berlin") from None
    return name


class Settings(BaseSettings):
    """Settings from the environment and files. ``MEMORIST_STORE=neo4j://localhost:7687`` and so on."""

    model_config = SettingsConfigDict(env_prefix="MEMORIST_", extra="ignore", frozen=True)

    # Who asks, where nothing else says so

    group: GroupId = Field(default="default", description="the tenant")
    agent: Name | None = None
    user: Name | None = None
    timezone: Annotated[str, AfterValidator(_timezone)] = Field(
        default="UTC", description="where days end, unless an input's time says otherwise"
    )
    shared_sessions: bool = Field(
        default=False,
        description="who took part in a session is told what others said of themselves in it: set it where the id of a "
        "session names one conversation for all of its people",
    )

    overheard_within: float = Field(
        default=60,
        ge=0,
        le=525_600,
        description="minutes within which turns of several people in one session are said in front of each other: of "
        "these, others are told all that was not confided; 0: never",
    )

    # The store

    store: str = Field(
        default_factory=default_store,
        description="embedded:PATH, falkor://…, neo4j://… or bolt://…",
    )
    neo4j_user: str = "neo4j"
    neo4j_password: SecretStr = SecretStr("")
    neo4j_database: str = "neo4j"
    connect_timeout: float = Field(default=5.0, gt=0, description="seconds until an unreachable server is an error")
    statement_timeout: float = Field(default=10.0, gt=0, description="seconds one statement may take")
    write_patience: float = Field(
        default=0.01, ge=0, description="seconds more that a large change set may take, an item"
    )
    clock_skew: float = Field(
        default=300.0,
        ge=0,
        description="seconds that clocks of machines which share a memory may differ by: a hard rule holds that early",
    )
    max_connections: int = Field(default=16, ge=1, le=90)
    ontologies: Annotated[tuple[str, ...], NoDecode] = Field(
        default=(), description="added to the default one: gtd, jacq, or paths of YAML files, separated by commas"
    )

    # Files beside it

    content: str | None = Field(
        default=None,
        description="where content files are kept: a folder, memory:// or a URL such as s3://bucket/folder; default: "
        "beside an embedded store, else in the user's data folder",
    )
    document_timeout: float = Field(default=60.0, gt=0, description="seconds reading one document may take in all")
    content_timeout: float = Field(default=60.0, gt=0, description="seconds reading or writing a content file may take")
    content_grace: float = Field(
        default=3600.0, ge=0, description="seconds a content file may wait for what refers to it before it is an orphan"
    )
    documents: str | None = Field(
        default=None, description="folder that served graphs may read documents from; callers of the API read their own"
    )
    inbox: str = Field(
        default="", description="folder for inputs that could not be committed; default: in the data folder; or none"
    )
    rule_snapshots: str = Field(
        default="",
        description="folder for the last known hard rules, used while the store is down; default: in the data folder; "
        "or none",
    )

    # Vectors and search

    embedder: str = Field(
        default="minilm",
        description="minilm, wordllama, ollama:MODEL, onnx:FOLDER, fastembed:NAME_OR_FOLDER, langchain:PROVIDER:MODEL",
    )
    ranker: Annotated[str, AfterValidator(_ranker)] = Field(
        default=NO_RANKER, description=f"who ranks the candidates of a recall once more: {RANKERS}"
    )
    ranker_timeout: float = Field(
        default=1.0, gt=0, description="seconds a ranker may take in a recall, and for each turn that is written"
    )
    exact_scan_limit: int | None = Field(
        default=None,
        ge=0,
        description="up to this many live memories a group is compared whole, above by index; default: the database's",
    )
    exact_turn_limit: int | None = Field(
        default=None,
        ge=0,
        description="up to this many raw episodes a group is compared whole, above by index; default: the database's",
    )
    over_fetch: int | None = Field(
        default=None, ge=1, description="an index is asked for this many times what is wanted; default: the database's"
    )

    # Reading inputs

    readers: Annotated[str, AfterValidator(_readers)] = Field(
        default="ollama,patterns",
        description=f"who reads what is said, in this order until one answers: {READERS}; separated by commas",
    )
    ollama_url: str = "http://localhost:11434"
    ollama_model: str = Field(default="qwen3:4b", description="the model of the reader ollama")
    reader_timeout: float = Field(default=60.0, gt=0, description="seconds one call of a model may take in all")
    reader_failures: int = Field(default=3, ge=1, description="so many failures in a row, and a reader is paused")
    reader_pause: float = Field(default=60.0, gt=0, description="seconds until a paused reader is asked again")
    gazetteer: Path | None = Field(
        default=None, description="a YAML file of names of one's own, in the form of the shipped gazetteer.yaml"
    )

    # Prompts

    budget_total: int = Field(default=8_000, ge=1, description="tokens of a prompt")
    budget_target: int = Field(
        default=1_500, ge=0, description="tokens that knowledge about the task fills by relevance, within the total"
    )
    budget_session: int = Field(
        default=6_000, ge=0, description="tokens of recalled text that the middleware keeps in one conversation"
    )
    budget_rules: int = 500
    budget_procedures: int = 1_500
    budget_models: int = 1_000
    budget_episodes: int = 1_000
    min_relevance: float = Field(
        default=0.0, ge=0.0, le=1.0, description="memories and passages of less relevance are left out of prompts"
    )
    recent_hours: int = Field(default=24, ge=1, description="how far back an episode is recent, whatever the task")
    recent_episodes: int = Field(default=5, ge=0)
    preprompt: str = Field(default="", description="what stands first in every prompt, such as a persona's own words")
    rewriter: Annotated[str, AfterValidator(_chat_model)] = Field(
        default="", description="a chat model, PROVIDER:MODEL, that may say a task in other words; none: rules alone"
    )
    rewriter_timeout: float = Field(default=2.0, gt=0, description="seconds the rewriter may take")
    selector: Annotated[str, AfterValidator(_chat_model)] = Field(
        default="",
        description="a chat model, PROVIDER:MODEL, that picks the lines a task needs among the nearest; none: nearness",
    )
    selector_timeout: float = Field(default=10.0, gt=0, description="seconds the selector may take")
    channel_timeout: float = Field(default=2.0, gt=0, description="seconds a retrieval channel may take")
    access_delay: float = Field(
        default=2.0, ge=0, description="seconds without a recall, after which the uses of memories are counted"
    )

    # Maintenance

    decay_preset: Literal["galatea", "jacq"] = Field(
        default="galatea", description="how memories fade: galatea lowers confidence after a month, jacq retracts"
    )
    lease_seconds: float = Field(
        default=60.0, gt=0, description="so long a worker may be silent before another one maintains its group"
    )

    # Homeostasis

    guidance: Path | None = Field(default=None, description="a YAML file over the shipped guidance of homeostasis")
    homeostasis_model: Annotated[str, AfterValidator(_chat_model)] | None = Field(
        default=None,
        description="PROVIDER:MODEL of LangChain, such as ollama:qwen3:4b, for the two judgement dimensions",
    )
    homeostasis_model_timeout: float = Field(default=5.0, gt=0, description="seconds that model may take")
    call_timeout: float = Field(
        default=10.0,
        gt=0,
        description="seconds a call that reads, or an input that is learned, may take; models have limits of their own",
    )
    prepare_timeout: float = Field(
        default=120.0,
        gt=0,
        description="seconds in which the indexes of a new database or group must be there; no call's time counts them",
    )
    check_timeout: float = Field(
        default=3.0, gt=0, description="seconds the check of an intended act may take in all, the audit included"
    )

    @field_validator("ontologies", mode="before")
    @classmethod
    def _separated(cls, given: Any) -> Any:
        return listed(given)


def read_settings(**given: Any) -> Settings:
    """The settings of the memory; see :func:`read_as_settings`."""
    return read_as_settings(Settings, "settings", **given)


def read_as_settings[S: BaseSettings](kind: type[S], of: str, **given: Any) -> S:
    """Validate the arguments over the environment, over :func:`environment_files`, over the defaults.

    Raises :class:`InvalidInput` that names the field, and says of what it is.
    """
    try:
        return kind(_env_file=environment_files(), **given)
    except ValidationError as error:
        raise invalid_from(error, of=of) from error
