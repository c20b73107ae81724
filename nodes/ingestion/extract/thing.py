"""The words of a thing alone: what may stand at an end of a claim, without the sentence that goes on behind it.

"PracticePal, the evening text is worth more" names PracticePal; what follows tells why, and stays in the memory's own
words. A list ("A, B and C"), a figure and an apposition ("hosting in the EU, ideally Frankfurt") are no clauses.
"""

import re

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.language.verbs import PAST

_IS = (
    r"(?:(?:is|are|was|were|has|had|does|did|could|would|should|must)(?:n['’]?t)?|(?:have|do)(?:n['’]t)?|will|won['’]?t|"
    r"can|can['’]?t|cannot|goes|needs|says|go(?=\sthrough|\svia)|thinks|wants|gets|hates|loves|means|stays?(?=\s(?:in|on|with|as|at)\b)|"
    r"took|went|came|got|made|broke|kept|said|threw|knew|lost)\b"
)
"""Verbs that make a clause of the words before them; what may be a noun as well is left out."""
_INSIDE = (
    r"(?:of\s(?:that|those|them|it)\s|(?!(?:and|or|nor|that|which|who|whom|whose|where|whatever|whoever|what|if|when|whenever|as|"
    r"because|until|till|unless|after|before|once|while|even|except|only|not|without|with|to|for|of)\b)[\w'’.-]+\s)"
)
"""A word of the subject of a clause."""
_SOMEBODY = (
    r"(?:it|they|we|i|he|she|you|there|everyone|everybody|nobody|everything|that|this)"
    r"(?:['’](?:s|re|m|ve|ll|d)\b|\s[a-z]{2,})"
)
_ACTS_ON_IT = r"[a-z]{3,}\s(?:it|them)(?=\W*$|[,;])"
_BEGINS = (
    rf"(?:(?:and|but|so|then|cause|['’]?cos)\s)?(?:(?!(?:that|this)\s(?!{_IS})){_SOMEBODY}|"
    rf"its\s(?:an?|the|just|not|all|in|on|too|so|really|still|been|raw|a)\b|(?:{_INSIDE}){{1,5}}?(?:{_IS}|{_ACTS_ON_IT}))"
)
_NEXT = re.compile(
    r"(?:\s*,\s+(?:and\s+|but\s+|so\s+)?|\s+(?:and|but|so)\s+)"
    r"(?:(?:everything|everybody|everyone|nobody|there|(?:we|i|he|she|they|it|that)(?:['’](?:s|re|m|ve|ll|d))?)\s"
    rf"|(?:(?:just|already|only|recently|finally|then)\s)?{PAST}\s(?:everything|it|all|them|over|to|the|our|my)\b|[a-z]+s\slike\b)"
    r"|,\s+(?:so|but|because|which|then)\s|,\s+(?:seriously|honestly|really|literally|sorry)$|\s+(?:any\s?more|tho|though|at\sall|either|yet|rn|tbh|lol|haha)(?=\W*(?:$|,))",
    re.IGNORECASE,
)
"""Where a thing ends and another sentence or a word of talk begins: "Redis anymore, moved everything over"."""
_TOLD_OF = rf"(?:the|our|my|their)\s(?:[\w'’-]+\s){{1,3}}?(?:{_IS}|{_ACTS_ON_IT}|[a-z]{{3,}}s\s(?:its|their|the|our)\b)"
_CLAUSE = re.compile(
    # Behind a comma: a clause, what is to be done, a remark.
    rf"\s*,\s+(?:{_BEGINS}|(?:so|because|which|though|although|whereas)\s|after\sthat\b|since\s(?:{_INSIDE}){{1,4}}(?:{_IS}|{PAST}\s)|"
    r"(?:the\s)?(?:first|second|third|fourth|fifth)\stime\b|no\s(?:[\w-]+\s){1,3}(?:left|needed|any\s?more)\b|"
    rf"{_IS}\s|(?:been|came|cost\sus|found\sout|reported|kept)\s|(?:forget|ignore|scratch|please|don['’]?t|do\snot|just)\s|"
    r"(?:look|work\sout|ask|check|mind|remember)\s(?:the|that|at|how|me|us|him|her|if|again)\b)|"
    # Behind a conjunction, which "so" is not in "is so slow", "or so", "and so on" and "so far".
    rf"\s(?:but|and)\s(?:one\sof\s(?:those|them)|{_TOLD_OF}|{_SOMEBODY}|(?:lasts|ends|takes|costs|goes|lives|comes|gets)\s)|"
    rf"\s(?:because|becuase|bc|cause|cuz|cos|whereas|although)\s|\sas\s(?:{_TOLD_OF}|(?:we|they|he|she|it|i)\s)|"
    r"(?<!\band)(?<!\bor)(?<!\bif)(?<!\bnot)(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\bwere)(?<!\bever)(?<!\beven)(?<!['’]s)\sso\s"
    r"(?!(?:far|much|many|on|long|few|little|often|called|to|and|that|as)\b)|"
    r"\s(?:btw|tbh|lol|haha|imo|afaik|iirc|fyi)\s?,",
    re.IGNORECASE,
)
_TALK = re.compile(
    r"[\s,]+(?:god\shelp\s(?:us|me)|(?:thank|oh\smy)\sgod|god\sknows|fingers\scrossed|lol|haha\w*|hehe\w*|ugh|omg|wtf|btw|by\sthe\sway|afaik|"
    r"iirc|imo|imho|tbh|fyi|gulp|phew|yay|sigh)\W*$|,\s+(?:sadly|luckily|decided|ever|mainly|mostly|sorry|please|obviously)\W*$",
    re.IGNORECASE,
)
_DANGLES = re.compile(r"(?:[\s,]+(?:and|or|but|so|which|with|of|the|an?))+$", re.IGNORECASE)


