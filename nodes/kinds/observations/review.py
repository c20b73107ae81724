"""Lessons of reviews of one's own work: what was missing, what is required, and what to check next time."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.observations.activities import EventGroup, attribute, author_of, is_oneself
from memorist.nodes.kinds.observations.shown import Shown
from memorist.nodes.kinds.reviews import general, missing_in, required_in
from memorist.nodes.kinds.wording import joined

_TOPIC = "code_review"


@dataclass(frozen=True, slots=True)
class CodeReview:
    """One review: by whom, of what, what was missing, and what is always required."""

    reviewers: tuple[str, ...]
    request: str
    missing: tuple[str, ...]
    required: tuple[str, ...]

    @property
    def checks(self) -> tuple[str, ...]:
        """Checks before the next review: what is required, and what was missing."""
        return tuple(dict.fromkeys((*self.required, *(general(m) for m in self.missing))))

    @property
    def lessons(self) -> tuple[str, ...]:
        """One sentence for each thing that was missing."""
        first = {general(m): m for m in reversed(self.missing)}
        return tuple(f"Missing {m}: check {kind} before opening a merge request" for kind, m in reversed(first.items()))


def review_in(activity: EventGroup, person: str) -> CodeReview | None:
    """The review comments of others in an activity; null when there are none."""
    comments = tuple(e for e in activity.named("code_review.comment") if not is_oneself(author_of(e), person))
    requests = activity.named("vcs.merge_request")
    refused = tuple(e for e in requests if attribute(e, "action") == "changes_requested")
    if not comments and not refused:
        return None
    reviewers = (attribute(e, "reviewer", "review.author", "user.name") for e in (*comments, *requests))
    requiring = (*comments, *requests, *activity.named("task.done"))
    return CodeReview(
        reviewers=tuple(dict.fromkeys(r for r in reviewers if r)),
        request=next((i for e in (*requests, *comments) if (i := attribute(e, "mr.id", "pr.id"))), ""),
        missing=tuple(dict.fromkeys(m for e in (*comments, *refused) for m in missing_in(e.body))),
        required=tuple(dict.fromkeys(r for e in requiring for r in required_in(e.body))),
    )


def review_drafts(shown: Shown, review: CodeReview) -> Iterator[Draft]:
    """Return the requirements of reviews: one policy each, all of them together, and a checklist for the next merge
    request."""
    at = shown.activity.named("code_review.comment", "vcs.merge_request")[0].time
    items = review.checks
    policy: dict[str, Any] = {"type": "semantic:policy", "topic": _TOPIC, "platforms": ()}
    for item in items:
        claim = Claim(subject="code review", predicate="requires", object=item)
        yield shown.draft(f"Code review requires {item}", at, claim=claim, **policy)
    if len(items) > 1:
        yield shown.draft(f"Code review requires {joined(items)}", at, tags=("list",), **policy)
    if items:
        details = {
            "name": "Open a merge request",
            "trigger": {
                "pattern": "before opening a merge request",
                "context": ("pull request", "merge request", "code review", "submit PR"),
            },
            "steps": [{"order": n, "instruction": f"Check {item}"} for n, item in enumerate(items, start=1)],
        }
        told = f"Before opening a merge request: check {joined(items)}"
        yield shown.draft(told, at, type="procedural", topic=_TOPIC, platforms=(), details=details)
