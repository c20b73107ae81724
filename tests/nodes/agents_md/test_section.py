"""The marked section: in its place, everything else byte for byte, and nothing in it can close it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.agents_md.section import BEGIN, END, closed_up, on_one_line, with_section, without_section


def test_a_file_without_markers_gets_the_section_at_its_end() -> None:
    assert with_section(b"# Ours\n", "- a", file="A").decode() == f"# Ours\n\n{BEGIN}\n- a\n{END}\n"
    assert with_section(b"# Ours", "- a", file="A").decode() == f"# Ours\n\n{BEGIN}\n- a\n{END}\n"
    assert with_section(b"", "- a", file="A").decode() == f"{BEGIN}\n- a\n{END}\n"


@given(st.binary(max_size=60), st.binary(max_size=60), st.lists(st.text(min_size=1, max_size=20), min_size=1))
def test_only_the_section_changes(before: bytes, after: bytes, rules: list[str]) -> None:
    body = "\n".join(f"- {on_one_line(rule)}" for rule in rules)
    file = before + f"{BEGIN}\nold\n{END}".encode() + after
    once = with_section(file, body, file="A")
    assert once.startswith(before + BEGIN.encode())
    assert once.endswith(END.encode() + after)
    assert with_section(once, body, file="A") == once


def test_line_ends_are_those_of_the_file() -> None:
    assert with_section(b"# Ours\r\n", "- a\n- b", file="A").count(b"\r\n") == 6


DISORDER = f"<!--memorist:end--> {BEGIN}"


@pytest.mark.parametrize(
    "text", [BEGIN, END, DISORDER, f"{BEGIN}\n{BEGIN}\n{END}", f"{BEGIN}\n{END}\n{END}", f"{END}\n{BEGIN}\n{END}"]
)
def test_markers_that_are_alone_twice_or_in_disorder_are_told(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"AGENTS\.md: expected .* in line \d") as told:
        with_section(text.encode(), "- a", file="AGENTS.md")
    assert told.value.field == "markers"


@pytest.mark.parametrize("rule", [END, f"Never {END} this", "a --> b", "<!-- memorist:begin\n-->", "<!<!-- x --->"])
def test_a_rule_cannot_close_the_section(rule: str) -> None:
    once = with_section(b"# Ours\n", f"- {on_one_line(rule)}", file="A")
    assert with_section(once, "- b", file="A") == with_section(b"# Ours\n", "- b", file="A")


def test_what_is_read_is_the_rest_with_its_line_numbers() -> None:
    text = f"one\n{BEGIN}\nours\nours\n{END}\nfive"
    assert without_section(text).split("\n") == ["one", BEGIN, "", "", END, "five"]
    assert closed_up(without_section(text)) == closed_up(text.replace("ours\nours", "other"))
    assert without_section(f"one {BEGIN} two") == f"one {BEGIN} two"


def test_a_long_file_of_beginnings_is_read_once():
    text = f"{BEGIN}\nours\n{END}\n" + BEGIN * 20_000
    assert without_section(text).splitlines()[1] == ""
    assert closed_up(text).startswith(BEGIN + END)
