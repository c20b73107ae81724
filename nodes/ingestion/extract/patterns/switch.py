"""What was changed for what, and what is no longer used."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import (
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
from memorist.nodes.ingestion.extract.patterns.switching import (
    bare,
    began,
    planned,
    serves,
    supposed,
    switch_said,
    switched,
    told,
)
from memorist.nodes.ingestion.extract.phrases import parse_list, parse_object
from memorist.nodes.language.gazetteer import field_of


def _switched(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return [] if planned(clause, found) else switched(clause, switch_said(clause, found))


def _replaced(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """Who drops GraphQL for the partner API says where, and not what takes its place."""
    into = found["c_new"]
    if into is not None and not _INSTEAD.search(found[0]) and not parse_object(bare(into)).known:
        return []
    return _switched(clause, found)


_INSTEAD = re.compile(r"\sin\sfavou?r\sof\s", re.IGNORECASE)


def _from_arrow(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """An arrow leads to many things: only what serves the same takes the other's place."""
    new, old = parse_object(bare(found["new"])), parse_object(bare(found["old"]))
    field = field_of(old.field)
    return _switched(clause, found) if new.known and field and field.exclusive and new.field == old.field else []


def _to(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    thing = parse_object(bare(found["new"]))
    if thing.known or serves(thing):
        return _switched(clause, found)
    subject = subject_of(found["who"], clause) if found["who"] else "team"
    if subject == "team" or found["verb"].lower().startswith("switch"):
        return []
    place = value_claim(subject, "located_in", thing.object)
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=place, by_user=True, valid_from=began(clause))]


