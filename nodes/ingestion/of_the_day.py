"""Remarks of one day in a longer message: "standup was the usual", "lunch was great btw", "my head hurts".

They say how a day went, not how things are. Every part of such a clause has to be one; whatever broke, was lost or was
missed is an incident and stays.
"""

import re

from memorist.nodes.ingestion.moment import is_of_the_moment
from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.small_talk import is_small_talk
from memorist.nodes.ingestion.tasks import is_request
from memorist.nodes.language.calendar_words import WEEKDAY
from memorist.nodes.language.names import find_names
from memorist.nodes.language.words import said_words

_LEAD = (
    r"^\W*(?:(?:ok(?:ay)?|so|and|but|then|well|yes|yeah|hm+|oh|ah|ugh|phew|puh|anyway|also|btw|what\sa\sday|"
    r"morning)\W+)*"
)
_TIME = rf"(?:today|yesterday|tonight|{WEEKDAY}|last\s(?:night|week)|this\s(?:morning|afternoon|evening|week))"
_END = (
    r"(?:\s(?:again|today|yesterday|now|though|btw|tbh|there|here|too|already|at\sleast|this\s(?:morning|week)|lol|haha|as\s(?:usual|always)|"
    r"to\sbe\shonest|for\sonce|in\sthe\send))*\W*$"
)
_EVENT = (
    r"(?:stand-?up|daily|meetings?|calls?|retro|sync|day|morning|afternoon|evening|week|weekend|night|lunch|dinner|breakfast|coffee|class|lesson|"
    r"training|practice|traffic|weather|commute|flight|trip|drive|ride|shift|workshop|party|concert|film|movie|sleep|food|train|rest)"
)
_HOW = (
    r"(?:(?:so|really|pretty|very|quite|a\sbit|just|super|kind\sof|kinda|rather|way\stoo|too)\s)*"
    r"(?:the\susual|ok(?:ay)?|fine|good|great|nice|lovely|long|short|boring|quiet|busy|hectic|uneventful|nothing\sspecial|alright|meh|so-?so|rough|tough|"
    r"exhausting|intense|chaotic|crazy|chill|relaxed|fun|delicious|awful|terrible|horrible|bad|hot|cold|early|late|tiring|a\s(?:blur|mess|marathon|lot|joy|pain))"
)
_WENT = looks_like(
    rf"{_LEAD}(?:(?:the|my|our|today['’]?s|yesterday['’]?s|this)\s)?(?:{_EVENT}|{_TIME})(?:\s{_TIME})?\s(?:was|were|went|has\sbeen)\s{_HOW}{_END}"
    rf"|{_LEAD}(?:most|all|everything|it|that|the\srest|some)(?:\sof\s(?:it|that|them))?\swent\s(?:(?:pretty|quite|really|very)\s)?(?:ok(?:ay)?|well|fine|good|great|smoothly|as\splanned){_END}"
    rf"|{_LEAD}(?:[\w'’]+\s){{0,2}}{_EVENT}\sis\s(?:finally\s|now\s)?(?:done|over|finished|behind\s(?:me|us)){_END}"
)
_NOTHING = looks_like(
    rf"{_LEAD}(?:there['’]?s\s|there\s(?:is|was)\s)?(?:nothing|not\smuch)\s(?:new|special|interesting|exciting|to\s(?:report|say|add|tell|see))(?:\sabout\s(?:it|that))?{_END}"
    rf"|{_LEAD}(?:the\susual|same\sold(?:\s(?:story|same\sold))?|business\sas\susual|whatever|not\s(?:your|my)\sfault){_END}"
)
_SORRY = looks_like(
    rf"{_LEAD}sorry\s(?:that\s|because\s|if\s)?(?:i\s(?:did\snot|didn['’]?t|could\snot|couldn['’]?t|forgot\sto|never)\s(?:answer|reply|respond|write|call|come)(?:\s(?:back|earlier|sooner|you|yesterday|in\stime))*"
    rf"|for\s(?:the\s|my\s)?(?:late\s(?:reply|answer)|delay|silence|wait|long\s(?:message|text|mail)|wall\sof\stext|rant|mess|noise|not\s(?:answering|replying|writing)(?:\s\w+)?))\s?{_END}"
)
_BODY = looks_like(
    rf"{_LEAD}(?:my\s(?:head|back|neck|feet|legs?|eyes?|brain|throat|stomach)\s(?:hurts?|aches?|is\s(?:killing\sme|spinning))"
    rf"|i\s(?:need|have|want)\s(?:to\s)?(?:(?:sit|lie)\sdown|an?\s(?:coffee|break|nap|drink|beer|holiday|vacation|rest|tea)|some\s(?:coffee|sleep|rest|air)|sleep|rest)"
    rf"|i(?:['’]?ll|\swill|['’]m|\sam)\s(?:be\s)?(?:on|in)\s(?:the|a)\s(?:train|bus|plane|road|car|tram|way\shome|meeting|call)(?:\s(?:then|tomorrow|all\s(?:day|morning)|anyway))*){_END}"
)
_AROUND = looks_like(
    rf"{_LEAD}(?:(?:first\s|then\s|after\sthat\s)*(?:(?:lunch|dinner|coffee|tea|meetings?|calls?|e?mails|gym|home|bed|nap|more|another|again|some|first)\s?)+"
    rf"|(?:rain|sun|sunshine|snow|wind|fog)(?:\sall\s(?:day|morning|night|week|weekend|afternoon))?"
    rf"|(?:{_TIME}\s)?(?:we|they)\s(?:lost|won|drew)\s\d{{1,2}}\s?[:–-]\s?\d{{1,2}}"
    rf"|there['’]?s\san?\s(?:new\s)?(?:[a-z]+\s){{0,2}}(?:place|caf[eé]|restaurant|bakery|bar|pub|shop)\s(?:(?:a)?round\sthe\scorner|nearby|next\sdoor|down\sthe\s(?:street|road))){_END}"
)
_TRIED = looks_like(
    rf"{_LEAD}i\s(?:(?:also|just|already|quickly|even)\s)*(?:(?:tried|tested|used|read|checked)\s(?:that|the|your|this)\s(?:[\w-]+\s){{1,3}}?(?:that\s)?you\s(?:suggested|proposed|gave\sme|sent|made|wrote|mentioned|recommended)"
    rf"|(?:had|took)\sa\s(?:quick\s)?look\sat\syour\s(?:draft|text|answer|version|suggestion|reply|sketch|list|table|code|proposal)){_END}"
    rf"|{_LEAD}(?:it\s|they\s)?(?:looks?|reads?|feels?|works?|sounds?)\s(?:(?:a\sbit|kind\sof|kinda|pretty|really|rather|so)\s)*(?:meh|ok(?:ay)?|fine|good|great|nice|odd|weird|off|better|worse|cool){_END}"
)
_MOOD = looks_like(
    rf"{_LEAD}(?:the\s|my\s|our\s)?[\w'’-]+\s(?:was|is|seemed|came)\s(?:(?:really|so|very)\s)*(?:in\s(?:a|such\sa)\s(?:\w+\s)?mood|grumpy|moody|cranky|grouchy)(?:\s(?:again|today|yesterday|this\smorning|lol|haha))*\W*$"
)
_USUAL = re.compile(r",\s(?:the\susual|same\sold(?:\sstory)?|nothing\snew)(?:\sthere|\sreally)?\W*$", re.IGNORECASE)
_COMPLAINED = re.compile(
    r"\b(?:complained|moaned|argued|talked|chatted|asked|joked|laughed|gossiped|whined)\b", re.IGNORECASE
)
_LASTING = re.compile(
    r"\b(?:always|never|every|each|must|deadline|client|customers?|because|since|until|till|allergic|prod|production|moved|cancel\w*|"
    r"postponed|(?<!sit\s)(?<!lie\s)down|broke\w*|lost\s(?!\d)|missed|fail\w*|decided|agreed|from\snow\son)\b|[#@]\w|\d{3,}",
    re.IGNORECASE,
)
_SHAPES = (_WENT, _NOTHING, _SORRY, _BODY, _AROUND, _TRIED)
_APART = re.compile(r"[,;]\s+(?:(?:and|but|so|then)\s)?|\s+[-–—]+\s+|\s\.\.+\s")
_CUE = frozenset(
    "was were went been done over nothing much usual old whatever fault sorry my need train bus plane lunch "
    "dinner coffee meeting meetings call calls rain won lost drew tried tested look looks work works read reads "
    "mood grumpy there".split()
)
"""One of these is in every remark; cheap to look for."""
_LONGEST = 18
"""In words."""


def is_of_the_day(clause: str) -> bool:
    """Whether a clause only remarks how a day went: "yesterday was long, sorry that I didn't answer"."""
    if len(clause.split()) > _LONGEST or _CUE.isdisjoint(said_words(clause)) or _LASTING.search(clause):
        return False
    parts = [part for part in _APART.split(clause) if part.strip()]
    if len(parts) < 6 and all(_remarks(part) for part in parts) and any(_of_the_day(part) for part in parts):
        return True
    return bool(_USUAL.search(clause) and _COMPLAINED.search(clause))


def _of_the_day(part: str) -> bool:
    if _MOOD(part):
        return True
    return any(shape(part) for shape in _SHAPES) and not any(m.kind != "entity:practice" for m in find_names(part))


def _remarks(part: str) -> bool:
    return _of_the_day(part) or is_small_talk(part) or is_of_the_moment(part) or is_request(part)
