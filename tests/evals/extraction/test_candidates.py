"""The miss log as candidates for patterns."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from memorist.evals.bench_commands import app
from memorist.evals.extraction.candidates import shape_of


def miss(text: str, subject: str, thing: str, *, predicate: str = "owned_by", polarity: bool = True) -> dict[str, Any]:
    claim = {"subject": subject, "predicate": predicate, "object": thing, "qualifier": None, "polarity": polarity}
    memory = {"type": "semantic:fact", "content": text, "claim": claim, "entities": []}
    return {"at": "2026-02-01T10:00:00Z", "text": text, "resolved": text, "memories": [memory]}


LINES = [
    miss("The search box is looked after by Dana's people since March.", "search box", "Dana's people"),
    miss("Well, the Billing Page is looked after by Omar", "billing page", "Omar"),
    miss("We have settled on Quxly for the queue", "team", "Quxly", predicate="uses"),
    miss("We have not settled on Quxly", "team", "Quxly", predicate="uses", polarity=False),
]


@pytest.mark.parametrize(
    ("text", "claim", "shape"),
    [
        (LINES[0]["text"], LINES[0]["memories"][0]["claim"], "{subject} is looked after by {object}"),
        (LINES[2]["text"], LINES[2]["memories"][0]["claim"], "we have settled on {object}"),
        ("What is said says nothing of it", {"subject": "team", "object": "Quxly"}, "what is said says …"),
        ("The trams were a mess today", None, "the trams were a …"),
        ("a+b is (a)", {"subject": "a+b", "object": "(a)"}, "{subject} is {object}"),
    ],
)
def test_a_shape_leaves_the_parts_of_its_claim_open(text: str, claim: dict[str, Any] | None, shape: str) -> None:
    assert shape_of(text, claim) == shape


def test_equal_shapes_are_counted_and_come_first(tmp_path: Path) -> None:
    log = tmp_path / "misses.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in LINES) + '{"cut off', encoding="utf-8")
    result = CliRunner().invoke(app, ["extraction", "--misses", str(log), "--json"])
    found = json.loads(result.stdout)["candidates"]
    assert [(one["shape"], one["times"], one["polarity"]) for one in found] == [
        ("{subject} is looked after by {object}", 2, True),
        ("we have not settled on {object}", 1, False),
        ("we have settled on {object}", 1, True),
    ]
    assert {one["text"] for one in found[0]["examples"]} == {LINES[0]["text"], LINES[1]["text"]}
    assert "is looked after by" in CliRunner().invoke(app, ["extraction", "--misses", str(log)]).stdout


@pytest.mark.parametrize("arguments", [["--misses", "nowhere.jsonl"], []])
def test_what_is_missing_is_named(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["extraction", *arguments])
    assert result.exit_code == 2
    assert "--misses" in result.stderr
