"""The endpoint ``/v1/logs``, as the OTLP/HTTP specification has it.

A request is answered when all of it was ingested, or kept for a retry. If that is not possible it is answered as
unavailable: the exporter sends it again, and what was ingested the first time is known by its id.
"""

import asyncio
import json
import logging
from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from memorist.app.open_memory import MemoryFor
from memorist.app.otlp.batches import EventBatch, SaidInRecord, inputs_of
from memorist.app.otlp.body import (
    INVALID_ARGUMENT,
    JSON,
    PERMISSION_DENIED,
    PROTOBUF,
    RESOURCE_EXHAUSTED,
    UNAVAILABLE,
    RequestRefused,
    decoded,
    read_body,
    unpacked,
)
from memorist.app.otlp.records import Records, records_of
from memorist.memory_store.domain.clock import Clock, SystemClock
from memorist.memory_store.domain.errors import InvalidInput, MemoristError


def accepted(refused_records: int, message: str, media_type: str) -> Response:
    """All was taken, or all but some records: then the partial success says how many, and why.

    As the specification has it, a message beside no refused record is a warning.
    """
    told = bool(refused_records or message)
    if media_type == JSON:
        partial = {"rejectedLogRecords": str(refused_records), "errorMessage": message}
        return Response(json.dumps({"partialSuccess": partial} if told else {}), media_type=JSON)
    from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceResponse

    response = ExportLogsServiceResponse()
    if told:
        response.partial_success.rejected_log_records = refused_records
        response.partial_success.error_message = message
    return Response(response.SerializeToString(), media_type=media_type)


def refused(error: RequestRefused, media_type: str) -> Response:
    """Nothing was taken, or it is to be sent again: the status says which."""
    headers = {} if error.retry_after is None else {"retry-after": str(error.retry_after)}
    if media_type == JSON:
        body = json.dumps({"code": error.code, "message": error.message}).encode()
    else:
        from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsPartialSuccess

        # A google.rpc.Status, whose code and message are written like these two fields.
        text = error.message.encode("utf-8", "replace").decode()
        body = ExportLogsPartialSuccess(rejected_log_records=error.code, error_message=text).SerializeToString()
    return Response(body, status_code=error.status, media_type=media_type, headers=headers)


_log = logging.getLogger(__name__)
READING_SECONDS = 30.0
MAX_WAITING = 32
RETRY_AFTER = 5
LOOPBACK = ("127.0.0.1", "localhost")


class LogsReceiver:
    """Receives log records and ingests them: what was said as turns, what happened as observations.

    Args:
        memory_for: gives the open memory of whoever calls.
        clock: dates records that say no time.
    """

    def __init__(self, memory_for: MemoryFor, *, clock: Clock | None = None) -> None:
        self._memory_for = memory_for
        self._clock = clock or SystemClock()
        self._one_at_a_time = asyncio.Lock()
        self._waiting = 0
        self.route = Route("/v1/logs", self._receive, methods=["POST"])
        """To be added to another app's routes."""

    def app(self, hosts: Sequence[str] = LOOPBACK) -> Starlette:
        """An app of its own, which serves these values of the ``Host`` header (without the port)."""
        only = Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False)
        return Starlette(routes=[self.route], middleware=[only])

    async def _receive(self, request: Request) -> Response:
        media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        answer_type = media_type if media_type in (PROTOBUF, JSON) else JSON
        try:
            # Exporters send none; pages in a browser do.
            if (origin := request.headers.get("origin")) is not None:
                raise RequestRefused(403, PERMISSION_DENIED, f"the origin {origin[:200]!r} is not served")
            if media_type != answer_type:
                raise RequestRefused(
                    415, INVALID_ARGUMENT, f"Content-Type {media_type!r}: expected {PROTOBUF} or {JSON}"
                )
            found = await self._read(request, media_type)
            refused_records, message = await self._ingest(found)
        except RequestRefused as error:
            return refused(error, answer_type)
        return accepted(refused_records, message, answer_type)

    async def _read(self, request: Request, media_type: str) -> Records:
        try:
            async with asyncio.timeout(READING_SECONDS):
                data = await read_body(request.stream(), announced=request.headers.get("content-length"))
        except TimeoutError as error:
            raise RequestRefused(408, UNAVAILABLE, f"the body did not come within {READING_SECONDS:.0f} s") from error
        except ClientDisconnect as error:
            raise RequestRefused(400, INVALID_ARGUMENT, "the body ended early") from error
        encoding = request.headers.get("content-encoding", "").strip().lower()
        return await asyncio.to_thread(lambda: records_of(decoded(unpacked(data, encoding), media_type)))

    async def _ingest(self, found: Records) -> tuple[int, str]:
        """Ingest what was read, one request at a time; return how many records were refused, and why.

        Raises :class:`RequestRefused` when it has to be sent again.
        """
        if self._waiting >= MAX_WAITING:
            raise RequestRefused(429, RESOURCE_EXHAUSTED, "too many requests at once", retry_after=RETRY_AFTER)
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                inputs = await asyncio.to_thread(inputs_of, found.records, self._clock.now())
                return await self._ingest_inputs(inputs, found)
        finally:
            self._waiting -= 1

    async def _ingest_inputs(self, inputs: Sequence[SaidInRecord | EventBatch], found: Records) -> tuple[int, str]:
        failed, reasons = set[int](), list(found.reasons)
        for one in inputs:
            try:
                (result,) = await (await self._memory_for()).ingest(one.as_input())
            except InvalidInput as error:
                failed, reasons = failed | one.records, [*reasons, str(error)]
                continue
            except (MemoristError, OSError, TimeoutError) as error:
                _log.warning("log records could not be ingested: %s", error)
                raise RequestRefused(503, UNAVAILABLE, str(error), retry_after=RETRY_AFTER) from error
            if result.error is None or result.error.kept:
                continue
            if result.error.retryable:
                raise RequestRefused(503, UNAVAILABLE, result.error.message, retry_after=RETRY_AFTER)
            failed, reasons = failed | one.records, [*reasons, result.error.message]
        if shortened := sum(one.shortened for one in inputs):
            reasons.append(f"{shortened} texts were longer than what is kept and were shortened")
        return found.refused + len(failed), "; ".join(dict.fromkeys(reasons))[:1_000]
