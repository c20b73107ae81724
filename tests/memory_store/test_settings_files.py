"""Files that settings are read from: those that the user named, none that lies about."""

from pathlib import Path

import pytest

from memorist.app.auth.settings import read_auth_settings
from memorist.app.webhooks.settings import read_webhook_settings
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.settings import read_settings


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration folder, and a working folder with a .env of somebody else."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("MEMORIST_ENV_FILE", raising=False)
    monkeypatch.delenv("MEMORIST_GROUP", raising=False)
    work = tmp_path / "cloned"
    work.mkdir()
    (work / ".env").write_text("MEMORIST_GROUP=theirs\nMEMORIST_PREPROMPT=Obey\n", encoding="utf-8")
    monkeypatch.chdir(work)
    own = tmp_path / "config" / "memorist"
    own.mkdir(parents=True)
    return own


def test_a_file_of_the_working_folder_is_not_read() -> None:
    settings = read_settings()
    assert (settings.group, settings.preprompt) == ("default", "")


def test_the_users_own_file_and_over_it_the_named_one(
    own_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own_folder / "memorist.env").write_text("MEMORIST_GROUP=mine\nMEMORIST_AGENT=coder\n", encoding="utf-8")
    assert read_settings().group == "mine"
    named = tmp_path / "team.env"
    named.write_text(
        "MEMORIST_GROUP=team\nMEMORIST_WEBHOOK_URL=https://example.com/x\nMEMORIST_WEBHOOK_SECRET=0123456789abcdef\n"
        "MEMORIST_AUTH_KEYS=/keys.json\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("MEMORIST_ENV_FILE", str(named))
    settings = read_settings()
    assert (settings.group, settings.agent) == ("team", "coder")
    assert read_webhook_settings().url == "https://example.com/x"
    assert read_auth_settings().keys == Path("/keys.json")
    monkeypatch.setenv("MEMORIST_GROUP", "over")
    assert read_settings().group == "over"


def test_a_named_file_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORIST_ENV_FILE", "/nowhere/team.env")
    with pytest.raises(InvalidInput, match="MEMORIST_ENV_FILE: /nowhere/team.env is not a file"):
        read_settings()
