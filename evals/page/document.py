"""The frame that every report stands in."""

from importlib.resources import files

from memorist.evals.page.element import Child, Html, element

NOTHING_LOADED = "default-src 'none'; style-src 'unsafe-inline'"
"""The browser refuses to load anything, whatever a remembered text may say."""


def document(title: str, *body: Child) -> str:
    """A whole page, light or dark as the reader's system is."""
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{NOTHING_LOADED}"/>'),
        element("title", title),
        element("style", Html(style)),
    )
    return f"<!doctype html>\n{element('html', head, element('body', element('main', body)), lang='en')}\n"


def chip(text: str, kind: str = "") -> Html:
    """A short word with a colour: ``good``, ``bad``, ``warn``, ``quiet`` or none."""
    return element("span", text, class_=f"chip {kind}".strip())


def table(header: Child, rows: Child) -> Html:
    """A table that scrolls by itself where the screen is narrow."""
    return element(
        "div", element("table", element("thead", element("tr", header)), element("tbody", rows)), class_="wide"
    )


def row(*cells: Child, **attributes: str | None) -> Html:
    """A row of a table; a cell that is not yet one becomes one."""
    return element("tr", [_cell(cell) for cell in cells], **attributes)


def number(value: Child) -> Html:
    """A cell with a figure."""
    return element("td", value, class_="number")


def heading(text: str, *, numeric: bool = False) -> Html:
    """A cell of a table's head."""
    return element("th", text, scope="col", class_="number" if numeric else None)


def _cell(cell: Child) -> Html:
    return cell if isinstance(cell, Html) and cell.startswith(("<td", "<th")) else element("td", cell)
