"""Times in what people say: which days they mean, when a sentence holds, and what window a task asks about."""

from memorist.nodes.dates.bounds import Bounds, Dated, bounds_of
from memorist.nodes.dates.find import TimeWindow, window_of
from memorist.nodes.dates.said import said_at_of, span_text, with_dates

__all__ = ["Bounds", "Dated", "TimeWindow", "bounds_of", "said_at_of", "span_text", "window_of", "with_dates"]
