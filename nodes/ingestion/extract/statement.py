"""From a statement to drafts: patterns first, else the clause in its own words."""

import re
from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, cast

from memorist.memory_store.domain.types import TO_DO
from memorist.nodes.ingestion.answering.reading import answer_wish
from memorist.nodes.ingestion.draft import Draft, SaidOnce, Statement
from memorist.nodes.ingestion.extract.about import is_greeting, told_with_topic
from memorist.nodes.ingestion.extract.clause import MOST_KEPT, Clause, clause_of, draft_of
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.fillers import without_fillers
from memorist.nodes.ingestion.extract.follow_ups import CORRECTION
from memorist.nodes.ingestion.extract.for_now import so_for_now
from memorist.nodes.ingestion.extract.items import are_ruled, headed, kind_of_item
from memorist.nodes.ingestion.extract.obligation import below, is_reminder, plainly
from memorist.nodes.ingestion.extract.patterns import read
from memorist.nodes.ingestion.extract.patterns.switch import supposed_switch
from memorist.nodes.ingestion.extract.phrases import any_of
from memorist.nodes.ingestion.extract.times import Bounds, past_moment
from memorist.nodes.ingestion.extract.together import Told, is_bare, told_together
from memorist.nodes.ingestion.extract.who_is import introduced
from memorist.nodes.ingestion.extract.wishes import draft_for_now, draft_of_wish
from memorist.nodes.ingestion.letters import WRITTEN
from memorist.nodes.ingestion.route import route_statement
from memorist.nodes.language.common import is_english
from memorist.nodes.language.repeated import REPEATS
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.verbs import PAST_IN_ED

OWN_WORDS_CONFIDENCE = 0.6
UNSURE_CONFIDENCE = 0.5

_ASKED_FOR_GOOD = re.compile(r"(?:can|could|would|will)\syou\b.*\b(?:always|never)\b", re.IGNORECASE)
"""Can you always use uv? asks for a rule."""

_CAN_YOU = re.compile(r"^(?:can|could|would|will)\syou\s(?:please\s)?(?=always|never)", re.IGNORECASE)

_ITEM = re.compile(r"^(?:-|\d{1,2}[.)])\s+", re.MULTILINE)
_SHORT_ITEM = 4
_LONG_ITEM = 12
"""In words: a list with such an item is no sentence that anybody reads; each item is told with its heading."""


def draft_statement(statement: Statement, context: Context | None = None) -> list[Draft]:
    """Read drafts out of a statement; a skipped one and a question give none.

    A clause that no pattern reads becomes one memory in its own words, typed by the router, with the method
    ``pattern:none`` and a confidence of at most .6 (.5 if the gate was unsure).
    """
    context = context or Context()
    if statement.verdict.action == "skip":
        return []
    text = statement.resolved
    if "\n" in text and _ITEM.search(text):
        return _draft_list(statement, context)
    if WRITTEN.match(text):
        return [_as_said(statement, context)]
    if not is_english(text):
        return [_as_said(statement, context, tags=("other_language",))]
    clause = clause_of(statement, context)
    if clause.said.endswith("?") and is_reminder(clause.said):
        clause = clause.of(plainly(clause.said))
    elif clause.said.endswith("?") and _ASKED_FOR_GOOD.match(clause.said):
        clause = clause.of(_CAN_YOU.sub("", clause.said.rstrip("? ")))
    if not clause.core and re.search(r"\w\w", clause.said):
        clause = replace(clause, core=clause.said)  # a sentence that tells nothing but a time tells that
    if not clause.core or (clause.said.endswith("?") and not clause.standing):
        return []
    told_apart = REPEATS.match(text)  # what patterns would find there was not said by this person
    wish = None if told_apart else answer_wish(text)
    wished = draft_of_wish(clause, wish) if wish else None if told_apart else draft_for_now(clause, text)
    drafts = [wished] if wished else [] if told_apart else list(read(clause))
    if not drafts and len(without_fillers(text).split()) == 1 and not _may_be_one_word(statement, context):
        return []
    drafts = [*(drafts or [_own_words(clause, statement)]), *_introductions(clause)]
    if statement.verdict.category == "remember":
        drafts = [_asked_for(d) for d in drafts]
    return drafts


