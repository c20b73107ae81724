"""What was to be done is over when it is said to be done: "I finished the runbook"."""

import re
from collections.abc import Sequence

from hypomnema.memory_store.domain.identity import folded
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.nodes.ingestion.draft import Draft
from hypomnema.nodes.ingestion.renewal.ending import ending
from hypomnema.nodes.language.verbs import is_past, is_past_of
from hypomnema.nodes.language.words import stems

_WHO = r"(?P<who>User|Team|[A-Z][\w-]+)"
_BY_NOW = r"(?:(?:has|have|just|finally|already|now|also)\s)*"
_DID = re.compile(rf"{_WHO}\s{_BY_NOW}(?P<verb>\w+)(?:\s(?:up|off|out|with|writing|doing|working\son))*\s(?P<what>.+)")
_IS_DONE = re.compile(
    rf"(?:The\s|(?:Team|User)['’]s\s)?(?P<what>.+?)\s(?:is|are|was|were|has\sbeen|have\sbeen)\s{_BY_NOW}(?P<verb>\w+)\W*",
    re.IGNORECASE,
)
_TO_DO = re.compile(
    rf"{_WHO}\s(?:(?:still|also|just|really)\s)*(?:needs?\sto|has\sto|have\sto|must|should|wants?\sto|plans?\sto|intends?\sto|"
    r"(?:is|are)\s(?:going|about|supposed)\sto|will)\s(?:still\s|also\s)?(?P<verb>[a-z]+)\s(?P<what>.+)"
)
_FINISHES = frozenset("finished completed wrapped closed done complete ready did delivered".split())
"""Whatever was to be done, so it is said to be."""


def tells_done(draft: Draft) -> bool:
    """Whether a draft may tell that something is done: most do not, and nothing need be looked at."""
    if draft.claim is not None or _TO_DO.fullmatch(draft.content):
        return False
    found = (_DID.fullmatch(draft.content), _IS_DONE.fullmatch(draft.content))
    return any(one is not None and _is_over(one["verb"].lower()) for one in found)


def _is_over(verb: str) -> bool:
    return verb in _FINISHES or is_past(verb)


def finished(drafts: Sequence[Draft], stored: Sequence[Memory]) -> list[Draft]:
    """The drafts, those that tell of something done with the memory of what was to be done as ended.

    All that is said to be done must stand in the memory, whose verb it is or who says "finished". Where several things
    to do may be meant, none is ended.
    """
    to_do = [(m.id, found) for m in stored if m.claim is None and (found := _TO_DO.fullmatch(m.content))]
    return [_ending(draft, to_do) if to_do and tells_done(draft) else draft for draft in drafts]


def _ending(draft: Draft, to_do: Sequence[tuple[str, re.Match[str]]]) -> Draft:
    meant = [id_ for id_, open_ in to_do if _does(draft.content, open_)]
    if len(meant) != 1:
        return draft
    return ending(draft, meant, f'"{draft.content}" tells that it is done')


def _does(told: str, to_do: re.Match[str]) -> bool:
    active = _DID.fullmatch(told)
    for found in (active, _IS_DONE.fullmatch(told)):
        if found is None or (found is active and folded(found["who"]) != folded(to_do["who"])):
            continue
        verb = found["verb"].lower()
        named = stems(found["what"])
        if named and named <= stems(to_do["what"]) and (verb in _FINISHES or is_past_of(verb, to_do["verb"])):
            return True
    return False
