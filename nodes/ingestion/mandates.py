"""What those outside the house ask for: clients, schools, offices; what they insist on is a rule to live by."""

from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.vocabulary import one_of

_WHO = rf"(?:(?:the|our|their|a|[\w&-]+(?:['’]s)?)\s){{0,3}}?{one_of('those who mandate')}"
_NAMED = r"(?-i:[A-Z])[\w&-]+(?:['’]s|\s(?-i:[A-Z])[\w&-]+)?"
_WANTS = (
    r"(?:also\s|now\s|really\s|still\s)?(?:needs?|requires?|wants?|demands?|mandates?|insists?\son|expects?)\s"
    r"(?!to\b|help\b|more\stime\b|me\b|us\b|you\b|somebody\b|someone\b|any(?:thing|body|one)\b|advice\b|a\s(?:call|meeting|demo|quote|draft|reply|answer|break|hand|bit|minute)\b)"
)
is_asked_by_others = looks_like(
    rf"^{_WHO}\s{_WANTS}|\bbecause\s{_WHO}\s(?:needs?|requires?|wants?|demands?|insists?\son)\s"
    rf"|^(?:client|customer)(?:['’]s)?\s(?:req(?:uirement)?s?|demand|wish)\b\s?:"
)
"""The school needs an opt-out per event: more than a wish."""
is_forbidden_by_others = looks_like(
    rf"^(?:{_WHO}|{_NAMED})\s(?:strictly\s|also\s|explicitly\s)?(?:forbids?|prohibits?|bans?|outlaws?|(?:does|do)(?:n['’]t|\snot)\s(?:allow|permit|tolerate))\s"
    rf"|^{_WHO}\s(?:is|are)\snot\s(?:allowed|permitted)\sto\s"
)
