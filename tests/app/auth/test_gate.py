"""The gate: what is let in without keys, and what with them."""

import json
import threading
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from memorist.app.auth.caller import Role
from memorist.app.auth.gate import AuthRefused, Gate
from memorist.app.auth.keys import KeyFile
from memorist.app.auth.settings import AuthSettings

HERE = "127.0.0.1"
LOCAL = {"host": "127.0.0.1:2024"}


@pytest.fixture
def open_gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gate:
    monkeypatch.setattr("memorist.app.auth.settings.data_folder", lambda: tmp_path)
    return Gate(AuthSettings())


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "keys.json")


def gate_with(keys: KeyFile, **more) -> Gate:
    return Gate(AuthSettings(keys=keys.path, **more))


@pytest.mark.parametrize(
    ("headers", "client"),
    [
        (LOCAL, "10.0.0.7"),
        (LOCAL, None),
        ({"host": "evil.example"}, HERE),
        ({"host": "127.0.0.1.evil.example:2024"}, HERE),
        ({}, HERE),
        ({**LOCAL, "origin": "https://evil.example"}, HERE),
        ({**LOCAL, "origin": "null"}, HERE),
        ({**LOCAL, "origin": "http://localhost.evil.example"}, HERE),
    ],
)
async def test_without_keys_nobody_else_is_let_in(open_gate: Gate, headers, client) -> None:
    with pytest.raises(AuthRefused) as refused:
        await open_gate.caller(headers, client)
    assert refused.value.status == 403


@pytest.mark.parametrize(
    "origin", ["", "http://localhost:3000", "http://127.0.0.1:2024", "https://smith.langchain.com"]
)
async def test_without_keys_this_machine_its_pages_and_studio_are_the_operator(open_gate: Gate, origin: str) -> None:
    assert (await open_gate.caller({**LOCAL, **({"origin": origin} if origin else {})}, HERE)).operator


@pytest.mark.parametrize("header", ["x-api-key", "authorization"])
async def test_with_keys_the_key_says_who_calls_from_anywhere(keys: KeyFile, header: str) -> None:
    _, text = keys.add("ana", groups=["team"], user="ana", now=datetime.now(UTC))
    value = text if header == "x-api-key" else f"Bearer {text}"
    caller = await gate_with(keys).caller({"host": "memory.example", header: value}, "10.0.0.7")
    assert caller.user == "ana"
    assert not caller.operator


async def test_with_a_file_of_keys_nobody_is_let_in_without_one_this_machine_and_studio_included(keys: KeyFile) -> None:
    keys.add("ana", groups=["team"], now=datetime.now(UTC))
    for more in ({}, {"x-auth-scheme": "langsmith"}, {"x-api-key": "lsv2_something"}):
        with pytest.raises(AuthRefused) as refused:
            await gate_with(keys).caller({**LOCAL, **more}, HERE)
        assert refused.value.status == 401
    assert (await gate_with(keys, studio=True).caller({**LOCAL, "x-auth-scheme": "langsmith"}, HERE)).operator
    with pytest.raises(AuthRefused):
        await gate_with(keys, studio=True).caller({**LOCAL, "x-auth-scheme": "langsmith"}, "10.0.0.7")
    keys.path.unlink()  # a file that was named and is not there
    with pytest.raises(AuthRefused):
        await gate_with(keys).caller(LOCAL, HERE)


# ------------------------------------------------------------------ tokens

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER = rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture(scope="module")
def jwks_url() -> Generator[str]:
    body = json.dumps({"keys": [{**json.loads(RSAAlgorithm.to_jwk(KEY.public_key())), "kid": "one", "use": "sig"}]})

    class Provider(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the base class
            pass

    server = HTTPServer((HERE, 0), Provider)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{HERE}:{server.server_port}/jwks"
    server.shutdown()


def token(key=KEY, **changed) -> str:
    claims = {
        "sub": "mira",
        "iss": "https://id.example",
        "aud": "memorist",
        "exp": datetime.now(UTC) + timedelta(minutes=5),
        "memorist_groups": ["team"],
        "memorist_role": "write",
        **changed,
    }
    kept = {name: value for name, value in claims.items() if value is not None}
    return jwt.encode(kept, key, algorithm="RS256", headers={"kid": "one"})


@pytest.fixture
def token_gate(jwks_url: str, keys: KeyFile) -> Gate:
    return gate_with(keys, jwks_url=jwks_url, jwt_issuer="https://id.example", jwt_audience="memorist")


async def test_a_token_names_the_user_his_groups_and_his_role(token_gate: Gate) -> None:
    caller = await token_gate.caller_of(token())
    assert (caller.user, caller.groups, caller.role) == ("mira", ("team",), Role.WRITE)


@pytest.mark.parametrize(
    "wrong",
    [
        {"exp": datetime(2020, 1, 1, tzinfo=UTC)},
        {"exp": None},
        {"iss": "https://other.example"},
        {"aud": "another"},
        {"memorist_groups": None},
        {"memorist_groups": ["../x"]},
        {"memorist_role": "god"},
        {"sub": None},
        {"key": OTHER},
    ],
)
async def test_a_token_that_is_not_quite_right_opens_nothing(token_gate: Gate, wrong) -> None:
    with pytest.raises(AuthRefused) as refused:
        await token_gate.caller_of(token(**wrong))
    assert refused.value.status == 401


async def test_a_token_without_a_signature_or_signed_with_the_public_key_opens_nothing(token_gate: Gate) -> None:
    unsigned = jwt.encode({"sub": "mira", "memorist_groups": ["team"]}, "", algorithm="none", headers={"kid": "one"})
    for text in (unsigned, "a.b.c", "x" * 10_000):
        with pytest.raises(AuthRefused):
            await token_gate.caller_of(text)
