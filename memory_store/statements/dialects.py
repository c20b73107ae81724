"""Each capability's statements by the dialect of the database (:attr:`Database.dialect`)."""

from collections.abc import Mapping
from typing import Literal

from memorist.memory_store.statements import (
    adopting,
    bare,
    browsing,
    checking,
    content,
    episodes,
    linking,
    looking_back,
    operations,
    primitives,
    promotion,
    reembedding,
    tokens,
)
from memorist.memory_store.statements.forgetting import falkordb as forgetting_falkordb
from memorist.memory_store.statements.forgetting import neo4j as forgetting_neo4j
from memorist.memory_store.statements.moving import falkordb as moving_falkordb
from memorist.memory_store.statements.moving import neo4j as moving_neo4j

type Dialect = Literal["falkordb", "neo4j"]


def _each[S](falkordb: S, neo4j: S) -> Mapping[Dialect, S]:
    return {"falkordb": falkordb, "neo4j": neo4j}


ADOPTING = _each(adopting.FALKORDB, adopting.NEO4J)
BARE = _each(bare.FALKORDB, bare.NEO4J)
BROWSING = _each(browsing.FALKORDB, browsing.NEO4J)
CHECKING = _each(checking.FALKORDB, checking.NEO4J)
CONTENT = _each(content.FALKORDB, content.NEO4J)
EPISODES = _each(episodes.FALKORDB, episodes.NEO4J)
FORGETTING = _each(forgetting_falkordb.STATEMENTS, forgetting_neo4j.STATEMENTS)
LINKING = _each(linking.FALKORDB, linking.NEO4J)
LOOKING_BACK = _each(looking_back.FALKORDB, looking_back.NEO4J)
MOVING = _each(moving_falkordb.STATEMENTS, moving_neo4j.STATEMENTS)
OPERATIONS = _each(operations.FALKORDB, operations.NEO4J)
PRIMITIVES = _each(primitives.FALKORDB, primitives.NEO4J)
PROMOTION = _each(promotion.FALKORDB, promotion.NEO4J)
RE_EMBEDDING = _each(reembedding.FALKORDB, reembedding.NEO4J)
TOKENS = _each(tokens.FALKORDB, tokens.NEO4J)
