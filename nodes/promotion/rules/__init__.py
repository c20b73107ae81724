"""The ladder, one file a rung: the rule as data, and what it finds in a part of the memory."""

from collections.abc import Callable, Iterator
from datetime import datetime

from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.promotion.group_extract import GroupExtract
from memorist.nodes.promotion.proposal import PromotionProposal
from memorist.nodes.promotion.rule import Admission, Need, PromotionRule
from memorist.nodes.promotion.rules.episode_to_observation import EPISODE_TO_OBSERVATION, observations
from memorist.nodes.promotion.rules.fact_to_procedure import FACT_TO_PROCEDURE, procedures
from memorist.nodes.promotion.rules.fact_to_rule import FACT_TO_RULE, rules
from memorist.nodes.promotion.rules.observation_to_fact import OBSERVATION_TO_FACT, facts
from memorist.nodes.promotion.rules.observation_to_shared import OBSERVATION_TO_SHARED, shared_patterns
from memorist.nodes.promotion.rules.staged_to_confirmed import STAGED_TO_CONFIRMED, confirmations

Rung = Callable[[GroupExtract, datetime, Ontology], Iterator[PromotionProposal | Admission]]
"""A rung: returns proposals, and admissions that say what is still missing."""

LADDER: tuple[PromotionRule, ...] = (
    EPISODE_TO_OBSERVATION,
    OBSERVATION_TO_FACT,
    STAGED_TO_CONFIRMED,
    FACT_TO_RULE,
    FACT_TO_PROCEDURE,
    OBSERVATION_TO_SHARED,
)
"""From the bottom up: what one rung creates may climb the next in the same pass."""

CLIMBING: tuple[Rung, ...] = (observations, facts, confirmations, rules, procedures)
"""The rungs that one agent's memory climbs."""
SHARING: tuple[Rung, ...] = (shared_patterns,)
"""The one that several agents' memories climb together."""

__all__ = [
    "CLIMBING",
    "EPISODE_TO_OBSERVATION",
    "FACT_TO_PROCEDURE",
    "FACT_TO_RULE",
    "LADDER",
    "OBSERVATION_TO_FACT",
    "OBSERVATION_TO_SHARED",
    "SHARING",
    "STAGED_TO_CONFIRMED",
    "Admission",
    "Need",
    "PromotionRule",
    "Rung",
]
