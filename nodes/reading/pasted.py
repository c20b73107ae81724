"""Lines of a text that were pasted rather than said: code, the output of programs, rows of tables."""

import re
from collections.abc import Sequence
from typing import Literal

type PastedKind = Literal["code", "log", "table"]

_LOOKED_AT = 240
"""Characters of a line that are looked at: its beginning tells what it is, and the time of the patterns is bounded."""
_DENSE = 0.14
"""Share of symbols from which a line without a word of speech is code."""
_CODE = re.compile(
    r"""\s*(?:
    (?:def|class|function|func|fn|pub|async|export|interface|struct|enum|impl|namespace|package|public|private|protected|static)\s[^?]*[({:<=;]\s*\S*$
    |(?:const|let|var|val|mut|final)\s[\w{}\[\],:\s]{1,60}=
    |(?:import|from)\s[\w.{}*"'@/,-]+(?:\s(?:import|as|from)\s\S.*)?;?$
    |(?:return|yield|throw|raise|await|elif|else|try|except|finally|catch|switch|case|break|continue)\b.*[;:(){}]$
    |(?:if|for|while|with|switch|catch|match)\s*\(.*\)\s*\{?$
    |(?i:select\s.+\sfrom\s|insert\sinto\s|update\s\w+\sset\s|delete\sfrom\s|create\s(?:table|index|view)\s|alter\stable\s|group\sby\s|(?:inner\s|left\s)?join\s\w+\s)
    |[\w.\[\]"'>-]+\s*(?:=|\+=|:=)\s*[^=\s].*[;)\]}"']$|[\w.]+\([^()]*\)+;?$|[})\]]+[;,]?$
    |</?[a-zA-Z][\w.-]*(?:\s[^<>]*)?/?>$|//\s|/\*|\*/|\#include|\#!|@[A-Za-z]\w*(?:\(.*\))?$
    |[.\#]?[\w-]+(?:\s?[>+~:.,]\s?[\w-]+)*\s*\{|\{\s*"|"[\w-]+"\s*:|[\w-]+:\s[^;]+;$
    |(?:[+-]{3}\s[ab]/|@@\s-\d|diff\s--git|index\s[0-9a-f]{6,}|[+-]\s{2,}\S)
    |(?:FROM\s[\w./:-]+|(?:RUN|COPY|CMD|ENTRYPOINT|WORKDIR|EXPOSE|ENV)\s\S.*)$
    )""",
    re.VERBOSE,
)
_OUTPUT = re.compile(
    r"""\s*(?:
    at\s[\w.$<>]+\s?\(|File\s".*",\sline\s\d|Traceback\s\(most|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|NOTICE|PASS|FAIL(?:ED)?|PASSED|SKIPPED)\b[\s:\]|\[]
    |\[?\d{4}[-/]\d\d[-/]\d\d[T,\s]+\d\d:\d\d|\[?\d\d:\d\d:\d\d[.,\]\s]|[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:\d\d:\d\d|\[\s*\d+\.\d{3,}\]\s
    |\$\s\S|>>>\s|PS\s[A-Z]:|[\w.-]+@[\w.-]+:\S*[$\#]\s|❯\s|➜\s|%\s\w
    |\d{1,3}(?:\.\d{1,3}){3}\s\S+\s\S+\s\[|[A-Z]\s\(\d+\)\s[\w-]+:|[EWIDF]\s?\d+:\d\d:\d\d
    |(?:[a-z_]\w*\.)*[A-Z]?\w*(?:Error|Exception|Warning)\b(?::|\s\w+\d+:|\sin\s)|(?:error|warning|fatal|panic|hint|remote|Error)(?:\s?\[\w+\]|\s[A-Z]+\d+)?:\s|(?:docker|git|npm|pip|curl|make):\s(?:\w+\s)?[Ee]rror
    |[\w./-]+:\d+(?::\d+)?:?\s|[\w./-]+:\s(?:error|fatal|warning|command\snot\sfound|permission\sdenied|In\s(?:member\s)?function)\b
    |npm\s(?:ERR!|WARN|notice)|!\s\[(?:remote\s)?rejected\]|CONFLICT\s\(|Caused\sby:|exit\s(?:status|code)\s\d|curl:\s\(\d
    |(?:added|removed|changed|audited)\s\d+\spackages?|\d+\s(?:vulnerabilit|packages?\sare|passing|failing|passed|failed)
    |(?:✓|✗|✘|×|●|√|✔|├|└|│|═)\s?|={4,}|-{4,}|\*{4,}|HTTP/\d|(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s/
    |(?:Content-Type|Content-Length|Authorization|User-Agent|Cache-Control|Set-Cookie|X-[\w-]+|Host|Server):\s
    |(?:On\sbranch|Your\sbranch\sis|Untracked\sfiles:|nothing\sto\scommit|Auto(?:-merging|matic\smerge\sfailed))|(?:modified|new\sfile|deleted):\s{2,}
    |(?:drwx|-rw)[rwx-]+\s|total\s\d+$|0x[0-9a-f]{4,}|[a-z_]+=\S+(?:\s[a-z_]+=\S+){2,}|NAME\s+READY|CONTAINER\sID|goroutine\s\d
    |(?:Expected|Received|Tests?|Test\sSuites?|Duration|Exit\scode)\s*:\s|thread\s'[^']*'\spanicked|Segmentation\sfault
    |(?:Compiling|Downloading|Installing|Resolving|Fetching|Successfully\s(?:built|installed))\s\S+.{0,40}$
    )""",
    re.VERBOSE,
)
_REMARK = re.compile(r"\s*(?://+|/\*|<!--|#\s*(?:TODO|FIXME|XXX|HACK|NOTE)\b)")
"""A comment of code: what it says was written into a file."""
_SAID = re.compile(
    r"\b(?:we|i|i['’]m|our|my|you|please|always|never|because|should|don['’]t|prefer|decided|the team|what|why|how)\b",
    re.IGNORECASE,
)
_COMMAND = re.compile(
    r"(?:git|npm|npx|yarn|pnpm|pip|uv|docker|kubectl|helm|terraform|cargo|go|make|apt|brew|python3?|node)\s"
    r"(?:-{1,2}\w|install|add|run|status|commit|push|pull|checkout|clone|rebase|build|exec|logs|get|apply|init|test|start)\b"
    r"(?:\s\S+){0,4}$"
)
_DIFF = re.compile(r"diff --git|@@ -\d|[+-]{3} [ab]/")
_PROMPT = re.compile(r"\s*(?:\$|%|❯|➜|PS>|>>>)\s\S")
_COMMENT = re.compile(r"[ \t]+(?:#|//|--|/?\*)")
"""An indented comment; below code it is part of the code, even if it reads like speech."""
_KEY = re.compile(r"(?P<depth>\s*)(?:-\s)?[\"']?[\w./-]+[\"']?:(?P<value>\s\S.*)?$")
_ITEM = re.compile(r"\s*-\s\S+$")
_SYMBOLS = frozenset("{}();=<>[]|\\$#*_/")
_SENTENCE_ENDS = (".", "?", "!", ":")


