"""Benchmarks over files of cases: each case has a group of its own, and all print one object in one form."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from memorist.evals.case_file import read_cases
from memorist.evals.recall.bench import Chat
from memorist.evals.updates.bench import UpdateCase, score_update, total
from memorist.memory_store.domain.scope import Scope
from tests.evals.benches import bench, figures, refusal, write
from tests.memory_store.builders import memory

DATA = Path(__file__).parents[2] / "evals"


def said(day: int, content: str) -> dict[str, Any]:
    return {"at": f"2026-03-{day:02}T09:00:00Z", "role": "user", "content": content}


FIREBASE, CLERK = (
    said(2, "We use Firebase for auth. We use Postgres too."),
    said(9, "We switched from Firebase to Clerk"),
)
JUNE = "2026-06-02T09:00:00Z"
CASES: dict[str, list[dict[str, Any]]] = {
    "claims": [{"kind": "plain", "turns": [said(2, "I prefer oat milk")], "why": ""}] * 2,
    "prompts": [
        {
            "memories": [
                {"id": "m1", "at": said(2, "")["at"], "content": "The boathouse is booked for the summer party"}
            ],
            "tasks": [{"id": "t1", "at": JUNE, "task": "Where is the summer party?", "must": ["m1"]}],
        }
    ]
    * 2,
    "requests": [
        {"kind": "rule", "text": "Never push to main."},
        {"kind": "lookalike", "text": "Never mind, I found it."},
        {
            "kind": "wish",
            "before": ["My locker code is 4471.", "I live in Graz."],
            "text": "Please forget my locker code.",
            "gone": ["4471"],
            "stays": ["Graz"],
        },
    ],
    "recall": [
        {
            "user": "ana",
            "persona": "runs a shop",
            "turns": [FIREBASE, CLERK, said(10, "Uwe paints the signs, he wants oat milk in his coffee")],
            "questions": [
                {"at": JUNE, "ask": "Which auth do we use?", "expect": [["Clerk"]], "absent": ["uses Firebase"]},
                {"at": JUNE, "ask": "What does the painter drink?", "expect": [["oat"], ["tea", "coffee"], ["rum"]]},
                {"at": JUNE, "ask": "How tall is the mayor of Porto?", "unknown": True},
            ],
        }
    ],
    "updates": [
        {
            "kind": "moved",
            "turns": [FIREBASE, CLERK],
            "now": [["Clerk"], ["postgres"]],
            "gone": [{"words": ["firebase"], "unless": ["clerk", "switched"]}],
            "why": "Firebase was replaced",
        }
    ],
}
FIGURES: dict[str, dict[str, Any]] = {
    "claims": {"cases": 2, "turns": 2, "harm": 0.0},
    "prompts": {"cases": 2, "tasks": 2, "must": 1.0},
    "requests": dict.fromkeys(("rules", "bound", "lookalikes", "wishes", "heard", "hidden", "exact"), 1)
    | {"wrongly_bound": 0, "named": 0},
    "recall": {"chats": 1, "questions": 3, "found": 0.75, "whole": 0.5, "outdated": 0.0, "claimed": 0.0},
    "updates": {"cases": 1, "right": 1.0, "retired": 1.0},
}


def data(name: str, folder: Path, cases: Sequence[dict[str, Any]] = ()) -> tuple[object, ...]:
    """Arguments of a benchmark, over cases that are written to a folder."""
    numbered = ({"id": str(number), **case} for number, case in enumerate(cases or CASES[name]))
    return name, "--data", write(folder / "cases.jsonl", *numbered)


@pytest.mark.parametrize("name", CASES)
def test_a_bench_prints_its_totals_and_each_case_unless_only_totals_are_asked_for(tmp_path: Path, name: str) -> None:
    told = figures(*data(name, tmp_path))
    assert told["data"] == "cases.jsonl"
    assert told | FIGURES[name] == told
    del told["results"]
    assert figures(*data(name, tmp_path), "--totals") == told


def test_a_result_holds_what_was_found_and_what_is_missing(tmp_path: Path) -> None:
    auth, painter, mayor = figures(*data("recall", tmp_path))["results"]
    assert (auth["missing"], auth["outdated"]) == ([], [])
    assert any("Clerk" in line for line in auth["lines"])
    assert (painter["missing"], mayor["claimed"]) == (["rum"], False)
    [changed] = figures(*data("updates", tmp_path))["results"]
    assert changed["right"]
    assert any("Clerk" in content for content in changed["believed"])


@pytest.mark.parametrize(
    ("name", "change", "sentence", "fault"),
    [
        ("recall", {}, "3 questions about 1 chats of cases.jsonl: 0.750 of what they need", "missing: rum"),
        ("updates", {"now": [["rum"]]}, "1 conversations of cases.jsonl: 0.000 right", "missing: rum"),
        ("requests", {"kind": "rule"}, "1 of 3 rules bind, 0 of 0 look-alikes", "not as expected: 2"),
        ("claims", {"never": [{"words": [["oat"]], "why": "it"}]}, "harm 100.00 per 100 turns", "milk': it"),
        ("prompts", {"tasks": [{"id": "t", "at": JUNE, "task": "x", "must": ["rum"]}]}, "2 tasks", "missing: rum"),
    ],
)
def test_it_is_told_in_a_sentence_and_what_is_wrong_by_case(
    tmp_path: Path, name: str, change: dict[str, Any], sentence: str, fault: str
) -> None:
    arguments = data(name, tmp_path, [case | change for case in CASES[name]])
    told = bench(*arguments).stdout
    assert sentence in " ".join(told.split())
    assert fault in told
    assert fault not in bench(*arguments, "--totals").stdout


@pytest.mark.parametrize(
    ("name", "change", "field"),
    [("recall", {"questions": []}, "questions"), ("updates", {"gone": [{"words": []}]}, "gone.0.words")],
)
def test_a_bad_case_is_named_with_its_line_and_field(
    tmp_path: Path, name: str, change: dict[str, Any], field: str
) -> None:
    code, said = refusal(*data(name, tmp_path, [CASES[name][0] | change]))
    assert (code, f"line 1, field {field}" in said) == (2, True)


@pytest.mark.parametrize(
    ("contents", "missing", "stale"),
    [
        (("Team uses Clerk", "Team uses Postgres"), (), ()),
        (("Team switched from Firebase to Clerk", "Postgres is the database"), (), ()),
        (("Team uses Clerk",), ("postgres",), ()),
        (("Team uses Clerk", "Team uses Postgres", "Team uses Firebase"), (), ("Team uses Firebase",)),
        ((), ("clerk", "postgres"), ()),
    ],
)
def test_a_change_is_right_when_the_new_is_known_and_the_old_gone(
    contents: tuple[str, ...], missing: tuple[str, ...], stale: tuple[str, ...]
) -> None:
    case = UpdateCase.model_validate({"id": "one", **CASES["updates"][0]})
    score = score_update(case, [memory(Scope(group_id="g"), content) for content in contents])
    assert (score.missing, score.stale, score.right) == (missing, stale, not missing and not stale)
    summed = total([case, case], [score, score_update(case, [])])
    assert summed["right"] == score.right / 2
    assert total([], [])["right"] == 1.0


@pytest.mark.parametrize(
    ("file", "kind", "cases"),
    [
        ("updates/dev.jsonl", UpdateCase, 599),
        ("updates/blind.jsonl", UpdateCase, 120),
        ("recall/dev.jsonl", Chat, 7),
        ("recall/blind.jsonl", Chat, 7),
    ],
)
def test_the_corpora_are_in_order_of_time_and_ask_for_what_was_said(
    file: str, kind: type[Chat | UpdateCase], cases: int
) -> None:
    every = read_cases(DATA / file, kind)
    assert len(every) == cases
    for case in every:
        turns = case.turns
        assert list(turns) == sorted(turns, key=lambda turn: turn.at)
        heard = "\n".join(turn.content for turn in turns).casefold()
        for question in getattr(case, "questions", ()):
            assert all(any(phrase in heard for phrase in phrases) for phrases in question.expect)
            assert not (question.expect and question.unknown)
