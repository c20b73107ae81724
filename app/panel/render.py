"""Pages from templates: everything is escaped, whatever was remembered."""

import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from memorist.app.auth.caller import Caller
from memorist.app.panel.shaping import ids_in
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import BY_UPDATE_MODELS, STATEMENT_TYPES

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
FIELDS = {
    "expired_at": "believed until",
    "valid_until": "held until",
    "valid_until_condition": "held until",
    "valid_from": "held from",
    "flagged": "waits for a person",
    "evidence_count": "pieces of evidence",
    "source_episode_ids": "rests on",
    "beside": "stands beside",
    "promoted_to_shared": "shared with everybody",
    "reinforced_at": "heard again",
    "access_count": "uses in prompts",
    "mention_count": "times spoken of",
    "interaction_count": "times met",
}
MADE_BY = {
    "pattern": "a pattern",
    "promotion": "a promotion",
    "feedback": "feedback on a prompt",
    "manual": "nobody: entered by hand",
    BY_UPDATE_MODELS: "nobody: it gathers other memories",
}
"""Origin of a memory in words, for methods whose name in programs says too little."""
CHOICES = {
    "keep_stored": "the older one was kept",
    "take_new": "the newer one was taken",
    "keep_both": "both were kept",
    "ok": "found to be in order",
}
TOLD = {
    "kept the episode": "kept in its own words: no memory was made of it",
    "what was learned is linked to whom it tells about": "what was learned is filed under whom or what it is about",
}
"""Reasons that only programs understand, in words."""
DONE = {
    "add": "added",
    "merge": "said again",
    "supersede": "took the place of another",
    "contest": "contested",
    "yield": "rejected",
}
COUNTED = {"memories": "memories", "episodes": "inputs", "edges": "connections", "changes": "changes"}
"""Figures of a check that are told by kind, in words."""
_DECIDED = re.compile(rf"\b(?P<action>{'|'.join(DONE)}) \(\w+: (?P<why>[^()]*(?:\([^()]*\)[^()]*)*)\)")
"""Decision on a draft with its rule and reason, as written in the log."""
_RULE_ID = re.compile(r"(?<![\w/])[a-z]+(?:_[a-z]+)+: ")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)")
NAVIGATION = (
    ("", "Memories", "Search and browse"),
    ("about", "About", "What is known about a person or a topic"),
    ("review", "Review", "What waits for a person"),
    ("context", "Context", "What an agent would be told"),
    ("timeline", "Timeline", "What was held about a topic"),
    ("graph", "Graph", "What surrounds a name"),
    ("ladder", "Ladder", "What has gained weight, and what is about to"),
    ("uses", "Uses", "What agents were told"),
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
    """Return the message of an error as a sentence, with a capital letter and a full stop."""
    said = said.strip()
    return f"{said[:1].upper()}{said[1:]}{'' if said.endswith(('.', '!', '?')) else '.'}"


def cause(reason: str) -> str:
    """The reason of a change, without the names that choices and rules have in programs."""
    if reason in TOLD:
        return TOLD[reason]
    choice, colon, rest = reason.partition(": ")
    if colon and choice in CHOICES:
        return f"{CHOICES[choice]}: {rest}"
    decided = _DECIDED.sub(lambda found: f"{DONE[found['action']]}: {found['why']}", reason)
    return _RULE_ID.sub("", decided)


def run_name(run: str) -> str:
    """Return the run of a change, without the name of the node."""
    return run.partition(":")[0].replace("_", " ")


def reader_name(method: str) -> str:
    """Return the origin of a memory, in words: a pattern, a model, a promotion."""
    made_by, _, which = method.partition(":")
    plain = MADE_BY.get(made_by, made_by).replace("_", " ")
    return f"{plain} ({which.replace('_', ' ')})" if which else plain


def missing(sentence: str) -> str:
    """Return the conditions that a memory lacks to climb, with the step in words."""
    step, colon, why = sentence.partition(": not yet: ")
    return f"{step.replace('_', ' ')}: {why.replace('accesses', 'uses in prompts')}" if colon else sentence


def number_name(counted: str) -> str:
    """Return the label of a figure of a check: ``memories semantic:fact`` are facts among the memories."""
    what, _, which = counted.partition(" ")
    named = type_name(which) if what == "memories" else which.replace(":", ", ").replace("_", " ").lower()
    return f"{COUNTED[what]}: {named}" if what in COUNTED else counted.replace("_", " ")


def field_name(name: str) -> str:
    """A field of a memory in words."""
    return FIELDS.get(name, name.replace("_", " "))


def in_plain_words(value: Any, field: str = "") -> str:
    """A value of a field as a person says it: times to the minute, yes and no, how many ids there are."""
    match value:
        case None | "" | [] | {}:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case float():
            return f"{value:.2f}"
        case str():
            return moment(value) if _TIME.fullmatch(value) else value
        case dict():
            items = cast("Mapping[str, Any]", value)
            return "; ".join(f"{field_name(name)} {in_plain_words(one)}" for name, one in items.items())
        case list() | tuple():
            several = cast("Sequence[Any]", value)
            if all(isinstance(one, str) and ids_in(one) == [one] for one in several):
                return plural(len(several), *(("input",) if "episode" in field else ("memory", "memories")))
            return ", ".join(in_plain_words(one) for one in several)
        case _:
            return str(value)


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
    filters.update(type_name=type_name, moment=moment, plural=plural, sentence=sentence, cause=cause)
    filters.update(run_name=run_name, reader_name=reader_name, number_name=number_name, missing=missing)
    filters.update(field_name=field_name, in_plain_words=in_plain_words)
    shared: Any = made.globals
    shared["all_types"] = STATEMENT_TYPES
    shared["by_update_models"] = BY_UPDATE_MODELS
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
    caller: Caller | None = getattr(state, "caller", None)
    everybodys = caller is not None and caller.sees_everybodys
    here = request.scope["path"].removeprefix(root).strip("/").split("/")[0]
    return {
        "root": root,
        "here": "" if here in ("m", "e") else here,
        "caller": caller,
        "pages": [one for one in NAVIGATION if one[0] != "changes" or everybodys],
        "csrf": getattr(state, "csrf", ""),
        "zone": str(getattr(state, "zone", "")),
        "group": getattr(state, "group", ""),
        "groups": getattr(state, "groups", ()),
        "may_write": getattr(state, "may_write", False),
        "signed_in": getattr(state, "signed_in", False),
    }
