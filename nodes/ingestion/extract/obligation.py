"""What somebody still has to do once, told apart from what is always done: "remind me to renew the insurance"."""

import re
from datetime import datetime, timedelta
from typing import NamedTuple

from memorist.nodes.ingestion.extract.imperatives import INSTRUCTION, VERB
from memorist.nodes.ingestion.extract.times import date_in
from memorist.nodes.language.dates import DATE
from memorist.nodes.language.moments import moment_of
from memorist.nodes.language.seeking import Shape

_LEAD = (
    r"^\W*(?:(?:and|but|so|oh|ok|okay|also|then|plus|please|pls|hey|btw|ugh|well|by\sthe\sway|"
    r"reminder)\b[\s,:]*)*"
)
_WHO = (
    r"(?P<who>i|we|the\steam|[\w-]+\sand\sfamily|(?-i:(?!(?:The|This|That|It|He|She|They|You|Every\w*|Each|All|No\w*|"
    r"There|What|Who)\b)[A-Z][a-z]+))"
)
_CAN_YOU = r"(?:(?:can|could|would|will)\s(?:you|u)\s(?:please\s|pls\s)?)"
REMIND = re.compile(
    rf"{_LEAD}{_CAN_YOU}?(?:"
    r"remind\sme(?:\s(?!what|how|why|who|when|which|where)[\w-]+){0,4}?\s(?:that\s(?:i|we)\s(?:still\s)?(?:have|need)\s)?to\b|"
    r"(?:do\snot|don['’]?t)\slet\s(?:me|us)\sforget\sto|(?:i|we)\s(?:must\snot|mustn['’]?t|can['’]?t|should\snot|shouldn['’]?t)\sforget\sto|"
    rf"(?:note\s)?to\sself[:,](?=\s{VERB})|(?:my\s|our\s)?to-?\s?dos?(?:\slist)?\s?(?:(?:for\s(?:me|us)|(?:for\s)?(?:today|tomorrow|this\sweek))\s?)?[:–-]|(?:still\s)?on\s(?:my|our)\s(?:to-?\s?do\s)?list(?:\sis)?\s?(?::|to\b)|"
    r"what\s(?:i|we)\sstill\s(?:have|need)\sto\sdo(?:\sis)?\s?:?|\[\s\])\s*(?P<act>(?!(?:new|more|some|the|an?|my|our|two)\b)[a-z][\w-]*\s.+)$",
    re.IGNORECASE,
)
"""Who says so means one act of his own, whatever its verb."""
_LIST = r"(?P<kind>to-?\s?do\s|shopping\s|grocer(?:y|ies)\s)?list"
_NAMED = r"(?!it\b|this\b|that\b|an?\b)(?P<act>[^?:]+?)"
_LISTED = tuple(
    Shape(rf"{_LEAD}{_CAN_YOU}?{way}[\s.!]*(?:please|pls|plz|too|as\swell)?\W*$", re.IGNORECASE)
    for way in (
        rf"(?:add|put)\s(?:it\s|this\s)?(?:to|on)\s(?:my|our|the)\s{_LIST}\s?:\s*(?P<act>[^?]+)",
        rf"(?:add|put)\s{_NAMED}\s(?:to|on|onto)\s(?:my|our)\s{_LIST}",
        rf"put\s{_NAMED}\son\sthe\s(?P<kind>shopping\s|grocery\s)list",
    )
)
"""Add stamps to my shopping list: what is listed may be an act, or a thing."""
_ASKED = Shape(rf"{_LEAD}{_CAN_YOU}(?:remind|add|put)\b[^?]*\?\W*$", re.IGNORECASE)
"""Who asks for a reminder with a question mark asks for it all the same."""
TICKED = re.compile(r"^\W*\[x\]\s*(?P<act>[a-z][\w-]*\s.+)$", re.IGNORECASE)
HAS_TO = re.compile(
    rf"{_LEAD}{_WHO}(?:['’]ve)?\s(?P<still>(?:still|also|just|really)\s)*"
    r"(?:have\sto|has\sto|needs?\sto|must|gotta|got\sto)\s(?P<yet>still\s|also\s)?(?P<act>[a-z-]+\s.+)$",
    re.IGNORECASE,
)
_STILL = re.compile(r"\bstill\b", re.IGNORECASE)
_RECURS = re.compile(
    r"\b(?:always|never|every\w*|each|any|all|whenever|when|if|unless|once|except|daily|weekly|monthly|yearly|usually|"
    r"normally|often|manually|by\shand|until|from\snow\son|(?:before|after|while|when)\s(?:\w+ing|(?:an?|any|we|i|you)\b)|"
    r"without|instead|(?:mon|tues|wednes|thurs|fri|satur|sun)days|times)\b|\bper\s\w+",
    re.IGNORECASE,
)
"""What is done again and again, or under a condition, is a rule."""
_IN_A_MOMENT = re.compile(
    r"\bin\s(?:\w+\s){1,3}?(?:min(?:ute)?|hour|h|sec(?:ond)?|bit|moment|while)s?\b|\b(?:later|again|in\sa\ssec)\b",
    re.IGNORECASE,
)
"""An alarm clock is wanted, not a memory."""
_STATE = re.compile(
    r"(?:be|have|use|support|run|keep|live|work|deal|wait|rely|maintain|know|see|eat|take|drink|sleep|think|believe|understand|like|"
    r"get\s(?:used|better|up)|say|admit|look|do\swithout|go|stay|pay\s(?:for|attention)|cope|respect|follow|comply|ensure|avoid|log|"
    r"remember|learn|improve|stop|start|hurry|accept|share|carry|stick|make\ssure|forget|mention|ask\syou|tell\syou|correct)\b",
    re.IGNORECASE,
)
"""What goes on, or is said in passing, is nothing that is done one day."""
_ERRAND = re.compile(
    r"(?:paint|call|phone|ring|buy|renew|book|repair|return|order|pick\sup|cancel|replace|hire|sell|mow|install|finish|collect|"
    r"contact|invite|reserve|reschedule|arrange|organi[sz]e|prepare|pack|drop\soff|hand\sin|fill\s(?:in|out)|get\s.+\s(?:fixed|repaired|cleaned|checked|serviced|renewed|painted|replaced)|sign\sup\sfor|find)\b",
    re.IGNORECASE,
)
"""Acts that are done with once they are done."""
_ONE_THING = re.compile(r"\b(?:the|my|our|his|her|this|that|an?)\s\w|\b(?-i:[A-Z])[\w'’-]+", re.IGNORECASE)
_DUE = re.compile(
    rf",?\s+(?:(?:by|before|on|until|till|due|at\sthe\slatest|no\slater\sthan)\s(?:the\s)?)?(?:the\s|first\sthing\s)?(?P<when>{DATE}|tonight|today)(?:\sat\slatest)?\W*$",
    re.IGNORECASE,
)
_TODAY = re.compile(r"\b(?:today|tonight|this\s(?:morning|afternoon|evening))\b", re.IGNORECASE)
_PLEASE = re.compile(r"[\s,]+(?:please|pls|plz|too|as\swell|btw)\W*$", re.IGNORECASE)


