"""Options that several benchmarks have."""

from typing import Annotated

import typer

Readers = Annotated[str, typer.Option(help="Readers in their order, as in MEMORIST_READERS.")]
Every = Annotated[int, typer.Option(min=1, help="Take each Nth case alone.")]
TotalsOnly = Annotated[bool, typer.Option("--totals", help="Only the figures, no single case.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]
StoreOption = Annotated[str | None, typer.Option(help="Default: an embedded store in a temporary folder.")]
