"""A clause made ready for patterns: what is said, without the words that say when and why; and drafts built from it."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.ingestion.domain_of import domain_of
from memorist.nodes.ingestion.draft import OWN_WORDS, Draft, Statement
from memorist.nodes.ingestion.extract.claims import as_named, is_of_nothing, without_now
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.fillers import without_fillers
from memorist.nodes.ingestion.extract.for_now import forbidden_for_now
from memorist.nodes.ingestion.extract.groups import is_of_another_job
from memorist.nodes.ingestion.extract.imperatives import FORBIDS
from memorist.nodes.ingestion.extract.reasons import without_reason
from memorist.nodes.ingestion.extract.thing import of_things
from memorist.nodes.ingestion.extract.times import Bounds, bounds_of
from memorist.nodes.ingestion.extract.wording import agree, third_person
from memorist.nodes.ingestion.gate_rules import LONGEST_CLAUSE, is_hypothetical
from memorist.nodes.language.calendar_words import MONTH, MONTH_IN_SHORT, SEASON
from memorist.nodes.language.gazetteer import Mention, field_of, find_entities, platforms_of, platforms_said, topic_of
from memorist.nodes.language.names import find_names
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.words import lower_first

HYPOTHETICAL_CONFIDENCE = 0.4
MOST_KEPT = 4_000
"""A memory is a statement; the raw episode holds the rest of a longer one."""

_TAILS = re.compile(
    r"[\s,]+(?:going forward|from now on|from here on(?: out)?|moving forward|by the way|btw|fyi|i think|i guess|"
    r"please|sorry|though|fwiw|for what it['’]s worth|tbh|"
    r"(?:do not|don['’]?t) (?:even )?ask(?: me)?(?: (?:why|how))?|"
    r"as (?:far as i know|you know|always|usual|mentioned|promised)|thanks|thank you|:\)|👍|🎉)[\s.!]*$",
    re.IGNORECASE,
)
_STANDING = Shape(
    r"\b(?:going forward|from now on|from here on|moving forward|from today|as of (?:now|today)|nowadays|these days|"
    r"(?:is|are|we|i) now(?! (?:and|or|that)\b)|(?<!right )(?<!for )(?<!until )(?<!till )(?<!by )now(?=[.!,;]|$))\b",
    re.IGNORECASE,
)
"""What is said to be so by now, whatever was so before."""
_PURPOSE_FIRST = re.compile(
    r"^for (?!now\b|once\b|sure\b|example\b|instance\b|the (?:moment|record|time)\b|(?:a|an|one|two|some|many|\d+) )"
    r"(?P<what>[^,.;:]{2,40}?),?\s+"
    r"(?=(?:we|i|our team|the team)(?:['’](?:re|ve|m))? (?:\w+ )?(?:don['’]?t |do not |not )?(?:us(?:e|es|ing)|"
    r"prefers?|rel(?:y|ies)|chose|switched|switching|moved|migrated|replaced|picked|went)\b)",
    re.IGNORECASE,
)
_PLATFORM_FIRST = re.compile(
    r"^(?P<place>(?:in|on|under) [^,.;:]{2,30}?),\s+(?!(?:we|i|you|they|he|she|it|the|our|all|always|never)\b)(?=\S+ )",
    re.IGNORECASE,
)
_INSTEAD_FIRST = Shape(
    r"^(?P<instead>instead of [^,]{2,40}?),?\s+(?P<rest>(?:we|i|our team|the team)\b(?:['’]\w+)? (?:\w+ )?"
    r"(?:us(?:e|es|ing)|prefers?|chose|picked|went with|run|go with)\b [^,;]+)$",
    re.IGNORECASE,
)
_CLEFT = Shape(
    r"^(?:it['’]s|it is|it was)\s(?P<what>(?!not\b)[\w@./+#'’ -]{2,40}?)\s(?:who|that)\s"
    r"(?=[a-z]+(?:s|ed)\b|is\b|has\b|was\b)",
    re.IGNORECASE,
)
"""It's Lena who owns it: Lena owns it."""

