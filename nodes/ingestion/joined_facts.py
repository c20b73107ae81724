"""Two facts in one sentence: "Tomasz is out until Wednesday, Elin took over the release".

Each has a subject and a verb of its own, so each has its own time and its own claim.
"""

import re
from collections.abc import Iterator

from memorist.nodes.ingestion.extract.imperatives import FORBIDS
from memorist.nodes.language.calendar_words import MONTH, SEASON, WEEKDAY
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.verbs import IRREGULAR_PASTS, PAST_IN_ED

_SURE = (
    rf"(?:is|are|was|were|isn['’]t|aren['’]t|wasn['’]t|has|have|hasn['’]t|haven['’]t|had|will|won['’]t|can|can['’]t|cannot|"
    rf"must|should|does|doesn['’]t|do|don['’]t|did|didn['’]t|{PAST_IN_ED}|(?:{'|'.join(sorted(IRREGULAR_PASTS))})\b)"
)
"""What can only be the verb of a sentence, after whatever subject."""
_ADVERB = r"(?:(?:now|also|still|already|then|always|never|only|just|usually|currently|normally)\s)?"
_NAME = rf"(?!(?i:{MONTH}|{WEEKDAY}|{SEASON})\b)[A-Z][\w'’.-]*\w(?:\s[A-Z][\w'’.-]*\w)?"
_THING = (
    r"(?i:the|our|my|their|all|both|every|each|any)\s"
    r"(?:(?!of\b|and\b|that\b)[\w'’/-]+\s){0,2}?(?!of\b|and\b|that\b)[\w'’/-]+"
)
_STATED = (
    rf"(?:{_NAME}\s{_ADVERB}(?:(?i:{_SURE})|[a-z]{{2,}}s\b)|{_THING}\s{_ADVERB}(?i:{_SURE}))"
    r"(?!(?:\s\w+)?\s(?i:it|that|this|so)\b)(?=\s\S+\s*\S)"
)
"""A subject and its verb, and something behind it: a name is a subject before any verb that ends in an s."""
_JOINT = re.compile(
    rf"(?:,\s(?:and\s|but\s|so\s)?|\s(?:and|but)\s)(?={_STATED})|,\s(?:and\s|but\s)?(?=(?:until|till|from)\sthen\b)"
)
_WHOLE = re.compile(
    rf"(?:^|\s)(?:{_SURE}|(?:we|i|they|you)\s{_ADVERB}[a-z]+|[A-Z][\w'’-]+\s{_ADVERB}[a-z]{{2,}}s)\s\S", re.IGNORECASE
)
_UNTIL_DATE = re.compile(
    rf"^(?:until|till)\s(?:{WEEKDAY}|tomorrow|(?:the\s)?\d\S*|(?:next|the\send\sof)\s\w+|{MONTH}\s\d\S*),?\s",
    re.IGNORECASE,
)
_UNFINISHED = re.compile(
    r"\b(?:because|cause|if|when(?:ever)?|once|unless|that|while|although|whether|which|who|whose|where|why|how|after|before|"
    r"since|as|than|until|till|says?|said|tell|told|thinks?|means?|heard|know|let)\b(?!\s\d)",
    re.IGNORECASE,
)
"""What hangs on the first half: "we moved because Heroku is dear and Render has no region" is one sentence."""
_CONDITION = re.compile(
    r"^(?:and |but |so |also |then )?(?:if|when(?:ever)?|once|unless|before|after|since|while|although|though|because|"
    r"until|till|as|given|in case|every time|even|for|to|with)\b",
    re.IGNORECASE,
)
_TIME = Shape(r"\b(?:until|till|through)\s", re.IGNORECASE)
_STANDS_IN = re.compile(
    r"[^,;]*\b(?:(?:covers?|covering|fills?|steps?|stands?|stepping|standing|filling)(?:\sin)?\b|(?:for|by|to|instead\sof)\s(?:her|him|them)\b)",
    re.IGNORECASE,
)
"""Sam covers for her: so it is as long as she is away."""
_TIMED = re.compile(
    rf"(?:since|until|till|as|before|after)\s(?:the\s)?(?:{MONTH}|{WEEKDAY}|tomorrow|today|\d|(?:next|last|this|end)\s)",
    re.IGNORECASE,
)
_ENDS_AT_COMMA = frozenset({"because", "until", "till", "since"})


def joined_facts(clause: str) -> Iterator[str]:
    """Cut a clause that forbids or says until when, where a statement begins with a subject and a verb of its own.

    What is forbidden ends there, too: or what comes behind it would be forbidden as well.
    """
    if not _TIME.search(clause) and not FORBIDS.match(clause):
        yield clause
        return
    start = 0
    for joint in _JOINT.finditer(clause):
        left = clause[start : joint.start()]
        if _STANDS_IN.match(clause, joint.end()):
            continue
        if _is_whole(left, comma=joint.group().startswith(",")):
            yield left.strip()
            start = joint.end()
    yield clause[start:].strip()


def _is_whole(left: str, *, comma: bool) -> bool:
    plain = _UNTIL_DATE.sub("", left)
    whole = _WHOLE.search(plain) or FORBIDS.match(plain)
    if len(plain.split()) < 3 or _CONDITION.match(plain) or not whole:
        return False
    behind_comma = re.split(r"[,;]", plain)[-1]
    hanging = [found for found in _UNFINISHED.finditer(behind_comma) if not _TIMED.match(behind_comma, found.start())]
    return not hanging or (comma and all(found.group().lower() in _ENDS_AT_COMMA for found in hanging))
