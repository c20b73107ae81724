"""The command line: ``memorist COMMAND``."""

from memorist.app.cli.program import main

__all__ = ["main"]
