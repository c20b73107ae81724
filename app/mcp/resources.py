"""The resources: hard rules, and the page of a person, as Markdown."""

from typing import TYPE_CHECKING

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError

from memorist.api.checking import in_time
from memorist.app.mcp.tool import UNAVAILABLE_ERRORS
from memorist.app.open_memory import MemoryFor
from memorist.memory_store.reading import Moment
from memorist.nodes.retrieval.attribution import rule_told
from memorist.nodes.retrieval.fence import one_line

if TYPE_CHECKING:
    from memorist import Memory
    from memorist.memory_store.domain.memory import Memory as Remembered

RULES = "memorist://rules"
PERSON = "memorist://person/{name}"
MARKDOWN = "text/markdown"


def add_resources(server: MCPServer, memory_for: MemoryFor) -> None:
    """Offer the resources on a server."""

    @server.resource(RULES, name="rules", title="Hard rules", mime_type=MARKDOWN)
    async def rules() -> str:  # pyright: ignore[reportUnusedFunction]
        """The hard rules that are in force for this agent, with their reasons."""
        try:
            return await _rules(await memory_for())
        except UNAVAILABLE_ERRORS as error:
            raise ResourceError(f"the memory cannot answer: {error}") from error

    @server.resource(PERSON, name="person", title="What is known about a person", mime_type=MARKDOWN)
    async def person(name: str) -> str:  # pyright: ignore[reportUnusedFunction]
        """The current memories about a person, by kind, with their start dates."""
        try:
            page = await (await memory_for()).about(name)
        except UNAVAILABLE_ERRORS as error:
            raise ResourceError(f"the memory cannot answer: {error}") from error
        if not page.sections:
            raise ResourceNotFoundError(f"nothing is known about {name}")
        return page.text


async def _rules(memory: "Memory") -> str:
    reading = memory.store.search.standing(memory.scope, Moment.of(memory.clock.now()))
    standing = await in_time(reading, memory.settings.call_timeout)
    lines = [_rule(rule_told(memory.scope.user_id, rule)) for rule in standing.rules]
    return "\n".join(("# Hard rules", "", *(lines or ["There are none."]))) + "\n"


def _rule(rule: "Remembered") -> str:
    severity, reason = getattr(rule, "severity", None), getattr(rule, "reason", None)
    marked = f"**{severity}** " if severity else ""
    because = f" (reason: {one_line(reason)})" if reason else ""
    return f"- {marked}{one_line(rule.content)}{because}"
