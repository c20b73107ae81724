"""What a switch says: who switched, what is used now, what it takes the place of, and since when."""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.claims import claim_about
from memorist.nodes.ingestion.extract.clause import Clause, draft_of, with_canonical_names
from memorist.nodes.ingestion.extract.groups import GROUP, group_named
from memorist.nodes.ingestion.extract.phrases import Named, parse_list, parse_object
from memorist.nodes.ingestion.extract.times import past_moment, planned_moment
from memorist.nodes.ingestion.extract.wording import third_person
from memorist.nodes.language.calendar_words import MONTH, SEASON, WEEKDAY
from memorist.nodes.language.dates import CLEAR_DATE, DATE
from memorist.nodes.language.gazetteer import field_of, topic_said
from memorist.nodes.language.names import find_names, may_be_a_tool
from memorist.nodes.language.words import lower_first

_TIME_TAIL = re.compile(
    rf"\s+(?:(?:last|this|next)\s(?:week|month|year|quarter|sprint|{SEASON}|{MONTH}|{WEEKDAY})|"
    r"yesterday|today|tomorrow|recently|(?:a|an|one|two|three|\d+)\s(?:days?|weeks?|months?|years?)\sago|"
    rf"(?:on|in|by|at)\s(?:{DATE})|{CLEAR_DATE}|now|already|completely|entirely|"
    r"(?:over\s)?the\sweekend)$",
    re.IGNORECASE,
)
"""When, said behind what: it narrows nothing."""
_NO_SUBJECT = re.compile(
    r"^(?:just |finally |recently |also |fully )?(?:switch|mov|migrat|replac|swap|dropp|ditch|stopp|chang|using|"
    r"abandon)",
    re.IGNORECASE,
)


def told(clause: Clause) -> str:
    """The clause in the third person; where nobody is named ("Switched to …") it is the team."""
    if _NO_SUBJECT.match(clause.said):
        said = with_canonical_names(lower_first(clause.said))
        return third_person(f"We {'are ' if re.match(r'[a-z]+ing', said) else ''}{said}", clause.context.person)
    return clause.told


def bare(text: str) -> str:
    """A thing without the words that say when."""
    return _TIME_TAIL.sub("", text.strip(" ,.;"))


def began(clause: Clause) -> datetime:
    """Since when it is so: as said, as planned, as told in the past, or now."""
    ahead = planned_moment(clause.said, clause.at)
    return clause.bounds.valid_from or ahead or past_moment(clause.said, clause.at) or clause.at


_WHO = re.compile(
    rf"^(?:(?P<me>i)|we|(?P<group>{GROUP})|(?:the|our)\steam|(?:the\s)?(?P<name>[A-Z][\w-]*)(?P<kind>\s(?:project|app|service|product|repo|"
    r"site))?)"
    r"(?:['’](?:s|re|ve|m)|\s(?:has|have|is|are|was|were|been|just|recently|finally|now|also|already|fully))*$",
    re.IGNORECASE,
)

_NOBODY = frozenset(
    """
    yesterday today finally recently lately just also now then already fully eventually meanwhile slowly everything
    everyone everybody somebody someone team so and but
    """.split()
)
"""Words before a verb that say when it was, or that everybody did it."""
_PLANNED = re.compile(
    r"\b(?:plan|plans|planned|planning|want|wants|wanted|hope|hopes|hoping|intend|intends|would\slike|['’]d\slike|try|tries|trying|"
    r"considering|considered|love|need|needs|supposed|meant)\s(?:to\s)?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Switch:
    """What a clause says of a switch, in its own words.

    ``subjects`` are those who may have switched, the likeliest first: "I" may speak for the team.
    """

    new: str
    old: str | None
    subjects: tuple[str, ...]


def switch_said(clause: Clause, found: re.Match[str]) -> Switch:
    """The switch in a match whose groups are called ``new`` and ``old``, with a letter before where it has several."""
    said = {name.rpartition("_")[2]: words for name, words in found.groupdict().items() if words}
    old = said.get("old")
    return Switch(said["new"], old, _subjects(clause, said.get("who") or clause.core[: found.start()], alone=not old))


def _subjects(clause: Clause, before: str, *, alone: bool) -> tuple[str, ...]:
    """Who acts in the words before a verb; ``alone``: nothing is said of what was used before."""
    who = _WHO.match(before.strip())
    if who is None:
        return ("team",)
    if who["me"]:
        return (clause.context.person,) if alone else ("team", clause.context.person)
    if group := group_named(who["group"]):
        return (group,)
    name: str | None = who["name"]
    if not name or not name[0].isupper() or name.lower() in _NOBODY:
        return ("team",)
    told_apart = who["kind"] or any(
        m.canonical == name and m.kind != "entity:technology" for m in find_names(clause.said)
    )
    return (name,) if told_apart else ("team", name)


def planned(clause: Clause, found: re.Match[str]) -> bool:
    """Whether a switch is only wanted: what is planned is not in use."""
    return bool(_PLANNED.search(clause.core[: found.start()]))


def switched(clause: Clause, switch: Switch) -> list[Draft]:
    """The new thing is used from now on, the old one is what it takes the place of; nothing if both may be no tools.

    Where somebody else may be meant than the one it is read of, memory is asked who uses the old thing.
    """
    thing, before = _things(switch)
    if not thing.known and not (before and before.known) and not serves(thing):
        return []
    drafts = [_using(clause, switch, thing, subject) for subject in switch.subjects]
    return [drafts[0].model_copy(update={"if_used": tuple(drafts[1:])})]


def supposed(clause: Clause, switch: Switch) -> tuple[Draft, ...]:
    """What a switch between names that no list holds would say, were the old thing known to be in use."""
    thing, before = _things(switch)
    if clause.hypothetical or not may_be_a_tool(thing.object) or (before and not may_be_a_tool(before.object)):
        return ()
    ourselves = {"team", clause.context.person}
    named = [subject for subject in switch.subjects if subject not in ourselves]
    return tuple(_using(clause, switch, thing, subject) for subject in named or reversed(switch.subjects))


def _things(switch: Switch) -> tuple[Named, Named | None]:
    """The new thing, for what the old one was said to be for where nothing is said of the new one; and the old one."""
    thing = parse_object(bare(switch.new))
    before = parse_object(bare(switch.old)) if switch.old else None
    if before and not thing.qualifier and (before.qualifier or not thing.topic):
        served = parse_object(f"{thing.wording} for {before.qualifier}") if before.qualifier else thing
        thing = served if thing.field else replace(served, topic=before.topic, field=before.field)
    return thing, before


def _using(clause: Clause, switch: Switch, thing: Named, subject: str) -> Draft:
    return draft_of(
        clause,
        type="semantic:fact",
        confidence=0.9,
        claim=claim_about(subject, "uses", thing),
        content=told(clause),
        replaces=tuple(t.object for t in parse_list(bare(switch.old))) if switch.old else (),
        by_user=not clause.hypothetical,
        valid_from=began(clause),
    )


def serves(thing: Named) -> bool:
    """Whether a name that no list holds is said to be for what one thing at a time serves: then it is used."""
    field = field_of(topic_said(thing.qualifier or ""))
    return bool(field and field.exclusive and re.match(r"[A-Z][\w.+-]*(?:\s[A-Z][\w.+-]*)*$", thing.object))
