"""The quick way of `memorist hook`: a listener that has the memory open already answers the event.

A coding agent waits for a hook at each call of a tool, and opening a memory takes seconds. So the first hook starts a
listener, and the others ask it over a socket that only this user can reach. Imports the standard library alone, as
starting Python is most of what a hook takes then.
"""

import argparse
import hashlib
import io
import json
import os
import socket
import stat
import sys
import time
from typing import NoReturn

IDLE = "MEMORIST_HOOK_LISTENER"
"""Variable: seconds after the last event until the listener ends; 0: no listener, each hook opens the memory itself."""
IDLE_SECONDS = 1800
STARTING_SECONDS = 30.0
"""Time in which a listener has to open its socket."""
ANSWER_SECONDS = 55.0
EVENTS = ("session-start", "prompt", "tool", "stop")
PROJECT_FOLDERS = ("CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR")
"""Variables in which agents give a hook the folder of the project."""
CALL_OPTIONS = ("store", "group", "agent", "user", "embedder")
"""Common options that the listener takes; with others the hook is answered in its own process."""
_NOT_PATHS = frozenset({IDLE, "MEMORIST_GROUP", "MEMORIST_AGENT", "MEMORIST_USER", "MEMORIST_TIMEZONE"})


class _OptionParser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def quick_answer(words: list[str]) -> int | None:
    """Have a listener answer the words behind ``memorist hook``; print what it says and return the exit code.

    Null: this process has to answer the event itself; what was read from standard input can be read again.
    """
    try:
        given = _parser().parse_args(words)
        place = socket_path(given.store)
    except (ValueError, OSError, AttributeError):  # other options; no folder of our own; a system without users
        return None
    if place is None:
        return None
    connected = _connected(*place)
    if connected is None:
        return None
    event = sys.stdin.buffer.read()
    head = {name: getattr(given, name) for name in ("event", "asks", "closed", *CALL_OPTIONS)} | {
        "root": project_folder()
    }
    try:
        with connected:
            connected.settimeout(ANSWER_SECONDS)
            connected.sendall(json.dumps(head).encode() + b"\n" + event)
            connected.shutdown(socket.SHUT_WR)
            answer = json.loads(b"".join(iter(lambda: connected.recv(65536), b"")))
        out, err, code = answer["out"], answer["err"], int(answer["code"])
    except (OSError, ValueError, KeyError, TypeError):  # it ended meanwhile
        sys.stdin = io.TextIOWrapper(io.BytesIO(event), encoding="utf-8")
        return None
    sys.stdout.write(out)
    sys.stderr.write(err)
    return code


def socket_path(store: str | None = None) -> tuple[str, str] | None:
    """Return the path of the socket for this user, installation and environment, and the folder that its listener
    works in; null where there is to be none.

    Raises ``OSError`` where the folder cannot be made, or is not this user's alone.
    """
    try:
        if idle_seconds() <= 0:
            return None
    except ValueError:
        return None
    here = __file__
    variables = sorted((name, value) for name, value in os.environ.items() if _matters(name))
    local = store is not None or any(name.startswith("MEMORIST_") and name not in _NOT_PATHS for name, _ in variables)
    works_in = os.getcwd() if local else os.path.expanduser("~")
    known = [sys.executable, here, os.stat(here).st_mtime_ns, variables, works_in]
    name = hashlib.sha256(json.dumps(known).encode()).hexdigest()[:16]
    base = os.environ.get("XDG_RUNTIME_DIR") or os.environ.get("TMPDIR") or "/tmp"
    folder = os.path.join(base, f"memorist-{os.getuid()}")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise OSError(f"{folder} is not a folder of this user alone")
    return os.path.join(folder, f"hooks-{name}.sock"), works_in


def project_folder() -> str | None:
    """Return the folder of the project that the agent works in, if its environment names one."""
    return next(filter(None, map(os.environ.get, PROJECT_FOLDERS)), None)


def idle_seconds() -> float:
    """Return the seconds after the last event until a listener ends. Raises ``ValueError`` for what is no number."""
    return float(os.environ.get(IDLE) or IDLE_SECONDS)


def _matters(name: str) -> bool:
    """Tell whether a variable of the environment may change an answer."""
    return name.startswith(("MEMORIST_", "OLLAMA_", "XDG_")) or name in ("HOME", "TZ") or name.endswith("_API_KEY")


def _parser() -> argparse.ArgumentParser:
    parser = _OptionParser(add_help=False, allow_abbrev=False)
    parser.add_argument("event", choices=EVENTS)
    for name, field, yes in (
        ("--ask", "asks", True),
        ("--no-ask", "asks", False),
        ("--closed", "closed", True),
        ("--open", "closed", False),
    ):
        parser.add_argument(name, dest=field, action="store_const", const=yes, default=field == "asks")
    for name in CALL_OPTIONS:
        parser.add_argument(f"--{name}")
    return parser


def _connected(place: str, works_in: str) -> socket.socket | None:
    """Return a connection to the listener, which is started if there is none; null if it does not come up."""
    if (there := _connect(place)) is not None:
        return there
    import subprocess

    words = [sys.executable, "-P", "-m", "memorist.app.coding_agents.listener", place]
    null = subprocess.DEVNULL
    started = subprocess.Popen(words, stdin=null, stdout=null, stderr=null, start_new_session=True, cwd=works_in)
    until = time.monotonic() + STARTING_SECONDS
    while time.monotonic() < until:
        if (there := _connect(place)) is not None:
            return there
        if started.poll() not in (None, 0):
            return None  # with 0 another listener was faster: it is about to open the socket
        time.sleep(0.02)
    return None


def _connect(place: str) -> socket.socket | None:
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.settimeout(1.0)
        connection.connect(place)
    except OSError:
        connection.close()
        return None
    return connection
