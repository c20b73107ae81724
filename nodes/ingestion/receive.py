"""Receive: the input as it may be kept: validated, files read, every secret in it and in the turns before it masked."""

from datetime import UTC, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from langgraph.runtime import Runtime
from pydantic import TypeAdapter

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.invalid import read_as
from memorist.nodes.contexts import context_as
from memorist.nodes.dates import said_at_of
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.ingestion.state import IngestionContext, IngestionRequest, fresh
from memorist.nodes.interrupting import can_wait
from memorist.nodes.kinds.inputs import AnyInput, Turn, check_text, parse_input, raw_episode
from memorist.nodes.kinds.limits import check_limits
from memorist.nodes.kinds.load import loaded, names_a_file
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.resources import Resources
from memorist.nodes.secrets.masking import mask_input

AHEAD = timedelta(days=1)
"""Largest time by which an input may be dated ahead of our clock. Later beginnings supersede earlier ones: an input
from the year 9999 could never be superseded."""
MAX_AHEAD = 15
"""Later turns of a call that are read together with the present one."""
_SPOKEN = TypeAdapter(tuple[Spoken, ...])


async def receive(state: IngestionRequest, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Read the file that a document names, mask, validate, and settle who says it, and when.

    Everything after this node sees only what is left by masking. What cannot be read ends here with its result. A graph
    may be served to strangers: it reads files only below the folder that the settings name.
    """
    context, settings = context_as(IngestionContext, runtime.context), await resources.settings()
    wanted = state.ahead and (await resources.readers(context.readers)).read_ahead
    ahead = (state.ahead or ())[:MAX_AHEAD] if wanted else ()
    try:
        check_limits(state.input)
        given, zone = in_zone(state.input, settings.timezone)
        given, masked = mask_input(await _with_file(given, resources))
        before = [mask_input(spoken)[0] for spoken in state.context or ()]
        later = [masked_turn(turn) for turn in ahead]
        read_as(_SPOKEN, before, of="ingestion", field="context")
        item = parse_input(given)
        check_text(item)
        scope = context.scope(settings, agent_id=item.agent_id, user_id=item.user_id, session_id=item.session_id)
        given, item = in_own_name(given, item, scope.user_id)
    except InvalidInput as error:
        return _refused(str(error), error.field)
    now = context.present(await resources.clock())
    moment = item.moment(now)
    if ahead := item.ahead_of(now + AHEAD):
        message = (
            f"{item.kind} input: field {ahead}: it lies in the future of {now:%Y-%m-%d}: what has not been said yet is "
            "not remembered; tell what is planned in words"
        )
        return _refused(message, ahead)
    again = state.reread
    episode = (
        RawEpisode.model_validate(again) if again else raw_episode(item, scope, at=moment.astimezone(zone), now=now)
    )
    if episode.scope.group_id != scope.group_id or episode.scope.user_id not in (None, scope.user_id):
        raise InvalidInput("reread: field reread: the episode is of another group or user", field="reread")
    change = ("reread", episode.id, time_text(now)) if again else ("ingestion", episode.id)
    return {
        **fresh(),
        "begun_with": context.model_dump(mode="json", exclude_unset=True),
        "input": given,
        "again": again is not None,
        "before": before,
        "ahead": later,
        "live": item.at is None and moment == now and again is None,
        "said_at": min(moment, now).astimezone(zone).isoformat(),
        "masked": [one.model_dump() for one in masked],
        "episode": episode.model_dump(mode="json"),
        "change_id": stable_id(scope.group_id, "change", *change),
        "on_conflict": context.on_conflict if can_wait() else "queue",
    }


def in_own_name(given: dict[str, Any], item: AnyInput, user: str | None) -> tuple[dict[str, Any], AnyInput]:
    """Return the input without the name of its speaker if that is the user: "Ada: I prefer tea" in a chat of ada's."""
    if not isinstance(item, Turn) or item.speaker is None or folded(item.speaker) != folded(user or ""):
        return given, item
    own = {name: value for name, value in given.items() if name != "speaker"}
    return own, parse_input(own)


def masked_turn(given: dict[str, Any]) -> dict[str, Any]:
    """A later turn without its secrets. Raises :class:`InvalidInput` for one that is too large."""
    check_limits(given)
    return mask_input(given)[0]


def _refused(message: str, field: str | None) -> dict[str, Any]:
    """The result of an input that ends here."""
    return {**fresh(), **IngestResult(error=IngestError(message=message, field=field)).as_update()}


def in_zone(given: dict[str, Any], timezone: str) -> tuple[dict[str, Any], tzinfo]:
    """The input with its time as a moment, and the zone of whoever speaks: the offset of ``at``, else the setting's.

    Raises :class:`InvalidInput` for a text that is no time.
    """
    at = given.get("at")
    if not isinstance(at, str):
        return given, ZoneInfo(timezone)
    try:
        moment = said_at_of(at, timezone)
        moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        message = (
            f"input: field at: expected a time such as 2026-02-01T17:00:00Z, or a day such as 2026-02-01, got {at!r}"
        )
        raise InvalidInput(message, field="at") from error
    return {**given, "at": moment.isoformat()}, moment.tzinfo or ZoneInfo(timezone)


async def _with_file(given: dict[str, Any], resources: Resources) -> dict[str, Any]:
    """The input with the content of the file that it names. Raises :class:`InvalidInput`."""
    if not names_a_file(given):
        return given
    settings = await resources.settings()
    if not settings.documents:
        raise InvalidInput(
            "document input: field path: files are not read here: give content, or set MEMORIST_DOCUMENTS to "
            "the folder that they may be read from",
            field="path",
        )
    return await loaded(given, settings.document_timeout, below=Path(settings.documents))
