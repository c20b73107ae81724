"""The check of the code's words names each fault with its place."""

from pathlib import Path

import pytest
import yaml

from tools.words import WORDS, faults_in


@pytest.mark.parametrize(
    ("code", "messages"),
    [
        ('def age() -> int:\n    """How old it is."""\n    return 1\n', ["2: a docstring opens with 'How'"]),
        ('LIMIT = 3\n"""What fits."""\n', ["2: a docstring opens with 'What'"]),
        ('def age() -> int:\n    """Return the age. What is unknown is 0."""\n    return 1\n', []),
        ("MOST_BYTES = 3\n", ["1: MOST_BYTES: use MAX_"]),
        ("def graves(going: int) -> None: ...\n", ["1: graves: use tombstones", "1: going: use erased"]),
        ("class Limit: ...\n", ["1: class Limit is also defined in nodes/other.py:1"]),
        ("class Bound: ...\n", []),
    ],
)
def test_each_fault_is_named_with_its_line(tmp_path: Path, code: str, messages: list[str]) -> None:
    for place, text in (("api/one.py", code), ("nodes/other.py", "class Limit: ...\n")):
        (tmp_path / place).parent.mkdir()
        (tmp_path / place).write_text(text, encoding="utf-8")
    found = [
        f"{fault.line}: {fault.message}" for fault in faults_in(tmp_path, yaml.safe_load(WORDS.read_text("utf-8")))
    ]
    assert len(found) == len(messages)
    assert all(said.startswith(expected) for said, expected in zip(sorted(found), sorted(messages), strict=True))
