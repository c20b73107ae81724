"""A cable between a client and a server that can be cut, or go silent as a frozen server does."""

import asyncio
from contextlib import suppress
from typing import Self


class Cable:
    """Forwards bytes from a port of its own to ``port``; an async context manager."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.port = 0
        self._open = asyncio.Event()
        self._open.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    def go_silent(self) -> None:
        """Take everything, pass nothing on."""
        self._open.clear()

    def speak_again(self) -> None:
        """Pass on what was held back, and all that follows."""
        self._open.set()

    async def cut(self) -> None:
        """Drop every connection and take no more."""
        if self._server is not None:
            self._server.close()
        for writer in self._writers:
            writer.transport.abort()
        self._open.set()
        await asyncio.sleep(0)

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._plug_in, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.cut()

    async def _plug_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        self._writers |= {writer, far_writer}
        with suppress(OSError):
            await asyncio.gather(self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            await self._open.wait()
            writer.write(data)
            await writer.drain()
        writer.close()
