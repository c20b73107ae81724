"""Rules of the gate: what a speaker says of keeping and forgetting, whose words they are, and what carries no knowledge.

A rule decides where its cue is explicit; everything else is left to the linear model.
"""

import re
from collections.abc import Sequence

from memorist.nodes.reading.gate.features import lexicon, words_in
from memorist.nodes.reading.gate.verdict import Verdict
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.reading.segments import Segment

ASSISTANT = Verdict(
    action="skip", category="assistant_opinion", reason="only the user's words become facts, not the assistant's"
)
REMEMBER = Verdict(action="keep", category="remember", reason="the user asks to remember it")
FORGET = Verdict(action="skip", category="forget", reason="the user asks to forget it")
OFF_RECORD = Verdict(action="skip", category="off_record", reason="whoever says it asks not to keep it")
EMPTY = Verdict(action="skip", category="empty", reason="there are no words in it")
QUESTION = Verdict(action="skip", category="question", reason="a question asserts nothing")
ROLE_PLAY = Verdict(action="skip", category="role_play", reason="said in a role play or a story")
_OTHERS = {
    "code": "pasted code is not a statement",
    "log": "pasted output is not a statement",
    "table": "a pasted table is not a statement",
    "quote": "a text to be worked on, or a quotation, is not a statement",
    "wrapper": "the text of a tool or of a page, not of the user",
    "recalled": "recalled text that comes back is not learned again",
}
_LETTER = Verdict(action="unsure", category="letter", reason="somebody else wrote it: kept in the episode only")

_REMEMBER = re.compile(r"\s*@remember\b[\s:,-]*(?:that\s+)?(?=\S)", re.IGNORECASE)
_FORGET_COMMAND = re.compile(r"\s*@forget\b", re.IGNORECASE)
_LEAD = r"^\W*(?:(?:ok(?:ay)?|so|and|hey|hi|also|actually|oh|btw|now|well|sorry)[\s,]+){0,3}"
_KINDLY = r"(?:(?:please|pls|kindly|can\syou|could\syou|would\syou|i(?:['’]d|\swould)?\s(?:want|like)\syou\sto)[\s,]+)"
_SOMEBODY = r"(?:i|we|my|our|his|her|their|the\s\w+|(?-i:[A-Z])[\w.-]+)"
_WISH_TO_FORGET = re.compile(
    rf"{_LEAD}(?:{_KINDLY}{{0,3}}(?:forget|unlearn)\s(?:(?:everything|all|anything|what|whatever)\s(?:that\s)?(?:(?:you|i|we)\s"
    rf"(?:\w+\s){{1,4}})?(?:about|of|on)\s(?!it\b|that\b|this\b)|(?:that|about\sthe\sfact\sthat|the\sfact\sthat)\s{_SOMEBODY}\s(?!said\b|asked\b|mentioned\b)"
    rf"|(?:my|our|his|her|their)\s(?!last\b|previous\b|question\b|message\b|request\b)\w"
    rf"|(?:where|when|who|which\s\w+|how\s\w+|what)\s{_SOMEBODY}\s(?!said\b|asked\b|told\b|wrote\b|mentioned\b|meant\b|wanted\b)\w)"
    rf"|{_KINDLY}{{1,3}}forget\s(?:about\s(?!it\b|that\b|this\b|me\b)|(?-i:[A-Z])[\w.-]+\W*$)"
    rf"|{_KINDLY}{{0,3}}(?:delete|erase|wipe|remove|scrub|forget)\s(?!it\b|that\b|this\b)[^.;!?\n]{{2,80}}?\s(?:from|out\sof|in)\s(?:your\s|the\s|my\s)?"
    rf"(?:memory|memories|notes|records|brain)\b"
    rf"|{_KINDLY}{{0,3}}(?:don['’]?t|do\snot|stop)\sremember(?:ing)?\s(?:my|our|his|her|their|where|when|who|what|how)\b)",
    re.IGNORECASE,
)
_FOR_NOW = re.compile(
    r"\bfor\s(?:now|today|a\s(?:moment|second|while)|the\smoment)\b|\buntil\b|"
    r"[,;]\s(?:and\s|but\s|then\s)?(?:use|let['’]?s|we|go|take|switch|try|do|make|start|continue|instead)\b",
    re.IGNORECASE,
)
_THIS = r"(?:this|that|it|these|(?:any|none)\sof\s(?:this|that|it)|what\si(?:['’]m\stelling|\s(?:just\s)?(?:said|say|told)(?:\syou)?))"
_KEPT = r"(?:anywhere|at\sall|(?:in|to)\syour\s(?:memory|notes|records)|to\s(?:the\s)?memory)"
_OFF_RECORD = re.compile(
    rf"\boff\sthe\srecord\b|(?:^|[.,;:!?()\n–—-]\s*|\b(?:and|but|so|please|pls|btw)\s)(?:"
    rf"(?:don['’]?t|do\snot|never|no\sneed\sto|you\s(?:must\snot|shouldn['’]?t|should\snot))\s(?:ever\s)?"
    rf"(?:(?:note|remember|memori[sz]e)\s{_THIS}(?:\s(?:down|{_KEPT}|please|pls|ok(?:ay)?))*"
    rf"|(?:write|note|jot)\s{_THIS}\sdown(?:\s{_KEPT})?(?:\splease)?"
    rf"|(?:store|save|keep|record|log|write|put)\s{_THIS}(?:\sdown)?\s{_KEPT}(?:\splease)?)\s*(?:$|[.,;:!?()\n–—-])"
    rf"|(?:don['’]?t|do\snot)\s(?:treat|take|store|count)\s{_THIS}\sas\s(?:an?\s|the\s)?(?:facts?|truth|given|gospel|confirmed)\b"
    rf"|(?:strictly\s|just\s)?between\s(?:us|ourselves|you\sand\s(?:me|i))(?=\s*(?:$|[,:;.!–—-]|\band\b|\bbut\b))"
    rf"|(?:let['’]?s\s)?keep\s{_THIS}\s(?:strictly\s|just\s)?(?:between\s(?:us|ourselves|you\sand\s(?:me|i))|to\syourself)\b)",
    re.IGNORECASE,
)
_ROLE_PLAY = re.compile(
    r"\b(?:let['’]?s\s(?:do\sa\s)?(?:role[\s-]?play|pretend|play\s(?:a\sgame|out))|role[\s-]?play(?:ing)?\b|pretend\s(?:that\s)?(?:you|i|we)\b|"
    r"imagine\s(?:that\s)?(?:you|i|we)(?:['’]re|\sare|['’]m|\sam|\swere)\b|(?:write|tell)\s(?:me\s)?(?:a|an|the)\s(?:\w+\s){0,2}(?:story|poem|scene|dialogue)|"
    r"(?:act|behave)\s(?:as|like)\s(?:an?|the|my)\b|you\sare\snow\s)",
    re.IGNORECASE,
)
_INJECTION = re.compile(
    r"\b(?:ignore|disregard|forget)\s(?:all\s|any\s|the\s|your\s|my\s){0,2}(?:previous|prior|earlier|above|everything\syou)\b|"
    r"\breveal\s(?:the|your)\s(?:hidden|system|secret)\b|^\W*system\s?:\s|\bstored\smemories\b|\byou\sare\snow\s(?-i:[A-Z]{3})",
    re.IGNORECASE,
)
_STANDING = re.compile(
    r"\b(?:always|never|from\snow\son|going\sforward|in\sgeneral|by\sdefault|every\stime|in\s(?:the\s)?future)\b",
    re.IGNORECASE,
)
_FOREIGN_SCRIPT = re.compile(r"[\u0370-\u1fff\u2c00-\ud7ff\uf900-\ufdff]")
_GREETINGS = re.compile(
    r"^\W*(?:hi|hello|hey|hiya|howdy|yo|good\s(?:morning|afternoon|evening|night|day)|morning|bye|goodbye|see\s(?:you|ya))\b",
    re.IGNORECASE,
)
_THANKS = re.compile(r"\b(?:thanks|thank\syou|thx|ty|tysm|cheers|appreciated?|merci|danke|gracias)\b", re.IGNORECASE)
_LONGEST_CHATTER = 16
"""Words up to which a sentence of plain words is small talk."""
_LOOKED_AT = 4_000


