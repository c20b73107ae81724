"""After something was forgotten: what a Redis server keeps beside the graph, and how it is made to let go of it.

FalkorDB keeps the last queries, values included, in a stream beside each graph; the append-only file keeps every
command; a dump keeps what was there when it was made.
"""

import asyncio
from typing import Any, cast

import redis.asyncio
from redis.exceptions import RedisError

WRITTEN_BEHIND = 2.5
"""Seconds after which FalkorDB has written the last queries to its stream."""
WAS_ON = "memorist:cmd_info"
"""A key on the server while we keep its query stream off, so that a resumed forgetting turns it on again."""
REWRITING_PATIENCE = 300.0
"""Seconds a rewrite of the append-only file or a dump may take."""
PAUSE = 0.02


async def purge(connection: redis.asyncio.Redis, group_id: str) -> tuple[str, ...]:
    """Rewrite what the server keeps of past commands; return what could not be purged, each with the way to do it."""
    remains: list[str] = []
    for work, kept in ((_forget_queries, QUERIES), (_rewrite, REWRITE)):
        try:
            await work(connection, group_id)
        except RedisError as error:  # a managed server may refuse any of these commands
            remains.append(f"{kept} (the server refused: {error})")
    return tuple(remains)


QUERIES = (
    "FalkorDB's stream of past queries and the slow logs may hold it: "
    "GRAPH.CONFIG SET CMD_INFO no, DEL telemetry{GROUP}, SLOWLOG RESET"
)
REWRITE = "the append-only file and the dump of the server hold it until they are rewritten: BGREWRITEAOF, BGSAVE"


async def _forget_queries(connection: redis.asyncio.Redis, group_id: str) -> None:
    stream = f"telemetry{{{group_id}}}"
    told = (await _ask(connection, "GRAPH.CONFIG", "GET", "CMD_INFO"))[1]
    on = told not in (0, False, "no", "0") or bool(await _ask(connection, "EXISTS", WAS_ON))
    if on:
        await _ask(connection, "SET", WAS_ON, "1")
        await _ask(connection, "GRAPH.CONFIG", "SET", "CMD_INFO", "no")
    try:
        if on:
            await asyncio.sleep(WRITTEN_BEHIND)
        await _ask(connection, "DEL", stream)
        await _ask(connection, "SLOWLOG", "RESET")
        await _ask(connection, "GRAPH.SLOWLOG", group_id, "RESET")
    finally:
        if on:
            await _ask(connection, "GRAPH.CONFIG", "SET", "CMD_INFO", "yes")
            await _ask(connection, "DEL", WAS_ON)


async def _rewrite(connection: redis.asyncio.Redis, group_id: str) -> None:
    about = await _persistence(connection)
    if int(about.get("aof_enabled", 0)):
        await _when_idle(connection)
        await _ask(connection, "BGREWRITEAOF")
        await _when_idle(connection)
        if (await _persistence(connection)).get("aof_last_bgrewrite_status") != "ok":
            raise RedisError("BGREWRITEAOF failed; is there space left?")
    # A dump is made where the server makes them, or where it may have made one before.
    if (await _ask(connection, "CONFIG", "GET", "save")).get("save") or not int(about.get("aof_enabled", 0)):
        await _when_idle(connection)
        await _ask(connection, "BGSAVE")
        await _when_idle(connection)
        if (await _persistence(connection)).get("rdb_last_bgsave_status") != "ok":
            raise RedisError("BGSAVE failed; is there space left?")


async def _when_idle(connection: redis.asyncio.Redis) -> None:
    """Wait until no rewrite and no dump is on its way."""
    async with asyncio.timeout(REWRITING_PATIENCE):
        while True:
            about = await _persistence(connection)
            names = ("aof_rewrite_in_progress", "aof_rewrite_scheduled", "rdb_bgsave_in_progress")
            if not any(int(about.get(name, 0)) for name in names):
                return
            await asyncio.sleep(PAUSE)


async def _persistence(connection: redis.asyncio.Redis) -> dict[str, Any]:
    return await _ask(connection, "INFO", "persistence")


async def _ask(connection: redis.asyncio.Redis, *command: str) -> Any:
    return cast(Any, await connection.execute_command(*command))
