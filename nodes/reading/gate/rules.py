"""Rules of the gate: what is said of keeping and forgetting, whose words they are, and what carries no knowledge.

A rule decides where its cue is explicit; everything else is read.
"""

import re
from collections.abc import Callable, Sequence

from memorist.nodes.reading.gate.lexicon import lexicon, words_in
from memorist.nodes.reading.gate.verdict import GateVerdict
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.reading.segments import Segment

ASSISTANT = GateVerdict(
    action="skip", category="assistant_opinion", reason="only the user's words become facts, not the assistant's"
)
REMEMBER = GateVerdict(action="keep", category="remember", reason="the user asks to remember it")
FORGET = GateVerdict(action="skip", category="forget", reason="the user asks to forget it")
BEFORE_A_REQUEST = GateVerdict(action="skip", category="forget", reason="the request behind it asks to forget it")
ANSWER_TO_REQUEST = GateVerdict(
    action="skip", category="forget", reason="it only answers a request to forget: what is forgotten is not told again"
)
OFF_RECORD = GateVerdict(action="skip", category="off_record", reason="whoever says it asks not to keep it")
EMPTY = GateVerdict(action="skip", category="empty", reason="there are no words in it")
QUESTION = GateVerdict(action="skip", category="question", reason="a question asserts nothing")
HEARSAY = GateVerdict(action="skip", category="hearsay", reason="it reports what the wide world says, not anybody here")
INJECTION = GateVerdict(action="skip", category="injection", reason="it commands whoever reads it: data, not knowledge")
ROLE_PLAY = GateVerdict(action="skip", category="role_play", reason="said in a role play or a story")
JOKE = GateVerdict(action="skip", category="joke", reason="it is said to be a joke")
_OTHERS = {
    "code": "pasted code is not a statement",
    "log": "pasted output is not a statement",
    "table": "a pasted table is not a statement",
    "quote": "a text to be worked on, or a quotation, is not a statement",
    "wrapper": "the text of a tool or of a page, not of the user",
    "recalled": "recalled text that comes back is not learned again",
}
_LETTER = GateVerdict(action="unsure", category="letter", reason="somebody else wrote it: kept in the episode only")

