"""The skill file: a procedure in the published agent-skill format (``SKILL.md``), written and read.

Front matter: ``name`` (lower-case letters, digits and hyphens, at most 64; also the folder's), ``description`` (what it
does and when, at most 1024 characters), ``metadata`` (texts). Body: when to use it, the numbered steps, notes.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, cast

import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pydantic import Field, ValidationError

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.types import Procedure, Step
from memorist.nodes.language.words import lower_first
from memorist.nodes.secrets.masking import mask

FILE_NAME = "SKILL.md"
MAX_NAME, MAX_DESCRIPTION = 64, 1024
MAX_FILE_CHARS = 262_144
OWN_KEY = "memorist-id"
MAX_FRONT_CHARS = 8_192
"""Of a name, a description and some words beside them: YAML takes long to read, the more the deeper it is."""
FRONT = re.compile(r"\A\ufeff?---\s*\n(.*?)\n---\s*(?:\n|\Z)", re.DOTALL)
TOOL = re.compile(r"\s*\(tool: `([^`]+)`\)\s*$")
WHEN, STEPS, NOTES = "When to use", "Steps", "Notes"


class Skill(Part):
    """Content of a skill file."""

    name: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=MAX_NAME)
    description: str = Field(min_length=1, max_length=MAX_DESCRIPTION)
    title: str = ""
    when: tuple[str, ...] = ()
    steps: tuple[Step, ...] = Field(min_length=1)
    notes: tuple[str, ...] = ()
    metadata: dict[str, str] = Field(default_factory=dict)


def skill_name(title: str) -> str:
    """A title as the name of a skill: ``Fix the Pressable flicker`` becomes ``fix-the-pressable-flicker``."""
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain)
    name = ""
    for word in words:
        longer = f"{name}-{word}" if name else word[:MAX_NAME]
        if len(longer) > MAX_NAME:
            break
        name = longer
    return name or "procedure"


def skill_of(procedure: Procedure, name: str | None = None) -> Skill:
    """A procedure as a skill; secrets in it are masked."""

    def clean(text: str) -> str:
        return " ".join(mask(text)[0].split())

    steps = sorted(procedure.steps, key=lambda s: s.order)
    trigger = clean(procedure.trigger.pattern)
    when = trigger if trigger[:2].isupper() else lower_first(trigger)
    description = f"{clean(procedure.name).rstrip('.')}. Use when {when.removeprefix('when ')}"
    if len(description) > MAX_DESCRIPTION:
        description = f"{description[: MAX_DESCRIPTION - 1]}…"
    return Skill(
        name=name or skill_name(procedure.name),
        description=description,
        title=clean(procedure.name),
        when=(trigger, *(clean(c) for c in procedure.trigger.context)),
        steps=tuple(
            Step(order=place, instruction=clean(s.instruction), tool_call=s.tool_call)
            for place, s in enumerate(steps, start=1)
        ),
        notes=tuple(_notes(procedure)),
        metadata={
            OWN_KEY: procedure.id,
            "confidence": f"{procedure.confidence:.2f}",
            "success-rate": f"{procedure.success_rate:.2f}",
            "times-used": str(procedure.times_used),
            "since": f"{procedure.valid_from:%Y-%m-%d}",
        },
    )


def _notes(procedure: Procedure) -> Iterator[str]:
    yield f"Used {procedure.times_used} times, success rate {procedure.success_rate:.0%}."
    if procedure.valid_until_condition:
        yield f"Valid until {procedure.valid_until_condition}."
    sources = len(procedure.lineage.original_source_ids) or len(procedure.source_episode_ids)
    if sources:
        yield f"Learned from {sources} episode{'s' if sources > 1 else ''} since {procedure.valid_from:%Y-%m-%d}."
    if procedure.technology:
        yield f"For {', '.join(procedure.technology)}."


def write_skill(skill: Skill) -> str:
    """The skill as the text of its file."""
    front = yaml.safe_dump(
        {"name": skill.name, "description": skill.description, "metadata": dict(skill.metadata)},
        sort_keys=False,
        allow_unicode=True,
        width=1_000_000,
    )
    lines = [f"# {skill.title or skill.name}", "", f"## {WHEN}", "", *(f"- {_inline(w)}" for w in skill.when), ""]
    lines += [f"## {STEPS}", ""]
    lines += [f"{s.order}. {_inline(s.instruction)}{_tool(s)}" for s in skill.steps]
    if skill.notes:
        lines += ["", f"## {NOTES}", "", *(f"- {_inline(n)}" for n in skill.notes)]
    return f"---\n{front}---\n\n" + "\n".join(lines) + "\n"


def read_skill(text: str, *, file: str = FILE_NAME) -> Skill:
    """Read a skill file, ours or anybody's. Raises :class:`InvalidInput` naming file, field and what was expected.

    The steps are the numbered list below a heading with "step" in it, else the first numbered list.
    """
    if len(text) > MAX_FILE_CHARS:
        raise InvalidInput(f"{file}: {len(text):,} characters, at most {MAX_FILE_CHARS:,} are read", field="content")
    front = FRONT.match(text)
    if front is None or len(front.group(1)) > MAX_FRONT_CHARS:
        raise InvalidInput(
            f"{file}:1: expected front matter of at most {MAX_FRONT_CHARS:,} characters between two lines of ---",
            field="front matter",
        )
    try:
        if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(front.group(1), Loader=yaml.SafeLoader)):
            raise InvalidInput(f"{file}: field front matter: write it without aliases (*name)", field="front matter")
        given: Any = yaml.safe_load(front.group(1))
    except (yaml.YAMLError, RecursionError) as error:
        raise InvalidInput(f"{file}: front matter: not YAML: {error}", field="front matter") from error
    if not isinstance(given, dict):
        raise InvalidInput(f"{file}: front matter: expected name and description", field="front matter")
    fields = cast("dict[str, Any]", given)
    title, lists = _body(text[front.end() :])
    ordered = [(heading, items) for heading, kind, items in lists if kind == "ordered"]
    steps = next((items for heading, items in ordered if "step" in heading.casefold()), None)
    steps = steps or next((items for _, items in ordered), list[str]())
    if not steps:
        raise InvalidInput(f"{file}: field steps: the body has no numbered list; number the steps", field="steps")
    try:
        return Skill(
            name=fields.get("name", ""),
            description=fields.get("description", ""),
            title=title,
            when=tuple(_listed(lists, "when")),
            steps=tuple(_step(place, item) for place, item in enumerate(steps, start=1)),
            notes=tuple(_listed(lists, "note")),
            metadata=_texts(fields.get("metadata")),
        )
    except ValidationError as error:
        wrong = invalid_from(error, of=file)
        raise InvalidInput(str(wrong), field=wrong.field) from error


def _texts(given: object) -> dict[str, str]:
    return {str(k): str(v) for k, v in cast("dict[Any, Any]", given).items()} if isinstance(given, dict) else {}


def _tool(step: Step) -> str:
    return f" (tool: `{step.tool_call}`)" if step.tool_call else ""


def _step(order: int, item: str) -> Step:
    tool = TOOL.search(item)
    return Step(order=order, instruction=TOOL.sub("", item) or item, tool_call=tool.group(1) if tool else None)


def _listed(lists: list[tuple[str, str, list[str]]], word: str) -> list[str]:
    return next((items for heading, _, items in lists if word in heading.casefold()), list[str]())


def _body(text: str) -> tuple[str, list[tuple[str, str, list[str]]]]:
    """The first heading, and every list with the heading above it: heading, kind, its items as text."""
    title = heading = ""
    lists: list[tuple[str, str, list[str]]] = []
    depth, before = 0, Token("", "", 0)
    for token in MarkdownIt().parse(text):
        if token.type in ("ordered_list_open", "bullet_list_open"):
            depth += 1
            if depth == 1:
                lists.append((heading, token.type.partition("_")[0], []))
        elif token.type in ("ordered_list_close", "bullet_list_close"):
            depth -= 1
        elif token.type == "list_item_open" and depth == 1:
            lists[-1][2].append("")
        elif token.type == "inline":
            said = " ".join(_plain(token).split())
            if before.type == "heading_open":
                heading, title = said, title or said
            elif depth and lists[-1][2]:
                lists[-1][2][-1] = f"{lists[-1][2][-1]} {said}".strip()
        before = token
    return title, [(heading, kind, [i for i in items if i]) for heading, kind, items in lists]


def _plain(token: Token) -> str:
    """Inline text without its markup; code keeps its backticks."""
    parts = (
        f"`{c.content}`" if c.type == "code_inline" else "\n" if "break" in c.type else c.content
        for c in token.children or ()
    )
    return "".join(parts)


def _inline(text: str) -> str:
    """Text that Markdown reads as it is: left alone if it does, else with every mark escaped."""
    flat = " ".join(text.split())
    if _body(f"- {flat}")[1] == [("", "bullet", [flat])]:
        return flat
    return re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", flat)
