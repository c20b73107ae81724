"""How somebody wants to be answered: in which language, under which name, in which units, form and length.

Of each of these one thing holds at a time: who wants answers in English no longer wants them in German.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from hypomnema.nodes.ingestion.vocabulary import one_of, phrases_of
from hypomnema.nodes.language.words import said_words


class AnswerWish(NamedTuple):
    """What of the answers is meant, how it is wanted (or is not), and the wish in words behind "User"."""

    aspect: str
    value: str
    told: str
    wanted: bool = True


_LEAD = (
    r"(?:(?:you\s(?:can|may)|so|and|but|then|now|please|pls|always|just|only|rather|ok|okay|btw|for\sme|"
    r"from\snow\son)[\s,]+)*"
)
_END = (
    r"(?:[\s,]+(?:please|pls|again|only|now|always|tho|though|then|instead|by\sdefault|as\swell|(?:with|to|for)\s(?:you|me)|"
    r"(?:from\s)?(?:now|here|today)\son(?:wards)?|in\s(?:future|here|general|all\s(?:of\s)?your\s(?:answers|replies))|"
    r"going\sforward|everywhere|from\syou|(?:even|unless|until|because|since|as\si)\s.+))*[\s\W]*$"
)
_TO_ME = r"(?:\s(?:to|with|for)\s(?:me|us))?"
_ANSWERS = r"(?:answers?|replies|reply|responses?|explanations?|messages|summaries)"
_SPEAK = (
    rf"(?:(?:answer|reply|respond|write(?:\sto)?\sme|speak|talk|chat|explain|go\son|carry\son|continue|switch|stay|stick|keep\s(?:going|answering|writing))"
    rf"(?:\s(?:me|it|things|everything))?{_TO_ME}(?:\sback)?|(?:your\s|all\s)*{_ANSWERS}(?:\sshould\sbe)?|"
    rf"i(?:['’]d|\swould)?\s(?:want|like|prefer|need)\s(?:all\s)?(?:your\s|the\s)?{_ANSWERS})"
)
_LANGUAGE = re.compile(
    rf"^{_LEAD}(?:{_SPEAK}\s(?:in|to|with)\s|(?:so\s)?back\sto\s|(?=\S+\sis\s))"
    rf"(?P<value>(?:plain\s|simple\s)?{one_of('spoken languages')})"
    rf"(?:\sis\s(?:fine|ok|okay|good)(?=\s(?:again|now|from)))?{_END}",
    re.IGNORECASE,
)
_NOT_IN = re.compile(
    rf"^{_LEAD}(?:(?:never|don['’]?t(?:\sever)?|do\snot(?:\sever)?|stop)\s(?:answer|reply|respond|write|speak|talk)(?:ing)?(?:\sto)?(?:\sme)?\sin|no\smore)\s"
    rf"(?P<value>{one_of('spoken languages')})(?:\sany\s?(?:more|longer))?{_END}",
    re.IGNORECASE,
)
_NAME = re.compile(
    rf"^{_LEAD}(?:you\s(?:can|may)\s)?(?:call|address)\sme\s(?:by\smy\s\w+,\s|as\s)?[\"'“]?(?P<value>(?!(?:back|later|when|if|at|on|"
    r"in|any|asap|to|tomorrow|tonight|today|after|before|once|maybe|crazy|old|stupid|biased|paranoid|an?|the|it|that|this|by|about|with|"
    r"for|and|please|pls|now|what|whatever)\b)"
    rf"[^\W\d_][\w'’-]*(?:(?<=Mr)\.|(?<=Mrs)\.|(?<=Ms)\.|(?<=Dr)\.|(?<=Prof)\.)?(?:\s(?-i:[A-Z])[\w'’-]*){{0,2}})[\"'”]?(?:,?\s(?:nobody|no\sone|everybody|everyone|like|not|in\sfront)\s.+)?{_END}",
    re.IGNORECASE,
)
_GIVE = (
    rf"(?:(?:give|show|tell|send|use|do|make|write|put){_TO_ME}(?:\s(?:me|us|it|them|everything))?\s(?:in\s)?|"
    r"i(?:['’]d|\swould)?\s(?:prefer|want|like|need|think\sin|cook\sin)\s(?:in\s)?|)"
)
_OF_UNITS = (
    r"(?:(?:the\s|all\s|your\s|my\s)?(?:recipes?|amounts?|quantities|weights?|measurements?|ingredients|units?|"
    r"temperatures?|temps?|oven\stemp\w*|distances?|weather)\s(?:in\s|to\s)?)?"
)
_IN_WHAT = r"(?:\s(?:in|for)\s(?:the\s|my\s)?(?:recipes?|baking|cooking|distances?|weather|temperatures?|everything))?"
_UNITS = tuple(
    (aspect, re.compile(rf"^{_LEAD}{_GIVE}{_OF_UNITS}(?P<value>{units}){_IN_WHAT}{_END}", re.IGNORECASE))
    for aspect, units in (
        ("amounts", r"(?:(?:metric|imperial)(?:\sunits)?|cups|grams|ounces|pounds|kilos?|millilit(?:er|re)s|spoons)"),
        ("temperatures", r"(?:degrees\s)?(?:celsius|fahrenheit|centigrade|kelvin)"),
        ("distances", r"(?:kilomet(?:er|re)s|km|miles)"),
    )
)
_FORM = re.compile(
    rf"^{_LEAD}(?:(?:answer|reply|respond|write|format|give|use|put|keep|do){_TO_ME}(?:\s(?:me|it|them|your\s{_ANSWERS}|{_ANSWERS}|everything))*\s(?:in\s|as\s|with\s|into\s)?|"
    rf"(?:i(?:['’]d|\swould)?\s(?:want|like|prefer|need)\s)(?:(?:your\s)?{_ANSWERS}\s(?:in|as|with)\s)?|(?:your\s)?{_ANSWERS}\s(?:in|as)\s|)"
    r"(?P<value>bullets|bullet\spoints|bullet\slists|plain\sparagraphs|full\ssentences|flowing\stext|prose|plain\stext|tables|numbered\slists)"
    rf"{_END}",
    re.IGNORECASE,
)
_LENGTH = re.compile(
    rf"^{_LEAD}(?:(?:keep|make)\s(?:your\s|the\s|all\s)*{_ANSWERS}\s(?P<kept>(?:very\s|really\s|nice\sand\s)?(?:short|brief|concise|crisp|detailed|long|longer|shorter))|"
    rf"(?:give\s(?:me|us)\s|i(?:['’]d|\swould)?\s(?:want|like|prefer|need)\s)(?P<given>(?:very\s|really\s|more\s)?(?:short|brief|concise|crisp|detailed|long|longer|shorter))\s{_ANSWERS}|"
    rf"(?:answer|reply|respond)\s(?P<how>briefly|concisely|at\slength|in\sdetail)){_END}",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"^(?=.*\b(?:letters?|e?mails?|sign|signature)\b).*?(?:\bsign(?:\soff)?(?:\s(?:it|them|(?:my\s|the\s|our\s)?(?:letters|e?mails)))?\s(?:with|as)|\bsignature\b[^\"“]{0,30}|"
    r"\bend(?:\s(?:them|letters|e?mails))?\swith)\s[\"“](?P<value>[^\"”]{2,60})[\"”]\W*$",
    re.IGNORECASE,
)
_CUES = frozenset(
    "call address metric imperial cups grams ounces pounds kilo kilos spoons milliliters millilitres celsius "
    "fahrenheit centigrade kelvin miles km kilometers kilometres bullet bullets paragraphs sentences prose text "
    "tables lists short shorter brief briefly concise concisely crisp detail detailed long longer length sign "
    "signature end".split()
) | {word for language in phrases_of("spoken languages") for word in language.split()}
"""One of these is in every such wish; cheap to look for."""
_STANDS = re.compile(
    r"\b(?:please|pls|always|from\s(?:now|here)\son|by\sdefault|going\sforward|in\sfuture|back\sto|again)\b|"
    r"\b(?:me|us|my|your|answers|replies|responses)\b",
    re.IGNORECASE,
)
"""A bare "in German" answers a question of the moment."""


@lru_cache(maxsize=1024)
def answer_wish(text: str) -> AnswerWish | None:
    """The wish that a text is, if it is nothing else; "write the docs in German" is none, it speaks of documents."""
    if _CUES.isdisjoint(said_words(text)):
        return None
    return _language(text) or _name(text) or _units(text) or _form(text) or _length(text) or _signature(text)


_JOINT = re.compile(
    r"(?:[,;]\s+(?:so|and|but)?|\s+(?:so|and|but|&)|[!:–—-]|[\U0001F300-\U0001FAFF☀-➿]+)\s+", re.IGNORECASE
)


def split_at_wish(sentence: str) -> tuple[str, str] | None:
    """The halves of a sentence of which one is such a wish: "I have a kitchen scale now, so give me grams"."""
    if _CUES.isdisjoint(said_words(sentence)) or answer_wish(sentence):
        return None
    for joint in _JOINT.finditer(sentence):
        left, right = sentence[: joint.start()].strip(" ,;"), sentence[joint.end() :].strip()
        if left.count(" ") and (answer_wish(right) or (right.count(" ") and answer_wish(left))):
            return left, right
    return None


def _language(text: str) -> AnswerWish | None:
    if denied := _NOT_IN.match(text):
        language = denied["value"].title()
        return AnswerWish("language of answers", language, f"does not want answers in {language}", wanted=False)
    if not (found := _LANGUAGE.match(text)) or not _STANDS.search(text):
        return None
    language = " ".join(
        word if word in ("plain", "simple") else word.capitalize() for word in found["value"].lower().split()
    )
    return AnswerWish("language of answers", language, f"wants answers in {language}")


def _name(text: str) -> AnswerWish | None:
    if not (found := _NAME.match(text)):
        return None
    name = found["value"][:1].upper() + found["value"][1:]
    return AnswerWish("name", name, f"wants to be called {name}")


def _units(text: str) -> AnswerWish | None:
    for aspect, shape in _UNITS:
        if (found := shape.match(text)) and (text.count(" ") and (_STANDS.search(text) or " in " in text.lower())):
            unit = found["value"].lower().removeprefix("degrees ")
            unit = unit.capitalize() if aspect == "temperatures" else unit
            return AnswerWish(f"units of {aspect}", unit, f"wants {aspect} in {unit}")
    return None


def _form(text: str) -> AnswerWish | None:
    if not (found := _FORM.match(text)) or not _STANDS.search(text):
        return None
    return AnswerWish("form of answers", found["value"].lower(), f"wants answers as {found['value'].lower()}")


_AT_LENGTH = {"briefly": "brief", "concisely": "concise", "at length": "long", "in detail": "detailed"}


def _length(text: str) -> AnswerWish | None:
    if not (found := _LENGTH.match(text)):
        return None
    said = (found["kept"] or found["given"] or found["how"]).lower()
    length = _AT_LENGTH.get(said, said)
    return AnswerWish("length of answers", length, f"wants {length} answers")


def _signature(text: str) -> AnswerWish | None:
    found = _SIGNATURE.match(text)
    return AnswerWish("signature", found["value"], f'signs with "{found["value"]}"') if found else None
