"""In which form, at what length and in what tone somebody wants his answers, and what he wants to be spared."""

import re

from memorist.nodes.ingestion.answering.wish import (
    ANSWERS,
    END,
    IN_ANSWERS,
    IS_FINE,
    LASTS,
    LEAD,
    NO,
    STANDS,
    TO_ME,
    AnswerWish,
)

_FORMS = (
    r"bullets|bullet\spoints|bullet\slists|plain\sparagraphs|full\ssentences|flowing\stext|prose|plain\stext|tables|numbered\slists|"
    r"headings|headers|bold(?:\stext)?|markdown"
)
_FORM = re.compile(
    rf"^{LEAD}(?:(?:answer|reply|respond|write|format|give|use|put|keep|do){TO_ME}(?:\s(?:me|it|them|your\s{ANSWERS}|{ANSWERS}|everything))*\s(?:in\s|as\s|with\s|into\s)?|"
    rf"(?:i(?:['’]d|\swould)?\s(?:want|like|prefer|need)\s)(?:(?:your\s)?{ANSWERS}\s(?:in|as|with)\s)?|(?:your\s)?{ANSWERS}\s(?:in|as)\s|)"
    rf"(?P<value>{_FORMS})(?:\s(?:over|instead\sof|rather\sthan)\s(?:[\w-]+\s?){{1,3}}?)?{END}",
    re.IGNORECASE,
)
_NO_FORM = re.compile(rf"^{LEAD}{NO}\s(?P<value>{_FORMS}){IN_ANSWERS}{END}", re.IGNORECASE)
_HOW_LONG = (
    r"(?:very\s|really\s|more\s|nice\sand\s|super\s)?(?:short|brief|concise|crisp|detailed|thorough|long|longer|shorter|"
    r"to\sthe\spoint)"
)
_FEW = r"(?:an?|one|two|three|four|five|\d)"
_COUNT = rf"{_FEW}(?:\s?(?:or|to|-|–)\s?{_FEW})?\s(?:short\s)?(?:sentences?|lines?|paragraphs?|bullets|words)"
_LENGTH = re.compile(
    rf"^{LEAD}(?:(?:keep|make)\s(?:your\s|the\s|all\s)*{ANSWERS}\s(?P<kept>{_HOW_LONG})|"
    rf"(?:give\s(?:me|us)\s|i(?:['’]d|\swould)?\s(?:want|like|prefer|need)\s|)(?P<given>{_HOW_LONG})\s{ANSWERS}|"
    rf"(?:answer|reply|respond)(?:\s(?:to\s)?(?:me|us))?\s(?P<how>briefly|concisely|short(?:ly)?|at\slength|in\sdetail)(?:,\s(?:max(?:imum|\.)?|at\smost)\s{_COUNT})?|"
    rf"(?:be|keep\sit|keep\sthings)\s(?P<be>{_HOW_LONG})|"
    rf"(?:(?:keep\s(?:(?:your\s|the\s)?{ANSWERS}|it|them)|answer|reply|respond)\s(?:in|to|under|within|with)\s|(?:never\s|not\s|no\s)(?:(?:answer|reply|write)\s(?:in\s)?)?(?=more\sthan\s)|max(?:imum|\.)?\s)"
    rf"(?P<count>(?:at\smost\s|max(?:imum|\.)?\s|under\s|less\sthan\s|more\sthan\s|no\smore\sthan\s)?{_COUNT})(?:\sat\smost|\smax)?(?:\s(?:per|an|each)\s{ANSWERS})?)"
    rf"{IN_ANSWERS}{END}",
    re.IGNORECASE,
)
_EMOJIS = r"(?:emojis?|emoticons|smileys?|smilies)"
_NO_EMOJIS = re.compile(rf"^{LEAD}{NO}\s{_EMOJIS}{IN_ANSWERS}{END}", re.IGNORECASE)
_EMOJIS_AGAIN = re.compile(
    rf"^{LEAD}(?:(?:feel\sfree\sto\s)?use\s(?:more\s|some\s)?{_EMOJIS}{IN_ANSWERS}|(?:i\s(?:(?:really|do|actually)\s)*(?:like|love|want|miss)\s)(?:the\s|your\s)*{_EMOJIS}{IN_ANSWERS}|"
    rf"{_EMOJIS}{IN_ANSWERS}\s{IS_FINE}){END}",
    re.IGNORECASE,
)
_TONES = (
    r"(?:formal|informal|casual|direct|blunt|honest|friendly|polite|serious|playful|funny|critical|encouraging|patient|chatty|technical|neutral|"
    r"enthusiastic|relaxed|strict|gentle|apologetic|flattering|salesy|robotic)"
)
_TONE = re.compile(
    rf"^{LEAD}(?:(?P<no>(?:don['’]?t|do\snot|stop)\s(?:be(?:ing)?|sound(?:ing)?)\s(?:so\s|too\s|that\s)?)|(?:be|sound|stay)\s(?:a\s(?:bit|little)\s)?)"
    rf"(?P<value>(?:more\s|less\s|very\s|really\s|brutally\s)?{_TONES}(?:\sand\s{_TONES})?)(?:\swhen\syou\s(?:answer|talk|write)\b.*)?{END}",
    re.IGNORECASE,
)
_SPARED = re.compile(
    rf"^{LEAD}{NO}\s(?P<value>(?:(?:small\s?talk|pleasantries|compliments|praise|flattery|apologies|disclaimers|caveats|filler|fluff|intros?|introductions?|preambles?|"
    r"summar(?:y|ies)\sat\sthe\send|follow-?up\squestions|exclamation\s(?:marks|points)|code\scomments|comments\sin\s(?:the\s|your\s)?code|jargon|buzzwords|"
    rf"em\s?-?dashes|jokes|puns|idioms)(?:\s(?:or|and)\s)?)+){IN_ANSWERS}{END}",
    re.IGNORECASE,
)
"""What nobody but an assistant would be asked to leave out."""
_AT_LENGTH = {
    "briefly": "brief",
    "concisely": "concise",
    "short": "short",
    "shortly": "short",
    "at length": "long",
    "in detail": "detailed",
}


