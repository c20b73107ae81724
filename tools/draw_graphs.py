"""Pictures of the graphs for ``docs/graphs.md``, drawn from the code: ``python tools/draw_graphs.py``.

``--check`` draws nothing and says by the exit code 1 that the page is out of date.
"""

import argparse
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

BEGIN = "<!-- graphs:begin -->"
END = "<!-- graphs:end -->"
GRAPHS = ("ingestion", "retrieval", "promotion", "homeostasis", "check_action")
PAGE = Path(__file__).resolve().parents[1] / "docs" / "graphs.md"


class NoMarkers(ValueError):
    """The page lacks the two comments between which the pictures go."""


def graphs() -> dict[str, Any]:
    """The compiled graphs by name, as ``langgraph.json`` serves them."""
    return {name: import_module(f"memorist.graphs.{name}").graph for name in GRAPHS}


def pictures(drawn: dict[str, Any]) -> str:
    """One mermaid block for each graph, under its name. Works offline."""
    blocks = {name: graph.get_graph().draw_mermaid().strip().replace("\t", "  ") for name, graph in drawn.items()}
    pages = (f"**{name}**\n\n```mermaid\n{block}\n```" for name, block in blocks.items())
    return re.sub(r"[^\S\n]+$", "", "\n\n".join(pages), flags=re.MULTILINE)


def with_pictures(page: str, blocks: str) -> str:
    """Return ``page`` with ``blocks`` between the markers; the same page when they are there already."""
    if page.count(BEGIN) != 1 or page.count(END) != 1 or page.index(BEGIN) > page.index(END):
        raise NoMarkers(f"the page needs {BEGIN} and, below it, {END}, once each")
    head, rest = page.split(BEGIN)
    tail = rest.split(END)[1]
    return f"{head}{BEGIN}\n\n{blocks}\n\n{END}{tail}"


def main(arguments: list[str] | None = None) -> int:
    """Draw, or with ``--check`` say by the exit code 1 that the page is out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when the pictures are out of date")
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args(arguments)
    text = options.page.read_text(encoding="utf-8")
    try:
        current = with_pictures(text, pictures(graphs()))
    except NoMarkers as error:
        print(f"{options.page}: {error}", file=sys.stderr)
        return 2
    if current == text:
        return 0
    if options.check:
        print(f"{options.page}: the pictures of the graphs are out of date: run `make graphs`", file=sys.stderr)
        return 1
    options.page.write_text(current, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
