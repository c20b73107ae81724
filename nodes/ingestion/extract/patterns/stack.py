"""What a team builds with, told as a list: "our stack: FastAPI, Postgres, Redis for queues"."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern, cues, each_and_all, joined, purpose, rx
from memorist.nodes.ingestion.extract.phrases import Named, parse_object
from memorist.nodes.language.gazetteer import topic_said

_ITEMS = re.compile(r"\s*[,;]\s*(?:and\s+|plus\s+)?|\s+(?:and|plus|\+|&|with|/)\s+|(?<=\w)[/+](?=[A-Z])")
_ON_A_SIDE = re.compile(r"\s(?:on|in|at)\s(?=the\s|(?:front|back)[\s-]?end\b|mobile\b)", re.IGNORECASE)
_NAME = re.compile(r"(?-i:[A-Z])[\w.+#-]*(?:\s[\w.+#-]+)?$")
LEAST_KNOWN = 0.5
"""Of a list, so many have to be known technologies: then the others are some, too."""


def _list(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """The things of a list, each by itself: they serve different ends, so that none competes with another."""
    items = [parse_object(_ON_A_SIDE.sub(" for ", item)) for item in _ITEMS.split(found["object"]) if item.strip()]
    known = [one for one in items if one.known and one.field]
    if not known or len(known) < LEAST_KNOWN * len(items):
        return []
    return _in_use(clause, [one for one in items if one in known or _NAME.match(one.object)])


def _made_with(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    items = [parse_object(item) for item in _ITEMS.split(found["object"]) if item.strip()]
    if not all(one.known and one.field for one in items):
        return []
    return _in_use(clause, items)


def _part(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "DB is Postgres": what is named must be a part that something serves, and what it is a known thing."""
    what = found["what"].strip()
    thing = parse_object(f"{found['object']} for {what}")
    if not (thing.known and thing.field) or not (topic_said(what) or _SIDE.fullmatch(what)):
        return []
    return _in_use(clause, [thing])


def _in_use(clause: Clause, things: Sequence[Named]) -> Sequence[Draft]:
    return each_and_all(
        clause,
        things,
        subject="team",
        predicate="uses",
        type="semantic:fact",
        confidence=0.9,
        says=lambda t: f"Team uses {t.wording}{purpose(t)}",
        whole=f"Team uses {joined([f'{t.wording}{purpose(t)}' for t in things])}" if len(things) > 1 else None,
    )


_SIDE = re.compile(
    r"(?:(?:the|our)\s)?(?:front|back)[\s-]?end|(?:mobile|web)(?:\sapp)?|server|client|api", re.IGNORECASE
)

PATTERNS = (
    Pattern(
        name="stack",
        regex=rx(
            r"^(?:(?:the|our|my|current|whole|full|technology|tech|project|team['’]s|web|mobile|backend|frontend)\s){0,3}?"
            r"(?:tech[\s-]?)?stack(?:\s(?:is|are|was|includes|consists\sof|looks\slike|now|currently|basically|right\snow|mostly)){0,3}"
            r"\s?[:=-]?\s(?P<object>\S.+)$"
        ),
        build=_list,
        cues=cues("stack tech-stack techstack"),
        examples=(
            Example(
                "Our stack: FastAPI, Postgres 15, Redis for queues, React on the frontend",
                ("team uses FastAPI", "team uses PostgreSQL 15", "team uses Redis", "team uses React"),
                "semantic:fact",
            ),
            Example("The stack is Django + Celery", ("team uses Django", "team uses Celery")),
            Example("tech stack: Next.js, tRPC and Zorbo", ("team uses Next.js", "team uses tRPC", "team uses Zorbo")),
        ),
        counter_examples=("The stack is a mess", "Our stack trace says null", "the stack is too big for us"),
    ),
    Pattern(
        name="made_with",
        regex=rx(
            r"^(?:(?:it|everything|all|the\s(?:app|site|project|product|backend|frontend|api|service))(?:['’]s|\sis|\sare)\s|(?:we|we['’]re)\s(?:are\s)?)?"
            r"(?:all\s|currently\s|now\s|still\s)?(?:deployed|hosted|built|written|running|made|developed)\s"
            r"(?:on|to|with|in|using|via)\s(?P<object>\S.+)$"
        ),
        build=_made_with,
        cues=cues("deployed hosted built written running made developed"),
        examples=(
            Example("Deployed on Fly.io", ("team uses Fly.io",), "semantic:fact"),
            Example("We're deployed to Fly.io", ("team uses Fly.io",)),
            Example("Built with Expo and TypeScript", ("team uses Expo", "team uses TypeScript")),
        ),
        counter_examples=("Built with love", "Written in a hurry", "Running on coffee"),
    ),
    Pattern(
        name="part_is",
        regex=rx(
            r"^(?P<what>[\w-]+(?:\s[\w-]+){0,2}?)(?:\s(?:is|are)(?:\s(?:now|currently|still))?\s|\s?:\s)(?P<object>[^,:]+)$"
        ),
        build=_part,
        examples=(
            Example("database: postgres", ("team uses PostgreSQL",), "semantic:fact"),
            Example("DB is Postgres", ("team uses PostgreSQL",)),
            Example("backend is Go", ("team uses Go",)),
        ),
        counter_examples=("Dana is in Berlin", "lunch: pizza", "The problem is Redis", "Redis is fast"),
        when=lambda c: ":" in c.core or not {"is", "are"}.isdisjoint(c.words),
    ),
)
