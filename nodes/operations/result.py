"""Result of an undo."""

from memorist.memory_store.domain.memory import Part


class UndoStep(Part):
    """One thing that is taken back: ``what`` is retracted, restored, counted, disconnected, connected or withdrawn."""

    what: str
    id: str
    content: str
    why: str = ""


class UndoResult(Part):
    """Result of an undo, or with ``dry_run`` its preview.

    Args:
        id: the operation that was to be undone.
        change_id: the id of the undo, which is an operation itself; the same, however often it is asked for.
        done: whether it was written by this call.
        undone_by: the undo that took the operation back before; null: none did.
        refused: why it cannot be undone; empty: it can.
        undo_first: the operations that stand on it, the newest first.
        steps: what is taken back.
        kept: what is not, and why.
    """

    id: str
    change_id: str | None = None
    done: bool = False
    undone_by: str | None = None
    refused: tuple[str, ...] = ()
    undo_first: tuple[str, ...] = ()
    steps: tuple[UndoStep, ...] = ()
    kept: tuple[str, ...] = ()
