"""What is not meant by its words or not thought to its end: sayings, irony, jokes, guesses and thinking aloud."""

import re

from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.vocabulary import one_of, phrases_of
from memorist.nodes.language.names import find_names
from memorist.nodes.language.seeking import Shape

_LEAD = r"^\W*(?:(?:ok(?:ay)?|so|and|but|well|yes|yeah|hm+|oh+|ah+|ugh|lol|haha|right|now|man)\W+)*"

_APOSTROPHES = str.maketrans("", "", "'’")
_SAYINGS = tuple(saying.translate(_APOSTROPHES) for saying in phrases_of("sayings"))


def _says_a_saying(clause: str) -> bool:
    words = f" {' '.join(_WORDS.findall(clause.lower().translate(_APOSTROPHES)))} "
    return any(saying in words and f" {saying} " in words for saying in _SAYINGS)


_WORDS = re.compile(r"[\w-]+")
_IRONY = looks_like(
    rf"^\W*(?:(?:oh|ah|wow|well|yeah|ugh|and)\W+)*{one_of('ironic')}\s?[,.!…]+\s(?:(?:because|so|and|just)\s)?"
    r"(?:(?:it|that|this|everything|the\s\w+)\s(?:broke|crashed|failed|died|went|is\s(?:down|broken|red|gone)|has\s(?:died|crashed))\b|"
    r"(?:yet\s)?another\s|(?:it['’]?s\s)?(?:monday|raining|down|broken)\b|(?:exactly|just)\swhat\s|(?:love|loving)\s(?:that|it|this)\b)"
)
_SARCASM = looks_like(r"^\W*(?:yeah|sure|oh|aye)\W+(?:right|sure)\b,?\s(?:because|like|as\sif)\b")
_MOCKS = (", as if", ", yeah right", ", said nobody")
_ALOUD = looks_like(
    rf"^\W*let(?:['’]s|\sme|\sus)\s(?:see|think)(?:\W*$|,\s|\s?(?:\.\.|…))|{_LEAD}(?:could|might|may)\s(?:be|have\sbeen)\s(?:(?:the|an?|just|some|my|your)\s)*[\w-]+(?:\s(?:again|too|though|tbh))?\W*$|^\W*or\s(?:(?:maybe|perhaps|the|an?|just|my|some)\s)*[\w-]+\W*$"
    r"|^\W*(?:hm+|no|ah+|oh+|wait|aha)\W+(?:no\W+)?(?:then|but\sthen|that\swould|that\smeans|there\sit\s(?:is|was)|found\sit|if\s(?:i|we|you)\s(?:move|put|change|swap|add|remove|do|take))\b"
    rf"|{_LEAD}i\shave\sa\s(?:feeling|notion|hunch|suspicion)\s(?:that\s)?(?:it|this|that|the|my|you)\b"
)
_TRAILS_OFF = re.compile(r"\b(?:and|but|or|because|if|then|that) ?(?:\.\.+|…)\W*$", re.IGNORECASE)
_FOLLOWS = looks_like(
    r"^\W*(?:(?:ah+|oh+|aha|ok(?:ay)?|right|got\sit|i\ssee)\W+)+(?:(?:so\s)?(?:it|that|this|they)(?:['’]?s|\sis|['’]re|\sare)\s(?:(?:basically|just|like|kind\sof|more)\s)*(?:the|an?|like)\s|like\s(?:an?\s|the\s)?[a-z]+)"
)
"""Ah, so it is the consumer that says slow down: told back what was just explained."""
_REACTION = looks_like(
    r"^\W*(?:(?:heh|ha|hm+|oh|ok|yeah|well|perfect|great|ah+|cool)\W+)*(?:(?:that|this|it)(?:['’]ll|\swill)\s(?:do|work)|(?:interesting|good|nice|fun|great|fascinating|useful|solid|quick)\s(?:read|watch|point|catch|find|tip|question|stuff|one)|"
    r"fair(?:\senough|\spoint|\splay)?|touch[eé]|same\shere|ta(?:\s(?:very\s)?much|\smuch)?|gimme\s.{2,15}|g(?:ive|imme)\s?(?:me\s)?(?:a|an|\d|two|five|some)\s?(?:secs?|mins?|minutes?|moment)|(?:bit|little|running|sorry)\s(?:a\s(?:bit|little)\s)?late(?:\stoday|\sagain)?(?:,?\ssorry)?)"
    r"(?:\W+(?:thanks|thx|ty|though|too|cheers|sorry|lol|then|haha))*\W*$"
)
_LASTING = re.compile(
    r"\b(?:always|never\s(?!mind)|must|every|because|since|client|customers?|deadline|allergic|vegan|"
    r"prefer|production|prod|staging|policy|rule|from now on)\b|"
    r"[#@]\w|\d{3,}|https?://",
    re.IGNORECASE,
)
_LONGEST = 14
"""In words."""


def _trails_off(clause: str) -> bool:
    return ("..." in clause or "…" in clause) and bool(_TRAILS_OFF.search(clause))


_PUTS_RIGHT = Shape(r"^[^:]{0,40}\b(?:mixed|wrong|mistake|confused|meant)\b[^:]{0,20}:\s\S+\s\S", re.IGNORECASE)
"""Sorry, I mixed that up: the launch is on the 21st."""
_GIVEN_UP = looks_like(
    r"\b(?:so|then)\s(?:just\s|please\s)?(?:forget|scratch|ignore|drop|never\smind|disregard)\s(?:(?:about\s)?(?:that|it|this)|the\sidea)\W*$"
)
"""I was wondering about pairing days, but nobody is keen, so forget that."""
_SHAPES = (_GIVEN_UP, _says_a_saying, _IRONY, _ALOUD, _trails_off, _FOLLOWS, _REACTION)


def is_aside(clause: str) -> bool:
    """Whether a clause is a saying, a joke, irony or a thought not finished: "could be dns", "spot on, chapeau"."""
    if len(clause.split()) > _LONGEST or _PUTS_RIGHT.match(clause):
        return False
    sarcastic = clause.rstrip(" .!…").lower().endswith(_MOCKS) or _SARCASM(clause)
    if not sarcastic and (_LASTING.search(clause) or not any(shape(clause) for shape in _SHAPES)):
        return False
    return not any(m.kind != "entity:practice" for m in find_names(clause))
