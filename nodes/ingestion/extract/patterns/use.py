"""What is used, and for what."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.groups import group_named
from memorist.nodes.ingestion.extract.patterns.pattern import (
    ADVERBS,
    START,
    WHO,
    Example,
    Pattern,
    cues,
    each_and_all,
    points,
    purpose,
    rx,
    said_of,
    subject_of,
)
from memorist.nodes.ingestion.extract.patterns.switching import bare, began
from memorist.nodes.ingestion.extract.phrases import Named, parse_list, parse_object
from memorist.nodes.language.gazetteer import topic_said


def _used(clause: Clause, found: re.Match[str], things: Sequence[Named], says: tuple[str, str]) -> Sequence[Draft]:
    """That somebody uses things; ``says`` is the verb of the sentence, and the verb of its denial."""
    subject, polarity = subject_of(found["who"], clause), not found["neg"]
    return each_and_all(
        clause,
        things,
        subject=subject,
        predicate="uses",
        type="semantic:fact",
        confidence=0.9,
        polarity=polarity,
        replaces=things[0].over if polarity else (),
        valid_from=began(clause),
        says=lambda t: f"{said_of(subject)} {says[0] if polarity else says[1]} {t.wording}{purpose(t)}",
    )


def _uses(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if points(found["object"]) or (found["later"] and not _is_dated(clause)):
        return []
    things = parse_list(bare(found["object"]))
    if not found["verb"].lower().startswith("us") and not all(t.known and t.field for t in things):
        return []
    return _used(clause, found, things, ("uses", "does not use"))


_ALL_OF_US = re.compile(r"(?:whole|entire|full)\s(?:team|company|crew|squad)", re.IGNORECASE)


def _for_what(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "The backend is written in FastAPI", "Clerk is our auth provider": what is used, told from the purpose."""
    what = re.sub(r"^(?:the|our|my|all(?: our)?|all the)\s+", "", found["what"].strip(), flags=re.IGNORECASE)
    things = parse_list(bare(found["object"]))
    if not all(t.known for t in things):
        return []
    if found.re is _OUR and not topic_said(what):
        return []
    polarity = not found["neg"]
    group = group_named(found["what"])
    serving = (
        things if group or _ALL_OF_US.fullmatch(what) else tuple(parse_object(f"{t.object} for {what}") for t in things)
    )
    who = f"The {group}" if group else "Team"
    return each_and_all(
        clause,
        serving,
        subject=group or "team",
        predicate="uses",
        type="semantic:fact",
        confidence=0.9,
        polarity=polarity,
        says=lambda t: f"{who} {'uses' if polarity else 'does not use'} {t.object}{purpose(t)}",
    )


