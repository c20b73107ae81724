"""Processes of throw-away servers: a free port, and a server that hangs and goes on."""

import signal
import socket
import subprocess
from typing import Self

__all__ = ["ServerProcess", "free_port"]


def free_port() -> int:
    """Return a port on which nothing listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ServerProcess:
    """A server in a process of its own; a context manager."""

    process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        raise NotImplementedError

    def stop(self) -> None:
        """Kill it: nothing in it is worth keeping, and a clean end takes time."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def pause(self) -> None:
        """Let it hang: it takes what is sent and answers nothing."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it do what was sent meanwhile, and all that follows."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        if self.process is None:
            raise RuntimeError(f"{type(self).__name__} does not run")
        self.process.send_signal(number)

    def __enter__(self) -> Self:
        return self if self.process else self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
