"""``memorist bench extraction`` as a user calls it, read by patterns and by a model asked over the wire."""

import json
from collections import deque
from pathlib import Path

import pytest

from tests.evals.benches import bench, figures, refusal, write
from tests.nodes.reading.made import answer, item
from tests.servers.ollama_wire import OllamaWire

STRANGE = "Their compliance people are adamant about EU hosting for the patient records"
FACT = {"subject": "compliance people", "predicate": "requires", "object": "EU hosting"}
CLERK = {"action": "keep", "types": ["semantic:fact"], "entities": ["Clerk"], "facts": ["team uses Clerk"]}
CASES = [
    (STRANGE, {"action": "keep", "facts": [{"claim": FACT}]}),
    ("We use Clerk for auth", CLERK),
    ("thanks!", {"action": "skip"}),
]
PAIRS = [
    {"class": "related", "a": "The rate limit is 100", "b": "The rate limit is 500"},
    {"class": "paraphrase", "a": "We use Clerk for auth", "b": "Clerk is our auth provider"},
]
TALK = {
    "turns": [
        {"id": str(n), "session": "s", "at": "2026-01-01", "speaker": "A", "text": text}
        for n, text in enumerate(("I moved to Berlin", "ok"))
    ],
    "questions": [{"id": "q", "question": "Where?", "gold": ["0"]}],
}
BOTH = ("--readers", "ollama:llama3.2,patterns")


def data(folder: Path) -> tuple[object, ...]:
    rows = ({"id": said, "turns": [{"role": "user", "content": said}], "expected": wanted} for said, wanted in CASES)
    return "extraction", "--data", write(folder / "cases.jsonl", *rows)


def test_the_figures_and_every_case_come_as_one_json_object(tmp_path: Path) -> None:
    told = figures(*data(tmp_path))
    asked = told["asked"]
    assert (asked["readers"], asked["turns"], asked["memories"], asked["unread"]) == ("patterns", 2, 1, 1)
    assert (told["gate"]["f1"], told["facts"]["precision"], told["facts"]["recall"]) == (1.0, 1.0, 0.5)
    assert told["negation_errors"] == told["assistant_facts"] == 0
    assert [(row["id"], len(row["memories"]), row["perfect"]) for row in told["results"]] == [
        (STRANGE, 0, False),
        ("We use Clerk for auth", 1, True),
        ("thanks!", 0, True),
    ]
    assert figures(*data(tmp_path), "--totals").keys() == told.keys() - {"results"}


def test_pairs_and_conversations_are_scored_beside(tmp_path: Path) -> None:
    pairs, talk = tmp_path / "pairs.json", tmp_path / "talk.jsonl.gz"
    pairs.write_text(json.dumps(PAIRS), encoding="utf-8")
    arguments = (*data(tmp_path), "--pairs", pairs, "--locomo", write(talk, TALK))
    told = figures(*arguments)
    assert (told["pairs"]["wrong_merges"], told["pairs"]["meeting"]) == ([], 1)
    assert (told["locomo"]["evidence_passed"], told["locomo"]["other_passed"]) == (1.0, 0.0)
    shown = bench(*arguments).stdout
    assert "1 of 1 paraphrases meet" in shown
    assert "missed: compliance people requires EU hosting" in shown


@pytest.mark.parametrize(
    ("made_up", "memories", "refused"), [({}, 2, 0), ({"content": f"{STRANGE} for 30 days"}, 1, 1)]
)
def test_what_a_model_reads_is_scored_and_what_it_makes_up_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made_up: dict[str, str], memories: int, refused: int
) -> None:
    with OllamaWire(replies=deque([answer(item(STRANGE, **FACT) | made_up), answer()])) as ollama:
        monkeypatch.setenv("MEMORIST_OLLAMA_URL", ollama.url)
        told = figures(*data(tmp_path), *BOTH)
    assert (told["asked"]["memories"], sum(told["asked"]["not_believed"].values())) == (memories, refused)
    assert told["facts"]["recall"] == memories / 2


def test_a_model_that_is_not_there_is_told_and_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORIST_OLLAMA_URL", "http://127.0.0.1:9")
    told = figures(*data(tmp_path), *BOTH)
    assert any("not reachable" in reason for reason in told["asked"]["failures"])
    assert told["results"] == figures(*data(tmp_path))["results"]
    assert "not reachable" in bench(*data(tmp_path), *BOTH).stdout


def test_a_reader_that_means_nothing_is_refused(tmp_path: Path) -> None:
    code, said = refusal(*data(tmp_path), "--readers", "olama")
    assert (code, "olama" in said) == (2, True)
