"""Procedures: when this, do that; numbered steps."""

import re
from collections.abc import Sequence
from typing import Any

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause, with_canonical_names
from memorist.nodes.ingestion.extract.imperatives import IMPERATIVE
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern, cues, draft_of, rx
from memorist.nodes.ingestion.extract.wording import lowered, third_person
from memorist.nodes.language.gazetteer import find_entities, platforms_of
from memorist.nodes.language.words import upper_first

_INSTRUCTION = re.compile(
    rf"^(?:{IMPERATIVE}|(?:we|you|everyone|the\steam)\s(?:always\s|should\s|must\s|have\sto\s|need\sto\s|can\s|"
    rf"usually\s|first\s)*(?!were\b|was\b|had\b|got\b|went\b|did\b|lost\b|\w+ed\b)[a-z]+)",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"^\w+\s[\w-]+\s(?:is|are|was|were|get|gets|got|has|have|had|can|must|should|will|fails?|takes?|needs?|shows?)\b",
    re.IGNORECASE,
)
"""The verb is a noun here: "push tokens get lost"."""

_STARTS = re.compile(rf"^{IMPERATIVE}", re.IGNORECASE)
_COURTESY = re.compile(
    r"^(?:please\s)?(?:(?:let|show|tell|give|send|remind)\s(?:me|us)|have\s|take\scare|keep\s(?:it\s)?up|talk|"
    r"see\b|enjoy|stay|feel\sfree|reach\sout|look\sforward|go\sfor)\b",
    re.IGNORECASE,
)
"""What people say to be friendly is no procedure."""

_TO_ME = re.compile(r"(?:please\s)?(?:answer|reply|respond|speak|talk|write|explain)\b", re.IGNORECASE)
"""Reply in Spanish when I write in Spanish: how somebody likes to be answered."""

_AS_YOU_LIKE = re.compile(
    r"(?:you|we|u)(?:['’]\w+)?\s(?:can|could|like|want|wish|please|may|might|have\s(?:time|a\s)|get\s(?:a|the|around)|find|feel|don['’]?t\smind)\b|"
    r"(?:possible|needed|necessary|convenient|at\sall)\b",
    re.IGNORECASE,
)
"""If you can: manners, no condition."""

_BY_US = re.compile(
    r"^(?:we|you|everyone|the team)\s(?:always |should |must |have to |need to |usually |first )*", re.IGNORECASE
)
_CUT = re.compile(
    rf"\s*;\s*|\.\s+(?=[A-Z])|,?\s+(?:and\s)?then\s+|,\s*(?:and\s)?(?={IMPERATIVE})|\s+and\s+(?={IMPERATIVE})",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:^|[\s:;,.(])\d{1,2}[.)]\s+(.+?)(?=(?:[\s;,.]+\d{1,2}[.)]\s)|$)", re.DOTALL)
_HEADING = re.compile(
    r"^(?:(?:the\s|our\s|these\s|here\s(?:are|is)\s(?:the\s|our\s)?|my\s)?(?:steps?|process|procedure|checklist|"
    r"way|recipe|instructions)\s(?:to|for|when|of|we\suse\s(?:to|for))\s|how\s(?:to|we)\s|to\s|when(?:ever)?\s|"
    r"before\s|after\s|if\s|for\s)?(?P<what>.+?)(?:\s(?:steps|process|procedure|checklist|works\slike\sthis|"
    r"goes\slike\sthis|follow\sthese\ssteps|do\sthis|do\sthe\sfollowing))?\s*:?\s*$",
    re.IGNORECASE,
)


