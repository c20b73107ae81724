"""Unsaid: a turn without its requests to forget, and without the sentences that they refer back to; an answer to such
a turn without what it says of them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from memorist.memory_store.domain.episode import RawEpisode
from memorist.nodes.forgetting.judging import MAX_SENTENCES, telling_of
from memorist.nodes.ingestion.state import IngestionState
from memorist.nodes.kinds.inputs import parse_input, raw_episode
from memorist.nodes.reading.forget_request import (
    requests_to_forget,
    says_what_it_means,
    surely_asks_to_forget,
    words_to_forget,
)
from memorist.nodes.reading.gate import rules
from memorist.nodes.reading.gate.verdict import TurnVerdict
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.reading.segments import Segment, segments_of, without


class ForgetRequest(NamedTuple):
    """A request to forget in a turn: the sentences that it refers back to, and its own, the last."""

    segments: tuple[Segment, ...]

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(segment.text for segment in self.segments)


def requests_in(judged: TurnVerdict) -> Iterator[ForgetRequest]:
    """Yield the requests of a turn, in order."""
    meant: list[Segment] = []
    for segment, verdict in judged.segments:
        if verdict == rules.BEFORE_A_REQUEST:
            meant = [segment]
        elif verdict.category == rules.FORGET.category:
            yield ForgetRequest((*meant, segment))
            meant = []


def without_requests(state: IngestionState, judged: TurnVerdict) -> dict[str, Any]:
    """Return the update for a turn with requests to forget: of its words only the others are kept.

    ``unkept``: what sure ones refer back to, or say themselves. ``whole``: the turn without these alone, for when
    nothing comes of the others; ``doubtful`` if any of them is not sure to be one.
    """
    requests = [*requests_in(judged)]
    if not requests:
        return {}
    sure = [one for one in requests if surely_asks_to_forget(one.text)]
    done = [one for one in sure if len(one.segments) > 1 or says_what_it_means(one.text)]
    update = {
        "unkept": [segment.text for one in done for segment in one.segments[:-1] or one.segments],
        "whole": _without(state, done) if len(done) < len(requests) else None,
        "doubtful": len(sure) < len(requests),
    }
    if judged.verdict.category == rules.FORGET.category:
        return update
    return {**update, **kept_as(state, _without(state, requests))}


def _without(state: IngestionState, requests: Sequence[ForgetRequest]) -> dict[str, Any]:
    said = [segment for one in requests for segment in one.segments]
    return {**state["input"], "content": without(str(state["input"]["content"]), said)}


def without_requested(state: IngestionState, before: Sequence[Spoken]) -> dict[str, Any] | None:
    """Return the update for an agent's answer to a request to forget, without what it says of what is meant ("I won't
    bring up the biopsy again"); empty for any other answer, null where nothing is left."""
    asked = requests_to_forget(before[-1].content) if before and before[-1].role == "user" else ()
    requests = [one for one in asked if surely_asks_to_forget(one)]
    segments = segments_of(str(state["input"]["content"]))
    if not requests or len(segments) > MAX_SENTENCES:
        return {}
    named = [words for one in requests if (words := words_to_forget(one))]
    goes = telling_of(segments, " ".join(requests), named)
    if len(goes) == len(segments):
        return None
    left = without(str(state["input"]["content"]), goes)
    return kept_as(state, {**state["input"], "content": left}) if goes else {}


def kept_as(state: IngestionState, left: dict[str, Any]) -> dict[str, Any]:
    """Return the update by which less of an input is kept: under the same id, with what is left of its words."""
    episode = RawEpisode.model_validate(state["episode"])
    said_at = datetime.fromisoformat(state["said_at"])  # the episode has it as a moment, without the speaker's clock
    whole = raw_episode(parse_input(left), episode.scope, at=said_at, now=episode.created_at)
    return {"input": left, "episode": whole.model_copy(update={"id": episode.id}).model_dump(mode="json")}
