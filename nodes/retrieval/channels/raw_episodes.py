"""Raw episodes: passages of what was said and given, word for word, whoever said it."""

from collections.abc import Sequence
from functools import partial

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import (
    ANSWERED,
    NO_PEOPLE,
    PERSONAL_DOCUMENT,
    is_personal_input,
    may_see_words,
)
from memorist.memory_store.reading import Moment, TurnFound
from memorist.memory_store.store import Store
from memorist.nodes.dates.zone import told_at
from memorist.nodes.retrieval.attribution import named_in, names_a_conversation, sessions_attended, words_shown_to
from memorist.nodes.retrieval.channels.channel import Asked
from memorist.nodes.retrieval.features import Retrievable, task_words
from memorist.nodes.retrieval.passage_line import ENDED, PARTLY, REPLACED, PassageLine
from memorist.nodes.retrieval.passages import passages_of, passed_on_in
from memorist.nodes.retrieval.rerank import RANKER, ranker_scores
from memorist.nodes.retrieval.several import says_several
from memorist.nodes.retrieval.stand_ins import stand_ins_in
from memorist.nodes.retrieval.state import Found, RememberedFields

CANDIDATES = 80
"""Inputs found by vector and by words each."""
PASSED_ON = ", passed on"
"""Behind the name of who said a passage, where its words are somebody else's."""
DOCUMENTS = frozenset({"document", PERSONAL_DOCUMENT})


async def search(asked: Asked) -> list[Found]:
    """The passages of the inputs near the task. A ranker that failed is named beside the channels that did."""
    if not asked.formulation.queries:
        return []
    task = asked.formulation.queries[0].text
    vector = await asked.vector(task)
    found = await asked.store.search.turns(asked.scope, vector, task_words(task), asked.moment, k=CANDIDATES)
    turns = await as_told(asked.store, asked.scope, asked.formulation.task, found, asked.moment)
    notices: list[str] = []
    scores = await ranker_scores(asked.store, asked.scope, task, turns, notices) or {}
    asked.notices["raw_episodes"] = [{"channel": RANKER, "error": why} for why in notices]
    said = {turn.id: turn.content for turn in turns}
    # Whose words a sentence is shows in the whole message, of which others may be told a part.
    stand_ins = {turn.id: stand_ins_in(turn.content) for turn in found if _by_person(turn)}
    return [
        _found(turn, text, asked.scope.user_id, before=said.get(turn.before or "", ""), mark=_mark(turn, asked))
        for turn in turns
        for text in map(partial(_with_stand_ins, stand_ins.get(turn.id, ())), retrievable(turn, scores.get(turn.id)))
    ]


def _with_stand_ins(said: Sequence[str], text: Retrievable) -> Retrievable:
    """The passage with those of the stand-ins of its input that it contains."""
    words = " ".join(text.text.split())
    return text._replace(stand_ins=tuple(one for one in said if " ".join(one.split()) in words))


def _by_person(turn: TurnFound) -> bool:
    named = turn.kind in {"turn", "manual"} and turn.speaker not in (None, *NO_PEOPLE)
    return named and turn.role in (None, "user")


def retrievable(turn: TurnFound, ranker: float | None = None) -> list[Retrievable]:
    """The passages of an input, as they are ranked; ``ranker``: the score of a neural one."""
    by_person = turn.kind in {"turn", "manual"} and turn.speaker not in NO_PEOPLE
    passages = passages_of(turn.content, by_person=by_person)
    others = passed_on_in(turn.content, passages) if by_person else (False,) * len(passages)
    known = (turn.at, turn.id, turn.cosine, turn.speaker, turn.session, turn.before)
    return [
        Retrievable(text, *known, part, ranker, passed_on)
        for part, (text, passed_on) in enumerate(zip(passages, others, strict=True))
    ]


def _found(turn: TurnFound, text: Retrievable, viewer: str | None, *, before: str, mark: str) -> Found:
    speaker, at = label_of(turn) or "", time_text(turn.at)
    speaker = f"{speaker}{PASSED_ON}" if speaker and text.passed_on else speaker
    undated = turn.kind in DOCUMENTS and turn.offset is None
    local = "" if undated else told_at(at, turn.offset)
    owner, about = owner_of(turn, viewer)
    passage = PassageLine(local, speaker, text.text, mark, before)
    return Found(
        memory=remembered_turn(
            turn.id,
            f"{speaker}: {text.text}" if speaker else text.text,
            at,
            user=owner,
            # No part of it says whose all of it is; nobody's own words are hidden from them.
            personal=viewer not in (None, owner) and is_personal_input(turn.content, about, turn.user, turn.private),
            confided=viewer not in (None, owner) and bool(turn.confided),
        ),
        line=passage,
        channel="raw_episodes",
        similarity=max(0.0, turn.cosine or 0.0),
        note="said" if turn.kind == "turn" else turn.kind,
        told=turn.told,
        text=text,
        passage=passage,
    )


