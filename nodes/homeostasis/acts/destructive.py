"""Destructive acts: what a command, a file operation or a tool call would destroy."""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath
from typing import Literal

from memorist.nodes.homeostasis.act import FileAct, ShellAct, SqlAct
from memorist.nodes.homeostasis.acts.effects import table
from memorist.nodes.homeostasis.acts.program_text import commands_in, runs_text
from memorist.nodes.homeostasis.acts.programs import names_under
from memorist.nodes.homeostasis.acts.shell import read_command_line
from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand
from memorist.nodes.homeostasis.acts.sql import sql_objections, statements_in
from memorist.nodes.homeostasis.acts.tool_call import ActInParts, ToolCall
from memorist.nodes.homeostasis.acts.verdict import Objection
from memorist.nodes.homeostasis.guidance import ActRule

RECURSIVE = re.compile(r"-\w*[rR]\w*|--recursive")
_SQL_READ = re.compile(r"\s*(?:\\ir?|source|\.read|@)\s*\S", re.IGNORECASE)
"""Statements of clients that read a file of statements."""
MANY_FILES = 10
NOT_BACK = "and nothing brings it back."
HOW_MANY = "How many files that takes is known only afterwards."

FOLDER_ALTERNATIVE = (
    "Delete single files by name, or move the folder away (`mv`), or `git rm` it after a commit, so that it can come "
    "back; ask if it has to go."
)


def destructive(act: ActInParts, rules: Sequence[ActRule]) -> list[Objection]:
    """Return the objections to an act because of what it would destroy; each objection once."""
    found: Iterable[Objection] = ()
    match act:
        case ShellAct():
            found = _line(act.command, rules)
        case SqlAct():
            found = sql_objections(act.statement)
        case FileAct(operation="delete"):
            found = _deletes([act.path], folders=act.is_folder)
        case ToolCall():
            found = _tool(act, rules)
        case _:
            pass
    return list({(o.id, o.what): o for o in found}.values())


def _line(command: str, rules: Sequence[ActRule]) -> Iterator[Objection]:
    """Return the objections to a command line, command by command."""
    line = read_command_line(command)
    for simple in line.commands:
        yield from _command(simple, rules)
    if line.feeds_shell:
        yield _UNSEEN
    if re.search(r":\s*\(\s*\)\s*\{.*\|.*&.*\}", command):
        yield _objection("fork_bomb", "deny", "fill the machine with processes", "It stops only with the machine.")
    if not line.readable:
        yield unreadable(
            "run a command that cannot be read to the end",
            "Its quoting or nesting does not add up, so what it would do is not certain.",
            "Write it as separate, simple commands.",
        )


def _command(command: SimpleCommand, rules: Sequence[ActRule]) -> Iterator[Objection]:
    for rule in rules:
        if rule.fits(command.program, command.arguments):
            yield _objection(rule.id, rule.verdict, rule.what, rule.reason, rule.alternative)
    match command.program:
        case "rm" | "unlink":
            yield from _deletes(
                command.operands, folders=any(RECURSIVE.fullmatch(option) for option in command.options)
            )
        case "find" | "fd":
            yield from _find(command)
        case "mv" if command.arguments and command.arguments[-1] == "/dev/null":
            yield _objection("moved_to_nowhere", "deny", "throw files away", "What goes to /dev/null is gone.")
        case program if program in table()["clients"]:
            yield from _client(command)
        case _:
            pass
    yield from _writes(command)


def _deletes(targets: Sequence[str], *, folders: bool) -> Iterator[Objection]:
    """Return the objection to deleting files, or ``folders`` with everything in them."""
    if folders:
        kept = [t for t in targets if not _recreatable(t)]
        if kept or not targets:
            what = f"delete the folder {', '.join(kept)}" if kept else "delete folders that are named only when it runs"
            yield _objection("deletes_folder", "deny", what, f"It would {what} with everything in it, {NOT_BACK}")
        return
    wild = [t for t in targets if re.search(r"[*?\[]", t)]
    if wild or len(targets) > MANY_FILES:
        what = f"delete every file that fits {', '.join(wild)}" if wild else f"delete {len(targets)} files at once"
        yield _objection("deletes_many", "warn", what, HOW_MANY, "List them first, then name them.")


