"""Fill: rules and what is wanted whatever the task first, then memories and passages by relevance up to the target."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memorist.memory_store.settings import Settings
from memorist.nodes.retrieval.scoring import Scored, Section
from memorist.nodes.token_count import count_text, count_words

FRAME_TOKENS = 160
"""Headings, fence and its explanation."""
CUT = "\n[…]\n"
"""Stands for what was left out of a long task."""


@dataclass(frozen=True)
class TokenBudget:
    """The token budget of a prompt.

    Args:
        total: of the whole prompt.
        rules: reserved for hard rules.
        by_section: at most so many for each section that has a share of its own.
        target: filled with memories and passages.
        min_relevance: memories and passages below it are left out, between 0 and 1; 0 leaves out none.
    """

    total: int
    rules: int
    by_section: Mapping[Section, int]
    target: int
    min_relevance: float = 0.0

    @classmethod
    def of(cls, settings: Settings, total: int | None = None, target: int | None = None) -> "TokenBudget":
        """Return the settings' shares; models are divided evenly between self and user."""
        half_of_models = settings.budget_models // 2
        return cls(
            total or settings.budget_total,
            settings.budget_rules,
            {
                "person": settings.budget_models,
                "procedures": settings.budget_procedures,
                "self": half_of_models,
                "user": half_of_models,
                "episodes": settings.budget_episodes,
            },
            settings.budget_target if target is None else target,
            settings.min_relevance,
        )

    @property
    def for_task(self) -> int:
        """Tokens that the task may take: what rules and the target leave, at least half of all."""
        return max(self.total - FRAME_TOKENS - self.rules - self.target, self.total // 2)


def fill(ranked: Sequence[Scored], shares: TokenBudget, *, task_tokens: int) -> tuple[list[Scored], list[str]]:
    """Mark what does not fit as out; return everything in the given order, with warnings.

    Rules take what they need, at least their reserve is kept free for them. If they alone exceed the total, they are
    all in and everything else is out.
    """
    warnings: list[str] = []
    rules = [s for s in ranked if s.section == "constraints" and s.out is None]
    rule_tokens = sum(map(_tokens, rules))
    left = shares.total - FRAME_TOKENS - task_tokens - max(rule_tokens, shares.rules if rules else 0)
    if rule_tokens > shares.total:
        left = 0
        warnings.append(
            f"hard rules take {rule_tokens} of {shares.total} tokens: all of them are in, everything else is out"
        )
    target, used = shares.target, dict[Section, int]()
    result = list(ranked)
    for place in _in_turn(ranked):
        scored = ranked[place]
        by_relevance, tokens = scored.competes, _at_least(scored)
        if not by_relevance or tokens <= target:  # most are longer than what is left: their lines need not be written
            tokens = _tokens(scored)
        share = None if by_relevance else shares.by_section.get(scored.section)
        if share is not None and used.get(scored.section, 0) + tokens > share:
            result[place] = scored._replace(out=f"over budget: {scored.section} may take {share} tokens")
        elif tokens > left:
            result[place] = scored._replace(out=f"over budget: the prompt may take {shares.total} tokens")
        elif by_relevance and scored.relevance < shares.min_relevance:
            out = f"relevance {scored.relevance:.3f} is below min_relevance {shares.min_relevance}"
            result[place] = scored._replace(out=out)
        elif by_relevance and tokens > target:
            result[place] = scored._replace(
                out=f"no room: more relevant lines fill the target of {shares.target} tokens"
            )
        else:
            used[scored.section] = used.get(scored.section, 0) + tokens
            left -= tokens
            target -= tokens if by_relevance else 0
    return result, warnings


def shortened(task: str, most: int) -> str:
    """Return a task of at most ``most`` tokens: of a longer one the beginning and the end, where it says what to do."""
    while (tokens := count_text(task)) > most and len(task) > len(CUT):
        kept = min(len(task) - len(CUT) - 1, len(task) * most // (tokens + 1))
        task = f"{task[: kept - kept // 3].rstrip()}{CUT}{task[len(task) - kept // 3 :].lstrip()}"
    return task


def _in_turn(ranked: Sequence[Scored]) -> list[int]:
    """The places of what has to fit, in the order in which it is tried."""
    places = [place for place, s in enumerate(ranked) if s.section != "constraints" and s.out is None]
    first = [place for place in places if not ranked[place].competes]
    rest = [place for place in places if ranked[place].competes]
    return first + sorted(rest, key=lambda place: (-ranked[place].relevance, place))


def _at_least(scored: Scored) -> int:
    return count_words(scored.text.text if scored.passage and scored.text else str(scored.line))


def _tokens(scored: Scored) -> int:
    return count_text(f"- {scored.line}")