def _introductions(clause: Clause) -> list[Draft]:
    """Who those are that a clause introduces beside what it tells."""
    if clause.hypothetical:
        return []
    told = (read(clause.of(sentence)) for sentence in introduced(clause.said, clause.mentions))
    return [draft for drafts in told for draft in drafts if draft.claim and draft.claim.predicate == "role_is"]


def _may_be_one_word(statement: Statement, context: Context) -> bool:
    """Whether a name or a word alone tells something: when it was asked for, or is to be remembered."""
    asked = bool(context.before) and "?" in context.before[-1].content
    return asked or statement.verdict.category in {"remember", "answer"}


def _as_said(statement: Statement, context: Context, *, tags: tuple[str, ...] = ()) -> Draft:
    """What no pattern may read, as it stands: another language, which they would mangle, or somebody else's letter."""
    said = statement.text.strip()[:MOST_KEPT]
    clause = Clause(said, said, statement.at, context, Bounds(said))
    sure = statement.verdict.category == "remember"
    return draft_of(
        clause,
        type="semantic:fact",
        confidence=OWN_WORDS_CONFIDENCE if sure else UNSURE_CONFIDENCE,
        content=said,
        tags=tags,
    )


def _asked_for(draft: Draft) -> Draft:
    """Who asks to remember is sure of it."""
    if "hypothetical" in draft.tags:
        return draft
    return draft.model_copy(update={"confidence": max(draft.confidence, 0.9)})


def _draft_list(statement: Statement, context: Context) -> list[Draft]:
    """Numbered steps are a procedure; "We require:" and its items are one sentence; else each item stands alone."""
    clause = clause_of(statement, context)
    if drafts := list(read(clause)):
        return drafts
    heading, _, body = (
        statement.resolved.partition("\n") if not _ITEM.match(statement.resolved) else ("", "", statement.resolved)
    )
    items = list(dict.fromkeys(i.strip(" \n,.;") for i in _ITEM.split(body) if i.strip()))
    heading = heading.strip().rstrip(":").strip()
    short = all(len(i.split()) <= _SHORT_ITEM and not _STATES.match(i) for i in items)
    if heading and short and len(items) > 1:
        sentence = f"{heading} {', '.join(items[:-1])} and {items[-1]}"
        if drafts := list(read(clause_of(_saying(statement, sentence), context))):
            return drafts
    drafts: list[Draft] = []
    ruled = are_ruled(heading, items)
    for item in items:
        told = below(heading, item) if heading else item
        read_alone = list(read(clause_of(_saying(statement, told if is_reminder(told) else item), context)))
        if read_alone:
            drafts.extend(headed(heading, item, draft) for draft in read_alone)
            continue
        alone = _saying(statement, told)
        kind = kind_of_item(heading, item, ruled=ruled)
        own = _own_words(clause_of(alone, context), alone.model_copy(update={"type": kind}))
        drafts.append(headed(heading, item, own))
    each_by_itself = bool(_RULED.search(heading)) or all(TO_DO in draft.tags for draft in drafts)
    told_apart = any(len(item.split()) > _LONG_ITEM for item in items)
    if heading and len(drafts) > 1 and not told_apart and not (each_by_itself and all(d.claim for d in drafts)):
        whole = _own_words(clause_of(_saying(statement, f"{heading}: {'; '.join(items)}"), context), statement)
        kinds = {draft.type for draft in drafts}
        if kinds == {"semantic:policy", "semantic:hard_rule"}:
            kinds = {"semantic:policy"}
        if len(kinds) == 1 and (kind := kinds.pop()) != whole.type:
            whole = whole.model_copy(update={"type": kind, "details": details_for(kind, whole.content)})
        drafts.append(headed(heading, items[0], whole))
    return drafts


_STATES = re.compile(
    r"(?:[\w'’-]+\s){1,3}(?:is|are|has|have|must|can|comes?|goes?|gets?|needs?|stays?|lives?|runs?)\s\S", re.IGNORECASE
)
"""Radius is 12: an item that is a sentence is no part of one."""
_RULED = re.compile(r"\brules?\W*$", re.IGNORECASE)
"""Each rule of a list holds by itself, as each to-do is one: to tell all of them once more adds nothing."""


def _saying(statement: Statement, text: str) -> Statement:
    return statement.model_copy(update={"text": text, "resolved": text, "type": None})


