"""What cannot stand alone stays with what it depends on.

A sentence is cut into statements so that each can be judged, found and ended by itself. That helps only where a piece
says by itself what it is about. It does not when it hinges on a pronoun that nothing resolved ("it only takes ten
minutes"), lacks its subject or its verb ("way cheaper too"), or is no more than a reason, a bound or a qualifier
("until the audit is over"). Such a piece is told with the statement before it (:mod:`.together`); where there is none
before it, a mere fragment is not worth keeping.
"""

import re

from memorist.nodes.ingestion.extract.fillers import without_fillers
from memorist.nodes.ingestion.extract.imperatives import INSTRUCTION
from memorist.nodes.language.names import find_names
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.verbs import PAST

_LEAD = r"^\W*(?:(?:and|but|so|then|also|plus|though|well|ok(?:ay)?|oh|yeah|yes|no|because|since|cause)\W+)*"
_BEGINS_WITH_PRONOUN = re.compile(
    rf"{_LEAD}(?:both\sof\s|all\sof\s|most\sof\s|some\sof\s|none\sof\s|neither\sof\s|each\sof\s|one\sof\s)?"
    r"(?:(?:it|they|he|she)(?:['’]\w+)?|them|(?:that|those|these)(?:['’]\w+)?|this(?:['’]s|\s(?:is|was|has|will|can|one|way|happened|happens|applies|means)\b)|"
    r"(?:the\s[a-z]+\s)ones?|the\s(?:others?|rest|same|former|latter)\b(?=\s(?:is|are|was|has|have|go|goes|do|does|can|will|for|with|too)\b))"
    r"(?![\w'’-])",
    re.IGNORECASE,
)
_STANDS_FOR_NOTHING = Shape(
    rf"{_LEAD}it['’]?s\s(?:not\s)?(?:the|our|my)\s[\w\s-]+?\s(?:that|who)\b|{_LEAD}it\s(?:rains?|snows?|freezes|looks\slike|seems\s(?:like|that|to)|depends|turns\sout)\b|{_LEAD}(?:it|that)(?:['’]s|\s(?:is|was|looks|seems|turns|turned|took|takes|would\sbe|will\sbe))?\s?"
    r"(?:out\s|easier|better|best|important|hard|raining|snowing|late|early|time|my|our|\w+['’]s\s\w+)\b",
    re.IGNORECASE,
)
"""It is my birthday, it's Lena's turn, it's the retro that's late: "it" means nothing that was said before."""
_ACTS_ON_PRONOUN = Shape(
    rf"{_LEAD}(?:(?:i|we|you|they|he|she|everyone|nobody|somebody)(?:['’]\w+)?\s)?"
    r"(?:(?!because\b|when\b|if\b|that\b|and\b|but\b|so\b|the\b|our\b|my\b|an?\b)[a-z'’]+\s){1,4}"
    r"(?:(?:it|them|those|these)\b|(?:this|that)(?=\W*$|\s(?:for|in|on|at|with|from|every|since|because|when|before|after|by)\b))",
    re.IGNORECASE,
)
_TAKES_AMOUNT = re.compile(
    rf"{_LEAD}(?:we|i)(?:['’]ll)?\s(?:will\s|now\s)*(?:take|use|set|make|do|choose|say|go\swith)\s[\d.,]+\s?%?\W*$",
    re.IGNORECASE,
)
"""We take 1.10: of what was just spoken of."""
_BEHIND = Shape(
    r"\b(?:for|to|with|about|on|of|by|from|without)\s(?:it|them|those|these|him)(?![\w'’-])|"
    r"\b(?:at|in|for|of|on|to|with|from|by)\s(?:that|those)\s(?!(?:time|day|way|week|month|year|case|point|matter|note|reason|morning|night|moment|end|is|was|we|i|they|he|she|it|the)\b)[a-z]+",
    re.IGNORECASE,
)
"""Boxplots are fine for them; anything that clips at that size."""
_NOUN_BEFORE = re.compile(
    r"\b(?:the|our|my|your|an?|every|each|all|no|his|her|their|who|whoever|somebody|someone|people)\s\w+|\w\s(?-i:[A-Z])\w|^(?-i:[A-Z])\w+['’]s\s",
    re.IGNORECASE,
)
_HARD = re.compile(r"\b(?:find|finds|found|make|makes|made|think|keep|like|love|hate|want)\sit\s(?:\w+\s)?\w+\sto\b")
_ONLY_ADDS = re.compile(
    r"^\W*(?:and\s|but\s|so\s)?(?:because|['’]?cause|due\sto|owing\sto|thanks\sto|so\sthat|in\sorder\sto|which|otherwise|or\selse|"
    r"when(?:ever)?\s(?:i|we|you)\s\w+(?:\s(?:for|to|about|of|it)(?:\s\w+)?)?\W*$|else|except|apart\sfrom|unless|until|till|especially|particularly|mostly|mainly|at\s(?:least|most)|"
    r"(?:never|not)\s(?:by|the\s(?:first|second|other|last))|same\s(?:for|with|goes|here|thing)|ditto|either\sway|including|excluding|effective|meaning|hence)\b",
    re.IGNORECASE,
)
_WHOLE_BEHIND = re.compile(
    r",\s(?:then\s|please\s)?(?:i|we|you|they|he|she|it|the|our|my|all|every|no|never|always|don['’]?t|use|ask|[A-Z])\b"
    r"|\s(?:we|i)\s[a-z]+\s\S+.*$"
    r"|^\W*(?i:until|till|unless)\s(?:\S+\s){1,4}(?:keep|use|stay|leave|run|ask|stick|wait|hold|skip|avoid|stop|do|don['’]?t|"
    r"please|never|always|no)\b"
)
"""Unless Maddox gets it done, we go back; until then keep both: a sentence that begins with its condition."""
_VERB = re.compile(
    rf"\b(?:is|are|am|was|were|be|been|has|have|had|do|does|did|will|would|can|could|shall|should|must|may|might|cannot|"
    rf"needs?|wants?|uses?|gets?|means?|let['’]?s|{PAST})\b|n['’]t\b|"
    r"\b(?:do|does|did|is|are|was|were|has|have|had|wo|ca|would|could|should|must)nt\b|"
    r"\w['’](?:s|re|m|ve|ll|d)\b|\b(?:i|we|you|they|he|she|who|nobody|everyone|im|ive|id)\s\w+|"
    r"^(?:[a-z]+\s){0,2}[a-z]{2,}[^s\W]s\s(?!(?:and|or|of|for|in|on|with|at|to|from|by|too|only|than|as|per|but|not|yet|now|soon|later)\b)[a-z]{3,}\s\w|"
    r"\b[a-z][\w-]*\s(?!\w+ss\b|this\b|as\b|us\b|always\b|plus\b)[a-z]{2,}s\s\w",
    re.IGNORECASE,
)
"""What may be the verb of a sentence; what ends in s or follows a plural passes for one: to keep apart is safe."""
_LACKS_SUBJECT = re.compile(
    rf"{_LEAD}(?:(?:still|also|only|just|now|always|never|usually|currently|actually|really)\s)*"
    r"(?:is|are|was|were|has|will|can|must|should|does|doesn['’]t|isn['’]t|won['’]t|can['’]t|needs|works|runs|takes|gets|costs|breaks|"
    r"supports|requires|lives|goes|makes|saves|keeps|comes|looks|feels|seems|helps|handles|expires|ends|starts|depends|"
    r"fails|crashes|happens|applies|covers|includes|uses|means|"
    rf"{PAST}(?=\s(?:that|the|an?|my|our|him|her|them|us|this|it)\b)|"
    r"(?!\w*(?:days|nights|evenings|mornings|weekends)\b|this\b|always\b|plus\b|yes\b|thanks\b|unless\b|besides\b)[a-z]{2,}s(?=\s(?:the|an?|our|my|us|me|it|them|every)\b))\s",
    re.IGNORECASE,
)
_ECHOES = re.compile(
    rf"{_LEAD}(?:[\w'’-]+\s){{1,3}}(?:is|are|was|were|does|do|did|has|have|will|can|would|should|must)(?:n['’]t|\snot)?\W*$",
    re.IGNORECASE,
)
_VERB_ALONE = Shape(
    rf"{_LEAD}(?:(?:for|in|on|at|with)\s(?:[\w'’-]+\s){{1,4}})?(?:(?:i|we|you|they|he|she|it|the\s\w+|[a-z]+)\s)"
    r"(?:(?:still|also|always|never|really|actually|certainly|only)\s)*(?:do|does|did)(?:n['’]?t|\snot)?"
    r"(?:\s(?:actually|too|either|any\s?more|still|already|indeed|though|now|just|sometimes))*(?:\s*[,;–]\s|\W*$)",
    re.IGNORECASE,
)
"""We do, but only for billing: what is done was said before."""
_DENIES_IT = Shape(
    rf"{_LEAD}(?:(?:that['’]s|which\sis|completely|just)\s)*(?:not\s(?:happening|true|so|the\scase|yet|any\s?more|any\slonger)|untrue|false|wrong|nonsense)\s*(?:[,;.–]|$)",
    re.IGNORECASE,
)
"""Not happening: of what somebody said before."""
_ONLY_NUMBER = re.compile(
    r"^\W*(?:(?:ugh|hm+|now|was|is|were|only|about|around|just|then|instead|of|not|nope|no|yes|and)\W+)*[\d.,%:]+(?:\s(?:was|is|now|then|instead))*\W*$",
    re.IGNORECASE,
)
_TITLED = re.compile(r"\w[\"?]*\s?[:=]\s?\S|\n|->|→|https?:|^\W*@")
"""Backend: Go. A heading and what it holds need no verb."""
_WISH = re.compile(
    r"\b(?:please|pls|plz|never|always|no|not|only|don['’]?t|prefer\w*|rather|want|like|love|hate|favou?rite|must|should|"
    r"everywhere|by\sdefault|allerg\w+|vegan|vegetarian|until|till|instead)\b",
    re.IGNORECASE,
)
_LONGEST_FRAGMENT = 9
"""In words: a longer piece without a known verb is likelier to have one that is not known."""