def _back_to(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """What was used before is used again: in its field it takes the place of what was used meanwhile."""
    thing = parse_object(bare(found["new"]))
    return _switched(clause, found) if thing.known or serves(thing) else []


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
        build=_switched,
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
            r"ing)?)\s(?:out\s)?(?P<b_old>.+?)\s(?:for|with)\s(?P<b_new>.+)|(?:dropp?(?:ed|ing)?(?!\ssupport\b)|ditch(?:ed|"
            r"ing)?|abandon(?:ed|ing)?|got\srid\sof|left|scrapp?(?:ed|ing)?)\s(?P<c_old>.+?)\s(?:for|"
            r"in\sfavou?r\sof)\s(?P<c_new>.+))$"
        ),
        build=_replaced,
        cues=cues(
            "replace replaced replaces replacing swap swapped swapping drop dropped dropping ditch ditched "
            "abandoned got left scrap scrapped"
        ),
        examples=(
            Example("We replaced Redux with Zustand for state", ("team uses Zustand",)),
            Example("swapped Jest for Vitest", ("team uses Vitest",), None, "Team swapped Jest for Vitest"),
            Example("Dropped Sentry in favour of Bugsnag", ("team uses Bugsnag",)),
        ),
        counter_examples=(
            "we dropped Redis",
            "Replace the battery with care",
            "we drop support for iOS 15 with the next release",
            "we dropped GraphQL for the partner portal",
            "GitLab CI was supposed to replace TeamCity by summer",
        ),
    ),
    Pattern(
        name="switch_replaces",
        regex=rx(
            r"^(?P<new>[\w@./+# -]{2,50}?)\s(?:has\s)?"
            r"(?:replaces|replaced|supersedes|superseded)\s(?!by\b|with\b)(?P<old>.+)$"
        ),
        build=_switched,
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
        name="not_that_but_this",
        regex=rx(
            rf"^(?:{_WE}(?:have\s|just\s)?)?(?:no\slonger\suse|stopp?ed\susing|(?:are\s)?not\s(?:using|on)|(?:don['’]?t|do\snot)\suse|dropped|"
            r"ditched)\s(?P<old>[\w@./+#-]+(?:\s[\w.+#]+)?)(?:\sany\s?(?:more|longer))?\s?[,;–—-]\s?(?:but\s|and\s)?(?:it['’]?s|it\sis|we(?:['’]re|\sare)\s(?:on|"
            r"using)|we\suse)\s(?:now\s|all\s)?(?P<new>(?!(?:too|so|very|it|that|this|not|a|an|the|because|just)\b)[\w@./+#-]+(?:\s[\w.+#]+)?)(?:\s(?:now|instead|these\sdays|since\s.+))*$"
        ),
        build=_switched,
        cues=cues("longer stopped stoped not dont don't do dropped ditched"),
        examples=(
            Example("We're not using Vite anymore, it's Rspack now", ("team uses Rspack",), "semantic:fact"),
            Example("we don't use Jest any more, it's Vitest", ("team uses Vitest",)),
        ),
        counter_examples=("We're not using Vite, it's too slow", "We don't use Redis, we use it elsewhere"),
    ),
    Pattern(
        name="tried_and_went_back",
        regex=rx(
            rf"^(?:{_WE}(?:have\s|just\s)?)?(?:tried|tested|used|ran|gave|had)\s(?P<old>[\w@./+#-]+(?:\s[\w.+#]+)?)(?:\s(?:out|a\stry|a\sshot|a\sgo))?"
            r"(?:\s(?:for|over)\s[\w\s]{2,25}?)?(?:,?\s(?:and|but)|,)\s(?:then\s)?(?:we\s|i\s)?(?:just\s|now\s)?(?:went|are|came|reverted|"
            r"switched|moved|rolled)\s(?:right\s)?back\s(?:to|on|onto|with)\s(?P<new>.+)$"
        ),
        build=_switched,
        cues=cues("back"),
        examples=(
            Example("we tried Rspack for two days and went back to Vite", ("team uses Vite",), "semantic:fact"),
            Example("gave Jenkins a try, then we switched back to GitLab CI", ("team uses GitLab CI",)),
        ),
        counter_examples=("I tried yoga for a week and went back to bed",),
    ),
    Pattern(
        name="back_to",
        regex=rx(
            rf"^(?:{_WE}(?:just\s|recently\s|finally\s|now\s|all\s|are\s|have\s|decided\sto\s|will\sbe\s|will\s|simply\s)*)?(?:(?:went|going|go|gone|came|fell|"
            r"reverted|rolled)\s)?(?:right\s)?back\s"
            r"(?:to|on|onto|with)\s(?:using\s|good\sold\s)?(?P<new>.+)$"
        ),
        build=_back_to,
        cues=cues("back"),
        examples=(
            Example("We went back to Slack", ("team uses Slack",), "semantic:fact", "Team went back to Slack"),
            Example("we're back on Slack since Monday", ("team uses Slack",)),
            Example("Back to Jest for unit tests", ("team uses Jest",)),
        ),
        counter_examples=("I'm back on Monday", "We went back to the office", "back to work"),
    ),
    Pattern(
        name="switch_arrow",
        regex=rx(
            r"^(?:(?:we\s)?(?:switch|mov|migrat|chang|replac|swap)\w*:?\s|(?:switch|change|migration|replacement):\s)?"
            r"(?P<old>[\w@./+#-]+(?:\s[\w+#.]+)?)\s?(?:→|⇒|->|=>)\s?(?P<new>[\w@./+#-]+(?:\s[\w+#.]+)?(?:\sfor\s.+)?)$"
        ),
        build=_from_arrow,
        examples=(
            Example("JWT → Clerk", ("team uses Clerk",), "semantic:fact", "JWT → Clerk"),
            Example("Switched Jest -> Vitest for unit tests", ("team uses Vitest",)),
        ),
        counter_examples=("Settings → Billing", "Expo → Postgres", "parse() -> int"),
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
        build=_switched,
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

_SWITCHES = tuple(p for p in PATTERNS if any(name.endswith("new") for name in p.regex.groupindex))
_MAY_BE_A_PLACE = re.compile(r".*\bmov(?!\w*\sover\b)", re.IGNORECASE)


def sure_switch(clause: Clause) -> tuple[Draft, ...]:
    """The switch that a clause tells in passing ("We decided to replace Redux with Zustand")."""
    return next((drafts for pattern in _SWITCHES if (drafts := pattern.read(clause))), ())


def supposed_switch(clause: Clause) -> tuple[Draft, ...]:
    """What a clause would say, were what it names known to be in use: the likeliest first."""
    for pattern in _SWITCHES:
        found = pattern.match(clause)
        if found is None or planned(clause, found):
            continue
        switch = switch_said(clause, found)
        if switch.old is None and _MAY_BE_A_PLACE.match(found[0]):
            continue  # "we moved to Quxly"
        if drafts := supposed(clause, switch):
            return tuple(d.model_copy(update={"method": f"pattern:{pattern.name}"}) for d in drafts)
    return ()