def procedure(
    clause: Clause, *, name: str, trigger: str, steps: Sequence[str], content: str | None = None
) -> list[Draft]:
    """A procedure with its trigger and its steps in order."""
    names = tuple(
        dict.fromkeys(m.canonical for m in find_entities(f"{trigger} {' '.join(steps)}") if m.field != "file")
    )
    details: dict[str, Any] = {
        "name": upper_first(name),
        "trigger": {"pattern": trigger, "context": (*names, *platforms_of(f"{trigger} {' '.join(steps)}"))},
        "steps": [{"order": n, "instruction": upper_first(step)} for n, step in enumerate(steps, start=1)],
    }
    return [draft_of(clause, type="procedural", confidence=0.9, content=content, details=details)]


def cut_steps(text: str) -> tuple[str, ...]:
    """Instructions, one by one."""
    text = _BY_US.sub("", text.strip(" ,.;"))
    return tuple(with_canonical_names(s.strip(" ,.;")) for s in _CUT.split(text) if s.strip(" ,.;"))


def _when(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    what = found["what"].strip()
    if not _INSTRUCTION.match(what) or _COURTESY.match(what):
        return []
    word, trigger = found["word"].lower(), found["trigger"].strip()
    if nested := re.match(
        r"(?P<more>(?:before|after|during|at|in)\s[\w\s-]{2,30}),\s(?P<what>.+)$", what, re.IGNORECASE
    ):
        trigger, what = f"{trigger}, {nested['more']}", nested["what"]
    pattern = (
        trigger
        if word in {"when", "whenever", "if", "once", "every time", "each time", "as soon as"}
        else f"{word} {trigger}"
    )
    return procedure(
        clause, name=f"{found['word']} {trigger}", trigger=lowered(third_person(pattern)), steps=cut_steps(what)
    )


def _in_a_row(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """Acts told one after the other: at least two of them begin with a verb of instructions."""
    acts = [re.sub(r"^(?:and|then|we|you)\s", "", p.strip()) for p in re.split(r",\s*|\s+and\s+", found["what"])]
    if len(acts) < 3 or sum(bool(_STARTS.match(act)) for act in acts) < 2:
        return []
    trigger = found["trigger"].strip()
    return procedure(clause, name=trigger, trigger=trigger, steps=[with_canonical_names(act) for act in acts if act])


def _to_do(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if not _INSTRUCTION.match(found["what"]):
        return []
    return procedure(clause, name=found["trigger"], trigger=found["trigger"], steps=cut_steps(found["what"]))


def _do_before(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    what, word, trigger = found["what"], found["word"].lower(), found["trigger"]
    if (
        not _STARTS.match(what)
        or _COURTESY.match(what)
        or re.match(r"(?:always|never|don|do not)\b", what, re.IGNORECASE)
        or _NOUN.match(what)
        or _AS_YOU_LIKE.match(trigger)
        or (_TO_ME.match(what) and re.match(r"i\b", trigger, re.IGNORECASE))
    ):
        return []
    pattern = trigger if word.startswith(("when", "if", "on ", "once", "every time")) else f"{word} {trigger}"
    return procedure(clause, name=f"{word} {trigger}", trigger=pattern, steps=cut_steps(what))


def _numbered(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    steps = [re.sub(r"\s+", " ", s).strip(" ,.;") for s in _NUMBERED.findall(clause.said)]
    if len(steps) < 2:
        return []
    first = re.search(r"(?:^|[\s:(])\d{1,2}[.)]\s", clause.said)
    heading = clause.said[: first.start()].strip(" :\n(") if first else ""
    named = _HEADING.match(heading)
    trigger = (named["what"] if named else heading).strip() or steps[0]
    content = f"{heading or trigger}: {'; '.join(f'{n}. {s}' for n, s in enumerate(steps, start=1))}"
    return procedure(clause, name=trigger, trigger=trigger, steps=steps, content=third_person(content))


_FROM_NOW_ON = re.compile(r"\W*(?:from\s(?:now|here|today)\son|going\sforward|in\sfuture)\b", re.IGNORECASE)
"""From now on use the new postcode when you look something up: how things are done, no step of anything."""

PATTERNS = (
    Pattern(
        name="procedure_steps",
        regex=re.compile(r"(?:^|[\s:(])1[.)]\s+\S.*[\s;,.]2[.)]\s+\S", re.DOTALL),
        build=_numbered,
        examples=(
            Example("To deploy: 1. build the image 2. push it 3. tag the release", (), "procedural", "push it"),
            Example(
                "Steps for a new screen:\n1. Add a file in app/(tabs)\n2. Register the route\n3. Write a test",
                (),
                "procedural",
            ),
        ),
        counter_examples=("We have 1. floor and roof",),
    ),
    Pattern(
        name="procedure",
        regex=rx(
            r"^(?:(?:and|so|also|please)\s)?(?P<word>when(?:ever)?|if|before|after|once|every\stime|each\stime|"
            r"as\ssoon\sas|every|each)\s(?P<trigger>[^,:]{3,120}?)\s?[,:]\s?(?:then\s|please\s)?(?P<what>.+)$"
        ),
        build=_when,
        cues=cues("when whenever if before after once every each soon"),
        examples=(
            Example("When the build fails, clear the cache and restart Metro", (), "procedural", "clear the cache"),
            Example("Before merging, run the tests, check the types and ask for a review", (), "procedural"),
            Example("If CI is red, don't merge", (), "procedural"),
            Example("Whenever we add a screen, we put it in app/(tabs)", (), "procedural"),
            Example("after deploying: post in #ops", (), "procedural"),
        ),
        counter_examples=(
            "When I was in Berlin, I used Vim",
            "When we started, we had no tests",
            "If traffic grew, we'd adopt Kafka",
        ),
        when=lambda c: not c.hypothetical,
    ),
    Pattern(
        name="procedure_for",
        regex=rx(
            r"^(?:for|on|during)\s(?P<trigger>(?:an?|every|each|any|the|new)?\s?[\w\s/-]{3,50}?),?\s(?:we|you)\s(?:always\s|usually\s|"
            r"first\s|just\s)*(?P<what>[a-z][\w-]*\s[^?]*,\s.+)$"
        ),
        build=_in_a_row,
        cues=cues("for on during"),
        examples=(
            Example(
                "For a hotfix we branch from the tag, cherry-pick the commit and release from there",
                (),
                "procedural",
                "cherry-pick the commit",
            ),
        ),
        counter_examples=("For auth we use Clerk, Auth0 and Okta", "For a while we had tests, docs and time"),
        when=lambda c: not c.hypothetical,
    ),
    Pattern(
        name="procedure_to",
        regex=rx(r"^(?:in\sorder\s)?to\s(?P<trigger>[a-z][^,:]{3,80}?)\s?[,:]\s?(?P<what>.+)$"),
        build=_to_do,
        cues=cues("to"),
        examples=(Example("To rotate the keys, open Vault, create a new key and redeploy", (), "procedural"),),
        counter_examples=("To be honest, I like it",),
    ),
    Pattern(
        name="procedure_before",
        regex=rx(
            r"^(?:please\s)?(?!(?:keep|bear)\s(?:it|this|that)\sin\smind\b)(?P<what>[a-z][^,]{5,100}?),?\s(?P<word>before|after|whenever|when|if|once|"
            r"every\stime)\s(?P<trigger>(?:(?:you|we)\s)?[\w'’@#/-]+(?:\s.+)?)$"
        ),
        build=_do_before,
        cues=cues("before after whenever when if once every"),
        examples=(
            Example("Run the linter before every commit", (), "procedural"),
            Example("ask Dana's people before touching the search box's tokens", (), "procedural"),
            Example("check null on user objects before opening a PR", (), "procedural"),
        ),
        counter_examples=("Always squash before merging", "We met before lunch", "Let's keep Yarn for it after all"),
        when=lambda c: (
            not c.hypothetical and not c.core.lower().endswith("after all") and not _FROM_NOW_ON.match(c.said)
        ),
    ),
)
