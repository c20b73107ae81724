"""The gate: from what a request carries to the caller, the same for graphs, panel and every other route."""

import asyncio
import ipaddress
import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from memorist.app.auth.caller import OPERATOR, Caller
from memorist.app.auth.keys import PREFIX, KeyFile
from memorist.app.auth.settings import AuthSettings, read_auth_settings
from memorist.app.auth.tokens import BadToken, TokenChecker
from memorist.memory_store.domain.clock import Clock, SystemClock
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from starlette.types import Scope

_log = logging.getLogger(__name__)

STUDIO_SCHEME = "langsmith"
"""Value that Studio writes into ``x-auth-scheme``."""


class AuthRefused(Exception):
    """A request that is not let in; ``status`` is 401 for a missing or bad key or token, else 403."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class Gate:
    """Lets requests in or not.

    With authentication off only this machine is let in: the client's address, the ``Host`` and the ``Origin`` must be
    local ones, so that neither another machine nor a web page that is open in the same browser can ask.
    """

    def __init__(self, settings: AuthSettings | None = None, clock: Clock | None = None) -> None:
        self.settings = settings or read_auth_settings()
        self._clock = clock or SystemClock()
        self._keys = KeyFile(self.settings.keys_file)
        self._tokens = TokenChecker(self.settings) if self.settings.jwks_url else None

    async def is_on(self) -> bool:
        """Return true if callers must show who they are; looked at in a thread, because it may depend on a file."""
        return await asyncio.to_thread(lambda: self.settings.on)

    async def caller(self, headers: Mapping[str, str], client: str | None) -> Caller:
        """Return the caller.

        Args:
            headers: of the request, names in small letters.
            client: the address it comes from; null where nobody knows.

        Raises:
            AuthRefused: with what to do about it.
        """
        on = await self.is_on()
        self.check_place(headers, client, on=on)
        if not on:
            return OPERATOR
        by_studio = self.settings.studio and headers.get("x-auth-scheme") == STUDIO_SCHEME
        if by_studio and is_local(client or ""):
            return OPERATOR.model_copy(update={"name": "studio", "via": "studio"})
        secret = presented(headers)
        if secret is None:
            raise AuthRefused(401, "a key is needed: send it as x-api-key, or as Authorization: Bearer")
        return await self.caller_of(secret)

    async def caller_in(self, scope: "Scope") -> Caller:
        """Return the caller of an HTTP request. Raises :class:`AuthRefused`."""
        return await self.caller(*sender_of(scope))

    async def caller_of(self, secret: str) -> Caller:
        """Return the owner of a key or a token. Raises :class:`AuthRefused`."""
        if secret.startswith(PREFIX) or self._tokens is None:
            try:
                found = await asyncio.to_thread(self._keys.caller_of, secret, self._clock.now())
            except InvalidInput as error:
                _log.error("nobody is let in: %s", error)
                raise AuthRefused(403, "the server cannot read its keys") from error
            if found is None:
                raise AuthRefused(401, "the key is unknown, expired or revoked")
            return found
        try:
            return await self._tokens.caller_of(secret)
        except BadToken as error:
            raise AuthRefused(401, str(error)) from error

    def check_place(self, headers: Mapping[str, str], client: str | None, *, on: bool) -> None:
        """Check the place that a request comes from. Raises :class:`AuthRefused`."""
        host = host_of(headers.get("host", ""))
        if not on:
            if not is_local(client or ""):
                raise AuthRefused(
                    403, "without authentication only this machine may ask: make a key (memorist keys add)"
                )
            if not is_local(host) and host not in self.settings.hosts:
                raise AuthRefused(403, f"the Host {host!r} is not this machine's: name it in MEMORIST_AUTH_HOSTS")
        elif self.settings.hosts and not is_local(host) and host not in self.settings.hosts:
            raise AuthRefused(403, f"the Host {host!r} is not one of MEMORIST_AUTH_HOSTS")
        origin = headers.get("origin")
        if origin and not self.origin_allowed(origin, headers.get("host", ""), on=on):
            raise AuthRefused(403, "pages of another origin may not call: name it in MEMORIST_AUTH_ORIGINS")

    def origin_allowed(self, origin: str, host: str, *, on: bool) -> bool:
        """Return true if a web page of this origin may call the server that it knows as ``host``."""
        if origin in self.settings.origins:
            return True
        try:
            there = urlsplit(origin)
        except ValueError:
            return False
        return there.netloc.casefold() == host.casefold() or (not on and is_local(there.hostname or ""))


def sender_of(scope: "Scope") -> tuple[dict[str, str], str | None]:
    """Return the headers of a request, their names in small letters, and the address that it comes from."""
    headers = {name.decode("latin-1").casefold(): value.decode("latin-1") for name, value in scope["headers"]}
    client = scope.get("client")
    return headers, str(client[0]) if client else None


def presented(headers: Mapping[str, str]) -> str | None:
    """The key or token that a request carries."""
    if key := headers.get("x-api-key", "").strip():
        return key
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() or None if scheme.casefold() == "bearer" else None


def host_of(header: str) -> str:
    """The name in a ``Host`` header, without the port."""
    try:
        return (urlsplit(f"//{header}").hostname or "").casefold()
    except ValueError:
        return ""


def is_local(name: str) -> bool:
    """Return true if a name or an address is this machine's own."""
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


@lru_cache(maxsize=1)
def shared_gate() -> Gate:
    """The gate of this process."""
    return Gate()
