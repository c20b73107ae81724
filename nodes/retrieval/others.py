"""What one person said of himself, told to another: by name, and no wish of his as if it were the other's."""

import re
from dataclasses import replace

from hypomnema.nodes.retrieval.state import Found

_OWN_TYPES = frozenset({"semantic:preference", "model:user", "model:self"})
_USER = re.compile(
    r"(?<![\w-])(?:[Tt]he\s)?[Uu]ser(?=['’]s\b|\s(?!(?:id|name|account|interface|story|stories|table|data|model|group|role|input|session)s?\b)|[.,;:!?)]|$)"
)
""" "User prefers", "the user's": the one who spoke; "the user table" is a table."""


def told_to(user: str | None, found: Found) -> Found:
    """A find as it is told to ``user``; nobody in particular is told everything as it stands.

    "User prefers Vim", said by zoe, is "zoe prefers Vim" to anybody else. What names nobody ("always answer in
    French") was wished by her for herself: it is out, with that reason. Rules and facts hold for all.
    """
    whose = found.memory.get("user")
    if user is None or whose is None or whose == user:
        return found
    memory = found.memory
    content = _USER.sub(whose, memory["content"])
    if content == memory["content"]:
        own = (memory["type"] in _OWN_TYPES or found.channel == "user_model") and found.out is None
        return replace(found, out=f"{whose} wished it, not {user}") if own else found
    return replace(found, memory={**memory, "content": content}, line=_USER.sub(whose, found.line))
