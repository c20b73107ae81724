"""Settings, limits, dates and places."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    cues,
    draft_of,
    rx,
    subject_of,
    value_claim,
    without_article,
)
from memorist.nodes.language.calendar_words import MONTH, MONTH_IN_SHORT, WEEKDAY

_PRONOUN = re.compile(r"^(?:it|this|that|they|he|she|there|who|which|what|i|we|you)\b", re.IGNORECASE)
_ONCE_SO = re.compile(r"\bused\sto$", re.IGNORECASE)
_RELATIVE = re.compile(r"\s(?:who|that|which)$")
"""The trainee who starts on Monday: no sentence of its own."""
_DATE = re.compile(
    rf"\b(?:{MONTH}|{MONTH_IN_SHORT}|{WEEKDAY}|tomorrow|today|next week|\d{{4}}-\d{{2}}-\d{{2}})\b",
    re.IGNORECASE,
)
_BEGINS_WITH_TIME = re.compile(
    r"(?:(?:on|by|for|every|each|at|in|next|this|until|or|before|after|around|about|from|the|a|an|our|its|of|end|beginning|start|middle|early|mid|late|"
    r"last|first|second|third|fourth|other|coming|following|same|whole|week|weeks|weekend|month|months|day|days|year|years|quarter|night|morning|evening|"
    r"afternoon|noon|midnight|hours?|minutes?|two|three|four|five|six|ten|few|latest|and|to|eve|(?:\d[\w.:/-]*))[\s,-]+)*"
    rf"(?:{_DATE.pattern}|{WEEKDAY}s\b)",
    re.IGNORECASE,
)
"""On fire today: no date."""
_DUE = re.compile(r"\b(?:deadline|due date|release date|launch|go-live|due|cutoff|freeze)\b", re.IGNORECASE)


_NEW_ONE = re.compile(
    r"\bnew\s(?=(?:\w+\s)?(?:number|address|e-?mail|password|pin|code|extension|price|rent|salary|budget|limit|deadline|date|version)s?\b)",
    re.IGNORECASE,
)
"""The new number is the number."""
_SAYS_MORE = re.compile(
    r"\s(?:and|but|so)\s(?:will\s|is\s|has\s|was\s|then\s|we\s|i\s|he\s|she\s|they\s|it\s|(?!(?:hours|minutes|seconds|days|weeks|months|years)\b)[a-z]{3,}s\s(?:in|on|at|with|to|for|by|from)\s).*$",
    re.IGNORECASE,
)
"""Grandma is 91 now and lives with us: another thing is said of her."""


def _thing(what: str, clause: Clause) -> str:
    """A thing as the subject of a claim: "my birthday" is somebody's, "the deadline" is nobody's in particular."""
    what = _NEW_ONE.sub("", what)
    mine = re.match(r"my\s+(?P<what>\S.*)$", what, re.IGNORECASE)
    return f"{clause.context.person}'s {mine['what']}" if mine else without_article(what)


def _value(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    what = found["what"].strip()
    if _PRONOUN.match(what) or _ONCE_SO.search(what):
        return []
    value = _FORGET.sub("", _SAYS_MORE.sub("", found["value"])).strip(" ,.")
    qualifier = None
    if scoped := re.match(r"(?P<head>.+?)\s(?:in|on|for|of)\s(?P<scope>.+)$", what):
        what, qualifier = scoped["head"], without_article(scoped["scope"])
    if len(value.split()) > 2 and re.search(r"\b(?:btw|then|till|until)\b", value, re.IGNORECASE):
        return []  # when it ends, and what comes after it
    predicate = "due_on" if _DUE.search(what) and _DATE.search(value) else "has_value"
    claim = value_claim(
        _thing(what, clause),
        predicate,
        re.sub(r"^(?:now|set to|currently|still)\s|\s(?:now|already)$", "", value),
        qualifier=qualifier,
    )
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim)]


def _due(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    what = _thing(found["what"].strip(), clause)
    if _PRONOUN.match(what) or _RELATIVE.search(what) or not _BEGINS_WITH_TIME.match(found["when"]):
        return []
    regular = re.search(
        r"\b(?:every|each|daily|weekly|mondays|tuesdays|wednesdays|thursdays|fridays)\b", found["when"], re.IGNORECASE
    )
    claim = value_claim(
        _RELEASE.sub(_version_first, what),
        "happens_on" if regular or found["verb"].lower().startswith(("happen", "takes")) else "due_on",
        _INSTEAD_OF.sub("", _SAYS_MORE.sub("", found["when"]).strip()),
    )
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim)]


def _moved(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """A date that takes the place of the one before."""
    when = re.sub(r"^(?:to|until|till)\s(?:on\s)?", "", _INSTEAD_OF.sub("", found["when"].strip()))
    when = re.split(r",?\s(?:and|but|so|because|since)\s", when, maxsplit=1)[0]
    what = _thing(found["what"].strip(), clause)
    if not _DATE.search(when):
        return []
    claim = value_claim(_RELEASE.sub(_version_first, what), "due_on", f"on {when}")
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim, by_user=not clause.hypothetical)]


_FORGET = re.compile(r",\s(?:and\s|so\s)?(?:forget|ignore|scratch)\s.*$", re.IGNORECASE)
"""The limit is 300, forget the 500 from before."""
_INSTEAD_OF = re.compile(r",?\s(?:and\s)?not\s[^,;]{2,40}$", re.IGNORECASE)
"""On March 27, not March 20: what it is not is said beside it."""
_RELEASE = re.compile(
    r"^(?:release\sof\s(?:version\s|v)?(?P<of>\d[\w.]*)|(?:version\s|v)?(?P<first>\d[\w.]*)\srelease)$", re.IGNORECASE
)


def _version_first(found: re.Match[str]) -> str:
    """ "Release of version 2.0" and "2.0 release" are one thing."""
    return f"{found['of'] or found['first']} release"


_LIVES = re.compile(r"lives?|based|located|sits?", re.IGNORECASE)
_PLACE = re.compile(
    r"^(?:the|our|my|an?|its|their)\s|[/\\.#@_]|\s(?:folder|repo|vault|drive|wiki|file)\b", re.IGNORECASE
)
"""Amounts are stored in cents: a unit, a format or a language is no place."""


_URL = re.compile(r"(?:https?://|www\.)\S", re.IGNORECASE)


def _located(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    who = re.sub(r"^now\s", "", found["what"].strip(), flags=re.IGNORECASE)
    subject = subject_of(who, clause) if _PRONOUN.match(who) or who.lower() == "the team" else _thing(who, clause)
    if subject.lower() in {"it", "this", "that", "they", "he", "she", "there"} or _ONCE_SO.search(who):
        return []
    if not _PLACE.search(found["place"]) and not _LIVES.search(found["verb"]):
        return []
    place = without_article(found["place"].strip(" ,."))
    read = _DOCUMENT.search(who) and (_WHERE_READ.search(place) or _URL.match(place))
    kind = "semantic:reference" if read else "semantic:fact"
    return [draft_of(clause, type=kind, confidence=0.9, claim=value_claim(subject, "located_in", place))]


_DOCUMENT = re.compile(
    r"\b(?:docs?|documentation|runbooks?|guides?|guidelines|wiki|handbook|specs?|playbooks?|templates?|manuals?|slides|mockups?|designs?|notes|minutes)(?:\s(?:for|of|on|about)\s.+)?$",
    re.IGNORECASE,
)
_WHERE_READ = re.compile(
    r"https?://|www\.|\b(?:confluence|notion|sharepoint|wiki|figma|google\sdocs|drive)\b", re.IGNORECASE
)
"""The API docs live at https://…: where something is to be read."""


