"""Replies that lean on what the assistant just said, and say nothing without it: "same for Android", "not since March".

What goes on with an answer is told with the sentence that it takes up: ``About "the iOS app is released every second
Monday": same for Android``. What only says how it is with the speaker is told with the question: ``About "what milk is
used for a flat white": oat for me``. A denial quotes nothing: an assistant's words are not remembered to be denied.
"""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.clauses import clauses_of
from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.alone import has_verb
from memorist.nodes.language.stops import sentences_in
from memorist.nodes.language.words import lower_first, stems

_LEAD = re.compile(
    r"^\W*(?:(?:oh|ah|hm+|well|sorry|right|ok(?:ay)?|and|thx|thanks|btw|yes|yeah|yep)\b[\s,.!:]*)*", re.IGNORECASE
)
_ENDS = r"(?=\W*$|[,;]|\s(?:but|only|once|twice|every|since|until|in|on|for|with|too|already|before|because|as)\b)"
_AFFIRMS = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        r"(?:same|ditto|likewise)\s(?!thing\sagain|again|please)",
        r"(?:except|apart\sfrom|besides|everything\sbut|all\s(?:but|except)|unless)\b.*\w",
        r"only\s(?:for|in|on|at|over|via|with|from|to|since|until|before|after|by|during|if|when)\b.*\w",
        r"(?:for|in|on|at|over|from|since|with)\s.*\b(?:too|as\swell|also)\W*$",
        r"(?:ours|mine)\stoo\b",
        r"(?:so|neither|nor)\s(?:do|does|did|is|are|was|can|have|has|will)\s\w",
    )
)
"""Replies that take what was said for true, and go on with it."""
_CONTRASTS = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        r"(?:ours|mine)\b",
        rf"(?:we|i|they|nobody|everybody|(?-i:[A-Z])\w+)\s(?:(?:never|always|already|also|still|only|just|sometimes|usually|rarely|really)\s)*"
        rf"(?:do|does|did|don['’]t|doesn['’]t|didn['’]t|do\snot|did\snot|can['’]t|cannot|won['’]t|haven['’]t|used\sto)(?:\s(?:that|it|so|this))?{_ENDS}",
        r"[\w-]+(?:\s[\w-]+){0,2}\sfor\s(?:me|us)\b",
    )
)
"""Replies to what was asked about: what holds of the speaker, whatever was answered."""
_OF_THE_WORK = re.compile(
    r"\b(?:please|pls|plz|again|shorter|longer|bold|formal|formatted|line|lines|paragraph|sentence|title|heading|bullet|"
    r"wording|draft|version|snippet|example|format|column|row|slide|text)\b",
    re.IGNORECASE,
)
"""What is to be done about the answer itself, not how things are."""
_SAYS_NOTHING = re.compile(
    r"^\W*(?:(?:sure|ok(?:ay)?|here(?:['’]s|\sis|\sare)|dear|hi|hello|done|added|note|please|great|thanks|you['’]re\swelcome|"
    r"let\sme|i(?:['’]ll|\swill|\scan|['’]m)|would\syou|do\syou)\b|```)",
    re.IGNORECASE,
)
_ADVISES = re.compile(
    r"\b(?:i|you)(?:['’]d|['’]ll|\s(?:would|could|should|can|might|suggest|recommend|propose|have\sto|need|want))\b|\blet['’]s\b",
    re.IGNORECASE,
)
"""What an assistant proposes is nobody's until it is taken."""
_YES = re.compile(r"^(?:yes|no|right|it\scan)[,.:]\s+", re.IGNORECASE)
_MARKS = re.compile(r"[*_`#>|]+|^\s*(?:[-•]|\d+[.)]|\([a-h\d]\))\s+")
_FEWEST, _MOST = 4, 26
"""In words, of what is quoted."""
_LONGEST = 22
"""In words: who says more makes sentences of his own."""
_FIRST = re.compile(r"^.*?(?:[.!](?=\s)|$)", re.DOTALL)
_ASKS = re.compile(r"\?\s*$|^(?:what|which|who|when|where|how|why|is|are|do|does|can|should)\b", re.IGNORECASE)


def told_with_answer(reply: str, before: Sequence[Utterance]) -> str | None:
    """A reply with what it takes up of the assistant's last turn; null where it stands for itself, or asks for work."""
    if not before or before[-1].role != "assistant" or before[-1].content.rstrip().endswith("?"):
        return None
    first = _FIRST.match(reply.strip())
    said = first.group().strip() if first else ""
    plain = _LEAD.sub("", said).strip(" .!")
    if not plain or len(plain.split()) > _LONGEST or said.endswith("?") or _OF_THE_WORK.search(plain) or '"' in plain:
        return None
    asked = before[-2].content if len(before) > 1 and before[-2].role == "user" else ""
    topic = None
    if any(shape.match(plain) for shape in _AFFIRMS) or (
        _ASKS.search(asked) and _GOES_ON.match(plain) and not has_verb(plain)
    ):
        topic = _taken_up(before[-1].content, plain)
        topic = topic or (None if _ADVISES.search(before[-1].content) else _quotable(asked))
    elif any(shape.match(plain) for shape in _CONTRASTS) and _ASKS.search(asked):
        topic = _quotable(asked)
    if topic is None:
        return None
    rest = reply.strip()[len(said) :]
    return f'About "{lower_first(topic)}": {lower_first(plain) if plain[1:2].islower() else plain}.{rest}'


_GOES_ON = re.compile(
    r"(?:for|in|on|at|over|from|since|with|until|under|only|except)\b.*\w\s\w|(?:except|only)\s\w", re.IGNORECASE
)
"""In production here since February: part of a sentence that the question began."""


def _taken_up(answer: str, reply: str) -> str | None:
    """The sentence of an answer that a reply is about: the one that shares most with it, else the first."""
    told = [plain for sentence in sentences_in(answer) if (plain := _quotable(sentence))]
    wanted = stems(reply)
    return max(told, key=lambda sentence: len(stems(sentence) & wanted), default=None)


def _quotable(sentence: str) -> str | None:
    """A sentence as it may be quoted; null for one that says nothing, too much or several things, or advises."""
    plain = _YES.sub("", _MARKS.sub("", sentence).strip()).strip(" .!?:").replace('"', "'")
    fits = _FEWEST <= len(plain.split()) <= _MOST
    several = len(list(clauses_of(plain))) > 1
    return plain if fits and not several and not _SAYS_NOTHING.match(plain) and not _ADVISES.search(plain) else None
