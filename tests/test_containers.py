"""langgraph.json can be built into an image."""

import json
import re
import shlex
import tomllib
from pathlib import Path

from langgraph_cli.config import config_to_docker, validate_config_file

ROOT = Path(__file__).parents[1]


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