def hinges(text: str) -> bool:
    """Whether a statement is about something that only a pronoun names: "it takes ten minutes", "we run it nightly"."""
    if _STANDS_FOR_NOTHING.match(text):
        return False
    if (behind := _BEHIND.search(text)) and not _NOUN_BEFORE.search(text[: behind.start()]):
        return True
    return bool(
        _BEGINS_WITH_PRONOUN.match(text)
        or (_ACTS_ON_PRONOUN.match(text) and not _HARD.search(text))
        or _TAKES_AMOUNT.match(text)
        or _VERB_ALONE.match(text)
        or _DENIES_IT.match(text)
    )


def has_verb(text: str) -> bool:
    """Whether a piece may be a sentence: something in it passes for a verb."""
    return bool(_VERB.search(text))


def lacks_subject(text: str) -> bool:
    """Whether a statement begins with its verb: "needs a restart"."""
    return bool(_LACKS_SUBJECT.match(text))


def is_incomplete(text: str) -> bool:
    """Whether a statement has no verb or no subject of its own: "way cheaper too", "needs a restart"."""
    if _TITLED.search(text) or INSTRUCTION.match(text) or text.rstrip().endswith("?"):
        return False
    if _ONLY_ADDS.match(text) and _WHOLE_BEHIND.search(text):
        return False
    if lacks_subject(text):
        return True
    return len(text.split()) <= _LONGEST_FRAGMENT and not has_verb(text)


