"""Stops an embedded server when its last client is gone, also when that one was killed.

Started beside the server as a program of its own, with the standard library alone:
``python watch.py FOLDER SOCKET DOOR CLIENTS``, the last two being open files that it inherits. It tries the lock that
every client shares; the kernel gives it when nobody holds it any more.
"""

import fcntl
import json
import os
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TextIO

PAUSE = 0.5
"""Seconds between two looks."""
REGISTRY = "server.json"
SHUTDOWN = b"*2\r\n$8\r\nSHUTDOWN\r\n$6\r\nNOSAVE\r\n"


def watch(folder: Path, address: str, door: TextIO, clients: TextIO) -> None:
    """Look now and then whether anybody still uses the folder; when nobody does, stop the server at ``address``.

    The open files tell it also when the folder was moved or removed meanwhile; ``address`` may change when a server
    that died was started again.
    """
    while True:
        time.sleep(PAUSE)
        address = _noted(folder, clients, address) or address
        # Locked in the order in which clients lock.
        fcntl.flock(door, fcntl.LOCK_EX)
        try:
            fcntl.flock(clients, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            fcntl.flock(door, fcntl.LOCK_UN)
            continue
        # Whoever held the door until now may have stopped the server.
        noted = _noted(folder, clients, address)
        if noted is not None and stop(noted) and _is_still(folder, clients):
            (folder / REGISTRY).unlink(missing_ok=True)
        return


def _noted(folder: Path, clients: TextIO, before: str) -> str | None:
    """Return the server's address as noted in the folder, null if there is none; ``before``, if the folder is gone."""
    return socket_of(folder) if _is_still(folder, clients) else before


def _is_still(folder: Path, clients: TextIO) -> bool:
    """Return true if the folder is the one that is watched, and no other of its name."""
    with suppress(OSError):
        return os.path.samestat((folder / "clients").stat(), os.fstat(clients.fileno()))
    return False


def socket_of(folder: Path) -> str | None:
    """Return the address of the server of a folder; null if none is noted."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads((folder / REGISTRY).read_text(encoding="utf-8"))["socket"])
    return None


def stop(address: str) -> bool:
    """Shut a server down and wait until it has let go of the connection; false if it does not, for it goes on later."""
    with suppress(OSError):  # nothing to stop, or stopped already
        listens_by = time.monotonic() + 5.0
        while not Path(address).exists() and time.monotonic() < listens_by:
            time.sleep(0.05)  # the process that started it was killed; the server is still coming up
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(10.0)
            connection.connect(address)
            connection.sendall(SHUTDOWN)
            try:
                while connection.recv(4096):
                    pass
            except TimeoutError:
                return False  # the next process that opens the folder must find the server
    with suppress(OSError):
        Path(address).unlink(missing_ok=True)
        Path(address).parent.rmdir()
    return True


if __name__ == "__main__":
    with os.fdopen(int(sys.argv[3]), "a") as _door, os.fdopen(int(sys.argv[4]), "a") as _clients:
        watch(Path(sys.argv[1]), sys.argv[2], _door, _clients)
