"""A real HTTP server that speaks Ollama's protocol, in a thread, with the ways in which one fails."""

import hashlib
import json
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, Self, cast

__all__ = ["Failure", "OllamaWire", "Seen"]

Failure = Literal["error_500", "slow", "invalid_json", "wrong_shape", "half_a_stream", "hang_up", "unauthorized"]

SLOW_SECONDS = 5.0


@dataclass(frozen=True)
class Seen:
    """One request as it came."""

    method: str
    path: str
    body: dict[str, Any]


@dataclass
class OllamaWire:
    """``with OllamaWire() as ollama:`` serves until the end of the block; ``ollama.url`` is its address.

    Embeddings count words, so texts with common words are near each other. ``replies`` are the answers to chats, in
    order: a text, or a function of the messages; the last one stays. ``fail`` makes requests to a path go wrong.
    """

    models: tuple[str, ...] = ("nomic-embed-text:latest", "llama3.2:latest")
    dimension: int = 32
    replies: deque[str | Callable[[list[dict[str, Any]]], str]] = field(default_factory=lambda: deque(["Yes."]))
    seen: list[Seen] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._failures: dict[str, Failure] = {}
        self._stopped = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.wire = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def fail(self, how: Failure | None, path: str = "/api/") -> None:
        """From now on requests whose path starts so fail like this; null ends it."""
        if how is None:
            self._failures.pop(path, None)
        else:
            self._failures[path] = how

    def failure_of(self, path: str) -> Failure | None:
        return next((how for start, how in self._failures.items() if path.startswith(start)), None)

    def has(self, model: str) -> bool:
        return (model if ":" in model else f"{model}:latest") in self.models

    def answer(self, messages: list[dict[str, Any]]) -> str:
        reply = self.replies.popleft() if len(self.replies) > 1 else self.replies[0]
        return reply if isinstance(reply, str) else reply(messages)

    def vector(self, text: str) -> list[float]:
        counts = [0.0] * self.dimension
        for word in text.lower().split():
            counts[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4]) % self.dimension] += 1.0
        return counts

    def wait_slowly(self) -> None:
        self._stopped.wait(SLOW_SECONDS)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    wire: OllamaWire

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is what half of the tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def wire(self) -> OllamaWire:
        return cast(_Server, self.server).wire

    def do_GET(self) -> None:
        self._serve({})

    def do_POST(self) -> None:
        self._serve(json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b"{}"))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name in the base class
        """Tests look at ``seen`` instead."""

    def _serve(self, body: dict[str, Any]) -> None:
        self.wire.seen.append(Seen(self.command, self.path, body))
        match self.wire.failure_of(self.path):
            case "error_500":
                return self._send({"error": "llama runner process has terminated: signal: killed"}, status=500)
            case "unauthorized":
                return self._send({"error": "unauthorized"}, status=401)
            case "invalid_json":
                return self._send_bytes(b'{"model": "nomic-em')
            case "wrong_shape":
                return self._send(["not", "Ollama"])
            case "hang_up":
                self.close_connection = True
                return None
            case "half_a_stream":
                return self._answer(body, half=True)
            case "slow":
                self.wire.wait_slowly()
            case None:
                pass
        return self._answer(body, half=False)

    def _answer(self, body: dict[str, Any], *, half: bool) -> None:
        model = str(body.get("model", ""))
        match self.path:
            case "/":
                self._send_bytes(b"Ollama is running", kind="text/plain")
            case "/api/version":
                self._send({"version": "0.9.0"}, half=half)
            case "/api/tags":
                self._send({"models": [{"name": name, "model": name} for name in self.wire.models]}, half=half)
            case "/api/embed" | "/api/chat" if not self.wire.has(model):
                self._send({"error": f'model "{model}" not found, try pulling it first'}, status=404)
            case "/api/embed":
                self._embed(model, body.get("input", []), half=half)
            case "/api/chat":
                self._chat(model, body, half=half)
            case _:
                self._send_bytes(b"404 page not found", status=404, kind="text/plain")

    def _embed(self, model: str, texts: str | Sequence[str], *, half: bool) -> None:
        listed = [texts] if isinstance(texts, str) else texts
        vectors = [self.wire.vector(text) for text in listed]
        self._send({"model": model, "embeddings": vectors, "total_duration": 1, "load_duration": 1}, half=half)

    def _chat(self, model: str, body: dict[str, Any], *, half: bool) -> None:
        text = self.wire.answer(body.get("messages", []))
        end = {"done": True, "done_reason": "stop", "total_duration": 1, "prompt_eval_count": 1, "eval_count": 1}
        common = {"model": model, "created_at": "2026-02-01T09:00:00Z"}
        if not body.get("stream", True):
            return self._send({**common, **end, "message": {"role": "assistant", "content": text}}, half=half)
        words = text.split(" ")
        pieces = [word if place == 0 else f" {word}" for place, word in enumerate(words)]
        lines: list[dict[str, Any]] = [
            {**common, "done": False, "message": {"role": "assistant", "content": piece}} for piece in pieces
        ]
        lines.append({**common, **end, "message": {"role": "assistant", "content": ""}})
        return self._stream(lines[: max(1, len(lines) // 2)] if half else lines, half=half)

    def _stream(self, lines: Sequence[dict[str, Any]], *, half: bool) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for line in lines:
            data = json.dumps(line).encode() + b"\n"
            self._write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            time.sleep(0.001)
        if half:
            self.close_connection = True
        else:
            self._write(b"0\r\n\r\n")

    def _send(self, value: object, *, status: int = 200, half: bool = False) -> None:
        self._send_bytes(json.dumps(value).encode(), status=status, half=half)

    def _send_bytes(
        self, data: bytes, *, status: int = 200, kind: str = "application/json", half: bool = False
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self._write(data[: len(data) // 2] if half else data)
        self.close_connection = half or self.close_connection

    def _write(self, data: bytes) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):
            self.wfile.write(data)
            self.wfile.flush()
