"""Forms of English verbs that several patterns look at."""

_NO_PAST = ("need", "feed", "speed", "embed", "shed", "exceed", "proceed", "succeed", "seed", "indeed", "hundred")

PAST_IN_ED = rf"(?!(?:{'|'.join(_NO_PAST)})\b)[a-z]+ed\b"
"""A piece of a pattern: the past form of a regular verb, "needed" too, "need" not."""


def is_regular_past(word: str) -> bool:
    """Whether a word is the past form of a regular verb."""
    return word.endswith("ed") and word not in _NO_PAST
