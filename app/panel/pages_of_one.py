"""The pages about one memory: look at it, put another in its place, forget it."""

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from memorist.app.auth.caller import Role
from memorist.app.panel import edits
from memorist.app.panel.pages import nowhere
from memorist.app.panel.reads import Reads
from memorist.app.panel.render import page
from memorist.memory_store.domain.errors import Conflict, InvalidInput


async def show(request: Request, reads: Reads) -> Response:
    """Everything about it."""
    whole = await reads.whole(request.path_params["id"])
    if whole is None:
        return await nowhere(request, reads)
    memory = whole.memory
    return page(request, "memory.html", whole=whole, memory=memory, editable=edits.no_edit_of(memory) is None)


async def episode(request: Request, reads: Reads) -> Response:
    """A raw input in its own words, and what was made of it."""
    found = await reads.episode(request.path_params["id"])
    if found is None:
        return await nowhere(request, reads)
    return page(request, "episode.html", one=found[0], made=found[1])


async def edit(request: Request, reads: Reads) -> Response:
    """The form in which another takes its place."""
    request.state.caller.need(Role.WRITE)
    memory = await reads.get(request.path_params["id"])
    if memory is None:
        return await nowhere(request, reads)
    if (why_not := edits.no_edit_of(memory)) is not None:
        raise InvalidInput(why_not, field="id")
    return page(request, "edit.html", memory=memory, content=memory.content, reason="", problem="")


async def edit_again(request: Request, reads: Reads, typed: Mapping[str, str], problem: str, status: int) -> Response:
    """The form once more, with what was typed and what is wrong with it."""
    memory = await reads.get(request.path_params["id"])
    if memory is None:
        return await nowhere(request, reads)
    content, reason = typed.get("content", ""), typed.get("reason", "")
    return page(request, "edit.html", status=status, memory=memory, content=content, reason=reason, problem=problem)


async def save(request: Request, reads: Reads, fields: Mapping[str, str]) -> Response:
    """Put the new one in its place; what is wrong with it is said in the form."""
    memory = await reads.get(request.path_params["id"])
    if memory is None:
        return await nowhere(request, reads)
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
    if memory is None:
        return await nowhere(request, reads)
    return page(request, "forget.html", memory=memory, plan=await reads.preview_forget(memory.id), done=None)


async def forget(request: Request, reads: Reads, fields: Mapping[str, str]) -> Response:
    """Erase what was previewed."""
    memory = await reads.get(request.path_params["id"])
    if memory is None:
        return await nowhere(request, reads)
    done = await edits.forget(reads.memory, memory.id, fields.get("fingerprint", ""))
    return page(request, "forget.html", memory=memory, plan=done.plan, done=done)
