"""Addresses that a server of ours is about to listen on."""

import socket

from memorist.memory_store.domain.errors import InvalidInput


def check_free(host: str, port: int, *, of: str) -> None:
    """Refuse a port that somebody listens on already; 0 stands for a free one.

    Args:
        host: an address of this machine.
        port: the port.
        of: the command that asks.

    Raises:
        InvalidInput: it is taken, or the host is no address of this machine.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            said = f"{of}: field port: {host}:{port} cannot be listened on ({error.strerror}): name another --port"
            raise InvalidInput(said, field="port") from error
