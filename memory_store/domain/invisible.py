"""Characters that nobody sees: they hide a word from a pattern, not from a model or a reader."""

INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""As the inside of a character class: soft hyphens, joiners, fillers, zero widths, directions, variation selectors,
tags."""
