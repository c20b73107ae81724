"""OpenTelemetry logs over HTTP: ``/v1/logs`` takes in what agents and tools emit, as observations.

Needs the extra ``otlp``.
"""

from typing import TYPE_CHECKING

from memorist.app.packages import late_names

if TYPE_CHECKING:
    from memorist.app.otlp.receiver import LogsReceiver

__all__ = ["LogsReceiver"]

__getattr__ = late_names(__name__, {"LogsReceiver": "receiver"})
