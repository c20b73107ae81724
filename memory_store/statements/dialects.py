"""Each capability's statements by the dialect of the database (:attr:`Database.dialect`)."""

from collections.abc import Mapping
from typing import Literal

from memorist.memory_store.statements import adopting, bare, checking, episodes, looking_back, reembedding
from memorist.memory_store.statements.adopting import AdoptingStatements
from memorist.memory_store.statements.checking import CheckingStatements
from memorist.memory_store.statements.content import ContentStatements
from memorist.memory_store.statements.content import falkordb as content_falkordb
from memorist.memory_store.statements.content import neo4j as content_neo4j
from memorist.memory_store.statements.episodes import EpisodeStatements
from memorist.memory_store.statements.forgetting import ForgettingStatements
from memorist.memory_store.statements.forgetting import falkordb as forgetting_falkordb
from memorist.memory_store.statements.forgetting import neo4j as forgetting_neo4j
from memorist.memory_store.statements.linking import LinkingStatements
from memorist.memory_store.statements.linking import falkordb as linking_falkordb
from memorist.memory_store.statements.linking import neo4j as linking_neo4j
from memorist.memory_store.statements.looking_back import LookingBackStatements
from memorist.memory_store.statements.moving import MovingStatements
from memorist.memory_store.statements.moving import falkordb as moving_falkordb
from memorist.memory_store.statements.moving import neo4j as moving_neo4j
from memorist.memory_store.statements.named_queries import NamedQueries
from memorist.memory_store.statements.named_queries import falkordb as named_queries_falkordb
from memorist.memory_store.statements.named_queries import neo4j as named_queries_neo4j
from memorist.memory_store.statements.primitives import PrimitiveStatements
from memorist.memory_store.statements.primitives import falkordb as primitives_falkordb
from memorist.memory_store.statements.primitives import neo4j as primitives_neo4j
from memorist.memory_store.statements.promotion import PromotionStatements
from memorist.memory_store.statements.promotion import falkordb as promotion_falkordb
from memorist.memory_store.statements.promotion import neo4j as promotion_neo4j
from memorist.memory_store.statements.reembedding import ReEmbeddingStatements

type Dialect = Literal["falkordb", "neo4j"]

ADOPTING: Mapping[Dialect, AdoptingStatements] = {"falkordb": adopting.FALKORDB, "neo4j": adopting.NEO4J}
BARE: Mapping[Dialect, str] = {"falkordb": bare.FALKORDB, "neo4j": bare.NEO4J}
CHECKING: Mapping[Dialect, CheckingStatements] = {"falkordb": checking.FALKORDB, "neo4j": checking.NEO4J}
CONTENT: Mapping[Dialect, ContentStatements] = {
    "falkordb": content_falkordb.STATEMENTS,
    "neo4j": content_neo4j.STATEMENTS,
}
EPISODES: Mapping[Dialect, EpisodeStatements] = {"falkordb": episodes.FALKORDB, "neo4j": episodes.NEO4J}
FORGETTING: Mapping[Dialect, ForgettingStatements] = {
    "falkordb": forgetting_falkordb.STATEMENTS,
    "neo4j": forgetting_neo4j.STATEMENTS,
}
LINKING: Mapping[Dialect, LinkingStatements] = {
    "falkordb": linking_falkordb.STATEMENTS,
    "neo4j": linking_neo4j.STATEMENTS,
}
LOOKING_BACK: Mapping[Dialect, LookingBackStatements] = {
    "falkordb": looking_back.FALKORDB,
    "neo4j": looking_back.NEO4J,
}
MOVING: Mapping[Dialect, MovingStatements] = {
    "falkordb": moving_falkordb.STATEMENTS,
    "neo4j": moving_neo4j.STATEMENTS,
}
NAMED_QUERIES: Mapping[Dialect, NamedQueries] = {
    "falkordb": named_queries_falkordb.STATEMENTS,
    "neo4j": named_queries_neo4j.STATEMENTS,
}
PRIMITIVES: Mapping[Dialect, PrimitiveStatements] = {
    "falkordb": primitives_falkordb.STATEMENTS,
    "neo4j": primitives_neo4j.STATEMENTS,
}
PROMOTION: Mapping[Dialect, PromotionStatements] = {
    "falkordb": promotion_falkordb.STATEMENTS,
    "neo4j": promotion_neo4j.STATEMENTS,
}
RE_EMBEDDING: Mapping[Dialect, ReEmbeddingStatements] = {
    "falkordb": reembedding.FALKORDB,
    "neo4j": reembedding.NEO4J,
}
