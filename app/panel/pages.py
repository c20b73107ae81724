"""The pages over many memories. Each reads its parameters, asks :class:`Reads`, and renders."""

import json
import time
from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from memorist.app.auth.caller import NotAllowed, Role
from memorist.app.panel.log import MAX_SHOWN
from memorist.app.panel.parameters import (
    LONGEST_QUERY,
    MAX_PAGES,
    address,
    as_typed,
    days_since,
    filters_of,
    number,
    read_day,
)
from memorist.app.panel.parameters import words as words_in
from memorist.app.panel.reads import Reads
from memorist.app.panel.render import page
from memorist.app.panel.shaping import in_words
from memorist.app.panel.views import Hits, LogPage, NotThere
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.parts.operations import LAST
from memorist.nodes.operations.result import UndoResult

MAX_TRACED = 200
"""So many candidates are shown."""
RUNS = {
    "": "made by anything",
    "ingestion": "ingestion",
    "ingestion:update_models": "models of people and work",
    "promotion": "promotion",
    "review": "review",
    "panel": "this panel",
    "undo": "an undo",
    "forgetting": "forgetting",
    "maintenance": "upkeep",
    "retrieval": "uses in prompts",
    "homeostasis": "homeostasis",
}
"""Prefixes of the runs of entries, with their labels."""
UNDONE = frozenset({"ingestion", "promotion", "review", "panel", "undo", "maintenance"})
"""Runs whose entries are offered to be undone from the list."""
USES = {"most": "Used most", "latest": "Used last", "never": "Never used"}


def need_everybodys(request: Request) -> None:
    """Raise :class:`NotAllowed` for a caller who is pinned to one user and is no administrator."""
    if not request.state.caller.sees_everybodys:
        raise NotAllowed("This shows what everybody told, also of themselves: it needs the role admin.")


async def memories(request: Request, reads: Reads) -> Response:
    """Search and browse."""
    given, problem = request.query_params, ""
    try:
        filters = filters_of(given, reads.zone)
    except InvalidInput as error:
        filters, problem = as_typed(given), str(error)
    began = time.perf_counter()
    found = Hits((), "", more=False) if problem else await reads.lists.find(filters)
    return page(
        request,
        "memories.html",
        status=400 if problem else 200,
        problem=problem,
        filters=filters,
        given=request.query_params,
        found=found,
        names=await reads.lists.names(),
        people=await reads.lists.people(),
        days=days_since((await reads.lists.beginning()).held, reads.now, filters.as_of, reads.zone),
        milliseconds=(time.perf_counter() - began) * 1e3,
        begin=address(request.query_params, page=1, after=""),
        earlier=address(request.query_params, page=filters.page - 1, after=""),
        later=address(request.query_params, page=filters.page + 1, after=found.last),
    )


async def review(request: Request, reads: Reads) -> Response:
    """The page of open questions, with the answer just given if this panel confirmed it."""
    done, state = request.query_params.get("done", ""), request.state
    told = done if state.sessions.said(state.session, done, request.query_params.get("seal", "")) else ""
    return await review_again(request, reads, {}, "", 200, done=told)


async def review_again(
    request: Request, reads: Reads, typed: Mapping[str, str], problem: str, status: int, *, done: str = ""
) -> Response:
    """The queue, once more with the reason that was typed and what is wrong."""
    waiting, unread = await reads.waiting(), await reads.unread()
    return page(
        request, "review.html", status=status, waiting=waiting, unread=unread, done=done, typed=typed, problem=problem
    )


async def answer(request: Request, reads: Reads, fields: Mapping[str, str]) -> Response:
    """Carry out an answer."""
    id_, choice = fields.get("id", ""), fields.get("choice", "")
    asked = next((one for one in await reads.waiting() if one.waiting.id == id_), None)
    if asked is None:
        raise InvalidInput("this question is no longer open: somebody else may have answered it", field="id")
    await reads.memory.review.settle(id_, choice, reason=fields.get("reason", "").strip())
    done, state = asked.outcome(choice), request.state
    told = urlencode({"done": done, "seal": state.sessions.seal(state.session, done)})
    return RedirectResponse(f"{request.scope.get('root_path', '')}/review?{told}", status_code=303)


async def context(request: Request, reads: Reads) -> Response:
    """The prompt that an agent would get for a task, and every candidate with the reason why it is in or out."""
    given = request.query_params
    task = words_in(given, "task", LONGEST_QUERY)
    budget, as_of, problem = None, None, ""
    try:
        budget = number(given.get("budget", ""), "budget", most=1_000_000, usual=0) or None
        as_of = read_day(given.get("as_of", ""), "as of", reads.zone, end=True)
    except InvalidInput as error:
        problem = str(error)
    began = time.perf_counter()
    recall, words = await reads.recall(task, budget=budget, as_of=as_of) if task and not problem else (None, {})
    milliseconds = (time.perf_counter() - began) * 1e3
    days = days_since((await reads.lists.beginning()).held, reads.now, as_of, reads.zone)
    return page(
        request,
        "context.html",
        status=400 if problem else 200,
        problem=problem,
        task=task,
        given=given,
        recall=recall,
        trace=[(one, in_words(one.reason, words)) for one in recall.trace[:MAX_TRACED]] if recall else [],
        words=words,
        milliseconds=milliseconds,
        days=days,
    )


