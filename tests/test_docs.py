"""The README and the pages below ``docs`` name files, pages and settings that exist."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from memorist.app.auth.settings import AuthSettings
from memorist.app.webhooks.settings import WebhookSettings
from memorist.memory_store.settings import Settings

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "evals" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ROOMS = ("graphs", "nodes", "memory_store", "api", "app", "evals", "scenarios", "tests")


def links_of(text: str) -> Iterator[str]:
    """The targets of links to files of the repository."""
    return (target for target in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in target)


def paths_of(text: str) -> Iterator[str]:
    """Paths from the root that stand between backticks, as they are or with ``*``."""
    return (path for path in re.findall(r"`([\w.*/-]+)`", text) if path.partition("/")[0] in ROOMS and "/" in path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [target for target in links_of(text) if not (page.parent / target).exists()] == []
    assert [path for path in paths_of(text) if not any(ROOT.glob(path.rstrip("/")))] == []


def test_settings_that_the_pages_name_are_settings() -> None:
    named = {name for page in PAGES for name in re.findall(r"`MEMORIST_([A-Z0-9_]*[A-Z0-9])`", page.read_text("utf-8"))}
    known = {n.upper() for n in Settings.model_fields}
    known |= {"ENV_FILE", "BENCH_DATA", "HOOK_LISTENER", *(f"AUTH_{n.upper()}" for n in AuthSettings.model_fields)}
    known |= {f"WEBHOOK_{n.upper()}" for n in WebhookSettings.model_fields}
    assert named - known == set()


def test_every_page_is_reached_from_another() -> None:
    reached = {(page.parent / target).resolve() for page in PAGES for target in links_of(page.read_text("utf-8"))}
    assert [page.name for page in PAGES[2:] if page.resolve() not in reached] == []
