"""Replies that lean on what was said before: a corrected detail, a judgement without its subject."""

import re
from collections.abc import Iterator, Sequence

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.fillers import without_fillers
from memorist.nodes.ingestion.extract.main_thing import main_thing
from memorist.nodes.language.calendar_words import MONTH, ORDINAL_DAY, WEEKDAY, WEEKDAYS, WEEKDAYS_IN_SHORT
from memorist.nodes.language.names import find_names
from memorist.nodes.language.words import upper_first

CORRECTION = "Correction: "
"""What a sentence begins with that repeats another one with a detail put right."""
_LONGEST = 400
_SLOTS = tuple(
    re.compile(rf"(?<![\w-])(?:{shape})(?![\w-])", re.IGNORECASE)
    for shape in (
        f"{WEEKDAY}s?",
        rf"(?:{MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{MONTH})",
        ORDINAL_DAY,
        MONTH,
        r"\d{1,2}(?::\d\d)?\s?(?:am|pm)|\d{1,2}:\d\d|noon|midnight",
        r"\d+(?:[.,]\d+)?\s?%",
        r"[$€£]\s?\d[\d.,]*k?|\d[\d.,]*k?\s?(?:euros?|dollars?|pounds|eur|usd)",
        r"\d[\d.,]*\s?(?:h|hrs?|secs?|mins?)|\d[\d.,]*\s(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|gb|mb|kb|tb|ms|users?|people|requests?|items?|retries|replicas?)",
        r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s(?:times|days|weeks|months|years|hours|minutes|people|retries|replicas|attempts)",
        r"\d(?:[\d.,]*\d)?",
        r"(?:twice|once|three\stimes|daily|weekly|monthly|hourly)",
    )
)
"""Kinds of details, the more special first; a correction replaces one of its own kind."""

_CORRECTS = re.compile(
    r"^\W*(?:(?:so|and|but|well|ok)\s)?(?:(?P<cue>no|nope|nah|wait|oh\swait|sorry|oops|whoops|argh|gah|ugh|ah|oh|hmm|correction|my\s(?:bad|mistake)|actually|almost|close|not\squite|make\s(?:that|it)|"
    r"i\smeant?|i\smean|scratch\sthat|typo)\b[\s,:;.!–—-]*)*"
    r"(?P<it>(?:make\s(?:that|it)|it['’]?s|it\sis|that['’]?s|that\sis|i\smeant?|should\sbe|it\sshould\sbe|rather)\s)?(?:on\s|at\s|in\s|the\s)?",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"(?P<mark>\s*(?:,\s*)?(?:actually|sorry|i\smeant?|i\smean|not\s[^,.;]{1,30}|instead|rather|now|then|please|my\s(?:bad|mistake)))?"
    r"(?P<rest>\s*(?:$|[.,;!–—(-].*|\bbecause\b.*|\bsince\b.*))$",
    re.IGNORECASE | re.DOTALL,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_ACKNOWLEDGED = re.compile(
    r"^(?:(?:got\sit|ok(?:ay)?|noted|sure|understood|right|great|perfect|alright|thanks|so|i(?:['’]ve|\shave)?\s(?:noted|remembered|saved|"
    r"recorded|stored|written\sdown)(?:\sthat)?|i(?:['’]ll|\swill)\s(?:remember|note|keep\sin\smind)(?:\sthat)?|you\ssaid(?:\sthat)?|to\s(?:confirm|recap|summari[sz]e))"
    r"[\s,:.!–—-]*)+",
    re.IGNORECASE,
)


_NONE_OF_IT = re.compile(r"\W*(?:(?:no|nope|nah)\W+)*(?:no|nope|nah)\s+", re.IGNORECASE)
"""No DuckDB please: nothing is corrected, it is not wanted."""
_ADVICE = re.compile(
    r"\b(?:would|could|might|should|may|suggest|recommend|consider|i['’]d|you\scan|let\sme|i\scan)\b", re.IGNORECASE
)
"""What an assistant proposes states nothing that could be put right."""


def corrected(answer: str, before: Sequence[Utterance]) -> str | None:
    """What was said last with one detail put right; null when the answer corrects no detail.

    "the freeze is on Wednesday" "Thursday actually, Wednesday is the dry run" → "the freeze is on Thursday. Wednesday
    is the dry run".
    """
    opened = _CORRECTS.match(answer)
    start = opened.end() if opened else 0
    for shape in _SLOTS:
        if not (detail := shape.match(answer, start)) or not (tail := _AFTER.match(answer, detail.end())):
            continue
        if not (tail["mark"] or (opened and (opened["cue"] or opened["it"]))):
            return None
        rest = (tail["rest"] or "").strip(" ,.;!–—-()")
        wrong = re.match(r"\s*,?\s*not\s(?P<old>.+)$", tail["mark"] or "", re.IGNORECASE)
        for said in _statements(before):
            places = [m for m in shape.finditer(said) if m.group().casefold() != detail.group().casefold()]
            if wrong and len(places) > 1:
                places = [m for m in places if m.group().casefold() in wrong["old"].casefold()]
            if len(places) > 1:
                places = [m for m in places if _size(m.group()) == _size(detail.group())]
            if len(places) == 1:
                told = (
                    _front(said[: places[0].start()], detail.group())
                    + _cased(detail.group(), places[0].group())
                    + said[places[0].end() :]
                )
                return f"{CORRECTION}{without_fillers(told).rstrip('.!')}. {_began(rest)}".strip()
        return None
    if told := _instead(answer, before):
        return told
    return _other_name(answer, start, before) if opened and opened["cue"] else None


_WORDS = r"(?:(?:the|an?|on|in|at|from|to|with|by|every)\s)?[\w][\w'’.+#-]*(?:\s[\w'’.+#-]+){0,2}?"
_NOT_THAT = re.compile(
    rf"^\W*(?:(?:no|nope|sorry|oh|wait|actually|wrong)\W+)*(?:not\s(?P<old>{_WORDS}),?\s(?:but\s)?(?P<new>{_WORDS})|"
    rf"(?:it['’]?s\s|it\sis\s)?(?P<new2>{_WORDS}),\s(?:and\s)?not\s(?P<old2>{_WORDS}))(?P<rest>\s*(?:$|[.!;]\s.*|[.!]$))",
    re.IGNORECASE | re.DOTALL,
)
_PREPOSITION = re.compile(r"^(?:the|an?|on|in|at|from|to|with|by|every)\s", re.IGNORECASE)


_OF_YOU = re.compile(r"\byou(?:r|['’]\w+)?\b", re.IGNORECASE)


def _instead(answer: str, before: Sequence[Utterance]) -> str | None:
    """ "Zig, not Rust" puts "written in Rust" right, when that was said once."""
    if not (found := _NOT_THAT.match(answer)):
        return None
    old, new = (_PREPOSITION.sub("", (found[name] or found[f"{name}2"]).strip()) for name in ("old", "new"))
    shape = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])", re.IGNORECASE)
    for said in _statements(before):
        places = list(shape.finditer(said)) if not _OF_YOU.search(said) else []
        if len(places) == 1 and new.casefold() not in said.casefold():
            place = places[0]
            told = said[: place.start()] + _cased(new, place.group()) + said[place.end() :]
            return f"{CORRECTION}{without_fillers(told).rstrip('.!')}. {_began(found['rest'].strip(' .;!'))}".strip()
    return None


