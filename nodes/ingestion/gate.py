"""Gate: is the input worth keeping, and which sentences of a turn may be read?"""

from typing import Any

from memorist.memory_store.domain.episode import RawEpisode
from memorist.nodes.forgetting.request import words_to_forget
from memorist.nodes.ingestion.draft import Verdict
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.ingestion.state import IngestionState
from memorist.nodes.kinds.inputs import AnyInput, Turn, parse_input
from memorist.nodes.language.names import find_names
from memorist.nodes.reading.gate.judge import judge_turn
from memorist.nodes.reading.gate.verdict import TurnVerdict
from memorist.nodes.reading.reader import Spoken

KEPT_KINDS = {
    "manual": "added by hand: kept without asking",
    "dialogue": "a person answered a question",
    "observation": "seen while somebody worked",
    "document": "a document that somebody handed in",
    "ritual": "the plan or the summary of a day",
    "procedure_outcome": "how it went when a procedure was followed",
    "feedback": "what somebody said of an agent's work",
}
"""Kinds of input that are deliberate, so that nothing need be judged; with the reason for keeping them."""
FORGET = "forget"
"""Category of the verdict on a request to forget."""


def judge(item: AnyInput, before: tuple[Spoken, ...]) -> tuple[Verdict, TurnVerdict | None]:
    """The verdict on an input; of a turn also that on each of its parts."""
    if not isinstance(item, Turn):
        return Verdict(action="keep", category=item.kind, reason=KEPT_KINDS[item.kind]), None
    judged = judge_turn(item.content, item.role, before)
    return Verdict(action=judged.action, category=judged.category, reason=judged.reason), judged


def kept_sentences(judged: TurnVerdict) -> list[str]:
    """The sentences of a turn that may be read: the speaker's own words, without what is skipped."""
    return [segment.text for segment, verdict in judged.segments if segment.own and verdict.action != "skip"]


def requests_aside(judged: TurnVerdict) -> list[str]:
    """A notice for each request to forget beside which the turn says something else: nothing is erased then."""
    if judged.category == FORGET:
        return []
    return [
        f"it also asks to forget “{words_to_forget(segment.text)}”: nothing was forgotten, say that by itself"
        for segment, verdict in judged.segments
        if verdict.category == FORGET
    ]


async def gate(state: IngestionState) -> dict[str, Any]:
    """Judge the input; what is skipped ends with its result."""
    item = parse_input(state["input"])
    before = tuple(Spoken.model_validate(spoken) for spoken in state.get("before", ()))
    verdict, judged = judge(item, before)
    update: dict[str, Any] = {"verdict": verdict.model_dump()}
    if verdict.action == "skip" and verdict.category != FORGET:
        episode = RawEpisode.model_validate(state["episode"])
        names = tuple(dict.fromkeys(mention.canonical for mention in find_names(item.text())))
        skipped = IngestResult(id=episode.id, verdict=verdict, entities=names)
        return {**update, "result": skipped.model_dump(mode="json")}
    if judged is not None:
        update["sentences"] = kept_sentences(judged)
        if asides := requests_aside(judged):
            update["notices"] = list(dict.fromkeys([*state.get("notices", ()), *asides]))
    return update
