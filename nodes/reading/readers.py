"""The readers in the order of the settings: the first that answers reads all of the input, and is checked."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.settings import READERS, Settings, listed
from memorist.memory_store.threads import LONG, in_thread
from memorist.nodes.reading.breaker import NOT_NOW, Breaker
from memorist.nodes.reading.check import check
from memorist.nodes.reading.context import CHANGES
from memorist.nodes.reading.evidence import locate
from memorist.nodes.reading.reader import (
    CannotRead,
    Passage,
    Proposal,
    Reader,
    Reading,
    ReadingRequest,
    Refused,
    Unread,
)

if TYPE_CHECKING:  # it brings in a tokenizer, which readers without a model do without
    from memorist.nodes.reading.model.batches import ModelCost

NAMES_OF = Callable[[str], Collection[str]]
NOBODY = "none"


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

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the readers, in their order."""
        return tuple(link.reader.name for link in self._links)

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

    async def read(self, request: ReadingRequest, ontology: Ontology, now: datetime) -> Reading:
        """Read and check a request.

        Args:
            request: what is to be read.
            ontology: whose types and predicates proposals may use.
            now: when it is read; stored with the reading.

        Returns:
            The reading of the first reader that answered, its proposals checked; what was refused is unread. Where
            nobody answered, all of it is unread. ``notices`` say who did not answer, and why.
        """
        asked = request if request.ontology is not None else request.model_copy(update={"ontology": ontology})
        notices: list[str] = []
        for link in self._links:
            if link.breaker.is_open:
                notices.append(f"{link.breaker.reason} {NOT_NOW}")
                continue
            try:
                reading = await link.reader.read(asked)
            except CannotRead as error:
                link.breaker.failed(error.reason, lasting=error.lasting)
                notices.append(error.reason)
            except Exception as error:  # noqa: BLE001 - a reader of somebody else's may raise anything
                reason = f"{link.reader.name}: unexpected {type(error).__name__}: {error}"[:300]
                link.breaker.failed(reason)
                notices.append(reason)
            else:
                link.breaker.succeeded()
                checking = partial(check_reading, reading, request, names_of=self._names_of)
                long = sum(len(passage.text) for passage in request.passages) > LONG
                checked = await in_thread(checking) if long else checking()
                return checked.model_copy(update={"at": now, "notices": (*notices, *checked.notices)})
        reason = "; ".join(notices) or "no reader is set"
        unread = tuple(Unread(passage=one.key, text=one.text, reason=reason) for one in request.passages)
        return Reading(reader=NOBODY, version="0", at=now, unread=unread, notices=tuple(notices))

    def estimate(self, request: ReadingRequest) -> "ModelCost":
        """Return the cost of the first reader that is not paused; zero for one that asks no model."""
        from memorist.nodes.reading.model.batches import ModelCost

        first = next((link.reader for link in self._links if not link.breaker.is_open), None)
        return first.estimate(request) if isinstance(first, HasCosts) else ModelCost()


def check_reading(reading: Reading, request: ReadingRequest, *, names_of: NAMES_OF | None = None) -> Reading:
    """A reading with its proposals checked against the request; what a refused one quotes is unread, and a notice tells
    which held memory stands although one wanted to end it.

    Where its quote stands nowhere, all of the passage is unread, unless something of it was read.
    """
    passages = {passage.key: passage for passage in request.passages}
    kept: list[Proposal] = []
    refused: list[Refused] = []
    unread: list[Unread] = []
    notices: list[str] = []
    held = {one.id: one.content for one in request.held}
    names: dict[str, Collection[str]] = {}
    for proposal in reading.proposals:
        passage = passages.get(proposal.passage)
        if passage is None:
            refused.append(
                Refused(passage=proposal.passage, content=proposal.content, reason="there is no such passage")
            )
            continue
        if names_of is not None and passage.key not in names:
            names[passage.key] = names_of(passage.text)
        known = names.get(passage.key, ())
        judged = check(proposal, passage, request.before, request.said_at, request.held, known_names=known)
        if isinstance(judged, Proposal):
            kept.append(judged)
            if proposal.operation in CHANGES and proposal.target is not None and judged.operation not in CHANGES:
                told = held.get(proposal.target)
                stands = f"{told!r} stands" if told is not None else "nothing held was ended"
                notices.append(f"{stands}: {judged.why or 'it only might be so'}")
        else:
            refused.append(judged)
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


def _said(proposal: Proposal, passage: Passage) -> str:
    """Return the part of a passage that a proposal rests on, in the passage's own words."""
    if proposal.quote in passage.text:
        return proposal.quote
    located = locate(proposal.quote, passage.text)
    return located.quote if located is not None else passage.text


def given_readers(readers: Sequence[Reader], settings: Settings) -> Readers:
    """These readers in their order; names are known by the gazetteer."""
    return Readers(
        readers,
        failures=settings.reader_failures,
        pause=settings.reader_pause,
        names_of=_gazetteer_names,
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
        raise InvalidInput(f"readers: {name!r} is none: expected {READERS}", field="readers")
    from memorist.nodes.reading.model.providers import provider_named
    from memorist.nodes.reading.model.reader import ModelReader

    asked = provider_named(name, settings, timeout=settings.reader_timeout)
    named = f"ollama:{asked.model}" if provider == "ollama" else name
    return ModelReader(named, asked, timeout=settings.reader_timeout)


__all__ = ["Readers", "check_reading", "open_readers"]
