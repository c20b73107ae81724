"""What was pasted rather than said: code, logs, output of terminals and test runs, most without any mark around it."""

import re
from collections.abc import Sequence

from memorist.nodes.language.seeking import Shape

FENCED = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
"""Code between fences; one that was not closed goes on to the end."""
_CODE = re.compile(
    r"""^\s*(?:
    (?:def|class|function|func|fn|pub|async|export|interface|struct|enum|impl|namespace|package|module|public|private|protected|static)\s[\w<>.,\s]*[\w>]\s*[({:<=]
    |(?:const|let|var|val|mut|final)\s+[\w{}\[\],:\s]+=
    |import\s(?:type\s)?[\w.{}*"'@/-]+(?:\s*,\s*[\w{}*]+)*(?:\s(?:as|from)\s.*)?;?$|from\s[\w.]+\simport\s
    |(?:return|yield|throw|raise|await|elif|else:|try:|except|finally|catch|switch|case|break;|continue;)\b.*[;:(){}]|return\s[\w.]+\(
    |(?:if|for|while|with|switch|catch|match)\s*\(.*\)\s*\{?\s*$|(?:if|for|while|with|elif|except|try|else)\b[^?]*:\s*$
    |(?:select\s.+\sfrom|insert\sinto|update\s\w+\sset|delete\sfrom|create\s(?:table|index|database|view|or\sreplace)|alter\stable|drop\s(?:table|index)|begin;|commit;)\b(?=.*(?:;|=|\*|,|\(|where)).*
    |[\w.\[\]"'>-]+\s*(?:=|\+=|:=)\s*[^=].*[;)\]}"']\s*$|[\w.]+\([^)]*\)\s*;?\s*(?:\#.*)?$|[})\]];?,?\s*$|[{(\[]\s*$
    |</?[a-zA-Z][\w.-]*(?:\s[^>]*)?/?>\s*$|<[A-Za-z][^>]*>.*</[A-Za-z]\w*>\s*$|//\s|/\*|\*/|\#include|\#!|@[A-Za-z]\w*(?:\(.*\))?\s*$
    |[.\#]?[\w-]+(?:\s?[>+~:.,]\s?[\w-]+)*\s*\{(?:\s[\w-]+\s?:.*|\s*$)|[\w-]+:\s[^;]+;\s*$
    )""",
    re.VERBOSE | re.IGNORECASE,
)
_OUTPUT = re.compile(
    r"""^\s*(?:
    at\s[\w.$<>]+\s?\(.*\)|File\s".*",\sline\s\d+|Traceback\s\(most\srecent|(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE|NOTICE)\b[\s:\]|\[]
    |\[?\d{4}[-/]\d\d[-/]\d\d(?:T|,?\s)\d\d:\d\d|(?=\S*\d)\S+\s.*\s\d\d:\d\d:\d\d$|[A-Z][A-Z0-9]*_[A-Z0-9_]+(?:\s+[A-Z][A-Z0-9_]+)+$|\[?\d\d:\d\d:\d\d[.,\]\s]|[A-Z][a-z]{2}\s+\d{1,2}\s\d\d:\d\d:\d\d|\$\s\S|>>>\s|PS\s[A-Z]:|[\w.-]+@[\w.-]+:.*[$\#]\s
    |\[\s*\d+\.\d{3,}\]\s|\d{1,3}(?:\.\d{1,3}){3}\s\S+\s\S+\s\[|!\s\[(?:remote\s)?rejected\]|hint:\s|exit\sstatus\s\d|[\w./-]+:\sIn\s(?:function|member\sfunction|constructor)\s
    |[EWIDF]\s\d+:\d\d:\d\d|<[\w\s]+>\S+:\d+\s@|(?:[a-z_]\w*\.)+[A-Z]\w+:\s|(?:DETAIL|HINT|CONTEXT|STATEMENT):\s|[\w.]*(?:Error|Exception|Warning)\b(?::|\s\w+\d+:|\sin\s)|[\w./-]+:\s(?:Error|error|fatal|FATAL|warning|WARN|ERROR|command\snot\sfound|cannot\s|permission\sdenied|No\ssuch|not\sfound)\b|curl:\s\(\d+\)|error(?:\s?\[\w+\]|\s[A-Z]+\d+)?:|warning(?:\s?\[\w+\])?:|fatal:|panic:|npm\s(?:ERR!|WARN|notice)
    |CONFLICT\s\(|Auto(?:matic\smerge\sfailed|-merging\s)|[A-Z]\s\(\d+\)\s[\w-]+:|>\s\S
    |[+-]{3}\s[ab]/|@@\s-\d|diff\s--git|index\s[0-9a-f]{6,}|[+-]\s{2,}\S|(?:PASS|FAIL|FAILED|PASSED|OK|SKIPPED|XFAIL)\b\s*[:\s]\S*(?:test|spec|\.\w{2,4}\b|\d)
    |(?:✓|✗|✘|×|●|√|✔|❯|➜|├|└|│|═|─|\|_|\#{3,}\s?\d)\s?|={4,}|-{4,}|\*{4,}
    |(?:Expected|Received|Actual|Tests?|Test\sSuites?|Snapshots|Duration|Coverage|Stack\strace|Exit\scode)\s*:\s
    |Ran\sall\s|Collected\s\d|Caused\sby:|Process\s(?:exited|finished)|remote:\s|More\sdetails\shere:\shttps?:|Command\sfailed|Compiled\s(?:successfully|with)|Finished\sin\s
    |(?:Compiling|Downloading|Downloaded|Installing|Resolving|Fetching)\s\S+(?:\s\S+)?\s?(?:\.{3}|\(\S+\))?$
    |Successfully\s(?:built|installed)\s|Requirement\salready\s
    |(?:added|removed|changed|audited)\s\d+\spackages?|\d+\s(?:vulnerabilit|packages?\sare\slooking|passing|failing|passed|failed|warnings?\s(?:and|generated)|errors?\s(?:and|generated))
    |HTTP/\d|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s/\S*|(?:Content-Type|Content-Length|Accept|Authorization|Host|User-Agent|Cache-Control|Set-Cookie|X-[\w-]+|Date|Server|Connection|ETag|Location):\s
    |On\sbranch\s|Your\sbranch\sis|nothing\sto\scommit|Changes\s(?:not\sstaged|to\sbe\scommitted)|Untracked\sfiles:|\s*(?:modified|new\sfile|deleted|renamed):\s
    |(?:Merge:|Author:|commit\s[0-9a-f]{7,})|goroutine\s\d+|[\w.-]+(?:/[\w.-]+)+\.(?:\(\*?\w+\)\.)?\w+\(.*\)$|thread\s'.*'\spanicked|Segmentation\sfault|Killed$|Aborted|core\sdumped
    |PID\s+(?:TTY|USER)\b|\d+\s+(?:pts|tty)[/\d]|(?:drwx|-rw)[rwx-]+\s|total\s\d+$|(?!\d)[\w./-]*[A-Za-z][\w./-]*:\d+(?::\d+)?(?:[:\s]|$)|0x[0-9a-f]{4,}|[a-z_]+=\S+(?:\s[a-z_]+=\S+){2,}
    |FROM\s[\w./:-]+(?:\sAS\s\w+)?\s*$|(?:RUN|COPY|CMD|ENTRYPOINT|WORKDIR|EXPOSE|ENV)\s\S
    |\{\s*"|\[\s*\{|"[\w-]+"\s*:|\S+\s+\d+/\d+\s+(?:Running|Pending|CrashLoopBackOff|Error|Completed)|NAME\s+READY|CONTAINER\sID|REPOSITORY\s+TAG
    |(?:git|npm|npx|yarn|pnpm|bun|pip|uv|poetry|docker|kubectl|helm|terraform|aws|gcloud|curl|wget|ssh|scp|cd|ls|cat|mkdir|rm|cp|mv|chmod|brew|apt|sudo|make|cargo|go|python3?|node|psql)\s(?:-{1,2}\w|install\b|add\b|run\b|status\b|commit\s-|push\b|pull\b|checkout\b|clone\b|rebase\b|build\b|exec\b|logs\b|get\s\w+$|apply\s-|init\b|dev\b|test\b|start\b|https?://|[./~]\S*$)(?![^\n]*\b(?:before|after|when|if|always|never|every|instead|because|for\sthe|we|you)\b)
    )""",
    re.VERBOSE,
)
_SYMBOLS = re.compile(r"[{}();=<>\[\]|\\$#*_/]")
_SAID = Shape(
    r"\b(?:we|i|i['’]m|our|my|you|please|always|never|because|should|don['’]t|prefer|use|uses|decided|the\steam)\b",
    re.IGNORECASE,
)
_DENSE = 0.12
_LOOKED_AT = 200
"""Characters of a line: its beginning tells what it is, and it bounds the time of the patterns above."""


