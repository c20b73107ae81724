"""``python -m hypomnema.app.cli`` is ``hypomnema``."""

from hypomnema.app.cli.program import main

main()
