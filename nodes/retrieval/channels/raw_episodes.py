"""Raw episodes: what was said, word for word, for what no memory was made of."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.visibility import ANSWERED, is_personal_input
from memorist.memory_store.embedders.words import word_vectors
from memorist.memory_store.reading import TurnFound
from memorist.nodes.dates.zone import local_time
from memorist.nodes.retrieval.channels.channel import Asked
from memorist.nodes.retrieval.dated import with_dates
from memorist.nodes.retrieval.lines import line_of_episode
from memorist.nodes.retrieval.rerank import RANKER, ranker_scores
from memorist.nodes.retrieval.scoring import NEAR_ENOUGH, NOT_NEAR, is_for_nearness
from memorist.nodes.retrieval.state import Found, Remembered
from memorist.nodes.retrieval.turns import RankedTurn, by_reading, question_words, rank_turns
from memorist.nodes.retrieval.utterance import utterance_of

CANDIDATES = 50
"""By vector and by words each; on the development sets twice as many find nothing more."""
TRACED = 40
"""Turns that are listed in the trace with their scores."""
CANDIDATES_TO_RANK = 100
"""Where a ranker tells them apart, more of them help."""
IN_PROMPT = 20
SPOKEN_OF = 0.45
"""Share of the task from which a turn counts as what it speaks of: turns right after it may take it back."""
AFTER_IT = 2
"""In turns."""
TOO_FAR = NEAR_ENOUGH - 0.01
PARTLY = " (part of it is no longer so)"
"""Appended to a turn of which some statements no longer hold; such a turn only fills space that is left."""
ASSISTANT = "assistant"
"""Speaker of an agent's answers, which count as being about the person they were given to."""
PAUSE = timedelta(minutes=20)
"""After so long without a word, people speak of something else."""


async def search(asked: Asked) -> list[Found]:
    """The turns near the task, ranked among themselves. A ranker that failed is told beside the channels that did."""
    if not asked.formulation.triggers:
        return []
    task = asked.formulation.queries[0].text
    ranker = asked.store.ranker
    k = CANDIDATES if ranker is None or ranker.most is not None else CANDIDATES_TO_RANK
    vector = await asked.vector(task)
    turns = await asked.store.search.turns(asked.scope, vector, question_words(task), asked.moment, k=k)
    if not turns:
        return []
    window = asked.formulation.window
    span = (window.start, window.end) if window else None
    notices: list[str] = []
    ranked = await _ranked(asked, task, turns, span, notices)
    asked.notices["raw_episodes"] = [{"channel": RANKER, "error": why} for why in notices]
    best = ranked[0].score
    about_now = not (asked.moment.historic or asked.formulation.wants_history)
    goes_on = _said_after(ranked)
    lines = TRACED if asked.store.settings.selector else IN_PROMPT  # a model may choose any of them
    return [
        _found(
            turn, best, place, lines, about_now=about_now, goes_on=turn.turn.id in goes_on, asking=asked.scope.user_id
        )
        for place, turn in enumerate(ranked[:TRACED])
    ]


async def _ranked(
    asked: Asked,
    task: str,
    turns: Sequence[TurnFound],
    window: tuple[datetime, datetime] | None,
    notices: list[str],
) -> list[RankedTurn]:
    """By the ranker where there is one; a slow one sees the best of what was ranked without it."""
    vectors, now, ranker = await word_vectors(), asked.moment.valid_at, asked.store.ranker
    if ranker is None or ranker.most is not None:
        ranked = rank_turns(task, turns, vectors, now, window=window)
        if ranker is None:
            return ranked
        best = [one.turn for one in ranked[: ranker.most]]
        scores = await ranker_scores(asked.store, asked.scope, task, best, notices)
        return ranked if scores is None else by_reading(ranked, scores)
    scores = await ranker_scores(asked.store, asked.scope, task, turns, notices)
    return rank_turns(task, turns, vectors, now, window=window, scores=scores)


def _said_after(ranked: Sequence[RankedTurn]) -> set[str]:
    """The turns that were said right after the one that the task speaks of, if there is one."""
    first = max(ranked, key=lambda one: one.coverage)
    if first.coverage < SPOKEN_OF:
        return set()
    following = _next_of([one.turn for one in ranked])
    found: set[str] = set()
    said = first.turn
    while len(found) < AFTER_IT and (then := following.get(said.id)) and then.at - said.at <= PAUSE:
        found.add(then.id)
        said = then
    return found


def _next_of(turns: Sequence[TurnFound]) -> dict[str, TurnFound]:
    """The turn that came next, by the id of each: the one linked to it; without a session, the next in time.

    Of those of one moment nobody knows which came first."""
    following = {turn.before: turn for turn in turns if turn.before}
    loose = sorted((turn for turn in turns if turn.session is None), key=lambda turn: (turn.at, turn.id))
    for said, then in pairwise(loose):
        if said.speaker == then.speaker and said.at < then.at:
            following.setdefault(said.id, then)
    return following


def _found(
    ranked: RankedTurn, best: float, place: int, lines: int, *, about_now: bool, goes_on: bool, asking: str | None
) -> Found:
    turn = ranked.turn
    shown = ", ".join(f"{name} {value:.2f}" for name, value in ranked.parts.items() if value)
    out = None
    own = turn.kind == "turn" and asking in {None, turn.speaker}
    partly = about_now and bool(turn.ended) and bool(turn.told) and own
    kind = utterance_of(turn.content) if turn.kind == "turn" else "statement"
    if about_now and turn.ended and not partly:
        out = "what was learned from it is no longer so"
    elif kind != "statement":
        out = f"it states nothing: a {kind}" if kind != "fiction" else "it is fiction"
    elif place >= IN_PROMPT:
        out = f"{NOT_NEAR}: the {IN_PROMPT} best turns are enough"
    speaker = "Document" if turn.kind == "document" else turn.speaker
    said = f"{speaker}: {turn.content}" if speaker else turn.content
    at = time_text(turn.at)
    near = max(ranked.coverage, NEAR_ENOUGH) if goes_on else ranked.coverage
    owner, about = owner_of(turn)
    may_be_told = out is None or (place < lines and is_for_nearness(out))
    end = PARTLY if partly else ""
    return Found(
        memory=remembered_turn(
            turn.id,
            said,
            at,
            user=owner,
            personal=is_personal_input(turn.content, about, turn.user),
        ),
        line=f"{line_of_episode(at, with_dates(said, local_time(at)[:10]))}{end}" if may_be_told else "",
        channel="raw_episodes",
        similarity=min(near, TOO_FAR) if partly else near,
        note=f"said{' right after what is spoken of' if goes_on else ''}: {shown}",
        # Ranks are kept as a share of the best: what a turn scores means nothing across questions.
        rank=ranked.score / best if best > 0 else 0.0,
        told=turn.told,
        answers=ranked.answers,
        out=out,
    )


def owner_of(turn: TurnFound) -> tuple[str | None, str]:
    """Whose words a turn is, and the kind of words: what an agent answered is his to whom it was answered."""
    return (turn.user, ANSWERED) if turn.speaker == ASSISTANT else (turn.speaker, turn.kind)


def remembered_turn(id_: str, said: str, at: str, *, user: str | None = None, personal: bool = False) -> Remembered:
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
    }
