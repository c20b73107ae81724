"""Spans of ingestion and recall, with the real OpenTelemetry SDK."""

from collections.abc import AsyncGenerator, Generator

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from memorist.api.memory import AsyncMemory
from memorist.graphs.tracing import span
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.stores import test_settings

SECRET_WORDS = "We use pnpm for packages"


@pytest.fixture
async def memory(embedded_url: str, scope: Scope) -> AsyncGenerator[AsyncMemory]:
    store = await Store.open(embedded_url, settings=test_settings())
    yield AsyncMemory(store, scope)
    await store.close()


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


async def test_an_input_is_a_span_with_its_nodes_below_it_and_nobodys_words_in_it(
    memory: AsyncMemory, spans: InMemorySpanExporter
) -> None:
    with trace.get_tracer("application").start_as_current_span("request"):
        await memory.ingest({"kind": "turn", "role": "user", "content": SECRET_WORDS})
    found = named(spans)
    root = found["memorist.ingest"]
    assert root.attributes is not None
    assert root.parent == found["request"].context
    assert (root.attributes["memorist.verdict"], root.attributes["memorist.memories"]) == ("keep", 1)
    for node in ("receive", "gate", "read", "match", "reconcile", "commit"):
        assert found[f"memorist.ingestion.{node}"].parent == root.context
    assert "pnpm" not in "".join(one.to_json() for one in spans.get_finished_spans())


async def test_a_recall_is_a_span_that_says_how_much_was_told(memory: AsyncMemory, spans: InMemorySpanExporter) -> None:
    await memory.ingest({"kind": "turn", "role": "user", "content": SECRET_WORDS})
    recall = await memory.recall("Which package manager?")
    root = named(spans)["memorist.recall"].attributes
    assert root is not None
    assert root["memorist.tokens"] == recall.tokens
    assert root["memorist.group"] == memory.scope.group_id
    assert named(spans)["memorist.retrieval.answer"].parent is not None


async def test_a_failure_is_told_by_its_type_alone(memory: AsyncMemory, spans: InMemorySpanExporter) -> None:
    with pytest.raises(ValueError, match="Mira"), span("memorist.recall"):
        raise ValueError("Mira lives in Oslo")
    failed = named(spans)["memorist.recall"]
    assert not failed.status.is_ok
    assert failed.status.description == "ValueError"
    assert "Oslo" not in failed.to_json()
