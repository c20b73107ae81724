"""Decision about a draft, before it is recorded."""

from typing import Literal

from memorist.memory_store.domain.memory import Part

Action = Literal["add", "merge", "supersede", "end", "contest", "yield"]


class Loser(Part):
    """Something that ends because of a draft: a stored memory, or an earlier draft of the same input."""

    memory_id: str | None = None
    draft: int | None = None


class DraftDecision(Part):
    """Decision about one draft, with its rule and reason.

    ``add``: it stands beside what is stored. ``merge``: it repeats ``target``. ``supersede``: it ends ``losers``.
    ``end``: ``losers`` end, and nothing is stored in their place.
    ``contest``: both are flagged, a person decides. ``yield``: it is stored as superseded by ``target``; where the
    target began later, it held until then. ``beside`` is a memory that a person lets stand together with this one.
    """

    draft: int
    action: Action
    rule: str
    reason: str
    target: str | None = None
    losers: tuple[Loser, ...] = ()
    beside: str | None = None
    flag: str | None = None
