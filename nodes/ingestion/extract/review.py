"""What a review teaches: what was missing, what is required, and what to check next time."""

import re
from dataclasses import dataclass

from memorist.nodes.ingestion.extract.activities import Activity, attribute, by_oneself
from memorist.nodes.ingestion.extract.phrases import parse_list

_LIST = re.compile(
    r"\b(?P<verb>requires?|needs?(?!\sto\b)|must\s(?:have|include|come\swith)|expects?|insists?\son|checks?\sfor|"
    r"looks?\sfor|(?:always\s|must\s|please\s)?includes?|checklist:?|(?:please\s|always\s|"
    r"must\s)?check)\s+(?P<list>[^.;!?\n]+)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"\s+(?:before|prior to|in (?:every|each|all|any|a|an|the|your)|for (?:every|each|all|any|a|an|the)|on "
    r"(?:every|each|all|any)|when|with every|from now on|please|next time|too|as well)\b.*$",
    re.IGNORECASE,
)
_MISSING = (
    re.compile(r"\bmiss(?:ing|es|ed)\s+(?:the\s|a\s|an\s|some\s|any\s)?(?P<what>[^.;,!?\n]+)", re.IGNORECASE),
    re.compile(
        r"(?:^|[.;,!?\n]\s*)(?:the\s|some\s)?(?P<what>[^.;,!?\n]{3,60}?)\s(?:is|are|was|were)\s(?:still\s)?missing\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:there\s(?:is|are)\s)?no\s(?P<what>(?:\w+\s){0,2}?(?:tests?|checks?|types?|docs?|documentation|"
        r"validation|handling|error handling|comments?|changelog|logging)\b[^.;,!?\n]*)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:please\s)?add\s(?:the\s|a\s|an\s|some\s)?(?P<what>[^.;,!?\n]*?(?:tests?|checks?|types?|docs?|"
        r"documentation|validation|handling|changelog|logging)\b[^.;,!?\n]*)",
        re.IGNORECASE,
    ),
    re.compile(r"\bforgot(?:ten)?\s(?:the\s|a\s|an\s|to\sadd\s)?(?P<what>[^.;,!?\n]+)", re.IGNORECASE),
)
_PLACE = re.compile(r"\s+(?:on|in|for|around|at|of|when)\s.*$", re.IGNORECASE)
_PLACES = frozenset({"here", "there", "somewhere", "everywhere", "it", "this", "that"})
_MOST_ITEMS = 8


@dataclass(frozen=True, slots=True)
class Review:
    """One review: who, of what, what was missing, and what is always required."""

    reviewers: tuple[str, ...]
    request: str
    missing: tuple[str, ...]
    required: tuple[str, ...]

    @property
    def checks(self) -> tuple[str, ...]:
        """What to check before the next one: what is required, and what was missing."""
        return tuple(dict.fromkeys((*self.required, *(general(m) for m in self.missing))))

    @property
    def lessons(self) -> tuple[str, ...]:
        """One sentence for each thing that was missing."""
        first = {general(m): m for m in reversed(self.missing)}
        return tuple(f"Missing {m}: check {kind} before opening a merge request" for kind, m in reversed(first.items()))


def review_in(activity: Activity, person: str = "user") -> Review | None:
    """Read the review comments of others in an activity; null when there are none."""
    comments = tuple(e for e in activity.named("code_review.comment") if not by_oneself(e, person))
    requests = activity.named("vcs.merge_request")
    if not comments and not any(attribute(r, "action") == "changes_requested" for r in requests):
        return None
    said = [
        e.body for e in (*comments, *(r for r in requests if attribute(r, "action") == "changes_requested")) if e.body
    ]
    reviewers = (attribute(e, "reviewer", "review.author", "user.name") for e in (*comments, *requests))
    identifier = next((i for e in (*requests, *comments) if (i := attribute(e, "mr.id", "pr.id"))), "")
    missing = tuple(dict.fromkeys(m for text in said for m in missing_in(text)))
    required = tuple(
        dict.fromkeys(r for e in (*comments, *requests, *activity.named("task.done")) for r in required_in(e.body))
    )
    return Review(tuple(dict.fromkeys(r for r in reviewers if r)), identifier, missing, required)


def missing_in(text: str) -> tuple[str, ...]:
    """ "Missing null checks on the user object" → ("null checks on the user object",)."""
    found = [_clean(m["what"]) for shape in _MISSING for m in shape.finditer(text)]
    return tuple(dict.fromkeys(what for what in found if what and what.lower() not in _PLACES))


def required_in(text: str) -> tuple[str, ...]:
    """ "Review requires types, tests and null checks" → the three things."""
    items: list[str] = []
    for found in _LIST.finditer(text):
        things = parse_list(_TAIL.sub("", found["list"]))
        plain = found["verb"].lower()
        if len(things) == 1 and not plain.startswith(("require", "must", "insist")):
            continue
        items += [_clean(t.object) for t in things if len(t.object.split()) <= 4]
    return tuple(dict.fromkeys(items))[:_MOST_ITEMS]


def general(missing: str) -> str:
    """ "null checks on the user object" → "null checks"."""
    return _PLACE.sub("", missing).strip() or missing


def _clean(text: str) -> str:
    return re.sub(
        r"^(?:(?:also|and|the|a|an|some|any|run|add|write|include|update|check)\s+)+",
        "",
        _TAIL.sub("", text.strip(" ,.;:")),
        flags=re.IGNORECASE,
    ).strip()
