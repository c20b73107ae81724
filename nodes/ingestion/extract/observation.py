"""What was seen: each activity becomes an episode, with the facts, switches, issues and procedures found in it.

An assistant's words are part of what happened; they are never a fact.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.memory import Source
from memorist.nodes.ingestion.draft import OWN_WORDS, Draft
from memorist.nodes.ingestion.extract.activities import Activity, activities_of, by_oneself
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.episode import episode_draft
from memorist.nodes.ingestion.extract.observed import channel_facts, switch_facts, usage_facts
from memorist.nodes.ingestion.extract.review import Review, review_in
from memorist.nodes.ingestion.extract.seen import Seen, observed_draft, value_fact
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.extract.switches import switches_in
from memorist.nodes.ingestion.extract.wording import joined
from memorist.nodes.ingestion.extract.workaround import (
    ISSUE_WORDS,
    Workaround,
    condition_in,
    issue_of,
    workaround_in,
    workaround_procedure,
)
from memorist.nodes.ingestion.gatekeep import split_statements
from memorist.nodes.ingestion.inputs import ObservationBatch
from memorist.nodes.language.gazetteer import platforms_of, topic_of

OBSERVED_CONFIDENCE = 0.9
MOST_SURE = 0.95


def draft_observation(batch: ObservationBatch, context: Context | None = None) -> list[Draft]:
    """Read a batch of events: for each activity its episode first, then what it teaches.

    A claim that several activities of the batch show is drafted once, from the first.
    """
    base = context or Context()
    drafts: list[Draft] = []
    known: set[tuple[str, ...]] = set()
    for activity in activities_of(batch.events):
        for draft in draft_activity(activity, base, title=batch.title):
            identity = draft.claim.identity() if draft.claim else (draft.type, draft.content)
            if identity not in known:
                known.add(identity)
                drafts.append(draft)
    return drafts


def draft_activity(activity: Activity, context: Context, *, title: str | None = None) -> list[Draft]:
    """The episode of one activity and everything found in it."""
    switches = switches_in(activity)
    workaround = workaround_of(activity)
    review = review_in(activity, context.person)
    seen = Seen(activity, switches)
    facts = [*switch_facts(seen), *usage_facts(seen), *channel_facts(seen)]
    if workaround:
        facts += workaround_drafts(seen, *workaround)
    if review:
        facts += review_drafts(seen, review)
    facts += _spoken(activity, context, facts)
    episode = episode_draft(
        activity,
        switches=switches,
        workaround=workaround[0] if workaround else None,
        review=review,
        person=context.person,
        title=title,
    )
    return [episode, *facts]


def workaround_of(activity: Activity) -> tuple[Workaround, datetime] | None:
    """The workaround an activity found, its issue taken from the error before when the words name none."""
    issue, until = "", None
    for event in activity.own:
        if event.name in {"assistant.question", "web.search", "web.visit"}:
            continue
        until = until or condition_in(event.body)
        if (known := workaround_in(event.body, issue=issue)) and (known.issue or known.steps):
            condition = known.condition or until or next((c for e in activity.own if (c := condition_in(e.body))), None)
            found = Workaround(known.issue or issue, known.steps, condition, known.steps_as_said)
            return (found, event.time) if found.issue else None
        if ISSUE_WORDS.search(event.body) and (not issue or event.name == "error"):
            issue = _without_condition(event.body)
    return None


def _without_condition(text: str) -> str:
    return re.sub(r"[,;(]?\s*\b(?:until|till)\s.*$", "", text).strip(" .,;")


def workaround_drafts(seen: Seen, known: Workaround, at: datetime) -> list[Draft]:
    """The known issue and the procedure around it, both until the condition is met."""
    subject, issue = issue_of(known.issue)
    platforms = platforms_of(known.issue) or seen.activity.platforms
    topic = topic_of(known.issue)
    fact = value_fact(
        seen,
        subject,
        "has_issue",
        issue,
        content=known.fact_wording(),
        at=at,
        confidence=OBSERVED_CONFIDENCE,
        platforms=platforms,
        topic=topic,
        tags=("known_issue",),
        valid_until_condition=known.condition,
    )
    content, details = workaround_procedure(known, subject)
    procedure = observed_draft(
        seen,
        type="procedural",
        content=content,
        at=at,
        confidence=OBSERVED_CONFIDENCE,
        platforms=platforms,
        topic=topic,
        details=details,
        valid_until_condition=known.condition,
    )
    return [fact, procedure]


def review_drafts(seen: Seen, review: Review) -> list[Draft]:
    """What reviews require, one policy each and the list, and what to check before the next merge request."""
    at = next(iter(seen.activity.named("code_review.comment", "vcs.merge_request"))).time
    items = review.checks
    drafts = [
        value_fact(
            seen,
            "code review",
            "requires",
            item,
            content=f"Code review requires {item}",
            at=at,
            confidence=OBSERVED_CONFIDENCE,
            platforms=(),
            topic="code_review",
            type="semantic:policy",
        )
        for item in items
    ]
    if len(items) > 1:
        whole = f"Code review requires {joined(items)}"
        drafts.append(
            observed_draft(
                seen,
                type="semantic:policy",
                content=whole,
                at=at,
                confidence=OBSERVED_CONFIDENCE,
                platforms=(),
                topic="code_review",
                tags=("list",),
            )
        )
    if items:
        drafts.append(_checklist(seen, items, at))
    return drafts


def _checklist(seen: Seen, items: Sequence[str], at: datetime) -> Draft:
    details: dict[str, Any] = {
        "name": "Open a merge request",
        "trigger": {
            "pattern": "before opening a merge request",
            "context": ("pull request", "merge request", "code review", "submit PR"),
        },
        "steps": [{"order": n, "instruction": f"Check {item}"} for n, item in enumerate(items, start=1)],
    }
    content = f"Before opening a merge request: check {joined(items)}"
    return observed_draft(
        seen,
        type="procedural",
        content=content,
        at=at,
        confidence=OBSERVED_CONFIDENCE,
        platforms=(),
        topic="code_review",
        details=details,
    )


def _spoken(activity: Activity, context: Context, facts: Sequence[Draft]) -> list[Draft]:
    """What the person wrote to the team states something too: what a pattern reads there and no event showed."""
    shown = {(d.claim.predicate, d.claim.object) for d in facts if d.claim}
    topics = {d.claim.topic for d in facts if d.claim and d.claim.topic and d.replaces}
    procedures = any(d.type == "procedural" for d in facts)
    listening = context.model_copy(update={"source": Source.OBSERVATION})
    said: list[Draft] = []
    for event in activity.named("chat.post", "code_review.comment"):
        if event.name != "chat.post" and not by_oneself(event, context.person):
            continue
        statements = split_statements(_message(event.body), speaker=context.person, at=event.time)
        for draft in draft_all(statements, listening):
            if not _says_more(draft, shown=shown, topics=topics, procedures=procedures):
                continue
            said.append(
                draft.model_copy(update={"by_user": False, "confidence": min(draft.confidence, OBSERVED_CONFIDENCE)})
            )
    return said


def _says_more(draft: Draft, *, shown: set[tuple[str, str]], topics: set[str], procedures: bool) -> bool:
    """Whether a message says something that the events did not show; an issue is told once, with its way around."""
    if draft.method == OWN_WORDS:
        return False
    if draft.claim is not None and draft.claim.predicate == "has_issue" and any(p == "has_issue" for p, _ in shown):
        return False
    if draft.claim is None:
        return draft.type == "procedural" and not procedures
    return draft.claim.topic not in topics and (draft.claim.predicate, draft.claim.object) not in shown


def _message(body: str) -> str:
    """ "Posted in #dev: we use X" → "we use X"."""
    return re.sub(
        r"^(?:posts?|posted|writes|wrote|tells?|told|says|said)\b[^:]{0,60}:\s*", "", body, flags=re.IGNORECASE
    ).strip('"“” ')
