"""Shell: the simple commands inside a command line, wherever they hide; read with tree-sitter's grammar of bash.

Wrappers (sudo, env, xargs …), nested shells (``bash -c``), substitutions, ``find -exec`` and here-documents are looked
through, because what counts is what runs in the end.
"""

import posixpath
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import PurePath

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

from memorist.nodes.homeostasis.acts.program_text import INTERPRETERS, commands_in, runs_text, text_given
from memorist.nodes.homeostasis.acts.programs import names_under
from memorist.nodes.homeostasis.acts.scripts import carries_unseen, scripts_in, takes_input
from memorist.nodes.homeostasis.acts.shell_text import expanded, too_nested
from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand, unwrapped

MAX_COMMANDS = 256
"""Commands of one line that are read with their redirections and pipes; a longer line is only split into words."""
LONGEST_READ = 16_384
"""Characters of a line that are read by the grammar; of a longer one, the words of its beginning and end."""
MAX_DEPTH = 5
"""Levels of nested shells (``bash -c "bash -c …"``) that are read; what lies deeper makes the line unreadable."""


@dataclass(frozen=True)
class CommandLine:
    """The commands of a line; ``readable`` is false when the grammar could not make sense of all of it."""

    commands: tuple[SimpleCommand, ...]
    readable: bool = True
    feeds_shell: bool = False
    """True if something that cannot be seen (a download, decoded text, a file) is run: by a shell, or as a program
    whose name is known only when it runs."""


@lru_cache(maxsize=1)
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))


_WIDE = re.compile(r"[^\x00-\xff]")
"""The grammar's scanner looks characters up in a table of 256: others have brought the process down."""


@lru_cache(maxsize=256)
def read_command_line(text: str, *, depth: int = 0, folder: str = "") -> CommandLine:
    """Read a command line; one that cannot be parsed is split into words as well as can be, and says so."""
    if len(text) <= LONGEST_READ:
        text = expanded(text)
    if len(text) > LONGEST_READ or too_nested(text):
        ends = (text[:LONGEST_READ], text[-LONGEST_READ:])
        return CommandLine(tuple(one for end in ends for one in _by_words(end)), readable=False)
    root = _parser().parse(_WIDE.sub("_", text).encode()).root_node
    found: list[SimpleCommand] = []
    readable, feeds = not root.has_error, False
    if sum(1 for _ in islice(_of_type(root, "command"), MAX_COMMANDS + 1)) > MAX_COMMANDS:
        return CommandLine(tuple(_by_words(text)), readable=False)
    known, aliases = _assigned(root), dict[str, str]()
    for command in _simple(root, folder):
        inner = unwrapped(replace(command, words=_resolved(command.words, known)))
        found.append(inner)
        feeds = feeds or _is_unseen(inner)
        if inner.program == "alias":
            aliases.update((word.partition("=")[0], word.partition("=")[2]) for word in inner.arguments if "=" in word)
        meant = [f"{aliases[command.words[0]]} {shlex.join(command.arguments)}"] if command.words[0] in aliases else []
        for script in (*meant, *scripts_in(inner), *commands_in(text_given(inner))):
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
        kept = tuple(_word(child) for child in _words_of(node) if child.type not in REDIRECTS)
        if not kept:
            continue
        # The ids of the subshells around it, innermost first, then 0 for the outermost: each has its own folder.
        shells = [*(each.id for each in _around(node) if each.type in SHELLS_OF_THEIR_OWN), 0]
        files = _redirects(_statement_of(node))
        here = next(where[shell] for shell in shells if shell in where)
        given, fed_by = _input_of(node), _piped_into(node)
        settings = tuple(_text(child) for child in node.named_children if child.type == "variable_assignment")
        yield SimpleCommand(kept, _text(node), given, files[">"], files[">>"], here, fed_by, files["<"], settings)
        if kept[0] in ("cd", "pushd") and len(kept) > 1:
            where[shells[0]] = posixpath.normpath(posixpath.join(here, kept[-1]))
    for node in _of_type(root, "redirected_statement"):
        if node.child_by_field_name("body") is None:
            files = _redirects(node)
            yield SimpleCommand((":",), _text(node), "", files[">"], files[">>"], folder)


def _around(node: Node) -> Iterator[Node]:
    """The nodes around a node, innermost first."""
    while (parent := node.parent) is not None:
        yield parent
        node = parent


SHELLS_OF_THEIR_OWN = frozenset({"subshell", "command_substitution", "process_substitution"})


def _pipeline_of(node: Node) -> Node | None:
    """The pipeline that a command is a part of, also with redirections of its own."""
    above = next((each for each in _around(node) if each.type != "redirected_statement"), None)
    return above if above is not None and above.type == "pipeline" else None