_DAY = re.compile(ORDINAL_DAY, re.IGNORECASE)
_ITS_WEEKDAY = re.compile(rf"\b(?:{'|'.join((*WEEKDAYS, *WEEKDAYS_IN_SHORT))})[\s,]+(?=(?:the\s)?$)", re.IGNORECASE)


def _front(said: str, detail: str) -> str:
    """What stands before a detail; the weekday of another date goes with it."""
    return _ITS_WEEKDAY.sub("", said) if _DAY.fullmatch(detail) else said


def _size(detail: str) -> int:
    """How many digits a detail has: of "1600 and 3 rooms" 1800 puts the first right."""
    return sum(character.isdigit() for character in detail)


_PIECE = re.compile(r"[.;!]\s")


def puts_right(told: str, before: str) -> bool:
    """Whether two sentences are the same but for one detail of one kind: "due on Monday", "due on Thursday"."""
    new, old = _PIECE.split(told)[0].rstrip(".!").split(), before.rstrip(".!").split()
    shortest = min(len(new), len(old))
    start = next((at for at in range(shortest) if new[at].casefold() != old[at].casefold()), shortest)
    end = next((at for at in range(shortest - start) if new[-1 - at].casefold() != old[-1 - at].casefold()), 0)
    here, there = (" ".join(words[start : len(words) - end]).strip(",;:") for words in (new, old))
    return start + end > 1 and any(shape.fullmatch(here) and shape.fullmatch(there) for shape in _SLOTS)


def _other_name(answer: str, start: int, before: Sequence[Utterance]) -> str | None:
    """The name that was meant, in the place of the only one of its kind that was said: "sorry, I meant Grafana"."""
    meant = next((m for m in find_names(answer) if m.start == start and m.field != "file"), None)
    if meant is None or _NONE_OF_IT.fullmatch(answer, 0, start) or not (tail := _AFTER.match(answer, meant.end)):
        return None
    for said in _statements(before):
        places = [m for m in find_names(said) if _kind(m.kind) == _kind(meant.kind) and m.field != "file"]
        if len(places) == 1 and places[0].canonical != meant.canonical:
            told = said[: places[0].start] + meant.canonical + said[places[0].end :]
            return f"{CORRECTION}{told.rstrip('.!')}. {_began((tail['rest'] or '').strip(' ,.;!–—-()'))}".strip()
    return None