_REMEMBER = re.compile(r"\s*@remember\b[\s:,-]*(?:that\s+)?(?=\S)", re.IGNORECASE)
_THIS = (
    r"(?:this|that|it|these|(?:any|none)\sof\s(?:this|that|it)|"
    r"what\si(?:['’]m\stelling|\s(?:just\s)?(?:said|say|told)(?:\syou)?))"
)
_KEPT = r"(?:anywhere|at\sall|(?:in|to)\syour\s(?:memory|notes|records)|to\s(?:the\s)?memory)"
_OFF_RECORD = re.compile(
    rf"\boff\sthe\srecord\b|(?:^|[.,;:!?()\n–—-]\s*|\b(?:and|but|so|please|pls|btw)\s)(?:"
    rf"(?:don['’]?t|do\snot|never|no\sneed\sto|you\s(?:must\snot|shouldn['’]?t|should\snot))\s(?:ever\s)?"
    rf"(?:(?:note|remember|memori[sz]e)\s{_THIS}(?:\s(?:down|{_KEPT}|please|pls|ok(?:ay)?))*"
    rf"|(?:write|note|jot)\s{_THIS}\sdown(?:\s{_KEPT})?(?:\splease)?"
    rf"|(?:store|save|keep|record|log|write|put)\s{_THIS}(?:\sdown)?\s{_KEPT}(?:\splease)?)\s*(?:$|[.,;:!?()\n–—-])"
    rf"|(?:don['’]?t|do\snot)\s(?:treat|take|store|count)\s{_THIS}\sas\s(?:an?\s|the\s)?(?:facts?|truth|given|gospel|confirmed)\b)",
    re.IGNORECASE,
)
_ROLE_PLAY = re.compile(
    r"\b(?:let['’]?s\s(?:do\sa\s)?(?:role[\s-]?play|pretend|play\s(?:a\sgame|out))|role[\s-]?play(?:ing)?\b|pretend\s(?:that\s)?(?:you|i|we)\b|"
    r"imagine\s(?:that\s)?(?:you|i|we)(?:['’]re|\sare|['’]m|\sam|\swere)\b|(?:write|tell)\s(?:me\s)?(?:a|an|the)\s(?:\w+\s){0,2}(?:story|poem|scene|dialogue)|"
    r"(?:act|behave)\s(?:as|like)\s(?:an?|the|my)\b|you\sare\snow\s)",
    re.IGNORECASE,
)
_INJECTION = re.compile(
    r"\b(?:ignore|disregard|forget)\s(?:all\s|any\s|the\s|your\s|my\s){0,2}(?:previous|prior|earlier|above|everything\syou\b(?!\s\w+\s(?:about|of|on)))\b|"
    r"\breveal\s(?:the|your)\s(?:hidden|system|secret)\b|^\W*system\s?:\s|\bstored\smemories\b|\byou\sare\snow\s(?-i:[A-Z]{3})",
    re.IGNORECASE,
)
_STANDING = re.compile(
    r"\b(?:always|never|from\snow\son|going\sforward|in\sgeneral|by\sdefault|every\stime|in\s(?:the\s)?future)\b",
    re.IGNORECASE,
)
_SUBJECT = r"(?:you|we|i|it|they|he|she|there|this|that|these|those|the|an?|our|my|any\w*|some\w*)"
_AUX = r"(?:is|are|was|were|do|does|did|can|could|would|will|should|shall|has|have|may)(?:n['’]?t)?"
_QUESTION = re.compile(
    rf"^\W*(?:(?:and|or|so|but|ok(?:ay)?|hey|well|also|then|hi|hm+|btw|wait|quick\squestion|unrelated|cool|nice)[\s,:.]+){{0,3}}(?:"
    rf"(?!have\s(?:that|this|it|the)\b|should\s(?:the|our|my|any)\b){_AUX}\s{_SUBJECT}\b|does\s\w+\s[a-z]|"
    rf"(?:what|how|why|who|where|when|which(?:\s\w+)?)\s(?:(?:else|kind|much|many|often|long)\s(?:\w+\s)?)?{_AUX}\s(?!not\b)(?![^?]*(?::\s|\bis\b.*\bis\b))|"
    rf"(?:whats|what['’]s|hows|how['’]s|wheres|where['’]s|whos|who['’]s)\s(?:the|an?|your|that|this|up|going|wrong)\b(?![^?]*:\s)|how\s(?:to|come|about)\b|"
    rf"(?:i\s(?:was|am)\s|i['’]m\s|just\s)*wondering\b|i\swonder\b|any(?:one|body)?\s(?:know|idea|ideas|thoughts|tips|chance)\b|"
    rf"(?:tell|show)\sme\s(?:what|how|why|about|which|the)\b|remind\sme\s(?:what|who|where|which|how)\b|what\sif\b|curious\s(?:if|whether|how)\b)",
    re.IGNORECASE,
)
_OFFER = re.compile(
    r"\b(?:(?:shall|should|can|may)\s(?:i|we)\b|(?:would|do)\syou\s(?:like|want)\b|want\sme\sto\b|anything\selse\b|make\ssense\b|"
    r"how\scan\si\shelp\b|do\syou\smean\b|does\sthat\b|is\sthat\s(?:ok|clear)\b)[^?]*\?\s*$",
    re.IGNORECASE,
)
_OPTIONS = re.compile(r"(?:^|\s)\(?(?:2|b|B)[.):]\s|\boption\s[bB2]\b")
_JOKES = re.compile(
    r"(?<!\w)/s\W*$|[.!?…]\s*[😀😁😂😃😄😅😆😛😜😝😹🤣🤪]+\W*$|\b(?:jk|just\skidding|(?:only|just|obviously)\sjoking|joking(?:\sobviously)?|irony|sarcas(?:m|tic))\b\W*(?:obviously)?\W*",
    re.IGNORECASE,
)
_LAUGHS = r"(?:(?:ha|he){2,}h?|ha|lol|lmao|rofl)"
_TAKES_BACK = re.compile(
    rf"\W*(?:no,\s)?(?:(?:{_LAUGHS}|well|ok|relax|nah)\W+)*(?:(?:i['’]?m|i\s(?:am|was)|we(?:['’]re|\s(?:are|were))|that(?:['’]s|\s(?:is|was))|it\swas)\s)?"
    rf"(?:(?:just|only|obviously|clearly|totally|of\scourse|meant\sas|a)\W+)*(?:jk|jok(?:e|ing)|kidding|teasing|messing(?:\swith\syou)?|{_LAUGHS})"
    rf"(?:\W+(?:of\scourse|obviously|about\sthat|though|there|everyone|folks|guys|{_LAUGHS}))*\W*",
    re.IGNORECASE,
)
"""A sentence that says no more than that the one before it was a joke. "No joke" and "I'm not kidding" affirm it."""
_THIS_ANSWER = re.compile(
    r"\b(?:just|only)\sfor\s(?:this|that)\s(?:one\b|answer|reply|message|question|snippet|time)|\bfor\sthis\s(?:one\s)?(?:answer|snippet|reply)\b|"
    r"\bthis\s(?:one\s)?(?:time|answer)\sonly\b|\bjust\sthis\sonce\b",
    re.IGNORECASE,
)
_SUPPOSES = re.compile(
    r"^\W*(?:so\s|ok\s|hm+\s)?(?:say|suppose|imagine|hypothetically|let['’]?s\s(?:say|assume|pretend))[\s,]+(?:that\s)?(?:i|we|you|they|he|she|it|someone|a|an|the)\b|"
    r"\bpurely\shypothetical(?:ly)?\b|\bdon['’]?t\stake\s(?:it|this)\sseriously\b",
    re.IGNORECASE,
)
_REPORTS = (
    r"(?:say|says|said|claim(?:s|ed)?|argues?|insists?|insisted|recommends?|recommended|suggests?|suggested|reads?|swears?|swore|"
    r"told|tells|promises?|thinks?|keeps?\ssaying)"
)
_HEARSAY = re.compile(
    rf"\b(?:chat\s?gpt|gemini|claude|copilot|the\sinternet|wikipedia|(?:some(?:body|one)?|people|everyone|a\sguy|some\sguy)\son\s\w+)\s{_REPORTS}\b|"
    rf"(?<!our )(?<!my )\b(?:articles?|blog(?:\spost)?|posts?|tweets?|threads?|videos?|podcasts?|tutorials?|books?|"
    rf"papers?|stud(?:y|ies)|newsletters?|"
    rf"talks?|docs|documentation|manual|readme|job\sad|mug(?:\s\w+){{0,3}}|headline|horoscope|adverts?)\s(?:\w+\s){{0,3}}?{_REPORTS}\b|"
    rf"^\W*from\s(?:the\s\w+\sdocs|wikipedia|the\s(?:docs|manual|readme))\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\b(?:as|like|than|unlike|what|whatever|where)\s(?:the\s|that\s|this\s)?$", re.IGNORECASE)
