"""Findings of the doctor, with the advice."""

import json
import socket
import threading
import tomllib
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from memorist.app.auth.settings import AuthSettings
from memorist.app.doctor import looks
from memorist.app.doctor.looks import inbox
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.inbox import Inbox
from memorist.memory_store.settings import Settings
from tests.stores import test_settings


async def test_a_store_that_opens_is_described_with_its_embedder_and_group(tmp_path: Path) -> None:
    found = {one.what: one for one in await looks.store(Settings(store=f"embedded:{tmp_path / 'store'}", group="team"))}
    assert found["store"].state == "ok"
    assert "256" in found["embedder"].found
    assert found["group"].todo.startswith("memorist remember")


@pytest.mark.parametrize("url", ["neo4j://ana:s3cret@127.0.0.1:1", "falkor://127.0.0.1:1"])
async def test_a_store_that_is_away_is_a_problem_and_no_password_is_shown(url: str) -> None:
    [found] = await looks.store(Settings(store=url, connect_timeout=0.5))
    assert (found.what, found.state) == ("store", "problem")
    assert found.todo
    assert "s3cret" not in found.found


@pytest.fixture
def ollama() -> Generator[str]:
    class Ollama(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"models": [{"name": "llama3.2:latest"}]}).encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
            pass

    server = HTTPServer(("127.0.0.1", 0), Ollama)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.mark.parametrize(("name", "state"), [("llama3.2", "ok"), ("qwen3:4b", "warning")])
async def test_a_model_that_ollama_does_not_have_is_to_be_pulled(ollama: str, name: str, state: str) -> None:
    [found] = await looks.models(Settings(readers="ollama,patterns", ollama_url=ollama, ollama_model=name))
    assert found.state == state
    assert ("ollama pull" in found.found) == (state == "warning")


async def test_without_ollama_the_memory_works_on() -> None:
    [found] = await looks.models(Settings(readers="ollama,patterns", ollama_url="http://127.0.0.1:1"))
    assert (found.what, found.state) == ("reader", "info")
    assert await looks.models(Settings(readers="patterns")) == []


async def test_every_model_that_a_setting_names_is_asked_for(ollama: str) -> None:
    url, readers = ollama.replace("http://", "http://ann:pw@"), "ollama:llama3.2,nobody:model,patterns"
    found = await looks.models(Settings(ollama_url=url, readers=readers, selector="ollama:gemma3:4b"))
    assert [(one.what, one.state) for one in found] == [
        ("reader", "ok"),
        ("reader", "warning"),
        ("selector", "warning"),
    ]
    assert "cannot be opened" in found[1].found
    assert "MEMORIST_SELECTOR" in found[2].todo
    assert "pw" not in str(found)


def test_a_file_of_keys_that_others_can_read_is_told(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    assert [one.state for one in looks.auth(AuthSettings(keys=file))] == ["warning"]
    file.write_text('{"version": 1, "keys": []}')
    file.chmod(0o644)
    assert [one.what for one in looks.auth(AuthSettings(keys=file))] == ["auth", "keys"]
    file.chmod(0o600)
    assert [one.what for one in looks.auth(AuthSettings(keys=file))] == ["auth"]


def test_inputs_that_were_set_aside_are_told_with_the_file(tmp_path: Path) -> None:
    settings = test_settings(inbox=str(tmp_path))
    waiting = Inbox.of(settings, "embedded:store", Scope(group_id="g"))
    assert waiting is not None
    assert [looked.state for looked in inbox(settings)] == ["ok"]
    file = waiting.keep({"kind": "turn"}, [], "away")
    assert [looked.state for looked in inbox(settings)] == ["info"]
    file.write_text("{", encoding="utf-8")
    waiting.waiting()
    [looked] = inbox(settings)
    assert looked.state == "warning"
    assert "0 inputs wait" in looked.found
    assert "1 damaged" in looked.found
    assert str(file.with_suffix(".damaged")) in looked.todo


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        [found] = looks.ports([taken.getsockname()[1]])
    assert found.state == "info"


def test_a_setting_that_is_misspelt_is_told_with_the_one_that_was_meant(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert looks.misspelt() == []
    file = tmp_path / "memorist.env"
    file.write_text("MEMORIST_READRS=none\nMEMORIST_GROUP=a\n")
    monkeypatch.setenv("MEMORIST_ENV_FILE", str(file))
    monkeypatch.setenv("MEMORIST_GRUOP", "b")
    told = {one.found: one.todo for one in looks.misspelt()}
    assert told == {
        "MEMORIST_GRUOP is no setting": "MEMORIST_GROUP?",
        "MEMORIST_READRS is no setting": "MEMORIST_READERS?",
    }


def test_every_extra_that_a_user_may_want_is_looked_for() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["optional-dependencies"]) - {"fast", "train", "dev"} == set(looks.EXTRAS)
    assert {f"extra {name}" for name in looks.EXTRAS} <= {one.what for one in looks.extras()}
