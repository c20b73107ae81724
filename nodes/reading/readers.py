"""The readers in the order of the settings: the first that answers reads all of the input, and is checked."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.types import MEMORY_TYPES, MODEL_TYPES
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.settings import READERS, Settings, listed
from memorist.memory_store.threads import LONG, in_thread
from memorist.nodes.reading.breaker import NOT_NOW, Breaker
from memorist.nodes.reading.check import check
from memorist.nodes.reading.evidence import locate
from memorist.nodes.reading.reader import (
    CHANGES,
    CannotRead,
    Check,
    Passage,
    Proposal,
    Reader,
    Reading,
    ReadingRequest,
    Refused,
    Spoken,
    Unread,
)

if TYPE_CHECKING:  # it brings in a tokenizer, which readers without a model do without
    from memorist.nodes.reading.model.batches import ModelCost

NAMES_OF = Callable[[str], Collection[str]]
NOBODY = "none"
GATHERED = frozenset(MODEL_TYPES) - {"model:self"}
"""Types that are built from other memories: no reader may propose them, or name one as a target."""
PROPOSABLE = tuple(name for name in MEMORY_TYPES if name not in GATHERED)
MAX_KEPT = 256
"""Turns read ahead that are kept until their runs come to them."""


@runtime_checkable
class HasHealth(Protocol):
    """A reader that knows whether it can be asked."""

    async def healthy(self) -> None:
        """Return if it can be asked, else raise :class:`CannotRead`; cheap."""
        ...


@runtime_checkable
class HasCosts(Protocol):
    """A reader whose calls cost something."""

    def estimate(self, request: ReadingRequest) -> "ModelCost":
        """The calls and tokens that reading would take."""
        ...


@dataclass
class _Link:
    reader: Reader
    breaker: Breaker


class Readers:
    """Asks one reader after the other until one answers; never raises.

    Args:
        readers: in the order in which they are asked.
        failures: so many in a row, and a reader is paused.
        pause: seconds until it is asked again.
        names_of: the canonical names that a text mentions in other words; they count as said in the check.
    """

    def __init__(
        self, readers: Sequence[Reader], *, failures: int = 3, pause: float = 60.0, names_of: NAMES_OF | None = None
    ) -> None:
        self._links = [_Link(reader, Breaker(failures=failures, pause=pause)) for reader in readers]
        self._names_of = names_of
        self._ahead: OrderedDict[str, Reading] = OrderedDict()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the readers, in their order."""
        return tuple(link.reader.name for link in self._links)

    @property
    def read_ahead(self) -> bool:
        """True if a reader may read later turns in the same call: one that sees what is held."""
        return any(link.reader.needs_held for link in self._links)

    async def needs_held(self) -> bool:
        """Return true if the next request should carry what the memory holds.

        A reader that wants it is asked for its health first, so that nothing is searched for a model that is not there.
        """
        for link in self._links:
            if link.breaker.is_open:
                continue
            if isinstance(link.reader, HasHealth):
                try:
                    await link.reader.healthy()
                except CannotRead as error:
                    link.breaker.failed(error.reason, lasting=error.lasting)
                    continue
            return link.reader.needs_held
        return False

    def taken(self, key: str) -> Reading | None:
        """Return what was read ahead under a key, once; null for nothing."""
        return self._ahead.pop(key, None)

    async def read(
        self,
        request: ReadingRequest,
        ontology: Ontology,
        now: datetime,
        *,
        given: Reading | None = None,
        ahead: Mapping[str, Passage] | None = None,
    ) -> Reading:
        """Read and check a request.

        Args:
            request: what is to be read.
            ontology: whose types and predicates proposals may use.
            now: when it is read; stored with the reading.
            given: what the reader of that name read ahead; it is not asked again.
            ahead: the passages of later requests by their keys; a reader that sees what is held reads them in the same
                call, and :meth:`taken` gives what it read.

        Returns:
            The reading of the first reader that answered, its proposals checked; what was refused is unread. Passages
            from which it gives nothing go to the next reader. Where nobody answered, all of it is unread. ``notices``
            say who did not answer, and why.
        """
        check = checking(request, self._names_of)
        asked = request.model_copy(update={"ontology": request.ontology or ontology, "check": check})
        notices: list[str] = []
        read: Reading | None = None
        for link in self._links:
            if link.breaker.is_open:
                notices.append(f"{link.breaker.reason} {NOT_NOW}")
                continue
            try:
                if given is not None and given.reader == link.reader.name:
                    reading = given
                elif ahead and link.reader.needs_held:
                    reading = await self._read_ahead(link.reader, asked, ahead)
                else:
                    reading = answer_of(link.reader, await link.reader.read(asked))
            except CannotRead as error:
                link.breaker.failed(error.reason, lasting=error.lasting)
                notices.append(error.reason)
            except Exception as error:  # noqa: BLE001 - a reader of somebody else's may raise anything
                reason = f"{link.reader.name}: unexpected {type(error).__name__}: {error}"[:300]
                link.breaker.failed(reason)
                notices.append(reason)
            else:
                link.breaker.succeeded()
                holding = partial(check_reading, reading, asked, check)
                long = sum(len(passage.text) for passage in asked.passages) > LONG
                checked = await in_thread(holding) if long else holding()
                read = checked if read is None else _together(read, checked)
                if not (left := _nothing_from(checked, asked.passages)):
                    break
                asked = asked.model_copy(update={"passages": left})
        if read is not None:
            return read.model_copy(update={"at": now, "notices": (*notices, *read.notices)})
        reason = "; ".join(notices) or "no reader is set"
        unread = tuple(Unread(passage=one.key, text=one.text, reason=reason) for one in request.passages)
        return Reading(reader=NOBODY, version="0", at=now, unread=unread, notices=tuple(notices))

    async def _read_ahead(self, reader: Reader, request: ReadingRequest, ahead: Mapping[str, Passage]) -> Reading:
        """Read a request and later passages in one call; return what is of the request. Raises :class:`CannotRead`."""
        batch = request.model_copy(update={"passages": (*request.passages, *ahead.values())})
        check = checking(batch, self._names_of)
        reading = answer_of(reader, await reader.read(batch.model_copy(update={"check": check})))
        for key, passage in ahead.items():
            self._ahead[key] = _part_of(reading, {passage.key: passage.key.partition(":")[0]})
        while len(self._ahead) > MAX_KEPT:
            self._ahead.popitem(last=False)
        return _part_of(reading, {one.key: one.key for one in request.passages}, notices=reading.notices)

    def estimate(self, request: ReadingRequest) -> "ModelCost":
        """Return the cost of the first reader that is not paused; zero for one that asks no model."""
        from memorist.nodes.reading.model.batches import ModelCost

        first = next((link.reader for link in self._links if not link.breaker.is_open), None)
        return first.estimate(request) if isinstance(first, HasCosts) else ModelCost()


