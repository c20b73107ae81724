"""``python -m memorist.app.cli`` is ``memorist``."""

from memorist.app.cli.program import main

main()
