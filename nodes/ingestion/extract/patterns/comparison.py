"""Comparisons: what is liked better than what, and what measured better."""

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
    points,
    purpose,
    rx,
    subject_of,
    value_claim,
    without_article,
)
from memorist.nodes.ingestion.extract.phrases import Named, parse_object

_LONGEST_CHEER = 9
_SURE = re.compile(
    r"\bfor (?:me|us)\b|\bif you ask me\b|\bany (?:day|time)\b|\bevery time\b|\ball day\b", re.IGNORECASE
)


def _preferred(clause: Clause, who: str, better: str, worse: str, *, polarity: bool = True) -> Sequence[Draft]:
    """ "pytest over unittest for the API": one preference, whatever words compared them."""
    if points(better) or points(worse):
        return []
    other = parse_object(worse)
    thing = parse_object(f"{better.strip()} over {other.wording}{purpose(other)}")
    claim = claim_about(who, "prefers", thing, polarity=polarity)
    return [draft_of(clause, type="semantic:preference", confidence=0.85, claim=claim)]


def _likes_more(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = subject_of(found["who"], clause)
    return _preferred(clause, subject, found["better"], found["worse"])


def _beats(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    better, worse = parse_object(found["better"]), parse_object(found["worse"])
    sure = _SURE.search(clause.said)
    if not (better.known and worse.known) and not (sure and len(clause.core.split()) <= _LONGEST_CHEER):
        return []
    who = clause.context.person if re.search(r"\b(?:i|me|my|personally)\b", clause.said, re.IGNORECASE) else "team"
    return _preferred(clause, who, found["better"], found["worse"])


def _finds(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = subject_of(found["who"], clause)
    return _preferred(clause, subject, found["better"], found["worse"])


def _nicer(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    better, worse = parse_object(found["better"]), parse_object(found["worse"])
    if not (better.known and worse.known):
        return []
    return _preferred(clause, "team", found["better"], found["worse"])


def _measured(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = found["better"].strip()
    if points(subject) or re.match(r"(?:i|we|he|she|they|there)\b", subject, re.IGNORECASE):
        return []
    thing: Named = parse_object(subject)
    name = thing.object if thing.known else without_article(subject)
    value = f"{found['how']} than {found['worse'].strip()}".strip()
    claim = value_claim(name, "is", value, polarity=not found["neg"])
    return [draft_of(clause, type="semantic:fact", confidence=0.85, claim=claim, tags=("comparison",))]


_NICER = (
    r"(?:better|nicer|simpler|easier|cleaner|more\s(?:pleasant|intuitive|ergonomic|readable|enjoyable|comfortable))"
)
_MEASURED = (
    r"(?:faster|quicker|slower|cheaper|pricier|smaller|bigger|larger|lighter|heavier|older|newer|longer|shorter|higher|"
    r"lower|safer|stricter|worse|more\s(?:reliable|stable|expensive|accurate|secure|mature|efficient|robust|complex|"
    r"flexible|predictable|resilient|popular)|less\s[a-z]+)"
)

PATTERNS = (
    Pattern(
        name="likes_more",
        regex=rx(
            r"^(?P<who>we|i|the\steam|the\suser|user)\s(?:really\s|much\s|do\s)?(?:likes?|loves?|enjoys?|trusts?|values?)\s(?P<better>.+?)\s"
            r"(?:(?:way|much|a\slot|far|a\sbit)\s)?(?:more|better)\sthan\s(?P<worse>.+)$"
        ),
        build=_likes_more,
        cues=cues("than"),
        examples=(
            Example(
                "I like functional components way more than class components",
                ("user prefers functional components",),
                "semantic:preference",
            ),
            Example("we trust Playwright much more than Cypress", ("team prefers Playwright",)),
        ),
        counter_examples=("I like more than one thing", "We use it more than ever"),
    ),
    Pattern(
        name="picks_over",
        regex=rx(
            r"^(?:(?P<who>we|i)(?:['’]d|\swould|\swill|['’]ll)?\s(?:always\s|personally\s|still\s)*"
            r"(?:pick|choose|take|go\s(?:with|for))|give\s(?P<me>me|us))\s(?P<better>.+?)\s(?:over|rather\sthan)\s"
            r"(?P<worse>.+?)(?:\s(?:any\s(?:day|time)|every\stime|always))?$"
        ),
        build=lambda clause, m: _preferred(
            clause, subject_of(m["who"] or ("i" if m["me"].lower() == "me" else "we"), clause), m["better"], m["worse"]
        ),
        cues=cues("pick choose take go give"),
        examples=(
            Example("I'd pick Zustand over Redux for state any day", ("user prefers Zustand",), "semantic:preference"),
            Example("give me tabs over spaces any day", ("user prefers tabs",)),
        ),
        counter_examples=("We chose Terraform over Pulumi", "I'd go over the list"),
    ),
    Pattern(
        name="beats",
        regex=rx(
            r"^(?:personally\s|for\sme,?\s|imo\s)?(?P<better>[\w@./+#-]{2,30}(?:\s[\w@./+#-]{2,20})?)\s?"
            r"(?:>{1,3}|beats|trumps|wins\sover|over)\s?(?P<worse>[\w@./+#-]{2,30}(?:\s[\w@./+#-]{2,20})??)"
            r"(?:\s(?:any\sday|every\stime|for\s(?:me|us)|if\syou\sask\sme|hands\sdown|all\sday|always)\b.*)?$"
        ),
        build=_beats,
        examples=(
            Example("personally drizzle > prisma for me", ("user prefers Drizzle",), "semantic:preference"),
            Example("pytest beats unittest any day if you ask me", ("user prefers pytest",)),
            Example("Vitest over Jest every time", ("team prefers Vitest",)),
        ),
        counter_examples=("The tests are over Friday", "Latency > 200 ms"),
        when=lambda c: ">" in c.core or not {"beats", "trumps", "wins", "over"}.isdisjoint(c.words),
    ),
    Pattern(
        name="finds_nicer",
        regex=rx(
            rf"^(?P<who>we|i|the\steam)\s(?:find|found|think|consider)\s(?P<better>.+?)\s(?:is\s|to\sbe\s)?"
            rf"(?:much\s|way\s|a\slot\s|far\s)?(?:{_NICER}|{_MEASURED})\s(?:to\s\w+\s(?:with\s)?)?than\s(?P<worse>.+)$"
        ),
        build=_finds,
        cues=cues("than"),
        examples=(
            Example("we find Figma nicer than Sketch for handoff", ("team prefers Figma",), "semantic:preference"),
        ),
        counter_examples=("We found more than ten bugs",),
    ),
    Pattern(
        name="comparison",
        regex=rx(
            rf"^(?P<better>[\w@./ -]{{2,40}}?)\s(?:is|works|feels|are)\s(?:much\s|way\s|a\slot\s|far\s)?{_NICER}\s"
            r"(?:to\s\w+\s(?:with\s)?)?than\s(?P<worse>.+)$"
        ),
        build=_nicer,
        cues=cues("than"),
        examples=(Example("pnpm is simpler than npm for us", ("team prefers pnpm",), "semantic:preference"),),
        counter_examples=("This is better than nothing",),
    ),
    Pattern(
        name="measured",
        regex=rx(
            rf"^(?P<better>[\w@./' -]{{2,50}}?)\s(?:(?:is|are|was|were|runs?|starts?|builds?|scales?|performs?|works?|"
            rf"feels?|boots?|loads?|compiles?|installs?|turned\sout|proved)\s)(?P<neg>not\s)?(?P<how>(?:[\w%.,-]+\s){{0,4}}?"
            rf"{_MEASURED})\sthan\s(?P<worse>.+)$"
        ),
        build=_measured,
        cues=cues("than"),
        examples=(
            Example("pnpm is much faster than npm for us", ("pnpm is much faster than npm for us",), "semantic:fact"),
            Example(
                "Bun starts three times quicker than Node on our CI",
                ("Bun is three times quicker than Node on our CI",),
            ),
            Example(
                "the old importer was more reliable than the new one",
                ("old importer is more reliable than the new one",),
            ),
        ),
        counter_examples=("It is faster than before", "We are bigger than ever"),
    ),
)
