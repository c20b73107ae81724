"""The error tree.

    MemoristError
    ├── InvalidInput            the caller's data is wrong; names the field and the fix
    │   ├── NaiveTime           a time without a zone
    │   ├── ContentTooLong      more text than one input may carry
    │   ├── InvalidTransition   a status may not follow another
    │   ├── OntologyClash       two ontologies declare one name differently
    │   └── OntologyViolation   a write that the ontology does not allow
    │       ├── InvalidNodeType           INVALID_NODE_TYPE
    │       ├── InvalidConnectionType     INVALID_CONNECTION_TYPE
    │       ├── InvalidTopology           INVALID_TOPOLOGY
    │       └── RequiredPropertyMissing   REQUIRED_PROPERTY_MISSING
    ├── StoreError              the database said no
    │   ├── StoreUnavailable    not reachable, timed out, refused the password
    │   ├── StoreNotWritable    disk full, read-only folder, server refuses writes
    │   ├── StoreMisused        the store was closed, or belongs to another event loop
    │   ├── EmbedderMismatch    the database was filled by another embedder
    │   ├── WrongDimension      a vector of the wrong size
    │   ├── SchemaTooNew        the schema of a newer version, or of one before the first release
    │   ├── GroupUnfinished     a group that is not loaded to the end
    │   ├── Differs             what arrived is not what was sent
    │   ├── ContentLost         a content file is not there, or no longer what it was
    │   ├── MemoryDamaged       what a node holds is no memory: it was changed by other means
    │   ├── Forgotten           what was forgotten on request would come back
    │   ├── GroupErased         the whole group was erased on request
    │   ├── Conflict            a precondition no longer holds: decide again
    │   ├── DanglingReference   DANGLING_REFERENCE: an edge or an update names a memory that is not there
    │   ├── NodeNotFound        NODE_NOT_FOUND
    │   ├── ConnectionNotFound  CONNECTION_NOT_FOUND
    │   ├── NodeAlreadyExists   NODE_ALREADY_EXISTS: the id is, or once was, that of another
    │   └── ConnectionAlreadyExists   CONNECTION_ALREADY_EXISTS
    ├── EmbedderUnavailable     the embedding model cannot be loaded or reached
    └── RankerUnavailable       the model that ranks candidates cannot be loaded, or does not answer in time

Every error carries ``ids`` (the things concerned) and says what to do; those of the core's primitives also carry a
``code`` that stays the same when the wording changes.
"""

from collections.abc import Sequence


class MemoristError(Exception):
    """Base of everything this package raises on purpose.

    Args:
        message: what happened and what to do about it.
        ids: identifiers of the memories, slots or inputs concerned.
    """

    code: str = ""
    """Fixed, in capitals; empty where the class says it all."""

    def __init__(self, message: str, *, ids: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.ids = tuple(ids)


class InvalidInput(MemoristError, ValueError):
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


class OntologyClash(InvalidInput):
    """Two ontologies declare one name differently; the message names both sides."""

    code = "ONTOLOGY_CLASH"


class OntologyViolation(InvalidInput):
    """A write that the loaded ontologies do not allow; nothing was written."""


class InvalidNodeType(OntologyViolation):
    """No loaded ontology declares this type of node."""

    code = "INVALID_NODE_TYPE"


class InvalidConnectionType(OntologyViolation):
    """No loaded ontology declares this type of connection."""

    code = "INVALID_CONNECTION_TYPE"


class InvalidTopology(OntologyViolation):
    """The connection exists, but not between nodes of these types."""

    code = "INVALID_TOPOLOGY"


class RequiredPropertyMissing(OntologyViolation):
    """The ontology requires a property that is absent or null; ``field`` names it."""

    code = "REQUIRED_PROPERTY_MISSING"


class StoreError(MemoristError):
    """The database said no."""


class StoreUnavailable(StoreError):
    """The database cannot be reached, timed out, or refused the credentials."""


class StoreNotWritable(StoreError):
    """The database runs but cannot write: disk full, read-only folder."""


class StoreMisused(StoreError):
    """The store was closed, or belongs to another event loop; the message says what to do."""


class EmbedderMismatch(StoreError):
    """The database was filled by another embedder."""


class WrongDimension(StoreError):
    """A vector of the wrong size was about to be written or searched with."""


class SchemaTooNew(StoreError):
    """The schema is one of a newer version of this package, or of one from before the first release."""


class GroupUnfinished(StoreError):
    """The group is being loaded, or its loading was interrupted: go on with it, or give it up."""


class Differs(StoreError):
    """The copy differs from the source: the digests differ."""


class ContentLost(StoreError):
    """A content file is not there, or does not hold what its digest says."""


class MemoryDamaged(StoreError):
    """A node of the store holds no valid memory: it was changed by other means than this package."""


class Forgotten(StoreError):
    """The change set brings back what was forgotten on request; nothing was written."""


class GroupErased(StoreError):
    """The whole group was erased on request: nobody reads or writes it any more."""


class Conflict(StoreError):
    """A precondition of the change set no longer holds; nothing was written."""


class DanglingReference(StoreError):
    """The change set names a memory that does not exist; nothing was written."""

    code = "DANGLING_REFERENCE"


class NodeNotFound(StoreError):
    """No node with this id is there, or none that the scope may see."""

    code = "NODE_NOT_FOUND"


class ConnectionNotFound(StoreError):
    """No connection with this id is there, or none that the scope may see."""

    code = "CONNECTION_NOT_FOUND"


class NodeAlreadyExists(StoreError):
    """The id belongs to a node, or belonged to one that was deleted: ids are never used again."""

    code = "NODE_ALREADY_EXISTS"


class ConnectionAlreadyExists(StoreError):
    """The id belongs to a connection, or belonged to one that was deleted: ids are never used again."""

    code = "CONNECTION_ALREADY_EXISTS"


class EmbedderUnavailable(MemoristError):
    """The embedding model cannot be loaded or reached."""


class RankerUnavailable(MemoristError):
    """The model that ranks candidates cannot be loaded, or does not answer in time: recall goes on without it."""