def _does_our(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "Sentry does our error tracking": what is done must be a topic that the thing serves, or said to be ours."""
    what = found["what"].strip()
    if not parse_object(found["object"]).known or not topic_said(what):
        return []
    return _for_what(clause, found)


_NO_NAME = re.compile(
    r"(?:this|that|these|those|it|here|which|what|the|an?|our|my|one|everything|something)\b", re.IGNORECASE
)


def _what_we_use(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "Restyle is what we use for styling": whatever is used for something is a tool, though no list holds it."""
    if _NO_NAME.match(found["object"]):
        return []
    things = parse_list(bare(f"{found['object']} for {found['what']}"))
    return _used(clause, found, things, ("uses", "does not use"))


def _is_dated(clause: Clause) -> bool:
    """Whether it is told when it begins: what will be so some day is not so."""
    return began(clause) > clause.at


_VERSIONED = re.compile(r"(?-i:[A-Z])[\w-]{2,}\sv?\d+(?:\.\d+)+(?=\s(?:for|in|on|with|since|now)\b|$)")


_WITH = re.compile(r"\s(?:with|plus|\+)\s(?=[^,]+,)")
"""Django 4.2 with Postgres 15, Celery for jobs: three things."""


def _on_it(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "We're on PostgreSQL 14": only a known technology can be meant, or a name with its version."""
    if found["later"] and not _is_dated(clause):
        return []
    apart = tuple(map(parse_object, bare(_WITH.sub(", ", found["object"])).split(", ")))
    together = _WITH.search(found["object"]) and all(t.known and t.field for t in apart)
    things = apart if together else parse_list(bare(found["object"]))
    if not all(t.known and t.field for t in things) and not _VERSIONED.match(found["object"]):
        return []
    return _used(clause, found, things, ("is on", "is not on"))


_OUR = rx(
    r"^(?P<what>(?:our|the)\s[\w\s/-]{2,40}?)\s(?:is|are)\s(?P<neg>not\s)?(?:now\s|currently\s|"
    r"still\s)?(?P<object>[^,]+(?:,\s(?:and\s)?not\s[^,]+)?)$"
)

PATTERNS = (
    Pattern(
        name="used_for",
        regex=rx(
            r"^(?P<what>[\w\s/-]{2,40}?)\s(?:is|are|runs?|goe?s?|lives?|happens?)\s(?P<neg>not\s)?(?:now\s|all\s|"
            r"currently\s)?(?:(?:running|written|built|implemented|done|run|made|handled|hosted|deployed|stored|managed|"
            r"tracked|tested|styled|powered|kept|served|linted|formatted)\s)?(?:in|with|on|by|using|via|to|"
            r"through)\s(?P<object>.+)$"
        ),
        build=_for_what,
        cues=cues("in with on by using via to through"),
        examples=(
            Example("The backend is written in FastAPI", ("team uses FastAPI",), "semantic:fact"),
            Example("Tests are run with pytest", ("team uses pytest",)),
            Example("Deploys go to Fly.io", ("team uses Fly.io",)),
            Example("Our tickets are tracked in Linear", ("team uses Linear",)),
            Example("Staging runs on Railway", ("team uses Railway",)),
            Example("Everything is running on Kubernetes", ("team uses Kubernetes",)),
        ),
        counter_examples=("Dana is in Berlin", "NativeWind is slow on Android"),
        when=lambda c: not re.match(r"(?:it|this|that|they|we|i|he|she|there)\b", c.core, re.IGNORECASE),
    ),
    Pattern(
        name="used_as",
        regex=rx(r"^(?P<object>[\w@./+# -]{2,50}?)\s(?:is|are)\s(?P<neg>not\s)?(?:now\s|still\s)?our\s(?P<what>.+)$"),
        build=_for_what,
        cues=cues("our"),
        examples=(
            Example("Clerk is our auth provider", ("team uses Clerk",)),
            Example("Jest and Playwright are our test runners", ("team uses Jest", "team uses Playwright")),
            Example("MongoDB is not our database", ("team uses not MongoDB",)),
        ),
        counter_examples=("Dana is our PM",),
    ),
    Pattern(
        name="used_by",
        regex=rx(
            r"^(?P<what>(?:our|the)\s[\w\s/-]{2,40}?)\s(?:now\s|currently\s|still\s)?(?P<neg>(?:does\snot|"
            r"doesn['’]t|do\snot|don['’]t)\s)?(?:uses?|relies\son|rely\son|is\susing|are\susing)\s(?P<object>.+)$"
        ),
        build=_for_what,
        cues=cues("uses use relies rely using"),
        examples=(
            Example("our API server uses FastAPI", ("team uses FastAPI",), "semantic:fact"),
            Example("The billing service doesn't use Kafka", ("team uses not Kafka",)),
        ),
        counter_examples=("The team uses Kafka for events and Dana likes it", "The neighbours use ladders"),
        when=lambda c: not c.core.lower().startswith(("the team ", "our team ")),
    ),
    Pattern(
        name="being_on",
        regex=rx(
            rf"^{WHO}(?:['’](?:re|m|s|ve\sbeen)|\s(?:are|am|is|have\sbeen|has\sbeen)|(?P<later>['’]ll\sbe|\swill\sbe))\s{ADVERBS}(?P<neg>not\s)?{ADVERBS}on\s"
            r"(?P<object>\S.*)$"
        ),
        build=_on_it,
        cues=cues("on"),
        examples=(
            Example("We're on SQLite", ("team uses SQLite",), "semantic:fact"),
            Example("we are not on Kubernetes", ("team uses not Kubernetes",)),
            Example(
                "we're on Django 4.2 with postgres 15, celery for jobs",
                ("team uses Django 4.2", "team uses PostgreSQL 15", "team uses Celery"),
            ),
            Example("I'm still on macOS 14", ("user uses macOS 14",)),
            Example("Starting in May we'll be on Grafana", ("team uses Grafana",)),
            Example("We're on Quillmark 3.2 for the rota", ("team uses Quillmark 3.2",)),
        ),
        counter_examples=("We're on it", "We'll be on Kubernetes one day", "I'm on vacation", "Dana is on the phone"),
    ),
    Pattern(
        name="ends_up_in",
        regex=rx(
            r"^(?P<what>[\w\s/-]{2,40}?)\s(?:all\s|always\s|now\s|get\s|gets\s|are\s|is\s|was\s|were\s|still\s)*(?P<neg>not\s)?(?:end(?:s)?\sup|"
            r"lands?|arrives?|shows?\sup|stays?|sits?|flows?|comes?(?:\sin)?|reports?|posted|sent|stored|kept|collected|tracked|"
            r"logged|shipped|written|published|saved|archived)\s(?:in|on|to|into|through|via|from)\s(?P<object>.+)$"
        ),
        build=_for_what,
        cues=cues(
            "end ends land lands arrive arrives show shows stay stays sit sits flow flows come comes report reports "
            "posted sent stored kept collected tracked logged shipped written published saved archived"
        ),
        examples=(
            Example("crash reports end up in Sentry", ("team uses Sentry",), "semantic:fact", "Crash reports end up"),
            Example("signups come in through HubSpot", ("team uses HubSpot",)),
        ),
        counter_examples=("We end up in meetings", "the train arrives in Berlin"),
        when=lambda c: not re.match(r"(?:it|this|that|they|we|i|he|she|there)\b", c.core, re.IGNORECASE),
    ),
    Pattern(
        name="done_with",
        regex=rx(
            r"^(?P<who>we|i|the\steam)\s(?:also\s|always\s|now\s|currently\s|mostly\s)*(?P<neg>do\snot\s|don['’]t\s)?(?:manage|handle|track|build|built|wrote|"
            r"write|test|style|deploy|host|store|monitor|log|cache|ship|design|draw|lint|format|bundle|do|run|process|send|serve|provision|"
            r"document|sync|secure)\s(?P<what>(?:the\s|our\s|all\s|all\sour\s)?[\w\s/-]{2,40}?)\s(?:with|in|on|using|via|through|by)\s(?P<object>.+)$"
        ),
        build=_for_what,
        cues=cues("with in on using via through by"),
        examples=(
            Example("we manage packages with pnpm", ("team uses pnpm",), "semantic:fact"),
            Example("we built the backend with FastAPI", ("team uses FastAPI",)),
        ),
        counter_examples=("we build tables in the garden", "we run with scissors"),
    ),
    Pattern(
        name="does_our",
        regex=rx(
            r"^(?P<object>[\w@./+#-]{2,30}(?:\s[\w@./+#-]{2,20}){0,2}?)\s(?:now\s|also\s)?(?P<neg>(?:does\snot|doesn['’]t)\s)?(?:does?|handles?|powers?|"
            r"runs?|manages?|covers?|serves?|provides?|takes\scare\sof|is\sresponsible\sfor)\s"
            r"(?:(?:the|our|all|all\sour)\s)?(?P<what>[\w\s/-]{2,40})$"
        ),
        build=_does_our,
        cues=cues(
            "do does handle handles power powers run runs manage manages cover covers serve serves provide "
            "provides takes responsible"
        ),
        examples=(
            Example("Sentry does our error tracking", ("team uses Sentry",), "semantic:fact"),
            Example("Clerk handles auth", ("team uses Clerk",)),
        ),
        counter_examples=("Priya handles billing", "Clerk does not work with Expo"),
    ),
    Pattern(
        name="what_we_use",
        regex=rx(
            r"^(?P<object>[\w@./+#-]{2,30}(?:\s[\w@./+#-]{2,20}){0,2}?)\s(?:is|are)\s(?P<neg>not\s)?(?:now\s|also\s)?what\s"
            r"(?P<who>we|the\steam)\s(?:now\s|currently\s|all\s)?uses?\sfor\s(?P<what>[\w\s/-]{2,40})$"
        ),
        build=_what_we_use,
        cues=cues("what"),
        examples=(
            Example("Restyle is what we use for styling", ("team uses Restyle",), "semantic:fact", "for styling"),
            Example("Zonky is not what the team uses for tickets", ("team uses not Zonky",)),
        ),
        counter_examples=("This is what we use for tests", "The old one is what we use for builds"),
    ),
    Pattern(
        name="our_is",
        regex=_OUR,
        build=_for_what,
        cues=cues("our the"),
        examples=(
            Example("The database is Postgres 16", ("team uses PostgreSQL 16",)),
            Example("our package manager is pnpm", ("team uses pnpm",)),
            Example("our package manager is pnpm, not npm or yarn", ("team uses pnpm",)),
        ),
        counter_examples=("The deadline is March 15", "the problem is Redis"),
    ),
    Pattern(
        name="use",
        regex=rx(
            rf"""{START}{WHO}(?:['’](?:re|ve|m|s)|(?P<later>['’]ll(?:\sbe)?|\swill(?:\sbe)?))?\s{ADVERBS}(?:(?:are|am|is|have|been)\s)*{ADVERBS}(?:(?P<neg>don['’]?t|do\snot|doesn['’]?t|does\snot|not|aren['’]?t|never|didn['’]?t)\s)?{ADVERBS}
            (?P<verb>uses?|using|used(?!\sto\b)|relies\son|rely\son|run(?:s|ning)?(?:\son|\sin|\swith)?|work(?:s|ing)?\swith|standardi[sz]ed\son|deploy(?:s|ing)?\s(?:to|on|with)|host(?:s|ing)?\s(?:on|with)|build(?:s|ing)?\swith|went\swith|chose|adopted|have\sadopted|settled\sfor)\s(?P<object>\S.*)$"""
        ),
        build=_uses,
        cues=cues(
            "use uses using used rely relies run runs running work works working standardized standardised "
            "deploy deploys deploying host hosts hosting build builds went chose adopted settled"
        ),
        examples=(
            Example("we use Clerk for auth", ("team uses Clerk",), "semantic:fact", "Team uses Clerk for auth"),
            Example(
                "We don't use Redis for sessions",
                ("team uses not Redis",),
                None,
                "Team does not use Redis for sessions",
            ),
            Example(
                "we use Jest, Playwright and Detox for testing",
                ("team uses Jest", "team uses Playwright", "team uses Detox"),
            ),
            Example("we deploy on Fly.io since March", ("team uses Fly.io",)),
            Example("I use Neovim", ("user uses Neovim",)),
            Example(
                "JWT refresh kept failing, so we went with Clerk",
                ("team uses Clerk",),
                None,
                "JWT refresh kept failing",
            ),
            Example("We will use Linear from May on", ("team uses Linear",)),
            Example("Sam uses Zed", ("Sam uses Zed",)),
        ),
        counter_examples=("we used to go there", "Should we use Redis?", "We will use Linear"),
        when=lambda c: not c.said.endswith("?"),
    ),
)
