"""Embedders: one contract, and what each says when its model is missing."""

import asyncio
import logging
import math
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding, Embeddings

import memorist
from memorist.memory_store.domain.errors import EmbedderUnavailable, InvalidInput
from memorist.memory_store.embedders import Embedder, open_embedder
from memorist.memory_store.embedders.base import unit_vectors
from memorist.memory_store.embedders.langchain import LangChainEmbedder
from memorist.memory_store.embedders.ollama import OllamaEmbedder
from memorist.memory_store.embedders.onnx import OnnxEmbedder, mean_of_tokens
from tests.heartbeat import beating
from tests.memory_store.tiny_onnx import write_model
from tests.servers.ollama_wire import Failure, OllamaWire

AWKWARD = ("", "   ", "\n", "\x00", "☃️", "\ud800 half a surrogate", "word " * 3_000)


@dataclass(frozen=True)
class Addresses:
    ollama_url: str = "http://127.0.0.1:9"


@pytest.fixture
def ollama() -> Iterator[OllamaWire]:
    with OllamaWire() as server:
        yield server


@pytest.fixture(params=["minilm", "wordllama", "ollama", "onnx", "langchain"])
def embedder(request: pytest.FixtureRequest, ollama: OllamaWire, tmp_path: Path) -> Embedder:
    match request.param:
        case "ollama":
            return open_embedder("ollama:nomic-embed-text", Addresses(ollama.url))
        case "onnx":
            return open_embedder(f"onnx:{write_model(tmp_path / 'tiny')}", Addresses())
        case "langchain":
            return LangChainEmbedder(DeterministicFakeEmbedding(size=12), name="langchain:fake:12")
        case name:
            return open_embedder(name, Addresses())


async def test_a_vector_has_the_said_size_and_unit_length(embedder: Embedder):
    await embedder.ready()
    vectors = await embedder.embed(["I prefer Clerk for mobile auth", "pnpm"])
    assert [len(vector) for vector in vectors] == [embedder.dimension] * 2
    for vector in vectors:
        assert type(vector) is tuple
        assert {type(number) for number in vector} == {float}
        assert math.hypot(*vector) == pytest.approx(1.0, abs=1e-6)


async def test_no_texts_give_no_vectors(embedder: Embedder):
    assert await embedder.embed([]) == []


async def test_awkward_texts_are_embedded_like_any_other(embedder: Embedder):
    for vector in await embedder.embed(AWKWARD):
        assert math.hypot(*vector) == pytest.approx(1.0, abs=1e-6)


async def test_a_vector_does_not_depend_on_its_neighbours(embedder: Embedder):
    [alone] = await embedder.embed(["auth mobile"])
    among = await embedder.embed(["pnpm", "auth mobile", "never " * 200])
    assert among[1] == pytest.approx(alone, abs=1e-9)


async def test_embedding_at_the_same_time_gives_the_same_vectors(embedder: Embedder):
    texts = ["clerk auth", "never firebase", "pnpm"]
    together = await asyncio.gather(*(embedder.embed([text]) for text in texts))
    assert [vector for [vector] in together] == pytest.approx(np.array(await embedder.embed(texts)))


async def test_a_long_document_does_not_hold_up_the_event_loop(embedder: Embedder):
    await embedder.ready()

    async def held_up() -> float:
        """The longest share of the time that it takes for which nothing else went on; none, where it takes no time."""
        begun = time.monotonic()
        async with beating() as gaps:
            await embedder.embed(["never firebase " * 4_000] * 40)
        seconds = time.monotonic() - begun
        return max(gaps, default=seconds) / seconds if seconds > 0.2 else 0.0

    assert min([await held_up() for _ in range(3)]) < 0.5


def test_one_embedder_serves_several_event_loops(embedder: Embedder):
    first = asyncio.run(embedder.embed(["clerk"]))
    assert asyncio.run(embedder.embed(["clerk"])) == pytest.approx(np.array(first))


async def test_near_texts_have_near_vectors():
    embedder = open_embedder("wordllama", Addresses())
    near, far, text = await embedder.embed(["login for the app", "chocolate cake", "authentication in the mobile app"])
    assert np.dot(text, near) > np.dot(text, far) + 0.1


async def test_the_default_embedder_names_its_weights():
    assert open_embedder("wordllama", Addresses()).name == "wordllama:l2_supercat_256"


# ------------------------------------------------------------------ by name


