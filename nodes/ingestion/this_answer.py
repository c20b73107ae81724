"""What is said of one answer: how the next version should be, what need not be told with it, that it has time.

None of it holds for the next answer, so none is a preference, a policy or a decision.
"""

import re

from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.language.words import said_words

_LEAD = r"^\W*(?:(?:ok(?:ay)?|so|and|but|well|yes|yeah|hm+|oh|ah|thanks|great|nice|cool|now|also|or|then|please)\W+)*"
_ANSWER = (
    r"(?:version|draft|answer|reply|text|title|wording|paragraph|sentence|suggestion|explanation|message|one|"
    r"ending|intro|sketch|list)"
)
_PERHAPS = looks_like(
    rf"{_LEAD}(?:maybe|perhaps)\s(?:(?:also|just|you\s(?:can|could)|please|try\sto)\s)*"
    rf"(?:(?:shorten|rewrite|rephrase|reword|trim|polish|tweak|simplify|reformat|restructure|cut)\s(?:it|this|that|them|the\s(?:\w+\s)?{_ANSWER})\b"
    rf"|make\s(?:it|this|that|them|the\s(?:\w+\s)?{_ANSWER})\s(?:(?:a\s(?:little|bit|tad)|even|slightly|much|way|also|somewhat)\s)*(?:more|less|sound|look|read|feel|[a-z]+er)\b)"
)
"""Maybe also make it a little warmer: a wish, put mildly."""
_GO_BACK = looks_like(
    rf"{_LEAD}(?:no\W+)?(?:please\s)?(?:go\sback\sto|keep|use|take|restore|bring\sback|give\sme|put\sback)\s(?:the|your|that)\s"
    rf"(?:(?:old|previous|first|last|other|original|earlier|second)\s{_ANSWER}|{_ANSWER}\s(?:before|from\sbefore|above|you\shad|we\shad))"
    r"(?:\s(?:please|pls|again|then|instead|after\sall))*(?:\W*$|[,.;–-]\s*(?:that|it|this|the)\b.*$)"
    r"|^\W*(?:hm+\W+)?(?:no|nah)\W+(?:please\s)?(?:keep|leave|take|use|put|drop|remove|undo|revert)\s(?:it|that|this|them)\b(?!\s\w+ly\b)[^;]{0,60}$"
)
_NO_NEED = looks_like(
    rf"{_LEAD}(?:there['’]?s\s)?no\sneed\sto\s(?:answer|confirm|reply|respond|explain|tell|show|repeat|list|describe|comment|justify|mention|apologi[sz]e|send|paste|rewrite|redo)\b"
    r"(?:\s(?:me|on))?(?:\s(?:it|this|that|them|everything|anything|all\sof\sit|(?:what|why|how|which|where)\s(?:\w+\s)?you\b.*|(?:the|your)\s(?:change|edit|fix|reason)e?s?|point\sby\spoint|one\sby\sone|in\s(?:full|detail)|each\s(?:one|point)))?(?:\s(?:again|now|here|please|too))*\W*$"
)
_HAS_TIME = looks_like(
    rf"{_LEAD}(?:(?:it|this|that)['’]?s?\s(?:is\s)?not\s(?:(?:really|that|so|super|very|too|at\sall)\s)*(?:urgent|important|a\srush)|no\s(?:rush|hurry|stress)|take\syour\stime)"
    r"(?:\s(?:at\sall|though|or\sanything|really|with\s(?:it|this|that)|from\smy\sside|today|here))*\W*$"
)
_READ_AGAIN = looks_like(
    rf"{_LEAD}i(?:['’]ve|\shave)?\s(?:just\s)?(?:decided\sto\s|had\sto\s|will\s|need\sto\s|went\sback\sto\s)?(?:re-?read|read|look\sat|go\sthrough|skim)\s(?:your|the|this|that)\s"
    rf"(?:(?:last|previous|first|whole|long)\s)*{_ANSWER}"
    r"(?:\s(?:again|twice|once\smore|carefully|now|properly))*(?:,?\s(?:and\s|so\s)?(?:now\s)?i\s(?:now\s)?(?:get|got|understand|see)\s(?:it|that|you)\b)?"
    r"(?:\W+(?:thx|thanks|now|sorry|ty))*\W*$"
)
_LOOKED_FOR = looks_like(
    rf"{_LEAD}i\s(?:just\s)?(?:can['’]?t|cannot|couldn['’]?t|could\snot|don['’]?t)\s(?:find|see|remember|recall)\s(?:it|them|that|this)(?:\s(?:in\s(?:the|these|my|your)\s\w+|anywhere|any\s?more|right\snow|now|myself))*\W*$"
)
_REBUKES = looks_like(
    rf"{_LEAD}i(?:['’]?d|\swould)\s(?:prefer|like|love|appreciate|be\sglad)(?:\sit)?\sif\syou(?:['’]d)?\s(?:(?:just|would|could|actually|first)\s)*"
    r"(?:answer(?:ed)?|read|look(?:ed)?\sat|address(?:ed)?)\s(?:the|my|what)\s(?:(?:actual|real|whole|original)\s)*(?:question|message|i\sasked|i\swrote)\b"
)
"""I'd prefer if you answered the actual question: of the answer that did not."""
_PRETENDS = looks_like(
    rf"{_LEAD}(?:for\s(?:this|the)\s(?:exercise|example|sake\sof\s\w+),?\s)?let['’]?s\s(?:just\s)?(?:pretend|imagine|say(?=,\spurely|,\shypothetically|\shypothetically|\sfor\sargument))\b"
    rf"|{_LEAD}(?:(?:just|a|an|another|quick|little|silly|purely|fun)\s)*(?:brainstorm(?:ing)?|thought\sexperiment|role-?play)\b[^:.]{{0,60}}:\s"
)
_MADE_OTHERWISE = looks_like(
    rf"{_LEAD}(?:don['’]?t|do\snot)\s[a-z]+\s(?:an?|the|that|this|any)\s(?:\w+\s)?(?:loop|ternary|variable|class|regex|function|list|table|heading|title|comma|emoji|"
    r"semicolon|bullet|quote|library|callback|subquery|join)s?\shere,\s(?:just\s|rather\s|please\s)*(?:do|use|make|try|take|write|put|go)\b"
)
"""Don't use a loop here, do it with reduce: of the lines in hand."""
_LASTING = re.compile(r"\b(?:always|never|every|each|from now on|in general|whenever|rule|policy)\b", re.IGNORECASE)
_SHAPES = (_PERHAPS, _GO_BACK, _NO_NEED, _HAS_TIME, _READ_AGAIN, _LOOKED_FOR, _REBUKES, _PRETENDS, _MADE_OTHERWISE)
_CUE = frozenset(
    "maybe perhaps back keep use take restore give put need urgent important rush hurry stress time re reread "
    "read look through skim find remember recall if pretend imagine here "
    "brainstorm brainstorming experiment roleplay role-play".split()
)
"""One of these is in all that is looked for; cheap to look for."""


_FOR_WHOM = looks_like(
    r"^\W*(?:and\s|because\s)?(?:it|this|that)(?:['’]?s|\sis)\s(?:just\s|only\s)?for\s(?:an?|my)\s[\w-]+(?:\s(?!who|which|that|and)[\w-]+)?(?:\s(?:by\sthe\sway|btw))?\W*$"
)


def says_for_whom(clause: str) -> bool:
    """Whether a clause tells, behind a request, whom or what the result is for: "it's for a neighbour"."""
    return bool(_FOR_WHOM(clause))


def is_about_this_answer(clause: str) -> bool:
    """Whether a clause only speaks of the answer in hand: "no need to explain what you changed"."""
    if _CUE.isdisjoint(said_words(clause)) or _LASTING.search(clause):
        return False
    return any(shape(clause) for shape in _SHAPES)
