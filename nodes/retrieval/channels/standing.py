"""Standing: what is read whatever the task, in one statement.

Rules, the models of agent and user, recent episodes, and statements that may stand by their kind: what a person lives
with, how to answer, exceptions.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.private_reasons import rule_for
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Standing
from memorist.memory_store.rule_snapshot import LastRules
from memorist.memory_store.standing import kinds
from memorist.nodes.last_rules import last_known_rules
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.channels.channel import LATE, Asked, Runs, found_by, run_channel, update_of
from memorist.nodes.retrieval.channels.semantic import elsewhere, style_of, topic_agreement
from memorist.nodes.retrieval.state import Channel, Found, RetrievalContext, RetrievalState
from memorist.nodes.retrieval.style_instructions import is_standing

CHANNEL = "hard_rules"
OF_ITSELF = frozenset({"HAS_STRENGTH", "HAS_WEAKNESS", "MISSED"})
OF_THE_USER = frozenset({"HAS_PREFERENCE", "EXPECTS"})


def in_order(rules: Iterable[Memory]) -> list[Memory]:
    """Blocking ones first, then by age."""
    return sorted(rules, key=lambda r: (getattr(r, "severity", "block") != "block", r.valid_from, r.id))


async def search(asked: Asked) -> list[Found]:
    """All rules, what hangs on the models, the newest episodes, standing statements."""
    standing = await asked.store.search.standing(asked.scope, asked.moment, kinds=kinds())
    rules = _rules(standing.rules, asked.scope, note="a hard rule is always in")
    recent = [found_by("recent_episodes", episode, 0.0, note="recent") for episode in standing.episodes]
    said = [_statement(kind, memory, asked) for kind, memory in standing.statements if not elsewhere(memory)]
    return [*rules, *_of_itself(standing), *_of_the_user(standing, asked.scope.user_id), *recent, *said]


def _rules(rules: Iterable[Memory], scope: Scope, *, note: str) -> list[Found]:
    return [found_by("hard_rules", rule_for(scope.user_id, rule), 1.0, note=note) for rule in in_order(rules)]


def _statement(kind: str, memory: Glance, asked: Asked) -> Found:
    """Return a standing statement: style of answers as the user's; any other as a fact, which has its place by what the
    task touches."""
    if is_standing(memory):
        return style_of(memory, asked)
    one = found_by("semantic", memory, 0.0, role="standing", note=f"may stand whatever the task ({kind})", asked=asked)
    return one._replace(agrees=topic_agreement(memory, asked.formulation))


def _of_itself(standing: Standing) -> list[Found]:
    """Return the agent's known strengths and weaknesses, weaknesses first."""
    linked = [(edge, memory) for edge, memory in standing.linked if edge in OF_ITSELF]
    ordered = sorted(linked, key=lambda pair: (pair[0] == "HAS_STRENGTH", -pair[1].confidence, pair[1].id))
    return _linked("self_model", ordered)


def _of_the_user(standing: Standing, user: str | None) -> list[Found]:
    """Return the preferences and expectations of the person who is served."""
    linked = [
        (edge, memory)
        for edge, memory in standing.linked
        if edge in OF_THE_USER and (user is None or memory.scope.user_id in (None, user))
    ]
    ordered = sorted(linked, key=lambda pair: (-pair[1].confidence, pair[1].id))
    return _linked("user_model", ordered)


def _linked(channel: Channel, linked: Sequence[tuple[str, Memory]]) -> list[Found]:
    """Return the memories linked to a model, each with its relation in words."""
    return [
        found_by(channel, memory, memory.confidence, note=edge.replace("_", " ").lower()) for edge, memory in linked
    ]


def last_known(last: LastRules, state: RetrievalState) -> list[Found]:
    """The rules of a snapshot, as they were when it was written."""
    moment = parse_time(state["moment"]["valid_at"])
    rules = last.for_scope(Scope.model_validate(state["scope"]), moment)
    note = f"last known at {last.at:%Y-%m-%d %H:%M} UTC, the memory could not be reached"
    return _rules(rules, Scope.model_validate(state["scope"]), note=note)


async def standing(
    state: RetrievalState, runtime: Runtime[RetrievalContext], resources: Resources, runs: Runs
) -> dict[str, Any]:
    """The channel as a node. When the store fails, the last known rules stand in for it, and the failure is named.

    Where no snapshot stands in, rules are waited for as long as a statement may take: a prompt without them is worse.
    """
    told = await run_channel(CHANNEL, state, resources, runs, search)
    if not told["failed"]:
        return told
    last = await last_known_rules(resources, state["scope"]["group_id"])
    if last is not None:
        return update_of(state, runs, CHANNEL, last_known(last, state), told["failed"], told["timings_ms"][CHANNEL])
    if told["failed"][0]["error"] != LATE:
        return told
    settings = await resources.settings()
    return await run_channel(CHANNEL, state, resources, runs, search, timeout=settings.statement_timeout)
