"""The agent asked, a person answered: an episode, and what the answer says."""

from datetime import datetime
from typing import Any

from memorist.memory_store.domain.memory import Source
from memorist.nodes.ingestion.domain_of import domain_of
from memorist.nodes.ingestion.draft import OWN_WORDS, Draft, Statement, Utterance
from memorist.nodes.ingestion.extract.answers import complete_answer
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.extract.wording import third_person
from memorist.nodes.ingestion.gatekeep import split_statements
from memorist.nodes.ingestion.inputs import Dialogue
from memorist.nodes.language.gazetteer import find_entities, platforms_of, topic_of

ANSWER_CONFIDENCE = 0.95


def draft_dialogue(dialogue: Dialogue, at: datetime, context: Context | None = None) -> list[Draft]:
    """Read a dialogue: one episode, then what the answer states at .95.

    A bare "yes" or "no" confirms or denies what the question says; a bare name answers what was asked for ("Which
    database do we use?" "Postgres"). The question itself asserts nothing.
    """
    base = context or Context()
    asked = Utterance(role="assistant", content=dialogue.question)
    answering = base.model_copy(
        update={
            "source": Source.USER_STATED,
            "by_user": True,
            "confidence": ANSWER_CONFIDENCE,
            "before": (*base.before, asked),
        }
    )
    facts = [_confirmed(d) for d in draft_all(answer_statements(dialogue, at, answering), answering)]
    return [_episode(dialogue, at, facts, answering), *facts]


def answer_statements(dialogue: Dialogue, at: datetime, context: Context) -> tuple[Statement, ...]:
    """The statements of the answer, completed from the question where the answer alone says too little."""
    answer = complete_answer(dialogue.question, dialogue.answer)
    return split_statements(answer, speaker=dialogue.who(), at=at, before=context.before)


def _confirmed(draft: Draft) -> Draft:
    if "hypothetical" in draft.tags:
        return draft
    if draft.method == OWN_WORDS:
        return draft.model_copy(update={"confidence": ANSWER_CONFIDENCE})
    return draft.model_copy(update={"confidence": max(draft.confidence, ANSWER_CONFIDENCE), "by_user": True})


def _episode(dialogue: Dialogue, at: datetime, facts: list[Draft], context: Context) -> Draft:
    said = third_person(dialogue.answer.strip(), context.person)
    text = f"{dialogue.about or ''} {dialogue.question} {dialogue.answer}"
    names = tuple(dict.fromkeys(m.canonical for m in find_entities(text) if m.field != "file"))
    learned = tuple(d.content for d in facts if "hypothetical" not in d.tags)
    details: dict[str, Any] = {
        "timestamp": at,
        "participants": (context.person, "agent"),
        "outcome": "knowledge_acquired" if learned else "unknown",
        "lessons": learned[:3],
        "kind": "dialogue",
    }
    return Draft(
        type="episodic",
        content=f'Asked "{dialogue.question.strip()}" and learned: {said}'
        if learned
        else f'Asked "{dialogue.question.strip()}", the answer was: {said}',
        entities=names,
        confidence=1.0,
        method="dialogue",
        source=Source.USER_STATED,
        valid_from=at,
        domain=domain_of(platforms_of(text), topic_of(text)),
        technology=tuple(
            m.canonical for m in {m.canonical: m for m in find_entities(text)}.values() if m.kind == "entity:technology"
        ),
        details=details,
    )