def thing_alone(text: str) -> str:
    """The words of the thing that a text begins with, without the sentence or the word of talk that goes on behind."""
    text = text.strip(" ,.;!")
    ends = _NEXT.search(text)
    return without_clause(text[: ends.start()].strip(" ,.;!") if ends and ends.start() else text)


def without_clause(text: str) -> str:
    """A text up to where a clause begins behind it; as it is where it begins with one, or quotes words."""
    if '"' in text:
        return text
    told = text
    if (ends := _CLAUSE.search(told)) and ends.start():
        told = told[: ends.start()]
    while (talk := _TALK.search(told)) and talk.start():
        told = told[: talk.start()]
    if told == text:
        return text
    return _DANGLES.sub("", told.rstrip(" ,.;!"))


def of_things(claim: Claim) -> Claim | None:
    """A claim whose ends are things, without clauses around them; null where one of them is a clause itself."""
    if claim.subject == claim.object:
        return claim if without_clause(claim.subject) == claim.subject else None
    subject = claim.subject if claim.object == _FORCE else _subject(claim.subject)
    if subject is None:
        return None
    told = claim.object if claim.predicate in _OF_SENTENCES else without_clause(claim.object)
    object_ = _DENIED.sub("", told) if claim.predicate in _OF_VALUES else told
    qualifier = without_clause(claim.qualifier) if claim.qualifier else claim.qualifier
    if (subject, object_, qualifier) == (claim.subject, claim.object, claim.qualifier):
        return claim
    return claim.model_copy(update={"subject": subject, "object": object_, "qualifier": qualifier or None})


_OF_SENTENCES = frozenset({"learned"})
"""What was learned is a sentence."""
_FORCE = "in force"
"""A rule that is taken back may be told as it was given, in a sentence."""
_OF_VALUES = frozenset({"located_in", "has_value", "due_on", "happens_on", "named", "has"})
_DENIED = re.compile(r"(?<=\w)\s?,\s(?:and\s)?not\s.*$", re.IGNORECASE)
"""300 a minute, not 100: what a value is not is no part of it."""
_BEHIND_CLAUSE = re.compile(r"^.*\s(?:so|because|becuase|but)\s(?=\S+)", re.IGNORECASE)
"""Review took longer so the release: the thing is the last one."""
_GOES_ON = re.compile(r"\s(?:and|but|or)(?:\s(?:will|then|also|can|now|is|are|has|have))?$", re.IGNORECASE)
"""Test files start with a prefix and (live in tests/): what was said of the thing before is no part of it."""
_DOES = re.compile(
    rf"(?<=\w)\s(?:{_IS}|(?!(?:of|in|on|at|for|and|the|our|my|an?)\b)[a-z]{{3,}}\s(?:with|us|me|them|it|the|an?|our|their|by|as|to)\b|"
    r"[a-z]{3,}s\s(?:[a-z]+ly|every|each|once|twice)\b)",
    re.IGNORECASE,
)
_APPOSITION = re.compile(r",\s(?:an?|the|our|my)\s.*$", re.IGNORECASE)
_SAYS_WHICH = r"(?<!\bwe)(?<!\bi)(?<!\bthey)(?<!\bhe)(?<!\bshe)(?<!\byou)"
"""The workaround we had: which one, and no clause."""
_IS_CLAUSE = re.compile(
    r"^(?!.*\b(?:that|which|who|whose|where|what|when|how)\b)\S.*?"
    rf"{_SAYS_WHICH}\s(?:{_IS}|{PAST}\s(?:the|an?|our|my|it|us|them)\b)",
    re.IGNORECASE,
)


def _subject(subject: str) -> str | None:
    """The thing that a claim is about; null where it is a clause."""
    if '"' in subject or " " not in subject:
        return subject
    plain = _APPOSITION.sub("", _BEHIND_CLAUSE.sub("", subject))
    if (ends := _GOES_ON.search(plain)) and (does := _DOES.search(plain)):
        plain = plain[: min(does.start(), ends.start())]
    plain = _GOES_ON.sub("", plain)
    plain = plain if plain == subject else _ARTICLE.sub("", plain)
    return None if not plain or _IS_CLAUSE.search(plain) else plain


_ARTICLE = re.compile(r"^(?:the|our|my|an?)\s+(?=\w)", re.IGNORECASE)
