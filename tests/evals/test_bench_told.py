"""``bench told``: conversations through ingest and recall, and what counts as told."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memorist.evals.answers.folder import Prompt
from memorist.evals.retrieval.data import RetrievalTurn
from memorist.evals.told.bench import rows_of
from memorist.evals.told.evidence import PASSAGE_WORDS, EvidenceTold, evidence_in
from memorist.evals.told.run import RecalledPrompt
from tests.evals.benches import bench, figures, prompt, refusal, write

SAID = [
    ("s2", "2026-01-02T10:00:00", "Bob", "I sold my old bicycle yesterday for forty euros."),
    ("s1", "2026-01-01T10:00:00", "Ada", "I adopted a parrot called Kiwi."),
    ("s1", "2026-01-01T10:00:00", "Bob", "Is it loud?"),
    ("s3", "2026-01-03T10:00:00", "Ada", "The oven in our kitchen needs a new fuse."),
]
ASKED = [
    ("Which pet did Ada adopt?", ["1"], "single", "a parrot"),
    ("What did Bob sell?", ["0"], "temporal", 1),
    ("What needs a new fuse?", ["3"], "single", "the oven"),
]
CONVERSATION = {
    "conversation": "c",
    "turns": [
        {"id": f"{n}", "session": session, "at": at, "speaker": who, "text": text}
        for n, (session, at, who, text) in enumerate(SAID)
    ],
    "questions": [
        {"id": f"q{n}", "question": text, "category": kind, "gold": gold, "answer": answer}
        for n, (text, gold, kind, answer) in enumerate(ASKED)
    ],
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write(tmp_path / "small.jsonl.gz", CONVERSATION)


def turn(text: str, speaker: str = "user") -> RetrievalTurn:
    return RetrievalTurn(id="1", session="s", at=datetime(2026, 1, 1, tzinfo=UTC), speaker=speaker, text=text)


def test_conversations_go_in_by_ingest_and_prompts_come_out_of_recall(data: Path, tmp_path: Path) -> None:
    prompts, stores = tmp_path / "prompts.jsonl", tmp_path / "stores"
    arguments = ("told", "--data", data, "--targets", "300,600", "--stores", stores, "--prompts", prompts)
    rows = figures(*arguments)["rows"]
    every = {(row["system"], row["target"]): row for row in rows if row["category"] == "all"}
    assert set(every) == {(system, target) for system in ("memorist", "bm25", "dense") for target in (300, 600)}
    assert every["memorist", 600]["questions"] == 3
    assert every["memorist", 600]["whole"] == 1.0
    assert every["memorist", 600]["p95_ms"] > 0
    assert every["bm25", 600]["p95_ms"] is None
    dumped = [Prompt.model_validate_json(line) for line in prompts.read_text(encoding="utf-8").splitlines()]
    assert len(dumped) == 3 * 3 * 2
    assert dumped[0].prompt.count("parrot called Kiwi") == 1
    assert {one.answer for one in dumped} == {"a parrot", "1", "the oven"}
    [marked] = stores.rglob("ingested")
    written = marked.stat().st_mtime_ns
    assert figures(*arguments)["rows"][0]["whole"] == rows[0]["whole"]
    assert marked.stat().st_mtime_ns == written


def test_questions_can_be_chosen(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    done = bench("told", "--data", data, "--targets", "600", "--every", "2", "--offset", "1", "--out", out)
    assert done.exit_code == 0, done.output
    assert "temporal" in done.stdout
    assert {row["category"] for row in json.loads(out.read_text(encoding="utf-8"))["rows"]} == {"all", "temporal"}
    code, said = refusal("told", "--data", data, "--every", "9", "--offset", "8")
    assert (code, "no question is left" in said) == (2, True)


def test_a_target_that_is_no_number_and_a_data_set_that_is_not_there_are_refused(
    data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("MEMORIST_BENCH_DATA", str(tmp_path))
    for arguments, said in (
        (("--data", data, "--targets", "many"), "--targets: expected numbers"),
        (("--data", "locomo"), "locomo.jsonl.gz"),
    ):
        code, message = refusal("told", *arguments)
        assert (code, said in message) == (2, True)


MET = turn("We met in Rome. It rained. I lost my hat! Did you see it? The food was good.")
FOUR = "- 2026: Ada: We met  in Rome. It rained. I lost my hat! Did you\nsee it?"
WORDS = [f"word{n}" for n in range(3 * PASSAGE_WORDS)]
LONG = turn(" ".join(WORDS), "assistant")
PASSAGE = " ".join(WORDS[7 : 7 + PASSAGE_WORDS])
SHORT = turn("Try the port wine. It is sweet.", "assistant")


@pytest.mark.parametrize(
    ("text", "said", "told"),
    [
        (FOUR, MET, True),
        (FOUR.replace("It rained.", ""), MET, False),
        (FOUR.replace("Rome", "Romeo"), MET, False),
        # What a prompt adds to a day does not cut a sentence.
        ("I went yesterday (2023-05-07) and it was good", turn("I went yesterday and it was good"), True),
        (PASSAGE, LONG, True),
        (PASSAGE.rpartition(" ")[0], LONG, False),
        ("try the port wine; it is sweet", SHORT, True),
        ("Try the port wine.", SHORT, False),
    ],
)
def test_a_persons_turn_is_told_by_most_of_its_sentences_and_an_assistants_by_a_passage(
    text: str, said: RetrievalTurn, told: bool
) -> None:
    assert evidence_in(text, [said]) == EvidenceTold(gold=1, told=int(told))


def told(category: str, evidence: EvidenceTold, seconds: float, *, abstain: bool = False) -> RecalledPrompt:
    return RecalledPrompt(prompt(category=category, abstain=abstain), evidence, seconds)


def test_what_cannot_be_answered_is_a_category_and_not_in_the_total() -> None:
    every, other, single = rows_of(
        [
            told("adversarial", EvidenceTold(gold=1, told=0), 0.1, abstain=True),
            told("single", EvidenceTold(gold=2, told=2), 0.2),
            told("single", EvidenceTold(gold=2, told=1), 0.4),
            told("single", EvidenceTold(gold=0, told=0), 0.4),
        ]
    )
    assert (every["questions"], every["whole"], every["share"]) == (2, 0.5, 0.75)
    assert (other["category"], other["questions"], other["whole"]) == ("adversarial", 1, 0.0)
    assert (single["questions"], single["share"], single["p50_ms"]) == (2, 0.75, 300.0)
