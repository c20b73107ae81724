"""Rankers by name, as ``MEMORIST_RANKER`` gives them."""

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.rankers.base import Ranker
from memorist.memory_store.rankers.colbert import ColbertRanker

CHOICES = ("none", "colbert:NAME_OR_FOLDER")


def open_ranker(name: str) -> Ranker | None:
    """Return the ranker of that name, null for ``none``. Nothing is loaded yet.

    Raises:
        InvalidInput: for any other name, listing the choices.
    """
    kind, _, model = name.strip().partition(":")
    match kind, model:
        case "none", "":
            return None
        case "colbert", model if model:
            return ColbertRanker(model)
        case _:
            raise InvalidInput(f"ranker: expected one of {', '.join(CHOICES)}, got {name!r}", field="ranker")