_TOPIC_FIRST = Shape(
    r"^(?:i was wrong about|i mixed up|as for|regarding|concerning|about|re)\s(?P<what>(?:the|our|my)\s[^,;:]{2,40})"
    r"[,;:–-]+\s(?:it['’]s|it is|that['’]s)\s(?!not\b)",
    re.IGNORECASE,
)
"""As for the limit, it's 500 a day: the limit is."""

_TIME_FIRST = Shape(
    rf"^(?P<when>(?:last|this|next)\s(?:week|month|year|quarter|sprint|{SEASON}|{MONTH_IN_SHORT}[a-z]*|[a-z]+day)|"
    r"yesterday|(?:an?|one|two|three|four|five|six|\d+)\s(?:day|week|month|year)s?\sago|"
    rf"(?:back\s)?in\s(?:\d{{4}}|{MONTH}(?:\s\d{{4}})?)),?\s(?P<rest>(?:we|i|the\steam|our\s\w+)\s.+)$",
    re.IGNORECASE,
)
"""Last December we moved: the patterns look for who acts at the beginning."""

_NEITHER = Shape(
    r"^(?P<who>we|i|the team) (?P<verb>use|have|need|support|like|prefer|run|want) neither "
    r"(?P<one>[^,]{2,40}?) nor (?P<other>.+)$",
    re.IGNORECASE,
)
"""We use neither A nor B: we do not use either."""
_NOT_BUT_ONLY = Shape(
    r"^(?P<who>we|i|they|(?:the|our|my)\s[\w-]+|[A-Z]\w+)\s(?:(?P<do>do)|does)(?:n['’]?t|\snot)\s(?P<verb>use|need|have|"
    r"want|support|like|run|drink|eat|accept|buy|speak|allow|ship|sell|offer)\s(?P<one>[^,;]{2,40}?)(?:,|\s[–—-])\s"
    r"(?:but\s)?(?:only|just)\s(?P<other>(?!because\b|when\b|if\b|for\b|in\b|on\b|at\b|to\b|as\b|that\b|so\b)[^,;]+)$",
    re.IGNORECASE,
)
"""We do not use an ORM, only plain SQL: plain SQL is used."""
_SPLICED = Shape(
    r"(?P<first>(?!(?:when|if|after|before|once|for|in|on|since|while|until|as|to|with|every|whenever|the\smore)\b)[^,]{1,120}?\s"
    r"(?:is|are|needs?|wants?|uses?|has|have|requires?|runs?|lives?|goes|prefers?|works?|likes?|loves?|keep|kept)\s[^,]+),\s"
    r"(?!(?:and|or|but|so|which|who|that|not|because|since|it|they|he|she|with|for|in|on|at|to|as|then|nor)\b)"
    r"(?:(?:the|our|my|no)\s)?[a-z][\w.-]*(?:\s[a-z][\w-]*){0,2}?\s"
    r"(?:is|are|was|were|isn['’]t|aren['’]t|doesn['’]t|does|has|have|needs?|goes|runs?|lives?|tastes?|smells?|sounds?|costs?|breaks?|"
    r"(?:always|never|just|still|only)\s(?:felt|feels?|was|were|is|are|looked|looks|seemed|seems|made|makes|kept|keeps))\s",
    re.IGNORECASE,
)
"""We need PDFs, a spreadsheet is no good: the second half is told, but is no part of what the first claims."""

_FEELING_AT_END = re.compile(r"\s+[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]+\W*$")
"""I hate light mode 😩: how somebody feels is no part of the thing."""
_WORD = re.compile(r"[a-z][a-z'’-]*")


