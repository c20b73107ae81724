"""The pages about one memory: look at it, put another in its place, forget it."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from memorist.app.auth.caller import Role
from memorist.app.panel import edits
from memorist.app.panel.reads import Reads
from memorist.app.panel.render import page
from memorist.memory_store.domain.errors import Conflict, InvalidInput


async def show(request: Request, reads: Reads) -> Response:
    """Everything about it."""
    whole = await reads.whole(request.path_params["id"])
    memory = whole.memory
    return page(request, "memory.html", whole=whole, memory=memory, editable=edits.no_edit_of(memory) is None)


async def episode(request: Request, reads: Reads) -> Response:
    """A raw input in its own words, and what was made of it."""
    found = await reads.episode(request.path_params["id"])
    return page(request, "episode.html", one=found[0], made=found[1])


ENTERED = ("content", "type", "reason", "alternative", "episode")
"""Fields of the form for a new memory."""
ENTERED_TYPES = {
    "": "as it reads",
    "semantic:hard_rule block": "hard rule that forbids",
    "semantic:hard_rule warn": "hard rule that warns",
    "semantic:policy": "policy",
    "semantic:preference": "preference",
    "semantic:fact": "fact",
    "semantic:decision": "decision",
}
"""Types of memory that a person may enter, with their labels."""


async def new(request: Request, reads: Reads) -> Response:
    """The form for a new memory; with the id of an unread input, its words are in it."""
    request.state.caller.need(Role.WRITE)
    episode = request.query_params.get("episode", "")
    kind = request.query_params.get("type", "")
    typed = {"episode": episode, "content": await reads.unread_words(episode) if episode else "", "type": kind}
    return await new_again(request, reads, typed, "", 200)


async def new_again(request: Request, reads: Reads, typed: Mapping[str, str], problem: str, status: int) -> Response:
    """The form once more, with what was typed and what is wrong with it."""
    given = {name: typed.get(name, "") for name in ENTERED}
    return page(request, "add.html", status=status, given=given, types=ENTERED_TYPES, problem=problem)


async def add(request: Request, reads: Reads, fields: Mapping[str, str]) -> Response:
    """Ingest what was entered; what is wrong with it is said in the form."""
    given = {name: fields.get(name, "").strip() for name in ENTERED}
    type_, _, severity = given["type"].partition(" ")
    entry: dict[str, Any] = {"content": given["content"]}
    try:
        if not given["content"]:
            raise InvalidInput("say in a sentence what holds", field="content")
        if given["type"] not in ENTERED_TYPES:
            raise InvalidInput("type: choose one from the list", field="type")
        if (given["reason"] or given["alternative"]) and not severity:
            raise InvalidInput("a reason and an alternative belong to a hard rule: choose that type", field="type")
        if type_:
            entry["type"] = type_
        if severity:
            alternatives = [given["alternative"]] if given["alternative"] else []
            entry |= {"severity": severity, "reason": given["reason"] or None, "alternatives": alternatives}
        made = await edits.add(reads.memory, entry, given["episode"])
    except InvalidInput as error:
        return await new_again(request, reads, fields, str(error), 400)
    return RedirectResponse(f"{request.scope.get('root_path', '')}/m/{made}", status_code=303)


async def read_by_person(request: Request, reads: Reads, fields: Mapping[str, str]) -> Response:
    """Take an input off the list of unread ones; its words stay."""
    await reads.episode(request.path_params["id"])
    await edits.mark_read(reads.memory, request.path_params["id"])
    return RedirectResponse(f"{request.scope.get('root_path', '')}/review#unread", status_code=303)


async def edit(request: Request, reads: Reads) -> Response:
    """The form in which another takes its place."""
    request.state.caller.need(Role.WRITE)
    memory = await reads.get(request.path_params["id"])
    if (why_not := edits.no_edit_of(memory)) is not None:
        raise InvalidInput(why_not, field="id")
    return page(request, "edit.html", memory=memory, content=memory.content, reason="", problem="")


async def edit_again(request: Request, reads: Reads, typed: Mapping[str, str], problem: str, status: int) -> Response:
    """The form once more, with what was typed and what is wrong with it."""
    memory = await reads.get(request.path_params["id"])
    content, reason = typed.get("content", ""), typed.get("reason", "")
    return page(request, "edit.html", status=status, memory=memory, content=content, reason=reason, problem=problem)


async def save(request: Request, reads: Reads, fields: Mapping[str, str]) -> Response:
    """Put the new one in its place; what is wrong with it is said in the form."""
    memory = await reads.get(request.path_params["id"])
    content, reason = fields.get("content", "").strip(), fields.get("reason", "").strip()
    try:
        if not content:
            raise InvalidInput("say what holds instead; to be rid of it, forget it", field="content")
        made = await edits.edit(reads.memory, memory, content, reason=reason)
    except InvalidInput as error:
        return await edit_again(request, reads, fields, str(error), 400)
    except Conflict as error:
        return await edit_again(request, reads, fields, f"somebody else changed this meanwhile: {error}", 409)
    return RedirectResponse(f"{request.scope.get('root_path', '')}/m/{made}", status_code=303)


async def preview(request: Request, reads: Reads) -> Response:
    """Preview of forgetting a memory, before anything changes."""
    request.state.caller.need(Role.WRITE)
    memory = await reads.get(request.path_params["id"])
    return page(request, "forget.html", memory=memory, plan=await reads.preview_forget(memory.id), done=None)


async def forget(request: Request, reads: Reads, fields: Mapping[str, str]) -> Response:
    """Erase what was previewed."""
    memory = await reads.get(request.path_params["id"])
    done = await reads.memory.forget([memory.id], confirmed=fields.get("fingerprint", ""))
    return page(request, "forget.html", memory=memory, plan=done.plan, done=done)
