"""Unchecked: what of a rule the guard cannot hold an act against, said when the rule is stored and by ``doctor``."""

from collections.abc import Iterable

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.acts.conditions import never_shown, split
from memorist.nodes.homeostasis.acts.demands import Demand, demand_of, people_in
from memorist.nodes.homeostasis.acts.protected import shield_of
from memorist.nodes.homeostasis.acts.statement import stated


def unchecked_among(memories: Iterable[Memory]) -> list[str]:
    """Return, for each rule among memories, the parts that the guard cannot check an act against."""
    told = (unchecked(memory) for memory in memories if isinstance(memory, HardRule))
    return [one for one in told if one is not None]


def unchecked(rule: HardRule) -> str | None:
    """Return a sentence that names what of a rule no act shows; null if acts can be held against all of it."""
    demand, shield = demand_of(rule), shield_of(rule)
    if shield is not None and shield.of_secrets:
        held = "Commits of files that usually hold secrets (.env, *.pem) are warned of"
        return f"{held} by “{rule.content}”; others are not."
    if demand is None and shield is None:
        return f"No act can be held against the rule “{rule.content}”: it names nothing that an act does."
    if demand is not None and (groups := people_in(demand)):
        told = " or ".join(f"“{group}”" for group in groups)
        return f"An act shows an address, not who has it: acts that may reach {told} are warned of, not refused."
    if demand is not None and demand.is_of_site:
        told = " and ".join(f"“{site.said}”" for site in demand.sites)
        return f"Only an act that names {told}, or a program of clusters that names none, is held against the rule."
    conditional = demand.conditional if demand is not None else stated(rule.content)
    sites = (site.said for site in demand.sites) if demand is not None else ()
    words = [*(demand.unseen if demand is not None else ()), *_way(demand), *never_shown(split(conditional)[1]), *sites]
    if not words:
        return None
    told = " and ".join(f"“{one}”" for one in dict.fromkeys(words))
    return f"Whether {told} is so cannot be seen from an act: acts that the rule concerns are warned of, not refused."


def _way(demand: Demand | None) -> tuple[str, ...]:
    return (demand.way.words,) if demand is not None and demand.way is not None else ()
