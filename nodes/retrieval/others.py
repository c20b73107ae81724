"""What one person said of himself, told to another: by name, and no wish of his as if it were the other's."""

import re

from memorist.memory_store.domain.own import is_own, named_instead
from memorist.nodes.retrieval.state import Found

ANOTHERS = 0.85
"""How near another's own things count: who asks for his birthday is told of his first."""
_TO_HIM = re.compile(
    r"\b(?P<act>(?:ask|check\swith|talk\sto|speak\sto|call|remind|tell|ping|consult|inform|contact|bother|disturb|wake|cc|involv|notify|"
    r"asking|checking\swith|talking\sto|telling|pinging|consulting|informing|contacting|involving|notifying))\sthe\suser\b",
    re.IGNORECASE,
)
"""Without asking the user: the one who laid down the rule, and not whoever reads it."""
_OWN_TYPES = frozenset({"semantic:preference", "model:user", "model:self"})


def told_to(user: str | None, found: Found) -> Found:
    """A find as it is told to ``user``; nobody in particular is told everything as it stands.

    "User prefers Vim", said by zoe, is "zoe prefers Vim" to anybody else. How she wants to be answered, and what she
    wishes without saying of whom ("always answer in French"), she wishes for herself: it is out, with that reason.
    Rules and facts hold for all.
    """
    memory = found.memory
    whose = memory.get("user")
    if user is None or whose is None or whose == user:
        return found
    if memory["type"] == "semantic:hard_rule":
        return found._replace(
            memory={**memory, "content": _TO_HIM.sub(rf"\g<act> {whose}", memory["content"])},
            line=_TO_HIM.sub(rf"\g<act> {whose}", found.line),
        )
    wished = found.channel == "user_model"
    own = is_own(memory["content"], subject=(memory["claim"] or {}).get("subject"))
    if not (wished or own or memory["type"] in _OWN_TYPES):
        return found
    content = named_instead(memory["content"], whose)
    if wished or (content == memory["content"] and memory["type"] in _OWN_TYPES):
        return found._replace(out=found.out or f"{whose} wished it, not {user}")
    told = {**memory, "content": content}
    return found._replace(memory=told, line=named_instead(found.line, whose), similarity=found.similarity * ANOTHERS)
