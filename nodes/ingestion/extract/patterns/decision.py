"""Decisions, with their reasoning."""

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
from memorist.nodes.ingestion.extract.patterns.switch import supposed_switch, sure_switch
from memorist.nodes.ingestion.extract.phrases import Named, parse_list, parse_object
from memorist.nodes.ingestion.extract.wording import third_person

_ADOPT = re.compile(
    r"^(?:to\s)?(?:use|go\swith|going\swith|adopt|adopting|switch\sto|switching\sto|move\sto|moving\sto|"
    r"stick\s(?:with|to)|try|keep|choose|pick|on|for|standardi[sz]e\son)\s+(?P<object>.+)$",
    re.IGNORECASE,
)
_DROP = re.compile(
    r"^(?:to\s)?(?:drop|dropping|scrap|ditch|remove|abandon|stop\susing|retire|get\srid\sof|kill|"
    r"against(?:\susing)?|not\sto\suse|move\s(?:away\sfrom|off)|forget\sabout)\s+(?P<object>.+)$",
    re.IGNORECASE,
)


_NO_SUPPORT = (
    r"(?:drop(?:s|ped|ping)?|end(?:s|ed|ing)?|discontinu(?:e|es|ed|ing)|remov(?:e|es|ed|ing)|stop(?:s|ped|ping)?)\s"
    r"(?:official\s)?support(?:ing)?\s(?:for\s|of\s)?(?P<object>\S.*)$"
)
_TO_DROP_SUPPORT = rx(rf"^(?:to\s|we\s(?:will\s)?)?{_NO_SUPPORT}")


def _decided(clause: Clause, things: Sequence[Named], *, polarity: bool, content: str | None = None) -> list[Draft]:
    alone = len(things) == 1
    more = {
        "details": {"reasoning": clause.reason},
        "by_user": not clause.hypothetical,
        "replaces": things[0].over if polarity else (),
    }
    return [
        draft_of(
            clause,
            type="semantic:decision",
            confidence=0.95,
            claim=claim_about("team", "uses", thing, polarity=polarity, alone=alone),
            content=content if alone else f"Team decided {'on' if polarity else 'against'} {thing.object}",
            **more,
        )
        for thing in things
    ]


_TOLD_WHOLE = re.compile(r"decision\s(?:of|from|in)\s", re.IGNORECASE)
"""Decision from the huddle: per-seat pricing. It is told with where it was made."""


