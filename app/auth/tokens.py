"""Tokens of an identity provider (JWT), checked against its published keys (JWKS)."""

import asyncio
from collections.abc import Mapping
from typing import Any

from memorist.app.auth.caller import ANY_GROUP, Caller, Role
from memorist.app.auth.settings import AuthSettings
from memorist.memory_store.domain.errors import InvalidInput

ALGORITHMS = ("RS256", "RS384", "RS512", "ES256", "ES384", "PS256", "EdDSA")
"""Signatures with a public key alone: a shared secret could be the public key itself."""
LONGEST = 8_192
LEEWAY = 30
"""Seconds by which clocks may differ."""


class BadToken(Exception):
    """A token that opens nothing; the message says why."""


class TokenChecker:
    """Reads callers out of tokens. The provider's keys are fetched once and kept for some minutes."""

    def __init__(self, settings: AuthSettings) -> None:
        try:
            import jwt
        except ImportError as error:
            said = "MEMORIST_AUTH_JWKS_URL needs PyJWT: pip install 'memorist[panel]'"
            raise InvalidInput(said, field="jwks_url") from error
        self._jwt = jwt
        self._settings = settings
        self._keys = jwt.PyJWKClient(str(settings.jwks_url), cache_keys=True, lifespan=300, timeout=5)

    async def caller_of(self, token: str) -> Caller:
        """Return the caller named by the token. Raises :class:`BadToken`."""
        if len(token) > LONGEST:
            raise BadToken("the token is too long")
        claims = await asyncio.to_thread(self._claims, token)
        return caller_from(claims, self._settings)

    def _claims(self, token: str) -> Mapping[str, Any]:
        jwt = self._jwt
        required = ["exp", *(["aud"] if self._settings.jwt_audience else [])]
        try:
            key = self._keys.get_signing_key_from_jwt(token)
            return jwt.decode(
                token,
                key,
                algorithms=list(ALGORITHMS),
                issuer=self._settings.jwt_issuer,
                audience=self._settings.jwt_audience,
                leeway=LEEWAY,
                options={"require": required, "verify_aud": self._settings.jwt_audience is not None},
            )
        except jwt.ExpiredSignatureError as error:
            raise BadToken("the token has expired: sign in again") from error
        except jwt.PyJWKClientConnectionError as error:
            raise BadToken("the identity provider's keys cannot be fetched") from error
        except jwt.PyJWTError as error:
            raise BadToken(f"the token is not valid: {error}") from error


def caller_from(claims: Mapping[str, Any], settings: AuthSettings) -> Caller:
    """The caller that the claims of a token name. Raises :class:`BadToken` where they name no group or no user."""
    user = claims.get(settings.jwt_user_claim)
    given: Any = claims.get(settings.jwt_groups_claim)
    listed: list[Any] = given.split() if isinstance(given, str) else given if isinstance(given, list) else []  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(user, str) or not user:
        raise BadToken(f"the token has no {settings.jwt_user_claim}")
    if ANY_GROUP in listed:
        raise BadToken(
            f"the token's {settings.jwt_groups_claim} names every group ({ANY_GROUP}): a token names its own"
        )
    if not listed:
        raise BadToken(f"the token has no {settings.jwt_groups_claim}: the caller belongs to no group")
    try:
        role = Role(claims.get(settings.jwt_role_claim) or Role.READ)
        return Caller(name=user, groups=tuple(str(group) for group in listed), user=user, role=role, via="token")
    except ValueError as error:
        raise BadToken("the token names a group or role that does not exist") from error
