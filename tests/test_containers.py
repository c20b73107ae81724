"""Dockerfile, compose file and langgraph.json say what the package can do."""

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import yaml
from langgraph_cli.config import config_to_docker, validate_config_file
from typer.testing import CliRunner

from memorist.app.auth.settings import AuthSettings
from memorist.app.cli.program import app
from memorist.app.doctor.serve import PATIENCE
from memorist.memory_store.settings import Settings

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
WORKERS = [service for service in SERVICES.values() if "build" in service]
IMAGES = {"NEO4J_IMAGE"}
"""Variables that only the compose file itself reads."""


def command() -> list[str]:
    """Commands that the image runs."""
    return json.loads(re.findall(r"(?m)^CMD (\[.*\])$", DOCKERFILE)[-1])


def lines(name: str) -> set[str]:
    """The entries of an ignore file, without slashes at their ends."""
    return {line.strip("/") for line in (ROOT / name).read_text(encoding="utf-8").splitlines() if line}


def test_every_variable_is_a_setting() -> None:
    known = {f"{name.upper()}" for name in Settings.model_fields}
    known |= {f"AUTH_{name.upper()}" for name in AuthSettings.model_fields} | IMAGES
    for text in (DOCKERFILE, (ROOT / "compose.yaml").read_text(encoding="utf-8")):
        assert set(re.findall(r"MEMORIST_([A-Z0-9_]+)", text)) <= known


def test_the_image_runs_a_command_that_exists_on_the_port_that_is_asked() -> None:
    program, name, *arguments = command()
    assert program == "memorist"
    help_ = CliRunner().invoke(app, [name, "--help"]).stdout
    options = [argument for argument in arguments if argument.startswith("--")]
    assert options
    assert all(option in help_ for option in options)
    port = arguments[arguments.index("--port") + 1]
    assert f"EXPOSE {port}" in DOCKERFILE
    assert f"http://127.0.0.1:{port}/ok" in DOCKERFILE
    assert all(service["ports"][0].endswith(f":{port}") for service in WORKERS)


def test_a_worker_that_is_stopped_may_finish_what_is_under_way() -> None:
    assert WORKERS
    assert all(int(service["stop_grace_period"].removesuffix("s")) > PATIENCE for service in WORKERS)


def test_no_setting_and_nothing_that_git_leaves_out_is_sent_to_a_build() -> None:
    sent = {pattern.removeprefix("**/") for pattern in lines(".dockerignore")}
    left_out = lines(".gitignore") - {"memorist.env"}  # by *.env
    assert left_out | {".git", "*.env"} <= sent


def test_an_image_for_langgraph_platform_holds_the_whole_configuration() -> None:
    file = ROOT / "langgraph.json"
    dockerfile, _ = config_to_docker(file, validate_config_file(file), base_image="langchain/langgraph-api")
    said = dict(line.removeprefix("ENV ").split("=", 1) for line in dockerfile.splitlines() if line.startswith("ENV "))
    whole = json.loads(file.read_text(encoding="utf-8"))
    for variable, name in (("LANGSERVE_GRAPHS", "graphs"), ("LANGGRAPH_HTTP", "http"), ("LANGGRAPH_AUTH", "auth")):
        [value] = shlex.split(said[variable])  # an apostrophe would end it
        assert json.loads(value) == whole[name]


def test_an_image_for_langgraph_platform_has_panel_mcp_and_otlp() -> None:
    """Dependencies cannot name an extra of the package itself; what the server brings needs no naming."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    needed = {re.split("[><=]", line)[0] for extra in ("panel", "mcp", "otlp") for line in extras[extra]}
    named = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))["dependencies"]
    assert not [one for one in named if set("<>;&| ") & set(one)]  # written into a shell command as they are
    assert needed - {"starlette", "uvicorn"} == {one.split("~=")[0] for one in named if one != "."}
