"""Spans through the OpenTelemetry API, if the application has set it up; they contain no text of any input."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from langgraph.errors import GraphBubbleUp

TRACER = "memorist"


@contextmanager
def span(name: str, **attributes: str | int | float | bool | None) -> Generator[Any]:
    """Wrap the block in a span and yield it; yields null if OpenTelemetry is not in use.

    OpenTelemetry is used only if the application has imported it already. Of an exception only the type is recorded,
    because messages quote inputs. A LangGraph interrupt is not recorded as an error.
    """
    trace: Any = sys.modules.get("opentelemetry.trace")
    if trace is None:
        yield None
        return
    given = {f"memorist.{key}": value for key, value in attributes.items() if value is not None}
    tracer = trace.get_tracer(TRACER)
    with tracer.start_as_current_span(
        name, attributes=given, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield current
        except GraphBubbleUp:
            raise
        except Exception as error:
            current.set_status(trace.StatusCode.ERROR, type(error).__name__)
            raise


def tell(current: Any, **attributes: str | int | float | bool | None) -> None:
    """Add attributes that are known only now to a span that :func:`span` yielded; a null span is ignored."""
    if current is not None and current.is_recording():
        current.set_attributes({f"memorist.{key}": value for key, value in attributes.items() if value is not None})
