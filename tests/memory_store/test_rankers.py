"""Rankers: one contract, what they say when a model is missing, and vectors of tokens in four bits."""

import builtins
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from memorist.memory_store.domain.episode import TokenVectors
from memorist.memory_store.domain.errors import EmbedderUnavailable, InvalidInput, RankerUnavailable
from memorist.memory_store.embedders.fastembed import FastEmbedEmbedder
from memorist.memory_store.embedders.named import open_embedder
from memorist.memory_store.embedders.onnx import OnnxEmbedder
from memorist.memory_store.rankers import RankCandidate, Ranker, TokenRanker, open_ranker
from memorist.memory_store.rankers.packing import max_sims, packed, unit_rows
from memorist.memory_store.settings import read_settings
from tests.memory_store.tiny_onnx import write_model

MODELS = os.environ.get("MEMORIST_RANKER_MODELS", "")
real_models = pytest.mark.skipif(not MODELS, reason="MEMORIST_RANKER_MODELS names no folder with colbert")


def opened(name: str) -> Ranker:
    ranker = open_ranker(name)
    assert ranker is not None
    return ranker


def colbert(folder: Path, **options: Any) -> TokenRanker:
    ranker = opened(f"colbert:{write_model(folder, **options)}")
    assert isinstance(ranker, TokenRanker)
    return ranker


# ------------------------------------------------------------------ by name


def test_none_is_no_ranker():
    assert open_ranker("none") is None


@pytest.mark.parametrize("name", ["", "colbert", "colbert:", "cross-encoder:model", "bm25", "none:x", "late:model"])
def test_a_name_that_no_ranker_has_is_refused_with_the_choices(name: str):
    with pytest.raises(InvalidInput, match="colbert:NAME_OR_FOLDER") as caught:
        open_ranker(name)
    assert caught.value.field == "ranker"
    with pytest.raises(InvalidInput, match="colbert:NAME_OR_FOLDER"):
        read_settings(ranker=name)


async def test_a_folder_that_is_not_there_or_holds_no_model_is_named(tmp_path: Path):
    for folder in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(RankerUnavailable, match=r"model\.onnx and tokenizer\.json") as caught:
            await opened(f"colbert:{folder}").ready()
        assert str(folder) in str(caught.value)


async def test_a_missing_package_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch):
    forbid(monkeypatch, "fastembed")
    with pytest.raises(RankerUnavailable, match=r"fastembed: `pip install memorist\[rankers\]`"):
        await opened("colbert:somebody/some-model").ready()


async def test_the_embedder_names_its_missing_package_too(monkeypatch: pytest.MonkeyPatch):
    forbid(monkeypatch, "fastembed")
    with pytest.raises(EmbedderUnavailable, match=r"fastembed: `pip install memorist\[rankers\]`"):
        await FastEmbedEmbedder("somebody/some-model").ready()


def test_an_embedder_of_fastembed_is_a_name_or_a_folder(tmp_path: Path):
    settings = read_settings()
    assert isinstance(open_embedder(f"fastembed:{write_model(tmp_path / 'tiny')}", settings), OnnxEmbedder)
    assert isinstance(open_embedder("fastembed:BAAI/bge-small-en-v1.5", settings), FastEmbedEmbedder)


# ------------------------------------------------------------------ late interaction


async def test_a_text_with_the_words_of_the_query_scores_highest(tmp_path: Path):
    ranker = colbert(tmp_path / "tiny")
    texts = ["never pnpm", "clerk auth", "firebase"]
    tokens = await ranker.tokens(texts)
    scores = await ranker.scores("clerk", [RankCandidate(t, v) for t, v in zip(texts, tokens, strict=True)])
    assert scores[1] == max(score for score in scores if score is not None) == pytest.approx(1.0, abs=0.02)


async def test_vectors_that_are_missing_or_anothers_give_no_score(tmp_path: Path):
    ranker, other = colbert(tmp_path / "tiny"), colbert(tmp_path / "other", dimension=6, seed=3)
    [own] = await ranker.tokens(["clerk"])
    [foreign] = await other.tokens(["clerk"])
    broken = own.model_copy(update={"data": own.data[:-5]})
    scores = await ranker.scores("clerk", [RankCandidate("clerk", v) for v in (None, own, foreign, broken)])
    assert [score is None for score in scores] == [True, False, True, True]


async def test_the_name_tells_models_in_folders_of_one_name_apart(tmp_path: Path):
    one, two = colbert(tmp_path / "a" / "tiny"), colbert(tmp_path / "b" / "tiny", seed=5)
    await one.ready()
    await two.ready()
    assert one.name.startswith("colbert:tiny@")
    assert one.name != two.name
    assert one.dimension == 8


async def test_awkward_texts_are_encoded_like_any_other(tmp_path: Path):
    ranker = colbert(tmp_path / "tiny")
    texts = ["", " ", "!?", "\ud800 half a surrogate", "clerk " * 3_000]
    for tokens in await ranker.tokens(texts):
        assert await ranker.scores("", [RankCandidate("", tokens)]) != [None]
    assert len((await ranker.tokens([texts[-1]]))[0].data) < 256 * 8


async def test_a_model_that_gives_one_vector_a_text_is_refused(tmp_path: Path):
    with pytest.raises(RankerUnavailable, match="needs a model that gives one a token"):
        await colbert(tmp_path / "pooled", pooled=True).ready()


@pytest.mark.parametrize("dimension", [7, 96, 384])
def test_four_bits_keep_what_is_near(dimension: int):
    numbers = np.random.default_rng(1)
    rows = unit_rows(numbers.standard_normal((40, dimension)))
    query = unit_rows(rows[:5] + 0.3 * numbers.standard_normal((5, dimension)) / np.sqrt(dimension))
    exact = float((query @ rows.T).max(axis=1).mean())
    tokens = packed("m", rows)
    assert len(tokens.data) <= 40 * (dimension + 1) / 2 * 4 / 3 + 4
    [score, none] = max_sims(query, [tokens, None])
    assert none is None
    assert score == pytest.approx(exact, abs=0.03)


def test_each_text_is_scored_by_its_own_tokens():
    axes = unit_rows(np.eye(4))
    stored = [packed("m", axes[:1]), packed("m", axes[1:3]), None, packed("m", axes[3:])]
    assert [None if s is None else round(s, 2) for s in max_sims(axes[1:2], stored)] == [0.0, 1.0, None, 0.0]


@pytest.mark.parametrize("data", ["", "no base64 !", "AAA="])
def test_vectors_that_cannot_be_read_give_no_score(data: str):
    assert max_sims(unit_rows(np.eye(8)), [TokenVectors(ranker="m", dimension=8, data=data)]) == [None]


# ------------------------------------------------------------------ real models


ASKED = "What sport does Anna do?"
TEXTS = ["The invoice is due on Friday", "Anna: I have been playing volleyball for years", "Bob bought a lamp"]


@real_models
async def test_a_real_model_finds_the_answer():
    ranker = opened(f"colbert:{MODELS}/colbert")
    assert isinstance(ranker, TokenRanker)
    tokens = await ranker.tokens(TEXTS)
    scores = await ranker.scores(ASKED, [RankCandidate(t, v) for t, v in zip(TEXTS, tokens, strict=True)])
    assert scores[1] == max(score for score in scores if score is not None)


def forbid(monkeypatch: pytest.MonkeyPatch, *packages: str) -> None:
    """Let these packages be missing."""
    real = builtins.__import__

    def importing(name: str, *args: Any, **more: Any) -> Any:
        if name.partition(".")[0] in packages:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *args, **more)

    for package in packages:
        monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(builtins, "__import__", importing)
