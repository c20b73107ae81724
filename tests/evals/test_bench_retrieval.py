"""``bench retrieval`` on a small data set of our own, and its scores as pure functions."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from memorist.evals.retrieval.baselines import Bm25
from memorist.evals.retrieval.data import Conversation
from memorist.evals.retrieval.score import RankedAnswer, auroc, ndcg, recall, summary
from tests.evals.benches import bench, figures, refusal, write

SAID = {
    "s1": [("Ada", "I adopted a parrot called Kiwi"), ("Bob", "Is it loud?"), ("Ada", "Only in the morning")],
    "s2": [("Bob", "I sold my old bicycle yesterday"), ("Ada", "For how much?"), ("Bob", "Forty euros")],
    "s3": [("Ada", "The oven needs a new fuse"), ("Bob", "I can bring one on Friday")],
}
ASKED = [
    ("Which pet does Ada have?", ["0"], "single"),
    ("When did Bob sell his bicycle?", ["3"], "temporal"),
    ("What is wrong with the oven?", ["6"], "single"),
]


def conversation() -> dict[str, Any]:
    turns = [(session, *said) for session, spoken in SAID.items() for said in spoken]
    return {
        "conversation": "c",
        "turns": [
            {"id": str(n), "session": s, "at": f"2026-01-0{int(s[1])} (Friday)", "speaker": who, "text": text}
            for n, (s, who, text) in enumerate(turns)
        ],
        "questions": [
            {"id": f"q{n}", "question": text, "at": None, "category": kind, "gold": gold, "abstain": False}
            for n, (text, gold, kind) in enumerate(ASKED)
        ]
        + [{"id": "q9", "question": "Where does Ada work?", "at": None, "category": "x", "gold": [], "abstain": True}],
    }


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path / "small.jsonl.gz", conversation())


def test_one_object_in_the_form_of_the_contract(data: Path, tmp_path: Path) -> None:
    result = figures("retrieval", "--data", data, "--report", tmp_path / "report")
    assert (result["dataset"], result["questions"], result["k"]) == ("small", 3, [5, 10, 20])
    assert set(result["methods"]) == {"memorist", "bm25", "dense", "hybrid"}
    for method in result["methods"].values():
        assert {"recall@5", "recall@10", "recall@20", "ndcg@10", "by_category"} <= set(method)
    assert result["methods"]["memorist"]["recall@5"] == 1.0
    assert result["methods"]["memorist"]["by_category"]["temporal"]["questions"] == 1
    assert set(result["latency_ms"]) == {"p50", "p95"}
    assert result["abstention"]["without_answer"] == 1
    assert result["incomplete"] == 0
    written = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "report").iterdir()}
    assert set(written) == {"retrieval-small-turns.json", "retrieval-small-turns.txt"}
    assert json.loads(written["retrieval-small-turns.json"]) == result
    assert "small: 3 questions with an answer" in written["retrieval-small-turns.txt"]


def test_sessions_are_scored_by_their_best_turn(data: Path) -> None:
    result = figures("retrieval", "--data", data, "--sessions")
    assert result["scored"] == "sessions"
    assert result["methods"]["memorist"]["recall@5"] == 1.0


@pytest.mark.parametrize(
    "content",
    [b"not gzip", gzip.compress(b"{}\n"), gzip.compress(b"{\n")],
    ids=["not gzip", "an empty conversation", "not json"],
)
def test_a_file_that_is_none_is_told_with_its_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.jsonl.gz"
    path.write_bytes(content)
    code, said = refusal("retrieval", "--data", path, "--json")
    assert (code, "bad.jsonl.gz" in said) == (2, True)


def test_an_unreachable_store_is_three(data: Path) -> None:
    assert bench("retrieval", "--data", data, "--store", "falkor://127.0.0.1:1").exit_code == 3


def test_a_question_is_asked_when_its_pool_has_been_said() -> None:
    read = Conversation.model_validate(conversation())
    recorded = read.recorded()
    assert recorded == sorted(set(recorded))
    pooled = read.questions[0].model_copy(update={"pool": 4})
    present = read.asked_at(pooled, recorded)
    assert recorded[3] <= present < recorded[4]
    assert read.asked_at(read.questions[0], recorded) == recorded[-1]


def test_recall_and_gain() -> None:
    gold = frozenset("ab")
    assert recall("xaby", gold, 2) == 0.5
    assert recall("xaby", gold, 3) == 1.0
    assert ndcg("ab", gold, 10) == pytest.approx(1.0)
    assert ndcg("xa", gold, 10) == pytest.approx((1 / 1.58496) / (1 + 1 / 1.58496), abs=1e-4)


def test_what_has_no_answer_is_left_out_of_the_mean_but_shown_by_category() -> None:
    asked = [RankedAnswer("a", True, "a", frozenset("a")), RankedAnswer("adversarial", False, "x", frozenset("a"))]
    told = summary([*asked, RankedAnswer("b", True, "x", frozenset())])
    assert told["recall@5"] == 1.0
    assert told["by_category"]["adversarial"]["recall@5"] == 0.0
    assert set(told["by_category"]) == {"a", "adversarial"}


def test_auroc() -> None:
    assert auroc([0.9, 0.8], [0.1, 0.85]) == 0.75
    assert auroc([1.0], []) is None


def test_bm25_prefers_the_rarer_word() -> None:
    scores = Bm25(["apple pie", "apple tart", "apple cake with cherries"]).scores("apple cherry")
    assert scores.argmax() == 2
