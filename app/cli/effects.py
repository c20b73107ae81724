"""Effects of operations on memories, in the words of these, as far as the reader may see them."""

from typing import TYPE_CHECKING

from memorist.app.cli.render import excerpt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memorist.api.memory import AsyncMemory
    from memorist.nodes.operations.receipt import Receipt, ReceiptLine

SIGNS = {"added": "+", "ended": "−", "changed": "~"}
MAX_NAMED = 3
"""Memories of one operation whose words are shown in a list."""


def lines(receipt: "Receipt") -> "list[tuple[str, ReceiptLine]]":
    """Return the lines of a receipt, each with what became of the memory."""
    return [(effect, line) for effect in SIGNS for line in getattr(receipt, effect)]


def named(receipt: "Receipt", words: dict[str, str]) -> str:
    """Return the words of the memories that an operation concerned, each with what became of it."""
    told = [f"{SIGNS[effect]} {excerpt(words.get(line.id, line.what), 60)}" for effect, line in lines(receipt)]
    more = len(told) - MAX_NAMED
    return "; ".join([*told[:MAX_NAMED], *([f"and {more} more"] if more > 0 else [])])


async def words_of(memory: "AsyncMemory", receipts: "Iterable[Receipt]") -> dict[str, str]:
    """Return the words of the memories that operations ended or changed, by id; without those the user may not see."""
    from memorist.memory_store.domain.visibility import may_see

    wanted = {line.id for receipt in receipts for line in (*receipt.ended, *receipt.changed)}
    found = await memory.store.memories.get(memory.scope, sorted(wanted)) if wanted else []
    return {one.id: one.content for one in found if may_see(memory.scope.user_id, one)}
