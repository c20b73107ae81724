"""The error tree.

    HypomnemaError
    ├── InvalidInput            the caller's data is wrong; names the field and the fix
    │   ├── NaiveTime           a time without a zone
    │   ├── ContentTooLong      more text than one input may carry
    │   └── InvalidTransition   a status may not follow another
    ├── StoreError              the database said no
    │   ├── StoreUnavailable    not reachable, timed out, refused the password
    │   ├── StoreNotWritable    disk full, read-only folder, server refuses writes
    │   ├── EmbedderMismatch    the database was filled by another embedder
    │   ├── WrongDimension      a vector of the wrong size
    │   ├── SchemaTooNew        written by a newer version of this package
    │   ├── Conflict            a precondition no longer holds: decide again
    │   └── DanglingReference   an edge or an update names a memory that is not there
    └── EmbedderUnavailable     the embedding model cannot be loaded or reached

Every error carries ``ids`` (the things concerned) and says what to do.
"""

from collections.abc import Sequence


class HypomnemaError(Exception):
    """Base of everything this package raises on purpose.

    Args:
        message: what happened and what to do about it.
        ids: identifiers of the memories, slots or inputs concerned.
    """

    def __init__(self, message: str, *, ids: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.ids = tuple(ids)


class InvalidInput(HypomnemaError, ValueError):
    """The caller's data is wrong. ``field`` names where."""

    def __init__(self, message: str, *, field: str | None = None, ids: Sequence[str] = ()) -> None:
        super().__init__(message, ids=ids)
        self.field = field


class NaiveTime(InvalidInput):
    """A time without a zone: add ``Z`` or an offset."""


class ContentTooLong(InvalidInput):
    """More text than one input may carry: split it, or ingest it as a document."""


class InvalidTransition(InvalidInput):
    """A status change that the lifecycle table does not allow."""


class StoreError(HypomnemaError):
    """The database said no."""


class StoreUnavailable(StoreError):
    """The database cannot be reached, timed out, or refused the credentials."""


class StoreNotWritable(StoreError):
    """The database runs but cannot write: disk full, read-only folder."""


class EmbedderMismatch(StoreError):
    """The database was filled by another embedder."""


class WrongDimension(StoreError):
    """A vector of the wrong size was about to be written or searched with."""


class SchemaTooNew(StoreError):
    """The database was written by a newer version of this package."""


class Conflict(StoreError):
    """A precondition of the change set no longer holds; nothing was written."""


class DanglingReference(StoreError):
    """The change set names a memory that does not exist; nothing was written."""


class EmbedderUnavailable(HypomnemaError):
    """The embedding model cannot be loaded or reached."""
