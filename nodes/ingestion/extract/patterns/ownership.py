"""Who is who: owners, roles, names, what people work on and recommend."""

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
    rx,
    subject_of,
    value_claim,
    without_article,
)
from memorist.nodes.ingestion.extract.phrases import parse_object

_PRONOUN = re.compile(r"^(?:it|this|that|they|he|she|there|who|which|what|i|we|you)\b", re.IGNORECASE)
_NAME = r"(?-i:(?!(?:It|This|That|He|She|They|We|The|There|Our|My)\b)[A-Z][a-z]+(?:-\d+)?(?:\s[A-Z][a-z]+)?)"
ADVICE = "advice"
"""Who speaks when something "is recommended"."""
_ROLE = (
    r"(?:(?:the|our|my|a|an)\s)?(?:[\w-]+\s){0,3}?(?:lead|manager|engineer|developer|designer|dev|pm|po|cto|ceo|"
    r"vp|intern|architect|analyst|owner|reviewer|maintainer|admin|tester|qa|scientist|"
    r"consultant|contractor|teammate|colleague|boss|mentor|client|customer|director|founder|teacher|doctor|nurse|"
    r"student|assistant|sre|dba|researcher|writer|accountant|lawyer|landlord|landlady|receptionist|secretary|treasurer|"
    r"supplier|physio|vet|chef|electrician|plumber)(?:\s(?:for|of|at|on|in)\s.+)?"
)


def _fact(clause: Clause, subject: str, predicate: str, value: str, *, polarity: bool = True) -> list[Draft]:
    claim = value_claim(without_article(subject).strip(), predicate, value.strip(" ,."), polarity=polarity)
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim)]


