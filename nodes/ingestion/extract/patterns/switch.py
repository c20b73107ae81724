"""What was changed for what, and what is no longer used."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from hypomnema.nodes.ingestion.draft import Draft
from hypomnema.nodes.ingestion.extract.clause import Clause, with_canonical_names
from hypomnema.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    claim_about,
    cues,
    draft_of,
    each_and_all,
    purpose,
    rx,
    said_of,
    subject_of,
    value_claim,
)
from hypomnema.nodes.ingestion.extract.phrases import Named, parse_list, parse_object
from hypomnema.nodes.ingestion.extract.times import DATE, past_moment, planned_moment
from hypomnema.nodes.ingestion.extract.wording import third_person
from hypomnema.nodes.language.calendar_words import MONTH, SEASON, WEEKDAY
from hypomnema.nodes.language.gazetteer import field_of, topic_said
from hypomnema.nodes.language.words import lower_first

_TIME_TAIL = re.compile(
    rf"\s+(?:(?:last|this|next)\s(?:week|month|year|quarter|sprint|{SEASON}|{MONTH}|{WEEKDAY})|"
    r"yesterday|today|tomorrow|recently|(?:a|an|one|two|three|\d+)\s(?:days?|weeks?|months?|years?)\sago|"
    rf"(?:on|in|by)\s(?:{DATE})|now|already|completely|entirely|"
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
    planned = planned_moment(clause.said, clause.at)
    return clause.bounds.valid_from or planned or past_moment(clause.said, clause.at) or clause.at


def _serves(thing: Named) -> bool:
    """Whether a name that no list holds is said to be for what one thing at a time serves: then it is used."""
    field = field_of(topic_said(thing.qualifier or ""))
    return bool(field and field.exclusive and re.match(r"[A-Z][\w.+-]*(?:\s[A-Z][\w.+-]*)*$", thing.object))


def switched(clause: Clause, new: str, old: str | None, *, subject: str = "team") -> list[Draft]:
    """The new thing is used from now on, the old one is what it takes the place of."""
    thing = parse_object(bare(new))
    before = parse_object(bare(old)) if old else None
    if not thing.known and not (before and before.known) and not _serves(thing):
        return []
    if before and not thing.qualifier and (before.qualifier or not thing.topic):
        served = parse_object(f"{thing.wording} for {before.qualifier}") if before.qualifier else thing
        thing = served if thing.field else replace(served, topic=before.topic, field=before.field)
    replaced = tuple(t.object for t in parse_list(bare(old))) if old else ()
    return [
        draft_of(
            clause,
            type="semantic:fact",
            confidence=0.9,
            claim=claim_about(subject, "uses", thing),
            content=told(clause),
            replaces=replaced,
            by_user=not clause.hypothetical,
            valid_from=began(clause),
        )
    ]


def _from_to(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return switched(clause, found["new"], found["old"])


def _to(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = subject_of(found["who"], clause) if found["who"] else "team"
    thing = parse_object(bare(found["new"]))
    if not thing.known and not _serves(thing):
        if subject == "team" or found["verb"].lower().startswith("switch"):
            return []
        place = value_claim(subject, "located_in", thing.object)
        return [
            draft_of(clause, type="semantic:fact", confidence=0.9, claim=place, by_user=True, valid_from=began(clause))
        ]
    return switched(clause, found["new"], None, subject=subject)


def _stopped(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = subject_of(found["who"], clause) if found["who"] else "team"
    things = parse_list(re.sub(r"\s+any\s?(?:more|longer)$", "", bare(found["object"]), flags=re.IGNORECASE))
    if not things[0].known:
        return []
    return each_and_all(
        clause,
        things,
        subject=subject,
        predicate="uses",
        type="semantic:fact",
        confidence=0.9,
        polarity=False,
        whole=told(clause),
        by_user=not clause.hypothetical,
        valid_from=began(clause),
        says=lambda t: f"{said_of(subject)} no longer uses {t.object}{purpose(t)}",
    )


def _taken_out(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    thing = parse_object(found["object"])
    if not thing.known:
        return []
    claim = claim_about("team", "uses", thing, polarity=False, alone=False)
    by_user = not clause.hypothetical
    start = began(clause)
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim, by_user=by_user, valid_from=start)]


_WE = r"(?:(?P<who>we|i|the\steam|our\steam)\b(?:['’](?:re|ve|m))?\s?)"

PATTERNS = (
    Pattern(
        name="switch",
        regex=rx(
            r"\b(?:switch|mov|migrat|chang|transition|convert|port|went|go|going)(?:e|ed|es|ing|d)?(?:\s(?:over|"
            r"away|back|everything|it|all|completely|off))*(?:\s(?:the|our|my)\s[\w\s-]{2,30}?|"
            r"\s[\w-]{2,20}){0,1}?\sfrom\s(?P<old>.+?)\s(?:over\s|back\s)?to\s(?P<new>.+)$"
        ),
        build=_from_to,
        cues=cues("from"),
        examples=(
            Example(
                "Switched from JWT to Clerk", ("team uses Clerk",), "semantic:fact", "Team switched from JWT to Clerk"
            ),
            Example(
                "we migrated from MySQL to Postgres last week because of JSON support",
                ("team uses PostgreSQL",),
                None,
                "because of JSON support",
            ),
            Example("We're moving our CI from Jenkins to GitLab CI", ("team uses GitLab CI",)),
            Example("I switched from npm to pnpm", ("team uses pnpm",)),
        ),
        counter_examples=("We go from house to house", "The switch from day to night"),
    ),
    Pattern(
        name="switch_replaced",
        regex=rx(
            r"\b(?:replac(?:e|ed|es|ing)\s(?P<a_old>.+?)\s(?:with|by)\s(?P<a_new>.+)|(?:swapp?(?:ed|"
            r"ing)?)\s(?:out\s)?(?P<b_old>.+?)\s(?:for|with)\s(?P<b_new>.+)|(?:dropp?(?:ed|ing)?|ditch(?:ed|"
            r"ing)?|abandon(?:ed|ing)?|got\srid\sof|left|scrapp?(?:ed|ing)?)\s(?P<c_old>.+?)\s(?:for|"
            r"in\sfavou?r\sof)\s(?P<c_new>.+))$"
        ),
        build=lambda clause, m: switched(
            clause, m["a_new"] or m["b_new"] or m["c_new"], m["a_old"] or m["b_old"] or m["c_old"]
        ),
        cues=cues(
            "replace replaced replaces replacing swap swapped swapping drop dropped dropping ditch ditched "
            "abandoned got left scrap scrapped"
        ),
        examples=(
            Example("We replaced Redux with Zustand for state", ("team uses Zustand",)),
            Example("swapped Jest for Vitest", ("team uses Vitest",), None, "Team swapped Jest for Vitest"),
            Example("Dropped Sentry in favour of Bugsnag", ("team uses Bugsnag",)),
        ),
        counter_examples=("we dropped Redis", "Replace the battery with care"),
    ),
    Pattern(
        name="switch_replaces",
        regex=rx(
            r"^(?P<new>[\w@./+# -]{2,50}?)\s(?:has\s)?"
            r"(?:replaces|replaced|supersedes|superseded)\s(?!by\b|with\b)(?P<old>.+)$"
        ),
        build=lambda clause, m: switched(clause, m["new"], m["old"]),
        cues=cues("replaces replaced supersedes superseded"),
        examples=(Example("Drizzle replaced Prisma for database access", ("team uses Drizzle",)),),
        counter_examples=("we replaced the chairs",),
    ),
    Pattern(
        name="switch_to",
        regex=rx(
            rf"^(?:{_WE}(?:just\s|recently\s|finally\s|are\s|have\s|will\sbe\s|will\s)*)?(?P<verb>switch|mov|"
            rf"migrat|transition)(?:e|ed|es|ing)?(?:\sover|\sback|\severything)?\sto\s(?P<new>.+)$"
        ),
        build=_to,
        cues=cues("to"),
        examples=(
            Example(
                "We're switching to Firebase Auth for cost reasons",
                ("team uses Firebase Auth",),
                "semantic:fact",
                "for cost reasons",
            ),
            Example("we moved to Linear for tickets", ("team uses Linear",)),
            Example("We switched to Zonky for auth", ("team uses Zonky",)),
            Example("I moved to Munich last month", ("user located_in Munich",)),
            Example("Migrated to pnpm", ("team uses pnpm",)),
        ),
        counter_examples=("we moved to the next topic", "We moved to Berlin for the summer", "We switched to English"),
    ),
    Pattern(
        name="taken_out",
        regex=rx(
            r"^(?P<object>[\w@./+# -]{2,40}?)\s(?:was|were|is|are|has\sbeen|have\sbeen|got|"
            r"is\sbeing)\s(?:now\s|finally\s|completely\s|just\s)?(?:removed|"
            r"dropped|retired|ditched|abandoned|scrapped|sunset|decommissioned|phased\sout|kicked\sout|ripped\sout|gone|thrown\sout)(?:\s(?:from|for|in)\s.+)?$"
        ),
        build=_taken_out,
        cues=cues(
            "removed dropped retired ditched abandoned scrapped sunset decommissioned phased kicked ripped gone thrown"
        ),
        examples=(
            Example("Redis was removed from the stack", ("team uses not Redis",), "semantic:fact"),
            Example("Heroku has been phased out", ("team uses not Heroku",)),
        ),
        counter_examples=("The comment was removed from the file",),
    ),
    Pattern(
        name="replaced_by",
        regex=rx(
            r"^(?P<old>[\w@./+# -]{2,40}?)\s(?:was|were|is|are|has\sbeen|have\sbeen|got|is\sbeing)\s(?:now\s|"
            r"finally\s|just\s)?(?:replaced|superseded|swapped)\s"
            r"(?:by|with|for)\s(?P<new>.+)$"
        ),
        build=lambda clause, m: switched(clause, m["new"], m["old"]),
        cues=cues("replaced superseded swapped"),
        examples=(Example("JWT was replaced by Clerk", ("team uses Clerk",), "semantic:fact"),),
        counter_examples=("The chair was replaced by a bench",),
    ),
    Pattern(
        name="stopped_using",
        regex=rx(
            rf"^(?:{_WE}(?:have\s|just\s)?)?(?:no\slonger\suse|stopp?ed\susing|(?:are\s)?not\susing(?=.*any)|"
            rf"(?:don['’]?t|do\snot)\suse(?=.*\bany\s?(?:more|longer))|dropped|ditched|abandoned|removed|"
            rf"got\srid\sof|retired|deprecated|moved\s(?:away\sfrom|off)|scrapped)\s(?P<object>.+)$"
        ),
        build=_stopped,
        cues=cues(
            "longer stopped stoped any anymore dropped ditched abandoned removed got retired deprecated away off "
            "scrapped"
        ),
        examples=(
            Example("we no longer use Jenkins", ("team uses not Jenkins",), None, "Team no longer uses Jenkins"),
            Example("We don't use Heroku anymore", ("team uses not Heroku",)),
            Example("Dropped Redux", ("team uses not Redux",), None, "Team dropped Redux"),
        ),
        counter_examples=("I dropped my phone",),
    ),
)
