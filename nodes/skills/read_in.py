"""Read in: a skill file becomes a staged procedure, which has to prove itself here before it counts whole."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from memorist.memory_store.domain.change_set import ChangeSet, Mention
from memorist.memory_store.domain.episode import text_episode
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.memory import Lineage, Memory, Part, Source, Trust, memory_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import Procedure, Trigger
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.secrets.masking import mask
from memorist.nodes.skills.skill_file import Skill, skill_name
from memorist.nodes.skills.stable import instructions

CONFIDENCE = 0.7
"""Initial confidence of what comes from outside."""


class SkillImport(Part):
    """Result of importing a skill file.

    Args:
        name: of the skill.
        effect: ``unchanged`` where the group knows the procedure.
        procedure_id: of the procedure that is there, or would be.
        content: when it is followed, and its steps.
        flagged: why a person should look at it.
    """

    name: str
    effect: Literal["added", "unchanged"]
    procedure_id: str
    content: str
    flagged: str | None = None


def import_changes(
    skill: Skill, text: str, scope: Scope, at: datetime, stored: Sequence[Memory] = ()
) -> tuple[SkillImport, ChangeSet | None]:
    """Return the changes by a skill file: nothing when a live procedure has the same steps, else one staged procedure.

    One of the same name with other steps is left as it is; the new one is flagged, and a person decides.
    """
    same = [p for p in stored if isinstance(p, Procedure) and p.status.live and skill_name(p.name) == skill.name]
    said = [folded(step.instruction) for step in skill.steps]
    known = next((p for p in same if [*map(folded, instructions(p))] == said), None)
    if known is not None:
        return SkillImport(name=skill.name, effect="unchanged", procedure_id=known.id, content=known.content), None
    flag = f"a skill file gives other steps for {same[0].name!r} ({same[0].id})" if same else None
    owner = Scope(group_id=scope.group_id)
    kept, _ = mask(text.replace("\x00", " "))
    episode = text_episode(
        stable_id(scope.group_id, "episode", "skill", skill.name, kept),
        owner,
        at,
        name=f"skill {skill.name}",
        content=kept,
        description="skill",
    )
    trigger = skill.when[0] if skill.when else skill.description
    content = f"{trigger.rstrip('.:')}: {'; '.join(s.instruction.rstrip('.') for s in skill.steps)}"
    named = {m.canonical: m for m in find_entities(f"{skill.description} {content}")}
    procedure = Procedure(
        id=memory_id(scope.group_id, "procedural", content, [episode.id]),
        scope=owner,
        content=mask(content)[0],
        name=skill.title or skill.name.replace("-", " "),
        trigger=Trigger(pattern=trigger, context=skill.when[1:]),
        steps=skill.steps,
        status=Status.STAGED,
        confidence=min(CONFIDENCE, _confidence(skill)),
        source=Source.IMPORTED,
        trust=Trust.EXTERNAL,
        created_at=at,
        valid_from=at,
        source_episode_ids=(episode.id,),
        lineage=Lineage(original_source_ids=(episode.id,)),
        technology=tuple(name for name, m in named.items() if m.kind == "entity:technology"),
        tags=("skill",),
        extraction_method="skill",
        flagged=flag,
    )
    changes = ChangeSet(
        id=stable_id(scope.group_id, "skill", episode.id),
        group_id=scope.group_id,
        at=at,
        run="skills:import",
        reason=f"skill {skill.name} read in",
        episodes=(episode,),
        memories=(procedure,),
        mentions=(Mention(episode_id=episode.id, memory_id=procedure.id),),
    )
    told = SkillImport(
        name=skill.name, effect="added", procedure_id=procedure.id, content=procedure.content, flagged=flag
    )
    return told, changes


def _confidence(skill: Skill) -> float:
    try:
        return min(1.0, max(0.0, float(skill.metadata.get("confidence", CONFIDENCE))))
    except ValueError:
        return CONFIDENCE
