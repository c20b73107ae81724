"""Stops an embedded server when its last client is gone, also when that one was killed.

Started beside the server as a program of its own, with the standard library alone: ``python watch.py FOLDER``. It tries
the lock that every client shares; the kernel gives it when nobody holds it any more.
"""

import fcntl
import json
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

PAUSE = 0.5
"""Seconds between two looks."""
SHUTDOWN = b"*2\r\n$8\r\nSHUTDOWN\r\n$6\r\nNOSAVE\r\n"


def watch(folder: Path) -> None:
    """Look now and then whether anybody still uses the folder; when nobody does, stop its server."""
    while True:
        time.sleep(PAUSE)
        # Opened without creating: the folder may be on its way out. Locked in the order in which clients lock.
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
    with suppress(OSError, ValueError, KeyError, TypeError):  # nothing to stop, or stopped already
        noted = json.loads(registry.read_text(encoding="utf-8"))
        path = noted["socket"]
        listens_by = time.monotonic() + 5.0
        while not Path(path).exists() and time.monotonic() < listens_by:
            time.sleep(0.05)  # its starter was killed, it comes up
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(10.0)
            connection.connect(path)
            connection.sendall(SHUTDOWN)
            try:
                while connection.recv(4096):
                    pass
            except TimeoutError:
                return  # it ends when it goes on; until then, whoever comes must find it
    registry.unlink(missing_ok=True)


if __name__ == "__main__":
    with suppress(FileNotFoundError):  # the folder was removed, and its server with it
        watch(Path(sys.argv[1]))
