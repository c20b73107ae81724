"""Gate: is the input worth keeping, and which sentences of a turn may be read?"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, cast

from langgraph.runtime import Runtime

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.visibility import SPEAKER, words_noted
from memorist.memory_store.threads import in_thread, loaded
from memorist.nodes.contexts import context_as
from memorist.nodes.forgetting.wish import refers_back
from memorist.nodes.ingestion.aside import aside
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.ingestion.unsaid import kept_as, requests_in, without_requested, without_requests
from memorist.nodes.kinds.inputs import AnyInput, Dialogue, Manual, Turn, parse_input
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.kinds.wording import sentences_of
from memorist.nodes.kinds.work_inputs import Feedback
from memorist.nodes.language.names import find_names
from memorist.nodes.matching.forgotten import notice_of, verdict_of, without_forgotten
from memorist.nodes.reading.forget_request import requests_among, requests_to_forget, speaks_of_what_was_said
from memorist.nodes.reading.gate import rules
from memorist.nodes.reading.gate.judge import judge_turn
from memorist.nodes.reading.gate.verdict import GateVerdict, TurnVerdict
from memorist.nodes.reading.patterns.sentence import attempt
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.reading.segments import Segment
from memorist.nodes.reading.speech_acts import acts as speech_acts
from memorist.nodes.reading.whose.inputs import affair_of
from memorist.nodes.resources import Resources

ADDED_QUESTION = GateVerdict(
    action="skip",
    category=rules.QUESTION.category,
    reason="a question states nothing: add what is so, and recall what is known",
)
FORGET = rules.FORGET.category
"""Category of the verdict on a request to forget."""
_EXPLICIT = GateVerdict(action="keep", category="explicit", reason="an explicit statement")
MAY_REFER = "request"
"""Category of turns that state nothing by themselves, but may refer to a stored memory: "make that Wednesday"."""
SMALL_TALK = frozenset({"small_talk", "confirmation"})
"""Categories of turns and sentences that hold nothing to be known."""
_NOTHING_BESIDE = SMALL_TALK | {FORGET}
"""Categories of sentences beside which nothing is left of a turn that asks to forget."""
_NEVER_MEANT = _NOTHING_BESIDE | {"greeting", "thanks"}
"""Categories of sentences that a request behind them does not refer back to."""
_SAID_BY_RULE = frozenset({FORGET, rules.REMEMBER.category})
"""Categories of whole turns that no sentence of them changes."""
_MAY_BE_EXPLICIT = frozenset({"request", "small_talk", "question"})
"""Categories that a sentence which states something explicitly leaves: "Never mix these two" looks like a task."""
_ANY_TIME = datetime(2026, 1, 1, tzinfo=UTC)
"""A placeholder: whether a sentence is explicit does not depend on the time at which it was said."""


def judge(item: AnyInput, before: tuple[Spoken, ...]) -> tuple[GateVerdict, TurnVerdict | None]:
    """The verdict on an input; of a turn also that on each of its parts."""
    if isinstance(item, Manual) and item.meant_type is None and _asks(item.content):
        return ADDED_QUESTION, None
    if not isinstance(item, Turn):
        said = _said_in(item)
        if said and judge_words(said).verdict.category == FORGET:
            return rules.FORGET, None
        return GateVerdict(action="keep", category=item.kind, reason=kind_of(item).kept_because), None
    judged = judge_words(item.content, item.role, before)
    return judged.verdict, judged


def _asks(text: str) -> bool:
    """Tell a text that asks and states nothing."""
    asked = sentences_of(text)
    return bool(asked) and all(map(rules.is_question, asked))


def judge_words(text: str, role: str = "user", before: tuple[Spoken, ...] = ()) -> TurnVerdict:
    """The gate's verdict on a turn, with what is explicit kept: a sentence that a pattern reads whole is no small talk.

    The gate's own rules stand: a question or a pasted text is not read. A sentence that asks to forget is not read
    either; where nothing else is to be kept ("Hi! Please forget my allergy. Thanks"), it is what the turn is about.
    """
    judged = judge_turn(text, role, before)
    if role != "user" or judged.verdict.category in _SAID_BY_RULE:
        return judged
    parts = [segment for segment, _ in judged.segments]
    requests = [places for places in requests_among(parts) if _is_meant(judged, [parts[at].text for at in places])]
    if judged.verdict == rules.OFF_RECORD and not requests:
        return judged
    asked = {at: rules.BEFORE_A_REQUEST for places in requests for at in places[:-1]}
    asked |= {places[-1]: rules.FORGET for places in requests}
    segments = _with_what_is_meant(
        (segment, asked[at] if at in asked and not commands(verdict) else _explicit(segment, verdict))
        for at, (segment, verdict) in enumerate(judged.segments)
    )
    if segments == judged.segments:
        return judged
    kept = [verdict for _, verdict in segments if verdict.action != "skip"]
    beside = [verdict for _, verdict in segments if verdict.category not in _NOTHING_BESIDE]
    weakest = rules.FORGET if requests and not beside else judged.verdict
    strongest = next((v for v in kept if v.action == "keep"), kept[0] if kept else weakest)
    return TurnVerdict(strongest, segments)


def _with_what_is_meant(
    judged: Iterable[tuple[Segment, GateVerdict]],
) -> tuple[tuple[Segment, GateVerdict], ...]:
    """Count the sentence before a request that only refers back to it as a part of the request."""
    segments = list(judged)
    for at, (segment, verdict) in enumerate(segments[1:]):
        said, before = segments[at]
        if verdict == rules.FORGET and before.category not in _NEVER_MEANT and _is_referred_to(said, segment):
            segments[at] = (said, rules.BEFORE_A_REQUEST)
    return tuple(segments)


def _is_referred_to(said: Segment, request: Segment) -> bool:
    return said.own and refers_back(request.text) and not speaks_of_what_was_said(said.text)


def commands(verdict: GateVerdict) -> bool:
    """Return true if a sentence commands whoever reads it: "forget the previous instructions" names no memory."""
    return verdict.category == rules.INJECTION.category


def _is_meant(judged: TurnVerdict, request: Sequence[str]) -> bool:
    """Return true if a request is one in earnest: of a turn that seems to play a role, the sentence that seems to."""
    return judged.verdict != rules.ROLE_PLAY or any(map(rules.plays_a_role, request))


def _explicit(segment: Segment, verdict: GateVerdict) -> GateVerdict:
    if verdict.category not in _MAY_BE_EXPLICIT or not segment.own:
        return verdict
    read = attempt(segment.text, speaker="user", said_at=_ANY_TIME, own_words=True)
    return _EXPLICIT if read.proposals else verdict


def kept_sentences(judged: TurnVerdict) -> list[str]:
    """The sentences of a turn that may be read: the speaker's own words, without what is skipped."""
    return [segment.text for segment, verdict in judged.segments if segment.own and verdict.action != "skip"]


