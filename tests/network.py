"""A guard for tests that must not reach out: within it only this machine can be connected to or looked up."""

import ipaddress
import sys
from collections.abc import Generator
from contextlib import contextmanager

_guarding: list[list[str]] = []
CONNECTING = {"socket.connect", "socket.sendto", "socket.sendmsg"}
LOOKING_UP = {"socket.getaddrinfo", "socket.gethostbyname"}


class LeftTheMachine(RuntimeError):
    """Something tried to reach another machine."""


@contextmanager
def only_this_machine() -> Generator[list[str]]:
    """Refuse connections and look-ups that leave; gives what was tried, also where the error was swallowed."""
    tried: list[str] = []
    _guarding.append(tried)
    try:
        yield tried
    finally:
        _guarding.remove(tried)


def _listen(event: str, arguments: tuple[object, ...]) -> None:
    """An audit hook: it sees every socket of the process, also those of libraries written in C."""
    if not _guarding or event not in CONNECTING | LOOKING_UP:
        return
    address = arguments[1] if event in CONNECTING else arguments[0]
    host = address[0] if isinstance(address, tuple) else None if event in CONNECTING else address
    if host is not None and not _here(host):
        _guarding[-1].append(f"{event} {host!r}")
        raise LeftTheMachine(f"{event} {host!r}")


def _here(host: object) -> bool:
    name = host.decode() if isinstance(host, bytes) else str(host)
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


sys.addaudithook(_listen)
