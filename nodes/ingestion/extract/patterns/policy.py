"""Policies: how a team works, always."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.imperatives import VERB, points_at
from memorist.nodes.ingestion.extract.patterns.pattern import (
    START,
    Example,
    Pattern,
    claim_about,
    cues,
    draft_of,
    each_and_all,
    purpose,
    rx,
    subject_of,
    value_claim,
    wish,
)
from memorist.nodes.ingestion.extract.patterns.prohibition import USE, forbidden
from memorist.nodes.ingestion.extract.phrases import parse_list
from memorist.nodes.language.verbs import PAST_IN_ED

_READ_ELSEWHERE = re.compile(r"(?:please\s)?(?:use|stick|prefer|keep\susing|avoid|don|do\snot|never)\b", re.IGNORECASE)
_PAST = re.compile(
    rf"(?:(?:actually|really|even)\s)?(?:{PAST_IN_ED}|went|made|took|saw|found|came|built|wrote|ran|did|were)\b",
    re.IGNORECASE,
)
"""We never adopted it tells what was, not what must be."""
_STATE = re.compile(
    r"(?:do|have|know|need|sell|see|got|want|care|support|offer|make|own|speak|live|work)\b", re.IGNORECASE
)
"""We only have two testers: how it is, not how it must be."""
WEAKNESS = (
    r"(?:(?:under|over)(?:estimate|promise|commit|think|sleep|complicate|engineer)|miss\b|mix\sup|confuse|procrastinate|struggle|panic|rush|end\sup|run\slate|"
    r"lose\b|put\soff|postpone|get\s(?:lost|stuck|nervous|distracted|carried))"
)
"""What somebody always does, and wishes he did not: that is no rule of his."""


_NOTHING_MEANT = re.compile(r"no\s(?:problem|idea|worries|thanks|way|need|doubt|clue|one)\b", re.IGNORECASE)


def practice(clause: Clause, act: str, *, subject: str = "team", polarity: bool = True) -> list[Claim]:
    """What is always (or never) done: "use X" is a claim about X, anything else a practice."""
    used = USE.match(act)
    if used is None:
        return [value_claim(subject, "practices", act.strip(), polarity=polarity)]
    things = parse_list(used["object"])
    return [claim_about(subject, "uses", t, polarity=polarity, alone=len(things) == 1) for t in things]


def _drafts(clause: Clause, claims: Sequence[Claim], *, kind: str, confidence: float) -> list[Draft]:
    made = [draft_of(clause, type=kind, confidence=confidence, claim=claim) for claim in claims]
    if len(made) == 1:
        return made
    whole = draft_of(clause, type=kind, confidence=confidence, tags=("list",))
    worded = [
        d.model_copy(
            update={
                "content": f"{'Always' if c.polarity else 'Never'} use {c.object}"
                + (f" for {c.qualifier}" if c.qualifier else "")
            }
        )
        for d, c in zip(made, claims, strict=True)
    ]
    return [*worded, whole]


def _always(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if (
        _PAST.match(found["act"])
        or points_at(found["act"])
        or (found["how"].lower() == "only" and _STATE.match(found["act"]))
    ):
        return []
    subject = subject_of(found["who"], clause)
    polarity = not re.match(r"never|do|avoid", found["how"], re.IGNORECASE)
    kind = "semantic:policy" if subject == "team" else "semantic:preference"
    claims = practice(clause, found["act"], subject=subject, polarity=polarity)
    return _drafts(clause, claims, kind=kind, confidence=0.95 if subject == "team" else 0.9)


def _only_then(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """ "We deploy only on Tuesdays" is "we only deploy on Tuesdays"."""
    if _STATE.match(found["act"]):
        return []
    claims = practice(clause, f"{found['act']} {found['then']}", subject=subject_of(found["who"], clause))
    return _drafts(clause, claims, kind="semantic:policy", confidence=0.95)


def _instruction(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if _YOUR_ANSWERS.search(found["act"]):
        return [wish(clause, found["act"])]
    return _drafts(clause, practice(clause, found["act"]), kind="semantic:policy", confidence=0.95)


def _not_done(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    claim = value_claim("team", "practices", found["act"].strip(), polarity=False)
    return [draft_of(clause, type="semantic:policy", confidence=0.9, claim=claim)]


def _use(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    things = parse_list(found["object"])
    if not any(t.known for t in things) and not things[0].over:
        return []
    return each_and_all(
        clause,
        things,
        subject="team",
        predicate="uses",
        type="semantic:policy",
        confidence=0.9,
        replaces=things[0].over,
        says=lambda t: f"Use {t.object}{purpose(t)}",
    )


def _avoid(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    things = parse_list(found["object"])
    if things[0].known:
        claims = [claim_about("team", "uses", t, polarity=False, alone=False) for t in things]
    else:
        claims = [value_claim("team", "practices", found["object"].strip(), polarity=False)]
    return _drafts(clause, claims, kind="semantic:policy", confidence=0.9)


_YOUR_ANSWERS = re.compile(
    r"\byour\s(?:answers?|replies|reply|responses?|explanations?|messages|summaries)\b", re.IGNORECASE
)


def _no(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if _YOUR_ANSWERS.search(found["what"]):
        return [wish(clause, found["what"], polarity=False)]
    if _UNASKED.search(found["what"]):
        return forbidden(clause, found["what"].strip(), block=False)
    if outright := _OUTRIGHT.search(found["what"]):
        return forbidden(clause, found["what"][: outright.start()].strip(), block=True)
    claim = value_claim("team", "practices", found["what"].strip(), polarity=False)
    return [draft_of(clause, type="semantic:policy", confidence=0.9, claim=claim)]


_OUTRIGHT = re.compile(r",?\s(?:full\sstop|period|no\sexceptions?|without\sexceptions?|ever)\W*$", re.IGNORECASE)
"""No nuts in the kitchen, full stop: no custom, but a ban."""
_UNASKED = re.compile(
    r"\bwithout\s(?:asking|checking\swith|talking\sto|(?:my|our|prior|written|explicit|the)\s(?:[\w'’-]+\s)?(?:ok|okay|permission|approval|consent|go-ahead))\b",
    re.IGNORECASE,
)
"""No new dependencies without asking me: forbidden to whoever has not asked."""
PATTERNS = (
    Pattern(
        name="policy",
        regex=rx(
            rf"{START}(?P<who>we|the\steam|everyone|everybody|i(?=\s(?:always|only|never)\b))\s(?P<how>always|"
            rf"only\sever|only|never|must|have\sto|"
            rf"has\sto|are\ssupposed\sto|don['’]?t\sever)\s(?P<act>(?!had\b|been\b|was\b|forget|got\b|{WEAKNESS}).+)$"
        ),
        build=_always,
        cues=cues("always only never must have has supposed ever"),
        examples=(
            Example(
                "We always squash commits before merging",
                ("team practices squash commits before merging",),
                "semantic:policy",
            ),
            Example(
                "we never deploy on Fridays",
                ("team practices not deploy on Fridays",),
                "semantic:policy",
                "Team never deploys on Fridays",
            ),
            Example(
                "we only deploy on Tuesdays because support is there",
                ("team practices deploy on Tuesdays",),
                "semantic:policy",
                "because support is there",
            ),
            Example("Everyone must use pnpm", ("team uses pnpm",)),
            Example("I always use named exports", ("user uses named exports",), "semantic:preference"),
            Example("I never eat meat", ("user practices not eat meat",), "semantic:preference"),
        ),
        counter_examples=("I always forget to rebase", "I always underestimate frontend work", "We use pnpm"),
    ),
    Pattern(
        name="policy_only_then",
        regex=rx(
            rf"{START}(?P<who>we|the\steam)\s(?P<act>(?!are\b|had\b|was\b|were\b|got\b|met\b|saw\b)[a-z]+(?<!ed))\sonly\s"
            r"(?P<then>(?:on|before|after|between|during|with)\s.+)$"
        ),
        build=_only_then,
        cues=cues("only"),
        examples=(
            Example(
                "we deploy only on Tuesdays because support is there",
                ("team practices deploy on Tuesdays",),
                "semantic:policy",
                "because support is there",
            ),
            Example("We merge only after two approvals", ("team practices merge after two approvals",)),
        ),
        counter_examples=("We deployed only on Tuesday", "we met only after lunch", "We are only on the free plan"),
    ),
    Pattern(
        name="policy_always",
        regex=rx(
            r"^(?:(?:please|can\syou|could\syou|would\syou|will\syou)\s(?:please\s)?)?(?:always|"
            r"make\ssure\s(?:to|that\syou|you)|be\ssure\sto|remember\sto|ensure\s(?:that\s)?|you\s(?:must|"
            r"should)\salways)\s(?P<act>(?!\w+[^s]s\b).+)$"
        ),
        build=_instruction,
        cues=cues("always sure remember ensure"),
        examples=(
            Example("Always answer in German", ("team practices answer in German",), "semantic:policy"),
            Example("please always use uv for Python projects", ("team uses uv",)),
            Example("Make sure to update the changelog", ("team practices update the changelog",)),
        ),
        counter_examples=("it always rains",),
    ),
    Pattern(
        name="policy_not",
        regex=rx(
            r"^(?:we|the\steam)\s(?:don['’]?t|do\snot)\s(?P<act>(?:deploy|merge|push|release|commit|ship|allow|accept|hire|schedule|log|touch|mix|skip|"
            r"approve|rebase|squash|copy|share|expose|hard-?code)\b.+)$"
        ),
        build=_not_done,
        cues=cues("don't dont do"),
        examples=(Example("we don't deploy on Fridays", ("team practices not deploy on Fridays",), "semantic:policy"),),
        counter_examples=("We don't use Redis", "we don't know"),
        when=lambda c: not re.search(r"\bany\s?(?:more|longer)\b", c.core, re.IGNORECASE),
    ),
    Pattern(
        name="policy_standing",
        regex=rx(rf"^(?:please\s)?(?P<act>{VERB}.+)$"),
        build=_instruction,
        examples=(Example("answer in German from now on", ("team practices answer in German",), "semantic:policy"),),
        counter_examples=("answer in German",),
        when=lambda c: c.standing and not _READ_ELSEWHERE.match(c.core),
    ),
    Pattern(
        name="policy_use",
        regex=rx(
            r"^(?:(?:please|can\syou|could\syou|would\syou)\s(?:please\s)?)?(?:use|stick\s(?:with|to)|prefer|"
            r"keep\susing|only\suse|go\swith)\s(?P<object>.+)$"
        ),
        build=_use,
        cues=cues("use stick prefer keep go"),
        examples=(
            Example("Use pnpm instead of npm", ("team uses pnpm",), "semantic:policy"),
            Example("Can you use pnpm from now on?", ("team uses pnpm",)),
            Example("stick with Postgres for analytics", ("team uses PostgreSQL",)),
        ),
        counter_examples=("use it", "used Redis once"),
    ),
    Pattern(
        name="policy_avoid",
        regex=rx(
            r"^(?:please\s|we\s(?:try\sto\s|generally\s|should\s)?|let['’]s\s|try\sto\s)?(?:avoid|"
            r"steer\sclear\sof)\s(?P<object>.+)$"
        ),
        build=_avoid,
        cues=cues("avoid steer"),
        examples=(
            Example("We avoid Lodash", ("team uses not Lodash",), "semantic:policy"),
            Example("avoid inline styles", ("team practices not inline styles",)),
        ),
    ),
    Pattern(
        name="policy_no_ever",
        regex=rx(r"^no\s(?P<what>[a-z][\w-]*(?:\s[\w-]+)?),?\s(?:ever|whatsoever)$"),
        build=_no,
        cues=cues("ever whatsoever"),
        examples=(Example("No vans ever", ("team practices not vans",), "semantic:policy"),),
        counter_examples=("no vans", "no problem ever", "no idea whatsoever"),
        when=lambda c: not _NOTHING_MEANT.match(c.core),
    ),
    Pattern(
        name="policy_no",
        regex=rx(
            r"^no\s(?P<what>(?!longer|one|idea|problem|worries|more|need|doubt|way|matter|wonder|thanks|luck|"
            r"rush|news|it|we|i\b|that|not|(?:go|keep|make|put|take|leave|get|do|don['’]?t|just|please|wait|stop|try|undo|revert|bring|"
            r"give|let|look|show|tell|add|remove|change|you|they|he|she|the|this|my|our)\b)[a-z][\w-]*\s(?:[\w-]+\s){0,2}?(?:on|in|before|after|without|for|at|during|over|under|to|inside|"
            r"outside|allowed|from|with|via|unless)\s?.*)$"
        ),
        build=_no,
        cues=cues("no"),
        examples=(
            Example("No deploys on Fridays", ("team practices not deploys on Fridays",), "semantic:policy"),
            Example(
                "no small talk in your answers",
                ("user prefers not small talk in your answers",),
                "semantic:preference",
            ),
        ),
        counter_examples=(
            "no problem at all",
            "No, we use Vitest",
            "no nuts for me",
            "no toddler on this one",
            "no go back to the version before",
        ),
        when=lambda c: (
            not re.search(
                r"\bfor\s(?:me|us|my)\b|\b(?:on|for|in)\s(?:this|that)\s(?:one|time|trip)\b", c.core, re.IGNORECASE
            )
        ),
    ),
)
