"""Answers in the form of the request: ``ExportLogsServiceResponse``, and ``google.rpc.Status`` for what was refused."""

import json

from starlette.responses import Response

from memorist.app.otlp.body import JSON, RequestRefused


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
        body = _status(error.code, error.message)
    return Response(body, status_code=error.status, media_type=media_type, headers=headers)


def _status(code: int, message: str) -> bytes:
    """``google.rpc.Status`` as protobuf: the code is field 1, the message field 2."""
    text = message.encode("utf-8", "replace")
    return bytes((0x08, code, 0x12)) + _varint(len(text)) + text


def _varint(number: int) -> bytes:
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    data.append(number)
    return bytes(data)
