"""Which time "until then" and "from then on" mean: the one that was named last."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.extract.times import date_in
from memorist.nodes.language.words import lower_first

THEN = re.compile(r"\b(?P<word>until|till|from|since|before|by)\sthen(?P<on>\son)?\b(?P<stop>,?)", re.IGNORECASE)
_EVENT = re.compile(
    r"\b(?:once|when|as soon as|after|until)\s(?P<event>(?!then\b)[^,.;]{4,60}?)"
    r"(?=[,.;]|$|\s(?:we|i|you|they|the team)\b)",
    re.IGNORECASE,
)
_LOOK_BACK = 3


def with_then(clause: str, spoken: Sequence[str]) -> str:
    """ "Until then keep both" after "it goes live on Friday" is "until Friday keep both".

    ``spoken`` is what was said before, the last first.
    """
    found = THEN.search(clause)
    if found is None:
        return clause
    front, rest = clause[: found.start()], clause[found.end() :]
    for text in (front, *spoken[:_LOOK_BACK]):
        if date := date_in(text):
            return f"{front}{found['word']} {date}{found['on'] or ''}{found['stop']}{rest}"
        if event := _EVENT.search(text):
            said = f"{found['word']} {lower_first(event['event'].strip())}{found['on'] or ''}"
            return f"{front}{said},{rest}"
    return clause