def is_pasted(line: str) -> bool:
    """Whether one line looks like code or the output of a program."""
    line = line[:_LOOKED_AT].rstrip()
    if not line:
        return False
    if _OUTPUT.match(line):
        return True
    if _SAID.search(line) and not line.rstrip().endswith((";", "{", "}")):
        return False
    return bool(_CODE.match(line)) or len(_SYMBOLS.findall(line)) > _DENSE * len(line) + 2


_DIFF = re.compile(r"diff --git|@@ -\d|[+-]{3} [ab]/")
_KEY_ALONE = re.compile(r"(\s*)(?:- )?[a-z_][\w.-]*:$")
_KEY_OR_ITEM = re.compile(r"\s*(?:- )?(?:[a-z_][\w.-]*:(?:\s.*)?|[\"'\w./:-]+)$")


def _is_config(lines: Sequence[str]) -> bool:
    """Whether a whole text is a file of keys, nested twice at least: what one says in a list has one level."""
    said = [line.rstrip() for line in lines if line.strip()]
    depths = {len(found[1]) for line in said if (found := _KEY_ALONE.match(line))}
    return len(depths) > 1 and all(_KEY_OR_ITEM.match(line) for line in said)


_PROMPT = re.compile(r"\s*(?:\$|%|❯|➜|PS>|C:\\>)\s\S")


