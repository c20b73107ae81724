"""What a model makes of the statements of a turn that no pattern read: one question, and an answer that is checked."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from memorist.memory_store.domain.memory import ExtractedBy
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.ingestion.draft import Draft, Statement, Utterance
from memorist.nodes.ingestion.extract.chain.chain import Answered, Chain
from memorist.nodes.ingestion.extract.chain.check import Refused, checked
from memorist.nodes.ingestion.extract.chain.extractor import Answer, Question
from memorist.nodes.ingestion.extract.clause import clause_of
from memorist.nodes.ingestion.extract.context import Context

MOST_FROM_ONE = 5
"""A statement is a clause: what yields more memories than this was embroidered."""


@dataclass(frozen=True)
class ReadByRules:
    """A turn as gate, router and patterns left it; ``unread`` as in the state of the ingestion graph."""

    statements: Sequence[Statement]
    drafts: Sequence[Draft]
    unread: Sequence[dict[str, int]]
    before: Sequence[Utterance]
    at: datetime

    def asked(self) -> list[Statement]:
        """What a model is asked about, each with what is told with it."""
        return [_whole(self.statements[one["statement"] : one["to"] + 1]) for one in self.unread]


@dataclass
class Filled:
    """What a model's answer comes to: the memories of each unread statement, and what was not believed."""

    drafts: dict[int, list[Draft]] = field(default_factory=dict[int, list[Draft]])
    """By place in the question, from 0."""
    dropped: list[int] = field(default_factory=list[int])
    """Statements the gate was unsure of and the model finds worth nothing."""
    refused: list[Refused] = field(default_factory=list[Refused])


@dataclass(frozen=True)
class Consulted:
    """The drafts of the turn with those of the model in the place of the bare words, and how it came about."""

    drafts: list[Draft]
    answered: Answered
    filled: Filled

    @property
    def notices(self) -> list[str]:
        """Who did not answer and why, and what was not believed."""
        return [*self.answered.reasons, *map(str, self.filled.refused)]


async def consulted(chain: Chain, turn: ReadByRules, ontology: Ontology, *, now: datetime) -> Consulted:
    """Ask the chain about the unread statements of a turn, once; ``now`` is when, as it is stored with the answer."""
    asked = turn.asked()
    answer, answered = await chain.ask(
        Question(
            statements=tuple(statement.resolved for statement in asked),
            before=tuple(f"{utterance.role}: {utterance.content}" for utterance in turn.before),
            speaker=asked[0].speaker,
            at=turn.at,
            predicates=tuple(ontology.predicates),
        )
    )
    if answer is None:
        return Consulted(list(turn.drafts), answered, Filled())
    filled = fill(answer, asked, turn.before, ontology)
    filled.drafts = {place: [_signed(d, answered, now) for d in drafts] for place, drafts in filled.drafts.items()}
    return Consulted(merged(turn.drafts, [one["draft"] for one in turn.unread], filled), answered, filled)


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
            filled.refused.append(found)
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


def _whole(statements: Sequence[Statement]) -> Statement:
    """A statement with those that are told with it, because they cannot stand alone."""
    first, *_ = statements
    said = {"text": " ".join(s.text for s in statements), "resolved": " ".join(s.resolved for s in statements)}
    return first.model_copy(update=said) if len(statements) > 1 else first


def _signed(draft: Draft, answered: Answered, now: datetime) -> Draft:
    by = ExtractedBy(
        extractor=str(answered.by),
        model=answered.model,
        prompt_version=answered.prompt_version,
        at=now,
        seconds=answered.seconds,
    )
    return draft.model_copy(update={"method": by.extractor, "extracted_by": by})
