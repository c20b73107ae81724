"""Stops an embedded server when its last client is gone, also when that one was killed.

Started beside the server as a program of its own, with the standard library alone: ``python watch.py FOLDER``. It waits
for the lock that every client shares; the kernel gives it when nobody holds it any more.
"""

import fcntl
import json
import socket
import sys
from contextlib import suppress
from pathlib import Path

SHUTDOWN = b"*2\r\n$8\r\nSHUTDOWN\r\n$6\r\nNOSAVE\r\n"


def watch(folder: Path) -> None:
    """Wait until nobody uses the folder, then stop its server."""
    while True:
        # Opened without creating: the folder may be on its way out.
        with (folder / "clients").open("r+") as clients:
            fcntl.flock(clients, fcntl.LOCK_EX)
        # Locked in the order in which clients lock, so that nobody waits for the other; somebody may have come.
        with (folder / "lock").open("r+") as door, (folder / "clients").open("r+") as clients:
            fcntl.flock(door, fcntl.LOCK_EX)
            try:
                fcntl.flock(clients, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                continue
            stop(folder)
            return


def stop(folder: Path) -> None:
    """Shut the server down, if there is one, and wait until it has let go of the connection."""
    registry = folder / "server.json"
    with suppress(OSError, ValueError, KeyError):  # nothing to stop, or stopped already
        path = json.loads(registry.read_text(encoding="utf-8"))["socket"]
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(10.0)
            connection.connect(path)
            connection.sendall(SHUTDOWN)
            while connection.recv(4096):
                pass
    registry.unlink(missing_ok=True)


if __name__ == "__main__":
    with suppress(FileNotFoundError):  # the folder was removed, and its server with it
        watch(Path(sys.argv[1]))
