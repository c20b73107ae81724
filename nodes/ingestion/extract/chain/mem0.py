"""Mem0's fact extraction: its prompt, asked of any chat model; nothing of Mem0's storage is used."""

import asyncio
import os

from pydantic import BaseModel

from memorist.nodes.ingestion.extract.chain.asking import ask
from memorist.nodes.ingestion.extract.chain.chat_model import ChatModel
from memorist.nodes.ingestion.extract.chain.extractor import Answer, CannotExtract, Question, Said
from memorist.nodes.language.words import stems


class Facts(BaseModel):
    """The form in which Mem0's prompt asks for an answer."""

    facts: list[str]


class Mem0Extractor:
    """Facts as plain sentences; which statement one comes from is told by its words."""

    name = "mem0"

    def __init__(self, model: str) -> None:
        self.model = model
        self.prompt_version = "mem0"
        self._chat_model = ChatModel(model, by=self.name)
        self._prompt: str | None = None

    async def healthy(self) -> None:
        """The packages are there."""
        if self._prompt is None:
            self._prompt, self.prompt_version = await asyncio.to_thread(_prompt)
        await self._chat_model.opened()

    async def extract(self, question: Question) -> Answer:
        """One chat."""
        await self.healthy()
        said = "\n".join(f"user: {statement}" for statement in question.statements)
        messages = [("system", self._prompt or ""), ("human", f"Input:\n{said}")]
        found = await ask(await self._chat_model.opened(), messages, Facts, who=self.name)
        return Answer(memories=[_said(fact, question) for fact in found.facts if fact.strip()])


def _prompt() -> tuple[str, str]:
    os.environ.setdefault("MEM0_TELEMETRY", "False")
    try:
        from importlib.metadata import version

        from mem0.configs.prompts import USER_MEMORY_EXTRACTION_PROMPT  # pyright: ignore
    except ImportError as error:
        raise CannotExtract("mem0: needs the package mem0ai: pip install 'memorist[mem0]'", lasting=True) from error
    return str(USER_MEMORY_EXTRACTION_PROMPT), f"mem0-{version('mem0ai')}"  # pyright: ignore[reportUnknownArgumentType]


def _said(fact: str, question: Question) -> Said:
    words = stems(fact)
    shared = [len(words & stems(statement)) for statement in question.statements]
    content = fact if fact.lower().startswith(("user", "team", "the ")) else f"User: {fact}"
    return Said(statement=shared.index(max(shared)) + 1, content=content)
