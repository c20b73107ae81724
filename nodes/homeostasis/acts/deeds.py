"""Deeds: what an act does, by effect, and to what; read from the table of programs and the words of tools."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from posixpath import basename
from typing import Any, NamedTuple

from memorist.nodes.homeostasis.act import FileAct, MessageAct, ShellAct, SqlAct
from memorist.nodes.homeostasis.acts.effects import (
    ANY,
    effect_of,
    effects_named,
    kinds,
    members,
    names,
    packages_in,
    stem,
    stems_under,
    table,
    words_in,
)
from memorist.nodes.homeostasis.acts.places import (
    Place,
    names_place,
    place_of,
    places_in,
    places_of_argument,
    places_of_command,
)
from memorist.nodes.homeostasis.acts.program_text import (
    INTERPRETERS,
    commands_in,
    runs_text,
    statements_in_text,
    text_given,
)
from memorist.nodes.homeostasis.acts.programs import names_under
from memorist.nodes.homeostasis.acts.scripts import scripts_in
from memorist.nodes.homeostasis.acts.shell import read_command_line
from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand
from memorist.nodes.homeostasis.acts.sql import statements_in, tables_of
from memorist.nodes.homeostasis.acts.tool_call import ActInParts, ToolCall
from memorist.nodes.homeostasis.acts.touches import touches, touches_of

RUN = frozenset({"run"})
UNTOLD = "untold"
"""The effect of a tool whose name tells none."""
MAX_DEEDS = 512
"""Deeds of one act that are held against rules."""


class Deed(NamedTuple):
    """One thing that an act does.

    Args:
        effects: what it does; ``any`` if that cannot be seen.
        words: what it names by its arguments.
        by_path: it names things only as parts of a path, so that it may mean something else.
        open: it may reach what it does not name (``git push --all``).
        text: the command or call, to be shown.
        content: words of the texts that it passes on.
        places: the tables, channels and buckets that it reaches.
        maybe: words for what it may be done to, which it does not show.
        lacks: words for ways of doing it in which it is seen not to be done.
        command: the words that are run, those of programs that run others in front; of a tool its name.
        is_tool: the call of a tool, which may leave unsaid whose thing it is done to ("S3").
    """

    effects: frozenset[str]
    words: frozenset[str]
    by_path: bool = False
    open: bool = False
    text: str = ""
    content: frozenset[str] = frozenset()
    places: tuple[Place, ...] = ()
    maybe: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()
    command: tuple[str, ...] = ()
    is_tool: bool = False


def deeds(act: ActInParts) -> tuple[Deed, ...]:
    """Split an act into its deeds."""
    match act:
        case ShellAct():
            found = _line(act.command)
        case SqlAct():
            found = _sql(act.statement, frozenset())
        case FileAct():
            found = (_on_file(act.operation, touch.path, act.text()) for touch in touches(act))
        case ToolCall():
            found = _tool(act)
        case MessageAct(to=str(to)):
            found = (*_spoken(act.content), _sent(to))
        case _:
            found = _spoken(act.text())
    return tuple(dict.fromkeys(deed for deed, _ in zip(found, range(MAX_DEEDS), strict=False)))


def _on_file(does: str, path: str, text: str) -> Deed:
    done = frozenset({"write", "delete"} if does == "empty" else {"write", "insert"} if does == "write" else {does})
    return Deed(done, names((*words_in(path), "file")), by_path=True, text=text)


def _line(command: str) -> Iterator[Deed]:
    for simple in read_command_line(command).commands:
        for deed in _command(simple):
            yield deed._replace(command=(*_in_front(simple), simple.program, *simple.arguments))


def _in_front(command: SimpleCommand) -> list[str]:
    """The programs that run a command, as they stand before it ("sudo", "env")."""
    before = command.text.partition(command.program or " ")[0].split()
    return [word for name in before if (word := basename(name)) in names_under("wrappers")]


def _command(command: SimpleCommand) -> Iterator[Deed]:
    command = _without_module_flag(command)
    done = [*touches_of(command)]
    yield from (_on_file(touch.does, touch.path, command.text) for touch in done if touch.does != "read")
    passed = (*command.arguments, *command.settings, command.folder)
    named = names(word for argument in passed for word in words_in(_EXPANDED.sub(" ", argument))) | packages_in(
        command.text
    )
    named |= names(table()["of"].get(command.program, ()))
    if command.program in table()["clients"]:
        yield from _client(command, named)
        return
    if INTERPRETERS.fullmatch(command.program):
        yield from _code(" ".join((*command.arguments, command.given)), command.text)
        yield from _hidden(text_given(command), command.text)
    row = _row_of(command)
    if row is not None and row.get("refs"):
        yield _push(command)
    elif row is not None:
        unsaid = (*words_in(command.program), *words_in(command.given), *row.get("names", ()))
        does, things = _on_resources(command, row) if row.get("web") else (frozenset[str](), frozenset[str]())
        maybe = names(row.get("maybe", ())) | _whoever(command.arguments)
        places = tuple(places_of_command(command))
        reached = command.operands[-1:] if row.get("into") else command.operands
        if remotes := row.get("remotes"):
            found = (re.match(remotes, word) for word in reached)
            places = tuple(place_of("bucket", each[1]) for each in found if each is not None)
            places = places or (Place("bucket", ""),)  # a local folder
        elif row.get("into"):
            places = tuple(places_of_argument("", reached[-1])) or (Place("bucket", ""),)  # a local file
        does |= frozenset(row["does"])
        yield Deed(does, named | things | names(unsaid), text=command.text, places=places, maybe=maybe)
    elif not done and not any(scripts_in(command)):
        leading = [word for operand in command.operands[:3] for word in words_in(operand)]
        told = effects_named([*words_in(command.program), *leading])
        if (first := "".join(command.arguments[:1])).startswith("--"):  # "kafka-topics --delete"
            told = told or effects_named(words_in(first.partition("=")[0]))
        things, *verbs = command.operands[:2] or [""]
        if things.endswith("s") and any(effect_of(verb) == "read" for verb in verbs):
            told = frozenset({"read"})  # "stripe refunds list"
        named |= names(words_in(command.program))
        yield Deed(told or RUN, named, text=command.text, places=tuple(places_of_command(command)))


_EXPANDED = re.compile(r"(?<=://)\$\{?\w+")
"""An expansion in an address, whose own name is no name of a thing."""


def _on_resources(command: SimpleCommand, row: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str]]:
    """Effects of a call of a web API that changes something, by the things that its path names, and those things."""
    said = {part.casefold() for word in command.operands for part in re.split(r"[/?&=]", word)}
    found = [thing for name, thing in table()["resources"].items() if name in said]
    changes = "read" not in row["does"]
    does = {effect for thing in found for effect in thing["does"] if changes and "delete" not in row["does"]}
    return frozenset(does), names(name for thing in found for name in thing.get("names", ()))


def _hidden(code: str, shown: str) -> Iterator[Deed]:
    """Deeds of a program beyond its words: its statements of SQL, and any where it runs what no literal names."""
    for statement in statements_in_text(code):
        yield from _sql(statement, names(words_in(code)), shown)
    if runs_text(code):
        yield Deed(frozenset({ANY}), names(words_in(code)), text=shown)


def _without_module_flag(command: SimpleCommand) -> SimpleCommand:
    """``python -m pip …`` as ``pip …``."""
    words = command.words
    if len(words) > 2 and words[1] == "-m" and INTERPRETERS.fullmatch(command.program):
        return SimpleCommand(words[2:], command.text, command.given, (), (), command.folder)
    return command


def _row_of(command: SimpleCommand) -> Mapping[str, Any] | None:
    """The row of the table for a program and its subcommand, which may stand behind the value of an option."""
    known, operands, program = table()["programs"], command.operands, command.program.casefold()
    keys = [(f"{program} {operands[n]}", n + 1) for n in range(min(2, len(operands)))]
    keys = [(f"{key} {operands[n]}", n + 1) for key, n in keys if n < len(operands)] + keys
    for key, after in (*keys, (program, 0)):
        for row in known.get(_also_called().get(key, key), ()):
            if _fits(row, command, operands[after:]):
                return row
        if key in known:
            return None
    return None


@cache
def _also_called() -> Mapping[str, str]:
    return {name: key for key, found in table()["also called"].items() for name in found}


def _fits(row: Mapping[str, Any], command: SimpleCommand, operands: Sequence[str]) -> bool:
    arguments = command.arguments
    said = {*re.split(r"[\s/]+", command.text.partition(command.program)[0])}  # sudo, the folder of the program
    said |= {*arguments, *(part for argument in arguments for part in argument.partition("=")[::2])}
    said |= {argument[2:] for argument in arguments if re.match(r"-X\w", argument)}
    said |= {argument.partition(":")[0] for argument in arguments}
    wanted, unwanted = row.get("with", ()), row.get("unless", ())
    return (
        len(operands) >= row.get("needs", 0)
        and (not wanted or any(word in said for word in wanted))
        and not any(word in said for word in unwanted)
    )


def _push(command: SimpleCommand) -> Deed:
    """A push by the branches that it names; without one, or with all, it may reach any."""
    operands = command.arguments[command.arguments.index("push") + 1 :]
    refs = [word for word in operands if not word.startswith("-")][1:]
    tags = bool({"--tags", "--follow-tags"} & set(operands))
    tags = tags or any("refs/tags/" in ref or re.fullmatch(r"v?\d+(?:\.\d+)+\S*", ref) for ref in refs)
    all_of_them = bool({"--all", "--mirror", "--branches"} & set(operands)) or not refs
    targets = [ref.lstrip("+").rpartition(":")[2].removeprefix("refs/heads/") for ref in refs]
    open_ = all_of_them or any(target in ("HEAD", "@") or re.search(r"[*$`]", target) for target in targets)
    atoms = [atom for target in targets for atom in (target, target.partition("/")[0])]
    direct = names(("git", "push", "branch", *operands[:1], *atoms))
    deletes = bool({"--delete", "-d", "--prune"} & set(operands)) or any(ref.startswith(":") for ref in refs)
    is_forced = any(re.match(r"-\w*f|--force|--mirror|\+", word) for word in operands)
    forced = names(("force",)) if is_forced else frozenset[str]()
    lacks = frozenset[str]() if is_forced or re.search(r"[$`]", " ".join(command.words)) else names(("force",))
    does = frozenset(("push", "delete") if deletes else ("push", "insert") if tags else ("push",))
    return Deed(does, direct | forced | names(("tag",) if tags else ()), open=open_, text=command.text, lacks=lacks)


def _client(command: SimpleCommand, named: frozenset[str]) -> Iterator[Deed]:
    texts = statements_in(command)
    for text in texts:
        yield from _sql(text, named, command.text)
    if not texts:
        yield Deed(frozenset({ANY}), named | names(("database",)), text=command.text)


_LITERAL = re.compile(r"'(?:[^']|'')*+'")
_RUNS_TEXT = re.compile(r"\b(?:execute|exec|prepare|do|sp_executesql|dblink\w*|eval)\b", re.IGNORECASE)
"""Statements that run what stands in a literal."""


def _sql(text: str, named: frozenset[str], shown: str = "") -> Iterator[Deed]:
    """Deeds of statements: what each does to the tables that it changes, and its reading of the others."""
    for statement, changed, read in tables_of(text):
        deed = _statement(statement, named, shown or text)
        yield deed._replace(places=tuple(place_of("table", name) for name in changed))
        if read and "read" not in deed.effects:
            yield deed._replace(effects=frozenset({"read"}), places=tuple(place_of("table", name) for name in read))


def _statement(text: str, named: frozenset[str], shown: str) -> Deed:
    words, verbs = words_in(text), table()["sql"]
    done = words_in(text if _RUNS_TEXT.search(text) else _LITERAL.sub("''", text))
    does = {verbs[word.casefold()] for word in done if word.casefold() in verbs}
    changes = frozenset(does - {"read"})
    words += ["schema"] if {"alter", "create", "drop"} & {word.casefold() for word in done} else []
    return Deed(changes or (frozenset(does) or frozenset({ANY})), named | names((*words, "database")), text=shown)


def _is_sql(text: str) -> bool:
    """Return true if the text of an argument such as ``query`` is a statement, and not a question in words."""
    words = text.split(maxsplit=1)
    return bool(words) and words[0].casefold() in {*table()["sql"], "with"}


def _code(code: str, shown: str) -> Iterator[Deed]:
    for word, row in table()["code"].items():
        if word in code:
            does = _called(code) if row.get("calls") else frozenset(row["does"])
            plain = (
                _KEYWORD.sub(lambda found: " " if names_place(found[1]) else found[0], code)
                if row.get("calls")
                else code
            )
            named = names((*words_in(plain), *row.get("names", ())))
            yield Deed(does, named, text=shown, places=tuple(_places_in_code(code)) if row.get("calls") else ())


_KEYWORD = re.compile(r"\b(\w+)\s*=(?!=)")


def _called(code: str) -> frozenset[str]:
    """The effects that the names of what a program calls tell (``delete_object``)."""
    told = (effects_named(words_in(name)) for name in re.findall(r"(\w+)\s*\(", code))
    return frozenset[str]().union(*told) or RUN


def _places_in_code(code: str) -> Iterator[Place]:
    """The places that a program names in its literals, by the names of arguments (``Bucket="logs"``)."""
    for name, _, value in re.findall(r"(\w+)[\"']?\s*[:=(]\s*([\"'])([^\"'\n]{1,200})\2", code):
        yield from places_of_argument(name, value)


def _tool(call: ToolCall) -> Iterator[Deed]:
    """A call by a mode argument or the words of its name, and what commands and statements among its arguments do."""
    # "delete_object(bucket=…)" deletes no bucket: such an argument tells where something is, not what.
    said = [("" if names_place(name) else name, text) for name, text in call.named]
    texts = [f"{name} {text}" if "/" not in text else f"{name} {text} {basename(text)}" for name, text in said]
    named = names(word for text in texts for word in words_in(text))
    content = names(word for text in call.prose for word in words_in(text))
    for text, kind in call.commands:
        yield from _line(text) if kind == "shell" else _sql(text, named) if _is_sql(text) else ()
    for text in call.programs:
        yield from (*_code(text, call.act.name), *_hidden(text, call.act.name))
        yield from (deed for line in commands_in(text) for deed in _line(line))
    told = next((found for said in call.names if (found := effects_named(words_in(said)))), RUN)
    if call.commands and told == RUN:
        return
    name_words = words_in(call.act.name)
    if told == RUN and not set(map(stem, name_words)) & stems_under("looks"):
        told |= {UNTOLD}
    is_said = names(name_words)
    if is_said >= names(("add", "dependency")):
        told |= {"install"}
    places = tuple(place for name, value in call.named for place in places_of_argument(name, value))
    maybe = _whoever(text if name not in table()["receivers"] else "@" for name, text in call.named)
    if is_said >= names(["message"]) and not maybe and not any(place.kind == "channel" for place in places):
        places = (*places, Place("channel", None))
    content -= {*kinds().values(), *members()}
    lacks = names(word for name, value in call.act.arguments.items() if value is False for word in words_in(name))
    if "write" in told and call.prose:
        told |= {"insert"}
    deed = Deed(told, named | is_said, text=call.act.name, content=content, places=places, maybe=maybe, lacks=lacks)
    yield deed._replace(command=tuple(map(str.casefold, name_words)), is_tool=True)


_ADDRESS = re.compile(r"\S+@\S+\.\w|^@$|^\+\d[\d\s()/-]{5,}$")


def _whoever(texts: Iterable[str]) -> frozenset[str]:
    """Return the groups to one of which an address among texts may belong; none without an address."""
    return names(table()["people"]) if any(_ADDRESS.search(text) for text in texts) else frozenset()


def _sent(to: str) -> Deed:
    """A message by its receiver alone: its words do nothing."""
    return Deed(frozenset({"send"}), names(words_in(to)), text=to, places=tuple(places_of_argument("", to)))


def _spoken(text: str) -> Iterator[Deed]:
    """Return the deeds of an act described in words: of each clause the first ("write the release notes")."""
    words, (places, _) = names(words_in(text)), places_in(text)
    for clause in re.split(r"[.,;:!?\n]|\b(?:and|then|or)\b", text):
        said = words_in(clause)
        first = next((effect for word in said if (effect := effect_of(word)) is not None), None)
        done = frozenset({first}) if first is not None else effects_named(said)
        if done:
            yield Deed(done, words, text=text, places=places)
