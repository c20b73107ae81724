"""A model as a reader: one structured call for a turn, or for a batch of passages."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence

from memorist.memory_store.ontology.loading import load_ontology
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.threads import in_thread
from memorist.nodes.reading.evidence import locate
from memorist.nodes.reading.model.answer import answer_schema
from memorist.nodes.reading.model.batches import MAX_CALLS, ModelCost, batches_of, estimate
from memorist.nodes.reading.model.parse import Parsed, parse_answer
from memorist.nodes.reading.model.prompt import again_for, messages_for, prompt_version, short_ids, types_of
from memorist.nodes.reading.model.proposals import proposal_from
from memorist.nodes.reading.model.providers import Messages, Provider
from memorist.nodes.reading.reader import SAID, CannotRead, Passage, Proposal, Reading, ReadingRequest, Refused, Unread

MAX_ITEMS_A_PASSAGE = 24
HEALTHY_SECONDS = 30.0
"""A server that answered so recently is not asked for its health again."""


class ModelReader:
    """Reads with a chat model.

    Args:
        name: as in the settings: ``ollama:qwen3:4b``.
        provider: who answers.
        timeout: seconds that one call may take in all.
    """

    version = prompt_version()
    needs_held = True

    def __init__(self, name: str, provider: Provider, *, timeout: float) -> None:
        self.name = name
        self.model = provider.model
        self._provider = provider
        self._timeout = timeout
        self._healthy_until = 0.0

    async def read(self, request: ReadingRequest) -> Reading:
        """Read all passages, one call a batch of them. Raises :class:`CannotRead`, and nothing else.

        If a later batch fails, what was read stays, and the passages of that batch and the rest are unread.
        """
        started = time.perf_counter()
        ontology = self._vocabulary(request)
        proposals: list[Proposal] = []
        refused: list[Refused] = []
        unread: list[Unread] = []
        notices: list[str] = []
        failure = ""
        for number, batch in enumerate(batches_of(request.passages)):
            if number == MAX_CALLS:
                failure = f"{self.name}: an input is read up to its call {MAX_CALLS}"
            if not failure:
                try:
                    parsed, found, bad = await self._ask(request, batch, ontology)
                except CannotRead as error:
                    if number == 0:
                        raise
                    failure = error.reason
                else:
                    notices += [f"{self.name}: {notice}" for notice in parsed.notices]
                    proposals += found
                    refused += bad
                    unread += _left_by(parsed, batch, {one.passage for one in found})
            if failure:
                unread += [Unread(passage=one.key, text=one.text, reason=failure) for one in batch]
        return Reading(
            reader=self.name,
            model=self.model,
            version=self.version,
            at=request.said_at,
            seconds=round(time.perf_counter() - started, 3),
            whole=True,
            proposals=tuple(proposals),
            unread=tuple(unread),
            refused=tuple(refused),
            notices=tuple(dict.fromkeys((*notices, *([failure] if failure else [])))),
        )

    async def healthy(self) -> None:
        """Return if the model can be asked, else raise :class:`CannotRead`; asks the server now and then only."""
        if time.monotonic() < self._healthy_until:
            return
        try:
            await self._provider.healthy()
        except CannotRead as error:
            raise CannotRead(self._with_name(error.reason), lasting=error.lasting) from error
        self._healthy_until = time.monotonic() + HEALTHY_SECONDS

    def estimate(self, request: ReadingRequest) -> ModelCost:
        """The calls and tokens that :meth:`read` would take."""
        return estimate(request, self._vocabulary(request))

    def _vocabulary(self, request: ReadingRequest) -> Ontology:
        return request.ontology or load_ontology("galatea")

    async def _ask(
        self, request: ReadingRequest, batch: Sequence[Passage], ontology: Ontology
    ) -> tuple[Parsed, list[Proposal], list[Refused]]:
        """Ask about a batch, and once more in the same conversation for what was refused and may be put otherwise."""
        messages = messages_for(request, batch, ontology)
        text, parsed = await self._answer(messages, request, batch, ontology)
        found, refused = self._take(parsed, request, batch, ontology)
        wrong = [(one, why) for one in found if (why := _refusal(one, request)) is not None]
        if request.check is None or not (wrong or refused):
            return parsed, found, refused
        more = again_for([*(why for _, why in wrong), *refused])
        try:
            _, second = await self._answer([*messages, ("ai", text), ("human", more)], request, batch, ontology)
        except CannotRead:
            return parsed, found, refused  # what was right stays
        mended, still = self._take(second, request, batch, ontology)
        good = [one for one in mended if one not in found and _refusal(one, request) is None]
        replaced = [one for one, _ in wrong if any(_same_words(one, other) for other in good)]
        return parsed, [*(one for one in found if one not in replaced), *good], still if mended else refused

    async def _answer(
        self, messages: Messages, request: ReadingRequest, batch: Sequence[Passage], ontology: Ontology
    ) -> tuple[str, Parsed]:
        """One call. Raises :class:`CannotRead`."""
        schema = answer_schema(
            passages=[passage.key for passage in batch],
            targets=[*short_ids(request.held), *(f"n{n}" for n in range(1, MAX_ITEMS_A_PASSAGE) if len(batch) > 1)],
            types=list(types_of(ontology)),
            predicates=list(ontology.predicates),
        )
        try:
            async with asyncio.timeout(self._timeout):
                await self.healthy()
                text = await self._provider.answer(messages, schema)
            return text, await in_thread(parse_answer, text)
        except CannotRead as error:
            self._healthy_until = 0.0
            raise CannotRead(self._with_name(error.reason), lasting=error.lasting) from error
        except TimeoutError as error:
            raise CannotRead(f"{self.name}: did not answer within {self._timeout:g} s") from error
        except Exception as error:
            raise CannotRead(f"{self.name}: {type(error).__name__}: {' '.join(str(error).split())[:200]}") from error

    def _with_name(self, reason: str) -> str:
        return reason if reason.startswith(self.name.partition(":")[0]) else f"{self.name}: {reason}"

    def _take(
        self, parsed: Parsed, request: ReadingRequest, batch: Sequence[Passage], ontology: Ontology
    ) -> tuple[list[Proposal], list[Refused]]:
        """The items of an answer as proposals, and those that are none; so many a passage, each once."""
        targets, types = dict(short_ids(request.held)), types_of(ontology)
        found: dict[tuple[str, str, str], Proposal] = {}
        refused: list[Refused] = []
        taken: Counter[str] = Counter()
        for number, item in enumerate(parsed.items, start=1):
            made = proposal_from(
                item, request, batch, targets=targets, types=types, ontology=ontology, method=self._provider.method
            )
            if isinstance(made, Refused):
                refused.append(made)
                continue
            targets[f"n{number}"] = f"{SAID}{made.content}"
            key = (made.passage, made.operation, made.content)
            if (same := found.get(key)) is not None:
                both = tuple(dict.fromkeys((*same.targets, *made.targets)))
                found[key] = same.model_copy(update={"targets": both})
                continue
            taken[made.passage] += 1
            if taken[made.passage] > MAX_ITEMS_A_PASSAGE:
                reason = f"a passage gives at most {MAX_ITEMS_A_PASSAGE} memories"
                refused.append(Refused(passage=made.passage, content=made.content, reason=reason))
            else:
                found[key] = made
        for said, problem in parsed.bad:
            key = next((one.key for one in batch if locate(said, one.text) is not None), batch[0].key)
            refused.append(Refused(passage=key, content=said, reason=problem))
        return list(found.values()), refused


def _refusal(proposal: Proposal, request: ReadingRequest) -> Refused | None:
    """Why a proposal has to be put otherwise; null if it is right, or if no wording would help."""
    judged = request.check(proposal) if request.check is not None else proposal
    return judged if isinstance(judged, Refused) and not judged.final else None


def _same_words(one: Proposal, other: Proposal) -> bool:
    """Return true if two proposals rest on the same words of a passage."""
    return one.passage == other.passage and (one.quote in other.quote or other.quote in one.quote)


def _left_by(parsed: Parsed, batch: Sequence[Passage], taken: set[str]) -> list[Unread]:
    """The passages that an answer did not come to before it broke off: the last one it speaks of, and all behind it."""
    if not parsed.broke_off:
        return []
    last = max((place for place, passage in enumerate(batch) if passage.key in taken), default=0)
    return [Unread(passage=one.key, text=one.text, reason="the answer broke off") for one in batch[last:]]


__all__ = ["ModelReader"]
