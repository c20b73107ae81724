"""A wish about answers, and the pieces that its sentences are made of."""

import re
from typing import NamedTuple


class AnswerWish(NamedTuple):
    """What of the answers is meant, how it is wanted (or is not), and the wish in words behind "User"."""

    aspect: str
    value: str
    told: str
    wanted: bool = True


LEAD = (
    r"(?:(?:you\s(?:can|may)|i(?:['’]d|\swould)\s(?:rather|prefer\sit\sif|like\sit\sif)\syou|i(?:['’]d|\swould)?\s(?:want|like)\syou\sto|so|and|but|then|now|please|pls|always|just|only|rather|ok|okay|btw|for\sme|"
    r"from\snow\son)[\s,]+)*"
)
END = (
    r"(?:[\s,]+(?:please|pls|again|only|now|always|tho|though|then|instead|by\sdefault|as\swell|(?:with|to|for)\s(?:you|me)|"
    r"(?:from\s)?(?:now|here|today)\son(?:wards)?|in\s(?:future|here|general|all\s(?:of\s)?your\s(?:answers|replies))|"
    r"going\sforward|everywhere|from\syou|(?:even|unless|until|because|since|as\si|rounded)\s.+|(?:and\s|but\s)?not\s(?:in\s|as\s)?[^\s,;]+))*[\s\W]*$"
)
TO_ME = r"(?:\s(?:to|with|for)\s(?:me|us))?"
ANSWERS = r"(?:answers?|replies|reply|responses?|explanations?|messages|summaries)"
STANDS = re.compile(
    r"\b(?:please|pls|always|from\s(?:now|here)\son|by\sdefault|going\sforward|in\sfuture|back\sto|again)\b|"
    r"\b(?:me|us|my|your|answers|replies|responses)\b",
    re.IGNORECASE,
)
"""A bare "in German" answers a question of the moment."""
LASTS = re.compile(
    r"\b(?:always|never|ever|any\s?more|from\s(?:now|here|today)\son|by\sdefault|going\sforward|in\sfuture|in\sgeneral|generally|"
    r"again|every\stime|all\s(?:of\s)?your|stop)\b|\byour\s(?:answers|replies|responses|messages)\b|\b(?:with|to)\sme\b|\bfrom\syou\b",
    re.IGNORECASE,
)
"""Said for all answers to come; without it a wish beside a request is one for what is asked for there."""
NO = (
    r"(?:no(?:\smore)?|never(?:\suse)?|(?:don['’]?t|do\snot)\s(?:ever\s)?(?:use|add|put(?:\sin)?|write|include|give(?:\sme)?|send(?:\sme)?)|"
    r"stop\s(?:using|adding|putting(?:\sin)?|writing|including|giving\sme|sending\sme|with)|avoid|skip|drop|leave\sout|lose|ditch|cut|spare\sme|"
    r"(?:answer|reply|write|respond)(?:\sto\sme)?\swithout|i(?:['’]d|\swould)?\s(?:(?:don['’]?t|do\snot)\s(?:want|like|need)|hate|can['’]?t\sstand|rather\snot\shave))"
    r"(?:\s(?:the|any|your|all|those|these|so\smany|that\smany|using))*"
)
IS_FINE = r"(?:is|are|['’]s|['’]re)?\s?(?:now\s)?(?:fine|ok|okay|good|allowed|welcome|alright)"
IN_ANSWERS = rf"(?:\s(?:in|to|from|with)\s(?:(?:your|all\s(?:of\s)?your)\s)?{ANSWERS}|\sin\sthis\schat|\shere)?"
