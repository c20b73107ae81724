"""Every default, written once; the environment overrides it with the prefix ``HYPOMNEMA_``."""

from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


def data_folder() -> Path:
    """The user's data folder of this package."""
    return user_data_path("hypomnema")


def default_store() -> str:
    """An embedded store in the user's data folder."""
    return f"embedded:{data_folder() / 'store'}"


class Settings(BaseSettings):
    """What can be set from outside. ``HYPOMNEMA_STORE=neo4j://localhost:7687`` and so on."""

    model_config = SettingsConfigDict(env_prefix="HYPOMNEMA_", env_file=".env", extra="ignore", frozen=True)

    store: str = Field(default_factory=default_store, description="embedded:PATH, falkor://…, neo4j://… or bolt://…")
    group: str = Field(default="default", description="the tenant")
    agent: str | None = None
    user: str | None = None
    embedder: str = Field(
        default="wordllama", description="wordllama, ollama:MODEL, onnx:FOLDER or langchain:PROVIDER:MODEL"
    )
    ollama_url: str = "http://localhost:11434"
    neo4j_user: str = "neo4j"
    neo4j_password: SecretStr = SecretStr("")
    neo4j_database: str = "neo4j"
    connect_timeout: float = Field(default=5.0, gt=0, description="seconds until an unreachable server is an error")
    statement_timeout: float = Field(default=10.0, gt=0, description="seconds one statement may take")
    max_connections: int = Field(default=16, ge=1, le=90)
    exact_scan_limit: int = Field(
        default=500, ge=0, description="up to this many live memories a group is searched exactly, above by index"
    )
    over_fetch: int = Field(default=8, ge=1, description="an index is asked for this many times what is wanted")
    recent_hours: int = Field(default=24, ge=1, description="how far back an episode is recent, whatever the task")
    recent_episodes: int = Field(default=5, ge=0)
    budget_total: int = Field(default=8_000, ge=1, description="tokens of a prompt")
    budget_rules: int = 500
    budget_procedures: int = 1_500
    budget_facts: int = 4_000
    budget_models: int = 1_000
    budget_episodes: int = 1_000
    channel_timeout: float = Field(default=2.0, gt=0, description="seconds a retrieval channel may take")