PATTERNS = (
    Pattern(
        name="value",
        regex=rx(
            r"^(?P<what>(?:the|our|my)?\s?[\w@./' -]{2,60}?)\s(?:is|are|was\s(?:raised|lowered|set|moved|changed|"
            r"increased|reduced|extended)\sto|equals|is\sset\sto|(?<=[a-z]):)\s(?P<value>(?:now\s|set\sto\s|currently\s|"
            r"still\s|at\smost\s|about\s|around\s|up\sto\s)?(?:[$€£]?\d[\w.,:%/-]*|"
            rf"{MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?)(?:\s.*)?)$"
        ),
        build=_value,
        examples=(
            Example(
                "The rate limit is 100 requests per minute",
                ("rate limit has_value 100 requests per minute",),
                "semantic:fact",
            ),
            Example("the deadline is March 15", ("deadline due_on March 15",)),
            Example("Dad's new number is 0170 5551234", ("Dad's number has_value 0170 5551234",)),
            Example("Grandma is 91 now and lives with us", ("Grandma has_value 91",)),
            Example("My budget is now $7k", ("user's budget has_value $7k",)),
            Example("The deadline was moved to April 2", ("deadline due_on April 2",)),
            Example("the timeout in staging is 30 seconds", ("timeout has_value 30 seconds",)),
        ),
        counter_examples=("It is 5 o'clock", "We are 5 people", "On call is till tomorrow 10:00 btw, then Lieke"),
        when=lambda c: not {"is", "are", "was", "equals"}.isdisjoint(c.words) or ": " in c.core,
    ),
    Pattern(
        name="moved",
        regex=rx(
            r"^(?P<what>(?:the|our|my)\s[\w@./' -]{2,60}?)\s"
            r"(?P<verb>(?:was|is|got|has\sbeen|will\sbe)\s"
            r"(?:moved|postponed|pushed(?:\sback)?|rescheduled|brought\sforward|delayed|shifted)|moves|moved|slips|slipped)\s(?P<when>(?:to|until|till)\s.*)$"
        ),
        build=_moved,
        cues=cues("moved postponed pushed rescheduled brought delayed shifted moves slips slipped"),
        examples=(
            Example("The demo was moved to Thursday", ("demo due_on on Thursday",)),
            Example("the launch slips to May 3", ("launch due_on on May 3",)),
        ),
        counter_examples=("The team moved to Berlin", "We moved to Thursday"),
    ),
    Pattern(
        name="due",
        regex=rx(
            r"^(?P<what>[\w@./' -]{2,60}?)\s(?P<verb>is\sdue|are\sdue|has\sto\sbe\sdone|must\sbe\sdone|launches|"
            r"ships|goes\slive|happens|takes\splace|is\sscheduled|is\splanned|starts|is\sheld|"
            r"is)\s(?P<when>(?:on\s|by\s|for\s|every\s|each\s|at\s|in\s|next\s|this\s|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b).*)$"
        ),
        build=_due,
        cues=cues("due done launches ships live happens place scheduled planned starts held is"),
        examples=(
            Example("The beta is due on March 20", ("beta due_on on March 20",)),
            Example("Training is on Thursdays again", ("Training happens_on on Thursdays again",)),
            Example("The audit starts in the second week of May", ("audit due_on in the second week of May",)),
            Example("Standup happens every Monday at 10", ("Standup happens_on every Monday at 10",)),
        ),
        counter_examples=("It is on Friday", "Dana is in Berlin", "Everything is on fire today"),
    ),
    Pattern(
        name="place",
        regex=rx(
            r"^(?P<what>i|we|the\steam|(?:the|our|my)?\s?[\w@./' -]{2,60}?)(?:['’](?:m|re|"
            r"s))?\s(?P<verb>(?:now\s)?lives?|(?:is|are|am)?\s?(?:located|based|stored|found|kept|defined|documented|"
            r"configured)|can\sbe\sfound|sits?)\s(?:in|at|under|inside|near|on)\s(?P<place>.+)$"
        ),
        build=_located,
        cues=cues("live lives located based stored found kept defined documented configured sit sits"),
        examples=(
            Example("I live in Berlin", ("user located_in Berlin",), "semantic:fact"),
            Example("The API schema lives in packages/schema", ("API schema located_in packages/schema",)),
            Example("We're based in Lisbon", ("team located_in Lisbon",)),
            Example("the spare keys are kept in the office safe", ("spare keys located_in office safe",)),
        ),
        counter_examples=(
            "It lives in packages",
            "I used to live in Berlin",
            "Amounts are stored in cents",
            "Dates are kept in ISO format",
            "Nils is deaf in one ear so sit on his right",
            "We go live on Friday",
            "We went live on Monday",
        ),
        when=lambda c: not re.search(r"\sso\s(?!far\b)|\b(?:go(?:es|ing|ne)?|went)\slive\b", c.core, re.IGNORECASE),
    ),
)
