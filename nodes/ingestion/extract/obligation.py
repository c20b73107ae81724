"""What somebody still has to do once, told apart from what is always done: "remind me to renew the insurance"."""

import re
from datetime import datetime
from typing import NamedTuple

from hypomnema.nodes.ingestion.extract.imperatives import VERB
from hypomnema.nodes.ingestion.extract.times import DATE, date_in, moment_of

_LEAD = (
    r"^\W*(?:(?:and|but|so|oh|ok|okay|also|then|plus|please|pls|hey|btw|ugh|well|by\sthe\sway|"
    r"reminder)\b[\s,:]*)*"
)
_WHO = (
    r"(?P<who>i|we|the\steam|[\w-]+\sand\sfamily|(?-i:(?!(?:The|This|That|It|He|She|They|You|Every\w*|Each|All|No\w*|"
    r"There|What|Who)\b)[A-Z][a-z]+))"
)
REMIND = re.compile(
    rf"{_LEAD}(?:(?:can|could|would|will)\syou\s(?:please\s)?)?(?:"
    r"remind\sme(?:\s(?!what|how|why|who|when|which|where)[\w-]+){0,4}?\s(?:that\s(?:i|we)\s(?:still\s)?(?:have|need)\s)?to|"
    r"(?:do\snot|don['’]?t)\slet\s(?:me|us)\sforget\sto|(?:i|we)\s(?:must\snot|mustn['’]?t|can['’]?t|should\snot|shouldn['’]?t)\sforget\sto|"
    rf"(?:note\s)?to\sself[:,](?=\s{VERB})|(?:my\s)?to-?\s?dos?\s?(?:for\s(?:me|us|today|tomorrow|this\sweek)\s?)?[:–-]|(?:still\s)?on\s(?:my|our)\s(?:to-?\s?do\s)?list(?:\sis)?\s?(?::|to\b)|"
    r"(?:add|put)\s(?:it\s)?(?:to|on)\s(?:my|our)\s(?:to-?\s?do\s)?list:|"
    r"what\s(?:i|we)\sstill\s(?:have|need)\sto\sdo(?:\sis)?\s?:?|\[\s\])\s*(?P<act>(?!(?:new|more|some|the|an?|my|our|two)\b)[a-z][\w-]*\s.+)$",
    re.IGNORECASE,
)
"""Who says so means one act of his own, whatever its verb."""
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
    rf",?\s+(?:(?:by|before|on|until|till|due|at\sthe\slatest|no\slater\sthan)\s(?:the\s)?)?(?:the\s)?(?P<when>{DATE}|tonight|today)(?:\sat\slatest)?\W*$",
    re.IGNORECASE,
)
_TODAY = re.compile(r"\b(?:today|tonight)\b", re.IGNORECASE)
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
    moment = moment_of(named, at, ahead=True, end=True) if named else None
    return moment.date().isoformat() if moment else None


def is_reminder(text: str) -> bool:
    """Whether it is said outright that something is to be done, or that it is: what is asked for again is none."""
    found = REMIND.match(text)
    return (found is not None and _is_meant_once(found)) or bool(TICKED.match(text))


def _is_meant_once(found: re.Match[str]) -> bool:
    return not (_RECURS.search(found.string) or _IN_A_MOMENT.search(found.string) or "?" in found["act"])


def obligation(text: str, at: datetime) -> Obligation | None:
    """What somebody still has to do once; null for rules, for how things are, and for everything else."""
    text = text.strip().rstrip(".!")
    if found := REMIND.match(text):
        return _made("i", found["act"], due_of(text, at)) if _is_meant_once(found) else None
    found = HAS_TO.match(text)
    if found is None or _RECURS.search(text) or _STATE.match(found["act"]):
        return None
    due, who = due_of(text, at), found["who"].casefold()
    if who != "i" and not _ONE_THING.search(_DUE.sub("", found["act"])):
        return None
    said_so = due is not None or _STILL.search(text[: found.start("act")])
    ours = who in {"i", "we", "the team"} or who.endswith(OF_A_FAMILY)
    return _made(found["who"], found["act"], due) if said_so or (ours and _ERRAND.match(found["act"])) else None


def _made(who: str, act: str, due: str | None) -> Obligation:
    bare = _DUE.sub("", _PLEASE.sub("", act)).strip(" ,;:.!")
    return Obligation(who, bare if " " in bare else act.strip(), due)
