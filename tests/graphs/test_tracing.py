"""Spans of ingestion and recall, with the real OpenTelemetry SDK."""

from collections.abc import Generator

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from memorist.api.memory import AsyncMemory
from memorist.graphs.tracing import span
from tests.inputs import ingested
from tests.stores import EMBEDDED

SECRET_WORDS = "We use pnpm for packages"


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Generator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield exporter
    provider.shutdown()


def named(exporter: InMemorySpanExporter) -> dict[str, ReadableSpan]:
    return {one.name: one for one in exporter.get_finished_spans()}


@EMBEDDED
async def test_an_input_is_a_span_with_its_nodes_below_it_and_nobodys_words_in_it(
    memory: AsyncMemory, spans: InMemorySpanExporter
) -> None:
    with trace.get_tracer("application").start_as_current_span("request"):
        await ingested(memory, SECRET_WORDS)
    found = named(spans)
    root = found["memorist.ingest"]
    told = root.attributes or {}
    assert root.parent == found["request"].context
    assert (told["memorist.verdict"], told["memorist.memories"]) == ("keep", 1)
    for node in ("receive", "gate", "read", "match", "reconcile", "commit"):
        assert found[f"memorist.ingestion.{node}"].parent == root.context
    assert "pnpm" not in "".join(one.to_json() for one in spans.get_finished_spans())


@EMBEDDED
async def test_a_recall_is_a_span_that_says_how_much_was_told(memory: AsyncMemory, spans: InMemorySpanExporter) -> None:
    await ingested(memory, SECRET_WORDS)
    recall = await memory.recall("Which package manager?")
    root = named(spans)["memorist.recall"].attributes or {}
    assert (root["memorist.tokens"], root["memorist.group"]) == (recall.tokens, memory.scope.group_id)
    assert named(spans)["memorist.retrieval.answer"].parent is not None


def test_a_failure_is_told_by_its_type_alone(spans: InMemorySpanExporter) -> None:
    with pytest.raises(ValueError, match="Mira"), span("memorist.recall"):
        raise ValueError("Mira lives in Oslo")
    failed = named(spans)["memorist.recall"]
    assert not failed.status.is_ok
    assert failed.status.description == "ValueError"
    assert "Oslo" not in failed.to_json()
