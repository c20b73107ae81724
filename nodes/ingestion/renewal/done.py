"""What was to be done is over when it is said to be done: "I finished the runbook"."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import TO_DO
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.language.verbs import is_past, is_past_of
from memorist.nodes.language.words import stems

_WHO = r"(?P<who>User|Team|[A-Z][\w-]+)(?:\sand\sfamily)?"
_UNSAID = re.compile(r"(?:Finally|Just|Already)\s(?=[a-z]+ed\s)")
"""Finally renewed it: who speaks did it."""
_BY_NOW = r"(?:(?:has|have|just|finally|already|now|also)\s)*"
_DID = re.compile(rf"{_WHO}\s{_BY_NOW}(?P<verb>\w+)(?:\s(?:up|off|out|with|writing|doing|working\son))*\s(?P<what>.+)")
_IS_DONE = re.compile(
    rf"(?:The\s|(?:Team|User)['’]s\s)?(?P<what>.+?)\s(?:is|are|was|were|has\sbeen|have\sbeen)\s{_BY_NOW}(?P<verb>\w+)\W*",
    re.IGNORECASE,
)
_TO_DO = re.compile(
    rf"{_WHO}\s(?:(?:still|also|just|really)\s)*(?:needs?\sto|has\sto|have\sto|ha(?:s|ve)\s(?:still\s)?got\sto|must|should|wants?\sto|plans?\sto|intends?\sto|"
    r"(?:is|are)\s(?:going|about|supposed)\sto|will)\s(?:still\s|also\s)?(?P<verb>[a-z]+)\s(?P<what>.+)"
)
_TICKED = re.compile(r"Done:\s(?P<verb>[a-z]+)\s(?P<what>.+)")
_NO_NEED = re.compile(
    rf"(?:No|There\s(?:is|['’]s)\sno|{_WHO}\s(?:does|do)\s(?:not|no\slonger))\s(?:need|have)\sto\s(?P<verb>[a-z]+)\s(?P<what>.+?)"
    r"(?:,?\s(?:any\s?more|any\slonger|after\sall|now))?",
)
_BY_THE_WAY = re.compile(
    r",?\s(?:yesterday|today|tonight|this\s(?:morning|afternoon|evening|week)|last\s(?:night|week)|just\snow|finally|already|by\snow|now)$",
    re.IGNORECASE,
)
"""When it was done, or that it is at last: no part of what was to be done."""
_ALIKE = frozenset({"user", "team"})
"""Who says "we did it" has done what he wrote down for himself, and the other way round."""
_GIVEN_AWAY = frozenset(
    "send call tell ask show bring return give discuss present buy order book email mail share forward read publish "
    "deploy release announce pick collect sign submit pay".split()
)
"""A thing that is finished need not be sent yet."""
_FINISHES = frozenset("finished completed wrapped closed done complete ready did delivered".split())
"""Whatever was to be done, so it is said to be."""


def tells_done(draft: Draft) -> bool:
    """Whether a draft may tell that something is done: most do not, and nothing need be looked at."""
    if draft.claim is None and (_TICKED.fullmatch(draft.content) or _NO_NEED.fullmatch(draft.content)):
        return True
    if draft.claim is not None or _TO_DO.fullmatch(draft.content):
        return False
    told = _UNSAID.sub("User ", draft.content)
    found = (_DID.fullmatch(told), _IS_DONE.fullmatch(told))
    return any(one is not None and _is_over(one["verb"].lower()) for one in found)


def _is_over(verb: str) -> bool:
    return verb in _FINISHES or is_past(verb)


def finished(drafts: Sequence[Draft], stored: Sequence[Memory]) -> list[Draft]:
    """The drafts, those that tell of something done with the memory of what was to be done as ended.

    All that is said to be done must stand in the memory, whose verb it is or who says "finished". Where several things
    to do may be meant, none is ended.
    """
    to_do = [(m, found) for m in stored if _may_be_open(m) and (found := _TO_DO.fullmatch(m.content))]
    return [_ending(draft, to_do) if to_do and tells_done(draft) else draft for draft in drafts]


def is_due_anew(draft: Draft) -> bool:
    """Whether it names the day for something to do."""
    return TO_DO in draft.tags and draft.claim is not None and draft.claim.qualifier is not None


def due_anew(drafts: Sequence[Draft], stored: Sequence[Memory]) -> list[Draft]:
    """The drafts, those that give something to do another day with the same one of before as ended."""
    return [
        draft.ending(_same_to_do(draft, stored), "it is due another day") if is_due_anew(draft) else draft
        for draft in drafts
    ]


def _same_to_do(draft: Draft, stored: Sequence[Memory]) -> list[str]:
    assert draft.claim is not None
    meant = (folded(draft.claim.subject), folded(draft.claim.object))
    open_ = [(m.id, m.claim) for m in stored if TO_DO in m.tags and m.claim is not None]
    return [id_ for id_, claim in open_ if (folded(claim.subject), folded(claim.object)) == meant]


def _may_be_open(memory: Memory) -> bool:
    return memory.claim is None or TO_DO in memory.tags


def _ending(draft: Draft, to_do: Sequence[tuple[Memory, re.Match[str]]]) -> Draft:
    # What was done on an earlier day than it was asked for was done another time.
    meant = [
        m.id for m, open_ in to_do if draft.valid_from.date() >= m.valid_from.date() and _does(draft.content, open_)
    ]
    if len(meant) != 1:
        return draft
    return draft.ending(meant, f'"{draft.content}" tells that it is done')


def _does(told: str, to_do: re.Match[str]) -> bool:
    whole = _TICKED.fullmatch(told) or _NO_NEED.fullmatch(told)
    if whole is not None:
        named = stems(whole["what"])
        who = whole.groupdict().get("who")
        return (
            whole["verb"] == to_do["verb"]
            and bool(named)
            and named <= stems(to_do["what"])
            and (not who or _same(who, to_do["who"]))
        )
    told = _BY_THE_WAY.sub("", _UNSAID.sub("User ", told))
    active = _DID.fullmatch(told)
    for found in (active, _IS_DONE.fullmatch(told)):
        if found is None or (found is active and not _same(found["who"], to_do["who"])):
            continue
        verb, act = found["verb"].lower(), to_do["verb"]
        named = stems(found["what"])
        over = (verb in _FINISHES and act not in _GIVEN_AWAY) or is_past_of(verb, act)
        if named and named <= stems(to_do["what"]) and over:
            return True
    return False


def _same(one: str, other: str) -> bool:
    return folded(one) == folded(other) or {folded(one), folded(other)} <= _ALIKE
