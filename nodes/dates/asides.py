"""Times of a clause that tells of something else than the statement: its reason, or the fate of another thing.

"We use Biome because ESLint blew up in January" does not tell since when Biome is used.
"""

import re

from memorist.memory_store.domain.clauses import is_clause
from memorist.nodes.dates.find import TimeExpression
from memorist.nodes.dates.tense import has_verb
from memorist.nodes.language.imperatives import VERB

_CLAUSE_END = re.compile(r"[,;:]\s+|\s[-–—]+\s|\s?\(|\)\s?")
_SENTENCE_END = re.compile(r"[.!?]\s+")
_REASON = re.compile(
    r"\b(?P<always>because|due\sto|given\sthat|seeing\sthat|weil|denn|parce\sque|porque|perché)\b|\b(?:since|as)\s",
    re.I,
)
_NO_STATEMENT = re.compile(
    r"\W*(?:because|since|as|when|while|after|before|if|once|although|though|until|whereas|given|with|without|for|in|on|at|"
    r"by|to|from|during|despite|like|unlike|who|which|whose|where|(?:i|you|we)\s(?:think|guess|believe|mean|hope|know|see))\b",
    re.IGNORECASE,
)
"""Words that open what is no statement by itself."""
_STATES = re.compile(
    rf"\b(?:i|we|you|they|he|she|it)(?:['’](?:m|re|s|ve|ll|d))?\s\w|^\W*(?:please\s)?(?:no|never|nobody|{VERB})\s\w|"
    rf"(?:\w\ws|people|team|every(?:one|body))\s(?:(?:always|never|only|also|still|now|\w+ly)\s)?{VERB}|"
    r"\b(?:always|never)\s\w",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\W*(?:(?:and|so|then|hence|therefore|who|which|whose|where|when|after|once)\b|that['’]s\swhy\b|"
    r"(?:it|this|that)\s(?:was|is|happened|started|began)\b)",
    re.IGNORECASE,
)
"""Words that open a clause which goes on with the one before."""


def is_aside(text: str, place: TimeExpression) -> bool:
    """Return true if a time belongs to a clause that gives a reason of the statement, or tells of something else."""
    begin = max((end.end() for end in _SENTENCE_END.finditer(text, 0, place.start)), default=0)
    start = max((end.end() for end in _CLAUSE_END.finditer(text, begin, place.start)), default=begin)
    lead = text[start : place.start]
    for found in _REASON.finditer(lead):
        if found["always"] or has_verb(lead[found.end() :]):
            return True
    following = _CLAUSE_END.search(text, place.end)
    clause = text[start : following.start() if following else len(text)]
    if not has_verb(clause) or has_verb(clause.split(maxsplit=1)[0]) or _GOES_ON.match(clause):
        return False
    return any(_is_statement(before) for before in _CLAUSE_END.split(text[begin:start]))


def _is_statement(clause: str) -> bool:
    if _NO_STATEMENT.match(clause):
        return False
    _, _, behind_first = clause.strip().partition(" ")
    return is_clause(clause) or _STATES.search(clause) is not None or has_verb(behind_first)
