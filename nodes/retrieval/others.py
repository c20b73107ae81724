"""What one person said of himself, told to another: by name, and no wish of his as if it were the other's."""

import re

from hypomnema.nodes.retrieval.state import Found

_OWN_TYPES = frozenset({"semantic:preference", "model:user", "model:self"})
_USER = re.compile(
    r"(?<![\w-])(?:[Tt]he\s)?[Uu]ser(?=['’]s\b|\s(?!(?:id|name|account|interface|story|stories|table|data|model|group|role|input|session)s?\b)|[.,;:!?)]|$)"
)
""" "User prefers", "the user's": the one who spoke; "the user table" is a table."""


def told_to(user: str | None, found: Found) -> Found:
    """A find as it is told to ``user``; nobody in particular is told everything as it stands.

    "User prefers Vim", said by zoe, is "zoe prefers Vim" to anybody else. What she wishes without saying of whom
    ("always answer in French") she wishes for herself: it is out, with that reason. Rules and facts hold for all.
    """
    memory = found.memory
    whose = memory.get("user")
    if user is None or whose is None or whose == user:
        return found
    own = memory["type"] in _OWN_TYPES or found.channel == "user_model"
    if not (own or memory["content"].startswith("User") or (memory["claim"] or {}).get("subject") == "user"):
        return found
    content = _USER.sub(whose, memory["content"])
    if content == memory["content"]:
        return found._replace(out=f"{whose} wished it, not {user}") if own and found.out is None else found
    return found._replace(memory={**memory, "content": content}, line=_USER.sub(whose, found.line))
