"""A linear model in front of the network: most of what is said needs no judgement of a transformer."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

type Features = tuple[NDArray[np.int64], NDArray[np.float32]]
"""The places of an example's features, and their values."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """Weights of hashed features, with the score from which an example is let through."""

    weights: NDArray[np.float32]
    constant: float
    limit: float

    def passes(self, found: Features) -> bool:
        """Return true if an example with these features may be what is looked for."""
        places, values = found
        return float(self.weights[places] @ values) + self.constant >= self.limit
