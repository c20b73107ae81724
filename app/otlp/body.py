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
        if data.startswith(_GZIP):  # all members, in linear time however many there are
            text, whole = GzipFile(fileobj=BytesIO(data)).read(MAX_UNPACKED + 1), True
        else:
            unpacking = zlib.decompressobj()
            text, whole = unpacking.decompress(data, MAX_UNPACKED + 1), unpacking.eof
    except (zlib.error, BadGzipFile) as error:
        raise RequestRefused(400, INVALID_ARGUMENT, f"the body is not {encoding}: {error}") from error
    except EOFError:  # a member of gzip is cut
        text, whole = b"", False
    if len(text) > MAX_UNPACKED:
        raise too_large(MAX_UNPACKED)
    if not whole:
        raise RequestRefused(400, INVALID_ARGUMENT, f"the body ends in the middle of its {encoding} data")
    return text


def decoded(data: bytes, media_type: str) -> Any:
    """A request as OTLP/JSON has it, whichever form it came in. Raises :class:`RequestRefused`."""
    if media_type != PROTOBUF:
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise RequestRefused(400, INVALID_ARGUMENT, f"the body is not JSON: {error}") from error
    from google.protobuf.json_format import Error, MessageToDict
    from google.protobuf.message import DecodeError
    from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

    try:
        return MessageToDict(ExportLogsServiceRequest.FromString(data))
    except (DecodeError, Error, RecursionError, UnicodeDecodeError) as error:
        raise RequestRefused(400, INVALID_ARGUMENT, f"the body is no ExportLogsServiceRequest: {error}") from error