def _recreatable(target: str) -> bool:
    path = PurePosixPath(target.replace("\\", "/"))
    return path.name in names_under("recreatable") and ".." not in path.parts and not re.search(r"[*?$`\[]", target)


def _find(command: SimpleCommand) -> Iterator[Objection]:
    runs, deletes = command.values("-exec|-execdir|-x|-X"), "-delete" in command.arguments
    if not deletes and not any(PurePosixPath(run).name in ("rm", "unlink", "shred") for run in runs):
        return
    narrowed = any(value.strip("*") for value in command.values("|".join(names_under("narrowing"))))
    start = next((word for word in command.arguments if not word.startswith("-")), ".")
    if narrowed and deletes:
        what = f"delete every file below {start} that fits a pattern"
        yield _objection("find_deletes_some", "warn", what, HOW_MANY, "Run it with -print first.")
    elif deletes or not narrowed:
        what = f"delete everything below {start}"
        yield _objection("find_deletes", "deny", what, f"It would {what}, {NOT_BACK}")


def _client(command: SimpleCommand) -> Iterator[Objection]:
    texts = statements_in(command)
    for text in texts:
        yield from sql_objections(text)
    if command.reads or _names_sql_file(command) or any(_SQL_READ.match(text) for text in texts):
        yield unreadable(
            "run SQL from a file",
            "What the statements in the file do cannot be seen from the command.",
            "Read the file, then give its statements with the command.",
            id_="sql_from_file",
        )


def _names_sql_file(command: SimpleCommand) -> bool:
    """Return true if an option names a file of statements: ``-f x.sql``, ``-fx.sql``, ``--file=x.sql``."""
    return any(
        word == option or word.startswith(f"{option}=") or (len(option) == 2 and word.startswith(option))
        for option in table()["clients"][command.program]
        for word in command.arguments
    )


def _writes(command: SimpleCommand) -> Iterator[Objection]:
    for target in command.writes:
        if re.match(r"/dev/(sd|nvme|hd|vd|disk|mmcblk)", target):
            yield _objection(
                "writes_device", "deny", f"write over {target}", "Everything on it is gone.", "Write to a file."
            )
        elif command.program in (":", "true") or (command.program == "cat" and "/dev/null" in command.arguments):
            what = f"empty {target}"
            yield _objection("empties_file", "warn", what, "What it held is gone.", "Copy it first.")


def _tool(call: ToolCall, rules: Sequence[ActRule]) -> Iterator[Objection]:
    """Return the objections to a tool call: commands and SQL by the names of arguments; in any other argument, a
    warning."""
    for text, kind in call.commands:
        yield from _line(text, rules) if kind == "shell" else sql_objections(text)
    for line in (line for code in call.programs for line in commands_in(code)):
        yield from _line(line, rules)
    for text in call.others:
        for one in _line(text, rules):
            if one.verdict == "deny":
                reason = f"An argument of {call.act.name} is a command: {one.reason}"
                yield one.model_copy(update={"verdict": "warn", "reason": reason})
    if any(runs_text(code) for code in call.programs):
        yield _UNSEEN
    if not call.whole:
        yield unreadable(
            "call a tool with arguments that cannot be read to the end",
            "They are nested too deep, or too many, to be looked at.",
            "Call it with fewer, plainer arguments.",
        )


def unreadable(what: str, reason: str, alternative: str, *, id_: str = "unreadable_command") -> Objection:
    """The objection to something that cannot be parsed or seen: a warning, since it may do anything."""
    return Objection(source="unreadable", id=id_, verdict="warn", what=what, reason=reason, alternative=alternative)


_UNSEEN = unreadable(
    "run something that the command does not show",
    "It is a download, decoded text, text that a program runs, or named only when it runs: nobody has read it.",
    "Write it out, or save it to a file and read it, then run that.",
    id_="runs_unseen",
)


def _objection(
    id_: str, verdict: Literal["warn", "deny"], what: str, reason: str, alternative: str = FOLDER_ALTERNATIVE
) -> Objection:
    return Objection(source="guardrail", id=id_, verdict=verdict, what=what, reason=reason, alternative=alternative)