def _piped_into(node: Node) -> tuple[str, ...]:
    """The words of the command whose output a command gets."""
    pipeline = _pipeline_of(node)
    before = [] if pipeline is None else [c for c in pipeline.named_children if c.end_byte <= node.start_byte]
    return tuple(_word(word) for word in _words_of(before[-1])) if before and before[-1].type == "command" else ()


REDIRECTS = frozenset({"file_redirect", "heredoc_redirect", "herestring_redirect"})


def _words_of(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type != "variable_assignment"]


def _of_type(node: Node, kind: str) -> Iterator[Node]:
    """The nodes of a type in the order of the text, however deep they are nested."""
    left = [node]
    while left:
        one = left.pop()
        if one.type == kind:
            yield one
        left += reversed(one.children)


def _assigned(root: Node) -> dict[str, str]:
    """Return the variables that the line itself assigns (``X=rm``)."""
    found: dict[str, str] = {}
    for node in _of_type(root, "variable_assignment"):
        name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
        if name is not None and value is not None:
            found[_text(name)] = _word(value)
    return found


_VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)\})")


def _resolved(words: tuple[str, ...], known: Mapping[str, str]) -> tuple[str, ...]:
    """The words with the variables that are known; a program that a variable names may be several words."""
    if not known or not any("$" in word for word in words):
        return words
    filled = [_VARIABLE.sub(lambda found: known.get(found[1] or found[2], found[0]), word) for word in words]
    return (*filled[0].split(), *filled[1:]) if filled[0].strip() else tuple(filled)


def _is_unseen(command: SimpleCommand) -> bool:
    """Return true if it runs what the line does not show: a program that a variable names, a substituted script,
    text."""
    words = command.words
    if words and re.match(r"[$`]", words[0]) and "/" not in words[0].rpartition(")")[2]:
        return True
    runs_files = command.program in (*names_under("shells"), "source", ".") or INTERPRETERS.fullmatch(command.program)
    if runs_files and any(word.startswith(("<(", "/dev/fd/", "/dev/stdin")) for word in command.arguments):
        return True
    return carries_unseen(command) or runs_text(text_given(command))


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
    statement, pipeline = _statement_of(node), _pipeline_of(node)
    found = [_text(body) for body in _of_type(statement, "heredoc_body")]
    found += [_word(s.named_children[0]) for s in _of_type(statement, "herestring_redirect") if s.named_children]
    around = pipeline.parent if pipeline is not None else None
    if around is not None and around.type == "heredoc_redirect":  # cat <<EOF | sh: the pipeline hangs on the document
        found += [_text(body) for body in _of_type(around, "heredoc_body")]
    program, *words = _piped_into(node) or ("",)
    if program in ("echo", "printf"):
        said = " ".join(word for word in words if word not in ("-e", "-n", "-en"))
        escapes = program == "printf" or {"-e", "-en"} & {*words}
        found.append(said.replace("\\n", "\n").replace("\\t", "\t") if escapes else said)
    return "\n".join(found)


_OPERATOR = re.compile(r"[\d&]*(>>|>|<)")


def _redirects(statement: Node) -> Mapping[str, tuple[str, ...]]:
    """The files of a statement's redirections, by what is done to them: ``>`` written, ``>>`` added to, ``<`` read."""
    found: dict[str, tuple[str, ...]] = {">": (), ">>": (), "<": ()}
    children = statement.named_children if statement.type == "redirected_statement" else []
    for redirect in [
        *children,
        *(inner for one in children if one.type == "heredoc_redirect" for inner in one.children),
    ]:
        operator, file = _OPERATOR.match(_text(redirect)), redirect.child_by_field_name("destination")
        if redirect.type == "file_redirect" and operator is not None and file is not None:
            found[operator[1]] += (_word(file),)
    return found


def _feeds_shell(pipeline: Node) -> bool:
    piped = [tuple(_word(word) for word in _words_of(c)) for c in pipeline.named_children if c.type == "command"]
    names = [PurePath(words[0]).name for words in piped if words]
    fetched = any(name in ("curl", "wget", "fetch", "nc") for name in names[:-1])
    if fetched and any(name in names_under("shells") | names_under("wrappers") for name in names[1:]):
        return True
    commands = [unwrapped(SimpleCommand(words, "")) for words in piped if words]
    return any(_runs_its_input(one) and not _is_shown(before, one) for before, one in pairwise(commands))


def _is_shown(before: SimpleCommand, reader: SimpleCommand) -> bool:
    """Return true if the output of a command into what runs it can be read off the line; a file that a shell is given
    is a script that is called by its name."""
    names_file = before.program == "cat" and any(word != "-" for word in before.operands)
    return before.program in names_under("visible") and not (names_file and takes_input(reader))


def _runs_its_input(command: SimpleCommand) -> bool:
    """Return true if a program takes what it is piped for a script."""
    if INTERPRETERS.fullmatch(command.program) is not None:
        return all(word == "-" for word in command.arguments)
    return command.program in names_under("shells") or takes_input(command)


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
