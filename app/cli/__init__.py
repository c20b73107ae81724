"""The command line: ``memorist COMMAND``."""

import sys

__all__ = ["main"]


def main() -> None:
    """Run the command named by the arguments, then exit with its code.

    Events of coding agents are answered by their listener where that is possible, before anything else is imported.
    """
    if sys.argv[1:2] == ["hook"]:
        from memorist.app.cli.quick_hook import quick_answer

        if (code := quick_answer(sys.argv[2:])) is not None:
            raise SystemExit(code)
    from memorist.app.cli.program import main as run

    run()
