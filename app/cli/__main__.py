"""``python -m memorist.app.cli`` is ``memorist``."""

from memorist.app.cli import main

main()
