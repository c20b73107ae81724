"""Whom and what "they" and "them" mean: a client, a group, an owner, or several things."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.extract.wording import agree
from memorist.nodes.ingestion.vocabulary import one_of
from memorist.nodes.language.names import find_names
from memorist.nodes.language.words import lower_first

_THEM = re.compile(r"(?<![\w'’-])(?:them|they)(?![\w'’-])", re.IGNORECASE)
THEY_OR_THEM = re.compile(r"\b(?:they|them)\b", re.IGNORECASE)
_OWNER = re.compile(
    r"\b(?:owned|maintained|run|handled|managed) by (?P<owner>[^,.;]+?)(?= (?:since|from|until|and|because)\b|[,.;]|$)",
    re.IGNORECASE,
)


def with_them(clause: str, spoken: Sequence[str], *, own: int = 0) -> str:
    """The clause with its "they", "them" and "their" made explicit from what was spoken before, the last first.

    ``own``: so many of ``spoken`` stand in the same message.
    """
    clause = _with_possessor(clause, spoken)
    if not THEY_OR_THEM.search(clause):
        return clause
    near = spoken[:1] if own and len(spoken[0].split()) > _SAYS_SOMETHING else spoken
    for made_explicit in (_with_owner, _with_organisation, _with_group, _with_objects):
        told = made_explicit(clause, spoken)
        if told != clause:
            return told
    return _with_several(clause, near)


THEIR = re.compile(r"^(?:(?:and|but|also|so|note:?|btw,?)\s)*(?P<their>their)(?=\s[a-z])", re.IGNORECASE)


def _with_possessor(clause: str, spoken: Sequence[str]) -> str:
    """ "Their go-live is on the 12th" right after a client was named tells of that client's."""
    if not (found := THEIR.match(clause)):
        return clause
    for text in spoken[:2]:
        if owner := _organisation_in(text) or _group_in(text):
            whose = f"{owner}'" if owner.islower() and owner.endswith("s") else f"{owner}'s"
            return f"{clause[: found.start('their')]}{whose}{clause[found.end('their') :]}"
    return clause


_MET = re.compile(r"\b(?:with|from|at|by|for|to)\s(?-i:[A-Z])[\w&-]+(?:\s(?-i:[A-Z])[\w&-]+){0,2}\W*$", re.IGNORECASE)
"""Just off the phone with Kranich: they are Kranich."""


def _organisation_in(text: str) -> str | None:
    """The one client, vendor or other body that a text names."""
    names = _concepts(text)
    said = _ORGANISATION.search(text) or _MET.search(text)
    return names.pop() if len(names) == 1 and said else None


def _concepts(text: str) -> set[str]:
    return {m.canonical for m in find_names(text) if m.kind == "entity:concept" and m.field is None}


def _taken_up(asked: str, before: Sequence[str]) -> str | None:
    """The one that was named before and is asked about: "What is special about Marlow?"."""
    named = next((_organisation_in(text) for text in before), None) if asked.rstrip().endswith("?") else None
    return named if named in _concepts(asked) else None


def _group_in(text: str) -> str | None:
    """The group of people that a text speaks of, with its article: "the client"."""
    if not (group := _GROUP.search(text)):
        return None
    name = re.sub(r"^(?:a|our)\s", "the ", group["group"].strip())
    return name if name.lower().startswith(("the ", "our ")) else f"the {name}"


_THEY_ASK = re.compile(
    r"^(?:and |but |also )?(?P<they>they)(?P<short>['’]re|['’]d|['’]ve)?(?=\s(?:also |now |really |still |do "
    r"not |don['’]t )*"
    r"(?:want|need|"
    r"require|insist|expect|ask|demand|asked|wanted|said|say|mandate|prefer|have|are|use|will|must|can|would|like)\b)",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"\b(?:with|from|for|to|by|of|the|our)\s(?P<group>(?:(?:the|our|a)\s)?(?:[\w-]+\s)?(?:clients?|customers?|agency|vendor|"
    r"auditors?|school|museum|council|publisher|sponsor|insurer|bank|authority|ministry|legal|marketing|sales|finance|support|partners?|suppliers?|team|people|folks|department))\b",
    re.IGNORECASE,
)


_THEY = re.compile(
    r"^(?:and |but |also )?(?P<they>they)(?P<short>['’](?:re|ve|ll|d))?\s(?P<verb>[a-z]+(?:['’]t)?)", re.IGNORECASE
)
_SHORT_THEY = {"re": " is", "ve": " has", "ll": " will", "d": " would"}
_ORGANISATION = re.compile(
    r"\b(?:clients?|customers?|vendor|supplier|partner|sponsor|publisher|agency|hoster|bank|company|competitor|provider|contractor|employer|firm|startup|ltd|gmbh|inc|llc|corp|co)\b",
    re.IGNORECASE,
)


def _telling(spoken: Sequence[str]) -> list[str]:
    """What was said, without a question in between that names nobody: "What did they say?"."""
    return [
        text for text in spoken if not ((text.rstrip().endswith("?") or _BARE.match(text)) and not find_names(text))
    ]


_BARE = re.compile(
    r"\W*(?:(?:yes|yeah|yep|no|nope|sure|ok|okay|right|of course|exactly|correct|please|please do|lol)\W*)+$",
    re.IGNORECASE,
)