@pytest.mark.parametrize("name", ["", "word2vec", "wordllama:large", "onnx", "onnx:", "langchain", "langchain:openai"])
def test_a_name_that_no_embedder_has_is_refused(name: str):
    with pytest.raises(InvalidInput, match=r"langchain:PROVIDER:MODEL") as caught:
        open_embedder(name, Addresses())
    assert caught.value.field == "embedder"


@pytest.mark.parametrize("name", ["wordllama", "ollama:nomic-embed-text", "langchain:openai:text-embedding-3-small"])
def test_the_name_that_a_store_remembers_opens_the_same_embedder(name: str):
    remembered = open_embedder(name, Addresses()).name
    assert open_embedder(remembered, Addresses()).name == remembered


def test_ollama_without_a_model_means_its_default_and_latest_is_implied():
    assert open_embedder("ollama", Addresses()).name == "ollama:nomic-embed-text"
    assert open_embedder("ollama:nomic-embed-text:latest", Addresses()).name == "ollama:nomic-embed-text"
    assert open_embedder("ollama:bge-m3:567m", Addresses()).name == "ollama:bge-m3:567m"


@pytest.mark.parametrize("url", ["", "localhost:11434", "ftp://host", "http://", "http://host:port"])
def test_an_address_that_is_none_is_refused(url: str):
    with pytest.raises(InvalidInput, match="http://localhost:11434"):
        OllamaEmbedder("m", base_url=url)


# ------------------------------------------------------------------ Ollama


async def test_many_texts_go_to_ollama_in_batches(ollama: OllamaWire):
    embedder = OllamaEmbedder(base_url=ollama.url)
    vectors = await embedder.embed([f"text {number}" for number in range(70)])
    assert len(vectors) == 70
    assert [len(seen.body["input"]) for seen in ollama.seen] == [32, 32, 6]


async def test_a_model_that_is_not_pulled_says_how_to_pull_it(ollama: OllamaWire):
    with pytest.raises(EmbedderUnavailable, match=r"`ollama pull bge-m3`") as caught:
        await OllamaEmbedder("bge-m3", base_url=ollama.url).ready()
    assert ollama.url in str(caught.value)


async def test_no_server_says_where_it_was_looked_for():
    with pytest.raises(EmbedderUnavailable, match=r"http://127\.0\.0\.1:9: start it with `ollama serve`"):
        await OllamaEmbedder(base_url="http://127.0.0.1:9").ready()


@pytest.mark.parametrize(
    ("failure", "says"),
    [
        ("error_500", "answered 500: llama runner process has terminated"),
        ("slow", "did not answer within 0.2 s"),
        ("invalid_json", "something else than Ollama's JSON"),
        ("wrong_shape", "something else than Ollama's JSON"),
        ("half_a_stream", "broke off"),
        ("hang_up", "broke off"),
        ("unauthorized", "refuses the credentials"),
    ],
)
async def test_a_failing_server_is_one_clear_error(ollama: OllamaWire, failure: Failure, says: str):
    ollama.fail(failure)
    embedder = OllamaEmbedder(base_url=ollama.url, timeout=0.2)
    with pytest.raises(EmbedderUnavailable, match=says) as caught:
        await embedder.embed(["text"])
    assert ollama.url in str(caught.value)
    ollama.fail(None)
    assert len(await embedder.embed(["text"])) == 1


async def test_a_server_that_is_no_ollama_is_not_told_to_pull(ollama: OllamaWire):
    with pytest.raises(EmbedderUnavailable, match="answered 404"):
        await OllamaEmbedder(base_url=f"{ollama.url}/elsewhere").ready()


async def test_a_password_in_the_address_is_not_shown():
    with pytest.raises(EmbedderUnavailable) as caught:
        await OllamaEmbedder(base_url="http://me:secret@127.0.0.1:9").ready()
    assert "secret" not in str(caught.value)
    with pytest.raises(InvalidInput) as refused:
        OllamaEmbedder(base_url="ftp://me:secret@127.0.0.1:9")
    assert "secret" not in str(refused.value)


async def test_a_model_that_changes_its_size_is_refused(ollama: OllamaWire):
    embedder = OllamaEmbedder(base_url=ollama.url)
    await embedder.ready()
    ollama.dimension = 16
    with pytest.raises(EmbedderUnavailable, match="16 numbers a vector where 32"):
        await embedder.embed(["text"])


def test_a_dimension_that_must_be_asked_for_is_not_guessed():
    with pytest.raises(EmbedderUnavailable, match="ready"):
        _ = OllamaEmbedder(base_url="http://127.0.0.1:9").dimension


# ------------------------------------------------------------------ ONNX


