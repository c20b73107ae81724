"""The version of what stands in the database, kept by each group in its ``ChangeLog`` node."""

from memorist.memory_store.migrations import MIGRATIONS

SCHEMA_VERSION = MIGRATIONS[-1].version
"""What this version writes. It rises with each migration."""
UNFINISHED = 0
"""The version of a group that is being loaded: nobody reads or writes it until it is whole."""
EXCHANGING = -1
"""The version of a group whose vectors are being exchanged for those of another embedder."""
