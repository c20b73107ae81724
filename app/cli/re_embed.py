"""``re-embed``: other vectors for what is stored."""

import asyncio
from typing import TYPE_CHECKING

from memorist.app.cli.databases import Tell, open_call_database, run_with_progress
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, note, say

if TYPE_CHECKING:
    from memorist.memory_store.reembedding import ReEmbedded


@with_call
def re_embed(call: Call, *, as_json: JsonOption = False) -> None:
    """Give a group the vectors of --embedder, and those of MEMORIST_RANKER; on Neo4j all groups, which share an index.

    Search works on the old vectors until the new ones are exchanged for them. Interrupted, the same command goes on.
    """
    run_with_progress(lambda tell: _re_embed(call, tell, as_json=as_json))


async def _re_embed(call: Call, tell: Tell, *, as_json: bool) -> None:
    from memorist.memory_store.embedders.named import open_embedder
    from memorist.memory_store.rankers import TokenRanker, open_ranker
    from memorist.memory_store.reembedding import re_embed as work
    from memorist.memory_store.reembedding import re_rank

    settings = call.settings()
    embedder = await asyncio.to_thread(open_embedder, settings.embedder, settings)
    await embedder.ready()
    ranker = open_ranker(settings.ranker)
    async with open_call_database(call, settings.store) as database:
        groups = await database.groups() if database.dialect == "neo4j" else [settings.group]
        done = await work(database, groups, embedder, at=call.clock().now(), on_progress=tell)
        token_ranker = ranker if isinstance(ranker, TokenRanker) else None
        ranked = await re_rank(database, groups, token_ranker, on_progress=tell) if token_ranker else {}
    answer(done, _show, as_json=as_json)
    for group, turns in ranked.items():
        if token_ranker is not None and turns:
            note(f"group {group}: {turns:,} turns have the token vectors of {token_ranker.name}")
    if not done:
        note(f"the vectors are already those of {embedder.name}")
    elif not as_json:
        note("restart processes that have the store open: they still use the old embedder")


def _show(done: "list[ReEmbedded]") -> None:
    for one in done:
        say(f"group {one.group}: {one.nodes:,} memories and {one.edges:,} facts have vectors of {one.embedder}")
