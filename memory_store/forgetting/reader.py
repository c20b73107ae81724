"""Reads what a plan needs: what is asked for, and around it as far as anything stands on it."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from memorist.memory_store.database import Row, paged
from memorist.memory_store.domain.content_ref import COLD_TEXT
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import folded, rest_id, whole_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.visibility import PERSONAL_DOCUMENT, STAND_INS, may_see, may_see_words, person_of
from memorist.memory_store.forgetting.assemble import SpokenOf, Surroundings, names_of, slots_of, speaking
from memorist.memory_store.forgetting.holdings import HeldEdge, HeldEpisode, Holdings, episode_of, sources_of
from memorist.memory_store.forgetting.plan import ABOUT_IT, ASKED, SAYS_IT, ids_to_erase
from memorist.memory_store.forgetting.redact import Finder
from memorist.memory_store.forgetting.rest import Rest, moved, without_rest
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.statements.forgetting import ForgettingStatements
from memorist.memory_store.statements.linking import HOLDERS

PAGE = 500


class StatementReader(Protocol):
    """Sends a reading statement about one group."""

    async def __call__(self, statement: str, **parameters: Any) -> list[Row]:
        """Rows."""
        ...


class TextRestorer(Protocol):
    """Gives archived memories their whole texts."""

    async def __call__(self, memories: Sequence[Memory]) -> list[Memory]:
        """The same memories in the same order."""
        ...


class HoldingsReader:
    """Fills the holdings of one forgetting. Statements: four, and two for each rung that anything stands on.

    ``rests``: what would be kept of some of the inputs; it is read as if it was stored already. ``spared``: ids of what
    stays though it says the words.
    """

    def __init__(
        self,
        read: StatementReader,
        whole: TextRestorer,
        statements: ForgettingStatements,
        scope: Scope,
        rests: Sequence[Rest] = (),
        spared: Collection[str] = (),
    ) -> None:
        self._read = read
        self._whole = whole
        self._statements = statements
        self._scope = scope
        self._rests = rests
        self._spared = frozenset(spared)
        self.needles: tuple[str, ...] = ()

    async def holdings(self, ids: Sequence[str], texts: Sequence[str]) -> Holdings:
        """Read everything concerned. Raises :class:`InvalidInput` for an id that the scope does not know."""
        rows = await self._read(self._statements.sequence)
        state = rows[0] if rows else {"seq": 0, "version": 0}
        staying = {rest.of for rest in self._rests if rest.stays}
        held = Holdings(sequence=int(state["seq"]), version=int(state["version"]), staying=staying)
        held.protected |= self._spared
        if not rows:
            return held
        if vague := next((text for text in texts if folded(text) in STAND_INS), None):
            raise InvalidInput(
                f"forget: field text: {vague!r} is what memories call whoever speaks: say more of what is meant, or "
                "name its id",
                field="text",
            )
        said = list(texts)
        if ids:
            said += await self._take_named(held, ids)
        self.needles = tuple(dict.fromkeys(needle for needle in said if needle.strip()))
        if self.needles:
            await self._take_matches(held)
        await self._take_about(held)
        await self._take_around(held)
        # What goes is told, and recognised later, by its whole text.
        held.memories = {m.id: m for m in await self._whole([*held.memories.values()])}
        for id_, kept in held.rests.items():
            held.episodes[id_] = without_rest(held.episodes[id_], kept)
        return held

    async def _take_named(self, held: Holdings, ids: Sequence[str]) -> list[str]:
        """Read the rows with these ids; return the words that must not be found anywhere else."""
        said: list[str] = []
        for row in await self._read(self._statements.named, ids=list(dict.fromkeys(ids))):
            if row["kind"] == "episode":
                episode = self._episode(held, row)
                whose = (self._scope.user_id, episode.user_id)
                told = may_see_words(*whose, episode.content, episode.kind, episode.private)
                if episode.agent_id in (None, self._scope.agent_id) and told:
                    held.episodes[episode.id] = episode
                    held.asked[episode.id] = ASKED
                    said.append(episode.content)
                continue
            [memory] = await self._whole([self._memory(row)])
            if memory.is_entity and folded(memory.content) in STAND_INS:
                raise InvalidInput(
                    f"forget: field ids: {memory.id} stands for whoever speaks: name what is said of him",
                    field="ids",
                    ids=[memory.id],
                )
            if self._scope.sees(memory.scope) and may_see(self._scope.user_id, memory):
                held.memories.setdefault(memory.id, memory)
                held.asked[memory.id] = ASKED
                said += [memory.content, *getattr(memory, "aliases", ())]
        if unknown := [i for i in ids if i not in held.asked]:
            raise InvalidInput(
                f"forget: nothing here has the id {', '.join(unknown)}: it is of another group or agent, another "
                "person's own, or was forgotten before",
                field="ids",
                ids=unknown,
            )
        return said

    async def _take_matches(self, held: Holdings) -> None:
        meant, finder = self._persons_meant(held), Finder(self.needles)
        for row in await self._read(self._statements.matches, needles=lowered(self.needles), cold=COLD_TEXT):
            if row["kind"] == "fact":
                if finder.finds(row["n"]["fact"]):
                    held.facts[row["n"]["uuid"]] = row["n"]["fact"]
            elif row["kind"] == "episode":
                episode = self._episode(held, row)
                if episode.id not in self._spared and finder.finds(_words_of(episode)):
                    held.episodes[episode.id] = episode
                    held.matching_inputs.add(episode.id)
            else:
                [memory] = await self._whole([self._memory(row)])
                if memory.id not in held.asked and self._stays(memory, meant):
                    held.protected.add(memory.id)
                elif finder.finds(all_text(memory)) and folded(memory.content) not in STAND_INS:
                    held.memories[memory.id] = memory
                    held.asked.setdefault(memory.id, SAYS_IT)
        await self._take_learned(held, meant)
        for i in sorted(held.matching_inputs):
            # What was learned from it may be worded differently: a single memory goes with it, of several none.
            # What was hidden together goes together.
            learned, hidden = held.episodes[i].memories, held.episodes[i].withdrawn
            ended = [m for m in learned if m in held.memories and held.memories[m].status is Status.RETRACTED]
            alone = not learned or (len(learned) == 1 and not learned & held.asked.keys())
            if alone or (hidden and len(ended) == len(learned)):
                held.asked.setdefault(i, SAYS_IT)

    async def _take_about(self, held: Holdings) -> None:
        """Read the memories about the erased names; a name that another person speaks of as their own is kept."""
        names = [i for i in held.asked if i in held.memories and held.memories[i].is_entity]
        meant = self._persons_meant(held)
        for row in await self._read(self._statements.about, ids=names) if names else ():
            memory = self._take(held, row)
            if memory.id not in held.asked and self._stays(memory, meant):
                held.protected |= {memory.id, row["about"]}
                held.asked.pop(row["about"], None)
            else:
                held.asked.setdefault(memory.id, ABOUT_IT)

    def _stays(self, memory: Memory, meant: Collection[str]) -> bool:
        """Return true for what is spared, or is a personal statement of somebody who is not meant."""
        return memory.id in self._spared or _is_anothers(memory, meant)

    def _persons_meant(self, held: Holdings) -> frozenset[str]:
        """The persons whose statements are meant: whoever asks, else the owners of the ids; empty means everybody's."""
        if self._scope.user_id is not None:
            return frozenset({self._scope.user_id})
        return frozenset(p for i in held.asked if i in held.memories and (p := person_of(held.memories[i])) is not None)

    async def _take_learned(self, held: Holdings, meant: Collection[str]) -> None:
        """Read the memories learned from raw inputs with the words; others' personal inputs are protected."""
        unread = {m for i in held.matching_inputs for m in held.episodes[i].memories} - held.memories.keys()
        for row in await self._read(self._statements.named, ids=sorted(unread)) if unread else ():
            self._take(held, row)
        for i in sorted(held.matching_inputs):
            episode = held.episodes[i]
            learned = [held.memories[m] for m in episode.memories if m in held.memories]
            anothers = episode.user_id not in (None, *meant) and bool(meant)
            whose = (next(iter(meant), None), episode.user_id)
            own_words = not may_see_words(*whose, episode.content, episode.kind, episode.private)
            if anothers and (own_words or any(_is_anothers(memory, meant) for memory in learned)):
                held.matching_inputs.discard(i)
                held.protected.add(i)

    async def _take_around(self, held: Holdings) -> None:
        """Read what is derived from what goes, a level at a time, until nothing more goes."""
        looked, known, given = set[str](), set[str](), {rest.of for rest in self._rests}
        while fresh := ids_to_erase(held).keys() - looked:
            looked |= fresh
            for row in await self._read(self._statements.around, ids=sorted(fresh)):
                if row["kind"] in {"episode", "answer"}:
                    held.episodes[row["n"]["uuid"]] = self._episode(held, row)
                    if row["kind"] == "answer":
                        held.answers[row["n"]["uuid"]] = row["source"]
                    continue
                self._take(held, row)
                if row["kind"] == "edge":
                    held.edges.add(HeldEdge(row["source"], row["target"], row["type"]))
            # What was learned from the same inputs and stays: it is named, never judged without being read.
            unread = {m for e in held.episodes.values() for m in e.memories} - held.memories.keys()
            fresh_inputs = held.episodes.keys() - known
            known |= fresh_inputs
            wholes = {rest_id(i): i for i in fresh_inputs if i not in given}
            rests = {whole_id(i): i for i in fresh_inputs}
            ids = sorted({*unread, *wholes, *rests})
            for row in await self._read(self._statements.named, ids=ids) if ids else ():
                if row["kind"] == "episode":
                    self._take_part(held, row, wholes, rests)
                else:
                    self._take(held, row)
            # An answer that was not hidden with what it answers is one that stays.
            hidden = {i: said for i, said in held.answers.items() if said in held.rests and said not in given}
            held.staying |= {i for i in hidden if not held.episodes[i].withdrawn}
            for i in held.rests:
                self._take_apart(held, i)

    def _take_part(self, held: Holdings, row: Row, wholes: dict[str, str], rests: dict[str, str]) -> None:
        """Take what was kept of an input, or the hidden input of which one is the rest."""
        id_, withdrawn = str(row["n"]["uuid"]), bool(row["n"].get("withdrawn"))
        if id_ in wholes and not withdrawn:
            held.rests[wholes[id_]] = str(row["n"].get("content") or "")
        elif withdrawn:
            held.episodes.setdefault(id_, self._episode(held, row))
            if id_ in wholes:
                held.left[id_] = wholes[id_]
            else:
                held.wholes[id_] = rests[id_]

    def _take_apart(self, held: Holdings, id_: str) -> None:
        """Leave to an input what rests on the words that are not kept."""
        episode = held.episodes[id_]
        left = {m for m in episode.memories if m in held.memories and id_ not in sources_of(held.memories[m])}
        held.episodes[id_] = replace(episode, memories=episode.memories - left)

    def _memory(self, row: Row) -> Memory:
        return moved(from_properties(row["n"]), self._rests)

    def _take(self, held: Holdings, row: Row) -> Memory:
        memory = self._memory(row)
        return held.memories.setdefault(memory.id, memory)

    def _episode(self, held: Holdings, row: Row) -> HeldEpisode:
        episode = episode_of(row)
        for rest in self._rests:
            if rest.of == episode.id and not rest.stays:
                held.rests[episode.id] = rest.episode.content
                episode = replace(episode, memories=episode.memories - rest.moved)
        return episode

    async def surroundings(
        self, held: Holdings, gone: Collection[str], emptied: Collection[str], ontology: Ontology
    ) -> Surroundings:
        """Read the rows touched by the erasure: names, slots, remarks, log entries, files."""
        found = Surroundings()
        if not gone and not emptied:
            return found
        memories = [held.memories[i] for i in gone if i in held.memories]
        episodes = [i for i in gone if i in held.episodes]
        given = {"gone": [m.id for m in memories], "episodes": [*episodes, *sorted(emptied)], "erased": episodes}
        for row in await self._read(self._statements.names, **given):
            found.names.append(SpokenOf(from_properties(row["n"]), int(row["others"]), int(row["mentions"])))
        lonely = [each.name for each in found.names if not each.others]
        slots = sorted(set(slots_of([*held.memories.values()], ontology).values()))
        rows = await self._read(HOLDERS, slots=slots)
        found.slots = {row["slot"]: row["holder"] for row in rows}
        words = (*self.needles, *names_of(memories), *(name.content for name in lonely))
        found.remarks = speaking(await self._read(self._statements.remarks, needles=lowered(words)), words)
        touched = {*gone, *emptied, *(name.id for name in lonely)}
        kept = [m.id for m in held.memories.values() if m.id not in gone and sources_of(m) & set(gone)]
        found.entries = await self._log_entries({*touched, *words}, kept)
        leaving = slots_of(memories, ontology).values()
        digests = {file.digest for m in memories for file in m.files}
        digests |= {d for i in (*episodes, *emptied) for d in held.episodes[i].digests}
        found.marks = tuple(lowered({*touched, *self.needles, *kept, *leaving, *digests}))
        if digests:
            given = {"digests": sorted(digests), "gone": sorted(touched)}
            rows = await self._read(self._statements.files_elsewhere, **given)
            found.files_elsewhere = frozenset(row["digest"] for row in rows)
        return found

    async def _log_entries(self, marks: Collection[str], kept: Collection[str]) -> list[tuple[str, str]]:
        """Entries of the change log that name what goes or tell of the evidence of what is recomputed, in order."""
        given = {"marks": lowered(marks), "kept": sorted(kept)}

        async def read(after: int, limit: int) -> list[Row]:
            return await self._read(self._statements.entries, after=after, limit=limit, **given)

        pages = paged(read, 0, PAGE, lambda row: row["seq"])
        return [(row["id"], row["payload"]) async for rows in pages for row in rows]


