"""A markdown text as blocks with headings and lines."""

from memorist.nodes.kinds.documents.blocks import DocumentBlock, blocks_of

TEXT = """---
globs: "**/*.ts"
---
# Guide

Some **bold** words
over two lines, see [the docs](docs/a.md).

## Testing
- Keep `fixtures` small
- Database:
  - use Postgres
  - never Realm

1. Build
2. Ship
   carefully

| a | b |
|---|---|
| 1 | 2 |

```bash
make test
```
"""


def test_blocks_know_their_kind_headings_and_line() -> None:
    assert blocks_of(TEXT) == (
        DocumentBlock("Some bold words over two lines, see the docs (docs/a.md).", "paragraph", 6, ("Guide",)),
        DocumentBlock("Keep fixtures small", "item", 10, ("Guide", "Testing")),
        DocumentBlock("Database:", "item", 11, ("Guide", "Testing")),
        DocumentBlock("use Postgres", "item", 12, ("Guide", "Testing", "Database")),
        DocumentBlock("never Realm", "item", 13, ("Guide", "Testing", "Database")),
        DocumentBlock("1. Build\n2. Ship carefully", "steps", 15, ("Guide", "Testing")),
        DocumentBlock("make test", "code", 23, ("Guide", "Testing")),
    )


def test_plain_text_is_paragraphs() -> None:
    assert [block.text for block in blocks_of("One thing.\n\nAnother thing.")] == ["One thing.", "Another thing."]


def test_strange_texts_are_read_in_reasonable_time() -> None:
    for text in ("- " * 5_000, "> " * 2_000 + "x", "#" * 10_000, "[" * 5_000, "1. a\n" * 5_000):
        blocks_of(text)