@dataclass(frozen=True)
class Clause:
    """One statement, ready for patterns.

    Args:
        said: the clause with pronouns resolved, without fillers.
        core: ``said`` without the phrases of time and reason: what patterns look at.
        reason: why, as it was said ("because …", "for cost reasons").
    """

    said: str
    core: str
    at: datetime
    context: Context
    bounds: Bounds
    reason: str | None = None
    standing: bool = False

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of the core, lower case: patterns name those they cannot do without."""
        return frozenset(_WORD.findall(self.core.lower()))

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """What the clause names."""
        return find_names(self.said)

    @cached_property
    def hypothetical(self) -> bool:
        """Whether it tells what might be."""
        return is_hypothetical(self.core if FORBIDS.match(self.core) else self.said)

    @cached_property
    def told(self) -> str:
        """The whole clause as a sentence about its speaker, names in their canonical spelling."""
        return third_person(with_canonical_names(self.said), self.context.person)

    def of(self, text: str) -> "Clause":
        """The same clause with another wording, its time and reason read afresh."""
        made = clause_of_text(text, self.at, self.context)
        return replace(made, standing=made.standing or self.standing, reason=made.reason or self.reason)


def clause_of(statement: Statement, context: Context) -> Clause:
    """Make a statement ready for patterns."""
    return clause_of_text(statement.resolved, statement.at, context)


def clause_of_text(text: str, at: datetime, context: Context) -> Clause:
    """Make a text said ``at`` ready for patterns."""
    if len(text) > LONGEST_CLAUSE and "\n" not in text:
        kept = text.strip()[:MOST_KEPT]
        return Clause(kept, kept, at, context, Bounds(kept))
    text = text[:MOST_KEPT]
    standing = bool(_STANDING.search(text))
    said = _TAILS.sub("", without_fillers(text.strip())).strip().rstrip(".!,;") if "\n" not in text else text.strip()
    if "\n" not in said:
        said = _FEELING_AT_END.sub("", said) or said
        said = _TOPIC_FIRST.sub(r"\g<what> is ", said, count=1)
        said = _CLEFT.sub(r"\g<what> ", said, count=1)
        said = _TIME_FIRST.sub(lambda found: f"{found['rest']} {_inside(found['when'])}", said, count=1)
    bounds = bounds_of(said, at)
    core, reason = without_reason(bounds.text)
    core = _INSTEAD_FIRST.sub(lambda found: f"{found['rest']} {lower_first(found['instead'])}", core, count=1)
    core = _NEITHER.sub(r"\g<who> do not \g<verb> \g<one> and \g<other>", core, count=1)
    if affirmed := _NOT_BUT_ONLY.match(core):
        verb = affirmed["verb"] if affirmed["do"] else agree(affirmed["verb"])
        core = f"{affirmed['who']} {verb} {affirmed['other']}, not {affirmed['one']}"
    if spliced := _SPLICED.match(core):
        core = spliced["first"]
    bounds = forbidden_for_now(replace(bounds, text=core), at)
    return Clause(said, _with_purpose_last(bounds.text.strip(" ,;.")), at, context, bounds, reason, standing)


def _inside(when: str) -> str:
    """A time as it reads inside a sentence; a month keeps its capital."""
    return (
        lower_first(when)
        if when.split(maxsplit=1)[0].lower() in {"last", "this", "next", "in", "back", "a", "an"}
        else when
    )


def _with_purpose_last(core: str) -> str:
    """ "For styling we use NativeWind" → "we use NativeWind for styling": patterns look for a purpose behind it.

    So they do for a platform: "On Android, Pressable flickers".
    """
    if (found := _PLATFORM_FIRST.match(core)) and platforms_said(found["place"]):
        return f"{core[found.end() :]} {lower_first(found['place'])}"
    found = _PURPOSE_FIRST.match(core)
    rest = core[found.end() :] if found else ""
    return f"{rest} for {found['what']}" if found and " for " not in rest else core


def with_canonical_names(text: str) -> str:
    """ "we use postgres on k8s" → "we use PostgreSQL on Kubernetes".

    Packages, files and longer names stay as said, and so does what is part of an address: ``postgres://db/app``.
    """
    addresses = [found.span() for found in _ADDRESS.finditer(text)]
    for mention in reversed(find_entities(text)):
        said = text[mention.start : mention.end]
        if any(start <= mention.start < end for start, end in addresses):
            continue
        if said != mention.canonical and mention.field not in {"file", "channel"} and _respell(said, mention.canonical):
            countable = mention.kind != "entity:technology" and said[-1] == "s" != mention.canonical[-1]
            several = "s" if countable and _SEVERAL_ARE.match(text, mention.end) else ""
            text = f"{text[: mention.start]}{mention.canonical}{several}{text[mention.end :]}"
    return text


_SEVERAL_ARE = re.compile(r"\s(?:are|were|have|aren't|weren't|haven't|don't|do)\b", re.IGNORECASE)
"""Retros are on Fridays: the name of one is respelled, and there are several."""


_ADDRESS = re.compile(
    r"(?<![\w@.+-])(?:[a-z][\w+.-]{0,30}:){1,3}//\S*|(?<![\w@])(?:mailto:)?[\w.+-]+@[\w-]+\.\S+|(?<![\w@.-])[a-z][\w.-]*:\d{2,5}\b\S*"
)
"""A URL, a mail address, a host with its port: letter by letter what somebody has to type."""
_SHORT_ALIAS = 8


def _respell(said: str, canonical: str) -> bool:
    if said.lower() == canonical.lower():
        return True
    return said.isalnum() and len(said) <= _SHORT_ALIAS and not canonical.lower().startswith(said.lower() + " ")


def draft_of(
    clause: Clause,
    *,
    type: str,  # noqa: A002
    confidence: float,
    claim: Claim | None = None,
    content: str | None = None,
    **more: Any,
) -> Draft:
    """Build a draft: time, entities, domain and caution come from the clause, the rest from the pattern, which also
    signs it with its name.

    A hypothetical never passes ``HYPOTHETICAL_CONFIDENCE``, whatever the pattern says.
    """
    certain = confidence if clause.context.confidence is None else max(confidence, clause.context.confidence)
    if clause.hypothetical:
        certain = min(certain, HYPOTHETICAL_CONFIDENCE)
    text = content or clause.told
    named = _named_in(clause, content, claim)
    here = claim is not None and not is_of_nothing(claim) and not is_of_another_job(clause.said)
    claim = of_things(claim) if claim is not None and here else None
    claim = as_named(without_now(claim), named) if claim is not None else None
    topic = claim.topic if claim and field_of(claim.topic) else None
    platforms = (claim.platforms if claim else ()) or platforms_of(clause.said)
    values: dict[str, Any] = {
        "entities": tuple(m.canonical for m in named),
        "valid_from": clause.bounds.valid_from or clause.at,
        "valid_until": clause.bounds.valid_until,
        "valid_until_condition": clause.bounds.condition,
        "domain": domain_of(platforms, topic or topic_of(clause.said)),
        "technology": tuple(m.canonical for m in named if m.kind == "entity:technology"),
        "by_user": (clause.context.by_user or clause.standing) and not clause.hypothetical,
        **more,
    }
    if values["valid_until"] is not None and values["valid_until"] < values["valid_from"]:
        values["valid_from"] = min(clause.at, values["valid_until"])
    return Draft(
        type=type,
        content=text,
        claim=claim,
        confidence=certain,
        method=OWN_WORDS,
        source=clause.context.source,
        **values,
    )


def _named_in(clause: Clause, content: str | None, claim: Claim | None) -> tuple[Mention, ...]:
    """The things a draft is about: those of the clause, or those of them that a content of its own still names."""
    named = [m for m in clause.mentions if m.field != "file"]
    if content is not None:
        spoken = f"{content} {claim.object if claim else ''}".casefold()
        named = [m for m in named if m.canonical.casefold() in spoken or clause.said[m.start : m.end] in content]
    if claim is not None:
        named.sort(key=lambda m: m.canonical != claim.object)
    return tuple({m.canonical: m for m in named}.values())
