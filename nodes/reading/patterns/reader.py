"""The reader that is there without a model: explicit statements, read whole or not at all."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from time import perf_counter

from memorist.memory_store.domain.types import RULE_TYPES
from memorist.memory_store.threads import LONG, in_thread, loaded
from memorist.nodes.dates.bounds import Bounds, bounds_of
from memorist.nodes.reading.patterns.family import families_version
from memorist.nodes.reading.patterns.sentence import SentenceRead, attempt
from memorist.nodes.reading.patterns.split import sentences_in
from memorist.nodes.reading.reader import Passage, Proposal, Reading, ReadingRequest, Unread
from memorist.nodes.reading.referring import with_time_before
from memorist.nodes.reading.speech_acts import acts as speech_acts
from memorist.nodes.reading.speech_acts.acts import act_of

_STANDS_UNTIL = re.compile(
    r"(?:we|i|you)(?: (?:only|just|still|will|have to|need to|must))* (?:need|keep|do|use) (?:this|that|it)"
    r"(?: (?:workaround|hack|fix))?|(?:this|that|it) (?:is (?:only )?needed|stays|holds|applies)|needed",
    re.IGNORECASE,
)
"""A sentence such as "We need this until 4.1" without its time: it only bounds the sentence before it."""
_TEMPORARY = frozenset({*RULE_TYPES, "semantic:fact", "procedural"})


class PatternReader:
    """A reader of explicit statements in English, by families of templates.

    A sentence that no template reads whole stays in the episode, and is named in ``unread`` with the reason.
    """

    name = "patterns"
    needs_held = False

    def __init__(self) -> None:
        self.version = families_version()

    async def read(self, request: ReadingRequest) -> Reading:
        """Read all passages. Does not raise :class:`CannotRead`: patterns are always there."""
        began = perf_counter()
        await loaded(speech_acts.load)
        proposals: list[Proposal] = []
        unread: list[Unread] = []
        for passage in request.passages:
            if len(passage.text) > LONG:
                made, left = await in_thread(read_passage, passage, request.said_at)
            else:
                made, left = read_passage(passage, request.said_at)
            proposals += made
            unread += left
        return Reading(
            reader=self.name,
            version=self.version,
            at=request.said_at,
            seconds=perf_counter() - began,
            proposals=tuple(proposals),
            unread=tuple(unread),
        )


def read_passage(passage: Passage, said_at: datetime) -> tuple[list[Proposal], list[Unread]]:
    """The proposals of a passage in the order of its sentences, and the sentences that none of them came from."""
    proposals: list[Proposal] = []
    unread: list[Unread] = []
    latest: list[Proposal] = []
    before: str | None = None
    for sentence in sentences_in(passage):
        if sentence.reason:
            unread.append(Unread(passage=passage.key, text=sentence.text, reason=sentence.reason))
            before = None
            continue
        if latest and (bounds := _how_long(sentence.text, said_at)):
            proposals[-len(latest) :] = list(_until(latest, bounds, passage.text))
            latest = []
            continue
        read = _at_time_before(sentence.text, passage, said_at) or attempt(
            sentence.text, speaker=passage.speaker, said_at=said_at, own_words=passage.own_words
        )
        if not read.proposals and before and (both := _together(before, sentence.text, passage)):
            together = attempt(both, speaker=passage.speaker, said_at=said_at, own_words=passage.own_words)
            if together.proposals:
                read = together
                unread.pop()
        made = [proposal.model_copy(update={"passage": passage.key}) for proposal in read.proposals]
        goes_around = made and made[0].type == "procedural" and latest and "known_issue" in latest[0].tags
        latest = latest + made if goes_around else made
        proposals += made
        before = None if read.proposals else sentence.text
        if before:
            unread.append(Unread(passage=passage.key, text=sentence.text, reason=read.reason))
    return proposals, unread


def _at_time_before(sentence: str, passage: Passage, said_at: datetime) -> SentenceRead | None:
    """Return the reading of a rule with the time that it takes from a sentence before it; null if it is no rule, or
    takes no time."""
    if (referring := with_time_before(sentence, passage.text)) is None:
        return None
    read = attempt(referring.said, speaker=passage.speaker, said_at=said_at, own_words=passage.own_words)
    if not read.proposals or any(one.type not in RULE_TYPES for one in read.proposals):
        return None
    return replace(read, proposals=tuple(one.model_copy(update={"quote": referring.quote}) for one in read.proposals))


def _together(before: str, sentence: str, passage: Passage) -> str | None:
    """Return a sentence with the unread one right before it, where both together make a rule or lift one: "I read on
    my watch. Five lines will do"; null where they do not."""
    both = re.search(rf"{re.escape(before)}\s+{re.escape(sentence)}", passage.text)
    return both[0] if both and act_of(both[0]).act in {"rule", "lift"} else None


def _how_long(sentence: str, said_at: datetime) -> Bounds | None:
    """Until when the sentence before holds, if that is all that a sentence says."""
    bounds = bounds_of(sentence, said_at)
    return bounds if bounds.ends and _STANDS_UNTIL.fullmatch(bounds.core.strip().strip(" .,!")) else None


def _until(proposals: Sequence[Proposal], bounds: Bounds, text: str) -> Iterator[Proposal]:
    for proposal in proposals:
        if proposal.type in _TEMPORARY and proposal.quote in text:
            yield proposal.model_copy(update={"valid_until": bounds.valid_until, "condition": bounds.condition})
        else:
            yield proposal
