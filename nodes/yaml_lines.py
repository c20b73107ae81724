"""Lines of a YAML file that a person wrote, so that a complaint can name the place."""

from typing import cast

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from memorist.memory_store.domain.errors import InvalidInput

Place = tuple[int | str, ...]
"""Place in the file: keys and list positions from the top."""


def composed(text: str, *, file: str, field: str) -> Node | None:
    """The document of a YAML text, for :func:`line_of`. Raises :class:`InvalidInput` naming file and line."""
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise InvalidInput(f"{file}:{line}: not YAML: {error.problem}", field=field) from error
    except yaml.YAMLError as error:
        raise InvalidInput(f"{file}:1: not YAML: {error}", field=field) from error


def line_of(root: Node | None, place: Place) -> int:
    """The line, from 1, where a place stands; of what is missing, the line of what should hold it."""
    node = root
    for part in place:
        child = _child(node, part)
        if child is None:
            break
        node = child
    return node.start_mark.line + 1 if node is not None else 1


def _child(node: Node | None, part: int | str) -> Node | None:
    if isinstance(node, MappingNode):
        pairs = cast("list[tuple[Node, Node]]", node.value)
        return next((value for key, value in pairs if isinstance(key, ScalarNode) and key.value == part), None)
    if isinstance(node, SequenceNode) and isinstance(part, int):
        items = cast("list[Node]", node.value)
        return items[part] if part < len(items) else None
    return None
