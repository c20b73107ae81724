"""Version 7: what somebody tells of his own things is his: two users have each a birthday of their own.

The keys of such claims name whose they are; what was learned before is given them.
"""

from memorist.memory_store.migrations.migration import Migration
from memorist.memory_store.migrations.v4_keys_anew import compute_keys_anew

OWN_THINGS = Migration(7, "claims about a user's own things are that user's", data=compute_keys_anew)
