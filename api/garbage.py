"""The garbage collector in a program that serves: what starting up made is left alone, the rest seldom looked at."""

import gc

THRESHOLDS = (10_000, 20, 50)
"""Objects made between two collections of the youngest, and how many of a generation there are to one of the next."""


def settle() -> None:
    """Call it once, when everything is imported and open.

    What the imports made lives as long as the program. And a full collection stops everything for some 30 ms where
    recalls keep the words of what they compare: with Python's own thresholds every fourteenth recall waits for one,
    with these none of five hundred did. A process that the memory is embedded in decides for itself.
    """
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
