"""Intake: what an agent is told before its first day becomes blocking rules, a self model and thresholds."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field, ValidationError

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.change_set import Mention
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import text_episode
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.memory import Lineage, Memory, Part, Source, Trust
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import DomainModel, Observation, SelfModel
from memorist.nodes.homeostasis.given import SafeText
from memorist.nodes.homeostasis.guidance import shipped_guidance
from memorist.nodes.language.prohibition import PROHIBITION
from memorist.nodes.language.words import lower_first

_FORBIDS = re.compile(rf"no\b|(?:[\w'’]+\s){{0,2}}?{PROHIBITION.pattern}", re.IGNORECASE)
"""A sentence that forbids already: with another "never" in front it would say the opposite."""
THRESHOLD = "threshold "
TAG = "intake"
RUN = "homeostasis:intake"


class NeverRule(Part):
    """Something the agent must never do, with the reason and what to do instead."""

    content: SafeText
    reason: SafeText | None = None
    alternatives: tuple[SafeText, ...] = ()


class IntakeForm(Part):
    """Form that a person fills in. ``thresholds`` are those of the guidance, for this agent alone."""

    role: SafeText
    domain: SafeText
    abilities: Annotated[tuple[SafeText, ...], Field(max_length=50)] = ()
    never: Annotated[tuple[NeverRule | SafeText, ...], Field(max_length=50)] = ()
    thresholds: dict[str, float] = Field(default_factory=dict)

    def rules(self) -> tuple[NeverRule, ...]:
        """The prohibitions, each as a sentence that begins with "Never"."""
        given = [r if isinstance(r, NeverRule) else NeverRule(content=r) for r in self.never]
        return tuple(r.model_copy(update={"content": _never(r.content)}) for r in given)

    def text(self) -> str:
        """The form as text, the way it is kept in the raw episode."""
        lines = [f"role: {self.role}", f"domain: {self.domain}"]
        lines += [f"ability: {ability}" for ability in self.abilities]
        lines += [rule.content for rule in self.rules()]
        lines += [f"{THRESHOLD}{name}: {value:g}" for name, value in sorted(self.thresholds.items())]
        return "\n".join(lines)


def parse_intake(data: Mapping[str, Any]) -> IntakeForm:
    """Read a form. Raises :class:`InvalidInput` naming the field, also for a threshold that does not exist."""
    try:
        form = IntakeForm.model_validate(dict(data))
    except ValidationError as error:
        raise invalid_from(error, of="intake form") from error
    shipped_guidance().thresholds.changed(form.thresholds)
    return form


def rule_inputs(form: IntakeForm, at: datetime) -> list[dict[str, Any]]:
    """The prohibitions as inputs of ingestion: blocking rules, added by hand."""
    return [
        {
            "kind": "manual",
            "type": "semantic:hard_rule",
            "severity": "block",
            "content": rule.content,
            "reason": rule.reason,
            "alternatives": list(rule.alternatives),
            "at": time_text(at),
        }
        for rule in form.rules()
    ]


def take_in(changes: ChangeBuilder, form: IntakeForm, scope: Scope, earlier: Memory | None = None) -> None:
    """Build the models: what the agent is strong in, its field of work and its figures. No fact is made.

    ``earlier`` is the field of work of an intake before this one; it is superseded.
    """
    agent, at = scope.agent_id or "the agent", changes.at
    owner = scope.model_copy(update={"session_id": None, "user_id": None})
    episode = text_episode(
        stable_id(scope.group_id, "episode", TAG, scope.agent_id or "", form.text()),
        owner,
        at,
        name=f"intake of {agent}",
        content=form.text(),
        description=TAG,
    )
    common: dict[str, Any] = {
        "scope": owner,
        "source": Source.USER_STATED,
        "trust": Trust.USER,
        "created_at": at,
        "valid_from": at,
        "source_episode_ids": (episode.id,),
        "lineage": Lineage(original_source_ids=(episode.id,)),
        "extraction_method": TAG,
    }
    self_model = SelfModel(
        id=stable_id(scope.group_id, "model:self", agent), content=f"What {agent} knows about itself", **common
    )
    strengths = [
        Observation(
            id=stable_id(scope.group_id, "ability", agent, folded(ability)),
            content=f"{agent} is able to: {ability}",
            tags=("self", "strength", TAG),
            **common,
        )
        for ability in form.abilities
    ]
    field = DomainModel(
        id=stable_id(scope.group_id, "model:domain", agent, form.text()),
        content=f"{agent} works as {form.role} in {form.domain}",
        domain=form.domain,
        tags=(TAG,),
        characteristics=(f"role: {form.role}", f"domain: {form.domain}"),
        behaviour_rules=tuple(f"{THRESHOLD}{name}: {value:g}" for name, value in sorted(form.thresholds.items())),
        **common,
    )
    changes.add(self_model, *strengths, field)
    for strength in strengths:
        changes.link(EdgeType.HAS_STRENGTH, self_model.id, strength.id, TAG)
    if earlier is not None and earlier.id != field.id:
        changes.supersede(earlier, field, "a new intake")
    changes.id = stable_id(scope.group_id, TAG, episode.id)
    changes.reason = f"intake of {agent}: {form.role} in {form.domain}"
    mentions = tuple(Mention(episode_id=episode.id, memory_id=id_) for id_ in changes.memories)
    changes.more |= {"episodes": (episode,), "mentions": mentions}


def thresholds_in(model: DomainModel) -> dict[str, float]:
    """The figures that an intake set, read back out of the field of work."""
    lines = (r.removeprefix(THRESHOLD).split(": ", 1) for r in model.behaviour_rules if r.startswith(THRESHOLD))
    return {name: float(value) for name, value in lines}


def _never(rule: str) -> str:
    text = rule.strip().rstrip(".")
    return text if _FORBIDS.match(text) else f"Never {lower_first(text)}"
