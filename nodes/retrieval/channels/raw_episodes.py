"""Raw episodes: what was said, word for word, for what no memory was made of."""

from typing import Any

from hypomnema.memory_store.domain.memory import Source
from hypomnema.memory_store.domain.types import Episodic
from hypomnema.memory_store.embedders.words import word_vectors
from hypomnema.memory_store.turns import TurnFound
from hypomnema.nodes.resources import Resources
from hypomnema.nodes.retrieval.channels.channel import Asked, found_by, run_channel
from hypomnema.nodes.retrieval.state import Found, RetrievalState
from hypomnema.nodes.retrieval.turns import RankedTurn, question_words, rank_turns

CANDIDATES = 50
"""By vector and by words each; on the development sets twice as many find nothing more."""
TRACED = 40
"""So many are told with their scores."""
IN_PROMPT = 10


async def search(asked: Asked) -> list[Found]:
    """The turns near the task, ranked among themselves."""
    task = asked.formulation.queries[0].text
    vector = (await asked.store.embed([task]))[0]
    turns = await asked.store.search_turns(asked.scope, vector, question_words(task), asked.moment, k=CANDIDATES)
    if not turns:
        return []
    window = asked.formulation.window
    span = (window.start, window.end) if window else None
    ranked = rank_turns(task, turns, await word_vectors(), asked.moment.valid_at, window=span)
    best = ranked[0].score
    about_now = not (asked.moment.historic or asked.formulation.wants_history)
    return [_found(turn, best, place, asked, about_now=about_now) for place, turn in enumerate(ranked[:TRACED])]


def _found(ranked: RankedTurn, best: float, place: int, asked: Asked, *, about_now: bool) -> Found:
    turn = ranked.turn
    shown = ", ".join(f"{name} {value:.2f}" for name, value in ranked.parts.items() if value)
    out = None
    if about_now and turn.ended:
        out = "what was learned from it is no longer so"
    elif place >= IN_PROMPT:
        out = f"the {IN_PROMPT} best turns are enough"
    found = found_by("raw_episodes", memory_of_turn(turn, asked), ranked.coverage, note=f"said: {shown}")
    # Ranks are kept as a share of the best: what a turn scores means nothing across questions.
    rank = ranked.score / best if best > 0 else 0.0
    return found.model_copy(update={"rank": rank, "told": turn.told, "out": out, "answers": ranked.answers})


def memory_of_turn(turn: TurnFound, asked: Asked) -> Episodic:
    """A turn in the form of the other candidates, under the id of its raw episode."""
    said = f"{turn.speaker}: {turn.content}" if turn.speaker else turn.content
    return Episodic(
        id=turn.id,
        scope=asked.scope.model_copy(update={"session_id": turn.session}),
        content=said,
        source=Source.OBSERVATION,
        created_at=turn.at,
        valid_from=turn.at,
        timestamp=turn.at,
        kind="dialogue",
        source_episode_ids=(turn.id,),
    )


async def raw_episodes(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """The channel as a node."""
    return await run_channel("raw_episodes", state, resources, search)
