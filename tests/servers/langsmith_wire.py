"""As much of LangSmith as an evaluation needs, at the wire: datasets, examples, experiments, runs and feedback.

It keeps what it is sent, and answers as the real one does. Multipart bodies are read, too.
"""

import json
import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import policy
from email.parser import BytesParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

TENANT = "00000000-0000-4000-8000-000000000001"
KEY = "lsv2_local_key"


@dataclass
class Kept:
    """Everything that was sent."""

    datasets: dict[str, dict[str, Any]] = field(default_factory=dict)
    examples: dict[str, dict[str, Any]] = field(default_factory=dict)
    sessions: dict[str, dict[str, Any]] = field(default_factory=dict)
    runs: dict[str, dict[str, Any]] = field(default_factory=dict)
    feedback: dict[str, dict[str, Any]] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def by_key(self, key: str) -> list[Any]:
        """The scores of one key."""
        return [f.get("score") for f in self.feedback.values() if f["key"] == key]


class Refused(Exception):
    """An answer that is not 200."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


def parts(body: bytes, content_type: str) -> Generator[tuple[str, Any]]:
    """The named JSON parts of a multipart body."""
    message = BytesParser(policy=policy.HTTP).parsebytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        yield str(name), json.loads(content) if isinstance(content, bytes) and content else None


def merged(named: Generator[tuple[str, Any]]) -> dict[str, dict[str, Any]]:
    """Parts called ``id`` and ``id.field`` as one object an id."""
    found: dict[str, dict[str, Any]] = {}
    for name, value in named:
        id_, _, part = name.partition(".")
        found.setdefault(id_, {"id": id_}).update({part: value} if part else value)
    return found


class Handler(BaseHTTPRequestHandler):
    """One request."""

    protocol_version = "HTTP/1.1"
    kept: Kept

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class calls it so
        pass

    def do_GET(self) -> None:
        method = self.command
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        split = urlsplit(self.path)
        with self.kept.lock:
            self.kept.requests.append(f"{method} {split.path}")
            try:
                status, answer = 200, self._routed(method, split.path, parse_qs(split.query), body)
            except Refused as refused:
                status, answer = refused.status, {"detail": str(refused)}
        encoded = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(encoded)))
        self.end_headers()
        self.wfile.write(encoded)

    do_POST = do_PATCH = do_GET  # noqa: N815 - the base class calls them so

    def _routed(self, method: str, path: str, query: Mapping[str, list[str]], body: bytes) -> Any:
        if path != "/info" and self.headers.get("x-api-key") != KEY:
            raise Refused(401, "Invalid token")
        for wanted, pattern, handle in ROUTES:
            if wanted == method and (found := re.fullmatch(pattern, path)):
                return handle(self, found[1], query, body)
        raise Refused(404, f"{method} {path} is not spoken here")


Route = Callable[[Handler, str, Mapping[str, list[str]], bytes], Any]


def now() -> str:
    return datetime.now(UTC).isoformat()


INFO = {
    "version": "0.12.0",
    "instance_flags": {"dataset_examples_multipart_enabled": True},
    "batch_ingest_config": {
        "use_multipart_endpoint": True,
        "scale_up_qsize_trigger": 1000,
        "scale_up_nthreads_limit": 2,
        "scale_down_nempty_trigger": 4,
        "size_limit": 100,
        "size_limit_bytes": 20_000_000,
    },
}


def named(kept: Mapping[str, dict[str, Any]], query: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    names = query.get("name", [])
    return [one for one in kept.values() if not names or one["name"] in names]


def create_dataset(handler: Handler, _: str, __: object, body: bytes) -> Any:
    given = {"id": str(uuid4()), "created_at": now(), "modified_at": now(), "tenant_id": TENANT, **json.loads(body)}
    return handler.kept.datasets.setdefault(given["id"], given)


def read_examples(handler: Handler, _: str, query: Mapping[str, list[str]], __: bytes) -> Any:
    ids, offset = query.get("id"), int(query.get("offset", ["0"])[0])
    found = [e for e in handler.kept.examples.values() if e["dataset_id"] == query["dataset"][0]]
    return [e for e in found if not ids or e["id"] in ids][offset : offset + int(query.get("limit", ["100"])[0])]


def write_examples(handler: Handler, dataset: str, _: object, body: bytes) -> Any:
    given = merged(parts(body, handler.headers["Content-Type"]))
    for id_, example in given.items():
        before = handler.kept.examples.get(id_, {"created_at": now(), "dataset_id": dataset})
        handler.kept.examples[id_] = {**before, **example, "modified_at": now()}
    return {"count": len(given), "example_ids": [*given]}


def create_session(handler: Handler, _: str, __: object, body: bytes) -> Any:
    given = {"start_time": now(), "tenant_id": TENANT, **json.loads(body)}
    return handler.kept.sessions.setdefault(given["id"], given)


def update_session(handler: Handler, id_: str, _: object, body: bytes) -> Any:
    handler.kept.sessions[id_].update((key, value) for key, value in json.loads(body).items() if value is not None)
    return handler.kept.sessions[id_]


def write_runs(handler: Handler, _: str, __: object, body: bytes) -> Any:
    for name, value in parts(body, handler.headers["Content-Type"]):
        event, rest = name.split(".", maxsplit=1)
        id_, part = [*rest.split(".", maxsplit=1), ""][:2]
        kept = handler.kept.feedback if event == "feedback" else handler.kept.runs
        kept.setdefault(id_, {"id": id_}).update({part: value} if part else value)
    return {}


def create_feedback(handler: Handler, _: str, __: object, body: bytes) -> Any:
    given = json.loads(body)
    return handler.kept.feedback.setdefault(given["id"], given)


ROUTES: tuple[tuple[str, str, Route], ...] = (
    ("GET", "/info()", lambda *_: INFO),
    ("GET", "/datasets()", lambda handler, _, query, __: named(handler.kept.datasets, query)),
    ("POST", "/datasets()", create_dataset),
    ("GET", "/datasets/([^/]+)", lambda handler, id_, *_: handler.kept.datasets[id_]),
    ("GET", "/examples()", read_examples),
    ("POST", "/v1/platform/datasets/([^/]+)/examples", write_examples),
    ("PATCH", "/v1/platform/datasets/([^/]+)/examples", write_examples),
    ("GET", "/sessions()", lambda handler, _, query, __: named(handler.kept.sessions, query)[:1]),
    ("POST", "/sessions()", create_session),
    ("PATCH", "/sessions/([^/]+)", update_session),
    ("POST", "/runs/multipart()", write_runs),
    ("POST", "/feedback()", create_feedback),
)


@contextmanager
def langsmith_server() -> Generator[tuple[str, Kept]]:
    """A server on a free port: its URL, and what it was sent."""
    kept = Kept()
    handler = type("KeptHandler", (Handler,), {"kept": kept})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", kept
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
