"""In which language, under which name somebody wants to be spoken to, and how what he sends is signed."""

import re

from memorist.nodes.ingestion.answering.wish import ANSWERS, END, LASTS, LEAD, STANDS, TO_ME, AnswerWish
from memorist.nodes.ingestion.vocabulary import one_of

_SPEAK = (
    rf"(?:(?:answer|reply|respond|write(?:\sto)?\sme|speak|talk|chat|explain|go\son|carry\son|continue|switch|stay|stick|keep\s(?:going|answering|writing))"
    rf"(?:\s(?:me|it|things|everything))?{TO_ME}(?:\sback)?|(?:your\s|all\s)*{ANSWERS}(?:\sshould\sbe)?|"
    rf"i(?:['’]d|\swould)?\s(?:want|like|prefer|need)\s(?:all\s)?(?:your\s|the\s)?{ANSWERS})"
)
_LANGUAGE = re.compile(
    rf"^{LEAD}(?:{_SPEAK}\s(?:in|to|with)\s|(?:so\s)?back\sto\s|(?=\S+\sis\s))"
    rf"(?P<value>(?:plain\s|simple\s)?{one_of('spoken languages')})"
    rf"(?:\sis\s(?:fine|ok|okay|good)(?=\s(?:again|now|from)))?{END}",
    re.IGNORECASE,
)
_ALWAYS_IN = re.compile(
    rf"^{LEAD}(?:in\s)?(?P<value>(?:plain\s|simple\s)?{one_of('spoken languages')})(?:\s(?:always|only))?{END}",
    re.IGNORECASE,
)
"""English always, even if I mix."""
_NOT_IN = re.compile(
    rf"^{LEAD}(?:(?:never|don['’]?t(?:\sever)?|do\snot(?:\sever)?|stop)\s(?:answer|reply|respond|write|speak|talk)(?:ing)?(?:\sto)?(?:\sme)?\sin|no\smore)\s"
    rf"(?P<value>{one_of('spoken languages')})(?:\sany\s?(?:more|longer))?{END}",
    re.IGNORECASE,
)
_NAME = re.compile(
    rf"^{LEAD}(?:you\s(?:can|may)\s)?(?:call|address)\sme\s(?:by\smy\s\w+,\s|as\s)?[\"'“]?(?P<value>(?!(?:back|later|when|if|at|on|"
    r"in|any|asap|to|tomorrow|tonight|today|after|before|once|maybe|crazy|old|stupid|biased|paranoid|an?|the|it|that|this|by|about|with|"
    r"for|and|please|pls|now|what|whatever)\b)"
    rf"[^\W\d_][\w'’-]*(?:(?<=Mr)\.|(?<=Mrs)\.|(?<=Ms)\.|(?<=Dr)\.|(?<=Prof)\.)?(?:\s(?-i:[A-Z])[\w'’-]*){{0,2}})[\"'”]?(?:,?\s(?:nobody|no\sone|everybody|everyone|like|not|in\sfront)\s.+)?{END}",
    re.IGNORECASE,
)
_NOT_NAMED = re.compile(
    rf"^{LEAD}(?:don['’]?t|do\snot|never|stop)\s(?:ever\s)?(?:call|calling|address|addressing)\sme\s(?:as\s)?[\"'“]?(?P<value>(?-i:[A-Z])[\w'’-]*(?:\s(?-i:[A-Z])[\w'’-]*)?)[\"'”]?"
    rf"(?:\sany\s?(?:more|longer))?{END}",
    re.IGNORECASE,
)
_GOES_BY = re.compile(
    rf"^{LEAD}i\s(?:now\s|actually\s|usually\s|just\s)?go\sby\s(?:the\sname\s(?:of\s)?)?[\"'“]?(?P<value>(?-i:[A-Z][a-z])[\w'’-]*(?:\s(?-i:[A-Z])[\w'’-]*)?)[\"'”]?(?:,?\snot\s.+)?{END}",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"^(?=.*\b(?:letters?|e?mails?|sign|signature)\b).*?(?:\bsign(?:\soff)?(?:\s(?:it|them|(?:my\s|the\s|our\s)?(?:letters|e?mails)))?\s(?:with|as)|\bsignature\b[^\"“]{0,30}|"
    r"\bend(?:\s(?:them|letters|e?mails))?\swith)\s[\"“](?P<value>[^\"”]{2,60})[\"”]\W*$",
    re.IGNORECASE,
)


def language(text: str) -> AnswerWish | None:
    """ "Answer in German", "no more German please"."""
    if denied := _NOT_IN.match(text):
        language = denied["value"].title()
        return AnswerWish("language of answers", language, f"does not want answers in {language}", wanted=False)
    found = _LANGUAGE.match(text)
    if found is None and (always := _ALWAYS_IN.match(text)) and LASTS.search(text):
        found = always
    if found is None or not STANDS.search(text):
        return None
    language = " ".join(
        word if word in ("plain", "simple") else word.capitalize() for word in found["value"].lower().split()
    )
    return AnswerWish("language of answers", language, f"wants answers in {language}")


def name(text: str) -> AnswerWish | None:
    """ "Call me Belle", "don't call me Mira", "I go by Belle"."""
    if denied := _NOT_NAMED.match(text):
        return AnswerWish("name", denied["value"], f"does not want to be called {denied['value']}", wanted=False)
    if not (found := _NAME.match(text) or _GOES_BY.match(text)):
        return None
    name = found["value"][:1].upper() + found["value"][1:]
    return AnswerWish("name", name, f"wants to be called {name}")


def signature(text: str) -> AnswerWish | None:
    """ "Sign my mails with …"."""
    found = _SIGNATURE.match(text)
    return AnswerWish("signature", found["value"], f'signs with "{found["value"]}"') if found else None
