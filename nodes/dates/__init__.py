"""Times in what people say: which days they mean, when a sentence holds, and what window a task asks about."""

from memorist.nodes.dates.bounds import bounds_of
from memorist.nodes.dates.said import said_at_of, with_dates
from memorist.nodes.dates.window import window_of

__all__ = ["bounds_of", "said_at_of", "window_of", "with_dates"]
