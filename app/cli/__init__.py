"""The command line: ``hypomnema COMMAND``."""

from hypomnema.app.cli.program import main

__all__ = ["main"]
