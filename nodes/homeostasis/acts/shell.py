"""Shell: the simple commands inside a command line, wherever they hide; read with tree-sitter's grammar of bash.

Wrappers (sudo, env, xargs …), nested shells (``bash -c``), substitutions, ``find -exec`` and here-documents are looked
through, because what counts is what runs in the end.
"""

import posixpath
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import PurePath

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

from memorist.nodes.homeostasis.acts.simple_command import SHELLS, WRAPPERS, SimpleCommand, scripts_in, unwrapped

MAX_DEPTH = 5
"""Shells inside shells; deeper ones are not meant to be read."""


@dataclass(frozen=True)
class CommandLine:
    """The commands of a line; ``readable`` is false when the grammar could not make sense of all of it."""

    commands: tuple[SimpleCommand, ...]
    readable: bool = True
    feeds_shell: bool = field(default=False)
    """Whether something that cannot be seen (a download, a file) is piped into a shell."""


@lru_cache(maxsize=1)
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))


_WIDE = re.compile(r"[^\x00-\xff]")
"""The grammar's scanner looks characters up in a table of 256: others have brought the process down."""


def read_command_line(text: str, *, depth: int = 0, folder: str = "") -> CommandLine:
    """Read a command line; one that cannot be parsed is split into words as well as can be, and says so."""
    root = _parser().parse(_WIDE.sub("_", text).encode()).root_node
    found: list[SimpleCommand] = []
    readable, feeds = not root.has_error, False
    for command in _simple(root, folder):
        inner = unwrapped(command)
        found.append(inner)
        for script in scripts_in(inner):
            if depth >= MAX_DEPTH:
                readable = False
                continue
            nested = read_command_line(script, depth=depth + 1, folder=inner.folder)
            found += nested.commands
            readable, feeds = readable and nested.readable, feeds or nested.feeds_shell
    feeds = feeds or any(_feeds_shell(node) for node in _of_type(root, "pipeline"))
    if not readable:
        found += _by_words(text)
    return CommandLine(tuple(found), readable, feeds)


def _simple(root: Node, folder: str) -> Iterator[SimpleCommand]:
    where = {0: folder}
    for node in _of_type(root, "command"):
        words = [_word(child) for child in node.named_children if child.type != "variable_assignment"]
        kept = tuple(w for child, w in zip(_words_of(node), words, strict=True) if child.type not in REDIRECTS)
        if not kept:
            continue
        shells = _shells_around(node)
        here = next(where[shell] for shell in shells if shell in where)
        yield SimpleCommand(
            kept,
            _text(node),
            _input_of(node),
            tuple(_targets(_statement_of(node))),
            tuple(_targets(_statement_of(node), appending=True)),
            here,
            _piped_into(node),
        )
        if kept[0] in ("cd", "pushd") and len(kept) > 1:
            where[shells[0]] = posixpath.normpath(posixpath.join(here, kept[-1]))
    for node in _of_type(root, "redirected_statement"):
        if node.child_by_field_name("body") is None:
            yield SimpleCommand(
                (":",), _text(node), "", tuple(_targets(node)), tuple(_targets(node, appending=True)), folder
            )


def _shells_around(node: Node) -> list[int]:
    """The shells that a command runs in, the innermost first: each has a folder of its own. The outermost is 0."""
    found: list[int] = []
    parent = node.parent
    while parent is not None:
        if parent.type in ("subshell", "command_substitution", "process_substitution"):
            found.append(parent.id)
        parent = parent.parent
    return [*found, 0]


def _piped_into(node: Node) -> tuple[str, ...]:
    """The words of the command whose output a command gets."""
    pipeline = node.parent
    while pipeline is not None and pipeline.type == "redirected_statement":
        pipeline = pipeline.parent
    if pipeline is None or pipeline.type != "pipeline":
        return ()
    before = [child for child in pipeline.named_children if child.end_byte <= node.start_byte]
    return tuple(_word(word) for word in _words_of(before[-1])) if before and before[-1].type == "command" else ()


REDIRECTS = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})


def _words_of(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "variable_assignment"]


def _of_type(node: Node, kind: str) -> Iterator[Node]:
    if node.type == kind:
        yield node
    for child in node.children:
        yield from _of_type(child, kind)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def _word(node: Node) -> str:
    """A word without its quotes."""
    raw = _text(node)
    if node.type == "command_name" and node.named_children:
        return _word(node.named_children[0])
    if node.type == "raw_string":
        return raw[1:-1]
    if node.type == "ansi_c_string":
        return raw[2:-1].encode("latin-1", "backslashreplace").decode("unicode_escape", "replace")
    if node.type == "string":
        return re.sub(r'\\(["\\$`])', r"\1", raw[1:-1])
    if node.type == "concatenation":
        return "".join(_word(child) for child in node.children)
    return re.sub(r"\\(.)", r"\1", raw, flags=re.DOTALL)


def _statement_of(node: Node) -> Node:
    """The statement that carries the command's redirections."""
    parent = node.parent
    return parent if parent is not None and parent.type == "redirected_statement" else node


def _input_of(node: Node) -> str:
    found = [_text(body) for body in _of_type(_statement_of(node), "heredoc_body")]
    found += [
        _word(s.named_children[0]) for s in _of_type(_statement_of(node), "herestring_redirect") if s.named_children
    ]
    parent = node.parent
    while parent is not None and parent.type == "redirected_statement":
        parent = parent.parent
    piped = parent.parent if parent is not None and parent.type == "pipeline" else None
    if piped is not None and piped.type == "heredoc_redirect":  # cat <<EOF | sh: the pipeline hangs on the document
        found += [_text(body) for body in _of_type(piped, "heredoc_body")]
    if parent is not None and parent.type == "pipeline":
        before = [c for c in parent.named_children if c.end_byte <= node.start_byte]
        if before and before[-1].type == "command":
            words = [_word(child) for child in _words_of(before[-1])]
            if words and words[0] in ("echo", "printf"):
                found.append(" ".join(w for w in words[1:] if w not in ("-e", "-n", "-en")))
    return "\n".join(found)


def _targets(statement: Node, *, appending: bool = False) -> Iterator[str]:
    if statement.type != "redirected_statement":
        return
    for redirect in statement.named_children:
        if redirect.type == "file_redirect" and _text(redirect).lstrip("0123456789&").startswith((">", ">|")):
            appends = _text(redirect).lstrip("0123456789&").startswith(">>")
            destination = redirect.child_by_field_name("destination")
            if destination is not None and appends is appending:
                yield _word(destination)


def _feeds_shell(pipeline: Node) -> bool:
    programs = [_word(_words_of(c)[0]) for c in pipeline.named_children if c.type == "command" and _words_of(c)]
    fetched = any(PurePath(p).name in ("curl", "wget", "fetch", "nc") for p in programs[:-1])
    return fetched and any(PurePath(p).name in SHELLS or p in WRAPPERS for p in programs[1:])


def _by_words(text: str) -> list[SimpleCommand]:
    """Words between operators, when the grammar gives up."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    commands: list[list[str]] = [[]]
    try:
        for token in lexer:
            if set(token) <= set(";&|()<>"):
                commands.append([])
            else:
                commands[-1].append(token)
    except ValueError:  # an open quote: what came before it still counts
        commands.append(text.split())
    return [unwrapped(SimpleCommand(tuple(words), " ".join(words))) for words in commands if words]
