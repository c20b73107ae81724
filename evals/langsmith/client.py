"""The client of LangSmith, if the user has a key."""

import os
from collections.abc import Generator
from contextlib import contextmanager

from langsmith import Client
from langsmith.run_helpers import tracing_context  # pyright: ignore[reportUnknownVariableType]
from langsmith.schemas import LangSmithInfo

KEYS = ("LANGSMITH_API_KEY", "LANGCHAIN_API_KEY")
"""Environment variables in which LangSmith looks for a key."""


def has_key() -> bool:
    """Return true if the user set a LangSmith key."""
    return any(os.environ.get(name, "").strip() for name in KEYS)


def online_client() -> Client:
    """A client that sends, with the key, endpoint and workspace of the environment."""
    return Client()


def offline_client() -> Client:
    """A client that sends nothing: its server's answers are given beforehand, and no trace is sampled."""
    return Client(api_url="http://127.0.0.1:9", api_key="offline", info=LangSmithInfo(), tracing_sampling_rate=0.0)


@contextmanager
def nothing_traced() -> Generator[None]:
    """Within it no graph sends traces, whatever the environment says about tracing."""
    with tracing_context(enabled=False):
        yield