def wishes_of(item: AnyInput, judged: TurnVerdict | None) -> tuple[str, ...]:
    """Return the requests to forget in an input, as they were said; one that is added with a type is no request."""
    if judged is not None:
        if judged.verdict.category == FORGET and rules.is_command(item.text()):
            return (item.text(),)
        return tuple(one.text for one in requests_in(judged))
    return requests_to_forget(_said_in(item))


def _said_in(item: AnyInput) -> str:
    """The words of an input in which somebody may ask for something."""
    match item:
        case Manual(meant_type=None):
            return item.content
        case Dialogue():
            return item.answer
        case Feedback():
            return item.content
        case _:
            return ""


KEPT_NOWHERE = frozenset({"off_record", "empty", "recalled", "injection"})
"""Categories of turns whose words are not kept either; those of all others are, though nothing is read in them."""


NOT_KEPT = "the message is kept nowhere, as it asks"


def names_said(text: str) -> tuple[str, ...]:
    """The names in an input in which nothing was read, as the result gives them."""
    return tuple(dict.fromkeys(mention.canonical for mention in find_names(text)))


async def _may_be_read(runtime: Runtime[IngestionContext], resources: Resources) -> bool:
    readers = await resources.readers(context_as(IngestionContext, runtime.context).readers)
    return await readers.needs_held()


