"""The pictures of the graphs come from the code and are drawn the same every time."""

import json
from pathlib import Path

import pytest

from tools.draw_graphs import BEGIN, END, NoMarkers, graphs, main, pictures, with_pictures

PAGE = f"# Title\n\n{BEGIN}\nold\n{END}\n\nThe rest.\n"


def test_pictures_go_between_the_markers_and_nowhere_else_and_drawing_again_changes_nothing() -> None:
    once = with_pictures(PAGE, "new")
    assert once == f"# Title\n\n{BEGIN}\n\nnew\n\n{END}\n\nThe rest.\n"
    assert with_pictures(once, "new") == once


@pytest.mark.parametrize("page", ["", BEGIN, END, f"{END}{BEGIN}", f"{BEGIN}{BEGIN}{END}"])
def test_a_page_without_its_markers_is_refused(page: str) -> None:
    with pytest.raises(NoMarkers):
        with_pictures(page, "new")


def test_every_graph_that_is_served_is_drawn_with_its_nodes() -> None:
    drawn = pictures(graphs())
    served = json.loads((Path(__file__).parents[1] / "langgraph.json").read_text(encoding="utf-8"))["graphs"]
    assert graphs().keys() == {name for name, graph in served.items() if ".graphs." in graph["path"]}
    assert drawn.count("```mermaid") == len(graphs())
    for node in ("gate", "read", "match", "commit", "formulate", "semantic", "answer", "clarify", "balance", "judge"):
        assert node in drawn


def test_check_says_no_until_the_pictures_are_drawn(tmp_path: Path) -> None:
    page = tmp_path / "graphs.md"
    page.write_text(PAGE, encoding="utf-8")
    assert main(["--check", "--page", str(page)]) == 1
    assert page.read_text(encoding="utf-8") == PAGE
    assert main(["--page", str(page)]) == 0
    assert main(["--check", "--page", str(page)]) == 0