def _decision(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    what = re.sub(r"^that\s(?:we\s(?:will\s|should\s)?)?", "", found["what"], flags=re.IGNORECASE).strip()
    if dropped := _TO_DROP_SUPPORT.match(what):
        return _unsupported(clause, dropped)
    content = None
    if not found["who"] and not _TOLD_WHOLE.match(clause.core):
        content = third_person(f"We decided {what}{' ' + clause.reason if clause.reason else ''}")
    for shape, polarity in ((_DROP, False), (_ADOPT, True)):
        if acted := shape.match(what):
            things = parse_list(acted["object"])
            if all(t.known for t in things) or (polarity and things[0].over):
                return _decided(clause, things, polarity=polarity, content=content)
    if switches := sure_switch(clause):
        return [_as_decided(clause, draft) for draft in switches]
    bare = re.sub(r"^(?:to|on|that|against|we)\s", "", what)
    claim = value_claim("team", "practices", bare, polarity=not what.lower().startswith(("against", "not ")))
    details = {"reasoning": clause.reason}
    return [
        draft_of(
            clause,
            type="semantic:decision",
            confidence=0.95,
            claim=claim,
            content=content,
            details=details,
            by_user=not clause.hypothetical,
            if_used=tuple(_as_decided(clause, draft) for draft in supposed_switch(clause)),
        )
    ]


def _as_decided(clause: Clause, draft: Draft) -> Draft:
    """A switch that was decided on."""
    decided = {"type": "semantic:decision", "confidence": 0.95, "details": {"reasoning": clause.reason}}
    return draft.model_copy(update=decided)


def _chose(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    things = parse_list(found["object"])
    if not things[0].known and not things[0].over:
        return []
    content = None
    if not re.match(r"(?:we|i|the team|let)\b", clause.core, re.IGNORECASE):
        content = third_person(f"We decided on {found['object']}{' ' + clause.reason if clause.reason else ''}")
    return _decided(clause, things, polarity=True, content=content)


def _scrap(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    thing = parse_object(found["object"])
    if not thing.known:
        return []
    content = third_person(f"We decided to drop {found['object']}{' ' + clause.reason if clause.reason else ''}")
    return _decided(clause, (thing,), polarity=False, content=content)


def _unsupported(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    thing = parse_object(found["object"])
    claim = claim_about("team", "supports", thing, polarity=False)
    more: dict[str, Any] = {"by_user": not clause.hypothetical, "details": {"reasoning": clause.reason}}
    return [draft_of(clause, type="semantic:decision", confidence=0.95, claim=claim, **more)]


PATTERNS = (
    Pattern(
        name="decision",
        regex=rx(
            r"^(?:(?P<who>we|i|the\steam|(?-i:[A-Z][a-z]+)(?:\s\([^)]*\))?)(?:['’]ve|\shave|\sfinally|\sjust|"
            r"\salso)*\s)?(?:decided|agreed|opted|settled|voted|decision(?:\s(?:of|from|in)\s(?:the|our|today['’]?s|yesterday['’]?s|this|last)\s(?:[\w-]+\s?){0,3}?(?=:))?(?:\sis|\swas)?:?)\s(?P<what>(?:to|on|"
            r"for|that|against|not|upon)\s.+|(?<=:\s).+)$"
        ),
        build=_decision,
        cues=cues("decided agreed opted settled voted decision"),
        examples=(
            Example("We decided to drop Redis", ("team uses not Redis",), "semantic:decision"),
            Example(
                "we decided to use Kafka for events because replay matters",
                ("team uses Kafka",),
                "semantic:decision",
                "because replay matters",
            ),
            Example("We agreed on trunk-based development", ("team uses trunk-based development",)),
            Example("Decided against MongoDB", ("team uses not MongoDB",), None, "Team decided against MongoDB"),
            Example("decision: go with Terraform", ("team uses Terraform",)),
            Example("We've decided to ship weekly", ("team practices ship weekly",), "semantic:decision"),
        ),
        counter_examples=("I have not decided yet", "We use Kafka"),
    ),
    Pattern(
        name="decision_over",
        regex=rx(
            r"^(?:we|the\steam)\s(?:finally\s|then\s|just\s)?took\s(?P<object>\S.*?\s(?:over|instead\sof|rather\sthan)\s\S.*)$"
        ),
        build=_chose,
        cues=cues("took"),
        examples=(Example("we took Hetzner over AWS", ("team uses Hetzner",), "semantic:decision"),),
        counter_examples=("We took over the project", "we took a day off", "we took the bus instead of walking"),
        when=lambda c: bool(c.mentions),
    ),
    Pattern(
        name="support_dropped",
        regex=rx(
            r"^(?:we|the\steam)(?:['’](?:re|ll|ve)|\sare|\swill|\shave)?\s(?:just\s|now\s|officially\s)?" + _NO_SUPPORT
        ),
        build=_unsupported,
        cues=cues("support supporting"),
        examples=(
            Example("we drop support for iOS 15", ("team supports not iOS 15",), "semantic:decision"),
            Example("We stopped supporting Internet Explorer", ("team supports not Internet Explorer",)),
        ),
        counter_examples=("we support iOS 15", "the vendor dropped support for iOS 15"),
    ),
    Pattern(
        name="decision_choice",
        regex=rx(
            r"^(?:let['’]?s\s(?:go\swith|use|stick\s(?:with|to)|adopt|switch\sto|move\sto|take|do)|"
            r"(?:we['’]?(?:re|\sare)\s|i['’]?(?:m|\sam)\s)?going\swith|(?:we|i|the\steam)\s(?:chose|picked|"
            r"selected|have\schosen|(?:have\s)?settled\son|went\sfor)|we['’]ve\schosen)\s(?P<object>.+)$"
        ),
        build=_chose,
        cues=cues("lets let's let going chose picked selected chosen settled went"),
        examples=(
            Example("let's go with Drizzle", ("team uses Drizzle",), "semantic:decision"),
            Example("Going with pnpm", ("team uses pnpm",), None, "Team decided on pnpm"),
            Example("We chose Terraform over Pulumi", ("team uses Terraform",), "semantic:decision"),
        ),
        counter_examples=("let's go", "I picked up the kids"),
    ),
    Pattern(
        name="decision_to_stay",
        regex=rx(
            r"^(?:we|the\steam)(?:['’](?:re|ll)|\sare|\swill|\sshould)?\s(?:just\s|rather\s|simply\s|better\s)?(?:(?:stay|stick|remain)(?:ing)?\s"
            r"(?:with|to|on)|keep(?:ing)?(?:\susing)?)\s(?P<object>.+)$"
        ),
        build=_chose,
        cues=cues("stay staying stick sticking remain remaining keep keeping"),
        examples=(
            Example("We stay with Kafka", ("team uses Kafka",), "semantic:decision", "Team stays with Kafka"),
            Example("we're sticking with Postgres over MySQL", ("team uses PostgreSQL",)),
            Example("We keep Jenkins", ("team uses Jenkins",)),
        ),
        counter_examples=("We keep the docs in Notion", "We stay in Berlin", "we keep it simple"),
    ),
    Pattern(
        name="decision_it_is",
        regex=rx(r"^(?P<object>[\w@./+# -]{2,40}?)\sit\sis$"),
        build=_chose,
        cues=cues("it"),
        examples=(Example("Kafka it is!", ("team uses Kafka",), "semantic:decision", "Team decided on Kafka"),),
        counter_examples=("what it is",),
    ),
    Pattern(
        name="decision_scrap",
        regex=rx(r"^(?:let['’]?s\s)?(?:scrap|drop|ditch|kill|forget\sabout|get\srid\sof|no\smore)\s(?P<object>.+)$"),
        build=_scrap,
        cues=cues("scrap drop ditch kill forget get no"),
        examples=(
            Example("scrap Redux", ("team uses not Redux",), "semantic:decision"),
            Example("let's drop Heroku", ("team uses not Heroku",)),
        ),
        counter_examples=("drop the mic",),
    ),
)
