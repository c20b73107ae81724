"""The body of a request: read up to a size, unpacked up to a size, decoded from protobuf or JSON."""

import json
import zlib
from collections.abc import AsyncIterable
from gzip import BadGzipFile, GzipFile
from io import BytesIO
from typing import Any

MAX_BODY = 4 * 1024 * 1024
"""Bytes that are read from the wire."""
MAX_UNPACKED = 16 * 1024 * 1024
"""Bytes that a packed body may become."""
_GZIP = b"\x1f\x8b"
PROTOBUF = "application/x-protobuf"
JSON = "application/json"


class RequestRefused(Exception):
    """A request that is not taken; ``code`` is that of ``google.rpc.Code``, ``retry_after`` in seconds."""

    def __init__(self, status: int, code: int, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.retry_after = retry_after


INVALID_ARGUMENT, PERMISSION_DENIED, RESOURCE_EXHAUSTED, UNAVAILABLE = 3, 7, 8, 14


def too_large(most: int) -> RequestRefused:
    """The refusal of a body that is larger than ``most`` bytes."""
    return RequestRefused(413, RESOURCE_EXHAUSTED, f"the body is larger than {most:,} bytes: send smaller batches")


async def read_body(chunks: AsyncIterable[bytes], *, announced: str | None) -> bytes:
    """Read a body; one that is too large is given up as soon as that is known. Raises :class:`RequestRefused`."""
    if announced is not None and announced.isdigit() and int(announced) > MAX_BODY:
        raise too_large(MAX_BODY)
    data = bytearray()
    async for chunk in chunks:
        data += chunk
        if len(data) > MAX_BODY:
            raise too_large(MAX_BODY)
    return bytes(data)


def unpacked(data: bytes, encoding: str) -> bytes:
    """Return the decoded body, at most ``MAX_UNPACKED`` bytes. Raises :class:`RequestRefused`."""
    if encoding in ("", "identity"):
        return data
    if encoding not in ("gzip", "deflate"):
        raise RequestRefused(415, INVALID_ARGUMENT, f"Content-Encoding {encoding!r}: expected gzip, or none")
    try:
        text, whole = _from_gzip(data) if data.startswith(_GZIP) else _from_deflate(data)
    except (zlib.error, BadGzipFile) as error:
        raise RequestRefused(400, INVALID_ARGUMENT, f"the body is not {encoding}: {error}") from error
    except EOFError:
        text, whole = b"", False
    if len(text) > MAX_UNPACKED:
        raise too_large(MAX_UNPACKED)
    if not whole:
        raise RequestRefused(400, INVALID_ARGUMENT, f"the body ends in the middle of its {encoding} data")
    return text


def _from_gzip(data: bytes) -> tuple[bytes, bool]:
    """Unpack all members of a body, in linear time however many there are. Raises ``EOFError`` where one is cut."""
    with GzipFile(fileobj=BytesIO(data)) as members:
        return members.read(MAX_UNPACKED + 1), True


def _from_deflate(data: bytes) -> tuple[bytes, bool]:
    unpacking = zlib.decompressobj()
    return unpacking.decompress(data, MAX_UNPACKED + 1), unpacking.eof


def decoded(data: bytes, media_type: str) -> Any:
    """A request as OTLP/JSON has it, whichever form it came in. Raises :class:`RequestRefused`."""
    return _from_protobuf(data) if media_type == PROTOBUF else _from_json(data)


def _from_protobuf(data: bytes) -> Any:
    from google.protobuf.json_format import Error, MessageToDict
    from google.protobuf.message import DecodeError
    from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

    try:
        return MessageToDict(ExportLogsServiceRequest.FromString(data))
    except (DecodeError, Error, RecursionError, UnicodeDecodeError) as error:
        raise RequestRefused(400, INVALID_ARGUMENT, f"the body is no ExportLogsServiceRequest: {error}") from error


def _from_json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RequestRefused(400, INVALID_ARGUMENT, f"the body is not JSON: {error}") from error
