"""Names of the user's own, from a file in the form of ``gazetteer.yaml``: they stand over the shipped ones."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import Field, ValidationError, model_validator

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.settings import Settings
from memorist.memory_store.threads import in_thread
from memorist.nodes.language.lexicon import Gazetteer, arranged, shipped_gazetteer, shipped_names
from memorist.nodes.language.tokens import tokens_of
from memorist.nodes.yaml_lines import composed, line_of

_FIELD = "gazetteer"
_LISTS = ("aliases", "ambiguous_aliases", "packages", "scopes", "platforms")


class OwnField(Part):
    """A topic that things serve."""

    label: str = Field(min_length=1)
    exclusive: bool = False
    words: tuple[str, ...] = ()


class OwnEntity(Part):
    """A name, what it is and how people say it besides. A shipped name keeps what is not said here."""

    name: str = Field(min_length=1)
    kind: Literal["technology", "practice", "person", "project", "concept"] = "technology"
    field: str = "other"
    aliases: tuple[str, ...] = ()
    ambiguous_aliases: tuple[str, ...] = ()
    ambiguous: bool = False
    packages: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    platforms: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _can_be_met(self) -> Self:
        for said in (self.name, *self.aliases, *self.ambiguous_aliases):
            if not tokens_of(said):
                raise ValueError(f"{said!r} has no letter or digit that a text could be searched for")
        return self


class OwnNames(Part):
    """The whole file; every section may be left out."""

    entities: tuple[OwnEntity, ...] = ()
    fields: dict[str, OwnField] = Field(default_factory=dict[str, OwnField])
    platforms: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    environments: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _knows_its_fields(self) -> Self:
        known = {*shipped_gazetteer().fields, *self.fields}
        for number, entity in enumerate(self.entities):
            if entity.field not in known:
                raise ValueError(
                    f"entities.{number}.field: {entity.field!r} is no field: declare it under fields, leave it out, or "
                    f"take one of {', '.join(sorted(known))}"
                )
        return self


async def names_of(settings: Settings) -> Gazetteer:
    """The names that the settings know; a file is read in a thread. Raises :class:`InvalidInput` naming the field."""
    if settings.gazetteer is None:
        return shipped_gazetteer()
    return await in_thread(gazetteer_with, settings.gazetteer)


def gazetteer_with(path: Path | None) -> Gazetteer:
    """The shipped names, and those of a file before them; it is read again when it was changed.

    Raises :class:`InvalidInput` naming file, line and field.
    """
    if path is None:
        return shipped_gazetteer()
    try:
        return _read(path, path.stat().st_mtime_ns)
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"the gazetteer file {path} cannot be read: {error}", field=_FIELD) from error


@lru_cache(maxsize=16)
def _read(path: Path, _changed: int) -> Gazetteer:
    return arranged(_over_shipped(read_names(path.read_text(encoding="utf-8"), file=path.name)))


def read_names(text: str, *, file: str) -> OwnNames:
    """Read and check a file of names. Raises :class:`InvalidInput` naming line and field."""
    root = composed(text, file=file, field=_FIELD)
    data: Any = yaml.safe_load(text)
    if not isinstance(data, dict):
        raise InvalidInput(f"{file}:1: expected a mapping with entities, fields, platforms", field=_FIELD)
    try:
        return OwnNames.model_validate(data)
    except ValidationError as error:
        first = min(error.errors(include_url=False), key=lambda e: e["type"] != "extra_forbidden")
        place = tuple(first["loc"])
        named = ".".join(str(part) for part in place)
        message = first["msg"].removeprefix("Value error, ")
        of = OwnEntity if place[:1] == ("entities",) else OwnField if place[:1] == ("fields",) else OwnNames
        hint = f"; there are {', '.join(of.model_fields)}" if first["type"] == "extra_forbidden" else ""
        said = f"{named}: {message}{hint}" if named else message
        raise InvalidInput(f"{file}:{line_of(root, place)}: {said}", field=f"{_FIELD}.{named}".rstrip(".")) from error


def _over_shipped(own: OwnNames) -> dict[str, Any]:
    """The data of both: of two that say the same, the first counts, so that one's own stand before the shipped."""
    given, shipped = own.model_dump(mode="json", exclude_unset=True), shipped_names()
    same = {entity["name"].casefold(): entity for entity in shipped["entities"]}
    platforms: dict[str, list[str]] = given.get("platforms", {})
    return {
        "fields": {**shipped["fields"], **own.model_dump(mode="json", include={"fields"})["fields"]},
        "platforms": {**shipped["platforms"]}
        | {name: [*words, *shipped["platforms"].get(name, ())] for name, words in platforms.items()},
        "environments": [*shipped["environments"], *own.environments],
        "entities": [
            *(_entity(one, same.get(one["name"].casefold(), {})) for one in given.get("entities", ())),
            *shipped["entities"],
        ],
    }


def _entity(given: dict[str, Any], shipped: dict[str, Any]) -> dict[str, Any]:
    lists = {key: [*given.get(key, ()), *shipped.get(key, ())] for key in _LISTS}
    return {"field": "other", **shipped, **given, **lists}
