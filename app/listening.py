"""Addresses that a server of ours is about to listen on."""

import socket

from memorist.memory_store.domain.errors import InvalidInput


async def check_address(host: str, port: int, *, of: str) -> None:
    """Refuse an address that others could call without a key, or that somebody listens on already.

    Args:
        host: an address of this machine.
        port: the port; 0 stands for a free one.
        of: the command that asks.

    Raises:
        InvalidInput: it is open to other machines and nobody needs a key; it is taken, or no address of this machine.
    """
    from memorist.app.auth.gate import Gate, is_local

    if not is_local(host) and not await Gate().is_on():
        raise InvalidInput(
            f"{of}: field host: {host} is open to other machines, and no key is needed: make one first "
            "(memorist keys add NAME --group GROUP)",
            field="host",
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            said = f"{of}: field port: {host}:{port} cannot be listened on ({error.strerror}): name another --port"
            raise InvalidInput(said, field="port") from error
