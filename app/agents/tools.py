"""Memory as tools, for agents that decide themselves when to look something up or keep it."""

from collections.abc import Awaitable, Callable
from functools import wraps

from langchain_core.tools import BaseTool, StructuredTool

from memorist.api.memory import Memory
from memorist.memory_store.domain.errors import MemoristError


def memory_tools(memory: Memory) -> list[BaseTool]:
    """Four tools over an open memory: recall, remember, history, check an intended command. They are async.

    A memory that cannot be asked answers so in words; a tool never raises.
    """

    async def recall_memory(task: str) -> str:
        """Look up what is known for a task or a question: hard rules, procedures, facts, recent events.

        Args:
            task: what you are about to do, or the question, in a sentence.
        """
        return (await memory.recall(task)).prompt

    async def remember(text: str) -> str:
        """Keep something that the person stated or decided, for later conversations.

        Args:
            text: one self-contained sentence, such as "We use pnpm for packages".
        """
        turn = {"kind": "turn", "role": "user", "content": f"@remember {text}", "at": memory.clock.now().isoformat()}
        (result,) = await memory.ingest(turn)
        if result.error is not None:
            return f"Not kept: {result.error.message}"
        kept = [f"{m.effect}: {m.content}" for m in result.memories]
        return "\n".join(kept) or f"Nothing kept: {result.verdict.reason if result.verdict else 'nothing to keep'}"

    async def memory_history(topic: str) -> str:
        """What was ever held about a name ("Postgres") or a field ("sign-in"), oldest first, with dates.

        Args:
            topic: the name or field.
        """
        lines: list[str] = []
        for entry in await memory.history(topic):
            until = f"{entry.memory.valid_until:%Y-%m-%d}" if entry.memory.valid_until else "now"
            ended = f" (ended: {entry.reason})" if entry.reason else ""
            lines.append(f"{entry.memory.valid_from:%Y-%m-%d} to {until}: {entry.memory.content}{ended}")
        return "\n".join(lines) or f"Nothing is known about {topic}."

    async def check_command(command: str) -> str:
        """Ask whether a shell command may be run, before running one that deletes, overwrites or publishes.

        Args:
            command: the command line.
        """
        verdict = await memory.check_action({"kind": "shell", "command": command})
        instead = f" Instead: {verdict.alternative}" if verdict.alternative else ""
        return f"{verdict.action}. {verdict.reason}{instead}".strip()

    return [_tool(function) for function in (recall_memory, remember, memory_history, check_command)]


def _tool(function: Callable[[str], Awaitable[str]]) -> BaseTool:
    return StructuredTool.from_function(coroutine=_never_raising(function), parse_docstring=True)


def _never_raising(function: Callable[[str], Awaitable[str]]) -> Callable[[str], Awaitable[str]]:
    """The function, with the errors of the memory in words."""

    @wraps(function)
    async def asked(*args: str, **kwargs: str) -> str:
        try:
            return await function(*args, **kwargs)
        except MemoristError as error:
            return f"The memory cannot answer: {error}"

    return asked