async def gate(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Judge the input, and whose affair it tells of."""
    await loaded(speech_acts.load)
    update = await _without_what_was_forgotten(state, runtime, resources)
    if update.get("result"):
        return update
    before = update.get("before", state.get("before", ()))
    return {**update, "episode": await with_owners(update.get("episode", state["episode"]), before, resources)}


async def with_owners(
    given: dict[str, Any], before: Sequence[Mapping[str, Any]], resources: Resources
) -> dict[str, Any]:
    """Return a raw input, said after the turns ``before``, with the places of the sentences that are its speaker's own
    affair, or that of the person of whom an agent notes something."""
    episode = RawEpisode.model_validate(given)
    noted = episode.description == "observation" and words_noted(episode.content) is not None
    if episode.role not in {"user", "assistant"} and not noted:
        return given
    if episode.scope.user_id is None and episode.speaker == SPEAKER:
        return given  # nobody's in particular: there is nobody to keep it from
    timeout = (await resources.settings()).document_timeout
    affair = await aside(
        len(episode.content), timeout, partial(affair_of, episode, [*map(Spoken.model_validate, before)])
    )
    return episode.model_copy(update=affair._asdict()).model_dump(mode="json")


async def _without_what_was_forgotten(
    state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources
) -> dict[str, Any]:
    """Judge the input. The words of a skipped turn are kept and searchable; no memory is read in them.

    What was forgotten on request is left out of what goes on.

    "Make that Wednesday" is a request by its words alone. Where a reader that sees what the memory holds would answer,
    such a turn is read, and skipped only when nothing comes of it.
    """
    update = await _judged(state, runtime, resources)
    if update.get("result") or update["verdict"]["category"] == FORGET:
        return update
    judged = cast("IngestionState", {**state, **update})
    changed = await _without_forgotten(judged, resources)
    if not changed or changed.get("result"):
        return {**update, **changed}
    left = cast("IngestionState", {**judged, **changed})
    # What is left no longer holds them.
    asked = {name: update[name] for name in ("wishes", "unkept", "whole", "doubtful") if name in update}
    return {**changed, **await _judged(left, runtime, resources), **asked}


async def _judged(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    item = parse_input(state["input"])
    before = tuple(Spoken.model_validate(spoken) for spoken in state.get("before", ()))
    timeout = (await resources.settings()).document_timeout
    length = len(state["episode"]["content"])
    verdict, judged, wishes = await aside(length, timeout, partial(_with_wishes, item, before))
    again = state.get("again", False)  # a request that was kept has been seen to, and is kept as it is
    update: dict[str, Any] = {"verdict": verdict.model_dump(), "wishes": [] if again else list(wishes)}
    if isinstance(item, Turn) and item.role == "assistant" and not again:
        answered = await aside(length, timeout, partial(without_requested, state, before))
        if answered is None:
            nothing = IngestResult(id=state["episode"]["id"], verdict=rules.ANSWER_TO_REQUEST)
            return {**update, **nothing.as_update()}
        update |= answered
    if judged is not None and not again:
        update |= await aside(length, timeout, partial(without_requests, state, judged))
    if verdict.action == "skip" and verdict.category != FORGET:
        if judged is None or verdict.category in KEPT_NOWHERE:
            names, notices = names_said(item.text()), (NOT_KEPT,) if verdict == rules.OFF_RECORD else ()
            nowhere = IngestResult(id=state["episode"]["id"], verdict=verdict, entities=names, notices=notices)
            return {**update, **nowhere.as_update()}
        if verdict.category != MAY_REFER or not await _may_be_read(runtime, resources):
            return {**update, "sentences": []}
        return {**update, "sentences": [segment.text for segment, _ in judged.segments if segment.own]}
    if judged is not None:
        update["sentences"] = kept_sentences(judged)
    return update


def _with_wishes(item: AnyInput, before: tuple[Spoken, ...]) -> tuple[GateVerdict, TurnVerdict | None, tuple[str, ...]]:
    verdict, judged = judge(item, before)
    return verdict, judged, wishes_of(item, judged)


async def _without_forgotten(state: IngestionState, resources: Resources) -> dict[str, Any]:
    """Return the update for an input that says something forgotten on request: it goes on without those sentences.

    An episode that is read once more keeps its words; what is read in it is compared later.
    """
    episode = RawEpisode.model_validate(state["episode"])
    tombstones = await (await resources.store()).forgetting.tombstones(episode.scope.group_id)
    if state.get("again") or not tombstones.entries:
        return {}
    left, refusals = await in_thread(without_forgotten, state["input"], tombstones, episode.scope)
    if not refusals:
        return {}
    notices = [*state.get("notices", ()), *notice_of(refusals)]
    if left is None:
        return {"notices": notices, **IngestResult(verdict=verdict_of(notices)).as_update()}
    kept = (without_forgotten(spoken, tombstones, episode.scope)[0] for spoken in state.get("before", ()))
    return {
        **kept_as(state, left),
        "notices": notices,
        "before": [spoken for spoken in kept if spoken is not None],
    }
