"""Translation of the errors of Neo4j and its driver into messages that name the fix."""

import ssl
from collections.abc import Iterator
from typing import cast

from neo4j.exceptions import AuthError, ClientError, DriverError, ServiceUnavailable, TransientError

from memorist.memory_store.domain.errors import StoreError, StoreNotWritable, StoreUnavailable

NOT_FOUND = "Neo.ClientError.Database.DatabaseNotFound"


def translated(error: Exception, url: str, database: str) -> StoreError:
    """Translate an error of the driver into one of the store; ``url`` without the password, ``database`` as it was
    asked for.

    Every error of the driver has one, so that it can be raised at once.
    """
    said = str(error) or type(error).__name__
    if isinstance(error, AuthError):
        return StoreUnavailable(
            f"{url} refused the user or the password: set MEMORIST_NEO4J_USER and MEMORIST_NEO4J_PASSWORD, "
            "or put them into the URL"
        )
    lowered = said.lower()
    if "read-only" in lowered or "writing in read access mode" in lowered or "no space left" in lowered:
        return StoreNotWritable(f"{url} runs but cannot write ({said}); nothing was written")
    if isinstance(error, TimeoutError):
        return StoreUnavailable(f"{url} stopped answering: check the server and the network")
    if isinstance(error, ServiceUnavailable | OSError | ValueError):
        mismatch = _mismatch(error, url)
        return StoreUnavailable(mismatch or f"{url} cannot be reached ({said}): is the server running there?")
    if isinstance(error, TransientError | DriverError) or "timed out" in lowered or "terminated" in lowered:
        return StoreUnavailable(f"{url} did not answer in time ({said}): raise MEMORIST_STATEMENT_TIMEOUT")
    if isinstance(error, ClientError):
        if error.code == NOT_FOUND:
            return StoreUnavailable(
                f"{url} has no database {database}: name it at the end of the URL, as in neo4j+s://host/NAME, or with "
                "MEMORIST_NEO4J_DATABASE (on AuraDB it may be the instance's id)"
            )
        return StoreError(f"{url} refused a statement: {error.message}")
    return StoreError(f"{url}: {said}")


def _mismatch(error: BaseException, url: str) -> str | None:
    """Return the advice if client and server use different protocols: one of them TLS, or the server HTTP."""
    scheme, _, rest = url.partition("://")
    plain, encrypted = scheme.partition("+")[0], "+" in scheme
    causes = list(_causes(error))
    if any(isinstance(cause, ssl.SSLCertVerificationError) for cause in causes):
        return (
            f"{url} has a certificate that is not trusted here: use {plain}+ssc://{rest} where it is self-signed, or "
            "trust the authority that signed it"
        )
    if encrypted and any(isinstance(c, ssl.SSLError) or type(c).__name__ == "BoltSecurityError" for c in causes):
        return f"{url} does not speak TLS: use {plain}://{rest}, or enable TLS for Bolt in the server"
    said = " ".join(map(str, causes))
    if "looks like HTTP" in said:
        return f"{url} speaks HTTP there, not Bolt: name the port of Bolt, which is 7687 unless it was changed"
    if not encrypted and "incomplete handshake" in said:
        return f"{url} broke off the handshake: if it wants TLS, use {plain}+s://{rest}"
    return None


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and all it came of; of an attempt at several servers, what each said."""
    while error is not None:
        yield error
        if isinstance(error, BaseExceptionGroup):
            for one in cast("tuple[BaseException, ...]", error.exceptions):
                yield from _causes(one)
        error = error.__cause__ or error.__context__
