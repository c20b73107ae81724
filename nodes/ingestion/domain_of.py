"""The short domain of a memory, such as ``mobile-auth``."""

from collections.abc import Sequence

from memorist.nodes.language.lexicon import load_gazetteer

_NO_DOMAIN = frozenset({"language", "app_framework", "web_framework", "editor"})
"""What is used everywhere says nothing about what a memory is about."""

_PREFERRED = ("mobile", "web", "backend", "desktop", "data")


def domain_of(platforms: Sequence[str], topic: str | None) -> str | None:
    """Join the platform and the topic; null when neither is known.

    Environments ("staging") narrow a claim but name no domain; of several platforms the first of mobile, web, backend,
    desktop, data counts.
    """
    environments = load_gazetteer().environments
    named = [p for p in _PREFERRED if p in platforms] + [
        p for p in platforms if p not in _PREFERRED and p not in environments
    ]
    parts = [*named[:1], *([topic.replace("_", "-")] if topic and topic not in _NO_DOMAIN else [])]
    return "-".join(parts) or None