async def timeline(request: Request, reads: Reads) -> Response:
    """The history of a topic."""
    given = request.query_params
    topic = words_in(given, "topic")
    known_at = read_day(given.get("known_at", ""), "believed on", reads.zone, end=True)
    found = await reads.timeline(topic, known_at) if topic else None
    names, recorded = await reads.lists.names(), (await reads.lists.beginning()).recorded
    days = days_since(recorded, reads.now, known_at, reads.zone)
    early = known_at is not None and recorded is not None and known_at < recorded
    return page(
        request,
        "timeline.html",
        topic=topic,
        given=given,
        found=found,
        names=names,
        days=days,
        known_at=known_at,
        recorded=recorded,
        early=early,
    )


async def about(request: Request, reads: Reads) -> Response:
    """One page about a person or a topic."""
    name = words_in(request.query_params, "name")
    return page(
        request, "about.html", name=name, found=await reads.memory.about(name or None), names=await reads.lists.names()
    )


async def graph(request: Request, reads: Reads) -> Response:
    """The graph around a name."""
    name = words_in(request.query_params, "name")
    picture = await reads.picture(name) if name else None
    data = json.dumps({"nodes": picture.nodes, "edges": picture.edges}) if picture else ""
    return page(request, "graph.html", name=name, picture=picture, data=data, names=await reads.lists.names())


def part_of(request: Request, name: str) -> str:
    """The template of a part that a page asks for while it is open; on its own it is a page."""
    return f"{name}.html" if "hx-request" in request.headers else f"{name}_page.html"


async def ladder(request: Request, reads: Reads) -> Response:
    """The memories on each rung, and the conditions of climbing."""
    log = await reads.log.page(run="promotion") if request.state.caller.sees_everybodys else []
    return page(
        request, "ladder.html", ladder=await reads.ladder(), log=log, everybodys=request.state.caller.sees_everybodys
    )


async def next_climbs(request: Request, reads: Reads) -> Response:
    """The memories that the next promotion would lift: a part of the page, because it takes longer."""
    need_everybodys(request)
    return page(request, part_of(request, "ladder_next"), ladder=await reads.next_climbs())


async def balance(request: Request, reads: Reads) -> Response:
    """The assessment of an agent."""
    agent = words_in(request.query_params, "agent") or None
    if agent is not None:
        agent = request.state.caller.as_agent(agent)
    session = words_in(request.query_params, "session")
    found = await reads.assessments(agent, session)
    rows = [(memory, [tag.split("=", 1) for tag in memory.tags if "=" in tag]) for memory in found]
    agents, shown = await reads.lists.agents(request.state.caller.agent), agent or reads.scope.agent_id or ""
    return page(request, "balance.html", agents=agents, agent=shown, session=session, rows=rows)


async def uses(request: Request, reads: Reads) -> Response:
    """The use of memories in prompts: most, latest, never."""
    given = request.query_params
    show = given.get("show", "") or "most"
    if show not in USES:
        raise InvalidInput(f"show: expected one of {', '.join(USES)}, got {show[:40]!r}", field="show")
    place = number(given.get("page", ""), "page", most=MAX_PAGES, usual=1)
    found, more = await reads.uses(show, place)
    log = await reads.log.page(run="retrieval") if request.state.caller.sees_everybodys else []
    return page(
        request,
        "uses.html",
        found=found,
        shows=USES,
        log=log,
        more=more,
        number=place,
        earlier=address(given, page=place - 1),
        later=address(given, page=place + 1),
    )


async def changes(request: Request, reads: Reads) -> Response:
    """The change log."""
    need_everybodys(request)
    before = number(request.query_params.get("before", ""), "before", most=LAST, usual=LAST)
    run = words_in(request.query_params, "run", 64)
    entries = await reads.log.page(before, run)
    undone = [entry.sequence for entry in entries if entry.run.partition(":")[0] in UNDONE and entry.words]
    return page(request, "changes.html", entries=entries, run=run, runs=RUNS, first=before == LAST, undone=undone)


async def change(request: Request, reads: Reads) -> Response:
    """One entry of the log with what it changed."""
    need_everybodys(request)
    entry = await reads.log.entry(request.path_params["sequence"])
    return page(request, "change.html", entry=entry.about, payload=entry.payload, whole=entry, most=MAX_SHOWN)


async def preview_undo(request: Request, reads: Reads) -> Response:
    """Preview of undoing an entry's operation, before anything changes."""
    request.state.caller.need(Role.WRITE)
    need_everybodys(request)
    entry = await reads.log.entry(request.path_params["sequence"])
    return await _undoing(request, reads, entry, await reads.memory.undo(entry.about["uuid"], dry_run=True))


async def undo(request: Request, reads: Reads, fields: Mapping[str, str]) -> Response:
    """Take it back."""
    need_everybodys(request)
    entry = await reads.log.entry(request.path_params["sequence"])
    return await _undoing(request, reads, entry, await reads.memory.undo(entry.about["uuid"]))


async def _undoing(request: Request, reads: Reads, entry: LogPage, plan: UndoResult) -> Response:
    ids = [*plan.undo_first, *(one for one in (plan.undone_by, plan.change_id) if one)]
    return page(request, "undo.html", entry=entry.about, plan=plan, places=await reads.log.places(ids))


async def health(request: Request, reads: Reads) -> Response:
    """The store at a glance."""
    return page(request, "health.html", health=await reads.health(), ladder=await reads.ladder())


async def check(request: Request, reads: Reads) -> Response:
    """Everything counted and checked: a part of the page, because it takes longer."""
    return page(request, part_of(request, "health_check"), health=await reads.health(thorough=True))


async def nowhere(request: Request, reads: Reads) -> Response:
    """Raise :class:`NotThere`."""
    raise NotThere
