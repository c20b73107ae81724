"""What one technology needs of another: kept though nobody is named."""

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
)
from memorist.nodes.ingestion.extract.phrases import parse_list, parse_object

_PREDICATE = (
    (re.compile(r"need|requir|only works with", re.IGNORECASE), "requires"),
    (re.compile(r"depend|built on|based on|wraps|uses?|using", re.IGNORECASE), "depends_on"),
    (re.compile(r"support|compatible|works?\b|integrat|pairs", re.IGNORECASE), "supports"),
    (re.compile(r"provid|ships with|includes|comes with|exposes", re.IGNORECASE), "provides"),
)


def _between(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = parse_object(found["subject"])
    if not subject.known or subject.object == "":
        return []
    predicate = next(name for shape, name in _PREDICATE if shape.search(found["verb"]))
    things = parse_list(found["object"])
    polarity = not found["neg"]
    return [
        draft_of(
            clause,
            type="semantic:fact",
            confidence=0.9,
            claim=claim_about(subject.object, predicate, thing, polarity=polarity, alone=False),
            content=None if len(things) == 1 else f"{subject.object} {predicate.replace('_', ' ')} {thing.object}",
        )
        for thing in things
    ]


PATTERNS = (
    Pattern(
        name="dependency",
        regex=rx(
            r"""^(?P<subject>[\w@./+# -]{2,50}?)\s
            (?P<neg>(?:does\snot|doesn['’]?t|do\snot|don['’]?t|is\snot|isn['’]?t|no\slonger)\s)?(?:also\s|now\s|still\s)?
            (?P<verb>needs?(?!\sto\b)|requires?|depends\son|depend\son|only\sworks\swith|is\s(?:built|based)\son|uses?|wraps
            |supports?|is\scompatible\swith|compatible\swith|works?\s(?:well\s|fine\s|great\s)?with|integrates\swith
            |provides|ships\swith|includes|comes\swith|exposes)\s
            (?P<object>.+)$"""
        ),
        build=_between,
        cues=cues(
            "need needs require requires depend depends only built based use uses wraps support supports "
            "compatible work works integrates provides ships includes comes exposes"
        ),
        examples=(
            Example("Drizzle requires expo-sqlite 14", ("Drizzle requires SQLite 14",), "semantic:fact"),
            Example("Clerk doesn't support Expo Go", ("Clerk supports not Expo",)),
            Example("expo-router depends on React Navigation", ("expo-router depends_on React Navigation",)),
            Example("NativeWind works well with Reanimated", ("NativeWind supports Reanimated",)),
            Example("TanStack Query needs React 18", ("TanStack Query requires React 18",)),
        ),
        counter_examples=("Dana needs help", "It works with us"),
    ),
)