def _kind(kind: str) -> str:
    """A name is that of a technology, or of somebody or something else: people are not always known as people."""
    return kind if kind == "entity:technology" else "name"


def corrected_within(message: str, before: Sequence[Utterance]) -> str | None:
    """The same of a message that comes to it later: "he says people forget it again. actually no, 24h"."""
    for stop in list(_SENTENCE.finditer(message))[:_MOST_SENTENCES]:
        rest = message[stop.end() :]
        opened = _CORRECTS.match(rest)
        if opened and opened["cue"] and (told := corrected(rest, before)):
            return f"{message[: stop.end()]}{told}"
    return None


_MOST_SENTENCES = 6


def _statements(before: Sequence[Utterance]) -> Iterator[str]:
    """Sentences said before, the last first, an assistant's own ones in the end; questions state nothing."""
    last = list(before)[:-4:-1]
    for utterance in sorted(last, key=lambda u: u.role == "assistant" and not _ACKNOWLEDGED.match(u.content)):
        for sentence in reversed(_SENTENCE.split(utterance.content[-_LONGEST:])):
            plain = _ACKNOWLEDGED.sub("", sentence.strip()) if utterance.role == "assistant" else sentence.strip()
            advice = utterance.role == "assistant" and _ADVICE.search(plain)
            if len(plain.split()) > 2 and not plain.endswith("?") and not advice:
                yield plain


def _cased(new: str, old: str) -> str:
    return new.capitalize() if old[:1].isupper() and new.islower() else new


def _began(text: str) -> str:
    text = re.sub(r"^(?:and|but|because)\s", "", text, flags=re.IGNORECASE)
    return upper_first(text)


_CHOOSES = re.compile(
    r"^(?:(?:ok|ya|yes|yeah|yep|hm+|right|so|then|let['’]s\s(?:do|take|go\swith))[\s,]+)*(?P<what>\.?[\w.+#-]*\w)\s(?:it\sis|then)(?=$|[.,;!])",
    re.IGNORECASE,
)


def chosen(answer: str, before: Sequence[Utterance]) -> str | None:
    """What is chosen of two that the person asked about: "JSON or XML for the saves?" … "json then"."""
    if not (found := _CHOOSES.match(answer)):
        return None
    named = re.compile(rf"(?<![\w.]){re.escape(found['what'])}(?![\w])", re.IGNORECASE)
    for utterance in list(before)[:-4:-1]:
        for sentence in _SENTENCE.split(utterance.content[-_LONGEST:]) if utterance.role == "user" else ():
            if sentence.endswith("?") and " or " in sentence and named.search(sentence) and '"' not in sentence:
                return f'Asked "{sentence.rstrip("?").strip()}": {found["what"]}{answer[found.end() :]}'
    return None


_HOW_IS_IT = re.compile(
    r"\bhow(?:['’]s|\s(?:is|are|was|were|did|does|do|has))\s(?:it|that|this|they|things|everything|the\s\w+(?:\s\w+)?|[A-Z]\w+)\b[^?]*\?\s*$|"
    r"\bwhat\s(?:do|did)\syou\sthink(?:\s(?:of|about)\s[^?]+)?\?\s*$|\b(?:any|happy|satisfied)\s[^?]*\?\s*$",
    re.IGNORECASE,
)
_JUDGES = re.compile(
    r"^(?:(?:so|much|way|pretty|really|quite|very|far|a\slot|a\sbit|too|not|still|actually|surprisingly|honestly)[\s,]+)*"
    r"(?:less|more|better|worse|slower|faster|easier|harder|cheaper|slow|fast|flaky|stable|reliable|buggy|great|good|bad|fine|solid|terrible|"
    r"painful|smooth|rough|nice|clunky|simple|expensive|quicker|nicer|smoother|safer)\b(?=.*\b(?:than|but|because|since|except|on|for|with|under|at|in)\b)",
    re.IGNORECASE,
)


def judged(answer: str, before: Sequence[Utterance]) -> str | None:
    """ "How is it going?" "less flaky than before" → "Maestro is less flaky than before", of what was spoken of."""
    if not before or not _HOW_IS_IT.search(before[-1].content) or not _JUDGES.match(answer):
        return None
    for utterance in list(before)[::-1]:
        if utterance.role == "user" and (thing := main_thing(utterance.content) or _name(utterance.content)):
            return f"{thing} is {answer}"
    return None


def _name(text: str) -> str | None:
    return next((m.canonical for m in find_names(text) if m.kind != "entity:person"), None)