OF_A_FAMILY = " and family"
"""Who is meant by "we" where somebody tells of his home."""


class Obligation(NamedTuple):
    """What is still to be done.

    Args:
        who: "i", "we" or a name, as it was said.
        act: what is to be done, without the day.
        due: the day by which it is to be done, as ``2026-11-27``.
    """

    who: str
    act: str
    due: str | None


def due_of(text: str, at: datetime) -> str | None:
    """The day that a text names for something to be done, seen from ``at``."""
    named = "today" if _TODAY.search(text) else date_in(text)
    last = named and moment_of(named, at, ahead=True, end=True)
    if not named or not last:
        return None
    if re.search(rf"\bbefore\s(?:the\s)?{re.escape(named)}", text):
        first = moment_of(named, at, ahead=True)
        if first and first.date() != last.date():
            last = first - timedelta(days=1)  # before March: in February
    return last.date().isoformat()


def is_reminder(text: str) -> bool:
    """Whether it is said outright that something is to be done, or that it is: what is asked for again is none.

    A list is one where its heading and an item make one: "todo:" above "buy stamps".
    """
    heading, *items = text.split("\n- ")
    if items:
        return all(is_reminder(below(heading, item)) for item in items)
    found = _said_outright(plainly(text))
    return (found is not None and _is_meant_once(found)) or bool(TICKED.match(text))


