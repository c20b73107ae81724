"""Program text in a command line or an argument: the command lines and the SQL that it holds, and what it hides.

A program of Python, Perl, Ruby, JavaScript or PHP is not parsed: the literals are read that it hands to what runs them.
"""

import re
from collections.abc import Iterator

from memorist.nodes.homeostasis.acts.programs import names_under
from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand

INTERPRETERS = re.compile(r"(?:python|perl|ruby|node|php|deno|bun|lua)[\d.]*")
_GIVES_TEXT = re.compile(r"-\w*[ceErR]|--eval|--print")
_RUNS_TEXT = re.compile(
    r"\b(?:b64decode|frombase64|atob|fromCharCode|child_process|subprocess|os\.(?:system|popen|exec\w*)|__import__)\b|"
    r"(?<!\bre\.)\b(?:exec|eval|compile|system|popen|spawn\w*|unpack)\s*[(\"'`$]",
    re.IGNORECASE,
)
_LITERAL = r"(?:'[^'\n]{0,2000}'|\"[^\"\n$#]{0,2000}\")"
_STARTS = re.compile(
    r"(?:\b(?:os|subprocess|Kernel|IO|Open3|require\([^()\n]{0,40}\))\s*\.\s*)?"
    r"\b(?:system|popen|run|call|check_call|check_output|Popen|execSync|exec|execFileSync|spawnSync|spawn|shell_exec|passthru)"
    rf"\s*\(?\s*(?P<words>\[?\s*{_LITERAL}(?:\s*,\s*\[?\s*{_LITERAL}){{0,40}})\s*\]?\s*(?=[);\n]|$|,\s*\w+\s*=)"
)
"""A call that starts a program, with nothing but literals: one command line, or a program and its words."""
_NAMES_MODULES = re.compile(r"\bimport\s+\w[\w.]*(?:\s*,\s*\w[\w.]*)*\s*(?=[;\n]|$)")
_WORD = re.compile(_LITERAL)


def text_given(command: SimpleCommand) -> str:
    """The program text that an interpreter is given with its command, or on its input; empty for none."""
    if command.program in names_under("awks"):
        return _PIPED.sub(lambda found: f" system({found[1] or found[2]}) ", " ".join(command.operands[:1]))
    if INTERPRETERS.fullmatch(command.program) is None:
        return ""
    given = any(_GIVES_TEXT.fullmatch(word) for word in command.arguments)
    code = " ".join(command.arguments) if given else command.given
    return _BACKTICKS.sub(_as_call, code) if re.match("perl|ruby|php", command.program) else code


_BACKTICKS = re.compile(r"`([^`]*)`|(?:%x|\bqx)(?:\{([^{}]*)\}|\(([^()]*)\)|\[([^\[\]]*)\]|([/|!])(.*?)\5)")
_PIPED = re.compile(r"\|&?\s*(\"[^\"]*\")|(\"[^\"]*\")\s*\|&?\s*getline")
"""Commands into which a program of awk prints, or from which it reads."""


def _as_call(found: re.Match[str]) -> str:
    """A command in backticks, which Perl, Ruby and PHP run, as the call that does the same."""
    line = next(group for group in (found[1], found[2], found[3], found[4], found[6]) if group is not None)
    quote = '"' if "'" in line or re.search(r"[$#@]", line) else "'"
    return f" system({quote}{line}{quote}) "


def runs_text(code: str) -> bool:
    """Return true if a program makes programs of text, or starts one that no literal names: more runs than it says."""
    return _RUNS_TEXT.search(_NAMES_MODULES.sub("", _STARTS.sub("", code))) is not None


def commands_in(code: str) -> Iterator[str]:
    """Yield the command lines that a program starts, as far as they are literals."""
    for found in _STARTS.finditer(code):
        yield " ".join(word[1:-1] for word in _WORD.findall(found["words"]))


def statements_in_text(code: str) -> Iterator[str]:
    """Yield the literals of a program that are statements of SQL."""
    for literal in _WORD.findall(code):
        words = literal[1:-1].split()
        if len(words) > 1 and words[0].casefold() in names_under("statements") and _OBJECT.search(literal):
            yield literal[1:-1]


_OBJECT = re.compile(r"\b(?:from|into|set|table|database|schema|index|view)\b", re.IGNORECASE)