def answer_of(reader: Reader, answer: object) -> Reading:
    """Return what a reader answered. Raises :class:`CannotRead` that names what is wrong with it, and what is right."""
    if not isinstance(answer, Reading):
        given = type(answer).__name__
        raise CannotRead(f"{reader.name}: read() returned {given}: return a Reading(reader=…, version=…, at=…)")
    for place, one in enumerate(answer.proposals):
        field = f"{reader.name}: field proposals.{place}"
        if not isinstance(one, Proposal):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise CannotRead(
                f"{field}: {type(one).__name__} is no Proposal: proposals are Proposal(passage=…, quote=…)"
            )
        if one.type not in PROPOSABLE:
            raise CannotRead(f"{field}.type: {one.type!r} is no type that is read: expected {', '.join(PROPOSABLE)}")
    return answer


def _part_of(reading: Reading, keys: Mapping[str, str], *, notices: tuple[str, ...] = ()) -> Reading:
    """Return the part of a reading that is of some passages, under the keys that they have in their own requests."""

    def own[R: (Proposal, Unread, Refused)](found: Sequence[R]) -> tuple[R, ...]:
        return tuple(one.model_copy(update={"passage": keys[one.passage]}) for one in found if one.passage in keys)

    return reading.model_copy(
        update={
            "proposals": own(reading.proposals),
            "unread": own(reading.unread),
            "refused": own(reading.refused),
            "notices": notices,
        }
    )


def checking(request: ReadingRequest, names_of: NAMES_OF | None = None) -> Check:
    """Return the check of proposals against a request; the names of a passage are looked up once."""
    passages = {passage.key: passage for passage in request.passages}
    names: dict[str, Collection[str]] = {}
    before: dict[str, tuple[Spoken, ...]] = {}
    said = request.before
    for passage in request.passages if any(one.said_at for one in request.passages) else ():
        before[passage.key] = (*said, *passage.before)
        said = (*before[passage.key], Spoken(role="user", content=passage.text))

    def held_against(proposal: Proposal) -> Proposal | Refused:
        passage = passages.get(proposal.passage)
        if passage is None:
            reason = "there is no such passage"
            return Refused(passage=proposal.passage, content=proposal.content, reason=reason, final=True)
        if names_of is not None and passage.key not in names:
            names[passage.key] = names_of(passage.text)
        known = names.get(passage.key, ())
        said_at = passage.said_at or request.said_at
        return check(
            proposal, passage, before.get(passage.key, request.before), said_at, request.held, known_names=known
        )

    return held_against


