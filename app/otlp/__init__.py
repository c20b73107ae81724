"""OpenTelemetry logs over HTTP: ``/v1/logs`` takes in what agents and tools emit, as observations.

Needs the extra ``otlp``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memorist.app.otlp.receiver import LogsReceiver

__all__ = ["LogsReceiver"]


def __getattr__(name: str) -> Any:
    """Import what is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("memorist.app.otlp.receiver"), name)
