"""A file of names of one's own, through the Python API."""

from pathlib import Path

import pytest

import memorist
from memorist.memory_store.domain.errors import InvalidInput
from tests.inputs import ingested, refused
from tests.stores import test_settings

NAMES = "entities:\n  - {name: Quillbase, field: database, aliases: [qb]}\n"
SAID = "we use qb for the database"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    path = tmp_path / "names.yaml"
    path.write_text(NAMES, encoding="utf-8")
    return path


async def test_own_names_are_met_in_what_is_ingested_and_asked(embedded_url: str, group: str, own: Path) -> None:
    async with memorist.open(embedded_url, group=group, settings=test_settings(gazetteer=own)) as memory:
        assert "Quillbase" in (await ingested(memory, SAID)).entities
        assert [entry.memory.content for entry in await memory.history("qb")]
        recall = await memory.recall("Write the qb migration")
        assert "Quillbase" in recall.prompt
    async with memorist.open(embedded_url, group=f"{group}_plain", settings=test_settings()) as plain:
        assert "Quillbase" not in (await ingested(plain, SAID)).entities


async def test_a_bad_file_is_told_when_a_memory_is_opened(embedded_url: str, group: str, own: Path) -> None:
    own.write_text("entities: [{name: Quillbase, field: databases}]", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"names.yaml:1: entities.0.field: 'databases' is no field") as refused:
        async with memorist.open(embedded_url, group=group, settings=test_settings(gazetteer=own)):
            pass
    assert refused.value.field == "gazetteer"


async def test_a_file_that_goes_bad_fails_the_inputs_with_its_field(embedded_url: str, group: str, own: Path) -> None:
    async with memorist.open(embedded_url, group=group, settings=test_settings(gazetteer=own)) as memory:
        own.write_text("entities: 5", encoding="utf-8")
        error = await refused(memory, SAID)
    assert (error.field, error.retryable) == ("gazetteer.entities", False)
