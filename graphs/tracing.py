"""Spans through the OpenTelemetry API, where the application has set it up; no words of anybody are in them."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from langgraph.errors import GraphBubbleUp

TRACER = "memorist"


@contextmanager
def span(name: str, **attributes: str | int | float | bool | None) -> Generator[Any]:
    """A span around what is done; yields it, or null where nobody traces.

    An application that traces has imported OpenTelemetry: otherwise nothing is imported, and nothing is done. Of an
    exception the type alone is told, because messages quote inputs. An interrupt is no error.
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
    """Add what is known at the end to a span that :func:`span` yielded."""
    if current is not None and current.is_recording():
        current.set_attributes({f"memorist.{key}": value for key, value in attributes.items() if value is not None})
