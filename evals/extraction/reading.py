"""A case read by the judgements of the ingestion graph, without a database; by a model, too, where one is asked."""

from collections.abc import Sequence
from datetime import UTC, datetime

from memorist.evals.extraction.case import Case
from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.ingestion.draft import Draft, Statement, Utterance, Verdict
from memorist.nodes.ingestion.extract.chain.chain import Chain
from memorist.nodes.ingestion.extract.consulting import Consulted, ReadByRules, consulted
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.extract import draft_turn
from memorist.nodes.ingestion.gatekeep import overall, split_statements
from memorist.nodes.ingestion.route import route_statement
from memorist.nodes.language.learned_names import gazetteer_knowing, names_said
from memorist.nodes.language.lexicon import Gazetteer, load_gazetteer, using

NOW = datetime(2026, 3, 4, 10, 0, tzinfo=UTC)
"""When a turn is said that names no time: a Wednesday."""

LOOK_BACK = 6


class ReadTurn(Part):
    """What came out of one turn; what stands behind ``drafts`` is what a model would be asked by."""

    content: str
    role: str
    verdict: Verdict
    drafts: tuple[Draft, ...]
    statements: tuple[Statement, ...] = ()
    unread: tuple[dict[str, int], ...] = ()
    before: tuple[Utterance, ...] = ()
    at: datetime = NOW


def read_turn(
    content: str, *, role: str = "user", speaker: str = "user", at: datetime = NOW, before: Sequence[Utterance] = ()
) -> ReadTurn:
    """Gate, router and patterns on one turn, as the graph runs them."""
    with using(_names_in(content, before)):
        statements = split_statements(content, role=role, speaker=speaker, at=at, before=before)
        typed = tuple(_typed(statement) for statement in statements)
        drafts, unread = draft_turn(typed, Context(before=tuple(before)))
    return ReadTurn(
        content=content,
        role=role,
        verdict=overall(statements),
        drafts=tuple(drafts),
        statements=typed,
        unread=tuple(unread),
        before=tuple(before),
        at=at,
    )


async def consult_about(turn: ReadTurn, chain: Chain, ontology: Ontology) -> tuple[ReadTurn, Consulted | None]:
    """Have the chain read what no pattern did, as the graph does; nothing is asked about a turn that was read whole.

    A turn that the gate was unsure of, and of which the model leaves nothing, counts as skipped.
    """
    if not turn.unread:
        return turn, None
    by_rules = ReadByRules(turn.statements, turn.drafts, turn.unread, turn.before, turn.at)
    with using(_names_in(turn.content, turn.before)):
        told = await consulted(chain, by_rules, ontology, now=turn.at)
    changed: dict[str, object] = {"drafts": tuple(told.drafts)}
    if not told.drafts:
        changed["verdict"] = turn.verdict.model_copy(update={"action": "skip", "reason": "worth nothing, says a model"})
    return turn.model_copy(update=changed), told


def _names_in(content: str, before: Sequence[Utterance]) -> Gazetteer:
    return gazetteer_knowing(names_said(content, [utterance.content for utterance in before]), load_gazetteer())


def _typed(statement: Statement) -> Statement:
    if statement.verdict.action == "skip":
        return statement
    return statement.model_copy(update={"type": route_statement(statement.resolved)})


def read_case(case: Case) -> tuple[ReadTurn, ...]:
    """The judged turns, each with the turns before it; what is said twice is one memory, as in one ingestion."""
    read: list[ReadTurn] = []
    before: list[Utterance] = []
    first = 0 if case.judged == "all" else len(case.turns) - 1
    for place, turn in enumerate(case.turns):
        at = parse_time(turn.at) if turn.at else NOW
        speaker, said = turn.speaker or "user", tuple(before[-LOOK_BACK:])
        if place >= first:
            read.append(read_turn(turn.content, role=turn.role, speaker=speaker, at=at, before=said))
        before.append(Utterance(role=turn.role, content=turn.content))
    return tuple(read)


def memories_of(read: Sequence[ReadTurn]) -> list[Draft]:
    """The drafts of a case, equal ones once."""
    distinct: dict[tuple[object, ...], Draft] = {}
    for turn in read:
        for draft in turn.drafts:
            key = draft.claim.identity() if draft.claim else (draft.content.casefold(),)
            distinct.setdefault((draft.type, *key), draft)
    return list(distinct.values())