def rule_of_turn(text: str, role: str) -> Verdict | None:
    """The verdict of a rule that decides about a whole turn, or null."""
    if role != "user":
        return ASSISTANT
    beginning = text[:_LOOKED_AT]
    if not any(character.isalnum() for character in text):
        return EMPTY
    if _REMEMBER.match(beginning):
        return REMEMBER
    if _FORGET_COMMAND.match(beginning) or asks_to_forget(beginning):
        return FORGET
    return OFF_RECORD if _OFF_RECORD.search(beginning) else None


def asks_to_forget(text: str) -> bool:
    """Whether a text is a request to erase something that is remembered, in plain words."""
    wish = _WISH_TO_FORGET.match(text)
    return wish is not None and not _FOR_NOW.search(text)


def plays_a_role(text: str) -> bool:
    """Whether a turn opens a role play, or a story: nothing in it is so."""
    return _ROLE_PLAY.search(text[:_LOOKED_AT]) is not None


def rule_of_segment(segment: Segment, before: Sequence[Spoken] = ()) -> Verdict | None:
    """The verdict of a rule on a segment, or null where none decides; ``before`` are the turns before, oldest first."""
    if segment.kind == "letter":
        return _LETTER
    if reason := _OTHERS.get(segment.kind):
        return Verdict(action="skip", category=segment.kind, reason=reason)
    text = segment.text
    if _INJECTION.search(text):
        return Verdict(action="skip", category="injection", reason="it commands whoever reads it: data, not knowledge")
    if is_question(text):
        return QUESTION
    if said := _chatter(text, answers=bool(before) and before[-1].role == "assistant" and asks(before[-1].content)):
        return said
    if _FOREIGN_SCRIPT.search(text):
        return Verdict(action="unsure", category="other_language", reason="not English: kept as it was said")
    return None


def asks(text: str) -> bool:
    """Whether a text ends with a question."""
    return text.rstrip().endswith(("?", "？", "؟"))


def is_question(sentence: str) -> bool:
    """Whether a sentence asks; who asks for something standing ("can you always …?") tells a wish."""
    return asks(sentence) and not _STANDING.search(sentence)


def _chatter(text: str, *, answers: bool) -> Verdict | None:
    """The verdict on a sentence without a word that knowledge could be made of; an answer to a question may be short."""
    said = [word for word in words_in(text) if word[0].isalnum()]
    if len(said) > _LONGEST_CHATTER or not all(word in lexicon()["chatter"] for word in said):
        return None
    if answers and said:
        return Verdict(action="unsure", category="answer", reason="it answers what was just asked")
    if _GREETINGS.match(text):
        return Verdict(action="skip", category="greeting", reason="a greeting")
    if _THANKS.search(text):
        return Verdict(action="skip", category="thanks", reason="thanks")
    category = "confirmation" if len(said) < 4 else "small_talk"
    return Verdict(action="skip", category=category, reason="no word in it that knowledge could be made of")