def _mark(turn: TurnFound, asked: Asked) -> str:
    """A lifted rule must not read as one of which something still binds, nor a value as ended with the one beside
    it."""
    if turn.replaced and not asked.moment.historic:
        return REPLACED
    if asked.moment.historic or asked.formulation.wants_history or not turn.ended:
        return ""
    alone = not turn.told and len([*sentences_in(turn.content)]) == 1 and not says_several(turn.content)
    return ENDED if alone else PARTLY


def owner_of(turn: TurnFound, viewer: str | None) -> tuple[str | None, str]:
    """Return the owner of a turn's words, and their kind: an agent's answer belongs to the person it was given to.

    What others said in the viewer's own conversation was said to the viewer, whose it is to know.
    """
    if viewer is not None and turn.user == viewer and _by_somebody(turn):
        return viewer, turn.kind
    if turn.speaker in NO_PEOPLE:
        return turn.user, ANSWERED
    return (turn.user if turn.kind in DOCUMENTS else turn.speaker), turn.kind


def _by_somebody(turn: TurnFound) -> bool:
    return turn.kind == "turn" and turn.speaker not in NO_PEOPLE


def may_be_told(viewer: str | None, task: str, turn: TurnFound) -> bool:
    """Return true if all of an input may be told to the viewer: it is nobody else's own, or the task names whose and it
    is not confided."""
    owner, kind = owner_of(turn, viewer)
    return may_see_words(viewer, owner, turn.content, kind, _kept_from_others(owner, task, turn))


def _kept_from_others(owner: str | None, task: str, turn: TurnFound) -> Sequence[int] | None:
    """Return the places of the sentences that a task gives nobody but their owner; null where nobody judged."""
    named = owner is not None and named_in(owner, task)
    return turn.confided or () if named else turn.private


async def as_told(
    store: Store, scope: Scope, task: str, turns: Sequence[TurnFound], moment: Moment, *, overheard: bool = True
) -> list[TurnFound]:
    """Return inputs with the words of them that the user of a scope may be told; see :func:`words_shown_to`.

    What others said in a session in which the user took part was said in the user's conversation, too; of what was said
    in front of others, only what is sensitive is withheld, unless ``overheard`` is false. Both are looked up for what
    would be withheld else: at most two statements.
    """
    viewer = scope.user_id
    withheld = (turn.session for turn in turns if _by_somebody(turn) and not may_be_told(viewer, task, turn))
    heard = await sessions_attended(store, scope, withheld, moment)
    said = [turn._replace(user=viewer) if _by_somebody(turn) and turn.session in heard else turn for turn in turns]
    judged = (one for one in said if overheard and one.sensitive is not None and names_a_conversation(one.session))
    withheld = [one.id for one in judged if not may_be_told(viewer, task, one)]
    before_others = await store.search.overheard(scope, withheld, moment)
    said = [turn._replace(private=turn.sensitive) if turn.id in before_others else turn for turn in said]
    return [_without_withheld(viewer, task, turn) for turn in said]


def _without_withheld(viewer: str | None, task: str, turn: TurnFound) -> TurnFound:
    owner, kind = owner_of(turn, viewer)
    words = words_shown_to(viewer, owner, turn.content, kind, _kept_from_others(owner, task, turn))
    return turn if words == turn.content else turn._replace(content=words, private=turn.private and (), confided=())


def label_of(turn: TurnFound) -> str | None:
    """Return what stands before the words of an input: who said it, or whose document it is."""
    if turn.kind not in DOCUMENTS:
        return turn.speaker
    return f"Document of {turn.user}" if turn.user else "Document"


def remembered_turn(
    id_: str, said: str, at: str, *, user: str | None = None, personal: bool = False, confided: bool = False
) -> RememberedFields:
    """A turn in the form of the other candidates, under the id of its raw episode; ``user`` said it."""
    return {
        "id": id_,
        "type": "episodic",
        "content": said,
        "entities": [],
        "claim": None,
        "status": "confirmed",
        "confidence": 1.0,
        "valid_from": at,
        "user": user,
        "personal": personal,
        "confided": confided,
    }
