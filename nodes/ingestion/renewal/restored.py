"""What was out of order is over when it works again, a freeze when it is lifted, a demand when less is enough."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.renewal.come_about import may_not_be_so, subject_of
from memorist.nodes.language.words import stems

_OUT = re.compile(
    r"^(?P<what>.{2,80}?)\s(?:is|are|stays?|remains?)\s(?:(?:currently|now|still|all|also|completely|both)\s)*"
    r"(?:down|off(?:line)?|out\sof\s(?:order|service|action)|closed(?:\soff)?|shut|broken|switched\soff|turned\soff|disabled|"
    r"unavailable|blocked|suspended|paused|frozen|locked|bypassed|in\sthe\s(?:garage|shop|workshop|hospital))\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"\b(?:again|back(?:\s(?:up|on|online|open|in\sservice))?|fixed|repaired|restored|reopened|re-opened|unblocked|resumed|re-enabled)\b",
    re.IGNORECASE,
)
_STOPS = r"(?:freeze|ban|lockdown|curfew|quarantine|outage|strike|embargo|moratorium|blackout)"
_STOPPED = re.compile(rf"\b(?P<stop>{_STOPS})\b", re.IGNORECASE)
_LIFTED = re.compile(
    rf"\b(?P<stop>{_STOPS})(?:\s(?:is|was|has\sbeen|got)|['’]s)?\s(?:now\s|finally\s|officially\s)*(?:lifted|over|off|ended|gone|done|history|called\soff)\b|"
    rf"\b(?:lifted|ended|called\soff|dropped)\sthe\s(?:[\w-]+\s)?(?P<ended>{_STOPS})\b",
    re.IGNORECASE,
)
_COUNT = r"(?P<count>\d+|an?|one|two|three|four|five|six)\s(?P<unit>[a-z]+)"
_NEEDS = re.compile(
    rf"\b(?:needs?|requires?|takes?|must\shave|has\sto\shave)\s(?:at\sleast\s)?{_COUNT}\b", re.IGNORECASE
)
_ENOUGH = re.compile(rf"\b{_COUNT}\s(?:is|are|will)\s(?:now\s)?(?:enough|do|suffice|sufficient|fine)\b", re.IGNORECASE)
"""Every PR needs two approvals; one approval is enough from now on."""
_WHERE = re.compile(r"\s(?:in|on|at|of|for|to|from|with)\s.*$", re.IGNORECASE)


def tells_it_is_back(draft: Draft) -> bool:
    """Whether a draft may tell so: most do not, and nothing need be looked at."""
    said = draft.content
    if _ENOUGH.search(said):
        return True
    return bool(_AGAIN.search(said) or _LIFTED.search(said)) and not may_not_be_so(said)


def restored(drafts: Sequence[Draft], stored: Sequence[Memory]) -> list[Draft]:
    """The drafts, those that tell that something works again, or is lifted, with what said otherwise as ended.

    Where several memories may be meant, none is ended.
    """
    return [_ending(draft, stored) if tells_it_is_back(draft) else draft for draft in drafts]


def _ending(draft: Draft, stored: Sequence[Memory]) -> Draft:
    meant = [m for m in stored if m.id not in draft.ends and _is_meant(draft.content, m.content)]
    if len(meant) != 1:
        return draft
    return draft.ending([meant[0].id], f'"{draft.content}" tells that it is over')


def _is_meant(told: str, known: str) -> bool:
    if lifted := _LIFTED.search(told):
        stop = (lifted["stop"] or lifted["ended"]).casefold()
        return any(found["stop"].casefold() == stop for found in _STOPPED.finditer(known))
    needs, enough = _NEEDS.search(known), _ENOUGH.search(told)
    if needs and enough:
        return stems(needs["unit"]) == stems(enough["unit"]) and needs["count"].lower() != enough["count"].lower()
    out = _OUT.match(known)
    if out is None or not _AGAIN.search(told):
        return False
    head, subject = stems(_WHERE.sub("", out["what"]).rsplit(maxsplit=1)[-1]), stems(subject_of(told))
    return bool(head and head <= stems(told)) or bool(subject and subject <= stems(out["what"]))