def form(text: str) -> AnswerWish | None:
    """As bullets, tables, prose; or not so."""
    if denied := _NO_FORM.match(text):
        value = denied["value"].lower()
        return AnswerWish("form of answers", value, f"wants no {value} in answers", wanted=False)
    if not (found := _FORM.match(text)) or not STANDS.search(text):
        return None
    return AnswerWish("form of answers", found["value"].lower(), f"wants answers as {found['value'].lower()}")


def length(text: str) -> AnswerWish | None:
    """Short, detailed, in two sentences. "Keep it short" alone is said of one answer."""
    if not (found := _LENGTH.match(text)) or (found["be"] and not LASTS.search(text)):
        return None
    if found["count"]:
        count = re.sub(r"^(?:max(?:imum|\.)?|more\sthan|no\smore\sthan)\s", "at most ", found["count"].lower())
        return AnswerWish("length of answers", count, f"wants answers of {count}")
    said = (found["kept"] or found["given"] or found["be"] or found["how"]).lower()
    value = _AT_LENGTH.get(said, said)
    return AnswerWish("length of answers", value, f"wants {value} answers")


def emojis(text: str) -> AnswerWish | None:
    """With them or without."""
    if _NO_EMOJIS.match(text):
        return AnswerWish("emojis", "emojis", "wants no emojis in answers", wanted=False)
    if _EMOJIS_AGAIN.match(text):
        return AnswerWish("emojis", "emojis", "is fine with emojis in answers")
    return None


def tone(text: str) -> AnswerWish | None:
    """Formal, direct, less chatty; said for all answers, since a text may be meant otherwise."""
    if not (found := _TONE.match(text)) or not (found["no"] or LASTS.search(text)):
        return None
    value = found["value"].lower()
    if found["no"]:
        return AnswerWish("tone of answers", value, f"does not want answers to be {value}", wanted=False)
    return AnswerWish("tone of answers", value, f"wants answers to be {value}")


def spared(text: str) -> AnswerWish | None:
    """Small talk, disclaimers, comments in code: each by itself."""
    if not (found := _SPARED.match(text)):
        return None
    value = found["value"].strip().lower()
    return AnswerWish(value, value, f"wants no {value} in answers", wanted=False)
