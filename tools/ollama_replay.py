"""A model's answers, recorded once and given again over Ollama's protocol, so that evals run without the model.

``python tools/ollama_replay.py FILE [--misses FILE] -- COMMAND…`` runs a command with
``MEMORIST_OLLAMA_URL`` at a server that answers from FILE: JSON lines ``{"key", "answer"}``, the key being
:func:`prompt_key` of the messages. A prompt without an answer is an error 500 to the client; with ``--misses`` it is
written there as ``{"key", "messages"}``, once, to be answered and added to FILE.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self, cast

Message = dict[str, Any]
MODEL = "qwen3:4b"
"""The model that the server says it has."""


def prompt_key(messages: Iterable[Message]) -> str:
    """The sha256 of the roles and contents of a prompt's messages."""
    plain = [[message.get("role", ""), message.get("content", "")] for message in messages]
    return hashlib.sha256(json.dumps(plain, ensure_ascii=False).encode("utf-8", "replace")).hexdigest()


def read_answers(path: Path) -> dict[str, str]:
    """The recorded answers by their keys; an answer that is no text is told as JSON."""
    answers: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if line.strip():
            recorded: dict[str, Any] = json.loads(line)
            answer = recorded["answer"]
            answers[recorded["key"]] = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    return answers


class Replay(ThreadingHTTPServer):
    """``with Replay(answers, misses=path) as server:`` serves at ``server.url`` until the end of the block.

    Args:
        answers: texts of answers by the keys of their prompts.
        misses: where prompts without an answer are written; null: nowhere.
    """

    daemon_threads = True

    def __init__(self, answers: dict[str, str], *, misses: Path | None = None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = answers
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.hits = 0
        self.missed: set[str] = set()
        self._misses = misses
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()
        self._thread.join()

    def answer_to(self, messages: list[Message]) -> str | None:
        """The recorded answer; null for none, after the prompt was written down."""
        key = prompt_key(messages)
        with self._lock:
            if key in self.answers:
                self.hits += 1
            elif key not in self.missed:
                self.missed.add(key)
                if self._misses is not None:
                    with self._misses.open("a", encoding="utf-8") as file:
                        file.write(json.dumps({"key": key, "messages": messages}, ensure_ascii=False) + "\n")
        return self.answers.get(key)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """``/api/tags`` and the rest of what clients look at."""
        self._send({"models": [{"name": MODEL, "model": MODEL}], "version": "0.0.0"})

    def do_POST(self) -> None:
        """``/api/chat``: whole, or as a stream of one line and its end."""
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}")
        chat = self.path == "/api/chat"
        answer = cast(Replay, self.server).answer_to(asked.get("messages", [])) if chat else None
        if answer is None:
            self._send({"error": "no answer is recorded for this prompt"}, status=500)
            return
        common = {"model": asked.get("model", MODEL), "created_at": "2026-01-01T00:00:00Z"}
        end = {"done": True, "done_reason": "stop", "total_duration": 1, "prompt_eval_count": 1, "eval_count": 1}
        self._send({**common, **end, "message": {"role": "assistant", "content": answer}})

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name in the base class
        """Quiet: ``hits`` and ``missed`` say what was asked."""

    def _send(self, value: object, *, status: int = 200) -> None:
        data = json.dumps(value).encode() + b"\n"
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def main() -> int:
    """Run a command beside the server; end as it ends, and say how many prompts had an answer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="the recorded answers")
    parser.add_argument("--misses", type=Path, help="where prompts without an answer are written")
    parser.add_argument("command", nargs="+", help="behind --")
    given = parser.parse_args()
    with Replay(read_answers(given.file), misses=given.misses) as replay:
        surroundings = {"MEMORIST_OLLAMA_URL": replay.url, "MEMORIST_READERS": f"ollama:{MODEL},patterns"}
        ended = subprocess.run(given.command, env={**os.environ, **surroundings}, check=False).returncode
    print(f"{replay.hits} prompts answered, {len(replay.missed)} without a recorded answer", file=sys.stderr)
    return ended


if __name__ == "__main__":
    sys.exit(main())
