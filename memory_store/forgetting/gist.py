"""A keyed sketch of a vector: enough to tell that another text says nearly the same, too little to read.

256 signs of the vector's projections onto directions that only the key gives (SimHash). The share of signs in which two
sketches differ is the angle between their vectors over π.
"""

import hashlib
import math
from functools import lru_cache

import numpy as np

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.sameness import MERGE_SIMILARITY

BITS = 256
NEAR = round(BITS * math.acos(MERGE_SIMILARITY) / math.pi)
"""At most so many signs differ between texts that would be merged for their similarity."""


def gist_of(vector: Vector, key: bytes) -> str:
    """The sketch of a vector, as hexadecimal digits."""
    signs = _directions(key, len(vector)) @ np.asarray(vector, dtype=np.float32) > 0
    return np.packbits(signs).tobytes().hex()


def near(one: str, other: str) -> bool:
    """Return true if two sketches of one key are of vectors with a cosine of about ``MERGE_SIMILARITY`` or more."""
    return (int(one, 16) ^ int(other, 16)).bit_count() <= NEAR


@lru_cache(maxsize=8)
def _directions(key: bytes, dimension: int) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]":
    """Directions of ±1, drawn from the key by SHAKE-256, which gives the same on every machine and for ever."""
    drawn = hashlib.shake_256(b"directions" + key).digest(BITS * dimension // 8 + 1)
    signs = np.unpackbits(np.frombuffer(drawn, dtype=np.uint8))[: BITS * dimension]
    return (signs.astype(np.float32) * 2 - 1).reshape(BITS, dimension)
