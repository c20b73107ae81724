"""Errors of a command as one line and an exit code, the same for every bench."""

from collections.abc import Generator
from contextlib import contextmanager

import typer


@contextmanager
def errors_told() -> Generator[None]:
    """End the command with 2 for a fault in the input and with 3 for a failing store; both are reported on stderr."""
    from memorist.memory_store.domain.errors import InvalidInput, StoreError

    try:
        yield
    except InvalidInput as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    except StoreError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(3) from error
