"""Check the words of the code: ``python tools/words.py``.

A class name is defined in one module only, a docstring opens with a verb or a noun, and identifiers listed in
``words.yaml`` are refused. In tests, only docstrings are checked.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ROOT = Path(__file__).resolve().parents[1]
WORDS = Path(__file__).with_suffix(".yaml")
ROOMS = ("memory_store", "nodes", "graphs", "api", "app", "evals", "scenarios", "examples", "tools", "tests")


class Fault(NamedTuple):
    """A word that breaks a rule, and its place."""

    file: Path
    line: int
    message: str


def faults_in(root: Path, words: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the faults of all modules in the rooms below ``root``, in the form of ``words.yaml``."""
    opening = re.compile(rf"(?:{'|'.join(words['openings'])})\b")
    banned = [(re.compile(pattern), instead) for pattern, instead in words["identifiers"].items()]
    classes: defaultdict[str, list[tuple[Path, int]]] = defaultdict(list)
    for file in sorted(path for room in ROOMS for path in (root / room).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for line, text in _docstrings(tree):
            if found := opening.match(text.strip()):
                yield Fault(file, line, f"a docstring opens with {found[0]!r}: begin with a verb or a noun")
        if file.relative_to(root).parts[0] == "tests":
            continue
        for line, name in _names(tree):
            for pattern, instead in banned:
                if pattern.fullmatch(name):
                    yield Fault(file, line, f"{name}: use {instead}")
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name].append((file, node.lineno))
    for name, places in classes.items():
        if len({file for file, _ in places}) > 1:
            others = ", ".join(f"{file.relative_to(root)}:{line}" for file, line in places[1:])
            yield Fault(*places[0], f"class {name} is also defined in {others}: give each concept its own name")


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and text of each string that is a statement: docstrings, also those of attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def _names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each definition, parameter and assigned variable."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.Name(id=name, ctx=ast.Store()):
                yield node.lineno, name
            case _:
                pass


def main() -> int:
    """Print the faults and return the exit code: 1 if there are any."""
    faults = list(faults_in(ROOT, yaml.safe_load(WORDS.read_text(encoding="utf-8"))))
    for file, line, message in faults:
        print(f"{file.relative_to(ROOT)}:{line}: {message}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