"""Words before a report that a statement is only compared with: "3.12, not 3.11 as the readme says"."""
_FOREIGN_SCRIPT = re.compile(r"[\u0370-\u1fff\u2c00-\ud7ff\uf900-\ufdff]")
_GREETINGS = re.compile(
    r"^\W*(?:hi|hello|hey|hiya|howdy|yo|good\s(?:morning|afternoon|evening|night|day)|morning|bye|goodbye|see\s(?:you|ya))\b",
    re.IGNORECASE,
)
_THANKS = re.compile(r"\b(?:thanks|thank\syou|thx|ty|tysm|cheers|appreciated?|merci|danke|gracias)\b", re.IGNORECASE)
_RULE_WORDS = frozenset(("always", "never", "must", "only"))
_LONGEST_CHATTER = 16
"""Words up to which a sentence of plain words is small talk."""
_LOOKED_AT = 4_000


FORGET_COMMAND = re.compile(r"^\s*@forget\b[\s:,-]*", re.IGNORECASE)


def is_command(text: str) -> bool:
    """Return true if a text is the command to forget: all of it is meant."""
    return FORGET_COMMAND.match(text) is not None


def words_to_remember(text: str) -> str | None:
    """Return the text behind ``@remember``; null if a text does not begin with it."""
    marked = _REMEMBER.match(text)
    return text[marked.end() :].strip() if marked else None


def rule_of_turn(text: str, role: str) -> GateVerdict | None:
    """The verdict of a rule that decides about a whole turn, or null."""
    if role != "user":
        return ASSISTANT
    beginning = text[:_LOOKED_AT]
    if not any(character.isalnum() for character in text):
        return EMPTY
    if _REMEMBER.match(beginning):
        return REMEMBER
    if is_command(beginning):
        return FORGET
    if _OFF_RECORD.search(beginning):
        return OFF_RECORD
    return ROLE_PLAY if plays_a_role(text) else None


def plays_a_role(text: str) -> bool:
    """Return true if a turn opens a role play, or a story: nothing in it is so."""
    return _ROLE_PLAY.search(text[:_LOOKED_AT]) is not None


