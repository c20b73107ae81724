"""The client of LangSmith, if the user has a key."""

import os
from collections.abc import Generator
from contextlib import contextmanager

from langsmith import Client
from langsmith.run_helpers import tracing_context  # pyright: ignore[reportUnknownVariableType]
from langsmith.schemas import LangSmithInfo

KEYS = ("LANGSMITH_API_KEY", "LANGCHAIN_API_KEY")
"""Environment variables in which LangSmith looks for a key."""


def client_if_known() -> Client | None:
    """Return a client that sends, with key, endpoint and workspace of the environment; null without a key."""
    return Client() if any(os.environ.get(name, "").strip() for name in KEYS) else None


def offline_client() -> Client:
    """A client that sends nothing: its server's answers are given beforehand, and no trace is sampled."""
    return Client(api_url="http://127.0.0.1:9", api_key="offline", info=LangSmithInfo(), tracing_sampling_rate=0.0)


@contextmanager
def nothing_traced() -> Generator[None]:
    """Within it no graph sends traces, whatever the environment says about tracing."""
    with tracing_context(enabled=False):
        yield
