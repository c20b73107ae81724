"""A receiver of webhooks as others write one: an HTTP server that checks signatures and answers as it is told."""

import base64
import hashlib
import hmac
import json
import threading
from collections.abc import Generator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

SECRET = "whsec_" + base64.b64encode(b"a secret of the receiver").decode()


@dataclass
class Receiver:
    """Received requests, and the next answers: statuses in their order, then 204."""

    url: str = ""
    came: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    location: str = ""

    def ids(self) -> list[str]:
        return [id_ for id_, _ in self.came]


@pytest.fixture
def receiver() -> Generator[Receiver]:
    it = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            id_, at = self.headers["webhook-id"], self.headers["webhook-timestamp"]
            key = base64.b64decode(SECRET.removeprefix("whsec_"))
            signed = hmac.new(key, f"{id_}.{at}.".encode() + body, hashlib.sha256).digest()
            right = self.headers["webhook-signature"] == f"v1,{base64.b64encode(signed).decode()}"
            it.came.append((id_, json.loads(body)))
            self.send_response((it.answers.pop(0) if it.answers else 204) if right else 401)
            if it.location:
                self.send_header("location", it.location)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    it.url = f"http://127.0.0.1:{server.server_port}/hook"
    yield it
    server.shutdown()
