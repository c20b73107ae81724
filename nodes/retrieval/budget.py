"""Budget: what goes into the prompt. Rules are never cut; the rest goes in whole, the most relevant first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memorist.memory_store.settings import Settings
from memorist.nodes.retrieval.scoring import Scored, Section
from memorist.nodes.token_count import count_text

FRAME_TOKENS = 160
"""Headings, fence and its explanation."""
NOTHING_KNOWN = 150
"""Tokens that the nearest lines may fill where nothing answers the task."""
ANSWERING = frozenset[Section]({"facts", "turns", "procedures"})
BY_RELEVANCE = frozenset[Section]({"facts", "turns"})
"""Sections whose lines share the target, and go in by relevance."""


@dataclass(frozen=True)
class Shares:
    """The token budget of a prompt: the total, the reserve for rules, the most for each section, and the ``target``
    that lines which are only somewhat near may fill."""

    total: int
    rules: int
    by_section: Mapping[Section, int]
    target: int = 1_500

    @classmethod
    def of(cls, settings: Settings, total: int | None = None) -> "Shares":
        """The settings' shares; models are divided evenly between self and user."""
        half_of_models = settings.budget_models // 2
        return cls(
            total or settings.budget_total,
            settings.budget_rules,
            {
                "person": settings.budget_models,
                "procedures": settings.budget_procedures,
                "facts": settings.budget_facts,
                "self": half_of_models,
                "user": half_of_models,
                "episodes": settings.budget_episodes,
                "turns": settings.budget_turns,
            },
            settings.budget_target,
        )


def fit(ranked: Sequence[Scored], shares: Shares, *, task_tokens: int) -> tuple[list[Scored], list[str]]:
    """Mark what does not fit as out; return everything in the given order, with warnings.

    Rules take what they need, at least their reserve is kept free for them. If they alone exceed the total, they are
    all in and everything else is out. Facts and turns go in by their relevance; what is only somewhat near fills the
    target.
    """
    warnings: list[str] = []
    rules = [s for s in ranked if s.section == "constraints"]
    rule_tokens = sum(_tokens(s) for s in rules)
    left = shares.total - FRAME_TOKENS - task_tokens - max(rule_tokens, shares.rules if rules else 0)
    if rule_tokens > shares.total:
        left = 0
        warnings.append(
            f"hard rules take {rule_tokens} of {shares.total} tokens: all of them are in, everything else is out"
        )
    known = any(s.out is None and not s.filled and s.section in ANSWERING for s in ranked)
    target, used = shares.target if known else min(NOTHING_KNOWN, shares.target), dict[Section, int]()
    target_of, result = target, list(ranked)
    for place in _in_turn(ranked):
        scored = ranked[place]
        tokens = _tokens(scored)
        share = shares.by_section[scored.section]
        by_relevance = scored.section in BY_RELEVANCE
        if used.get(scored.section, 0) + tokens > share:
            result[place] = scored._replace(out=f"over budget: {scored.section} may take {share} tokens")
        elif tokens > left:
            result[place] = scored._replace(out=f"over budget: the prompt may take {shares.total} tokens")
        elif scored.filled and tokens > target:
            result[place] = scored._replace(out=f"no room: more relevant lines fill the target of {target_of} tokens")
        else:
            used[scored.section] = used.get(scored.section, 0) + tokens
            left -= tokens
            target -= tokens if by_relevance else 0
    return result, warnings


def _in_turn(ranked: Sequence[Scored]) -> list[int]:
    """The places of what has to fit, in the order in which it is tried."""
    places = [place for place, s in enumerate(ranked) if s.section != "constraints" and s.out is None]
    first = [place for place in places if ranked[place].section not in BY_RELEVANCE]
    rest = [place for place in places if ranked[place].section in BY_RELEVANCE]
    return first + sorted(rest, key=lambda place: (-ranked[place].similarity, -ranked[place].score, place))


def _tokens(scored: Scored) -> int:
    return count_text(f"- {scored.line}")