def pasted_kind(line: str) -> PastedKind | None:
    """Return the kind of a single line, or null for speech."""
    line = line[:_LOOKED_AT].rstrip()
    if not line:
        return None
    if _OUTPUT.match(line):
        return "log"
    if _REMARK.match(line):
        return "code"
    if _SAID.search(line) and not line.endswith((";", "{", "}")):
        return None
    is_dense = sum(character in _SYMBOLS for character in line) > _DENSE * len(line) + 2
    return "code" if is_dense or _CODE.match(line) else None


def pasted_lines(lines: Sequence[str]) -> list[PastedKind | None]:
    """The kind of each line. What a program printed goes on after its prompt; a line without speech between two pasted
    lines, or indented below one, belongs to them, and so does a comment indented below code."""
    if _is_config(lines):
        return ["code" if line.strip() else None for line in lines]
    kinds: list[PastedKind | None] = [
        pasted_kind(line) or row for row, line in zip(_table_rows(lines), lines, strict=True)
    ]
    printing = changing = False
    for at, line in enumerate(lines):
        says = bool(_SAID.search(line[:_LOOKED_AT]))
        printing = bool(line.strip()) and (bool(_PROMPT.match(line)) or (printing and not says))
        changing = bool(line) and (bool(_DIFF.match(line)) or (changing and line[0] in "+- @"))
        kinds[at] = "code" if changing else kinds[at] or ("log" if printing else None)
        if kinds[at] == "log" and at and kinds[at - 1] is None and _COMMAND.match(lines[at - 1].strip()):
            kinds[at - 1] = "log"
    following = _next_kinds(lines, kinds)
    above: PastedKind | None = None
    for at, line in enumerate(lines):
        if not line.strip():
            continue
        if kinds[at] is None and above == "code" and _COMMENT.match(line):
            kinds[at] = above
        if kinds[at] is None and above and not _SAID.search(line[:_LOOKED_AT]):
            silent = not line.rstrip().endswith(_SENTENCE_ENDS)
            indented = line[:1] in " \t"
            if (silent and (following[at] or indented)) or (indented and not line.lstrip()[:1].isupper()):
                kinds[at] = above
        above = kinds[at]
    return kinds


def _next_kinds(lines: Sequence[str], kinds: Sequence[PastedKind | None]) -> list[PastedKind | None]:
    """The kind of the next line that is not empty, for each line."""
    following: list[PastedKind | None] = [None] * len(lines)
    last: PastedKind | None = None
    for at in range(len(lines) - 1, -1, -1):
        following[at] = last
        if lines[at].strip():
            last = kinds[at]
    return following


def _is_config(lines: Sequence[str]) -> bool:
    """Return true if all lines are keys and items, nested at least once: what one says in a list has one level."""
    said = [line[:_LOOKED_AT] for line in lines if line.strip()]
    found = [_KEY.match(line) for line in said]
    if not said or not all(key or _ITEM.match(line) for key, line in zip(found, said, strict=True)):
        return False
    depths = {len(key["depth"]) for key in found if key}
    return len(depths) > 1 and any(key and not key["value"] for key in found)


def _table_rows(lines: Sequence[str]) -> list[PastedKind | None]:
    """Lines with the same number of cells one under the other: rows of a table."""
    cells = [line.count("|") + 2 * line.count("\t") if line.strip() else 0 for line in lines]
    rows: list[PastedKind | None] = []
    for above, here, below in zip([0, *cells[:-1]], cells, [*cells[1:], 0], strict=True):
        rows.append("table" if here and here in (above, below) else None)
    return rows