def rule_of_segment(segment: Segment, before: Sequence[Spoken] = ()) -> GateVerdict | None:
    """The verdict of a rule on a segment, or null where none decides; ``before`` are the turns before, oldest first."""
    if segment.kind == "letter":
        return _LETTER
    if reason := _OTHERS.get(segment.kind):
        return GateVerdict(action="skip", category=segment.kind, reason=reason)
    text = segment.text
    if _INJECTION.search(text):
        return INJECTION
    if is_question(text):
        return QUESTION
    if said := _chatter(text, answers=is_answer(before)):
        return said
    return next((verdict for holds, verdict in _OF_SENTENCES if holds(text)), None)


def takes_back(text: str) -> bool:
    """Return true if a sentence says that what was said right before it is not meant: "Just kidding!"."""
    return _TAKES_BACK.fullmatch(text) is not None


def is_request(text: str) -> bool:
    """Return true if a sentence asks for something to be made now: a verb of work, and what is at hand or wanted
    once."""
    said, lists = words_in(text), lexicon()
    lead = next((at for at, word in enumerate(said) if word not in lists["polite"]), len(said))
    if lead + 1 >= len(said) or said[lead] not in lists["task_verbs"] or _LASTS.search(text):
        return False
    if not (lists["we"] | lists["i"] - {"me", "my"}).isdisjoint(said) or said[lead] in {"ignore", "give"}:
        return False
    return said[lead + 1] in _AT_HAND or (said[lead] in _TEXT_WORK and said[lead + 1] != "is")


def asks(text: str) -> bool:
    """Return true if a text ends with a question."""
    return text.rstrip().endswith(("?", "？", "؟"))


def is_question(sentence: str) -> bool:
    """Return true if a sentence asks, with or without its mark; who asks for something standing tells a wish."""
    return (asks(sentence) or _QUESTION.match(sentence) is not None) and not _STANDING.search(sentence)


def is_answer(before: Sequence[Spoken]) -> bool:
    """Return true if the turn before asks a question or lists options, so that this one answers; an offer does not
    count."""
    if not before or before[-1].role != "assistant":
        return False
    said = before[-1].content
    return (asks(said) and not _OFFER.search(said)) or _OPTIONS.search(said) is not None


def _chatter(text: str, *, answers: bool) -> GateVerdict | None:
    """The verdict on a sentence without a word that knowledge could be made of; an answer may be such."""
    said = [word for word in words_in(text) if word[0].isalnum()]
    lists = lexicon()
    if len(said) > _LONGEST_CHATTER or not all(word in lists["chatter"] for word in said):
        return None
    if len(said) > 2 and not _RULE_WORDS.isdisjoint(said):
        return None
    if answers and said:
        return GateVerdict(action="unsure", category="answer", reason="it answers what was just asked")
    if _GREETINGS.match(text):
        return GateVerdict(action="skip", category="greeting", reason="a greeting")
    if _THANKS.search(text):
        return GateVerdict(action="skip", category="thanks", reason="thanks")
    category = "confirmation" if len(said) < 4 else "small_talk"
    return GateVerdict(action="skip", category=category, reason="no word in it that knowledge could be made of")


_AT_HAND = frozenset("this that these those it them me em a an another some two three four five ten 10 20 \" '".split())
_TEXT_WORK = frozenset(
    "translate proofread rewrite rephrase paraphrase summarise summarize shorten draft explain generate".split()
)
_LASTS = re.compile(
    r"\b(?:always|never|every|each|whenever|when|if|before|after|until|from\snow\son|going\sforward|by\sdefault|must|only|all|"
    r"things|please\snote|because|instead\sof|in\sgeneral|to\sme)\b|@",
    re.IGNORECASE,
)


def is_hearsay(text: str) -> bool:
    """Return true if a sentence reports what the wide world says; a report that it only mentions beside its own is
    none."""
    report = _HEARSAY.search(text)
    return report is not None and _BESIDE.search(text[: report.start()]) is None


_OF_SENTENCES: tuple[tuple[Callable[[str], object], GateVerdict], ...] = (
    (is_hearsay, HEARSAY),
    (_JOKES.search, JOKE),
    (_THIS_ANSWER.search, GateVerdict(action="skip", category="request", reason="it is about this one answer")),
    (_SUPPOSES.search, GateVerdict(action="skip", category="hypothetical", reason="it only supposes something")),
    (is_request, GateVerdict(action="skip", category="request", reason="a task for now, not knowledge for later")),
    (
        _FOREIGN_SCRIPT.search,
        GateVerdict(action="unsure", category="other_language", reason="not English: stored verbatim"),
    ),
)
"""Questions about a whole sentence, in order, each with the verdict that a yes gives."""
