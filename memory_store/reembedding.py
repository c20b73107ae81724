"""Giving a group the vectors of another embedder: resumable, and searchable until the vectors are exchanged."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memorist.memory_store.database import Database, Row, done_once
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.errors import Conflict, InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.graphiti.episodes import episode_read_from, token_properties
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.log_ends import append
from memorist.memory_store.moving.copying import Progress, untold
from memorist.memory_store.rankers.base import TokenRanker
from memorist.memory_store.statements import dialects

AT_A_TIME = 256
"""Texts in one call of the embedder."""
EXCHANGED_AT_A_TIME = 1_000
RANKED_AT_A_TIME = 32
"""A ranker takes some hundredths of a second for each."""


@dataclass(frozen=True)
class ReEmbedded:
    """Result in a group; zero if it had the embedder already."""

    group: str
    embedder: str
    nodes: int
    edges: int


async def re_embed(
    database: Database,
    group_ids: Sequence[str],
    embedder: Embedder,
    *,
    at: datetime,
    on_progress: Progress = untold,
) -> list[ReEmbedded]:
    """Compute every vector anew, beside the present ones, then exchange them.

    The old vectors serve as long as the new ones are being computed. While they are exchanged (no model is asked then)
    the groups are closed. Interrupted, the same call goes on. Whoever holds the store open goes on with the old
    embedder: restart those processes afterwards.

    Args:
        group_ids: on Neo4j the vector index belongs to the database, so that all its groups have to be named.
        at: the time that goes into the change log.

    Raises:
        InvalidInput: a group is not there; or, on Neo4j, not all groups are named.
        Conflict: the exchange to yet another embedder was interrupted, or a group is not loaded to the end.
        EmbedderUnavailable: the model cannot be reached.
    """
    if database.dialect == "neo4j" and (left_out := set(await database.groups()) - set(group_ids)):
        raise InvalidInput(
            f"group: {database.url} has one vector index for all its groups: name {', '.join(sorted(left_out))}, too",
            field="group",
        )
    works = [_Work(database, group, embedder) for group in group_ids]
    works = [work for work in works if await work.begin()]
    for work in works:
        await work.compute(on_progress)
    for work in works:
        await work.close()
    for work in works:
        await work.compute(on_progress)  # what was written since
        await work.exchange(on_progress)
    for work in works:
        await work.finish(at)
    return [ReEmbedded(work.group_id, embedder.name, *work.nodes_and_edges) for work in works]


async def re_rank(
    database: Database, group_ids: Sequence[str], ranker: TokenRanker, *, on_progress: Progress = untold
) -> dict[str, int]:
    """Give every raw episode the token vectors of this ranker where it has none; returns how many, by group.

    The groups stay open meanwhile. Interrupted, the same call goes on.

    Raises:
        RankerUnavailable: the model cannot be loaded.
    """
    await ranker.ready()
    statements = dialects.TOKENS[database.dialect]
    done: dict[str, int] = {}
    for group in group_ids:
        given: dict[str, Any] = {"group": group, "ranker": ranker.name, "limit": RANKED_AT_A_TIME}
        done[group] = 0
        while rows := await database.read(group, statements.waiting, given):
            episodes = [episode_read_from(row["n"]).episode for row in rows]
            tokens = await ranker.tokens([episode.text_to_embed() for episode in episodes])
            kept = [
                {"uuid": one.id, "props": token_properties(some)} for one, some in zip(episodes, tokens, strict=True)
            ]
            await database.write(group, statements.keep, {"group": group, "rows": kept})
            done[group] += len(rows)
            on_progress("ranking", done[group], 0)
    return done


class _Work:
    """The work on one group. Every step may be taken again."""

    def __init__(self, database: Database, group_id: str, embedder: Embedder) -> None:
        self.group_id = group_id
        self.embedded: Counter[str] = Counter()
        """Number of new vectors, by kind of thing."""
        self._database = database
        self._embedder = embedder
        self._statements = dialects.RE_EMBEDDING[database.dialect]
        self._schema = 0

    @property
    def nodes_and_edges(self) -> tuple[int, int]:
        """Numbers of nodes, turns among them, and of edges that were given new vectors."""
        return self.embedded["nodes"] + self.embedded["turns"], self.embedded["facts"]

    async def begin(self) -> bool:
        """Note what is to come; false where there is nothing to do."""
        rows = await self._write(self._statements.begin)
        if not rows:
            raise InvalidInput(
                f"group: {self._database.url} holds no group {self.group_id}, or it is not loaded to the end",
                field="group",
            )
        log = rows[0]["log"]
        if log["next_embedder"] != self._embedder.name:
            raise Conflict(
                f"group {self.group_id} was being given the vectors of {log['next_embedder']}: finish that first, with "
                f"memorist re-embed --embedder {log['next_embedder']}",
                ids=[self.group_id],
            )
        self._schema = int(log.get("schema_after") or log["schema"])
        return bool(log["schema"] < 0 or log["embedder"] != self._embedder.name)

    async def compute(self, on_progress: Progress) -> None:
        """Keep a new vector beside each old one, where there is none yet."""
        for kind, text_of in _TEXTS.items():
            statements, after = self._statements.vectors[kind], self._statements.start
            while rows := await self._read(statements.waiting, after=after, limit=AT_A_TIME):
                after = rows[-1].get("cursor")
                vectors = await self._embedder.embed([text_of(row) for row in rows])
                kept = [
                    {"uuid": row["uuid"], "source": row.get("source"), "vector": list(vector)}
                    for row, vector in zip(rows, vectors, strict=True)
                ]
                await self._write(statements.keep, rows=kept)
                self.embedded[kind] += len(rows)
                on_progress("embedding", self.embedded.total(), 0)

    async def close(self) -> None:
        """From here on nobody opens the group until it is finished."""
        await self._write(self._statements.close)

    async def exchange(self, on_progress: Progress) -> None:
        """Put the new vectors in the place of the old ones; without the indexes, which are of the old size."""
        for statement in self._statements.drop:
            # Dropped before, by an attempt that was interrupted.
            await done_once(self._write(statement), "no such index")
        done = 0
        for statements in self._statements.vectors.values():
            while count := int((await self._write(statements.exchange, limit=EXCHANGED_AT_A_TIME))[0]["done"]):
                done += count
                on_progress("exchanging", done, self.embedded.total())

    async def finish(self, at: datetime) -> None:
        """Build the indexes and open the group again."""
        dimension = self._embedder.dimension
        await self._database.prepare(
            self.group_id, embedder=self._embedder.name, dimension=dimension, schema=self._schema
        )
        nodes, edges = self.nodes_and_edges
        said = {"re_embedded": {"embedder": self._embedder.name, "nodes": nodes, "edges": edges}}
        change = {
            "uuid": stable_id(self.group_id, "re_embed", self._embedder.name, time_text(at)),
            "group_id": self.group_id,
            "at": time_text(at),
            "run": "re_embed",
            "reason": f"the vectors are of the embedder {self._embedder.name} now",
            "payload": json.dumps(said),
        }
        given = self._common({"dimension": dimension})
        await append(self._database, self.group_id, self._statements.finish, given, change)

    async def _read(self, statement: str, **parameters: Any) -> list[Row]:
        return await self._database.read(self.group_id, statement, self._common(parameters))

    async def _write(self, statement: str, **parameters: Any) -> list[Row]:
        return await self._database.write(self.group_id, statement, self._common(parameters))

    def _common(self, parameters: dict[str, Any]) -> dict[str, Any]:
        return {"group": self.group_id, "embedder": self._embedder.name, **parameters}


def _text_of_node(row: Row) -> str:
    """Return the text that represents a node in similarity search; a node of Graphiti's own is found by its name."""
    if row["n"].get("details") is None:
        return str(row["n"].get("name") or ".")
    return from_properties(row["n"]).text_to_embed()


_TEXTS: dict[str, Callable[[Row], str]] = {
    "nodes": _text_of_node,
    "facts": lambda row: row["fact"] or ".",
    "turns": lambda row: episode_read_from(row["n"]).episode.text_to_embed(),
}
"""Texts to embed, by kind of thing."""
