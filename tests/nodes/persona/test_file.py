"""A persona file is read as it was written, and a bad one is told by file and field."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.persona.file import read_persona
from tests.evals.examples import claim
from tests.nodes.persona.test_hand_on import how_to, made, shared

PERSONA = made(
    shared("Team uses Expo", claim=claim("Expo").model_dump()),
    shared("Never use Realm", "semantic:hard_rule", reason="sync", alternatives=["SQLite"]),
    how_to(),
    shared("Mobile apps go offline", "model:domain", characteristics=["offline"]),
)


def test_what_was_written_is_read() -> None:
    assert read_persona(PERSONA.text()) == PERSONA
    assert read_persona("\ufeff" + PERSONA.text()) == PERSONA


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    data = json.loads(PERSONA.text())
    change(data)
    return json.dumps(data)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "persona"),
        ("[]", "persona"),
        (changed(lambda d: d.update(version="2.0")), "version"),
        (changed(lambda d: d.pop("removals")), "removals"),
        (changed(lambda d: d.update(more=1)), "more"),
        (changed(lambda d: d["semantic"][0].update(confidence=1.5)), "semantic.0.confidence"),
        (changed(lambda d: d["semantic"][0].update(confidence="0.9")), "semantic.0.confidence"),
        (changed(lambda d: d["semantic"][0].update(content="a\x00b")), "semantic.0.content"),
        (changed(lambda d: d["semantic"][0].update(type="episodic")), "semantic.0"),
        (changed(lambda d: d["semantic"][0].update(valid_from="yesterday")), "semantic.0.valid_from"),
        (changed(lambda d: d["semantic"][0].update(status="confirmed")), "semantic.0.status"),
        (changed(lambda d: d["procedural"][0].update(steps=[])), "procedural.0.steps"),
        (changed(lambda d: d["procedural"].append(d["procedural"][0])), "persona"),
        (changed(lambda d: d.update(name="a\nb")), "name"),
    ],
)
def test_a_bad_file_is_told_by_field(text: str, field: str) -> None:
    with pytest.raises(InvalidInput, match=r"p\.json: field ") as told:
        read_persona(text, file="p.json")
    assert told.value.field == field
