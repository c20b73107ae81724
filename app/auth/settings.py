"""Settings of authentication; environment variables carry the prefix ``MEMORIST_AUTH_``."""

from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from memorist.memory_store.settings import data_folder, listed, read_as_settings

STUDIO_ORIGIN = "https://smith.langchain.com"
"""Origin of LangGraph Studio: its pages call the local server."""

type Names = Annotated[tuple[str, ...], NoDecode, BeforeValidator(listed)]


class AuthSettings(BaseSettings):
    """Settings of access: accepted callers and places."""

    model_config = SettingsConfigDict(env_prefix="MEMORIST_AUTH_", extra="ignore", frozen=True)

    keys: Path | None = Field(default=None, description="file of API keys; default: keys.json in the data folder")
    jwks_url: str | None = Field(default=None, description="where the keys are that sign tokens (JWKS, https)")
    jwt_issuer: str | None = Field(default=None, description="the iss that tokens must have")
    jwt_audience: str | None = Field(default=None, description="the aud that tokens must have")
    jwt_groups_claim: str = Field(default="memorist_groups", description="claim that lists the caller's groups")
    jwt_user_claim: str = Field(default="sub", description="claim that names the user")
    jwt_role_claim: str = Field(default="memorist_role", description="claim with the role; without it: read")
    studio: bool = Field(default=False, description="let LangGraph Studio in, from this machine, without a key")
    hosts: Names = Field(default=(), description="Host headers that are accepted besides those of this machine")
    origins: Names = Field(default=(STUDIO_ORIGIN,), description="web pages of other origins that may call")

    @property
    def keys_file(self) -> Path:
        """Path of the file of API keys."""
        return self.keys or data_folder() / "keys.json"

    @property
    def on(self) -> bool:
        """True if callers must show who they are.

        A file of keys that was named but is not there keeps the server closed rather than open.
        """
        return self.keys is not None or self.jwks_url is not None or self.keys_file.exists()


def read_auth_settings(**given: Any) -> AuthSettings:
    """The settings; see :func:`read_as_settings`, which also tells what is raised."""
    return read_as_settings(AuthSettings, "auth settings", **given)
