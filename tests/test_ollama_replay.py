"""Recorded answers are given again over Ollama's protocol; a prompt without one is written down and is an error."""

import json
from pathlib import Path

import pytest

from memorist.nodes.reading.model.providers import Ollama
from memorist.nodes.reading.model.reader import ModelReader
from memorist.nodes.reading.reader import CannotRead
from tests.nodes.reading.made import answer, item, request
from tools.ollama_replay import Replay, read_answers

SAID = "I moved to Bergen"


def reader_at(url: str) -> ModelReader:
    return ModelReader("ollama:qwen3:4b", Ollama("qwen3:4b", base_url=url, timeout=5, connect_timeout=5), timeout=5)


async def test_what_was_recorded_is_answered_and_what_was_not_is_written_down_once(tmp_path: Path) -> None:
    misses, recorded = tmp_path / "asked.jsonl", tmp_path / "answers.jsonl"
    with Replay(read_answers(recorded), misses=misses) as server:
        for _ in range(2):
            with pytest.raises(CannotRead, match="no answer is recorded"):
                await reader_at(server.url).read(request(SAID))
    (asked,) = [json.loads(line) for line in misses.read_text(encoding="utf-8").splitlines()]
    assert SAID in asked["messages"][-1]["content"]
    recorded.write_text(json.dumps({"key": asked["key"], "answer": json.loads(answer(item(SAID)))}) + "\n", "utf-8")
    with Replay(read_answers(recorded), misses=misses) as server:
        reading = await reader_at(server.url).read(request(SAID))
        assert (server.hits, server.missed) == (1, set())
    assert [proposal.content for proposal in reading.proposals] == [SAID]