_ROW = re.compile(r"\s*\|?[^|\n]{1,80}(?:\|[^|\n]{0,80})+\|?\s*$")


_BANNER = re.compile(r"(?:[\w.+-]+\s){1,5}v?\d+(?:\.\d+)+[\w.+-]*(?:\s\([^()]*\))?")
"""Godot Engine v4.5.stable.official, below an error: the program that wrote it."""


def _rows_of_tables(lines: Sequence[str]) -> list[bool]:
    """Which lines are rows of a table: at least two of them, one under the other, with bars in them."""
    rows = [bool(_ROW.match(line)) for line in lines]
    below, above = [*rows[1:], False], [False, *rows[:-1]]
    return [row and (under or over) for row, under, over in zip(rows, below, above, strict=True)]


def pasted_lines(lines: Sequence[str]) -> list[bool]:
    """Which lines of a text were pasted; a plain line between pasted ones belongs to them, if it says nothing."""
    if _is_config(lines):
        return [bool(line.strip()) for line in lines]
    marks = [row or is_pasted(line) for row, line in zip(_rows_of_tables(lines), lines, strict=True)]
    printing = changing = False
    for at, line in enumerate(lines):
        said = bool(_SAID.search(line)) and line.rstrip().endswith((".", "!", "?"))
        printing = bool(line.strip()) and not said and (printing or bool(_PROMPT.match(line)))
        changing = bool(line.strip()) and (bool(_DIFF.match(line)) or (changing and line[0] in "+- @"))
        marks[at] = marks[at] or printing or changing
    for at, line in enumerate(lines):
        if marks[at] or not line.strip():
            continue
        above = next((marks[i] for i in range(at - 1, -1, -1) if lines[i].strip()), False)
        below = next((marks[i] for i in range(at + 1, len(lines)) if lines[i].strip()), False)
        indented = line[:1] in " \t"
        silent = not _SAID.search(line) and not line.rstrip().endswith((".", "?", "!", ":"))
        follows = below or indented or bool(_BANNER.fullmatch(line.strip()))
        marks[at] = (above and follows and silent) or (above and indented and not line.lstrip()[:1].isupper())
    return marks