def below(heading: str, item: str) -> str:
    """An item of a list together with its heading: "todo: buy stamps"."""
    return f"{heading.strip().rstrip(':').strip()}: {item.strip()}"


def plainly(text: str) -> str:
    """The text; a reminder that was asked for, without its question mark."""
    return text.rstrip("?!. ") if _ASKED.match(text) else text


def _said_outright(text: str) -> re.Match[str] | None:
    """Where somebody says that he wants to be reminded of an ``act``, or has it put on a list."""
    return REMIND.match(text) or next(filter(None, (way.match(text) for way in _LISTED)), None)


def _is_meant_once(found: re.Match[str]) -> bool:
    return not (_RECURS.search(found.string) or _IN_A_MOMENT.search(found.string) or "?" in found.string)


def obligation(text: str, at: datetime) -> Obligation | None:
    """What somebody still has to do once; null for rules, for how things are, and for everything else."""
    text = plainly(text.strip()).rstrip(".!")
    if found := _said_outright(text):
        return _made("i", _act_of(found), due_of(text, at)) if _is_meant_once(found) else None
    found = HAS_TO.match(text)
    if found is None or _RECURS.search(text) or _STATE.match(found["act"]):
        return None
    due, who = due_of(text, at), found["who"].casefold()
    if who != "i" and not _ONE_THING.search(_DUE.sub("", found["act"])):
        return None
    said_so = due is not None or _STILL.search(text[: found.start("act")])
    ours = who in {"i", "we", "the team"} or who.endswith(OF_A_FAMILY)
    return _made(found["who"], found["act"], due) if said_so or (ours and _ERRAND.match(found["act"])) else None


def _act_of(found: re.Match[str]) -> str:
    """What is to be done: a thing on a shopping list is bought, another one seen to.

    Below "todo", "dentist appointment" is a thing, and "paint shed" is not.
    """
    act, listed = found["act"].strip(), found.re is not REMIND
    if any(begins.match(act) for begins in (INSTRUCTION, _ERRAND, _HAS_OBJECT)):
        return act
    if listed:
        buys = (found["kind"] or "")[:4].casefold() in {"shop", "groc"}
        return f"buy {act}" if buys else f"see to {act}"
    is_thing = _THING.search(_DUE.sub("", _PLEASE.sub("", act))) and not _TO.search(found.string[: found.start("act")])
    return f"see to {act}" if is_thing else act


_TO = re.compile(r"\bto\W*$", re.IGNORECASE)
_THING = re.compile(
    r"\b(?:appointments?|meetings?|calls?|check-?\s?ups?|visits?|part(?:y|ies)|renewals?|paperwork|applications?|tax(?:es)?|"
    r"bills?|reports?|homework|presentations?|slides|birthday|presents?|gifts?|service|deadline|interviews?)\W*$",
    re.IGNORECASE,
)
_HAS_OBJECT = re.compile(r"[a-z]+\s(?:the|my|our|an?|some|his|her|their|for|up|with)\s", re.IGNORECASE)
"""Water the plants."""


def _made(who: str, act: str, due: str | None) -> Obligation:
    bare = _PLEASE.sub("", act)
    bare = (_DUE.sub("", bare) if due else bare).strip(" ,;:.!")  # without a day, what looks like one is no day
    return Obligation(who, bare if " " in bare else act.strip(), due)
