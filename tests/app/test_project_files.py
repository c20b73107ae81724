"""Lines about files: marked where the project had the file once and has it no more, and nowhere else."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from memorist.app import project_files
from memorist.app.project_files import ProjectFiles, names_in
from tests.app.command_line import Cli

TIMEOUT = "The payment timeout is set in src/payments/client.ts"


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    file = tmp_path / "shop" / "src" / "payments" / "client.ts"
    file.parent.mkdir(parents=True)
    file.write_text("export const PAYMENT_TIMEOUT = 8\n")
    return tmp_path / "shop"


def look_up(shop: Path, *texts: str) -> list[list[str]]:
    return ProjectFiles(shop).look_up(texts)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (TIMEOUT, [("src/payments/client.ts", "")]),
        ("`PAYMENT_TIMEOUT` in `src/payments/client.ts` is 8", [("src/payments/client.ts", "PAYMENT_TIMEOUT")]),
        ("cartTotal() lives in src/cart.ts, see README.md", [("src/cart.ts", "cartTotal"), ("README.md", "")]),
        ("The rounding in src/cart.ts is wrong", [("src/cart.ts", "")]),
        ("Look at ../other/a.ts, /etc/hosts, ~/.ssh/id and src/*.ts", []),
        ("We release on Fridays and/or Mondays, version 1.2.3", []),
    ],
)
def test_only_plainly_named_files_below_the_project_count(text: str, names: Sequence[tuple[str, str]]):
    assert [tuple(name) for name in names_in(text)] == names


def test_a_file_that_was_found_once_is_gone_later_and_comes_back(shop: Path):
    file = shop / "src" / "payments" / "client.ts"
    assert look_up(shop, TIMEOUT, "We use pnpm") == [[], []]
    file.rename(shop / "client.ts")
    assert look_up(shop, TIMEOUT, "We use pnpm") == [["src/payments/client.ts is not there any more"], []]
    (shop / "client.ts").rename(file)
    assert look_up(shop, TIMEOUT) == [[]]


def test_a_symbol_that_was_found_once_is_gone_later(shop: Path):
    text = "PAYMENT_TIMEOUT is set in src/payments/client.ts"
    assert look_up(shop, text) == [[]]
    (shop / "src" / "payments" / "client.ts").write_text("export const TIMEOUT_OF_PAYMENT_TIMEOUTS = 8\n")
    assert look_up(shop, text) == [["PAYMENT_TIMEOUT is not in src/payments/client.ts any more"]]


def test_nothing_is_said_of_what_was_never_found_or_cannot_be_seen(shop: Path, tmp_path: Path):
    assert look_up(shop, "We will write src/new.ts") == [[]], "a plan"
    assert look_up(shop, TIMEOUT) == [[]]
    other = tmp_path / "infra"
    other.mkdir()
    assert look_up(other, TIMEOUT) == [[]], "a file of the other project"
    shop.rename(tmp_path / "away")
    assert look_up(shop, TIMEOUT) == [[]], "the project itself is away"


def test_the_names_that_are_looked_up_are_few(shop: Path, monkeypatch: pytest.MonkeyPatch):
    calls: list[str] = []
    stat = Path.stat

    def counted(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        calls.append(str(path))
        return stat(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", counted)
    look_up(shop, *(f"It is in src/f{number}.ts" for number in range(500)))
    assert len([path for path in calls if "/src/f" in path]) == project_files.MAX_NAMES


def test_what_is_kept_holds_no_names(shop: Path, tmp_path: Path):
    look_up(shop, TIMEOUT)
    [kept] = (tmp_path / "data" / "memorist" / "files").iterdir()
    assert "client" not in kept.read_text()
    assert len(json.loads(kept.read_text())) == 2
    kept.write_text("{broken")
    assert look_up(shop, TIMEOUT) == [[]]


def test_a_recall_marks_the_line_and_no_rule(cli: Cli, shop: Path):
    cli("remember", TIMEOUT)
    cli("rule", "Never edit src/payments/client.ts")

    def recalled() -> str:
        return cli("recall", "Where is the payment timeout set?", "--root", str(shop)).out

    assert "any more" not in recalled()
    (shop / "src" / "payments" / "client.ts").unlink()
    assert f"{TIMEOUT} (src/payments/client.ts is not there any more)\n" in recalled()
    assert "Never edit src/payments/client.ts\n" in recalled().replace(".\n", "\n")
    assert "is not a folder" in cli("recall", "x", "--root", str(shop / "nowhere")).ended(2).err