def lowered(needles: Iterable[str]) -> list[str]:
    """Needles in lower case, as text and as JSON writes them, for statements that look into both."""
    forms = {
        form.lower() for n in needles for form in (n, " ".join(n.split()), json.dumps(n, ensure_ascii=False)[1:-1])
    }
    return sorted(form for form in forms if form.strip())


def all_text(memory: Memory) -> str:
    """Every text of a memory, a line each; not its quotes, which go with the words of the episodes they are of."""
    lines: list[str] = []

    def collect(value: Any) -> None:
        if isinstance(value, str):
            lines.append(value)
        elif isinstance(value, dict):
            for key, part in value.items():  # pyright: ignore[reportUnknownVariableType]
                collect(key)
                collect(part)
        elif isinstance(value, list):
            for part in value:  # pyright: ignore[reportUnknownVariableType]
                collect(part)

    collect(memory.model_dump(mode="json", exclude={"scope", "quotes"}))
    return "\n".join(lines)


def _is_anothers(memory: Memory, meant: Collection[str]) -> bool:
    """Return true if it is a personal statement of somebody who is not meant."""
    return bool(meant) and not any(may_see(person, memory) for person in meant)


def _words_of(episode: HeldEpisode) -> str:
    """The words of a raw input, with the title of a document; other names only say who told it."""
    is_document = episode.kind in {"document", PERSONAL_DOCUMENT}
    return f"{episode.content}\n{episode.name}" if is_document else episode.content
