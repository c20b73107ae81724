"""How somebody wants to be answered: in which language, under which name, in which units, form, length and tone.

Of each of these one thing holds at a time: who wants answers in English no longer wants them in German.
"""

import re
from functools import lru_cache

from memorist.nodes.ingestion.answering.address import language, name, signature
from memorist.nodes.ingestion.answering.conduct import conduct
from memorist.nodes.ingestion.answering.manner import emojis, form, length, spared, tone
from memorist.nodes.ingestion.answering.measures import clock, dates, money, units
from memorist.nodes.ingestion.answering.wish import AnswerWish
from memorist.nodes.ingestion.vocabulary import phrases_of
from memorist.nodes.language.words import said_words

_CUES = frozenset(
    """
    call calling address go metric imperial cups grams ounces pounds kilo kilos spoons milliliters millilitres
    celsius fahrenheit centigrade kelvin miles km kilometers kilometres dates hour hours h pm prices costs money
    sums currency currencies bullet bullets paragraphs paragraph sentences sentence lines line words prose text
    tables lists headings headers bold markdown short shorter brief briefly concise concisely crisp detail
    detailed thorough long longer length point emojis emoji emoticons smileys smiley smilies small smalltalk
    pleasantries compliments praise flattery apologies disclaimers caveats filler fluff intro intros
    introductions introduction preamble preambles summary summaries questions exclamation comments jargon
    buzzwords dashes jokes puns idioms formal informal casual direct blunt honest friendly polite serious
    playful funny critical encouraging patient chatty technical neutral enthusiastic relaxed strict gentle
    apologetic flattering salesy robotic sign signature end
    apologise apologize apologising apologizing sugarcoat sugarcoating sugar hedge hedging restate restating
    repeat repeating rephrase rephrasing flatter lecture lecturing patronize patronise moralize asking suggest
    suggesting recommend recommending offering proposing inventing guess guessing making make start ending beginning
    invent instead rather explain cite push assume unsure sure say tell warn flag admit first pronouns they
    """.split()
) | {word for language in phrases_of("spoken languages") for word in language.split()}
"""One of these is in every such wish; cheap to look for."""


_KINDS = (language, name, units, dates, clock, money, form, length, emojis, tone, spared, signature, conduct)


@lru_cache(maxsize=1024)
def answer_wish(text: str) -> AnswerWish | None:
    """The wish that a text is, if it is nothing else; "write the docs in German" is none, it speaks of documents."""
    if _CUES.isdisjoint(said_words(text)):
        return None
    return next((wish for kind in _KINDS if (wish := kind(text))), None)


_FOR_NOW = re.compile(
    r"[\s,]*\b(?:for\s)?(?P<when>today|tonight|this\s(?:morning|afternoon|evening|week|wk|sprint|month)|the\srest\sof\sthe\s(?:day|week))\b",
    re.IGNORECASE,
)
"""Short answers today please: said of some answers to come, and not of all."""


def wish_for_now(text: str) -> tuple[AnswerWish, str] | None:
    """The wish that a text is for a time that passes, and that time in words; null where it is for good, or none."""
    if _CUES.isdisjoint(said_words(text)) or len(times := [*_FOR_NOW.finditer(text)]) != 1:
        return None
    wish = answer_wish(f"{text[: times[0].start()]}{text[times[0].end() :]}".strip(" ,"))
    return (wish, times[0]["when"]) if wish else None


_UNDER_CONDITION = re.compile(r"\W*(?:when(?:ever)?|if|while)\b", re.IGNORECASE)
_JOINT = re.compile(
    r"(?:[,;](?:\s+(?:so|and|but))?|\s+(?:so|and|but|&)|[!:–—-]|[\U0001F300-\U0001FAFF☀-➿]+)\s+|(?<=\btoday)\s+(?=(?:i|we)['’\s])",
    re.IGNORECASE,
)


LONGEST_WISH = 500
"""In characters: of a very long line each half would be looked at as often as it has joints."""


def is_wish(text: str) -> bool:
    """Whether a text says how answers are wanted, for good or for now."""
    return len(text) <= LONGEST_WISH and (answer_wish(text) is not None or wish_for_now(text) is not None)


def split_at_wish(sentence: str) -> tuple[str, str] | None:
    """The halves of a sentence of which one is such a wish: "I have a kitchen scale now, so give me grams"."""
    if _CUES.isdisjoint(said_words(sentence)) or _UNDER_CONDITION.match(sentence) or answer_wish(sentence):
        return None
    for joint in _JOINT.finditer(sentence):
        left, right = sentence[: joint.start()].strip(" ,;"), sentence[joint.end() :].strip()
        if left.count(" ") and (is_wish(right) or (right.count(" ") and is_wish(left))):
            return left, right
    return None
