"""The chain: extractors in the order of the settings, each with its breaker and time limit."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.settings import EXTRACTORS, Settings
from memorist.nodes.ingestion.extract.chain.breaker import Breaker
from memorist.nodes.ingestion.extract.chain.extractor import Answer, CannotExtract, Extractor, Question


class Answered(Part):
    """Who answered, how, and in how many seconds; null when nobody did. ``reasons`` say why others did not."""

    by: str | None = None
    model: str = ""
    prompt_version: str = ""
    seconds: float = 0.0
    reasons: tuple[str, ...] = ()


@dataclass
class _Link:
    extractor: Extractor
    breaker: Breaker


NOT_AGAIN = "(not asked again for now)"
"""How the reason ends of an extractor that was not asked, because it failed before."""


class Chain:
    """Asks one extractor after the other until one answers; never raises."""

    def __init__(self, extractors: Sequence[Extractor], *, timeout: float, failures: int, pause: float) -> None:
        self._links = [_Link(each, Breaker(failures=failures, pause=pause)) for each in extractors]
        self._timeout = timeout

    def __bool__(self) -> bool:
        """Whether there is anybody to ask."""
        return bool(self._links)

    async def ask(self, question: Question) -> tuple[Answer | None, Answered]:
        """The first answer, and how it came about."""
        reasons: list[str] = []
        for link in self._links:
            if link.breaker.is_open:
                reasons.append(f"{link.breaker.reason} {NOT_AGAIN}")
                continue
            started = time.perf_counter()
            try:
                async with asyncio.timeout(self._timeout):
                    await link.extractor.healthy()
                    answer = await link.extractor.extract(question)
            except TimeoutError:
                reason = f"{link.extractor.name}: did not answer within {self._timeout:g} s"
                link.breaker.failed(reason)
                reasons.append(reason)
            except CannotExtract as error:
                link.breaker.failed(error.reason, lasting=error.lasting)
                reasons.append(error.reason)
            else:
                link.breaker.succeeded()
                who = link.extractor
                return answer, Answered(
                    by=who.name,
                    model=who.model,
                    prompt_version=who.prompt_version,
                    seconds=round(time.perf_counter() - started, 3),
                    reasons=tuple(reasons),
                )
        return None, Answered(reasons=tuple(reasons))


def open_chain(settings: Settings) -> Chain:
    """The chain that ``MEMORIST_EXTRACTORS`` names. Raises :class:`InvalidInput` for a name that means nothing."""
    names = [name.strip() for name in settings.extractors.split(",") if name.strip()]
    extractors = [one for name in names if (one := _extractor(name, settings)) is not None]
    return Chain(
        extractors,
        timeout=settings.extractor_timeout,
        failures=settings.extractor_failures,
        pause=settings.extractor_pause,
    )


def _extractor(name: str, settings: Settings) -> Extractor | None:
    kind, _, model = name.partition(":")
    match kind, model:
        case (("none" | "patterns"), ""):
            return None  # patterns come first whatever is set
        case "ollama", _:
            from memorist.nodes.ingestion.extract.chain.ollama import OllamaExtractor

            return OllamaExtractor(
                model or settings.ollama_model, base_url=settings.ollama_url, timeout=settings.extractor_timeout
            )
        case "chat", str() if model:
            from memorist.nodes.ingestion.extract.chain.chat_model import ChatModelExtractor

            return ChatModelExtractor(model)
        case "graphiti", str() if model:
            from memorist.nodes.ingestion.extract.chain.graphiti import GraphitiExtractor

            return GraphitiExtractor(model)
        case "mem0", str() if model:
            from memorist.nodes.ingestion.extract.chain.mem0 import Mem0Extractor

            return Mem0Extractor(model)
        case _:
            raise InvalidInput(f"extractors: {name!r} is none: expected {EXTRACTORS}", field="extractors")
