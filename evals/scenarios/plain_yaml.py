"""YAML as scenario files are written in it: no times, no field twice, nothing that grows when read; with lines."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from memorist.evals.scenarios.check import Place

MOST = 100_000
"""Values that a file may have, counting what an alias stands for each time."""


class NotPlain(ValueError):
    """The text cannot be read, because of what is in ``line``."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class _PlainLoader(yaml.SafeLoader):
    """Times stay text: inputs must reach ingestion exactly as a line of JSON would, and naive times be refused."""


def _but_times(resolvers: Sequence[tuple[str, re.Pattern[str]]]) -> list[tuple[str, re.Pattern[str]]]:
    """Without dates, and without figures such as 14:30, which YAML reads as 870."""
    wanted = [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    return [(tag, re.compile(rf"(?!.*:)(?:{pattern.pattern})", pattern.flags)) for tag, pattern in wanted]


_PlainLoader.yaml_implicit_resolvers = {
    first: _but_times(resolvers) for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def read_yaml(text: str) -> tuple[Node, Any]:
    """The text as nodes, which know their lines, and as data. Raises :class:`NotPlain`."""
    try:
        root = yaml.compose(text, Loader=_PlainLoader)
        if root is None:
            raise NotPlain(1, "the file is empty")
        if _size(root, {}) > MOST:
            raise NotPlain(1, f"more than {MOST:,} values, counting what its aliases (*) stand for each time")
        return root, yaml.load(text, Loader=_PlainLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise NotPlain(line, f"not YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise NotPlain(1, f"not YAML: {error}") from error
    except RecursionError as error:
        raise NotPlain(1, "something lies too deep, or in itself") from error


def double_keys(node: Node, place: Place = ()) -> Iterator[tuple[int, Place]]:
    """Line and place of fields that occur twice in one mapping, which YAML itself would let pass."""
    seen: set[str] = set()
    for key, value in _children(node):
        name = key if isinstance(key, int) else str(key.value)
        if isinstance(key, ScalarNode):
            if key.value in seen:
                yield key.start_mark.line + 1, (*place, name)
            seen.add(key.value)
        yield from double_keys(value, (*place, name))


def locate(root: Node, place: Place) -> tuple[int, Place]:
    """The line of the node nearest to ``place``, and the part of the way that is in the file.

    Names of union members, which pydantic puts into its locations, are passed over; a missing field keeps its name.
    """
    node, known = root, list[str | int]()
    for part in place:
        child = _child(node, part)
        if child is not None:
            node = child
            known.append(part)
    if place and known[-1:] != [place[-1]] and isinstance(node, MappingNode) and isinstance(place[-1], str):
        known.append(place[-1])
    return node.start_mark.line + 1, tuple(known)


def _size(node: Node, known: dict[int, int]) -> int:
    if id(node) not in known:
        known[id(node)] = 1 + sum(_size(child, known) for _, child in _children(node))
    return known[id(node)]


def _child(node: Node, part: str | int) -> Node | None:
    for key, value in _children(node):
        if key == part if isinstance(key, int) else key.value == str(part):
            return value
    return None


def _children(node: Node) -> Iterator[tuple[Node | int, Node]]:
    """Return the children of a mapping by key, of a list by position."""
    if isinstance(node, MappingNode):
        pairs: Sequence[tuple[Node, Node]] = node.value
        yield from pairs
    elif isinstance(node, SequenceNode):
        items: Sequence[Node] = node.value
        yield from enumerate(items)
