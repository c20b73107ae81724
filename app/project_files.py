"""Files and symbols that recalled lines name: marked where the project had them once and has them no more.

A name counts only after it was found, when it was said or recalled. So the mark is never on what another project has,
or on what was only planned. Digests of the names that were found are kept in the data folder, no names.
"""

import asyncio
import hashlib
import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast

from memorist.memory_store.domain.json_values import json_or_none
from memorist.memory_store.private_file import replace_whole
from memorist.memory_store.settings import data_folder
from memorist.memory_store.threads import in_thread
from memorist.nodes.language.file_names import named_in
from memorist.nodes.retrieval.assemble import TITLES
from memorist.nodes.retrieval.result import PromptSection, Recall
from memorist.nodes.token_count import count_text

MAX_NAMES = 64
"""Names of a recall that are looked up, each by one call of the file system, or two where a symbol is named."""
MAX_FILE_BYTES = 256 * 1024
"""Bytes of a file that are searched for a symbol; of a larger file nothing is said."""
MAX_SECONDS = 0.2
"""Time after which no further name is looked up."""
MAX_WAIT_SECONDS = 1.0
"""Time after which a file system that does not answer is left alone."""
MAX_FOUND = 4_096
"""Names of a project that are remembered, those that were found last."""
_SYMBOL = re.compile(
    r"(?:`(?P<quoted>[A-Za-z_]\w*)(?:\(\))?`|\b(?P<plain>[A-Za-z]+_\w+|[a-z]+[A-Z]\w*|[A-Z]+[a-z]+[A-Z]\w*|[A-Za-z_]\w*(?=\(\))))"
    r"(?:\(\))?\s(?:(?:is|lives|stands|(?:is\s)?(?:set|defined|declared))\s)?(?:in|from|inside)\s[`\"'“]?\Z"
)
"""A name of code right before "in" and a file: in backticks, with a capital or an underscore inside, or with "()"."""


class ProjectName(NamedTuple):
    """A file or folder as a text names it, from the folder of the project; ``symbol``: what is said to be in it."""

    path: str
    symbol: str = ""

    def gone(self, *, symbol: bool) -> str:
        """Say that it is not there any more; ``symbol``: only the symbol."""
        return f"{self.symbol} is not in {self.path} any more" if symbol else f"{self.path} is not there any more"


def names_in(text: str) -> Iterator[ProjectName]:
    """Give the files that a text plainly names, from the folder of the project on; no patterns, nothing outside."""
    for named in named_in(text):
        if named.path.startswith(("/", "~", "..")) or "*" in named.path or named.path == ".":
            continue
        symbol = _SYMBOL.search(text, max(0, named.start - 80), named.start)
        yield ProjectName(named.path, (symbol["quoted"] or symbol["plain"]) if symbol else "")


class ProjectFiles:
    """The files of one project, and which of them were found before."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._place = data_folder() / "files" / f"{_digest(os.path.realpath(root))}.json"

    def look_up(self, texts: Sequence[str]) -> list[list[str]]:
        """Return what each text names that was found before and is gone; note what is found."""
        if not self.root.is_dir():
            return [[] for _ in texts]
        found_before = self._found_before()
        found, until = dict[str, None](), time.monotonic() + MAX_SECONDS
        said: dict[ProjectName, str] = {}
        named = [list(dict.fromkeys(names_in(text))) for text in texts]
        for name in list(dict.fromkeys(name for names in named for name in names))[:MAX_NAMES]:
            if time.monotonic() > until:
                break
            file, symbol = _digest(name.path), _digest(name.path, name.symbol)
            match self._has(name):
                case "all":
                    found |= {file: None, symbol: None}
                case "file":
                    found[file] = None
                    if symbol in found_before:
                        said[name] = name.gone(symbol=True)
                case "nothing" if file in found_before:
                    said[name] = name.gone(symbol=False)
                case _:
                    pass
        self._note(found_before, found)
        return [list(dict.fromkeys(said[name] for name in names if name in said)) for names in named]

    def _has(self, name: ProjectName) -> Literal["all", "file", "nothing", "unknown"]:
        """Tell if the project has "all" of a name, the "file" alone, or "nothing"; "unknown" if it cannot be seen."""
        path = self.root / name.path
        try:
            size = path.stat().st_size
            if not name.symbol:
                return "all"
            if size > MAX_FILE_BYTES or not path.is_file():
                return "unknown"
            text = path.read_text(encoding="utf-8", errors="replace")
        except (FileNotFoundError, NotADirectoryError):
            return "nothing"
        except (OSError, ValueError):
            return "unknown"
        return "all" if re.search(rf"\b{re.escape(name.symbol)}\b", text) else "file"

    def _found_before(self) -> dict[str, None]:
        try:
            kept = json_or_none(self._place.read_bytes())
        except OSError:
            return {}
        return dict.fromkeys(map(str, cast("list[Any]", kept))) if isinstance(kept, list) else {}

    def _note(self, before: dict[str, None], found: dict[str, None]) -> None:
        if found.keys() <= before.keys():
            return
        kept = [*(name for name in before if name not in found), *found][-MAX_FOUND:]
        self._place.parent.mkdir(parents=True, exist_ok=True)
        replace_whole(self._place, json.dumps(kept).encode())


async def with_gone_files(recall: Recall, root: str | Path | None, said: str = "") -> Recall:
    """Return a recall with a mark on each line that names a file or symbol which the project has no more.

    Args:
        recall: as it was made; its rules stay as they are.
        root: the folder of the project; null: nothing is looked up.
        said: the person's words; the files that they name are noted.
    """
    rules = TITLES["constraints"]
    lines = [item.content for section in recall.sections if section.title != rules for item in section.items]
    _, *gone = await _looked_up(root, [said, *lines])
    marks = {line: f"{line} ({'; '.join(names)})" for line, names in zip(lines, gone, strict=True) if names}
    if not marks:
        return recall
    sections = tuple(one if one.title == rules else _marked(one, marks) for one in recall.sections)
    prompt = recall.prompt
    for line, marked in marks.items():
        prompt = prompt.replace(f"\n- {line}\n", f"\n- {marked}\n")
    return recall.model_copy(update={"sections": sections, "prompt": prompt, "tokens": count_text(prompt)})


async def note_files(root: str | Path | None, texts: Sequence[str]) -> None:
    """Note the files and symbols that texts name and the project has, as they are said."""
    await _looked_up(root, texts)


async def _looked_up(root: str | Path | None, texts: Sequence[str]) -> list[list[str]]:
    """Return what each text names and the project has no more; nothing where that cannot be found out."""
    if root is not None:
        with suppress(OSError):  # the file system does not answer, or what was found cannot be kept
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                return await in_thread(ProjectFiles(Path(root)).look_up, texts)
    return [[] for _ in texts]


def _marked(section: PromptSection, marks: dict[str, str]) -> PromptSection:
    items = tuple(item.model_copy(update={"content": marks.get(item.content, item.content)}) for item in section.items)
    tokens = sum(count_text(f"- {item.content}") for item in items)
    return section.model_copy(update={"items": items, "tokens": tokens})


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