def _with_organisation(clause: str, spoken: Sequence[str]) -> str:
    """ "They're in the solar business" right after a client was named tells of that client."""
    if not (found := _THEY.match(clause)):
        return clause
    telling = _telling(spoken)
    for text in telling[:1]:
        if not (name := _organisation_in(text) or _taken_up(text, telling[1:2])):
            continue
        lead, verb = clause[: found.start("they")], found["verb"]
        if found["short"]:
            return f"{lead}{name}{_SHORT_THEY[found['short'][1:].lower()]} {clause[found.start('verb') :]}"
        return f"{lead}{name} {agree(verb)}{clause[found.end('verb') :]}"
    return clause


def _with_group(clause: str, spoken: Sequence[str]) -> str:
    """ "They want …" right after the client was spoken of means the client."""
    if not (found := _THEY_ASK.match(clause)):
        return clause
    for text in _telling(spoken)[:2]:
        if name := _group_in(text):
            rest = clause[found.end("they") :]
            return f"{clause[: found.start('they')]}{name}{rest}"
    return clause


_THINGS_TALKED_OF = re.compile(
    r"\b(?P<things>(?:the|our|my|your|these|those|(?P<some>(?:have|has|got|bought|adopted|ordered|hired)(?:\s(?:two|three|four|five|six|ten|some|several|new|\d+))*))\s(?:(?!same\b|other\b)[a-z][\w-]*\s){0,2}?(?!this\b|is\b|was\b|has\b|us\b|always\b|changes\b|does\b|news\b|status\b|access\b|process\b|series\b|analysis\b|diabetes\b|mathematics\b|physics\b|economics\b)[a-z][\w-]*(?<![su])s)"
    r"(?=$|[,.;!?]|\s(?:in|on|for|with|to|from|of|at|are|were|have|do|don['’]t|need|get|go|live|run|use|work|send|take|come|sit|stay|fail|break|look|cost|still|all|only|and|that|which|by|after|before|when|again|now)\b)",
    re.IGNORECASE,
)
_SAYS_SOMETHING = 5
"""In words: what says more, right before "they" in one message, and names no things has changed the subject."""
_ONLY_PEOPLE_DO = re.compile(
    rf"\s(?:(?:have|had|just|also|only|now|never|always|probably|finally)\s)*{one_of('done by people')}\b",
    re.IGNORECASE,
)
"""They changed the analyzer: whoever did, no thing did."""
_IN_FRONT = re.compile(
    r"^(?P<lead>(?:(?:and|but|so|yeah|yes|no|well|right|sure|actually|also)[,\s]+)*)they(?P<short>['’](?:re|ve|ll))?(?=\s)",
    re.IGNORECASE,
)
_ASKS_OF_YOUR = re.compile(r"\byour\s[a-z]+s\b[^.?!]*\?\s*$", re.IGNORECASE)
_YOUR = re.compile(r"your\s", re.IGNORECASE)
"""Where do your readers live? They are our readers."""
_SHORT_PLURAL = {"re": " are", "ve": " have", "ll": " will"}


def _with_several(clause: str, spoken: Sequence[str]) -> str:
    """ "They're in S3 already" after "how do I store the match replays" tells of the match replays."""
    if not (found := _IN_FRONT.match(clause)) or _ONLY_PEOPLE_DO.match(clause, found.end()):
        return clause
    for text in spoken[:3]:
        if not _ASKS_OF_YOUR.search(text) and (_GROUP.search(text) or _PERSON_NAMED.search(text)):
            return clause
        if things := [
            t for t in _THINGS_TALKED_OF.finditer(text) if not _YOUR.match(t["things"]) or text.endswith("?")
        ]:
            short = _SHORT_PLURAL[found["short"][1:].lower()] if found["short"] else ""
            last = things[-1]
            named = f"the{last['things'].removeprefix(last['some'])}" if last["some"] else lower_first(last["things"])
            named = _YOUR.sub("our ", named)
            return f"{found['lead']}{named}{short}{clause[found.end() :]}"
    return clause


_OBJECTS = re.compile(r"\b(?:the|our|my)\s(?P<things>[a-z-]{3,}s)\b(?!['’])", re.IGNORECASE)
_OWNS_THEM = re.compile(
    r"\b(?:owns?|own|maintains?|wrote|writes?|handles?|manages?|reviews?|keeps?)\s(?P<them>them)\b", re.IGNORECASE
)


def _with_objects(clause: str, spoken: Sequence[str]) -> str:
    """ "She owns them" right after "don't touch the fixtures" means the fixtures, if no other things were named."""
    found = _OWNS_THEM.search(clause)
    things = list(_OBJECTS.finditer(spoken[0])) if found and spoken else []
    if found is None or len(things) != 1 or _PERSON_NAMED.fullmatch(things[0]["things"]):
        return clause
    return f"{clause[: found.start('them')]}{lower_first(things[0].group())}{clause[found.end('them') :]}"


_PERSON_NAMED = re.compile(
    r"\b(?:people|folks|guys|colleagues|users|customers|readers|players|parents|kids|children|students|pupils|families|"
    r"guests|visitors|couple|patients|members|friends|neighbou?rs|clients|they|team)\b",
    re.IGNORECASE,
)


def _with_owner(clause: str, spoken: Sequence[str]) -> str:
    """ "ask them" means the owner who was just named."""
    if not (found := _THEM.search(clause)):
        return clause
    for text in spoken[:2]:
        if owner := _OWNER.search(text):
            return clause[: found.start()] + owner["owner"].strip() + clause[found.end() :]
    return clause