def only_adds(text: str) -> bool:
    """Whether a statement is no more than a reason, a bound or a qualifier: "until the audit is over"."""
    return bool(_ONLY_ADDS.match(text)) and not _WHOLE_BEHIND.search(text)


def begins_with_bound(text: str) -> bool:
    """Whether a short reply begins with a bound or a reason: "until the conference, it is 23 July"."""
    return bool(_ONLY_ADDS.match(text)) and len(text.split()) <= _LONGEST_FRAGMENT


def is_number(text: str) -> bool:
    """Whether a piece is a number of nothing: "ugh, 120"."""
    return bool(_ONLY_NUMBER.match(text))


def is_elliptic(text: str) -> bool:
    """Whether a sentence ends with the verb that a question put: "Tamsin is", "the night shift does"."""
    return bool(_ECHOES.match(text))


def stands_alone(text: str) -> bool:
    """Whether somebody who reads nothing else knows what is spoken of."""
    return not (hinges(text) or is_incomplete(text) or only_adds(text))


def says_nothing(text: str) -> bool:
    """Whether a fragment names nothing, counts nothing and wishes nothing."""
    if is_number(text):
        return True
    text = without_fillers(text)
    if len(text.split()) > _LONGEST_FRAGMENT:
        return False
    return is_incomplete(text) and not (re.search(r"[\d#@]", text) or _WISH.search(text) or find_names(text))
