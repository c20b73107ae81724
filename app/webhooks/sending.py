"""One delivery: signed as Standard Webhooks says, and never sent to a private address unless allowed."""

import asyncio
import base64
import hashlib
import hmac
import ipaddress
import socket
from datetime import datetime
from urllib.parse import urlsplit

import httpx

from memorist.app.webhooks.settings import WebhookSettings
from memorist.memory_store.domain.memory import Part

GONE = 410
LONGEST_WAIT = 6 * 3600.0
"""Seconds between two attempts at most."""
MAX_ANSWER_CHARS = 200
"""Characters of an answer that are kept."""


class DeliveryAttempt(Part):
    """Result of one delivery attempt.

    Args:
        good: it was taken (2xx).
        final: trying again is of no use.
        said: the status, or why there is none.
        wait: seconds that the receiver asks for before the next attempt.
    """

    good: bool
    said: str
    final: bool = False
    wait: float | None = None


class NotAllowedThere(Exception):
    """The address of the receiver is not one that may be called."""


def signature(key: bytes, id_: str, timestamp: int, body: bytes) -> str:
    """The value of ``webhook-signature``: HMAC-SHA256 over id, timestamp and body."""
    signed = hmac.new(key, b".".join((id_.encode(), str(timestamp).encode(), body)), hashlib.sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"


def wait_after(attempts: int, first: float) -> float:
    """Seconds until the next attempt after so many failed ones."""
    return min(first * 2.0 ** (attempts - 1), LONGEST_WAIT)


async def address_of(url: str, *, private: bool) -> str:
    """The IP address that the host of a URL has now.

    Raises :class:`NotAllowedThere` where it, or one of several, is a private one and those are not allowed.
    """
    there = urlsplit(url)
    host, port = there.hostname or "", there.port or (443 if there.scheme == "https" else 80)
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise NotAllowedThere(f"{host} cannot be resolved: {error.strerror or error}") from error
    addresses = [str(one[4][0]) for one in found]
    if not private and (inner := [one for one in addresses if not ipaddress.ip_address(one).is_global]):
        said = f"{host} is {inner[0]}, which is no public address: MEMORIST_WEBHOOK_PRIVATE=true allows it"
        raise NotAllowedThere(said)
    return addresses[0]


async def send(settings: WebhookSettings, id_: str, body: bytes, now: datetime) -> DeliveryAttempt:
    """Post one event. The connection goes to the address that was checked; redirects are not followed."""
    url = httpx.URL(settings.url or "")
    timestamp = int(now.timestamp())
    headers = {
        "content-type": "application/json",
        "host": url.netloc.decode(),
        "user-agent": "memorist-webhooks",
        "webhook-id": id_,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(settings.key(), id_, timestamp, body),
    }
    try:
        async with asyncio.timeout(settings.timeout):
            address = await address_of(str(url), private=settings.private)
            async with (
                httpx.AsyncClient(trust_env=False, timeout=settings.timeout) as client,
                client.stream(
                    "POST",
                    url.copy_with(host=address),
                    content=body,
                    headers=headers,
                    extensions={"sni_hostname": url.host},
                ) as answer,
            ):
                return _answered(answer)
    except NotAllowedThere as error:
        return DeliveryAttempt(good=False, said=str(error)[:MAX_ANSWER_CHARS])
    except TimeoutError:
        return DeliveryAttempt(good=False, said=f"no answer within {settings.timeout:g} s")
    except httpx.HTTPError as error:
        return DeliveryAttempt(good=False, said=f"{type(error).__name__}: {error}"[:MAX_ANSWER_CHARS])


def _answered(answer: httpx.Response) -> DeliveryAttempt:
    said = f"{answer.status_code} {answer.reason_phrase}".strip()
    try:
        wait = min(max(0.0, float(answer.headers.get("retry-after", ""))), LONGEST_WAIT)
    except ValueError:
        wait = None
    return DeliveryAttempt(good=answer.is_success, said=said, final=answer.status_code == GONE, wait=wait)
