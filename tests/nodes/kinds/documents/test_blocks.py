"""A markdown text as blocks with headings and lines, each item the whole rule that it makes with what governs it."""

import pytest

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


@pytest.mark.parametrize(
    ("above", "whole"),
    [
        ("### Never", "Never push to main"),
        ("## Don't", "Don't push to main"),
        ("Never:", "Never push to main"),
        ("Do not:", "Do not push to main"),
        ("**Never do:**", "Never push to main"),
        ("## ❌", "Never push to main"),
        ("## Forbidden", "Never push to main"),
        ("Agents must not:", "Agents must not push to main"),
        ("## Don'ts", "Never push to main"),
        ("## Avoid", "Avoid: Push to main"),
        ("## Things to never do", "Never push to main"),
        ("In production, never:", "Never push to main in production"),
        ("## Niemals", "Niemals: Push to main"),
        ("## Nicht erlaubt", "Nicht erlaubt: Push to main"),
        ("## Never\n### Git", "Never push to main"),
        ("## Always", "Always push to main"),
        ("Do:", "Push to main"),
    ],
)
def test_what_forbids_or_demands_above_a_list_is_part_of_its_items(above: str, whole: str) -> None:
    first, *_ = [one for one in blocks_of(f"# A\n\n{above}\n\n- Push to `main`\n") if one.kind == "item"]
    assert (first.text, first.act) == (whole, "Push to main")


@pytest.mark.parametrize(
    "above", ["## Dos and don'ts", "## To do", "## Cancelled", "## Don't repeat yourself", "## Never\n### Instead"]
)
def test_a_heading_that_names_a_topic_leaves_items_as_they_are(above: str) -> None:
    first, *_ = [one for one in blocks_of(f"{above}\n- Push to main\n") if one.kind == "item"]
    assert (first.text, first.bids) == ("Push to main", None)


def test_a_lead_reaches_nested_items_numbers_and_the_columns_of_a_table_but_not_beyond_its_list() -> None:
    text = (
        "## Must not\n1. Edit state files\n   - not even in staging\n\n## Work\nNever:\n- Inline styles\n\nOr so:\n"
        "- Push often\n\nDon't:\n- Use moment\n- Log names\n\n- Keep handlers small\n\n"
        "| Do | Don't |\n|---|---|\n| Pin versions | Use latest |\n\n| Key | Never |\n|---|---|\n| a | b |\n"
    )
    assert [(one.text, one.bids) for one in blocks_of(text) if one.kind == "item"] == [
        ("Must not edit state files", "forbid"),
        ("Must not edit state files: not even in staging", "forbid"),
        ("Never inline styles", "forbid"),
        ("Push often", None),
        ("Don't use moment", "forbid"),
        ("Don't log names", "forbid"),
        ("Keep handlers small", None),
        ("Pin versions", "demand"),
        ("Don't use latest", "forbid"),
    ]


@pytest.mark.parametrize(
    "item",
    ["No inline styles", "You must never push", "`make check` must pass.", "Can I push? No.", "Secrets are forbidden"],
)
def test_an_item_that_is_a_rule_by_itself_stays_as_it_is(item: str) -> None:
    _, block = blocks_of(f"Never:\n- {item}")
    assert block.text == item.replace("`", "")


@pytest.mark.parametrize(
    "text", ["Can I push? No.", "Can I push?\n\nNo.", "### Can I push?\nNo.", "- Can I push?\n  - No."]
)
def test_a_question_is_one_block_with_its_answer(text: str) -> None:
    assert "Can I push? No." in [one.text for one in blocks_of(text)]


def test_strange_texts_are_read_in_reasonable_time() -> None:
    for text in ("- " * 5_000, "> " * 2_000 + "x", "#" * 10_000, "[" * 5_000, "1. a\n" * 5_000):
        blocks_of(text)
