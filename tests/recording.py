"""Decision on whether this run of the tests is recorded in LangSmith; no import may come before it."""

from collections.abc import Mapping


def is_recorded(environment: Mapping[str, str]) -> bool:
    """Return true if a developer asks for it and has a key; either alone sends nothing."""
    return environment.get("LANGSMITH_TEST_TRACKING") == "true" and bool(environment.get("LANGSMITH_API_KEY"))
