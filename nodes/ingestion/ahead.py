"""Reading ahead: a model reads the turns that come next in a call together with the present one."""

from collections.abc import Sequence
from datetime import datetime

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.scope import Scope
from memorist.nodes.dates.said import without_dates
from memorist.nodes.ingestion.gate import FORGET, KEPT_NOWHERE, MAY_REFER, judge
from memorist.nodes.ingestion.receive import in_zone
from memorist.nodes.ingestion.state import IngestionState
from memorist.nodes.kinds.inputs import Turn, parse_input
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.reading.reader import SAID, WITHOUT_CONTENT, HeldMemory, Passage, Proposal, Reading, Spoken


def key_of(scope: Scope, text: str) -> str:
    """Return the key under which readers keep the reading of a turn until its run comes to it."""
    return stable_id(scope.group_id, scope.user_id or "", scope.session_id or "", text)


def following(state: IngestionState, scope: Scope, timezone: str, now: datetime) -> dict[str, Passage]:
    """Return the next turns of the call that may be read, by their keys; words between them are their context.

    What is kept nowhere, and a request to forget, is neither.
    """
    found: dict[str, Passage] = {}
    between: list[Spoken] = []
    for given in state.get("ahead", ()):
        try:
            line, zone = in_zone(given, timezone)
            item = parse_input(line)
        except InvalidInput:
            break  # its own run says what is wrong with it
        if not isinstance(item, Turn):
            break
        verdict, _ = judge(item, tuple(between))
        if verdict.category in KEPT_NOWHERE or verdict.category == FORGET:
            continue
        readable = verdict.action != "skip" or verdict.category in MAY_REFER
        passage = next(iter(kind_of(item).passages(item)), None) if readable else None
        key = key_of(scope, item.content)
        if passage is None or key in found:
            between.append(Spoken(role="user" if item.role == "user" else "assistant", content=item.content))
            continue
        said_at = item.moment(now).astimezone(zone)
        own = {"key": f"{passage.key}:{len(found) + 1}", "said_at": said_at, "before": tuple(between)}
        found[key] = passage.model_copy(update=own)
        between = []
    return found


def settled(reading: Reading, held: Sequence[HeldMemory]) -> Reading:
    """Return the reading kept for a turn, with the ids of what the turns before it became, found in ``held``."""
    by_content = {f"{SAID}{without_dates(one.content)}": one.id for one in held}
    proposals: list[Proposal] = []
    for one in reading.proposals:
        found = dict.fromkeys(by_content.get(id_, id_) for id_ in one.targets)
        targets = tuple(id_ for id_ in found if not id_.startswith(SAID))
        if targets or not one.targets:
            proposals.append(one.model_copy(update={"targets": targets}))
        elif one.operation not in WITHOUT_CONTENT:
            proposals.append(one.model_copy(update={"operation": "add", "targets": ()}))
    return reading.model_copy(update={"proposals": tuple(proposals)})