def _owned(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    what, owner = found["what"] or found["what2"], found["owner"] or found["owner2"]
    if _PRONOUN.match(what) or not owner:
        return []
    if _PRONOUN.match(owner):
        owner = subject_of(owner.strip(), clause)
    return _fact(clause, what, "owned_by", owner)


def _role(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    who = clause.context.person if found["who"].lower() in {"i", "i'm", "i’m"} else found["who"]
    role = _NEW.sub("", without_article(found["role"]))
    return _fact(clause, who, "role_is", role, polarity=not found["neg"])


def _took_over(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return _fact(clause, found["who"], "role_is", _NEW.sub("", without_article(found["role"])))


def _leads(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return _fact(clause, found["who"], "role_is", f"lead of {found['what']}")


_NEW = re.compile(r"^(?:new|current|acting|next)\s", re.IGNORECASE)


def _named(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    whose = found["whose"].lower()
    owner = clause.context.person if whose == "my" else "team"
    what = found["what"].strip()
    subject = owner if what == "name" else f"{owner}'s {re.sub(r'(?:[’' ']s)? name$', '', what)}"
    return _fact(clause, subject, "named", found["name"])


def _works_on(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return _fact(clause, subject_of(found["who"], clause), "works_on", without_article(found["what"]))


def _recommends(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = subject_of(found["who"], clause)
    thing = parse_object(re.sub(r"^(?:that\swe\s|to\s)?(?:us(?:e|ing)\s)", "", found["what"], flags=re.IGNORECASE))
    claim = claim_about(subject, "recommends", thing, alone=False)
    return [draft_of(clause, type="semantic:fact", confidence=0.85, claim=claim)]


def _recommended(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """Advice that nobody here gives: for one purpose there is one."""
    aim = found["aim"] or found["purpose"]
    thing = parse_object(f"{found['what']} for {aim}" if aim else found["what"])
    if not thing.known or _PRONOUN.match(found["what"]):
        return []
    claim = claim_about(ADVICE, "recommends", thing, polarity=not found["neg"])
    return [draft_of(clause, type="semantic:fact", confidence=0.85, claim=claim)]


PATTERNS = (
    Pattern(
        name="owner",
        regex=rx(
            rf"^(?:(?P<what>[^,]{{2,60}}?)\s(?:is|are)\s(?:now\s)?(?:owned|maintained|handled|managed|run|"
            rf"looked\safter)\sby\s(?P<owner>[^,]+)|(?P<owner2>{_NAME}(?:['’]s\s\w+)?|we|i|"
            rf"the\s[\w\s]{{2,20}}?team)\s(?:now\s)?(?:owns?|maintains?|looks?\safter|is\sresponsible\sfor|"
            rf"are\sresponsible\sfor|is\sin\scharge\sof)\s(?P<what2>.+))$"
        ),
        build=_owned,
        cues=cues(
            "owned maintained handled managed run looked owns own maintains maintain looks look responsible charge"
        ),
        examples=(
            Example(
                "the search box is owned by Dana's people since March",
                ("search box owned_by Dana's people",),
                "semantic:fact",
            ),
            Example("Priya owns the billing service", ("billing service owned_by Priya",)),
            Example("The design tokens are maintained by the web team", ("design tokens owned_by the web team",)),
        ),
        counter_examples=("I own a car that is run down by rust", "Tests are run with pytest"),
        when=lambda c: not re.search(r"\bown(?:s)?\s(?:a|an|two|three|\d)\b", c.core, re.IGNORECASE),
    ),
    Pattern(
        name="role",
        regex=rx(
            rf"^(?P<who>{_NAME}|i(?=['’]m|\sam))(?:['’](?:s|m)|\s(?:is|am)|,)\s(?:now\s)?(?P<neg>not\s|no\slonger\s)?(?P<role>{_ROLE}?)(?:\sby)?(?:\snow)?$"
        ),
        build=_role,
        cues=cues(
            "lead manager engineer developer designer dev pm po cto ceo vp intern architect analyst owner "
            "reviewer maintainer admin tester qa scientist consultant contractor teammate colleague boss mentor "
            "client customer director founder teacher doctor nurse student assistant sre dba researcher writer "
            "accountant lawyer landlord landlady receptionist secretary treasurer supplier physio vet chef electrician "
            "plumber"
        ),
        examples=(
            Example("Dana is our PM", ("Dana role_is PM",), "semantic:fact"),
            Example("I'm the tech lead for mobile", ("user role_is tech lead for mobile",)),
            Example("Sam is a backend engineer", ("Sam role_is backend engineer",)),
        ),
        counter_examples=("Clerk is our auth provider", "It is a lead"),
    ),
    Pattern(
        name="took_over",
        regex=rx(
            rf"^(?P<who>{_NAME})\s(?:will\s|is\s|has\s|just\s|now\s)*(?:(?:take|taken|took|taking|step|stepped|stepping)(?:s)?\s(?:over|in)\s"
            rf"(?:as|the\s(?:role|job|post)\sof)|(?:replac(?:es?|ed|ing)|succeed(?:s|ed|ing)?)\s{_NAME}\sas|becomes|became|was\smade)\s"
            rf"(?P<role>{_ROLE}?)(?:\sfrom\s{_NAME})?(?:\snow)?$"
        ),
        build=_took_over,
        cues=cues(
            "take taken took takes taking step stepped steps stepping replace replaces replaced replacing "
            "succeed succeeds succeeded succeeding becomes became made"
        ),
        examples=(
            Example("Ingrid takes over as product owner for billing", ("Ingrid role_is product owner for billing",)),
            Example("Tom replaced Maria as tech lead", ("Tom role_is tech lead",), "semantic:fact"),
            Example("Lea became the new CTO", ("Lea role_is CTO",)),
        ),
        counter_examples=("Vitest replaces Jest as test runner", "Sam took over the meeting"),
    ),
    Pattern(
        name="leads",
        regex=rx(
            rf"^(?P<who>{_NAME})\s(?:now\s|currently\s|will\s)?(?:leads?|heads?|heads\sup|runs|manages)\s(?P<what>(?:the|our)\s(?:[\w&-]+\s){{0,2}}?"
            r"(?:team|squad|department|group|guild|chapter|office|project|migration)|(?:product|backend|frontend|mobile|design|data|platform|sales|"
            r"marketing|support|qa|engineering|operations|ops|finance|hr|security|research))(?:\snow)?$"
        ),
        build=_leads,
        cues=cues("lead leads head heads runs manages"),
        examples=(
            Example("Lea leads the data team now", ("Lea role_is lead of the data team",), "semantic:fact"),
            Example("Priya heads backend", ("Priya role_is lead of backend",)),
        ),
        counter_examples=("Docker runs the build", "This leads to errors"),
    ),
    Pattern(
        name="name",
        regex=rx(
            r"^(?P<whose>my|our)\s(?P<what>[a-z][\w\s'’-]{1,30}?)\s(?:is|are)\s(?:called|named)\s(?P<name>.+)$|"
            r"^(?P<whose2>my)\s(?P<what2>name)\sis\s(?P<name2>.+)$"
        ),
        build=lambda clause, m: (
            _named(clause, m) if m["whose"] else _fact(clause, clause.context.person, "named", m["name2"])
        ),
        cues=cues("called named name"),
        examples=(
            Example("My name is Alice", ("user named Alice",), "semantic:fact"),
            Example("my sister is called Anna", ("user's sister named Anna",)),
            Example("Our app is called Harbor", ("team's app named Harbor",)),
        ),
        counter_examples=("I called Anna",),
    ),
    Pattern(
        name="works_on",
        regex=rx(
            rf"^(?P<who>{_NAME}|we|i|the\steam)(?:['’](?:s|m|re)|\s(?:is|am|are))?\s(?:currently\s|"
            rf"now\s)?work(?:s|ing)?\son\s(?P<what>.+)$"
        ),
        build=_works_on,
        cues=cues("work works working"),
        examples=(
            Example("I'm working on the onboarding flow", ("user works_on onboarding flow",)),
            Example("Lena works on the data platform", ("Lena works_on data platform",)),
        ),
        counter_examples=("it works on my machine",),
    ),
    Pattern(
        name="recommended",
        regex=rx(
            r"^(?:for\s(?P<aim>[\w\s/-]{2,40}),\s)?(?P<what>[\w@./+#-]{2,30}(?:\s[\w@./+#-]{1,20}){0,2}?)\s(?:is|are)\s"
            r"(?P<neg>not\s)?(?:the\s|strongly\s|generally\s|usually\s|now\s|highly\s)*recommended"
            r"(?:\s(?:for|as)\s(?P<purpose>.+))?$"
        ),
        build=_recommended,
        cues=cues("recommended"),
        examples=(
            Example("For state management, Redux is recommended", ("advice recommends Redux",), "semantic:fact"),
            Example("Zod is recommended for validation", ("advice recommends Zod",)),
            Example("Realm is not recommended", ("advice recommends not Realm",)),
        ),
        counter_examples=("It is recommended to wear a helmet", "Two hours of sleep are recommended"),
    ),
    Pattern(
        name="recommendation",
        regex=rx(
            rf"\b(?P<who>{_NAME}|we|i|the\s[a-z]+\steam)\s(?:also\s|strongly\s)?(?:recommend(?:s|ed)?|"
            rf"suggest(?:s|ed)?|advis(?:es|ed)|endorses?)\s(?P<what>.+)$"
        ),
        build=_recommends,
        cues=cues("recommend recommends recommended suggest suggests suggested advises advised endorses"),
        examples=(
            Example("Dana recommends Zod for validation", ("Dana recommends Zod",)),
            Example("I recommended Clerk to Sam", ("user recommends Clerk",)),
        ),
        counter_examples=("What do you recommend?",),
        when=lambda c: not c.said.endswith("?"),
    ),
)
