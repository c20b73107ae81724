"""The marked section of an instruction file: what stands between its markers is ours; nothing else is touched."""

import re
from collections.abc import Callable

from memorist.memory_store.domain.errors import InvalidInput

BEGIN = "<!-- memorist:begin -->"
END = "<!-- memorist:end -->"
_MARKER = re.compile(rb"<!--\s*memorist:(begin|end)\s*-->")
_SECTION = re.compile(r"(<!--\s*memorist:begin\s*-->)(.*?)(<!--\s*memorist:end\s*-->)", re.DOTALL)
_END_MARKER = re.compile(r"<!--\s*memorist:end\s*-->")
_COMMENT = re.compile(r"<!-*|-+->|--!>")


def on_one_line(text: str) -> str:
    """The text on one line, its HTML comment marks escaped, so that it cannot end the section or begin another."""
    flat = " ".join(text.split())
    return _COMMENT.sub(lambda m: m.group().replace("<", "&lt;").replace(">", "&gt;"), flat)


def with_section(data: bytes, body: str, *, file: str) -> bytes:
    """The file with ``body`` as its section: in its place, else at the end; all other bytes as they are.

    Args:
        data: the file, of any encoding that agrees with ASCII; its line ends are taken over.
        body: lines, none of which holds a comment (see :func:`on_one_line`).
        file: what errors call it.

    Raises:
        InvalidInput: one marker is alone, there are several, or the end stands before the beginning.
    """
    newline = "\r\n" if b"\r\n" in data else "\n"
    section = newline.join((BEGIN, *body.strip("\n").split("\n"), END)).encode()
    found = [(match[1].decode(), match.start(), match.end()) for match in _MARKER.finditer(data)]
    if not found:
        end = newline.encode()
        if not data.strip():
            return data + section + end
        gap = end if data.endswith((b"\n", b"\r")) else end * 2
        return data + gap + section + end
    if [kind for kind, _, _ in found] != ["begin", "end"]:
        lines = ", ".join(f"{kind} in line {data.count(b'\n', 0, start) + 1}" for kind, start, _ in found)
        raise InvalidInput(
            f"{file}: expected {BEGIN} once and {END} once after it, or neither; found {lines}. Remove what is too "
            "much; nothing was written",
            field="markers",
        )
    (_, start, _), (_, _, stop) = found
    return data[:start] + section + data[stop:]


def without_section(text: str) -> str:
    """The text with the section empty, its lines left blank so that those behind keep their numbers."""
    return _each_section(text, lambda m: f"{m[1]}{'\n' * m[2].count('\n')}{m[3]}")


def closed_up(text: str) -> str:
    """The text with the section's body removed and its markers joined, for comparing versions of everything else."""
    return _each_section(text, lambda m: m[1] + m[3])


def _each_section(text: str, to: Callable[[re.Match[str]], str]) -> str:
    """Replace every complete section. Text behind the last end marker is not searched, to keep the time linear."""
    stop = max((match.end() for match in _END_MARKER.finditer(text)), default=0)
    return _SECTION.sub(to, text[:stop]) + text[stop:]
