"""Reports of the nodes, for the result and for whoever watches the run."""

from collections.abc import Iterable, Mapping
from typing import Any

from langgraph.config import get_stream_writer

from memorist.memory_store.domain.change_set import ChangeSet
from memorist.nodes.promotion.state import MAX_TOLD, PromotionState, PromotionStep


def tell(
    state: PromotionState,
    *,
    done: Iterable[PromotionStep] = (),
    questions: Iterable[Mapping[str, Any]] = (),
    not_yet: Iterable[str] = (),
    changes: Iterable[ChangeSet] = (),
    counts: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """The part of a state update that the report is made from: what the state already holds, and these additions."""
    told = {name: list(items) for name, items in state.get("told", {}).items()}
    summed = dict(state.get("counts", {}))
    for item in done:
        summed[item.what] = summed.get(item.what, 0) + 1
        _add(told, "done", item.model_dump(mode="json"))
    for question in questions:
        if question not in told.get("questions", []):
            _add(told, "questions", dict(question))
    for sentence in not_yet:
        if sentence not in told.get("not_yet", []):
            _add(told, "not_yet", sentence)
    told.setdefault("changes", []).extend(
        change.model_dump(mode="json", exclude={"vectors"}, exclude_none=True) for change in changes
    )
    for name, number in (counts or {}).items():
        summed[name] = summed.get(name, 0) + number
    return {"told": told, "counts": summed}


def _add(told: dict[str, list[Any]], name: str, item: Any) -> None:
    items = told.setdefault(name, [])
    if len(items) < MAX_TOLD:
        items.append(item)


def progress(stage: str, done: int, total: int | None = None) -> None:
    """Tell whoever streams the run in the mode ``custom`` how far it is."""
    get_stream_writer()({"stage": stage, "done": done, "total": total})