def _own_words(clause: Clause, statement: Statement) -> Draft:
    """Real sentences are stranger than any catalogue: what is not understood is kept as it was said."""
    if clause.said.startswith(CORRECTION):
        said = clause.said.removeprefix(CORRECTION)
        told = _own_words(clause.of(said), statement.model_copy(update={"text": said, "resolved": said, "type": None}))
        sure = not clause.hypothetical
        return told.model_copy(update={"by_user": sure, "corrects": sure})
    kind = statement.type or route_statement(clause.said)
    sure = statement.verdict.action == "keep"
    draft = draft_of(
        clause,
        type=kind,
        confidence=OWN_WORDS_CONFIDENCE if sure else UNSURE_CONFIDENCE,
        details=details_for(kind, clause.said, clause.reason),
        if_used=supposed_switch(clause),
    )
    unbounded = clause.bounds.valid_from is None and clause.bounds.valid_until is None
    if unbounded and (then := so_for_now(clause.said, clause.at)):
        return draft.model_copy(update={"valid_from": then[0], "valid_until": then[1]})
    if clause.bounds.valid_from is None and _HAPPENED.search(clause.core.removeprefix("Asked ")):
        return draft.model_copy(update={"valid_from": past_moment(clause.said, clause.at) or draft.valid_from})
    return draft


_HAPPENED = Shape(
    rf"\b(?:{PAST_IN_ED}|went|got|took|left|began|became|broke|brought|built|bought|chose|came|found|gave|had|hired|lost|"
    r"made|met|quit|ran|sold|sent|started|was|were|won|wrote)\b",
    re.IGNORECASE,
)
"""What happened last week is so since last week."""


def details_for(kind: str, text: str, reason: str | None = None) -> dict[str, Any]:
    """The fields that a type cannot do without, filled from the plain words."""
    if kind == "procedural":
        return {
            "name": text[:80],
            "trigger": {"pattern": text, "context": ()},
            "steps": [{"order": 1, "instruction": text}],
        }
    if kind == "semantic:hard_rule":
        return {"severity": "warn", "reason": reason, "alternatives": ()}
    return {"reasoning": reason} if kind == "semantic:decision" else {}


def draft_all(statements: Sequence[Statement], context: Context | None = None) -> list[Draft]:
    """The drafts of several statements, in order; what cannot stand alone is told with the one before."""
    return [draft for told in draft_each(statements, context) for draft in told.drafts]


def draft_each(statements: Sequence[Statement], context: Context | None = None) -> list[Told]:
    """The drafts of each statement of a turn; none for what is told with the one before, or was said before.

    A message may say one thing ten thousand times: it is read once, where it stands first.
    """
    read = cache(partial(draft_statement, context=context))
    own = [read(cast("Hashable", statement)) for statement in statements]  # they are frozen
    lead = next((n for n, statement in enumerate(statements) if own[n] or not is_greeting(statement)), None)
    if (
        context
        and lead is not None
        and is_bare(own[lead])
        and (told := told_with_topic(statements[lead], context.before))
    ):
        whole = _saying(statements[lead], told)
        statements = [*statements[:lead], whole, *statements[lead + 1 :]]
        own[lead] = draft_statement(whole, context)
    once = SaidOnce()
    told = told_together(statements, _with_alternatives(statements, own))
    return [one._replace(drafts=list(filter(once.is_new, one.drafts))) for one in told]


_INSTEAD = re.compile(r"^(?:please\s)?(?:use|take|prefer|go\swith|try)\s(?P<use>[^,;.]+?)\sinstead\W*$", re.IGNORECASE)


def _with_alternatives(statements: Sequence[Statement], read: Sequence[list[Draft]]) -> list[list[Draft]]:
    """ "Use Polars instead", right behind "don't use pandas", is what that rule offers, and no rule of its own."""
    told = [list(drafts) for drafts in read]
    for place, statement in enumerate(statements[1:], start=1):
        before = told[place - 1]
        if not (found := _INSTEAD.match(statement.resolved)) or not before or before[-1].type != "semantic:hard_rule":
            continue
        if before[-1].details.get("alternatives"):
            continue
        offered = tuple(thing.object for thing in any_of(found["use"]))
        details = {**before[-1].details, "alternatives": offered}
        before[-1] = before[-1].model_copy(update={"details": details})
        told[place] = []
    return told
