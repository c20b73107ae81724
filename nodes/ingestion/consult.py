"""Consult: what no pattern read is read by a model, if one answers; one call for a turn.

Whatever it says is checked against the text; whatever goes wrong, the statement stays in its own words at lower
confidence, and the result says why.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from langgraph.runtime import Runtime

from hypomnema.memory_store.domain.episode import RawEpisode
from hypomnema.memory_store.domain.memory import ExtractedBy
from hypomnema.memory_store.ontology.ontology import Ontology
from hypomnema.nodes.ingestion.draft import Draft, Statement, Utterance
from hypomnema.nodes.ingestion.extract.chain.chain import Answered
from hypomnema.nodes.ingestion.extract.chain.check import Refused, checked
from hypomnema.nodes.ingestion.extract.chain.extractor import Answer, Question
from hypomnema.nodes.ingestion.extract.chain.misses import miss_line, miss_log, write_misses
from hypomnema.nodes.ingestion.extract.clause import clause_of
from hypomnema.nodes.ingestion.extract.context import Context
from hypomnema.nodes.ingestion.state import IngestionContext, IngestionState
from hypomnema.nodes.resources import Resources, context_as

MOST_FROM_ONE = 5
"""A statement is a clause: what yields more memories than this was embroidered."""


@dataclass
class Filled:
    """What a model's answer comes to: the memories of each unread statement, and what was not believed."""

    drafts: dict[int, list[Draft]] = field(default_factory=dict[int, list[Draft]])
    """By place in the question, from 0."""
    dropped: list[int] = field(default_factory=list[int])
    """Statements the gate was unsure of and the model finds worth nothing."""
    notices: list[str] = field(default_factory=list[str])


def fill(answer: Answer, statements: Sequence[Statement], before: Sequence[Utterance], ontology: Ontology) -> Filled:
    """Check an answer against the statements that were asked about."""
    filled = Filled()
    context = Context(before=tuple(before))
    earlier = " ".join(utterance.content for utterance in before)
    for said in answer.memories:
        place = said.statement - 1
        if not 0 <= place < len(statements) or len(filled.drafts.get(place, ())) >= MOST_FROM_ONE:
            continue
        statement = statements[place]
        heard = f"{statement.text} {statement.resolved} {earlier} {statement.speaker}"
        found = checked(said, statement, clause_of(statement, context), heard, ontology)
        if isinstance(found, Refused):
            filled.notices.append(f"not believed: {found.content!r}: {found.reason}")
        elif all(found.content != other.content for other in filled.drafts.setdefault(place, [])):
            filled.drafts[place].append(found)
    unsure = [n for n, statement in enumerate(statements) if statement.verdict.action == "unsure"]
    filled.dropped = [n for n in unsure if n + 1 in answer.not_worth_keeping and n not in filled.drafts]
    filled.drafts = {place: drafts for place, drafts in filled.drafts.items() if drafts}
    return filled


def merged(drafts: Sequence[Draft], places: Sequence[int], filled: Filled) -> list[Draft]:
    """The drafts of the turn with those of the model in the place of the bare words."""
    instead = {place: filled.drafts.get(n) for n, place in enumerate(places)}
    gone = {places[n] for n in filled.dropped}
    return [draft for place, own in enumerate(drafts) if place not in gone for draft in (instead.get(place) or [own])]


async def consult(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Ask the chain about the unread statements of the turn."""
    chain = await resources.extractors()
    unread = state.get("unread") or []
    if not chain or not unread:
        return {}
    store = await resources.store()
    episode = RawEpisode.model_validate(state["episode"])
    every = [Statement.model_validate(statement) for statement in state["statements"]]
    before = [Utterance.model_validate(utterance) for utterance in state.get("context", [])]
    asked = [_whole(every[one["statement"] : one["to"] + 1]) for one in unread]
    answer, answered = await chain.ask(
        Question(
            statements=tuple(statement.resolved for statement in asked),
            before=tuple(f"{utterance.role}: {utterance.content}" for utterance in before),
            speaker=asked[0].speaker,
            at=episode.at,
            predicates=tuple(store.ontology.predicates),
        )
    )
    notices = [*(state.get("notices") or []), *answered.reasons]
    if answer is None:
        return {"notices": notices}
    filled = fill(answer, asked, before, store.ontology)
    filled.drafts = {place: [_signed(d, answered, episode) for d in drafts] for place, drafts in filled.drafts.items()}
    notices += filled.notices
    log = None if context_as(IngestionContext, runtime.context).dry_run else miss_log(store.settings)
    lines = [
        miss_line(asked[n], drafts, answered, group=episode.scope.group_id, episode=episode.id, at=episode.at)
        for n, drafts in filled.drafts.items()
    ]
    if log is not None and lines and (problem := await write_misses(log, lines)):
        notices.append(problem)
    drafts = [Draft.model_validate(draft) for draft in state["drafts"]]
    drafts = merged(drafts, [one["draft"] for one in unread], filled)
    return {"drafts": [draft.model_dump(mode="json") for draft in drafts], "notices": notices}


def _whole(statements: Sequence[Statement]) -> Statement:
    """A statement with those that are told with it, because they cannot stand alone."""
    first, *_ = statements
    said = {"text": " ".join(s.text for s in statements), "resolved": " ".join(s.resolved for s in statements)}
    return first.model_copy(update=said) if len(statements) > 1 else first


def _signed(draft: Draft, answered: Answered, episode: RawEpisode) -> Draft:
    by = ExtractedBy(
        extractor=str(answered.by),
        model=answered.model,
        prompt_version=answered.prompt_version,
        at=episode.created_at,
        seconds=answered.seconds,
    )
    return draft.model_copy(update={"method": by.extractor, "extracted_by": by})
