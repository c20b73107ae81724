"""Settings of webhooks; environment variables carry the prefix ``MEMORIST_WEBHOOK_``."""

import base64
import binascii
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from memorist.memory_store.settings import data_folder, listed, read_as_settings

type Kind = Literal["memory.contested", "rule.changed"]
KINDS: tuple[Kind, ...] = ("memory.contested", "rule.changed")
SECRET_PREFIX = "whsec_"
SHORTEST_SECRET = 16
"""Bytes."""


class WebhookSettings(BaseSettings):
    """Settings of webhooks: destination, secret and retries."""

    model_config = SettingsConfigDict(env_prefix="MEMORIST_WEBHOOK_", extra="ignore", frozen=True)

    url: str | None = Field(default=None, description="where events are posted to; null: nothing is sent")
    secret: SecretStr = Field(default=SecretStr(""), description="signs what is sent; whsec_… (base64), or any text")
    events: Annotated[tuple[Kind, ...], NoDecode, BeforeValidator(listed)] = Field(
        default=KINDS, description="which kinds are sent"
    )
    private: bool = Field(default=False, description="also send to private addresses and over http")
    log: Path | None = Field(default=None, description="file of deliveries; default: webhooks.sqlite, data folder")
    interval: float = Field(default=5.0, gt=0, description="seconds between two looks at the change logs")
    timeout: float = Field(default=10.0, gt=0, description="seconds one delivery may take")
    attempts: int = Field(default=8, ge=1, le=50, description="a delivery that failed so often is given up")
    first_wait: float = Field(default=10.0, gt=0, description="seconds until the second attempt; doubled each time")

    @model_validator(mode="after")
    def _complete(self) -> "WebhookSettings":
        if self.url is None:
            return self
        there = urlsplit(self.url)
        if there.scheme not in ("http", "https") or not there.hostname:
            raise ValueError(f"url: expected an address such as https://example.com/memory, got {self.url!r}")
        if there.username or there.password:
            raise ValueError("url: a password does not belong into the address: receivers check the signature")
        if there.scheme == "http" and not self.private:
            raise ValueError("url: http is read by whoever is on the way: use https, or MEMORIST_WEBHOOK_PRIVATE=true")
        if len(self.key()) < SHORTEST_SECRET:
            raise ValueError(f"secret: at least {SHORTEST_SECRET} bytes, with which the receiver checks the signature")
        return self

    @property
    def log_file(self) -> Path:
        """Path of the file of deliveries."""
        return self.log or data_folder() / "webhooks.sqlite"

    def key(self) -> bytes:
        """The secret as bytes. Raises ``ValueError`` for one that begins with ``whsec_`` and is no base64."""
        text = self.secret.get_secret_value()
        if not text.startswith(SECRET_PREFIX):
            return text.encode()
        try:
            return base64.b64decode(text.removeprefix(SECRET_PREFIX), validate=True)
        except binascii.Error as error:
            raise ValueError("secret: what follows whsec_ is no base64") from error


def read_webhook_settings(**given: Any) -> WebhookSettings:
    """The settings; see :func:`read_as_settings`, which also tells what is raised."""
    return read_as_settings(WebhookSettings, "webhook settings", **given)
