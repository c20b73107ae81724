"""What Neo4j and its driver raise, said in words that name the fix."""

from neo4j.exceptions import AuthError, ClientError, DriverError, ServiceUnavailable, TransientError

from memorist.memory_store.domain.errors import StoreError, StoreNotWritable, StoreUnavailable


def translated(error: Exception, url: str) -> StoreError:
    """What the driver raised, as an error of the store; ``url`` without the password."""
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
        return StoreUnavailable(f"{url} has fallen silent: is the server, and the way to it, still up?")
    if isinstance(error, ServiceUnavailable | OSError | ValueError):
        return StoreUnavailable(f"{url} cannot be reached ({said}): is the server running there?")
    if isinstance(error, TransientError | DriverError) or "timed out" in lowered or "terminated" in lowered:
        return StoreUnavailable(f"{url} did not answer in time ({said}): raise MEMORIST_STATEMENT_TIMEOUT")
    if isinstance(error, ClientError):
        return StoreError(f"{url} refused a statement: {error.message}")
    return StoreError(f"{url}: {said}")
