"""What was forbidden is allowed again."""

import re
from collections.abc import Sequence
from typing import Any

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    claim_about,
    cues,
    draft_of,
    rx,
    value_claim,
)
from memorist.nodes.ingestion.extract.patterns.prohibition import USE
from memorist.nodes.ingestion.extract.phrases import parse_object


def _allowed(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    thing = parse_object(found["thing"])
    if not thing.known:
        return []
    claim = claim_about("team", "uses", thing, alone=False).model_copy(update={"platforms": thing.platforms_said})
    more: dict[str, Any] = {"by_user": not clause.hypothetical, "details": {"reasoning": clause.reason}}
    return [draft_of(clause, type="semantic:decision", confidence=0.95, claim=claim, **more)]


def _lifted(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """What was forbidden may be done again: the claim of the rule, the other way round."""
    act = found["act"].strip()
    used = USE.match(act)
    thing = parse_object(used["object"]) if used else None
    claim = claim_about("team", "uses", thing, alone=False) if thing else value_claim("team", "practices", act)
    more: dict[str, Any] = {"by_user": not clause.hypothetical, "details": {"reasoning": clause.reason}}
    return [draft_of(clause, type="semantic:decision", confidence=0.95, claim=claim, **more)]


PATTERNS = (
    Pattern(
        name="permission",
        regex=rx(
            r"""^(?:using\s)?(?P<thing>[\w@./+# -]{2,60}?)\s(?:is|are)\s
            (?:(?:now\s|totally\s|perfectly\s)?(?:ok(?:ay)?|fine|allowed|permitted|acceptable|approved)
            (?:\s(?:now|again|to\suse|to\suse\snow|to\suse\sagain|from\snow\son|these\sdays|after\sall))
            |(?:now\s)(?:ok(?:ay)?|fine|allowed|permitted|acceptable|approved)
            |(?:no\slonger|not)\s(?:banned|forbidden|prohibited|off.limits)(?:\sany\s?more)?)\b"""
        ),
        build=_allowed,
        cues=cues("ok okay fine allowed permitted acceptable approved banned forbidden prohibited off-limits"),
        examples=(
            Example("Realm is ok now", ("team uses Realm",), "semantic:decision"),
            Example("MongoDB is no longer banned", ("team uses MongoDB",)),
            Example("Using Redux is fine again", ("team uses Redux",)),
        ),
        counter_examples=("Everything is fine now", "Realm is ok", "Realm is banned"),
    ),
    Pattern(
        name="permission_to_use",
        regex=rx(
            r"""^(?:it(?:\sis|['’]s)\s)?(?:(?P<now>now\s)|totally\s|perfectly\s)?(?:ok(?:ay)?|fine|allowed|permitted|
            acceptable)\s(?:now\s)?to\suse\s(?P<thing>.+?)(?(now)|\s(?:now|again|after\sall|from\snow\son|these\sdays))$"""
        ),
        build=_allowed,
        cues=cues("ok okay fine allowed permitted acceptable"),
        examples=(
            Example("It's ok to use Realm now", ("team uses Realm",), "semantic:decision"),
            Example("it is now fine to use MongoDB", ("team uses MongoDB",)),
        ),
        counter_examples=("It's ok to use Realm", "It is fine to use now"),
    ),
    Pattern(
        name="permission_use",
        regex=rx(r"^(?:we|you|everyone)\s(?:can|may|could)\s(?:now\s)?use\s(?P<thing>.+?)\s(?:again|now|after\sall)$"),
        build=_allowed,
        cues=cues("use"),
        examples=(
            Example("You can use Realm again", ("team uses Realm",)),
            Example("we may now use Kafka again", ("team uses Kafka",)),
        ),
        counter_examples=("we can use Realm",),
    ),
    Pattern(
        name="lifted",
        regex=rx(
            r"^(?:from\snow\son\s)?(?:we|you|everyone|everybody|the\steam)\s(?:can|may|are\s(?:now\s)?(?:allowed|free|permitted)\sto)\s"
            r"(?:now\s)?(?P<act>(?!(?:see|find|tell|say|start|stop|go|be|do|try|continue|move\son|relax|breathe|sleep)\b)[a-z].+?)\sagain(?:\snow)?$"
        ),
        build=_lifted,
        cues=cues("again"),
        examples=(
            Example("We can deploy on Fridays again", ("team practices deploy on Fridays",), "semantic:decision"),
            Example("everyone may adopt Realm again", ("team uses Realm",)),
        ),
        counter_examples=("We can see it again", "can we deploy again?", "We can try again"),
    ),
)
