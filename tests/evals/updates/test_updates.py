"""``memorist bench updates``: conversations in which something changes, replayed and scored."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from typer.testing import CliRunner

from memorist.evals.bench_commands import app
from memorist.evals.updates.case import UpdateCase, load_updates
from memorist.evals.updates.score import score_update, total
from memorist.memory_store.domain.scope import Scope
from tests.memory_store.builders import memory

DATA = Path(__file__).parents[3] / "evals" / "updates"
CASE = {
    "id": "one",
    "kind": "moved",
    "turns": [
        {
            "at": "2026-03-02T09:00:00Z",
            "role": "user",
            "content": "We use Firebase for auth. We use Postgres too.",
        },
        {"at": "2026-03-09T09:00:00Z", "role": "user", "content": "We switched from Firebase to Clerk"},
    ],
    "now": [["Clerk"], ["postgres"]],
    "gone": [{"words": ["firebase"], "unless": ["clerk", "switched"]}],
    "why": "Firebase was replaced",
}


def believed(*contents: str) -> list[object]:
    return [memory(Scope(group_id="g"), content) for content in contents]


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
def test_a_case_is_right_when_the_new_is_known_and_the_old_gone(
    contents: tuple[str, ...], missing: tuple[str, ...], stale: tuple[str, ...]
):
    score = score_update(UpdateCase.model_validate(CASE), believed(*contents))  # pyright: ignore[reportArgumentType]
    assert (score.missing, score.stale, score.right) == (missing, stale, not missing and not stale)


def test_totals_are_shares():
    case = UpdateCase.model_validate(CASE)
    scores = [
        score_update(case, believed("Team uses Clerk and Postgres")),  # pyright: ignore[reportArgumentType]
        score_update(case, believed("Team uses Firebase")),  # pyright: ignore[reportArgumentType]
    ]
    summed = total(scores)
    assert (summed.right, summed.known, summed.retired, summed.by_kind) == (0.5, 0.5, 0.5, {"moved": 0.5})
    assert total([]).right == 1.0


def test_the_command_replays_and_tells_what_is_believed(tmp_path: Path):
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASE) + "\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["updates", "--data", str(path), "--json"])
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert (answer["cases"], answer["right"], answer["retired"]) == (1, 1.0, 1.0)
    assert any("Clerk" in content for content in answer["results"][0]["believed"])
    assert "results" not in json.loads(
        CliRunner().invoke(app, ["updates", "--data", str(path), "--json", "--totals"]).stdout
    )
    assert (
        "1 conversations of cases.jsonl: 1.000 right"
        in CliRunner().invoke(app, ["updates", "--data", str(path)]).stdout
    )


def test_a_bad_case_is_named_with_its_line_and_field(tmp_path: Path):
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(CASE | {"gone": [{"words": []}]}) + "\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["updates", "--data", str(path)])
    assert (result.exit_code, "line 1, field gone.0.words" in result.stderr) == (2, True)


@pytest.mark.parametrize(("name", "cases"), [("dev.jsonl", 599), ("blind.jsonl", 120)])
def test_the_corpora_are_well_formed(name: str, cases: int):
    every = load_updates(DATA / name)
    assert len(every) == cases
    assert all(list(case.turns) == sorted(case.turns, key=lambda turn: turn.at) for case in every)
    assert all(turn.at < datetime(2027, 1, 1, tzinfo=UTC) for case in every for turn in case.turns)
