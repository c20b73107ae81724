"""Answer of a check of an intended act: the form of ``check-action --json``."""

from typing import Literal

from memorist.memory_store.domain.memory import Part
from memorist.nodes.retrieval.result import FailedChannel

Answer = Literal["allow", "warn", "deny"]
SEVERITY: dict[Answer, int] = {"allow": 0, "warn": 1, "deny": 2}


class Objection(Part):
    """One thing that speaks against an act. ``what`` says in words what the act would do.

    ``shown`` is false where nothing in the act speaks for its being what is forbidden, only of the same kind. The
    verdict ``allow`` is of a rule with an exception that covers the act.
    """

    source: Literal["guardrail", "hard_rule", "balance", "unreadable"]
    id: str
    verdict: Answer
    what: str
    reason: str
    alternative: str
    shown: bool = True


class ActVerdict(Part):
    """The answer; ``reason`` and ``alternative`` are those of the gravest objection, empty when nothing objects.

    An act that an exception to a rule allows has that as its reason."""

    action: Answer
    reason: str = ""
    alternative: str = ""
    objections: tuple[Objection, ...] = ()
    checked: tuple[str, ...] = ()
    audit_id: str | None = None
    failed: tuple[FailedChannel, ...] = ()

    @property
    def why_not_closed(self) -> tuple[str, str] | None:
        """Reason and alternative for which a closed guard refuses the act; null if it was wholly read and held against
        the rules, and no rule is against it. A rule against one service stops no call that names none: it would stop
        those of all others."""
        against = [
            o
            for o in self.objections
            if o.shown and o.verdict != "allow" and (o.source in ("hard_rule", "unreadable") or o.verdict == "deny")
        ]
        if worst := gravest(tuple(against)):
            return worst.reason, worst.alternative
        if any(failed.channel == "hard_rules" for failed in self.failed):
            return self.reason, self.alternative
        return None


def gravest(objections: tuple[Objection, ...]) -> Objection | None:
    """The objection that decides: deny before warn, and among equals a hard rule before anything built in."""
    order = {"hard_rule": 0, "guardrail": 1, "balance": 2, "unreadable": 3}
    return min(objections, key=lambda o: (-SEVERITY[o.verdict], order[o.source]), default=None)
