"""HTML as values: every text is escaped, because only :class:`Html` is taken as it is."""

from collections.abc import Iterable
from html import escape

VOID = {"br", "circle", "hr", "line", "meta", "path", "polyline", "rect"}
"""Elements without an end; those of SVG close themselves."""


class Html(str):
    """Markup that is complete and safe; a plain ``str`` is text and will be escaped."""

    __slots__ = ()


type Child = str | Iterable[Child] | None
"""A child of an element: markup, text, nothing, or several of them."""


def element(name: str, /, *children: Child, **attributes: str | float | bool | None) -> Html:
    """An element. ``_`` inside a name is ``-``, at its end nothing; attributes that are None or False are left out."""
    given = "".join(_attribute(key, value) for key, value in attributes.items() if value is not None)
    if name in VOID:
        return Html(f"<{name}{given}/>")
    return Html(f"<{name}{given}>{join(children)}</{name}>")


def join(child: Child) -> Html:
    """The markup of a child: text escaped, nothing as nothing, several one after the other."""
    match child:
        case None:
            return Html("")
        case Html():
            return child
        case str():
            return Html(escape(child))
        case _:
            return Html("".join(join(part) for part in child))


def _attribute(key: str, value: str | float | bool | None) -> str:
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return "" if value is False else f' {name}="{escape(str(value))}"'
