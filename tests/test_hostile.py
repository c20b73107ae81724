"""Hostile input at every entry that takes text: linear time, limits before work, bombs refused."""

import gzip
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from memorist.app.otlp.body import MAX_UNPACKED, RequestRefused, decoded, unpacked
from memorist.memory_store.content_text import MAX_TAGS
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.visibility import is_personal_input, tells_of_user
from memorist.nodes.agents_md.section import with_section
from memorist.nodes.homeostasis.acts.conditions import split
from memorist.nodes.kinds.load import load_document, text_of
from memorist.nodes.persona.file import read_persona
from memorist.nodes.reading.segments import segments_of
from memorist.nodes.retrieval.fence import fenced_task, one_line
from memorist.nodes.secrets.masking import mask_input
from memorist.nodes.skills.skill_file import read_skill
from tests.growth import assert_linear


def _refused(call: Callable[[], object]) -> object:
    """Return the result of a call, or the reason why it refuses."""
    try:
        return call()
    except InvalidInput as error:
        return error


ENTRIES: Mapping[str, Callable[[str], object]] = {
    "segments of a turn": segments_of,
    "masking": lambda text: mask_input({"kind": "turn", "role": "user", "content": text}),
    "whose words": lambda text: (tells_of_user(f"x{text}"), is_personal_input(f"agent: {text}\nx", "dialogue")),
    "a fence": lambda text: (one_line(f"x{text}"), fenced_task(f"x{text}")),
    "conditions of a rule": lambda text: split(f"Never deploy {text}"),
    "a section of AGENTS.md": lambda text: with_section(f"# x\n{text}".encode(), "- rule", file="AGENTS.md"),
    "a page of HTML": lambda text: _refused(lambda: text_of(f"<html>{text}</html>".encode(), ".html", "x.html")),
    "a skill": lambda text: _refused(lambda: read_skill(f"---\nname: x\ndescription: y\n---\n# x\n{text}")),
    "a persona": lambda text: _refused(lambda: read_persona(text)),
}
UNITS = (" ", "\n", "-", "<", "<p>", "> ", "a, ", "`", "#", "[x](", "On x wrote:\n", "forwarded message ", "\u200b")


@pytest.mark.parametrize("entry", list(ENTRIES))
@pytest.mark.parametrize("unit", UNITS)
def test_the_time_grows_with_the_length_and_no_faster(entry: str, unit: str) -> None:
    assert_linear(lambda length: ENTRIES[entry](unit * (length // len(unit))), 4_000)


def test_a_device_or_a_pipe_is_no_document(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.md"
    os.mkfifo(pipe)
    for path in ("/dev/zero", str(pipe), str(tmp_path)):
        with pytest.raises(InvalidInput, match="not a regular file"):
            load_document({"kind": "document", "title": "x", "path": path})


def test_html_that_is_too_deep_or_has_too_many_tags_is_refused_and_a_plain_page_is_read() -> None:
    assert "hello" in text_of(b"<html><body><p>hello</p></body></html>", ".html", "x.html")
    for html, why in (("<div>" * 5_000 + "x", "nested too deep"), ("<p>a" * MAX_TAGS + "<p>", "tags")):
        with pytest.raises(InvalidInput, match=why):
            text_of(f"<html><body>{html}".encode(), ".html", "x.html")


def test_aliases_of_yaml_are_refused() -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]\n" for n in range(1, 9))
    with pytest.raises(InvalidInput, match="without aliases"):
        read_skill(f"---\nname: x\ndescription: y\nl0: &l0 [a, b]\n{levels}---\n# x\n1. do it\n")


def test_a_body_that_unpacks_to_more_than_is_taken_is_refused_before_it_is_unpacked() -> None:
    bomb = gzip.compress(b"0" * (MAX_UNPACKED + 1))
    assert len(bomb) < MAX_UNPACKED // 500
    with pytest.raises(RequestRefused) as refused:
        unpacked(bomb, "gzip")
    assert refused.value.status == 413
    with pytest.raises(RequestRefused):
        decoded(b"[" * 100_000, "application/json")
    assert unpacked(gzip.compress(b"{}"), "gzip") == b"{}"
