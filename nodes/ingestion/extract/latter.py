"""The former and the latter: which of two things that were named last."""

import re
from collections.abc import Sequence

from hypomnema.nodes.language.names import find_names

LATTER = re.compile(r"\bthe\s(?P<which>former|latter)(?:\s(?:one))?\b", re.IGNORECASE)


def with_one_of_two(clause: str, spoken: Sequence[str]) -> str:
    """ "The latter" is the second of the two that were named last."""
    if not (found := LATTER.search(clause)):
        return clause
    for text in spoken[:3]:
        names = list(dict.fromkeys(m.canonical for m in find_names(text) if m.field != "file"))
        if len(names) > 1:
            meant = names[-2] if found["which"].lower() == "former" else names[-1]
            return clause[: found.start()] + meant + clause[found.end() :]
    return clause