@pytest.mark.parametrize("pooled", [False, True])
async def test_models_with_and_without_pooling_give_the_same_vector(tmp_path: Path, *, pooled: bool):
    [vector] = await OnnxEmbedder(write_model(tmp_path / "model", pooled=pooled)).embed(["clerk auth mobile"])
    [expected] = await OnnxEmbedder(write_model(tmp_path / "other")).embed(["clerk auth mobile"])
    assert vector == pytest.approx(expected, abs=1e-6)


def test_masked_tokens_do_not_count_in_the_mean():
    tokens = np.array([[1.0, 2.0], [3.0, 4.0], [90.0, 90.0]])
    assert mean_of_tokens(tokens, [1, 1, 0]).tolist() == [2.0, 3.0]
    assert mean_of_tokens(tokens, [0, 0, 0]).tolist() == [0.0, 0.0]


async def test_other_weights_in_a_folder_of_the_same_name_are_another_embedder(tmp_path: Path):
    one = OnnxEmbedder(write_model(tmp_path / "a" / "model"))
    two = OnnxEmbedder(write_model(tmp_path / "b" / "model", seed=2))
    same = OnnxEmbedder(write_model(tmp_path / "c" / "model"))
    for embedder in (one, two, same):
        await embedder.ready()
    assert one.name.startswith("onnx:model@")
    assert one.name == same.name != two.name


async def test_a_folder_without_a_model_says_what_is_expected(tmp_path: Path):
    with pytest.raises(EmbedderUnavailable, match=r"expected model\.onnx and tokenizer\.json"):
        await OnnxEmbedder(tmp_path / "nothing").ready()


@pytest.mark.parametrize("spoilt", ["model.onnx", "tokenizer.json"])
async def test_a_spoilt_model_says_which_folder(tmp_path: Path, spoilt: str):
    folder = write_model(tmp_path / "model")
    (folder / spoilt).write_bytes(b"nonsense")
    with pytest.raises(EmbedderUnavailable, match="cannot be read"):
        await OnnxEmbedder(folder).ready()


async def test_the_default_puts_paraphrases_near_each_other():
    embedder = open_embedder("minilm", Addresses())
    one, two, other = await embedder.embed(["How do I log in?", "signing in to my account", "chocolate cake"])
    assert embedder.dimension == 384
    assert np.dot(one, two) > 0.4 > np.dot(one, other)


async def test_unless_it_is_set_a_store_is_filled_by_what_is_shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("MEMORIST_EMBEDDER")
    async with memorist.open(f"embedded:{tmp_path / 'store'}") as memory:
        await memory.ingest({"kind": "turn", "role": "user", "content": "The spare key is under the blue pot."})
        recall = await memory.recall("How do I get into the house?")
        assert "blue pot" in recall.prompt
        assert memory.store.embedder.name == "minilm:L6_v2_384"


# ------------------------------------------------------------------ LangChain


class Broken(Embeddings):
    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        raise RuntimeError("quota exceeded")

    def embed_query(self, text: str) -> list[float]:
        raise RuntimeError("quota exceeded")


async def test_an_error_of_any_provider_becomes_ours():
    with pytest.raises(EmbedderUnavailable, match="RuntimeError: quota exceeded"):
        await LangChainEmbedder(Broken(), name="langchain:broken:1").ready()


async def test_a_provider_that_does_not_exist_is_named():
    with pytest.raises(EmbedderUnavailable, match="nobody"):
        await open_embedder("langchain:nobody:model", Addresses()).ready()


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([[1.0, 2.0], [1.0]], "different sizes"),
        ([["a", "b"], ["c", "d"]], "something else than numbers"),
        ([[1.0, 2.0]], "for 2 texts"),
        ([[], []], "for 2 texts"),
        ([[1.0, float("nan")], [1.0, 2.0]], "NaN"),
        ([[1.0, float("inf")], [1.0, 2.0]], "infinity"),
        ([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]], "3 numbers a vector where 2 were expected"),
    ],
)
def test_vectors_that_cannot_be_searched_are_refused(rows: object, says: str):
    with pytest.raises(EmbedderUnavailable, match=says):
        unit_vectors(rows, count=2, dimension=2, of="the model")


def test_zeros_become_the_vector_without_a_direction_of_its_own():
    assert unit_vectors([[0.0] * 4], count=1, dimension=4, of="the model") == [(0.5, 0.5, 0.5, 0.5)]


def test_the_logging_of_the_program_stays_as_it_is() -> None:
    code = (
        "import logging; from memorist.memory_store.embedders.wordllama import load_wordllama; load_wordllama(); "
        "root = logging.getLogger(); print(root.handlers, root.level)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == f"[] {logging.WARNING}"