def check_reading(reading: Reading, request: ReadingRequest, check: Check | None = None) -> Reading:
    """A reading with its proposals checked against the request; what a refused one quotes is unread, and a notice tells
    which held memory stands although one wanted to end it.

    Where its quote stands nowhere, all of the passage is unread, unless something of it was read.
    """
    held_against = check or checking(request)
    passages = {passage.key: passage for passage in request.passages}
    kept: list[Proposal] = []
    refused: list[Refused] = []
    unread: list[Unread] = []
    notices: list[str] = []
    held = {one.id: one.content for one in request.held}
    for proposal in reading.proposals:
        judged = held_against(proposal)
        if isinstance(judged, Refused) and proposal.operation in CHANGES and proposal.targets:
            told = [repr(held[id_]) for id_ in proposal.targets if id_ in held]
            notices.append(f"{' and '.join(told) or 'nothing held was ended: what is held'} stands: {judged.reason}")
        alone = judged.instead if isinstance(judged, Refused) else judged
        if alone is not None:
            kept.append(alone)
        elif isinstance(judged, Refused):
            refused.append(judged)
            if passage := passages.get(proposal.passage):
                unread.append(Unread(passage=passage.key, text=_said(proposal, passage), reason=judged.reason))
    read = {proposal.quote for proposal in kept} | {passages[proposal.passage].text for proposal in kept}
    left = [one for one in dict.fromkeys(unread) if one.text not in read]
    return reading.model_copy(
        update={
            "proposals": tuple(kept),
            "refused": (*reading.refused, *refused),
            "unread": (*reading.unread, *left),
            "notices": (*reading.notices, *notices),
        }
    )


def _nothing_from(reading: Reading, passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages of which nothing was read."""
    read = {proposal.passage for proposal in reading.proposals}
    return tuple(passage for passage in passages if passage.key not in read)


def _together(first: Reading, second: Reading) -> Reading:
    """Two readings as one, the second of the passages of which the first proposed nothing.

    A memory names the reading that it is from: both, where both propose something. What the second leaves unread is
    unread, unless the first understands all that is said.
    """
    read = {proposal.passage for proposal in first.proposals}
    then = {proposal.passage for proposal in second.proposals}
    left = [one for one in first.unread if one.passage in read or (first.whole and one.passage not in then)]
    by = second if then and not read else first
    return by.model_copy(
        update={
            "reader": f"{first.reader}, {second.reader}" if read and then else by.reader,
            "proposals": (*first.proposals, *second.proposals),
            "unread": (*left, *(() if first.whole else second.unread)),
            "refused": (*first.refused, *second.refused),
            "notices": (*first.notices, *second.notices),
        }
    )


def _said(proposal: Proposal, passage: Passage) -> str:
    """Return the part of a passage that a proposal rests on, in the passage's own words."""
    if proposal.quote in passage.text:
        return proposal.quote
    located = locate(proposal.quote, passage.text)
    return located.quote if located is not None else passage.text


def given_readers(readers: Sequence[Reader], settings: Settings) -> Readers:
    """These readers in their order; names are known by the gazetteer.

    Raises :class:`InvalidInput` for what is no sequence of readers.
    """
    _check_readers(readers)
    return Readers(
        readers,
        failures=settings.reader_failures,
        pause=settings.reader_pause,
        names_of=_gazetteer_names,
    )


_PARTS: Mapping[str, type] = {"name": str, "version": str, "needs_held": bool}
"""Attributes that a reader needs, beside its method ``read``."""


def _check_readers(readers: object) -> None:
    if isinstance(readers, str) or not isinstance(readers, Sequence):
        raise InvalidInput(
            f"readers: expected a list of readers, such as [PatternReader()], not {readers!r}; names go into "
            "MEMORIST_READERS, or into the context of a run",
            field="readers",
        )
    for place, reader in enumerate(cast("Sequence[object]", readers)):
        lacking = [f"{name}: {kind.__name__}" for name, kind in _PARTS.items() if not hasattr(reader, name)]
        lacking += [] if callable(getattr(reader, "read", None)) else ["async read(request) -> Reading"]
        if lacking:
            given = type(reader).__name__
            field = f"readers.{place}"
            raise InvalidInput(
                f"readers: field {field}: {given} is no reader: it lacks {', '.join(lacking)}", field=field
            )


def open_readers(settings: Settings) -> Readers:
    """The readers that ``MEMORIST_READERS`` names, as :func:`given_readers` takes them.

    Raises :class:`InvalidInput` for a name that means nothing.
    """
    opened = [reader for name in listed(settings.readers) if (reader := _reader(name, settings)) is not None]
    return given_readers(opened, settings)


def _gazetteer_names(text: str) -> Collection[str]:
    from memorist.nodes.language.gazetteer import find_entities

    return {mention.canonical for mention in find_entities(text)}


def _reader(name: str, settings: Settings) -> Reader | None:
    provider, _, model = name.partition(":")
    if name == NOBODY:
        return None
    if name == "patterns":
        from memorist.nodes.reading.patterns.reader import PatternReader

        return PatternReader()
    if provider != "ollama" and not (provider and model):
        raise InvalidInput(f"readers: {name!r} is unknown: expected {READERS}", field="readers")
    from memorist.nodes.reading.model.providers import provider_named
    from memorist.nodes.reading.model.reader import ModelReader

    asked = provider_named(name, settings, timeout=settings.reader_timeout)
    named = f"ollama:{asked.model}" if provider == "ollama" else name
    return ModelReader(named, asked, timeout=settings.reader_timeout)


__all__ = ["Readers", "check_reading", "open_readers"]
