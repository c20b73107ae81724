"""A request to forget: ``@forget …``, or in plain words, "please forget that I use zsh". Nothing is erased unasked."""

import re

_WISH = re.compile(
    r"^\s*(?:@forget\b[\s:,-]*(?:(?:that|about|it)\s+)?"
    r"|(?:(?:please|pls|hey|ok|so|and|now|can\syou|could\syou|would\syou|you\s(?:can|should|must))[\s,]+)*(?:"
    r"forget\s(?:(?:that|about\sthe\sfact\sthat)\s+(?=(?:i|we|the|my|our|his|her|(?-i:[A-Z])\w+)\b)|(?:everything|all|anything|whatever)\s(?:you\sknow\s|i\s(?:told|said)\s(?:you\s)?)?(?:about|of|on)\s"
    r"|what\s(?:i|we)\s(?:told|said|wrote)(?:\s(?:you|to\syou))?\s(?:about|of|on)\s|(?=my\s\w))"
    r"|(?:delete|erase|wipe|remove)\s(?:everything|all|anything|what(?:ever)?)\s(?:you\s(?:know|have|stored|remember)\s)?(?:about|of|on)\s))",
    re.IGNORECASE,
)
"""With what leads to the words that are meant; "forget it" and "forget about Redux" ask for nothing to be erased."""


def asks_to_forget(text: str) -> bool:
    """Whether a text is a request to forget, by command or in plain words."""
    return _WISH.match(text) is not None


def words_to_forget(request: str) -> str:
    """What a request asks to forget, without the command."""
    return _WISH.sub("", request, count=1).strip().rstrip(".!?").strip()
