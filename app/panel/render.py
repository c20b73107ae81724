"""Pages from templates: everything is escaped, whatever was remembered."""

from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import STATEMENT_TYPES

HERE = Path(__file__).parent
STATIC = HERE / "static"
NAMES_OF_TYPES = {
    "episodic": "episode",
    "procedural": "procedure",
    "semantic:hard_rule": "hard rule",
    "model:self": "self model",
    "model:user": "user model",
    "model:relationship": "relationship",
    "model:domain": "domain model",
}
NAVIGATION = (
    ("", "Memories", "Search and browse"),
    ("review", "Review", "What waits for a person"),
    ("context", "Context", "What an agent would be told"),
    ("timeline", "Timeline", "What was held about a topic"),
    ("graph", "Graph", "What surrounds a name"),
    ("ladder", "Ladder", "What climbs, and what is near"),
    ("uses", "Uses", "What stood in prompts"),
    ("balance", "Balance", "How agents are doing"),
    ("changes", "Changes", "The log"),
    ("health", "Health", "The store"),
)
"""Path, name and what it is for, in the order of the menu."""


def type_name(type_: str) -> str:
    """A type of memory in words."""
    return NAMES_OF_TYPES.get(type_, type_.rsplit(":", maxsplit=1)[-1].replace("_", " "))


_zone: ContextVar[tzinfo] = ContextVar("memorist_panel_zone", default=UTC)
"""Of the page that is being rendered: what templates include knows nothing of it otherwise."""


def moment(value: datetime | str | None, empty: str = "") -> str:
    """A time to the minute, where the store's people are; a day where it is midnight there."""
    if value is None:
        return empty
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    at = at.astimezone(_zone.get()) if at.tzinfo else at
    return f"{at:%Y-%m-%d}" if (at.hour, at.minute) == (0, 0) else f"{at:%Y-%m-%d %H:%M}"


def sentence(said: str) -> str:
    """What an error says, with a capital letter and a full stop."""
    said = said.strip()
    return f"{said[:1].upper()}{said[1:]}{'' if said.endswith(('.', '!', '?')) else '.'}"


def plural(number: int, one: str, many: str = "") -> str:
    """``1 memory``, ``2 memories``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates of the package, all of them read now: a page waits for no file.

    Escaping is on for all of them; an unknown name is an error, not an empty string.
    """
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        cache_size=-1,
    )
    filters: Any = made.filters
    filters.update(type_name=type_name, moment=moment, plural=plural, sentence=sentence)
    shared: Any = made.globals
    shared["navigation"] = NAVIGATION
    shared["all_types"] = STATEMENT_TYPES
    shared["all_statuses"] = [str(status) for status in Status]
    for name in made.list_templates():
        made.get_template(name)
    return made


def page(request: Request, template: str, *, status: int = 200, **values: Any) -> HTMLResponse:
    """Render a page. ``values`` are what the template names besides what every page has."""
    context: Mapping[str, Any] = {**_common(request), **values}
    token = _zone.set(getattr(request.state, "zone", UTC))
    try:
        return HTMLResponse(environment().get_template(template).render(context), status_code=status)
    finally:
        _zone.reset(token)


def _common(request: Request) -> dict[str, Any]:
    root = request.scope.get("root_path", "")
    state = request.state
    here = request.scope["path"].removeprefix(root).strip("/").split("/")[0]
    return {
        "root": root,
        "here": "" if here in ("m", "e") else here,
        "caller": getattr(state, "caller", None),
        "csrf": getattr(state, "csrf", ""),
        "zone": str(getattr(state, "zone", "")),
        "group": getattr(state, "group", ""),
        "groups": getattr(state, "groups", ()),
        "may_write": getattr(state, "may_write", False),
        "signed_in": getattr(state, "signed_in", False),
    }
