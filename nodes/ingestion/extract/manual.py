"""A manual entry: believed as it stands, and allowed to end a hard rule."""

from datetime import datetime
from typing import Any

from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.types import MODEL_OF_TYPE
from memorist.nodes.ingestion.draft import Draft, Statement, Verdict
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.statement import details_for, draft_statement
from memorist.nodes.ingestion.inputs import Manual

_BY_HAND = Verdict(action="keep", category="manual", reason="added by hand: kept without asking")
_COMMON_FIELDS = frozenset(Memory.model_fields)


def manual_statement(entry: Manual, at: datetime) -> Statement:
    """The entry as a statement; it bypasses the gatekeeper."""
    kind = entry.meant_type
    return Statement(
        text=entry.content, resolved=entry.content, verdict=_BY_HAND, speaker=entry.who(), at=at, type=kind
    )


def draft_manual(entry: Manual, at: datetime, context: Context | None = None) -> list[Draft]:
    """Read a manual entry: confidence 1.0, forced, source manual.

    The type is the one given (with a severity it is a hard rule), else the one read or routed. Severity (default:
    block), reason and alternatives become details of a hard rule; a reason that is given becomes the reasoning of a
    decision.
    """
    base = context or Context()
    drafts = draft_statement(manual_statement(entry, at), base.model_copy(update={"source": Source.MANUAL}))
    if (kind := entry.meant_type) is not None:
        drafts = drafts[:1] if kind.split(":")[0] not in {"semantic"} else drafts
    return [_by_hand(draft, entry, at) for draft in drafts]


def _by_hand(draft: Draft, entry: Manual, at: datetime) -> Draft:
    kind = entry.meant_type or draft.type
    own_words = (
        kind in {"semantic:hard_rule"} and not draft.tags and draft.content.casefold() != entry.content.casefold()
    )
    return draft.model_copy(
        update={
            "type": kind,
            "content": entry.content.rstrip(".") if own_words and not _one_of_several(draft, entry) else draft.content,
            "confidence": 1.0,
            "method": "manual",
            "source": Source.MANUAL,
            "details": _details(kind, draft, entry, at),
            "by_user": True,
            "forced": True,
        }
    )


def _one_of_several(draft: Draft, entry: Manual) -> bool:
    """Whether the draft words one item of a list ("Never use Realm or MongoDB")."""
    return " or " in entry.content or "," in entry.content


def _details(kind: str, draft: Draft, entry: Manual, at: datetime) -> dict[str, Any]:
    own = set(MODEL_OF_TYPE[kind].model_fields) - _COMMON_FIELDS if kind in MODEL_OF_TYPE else set(draft.details)
    details: dict[str, Any] = {
        k: v for k, v in {**details_for(kind, entry.content), **draft.details}.items() if k in own
    }
    if kind == "semantic:hard_rule":
        # Only what was said: the model's defaults fill the rest of a new rule, and a rule that stands keeps its own.
        said = {
            "severity": entry.severity,
            "reason": entry.reason or details.get("reason"),
            "alternatives": entry.alternatives or tuple(details.get("alternatives") or ()),
        }
        details = {**{k: v for k, v in details.items() if k not in said}, **{k: v for k, v in said.items() if v}}
    if kind == "semantic:decision" and entry.reason:
        details["reasoning"] = entry.reason
    if kind == "episodic":
        details["timestamp"] = at
    return details
