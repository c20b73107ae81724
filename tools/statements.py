"""Count statements for each folder, without imports and docstrings: ``python tools/statements.py [--by-file] [ROOT]``.

Statements do not depend on formatting, unlike lines.
"""

import ast
import sys
from collections import Counter
from pathlib import Path

ROOMS = ("api", "app", "evals", "graphs", "memory_store", "nodes", "src", "tests", "tools", "examples")


def statements_in(source: str) -> int:
    """Return the number of statements in a module."""
    return sum(_counts(node) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.stmt))


def _counts(node: ast.stmt) -> bool:
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return not is_text and not isinstance(node, ast.Import | ast.ImportFrom)


def count(root: Path) -> Counter[Path]:
    """Return the number of statements of each file below the rooms of a checkout."""
    files = (path for room in ROOMS for path in (root / room).rglob("*.py"))
    # An editable install reaches the rooms through links in src/memorist: each file counts once.
    own = (path for path in files if path.resolve() == path.absolute())
    return Counter({path.relative_to(root): statements_in(path.read_text(encoding="utf-8")) for path in own})


def main(*arguments: str) -> None:
    """Print one line for each room, or for each file with ``--by-file``, and the sum outside tests."""
    roots = [one for one in arguments if not one.startswith("--")]
    counts = count(Path(*roots).resolve())
    rooms: Counter[str] = Counter()
    for path, number in counts.items():
        two = path.parts[:2] if len(path.parts) > 2 and path.parts[0] != "tests" else path.parts[:1]
        rooms[str(path) if "--by-file" in arguments else "/".join(two)] += number
    for room, number in sorted(rooms.items()):
        print(f"{number:7,}  {room}")
    tests = sum(number for path, number in counts.items() if path.parts[0] == "tests")
    print(f"{sum(counts.values()) - tests:7,}  outside tests\n{tests:7,}  tests")


if __name__ == "__main__":
    main(*sys.argv[1:])
