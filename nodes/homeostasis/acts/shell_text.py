"""The text of a command line before it is parsed: what a shell expands first, and when it is too nested to be read."""

import re

MAX_LEVELS = 100
"""Brackets inside of each other; a line that has more is not parsed."""
MAX_DOCUMENTS = 64
"""Here-documents of one line."""
MAX_EXPANSIONS = 64
"""Words that one word with braces (``{a,b}{c,d}``) may become."""

_IFS = re.compile(r"\$\{IFS[^}\s]{0,16}\}|\$IFS(?:\$\d)?(?![A-Za-z0-9_])")
_PIECE = re.compile(
    r"'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.|\$\{[^}\s]*\}|(?P<word>[^\s'\"\\;|&<>()`$]+)|.",
    re.DOTALL,
)
_BRACES = re.compile(r"\{([^{},]*(?:,[^{},]*)+)\}")


def expanded(text: str) -> str:
    """The line with ``$IFS`` and braces expanded, as a shell does: ``{rm,-rf}${IFS}x`` is ``rm -rf x``."""
    text = _IFS.sub(" ", text)
    if "{" not in text:
        return text
    return "".join(
        " ".join(_words_of(piece["word"])) if piece["word"] and "{" in piece["word"] else piece[0]
        for piece in _PIECE.finditer(text)
    )


def too_nested(text: str) -> bool:
    """Return true if brackets or here-documents are more than are parsed; takes linear time, whatever the text."""
    if text.count("<<") > MAX_DOCUMENTS:
        return True
    level = deepest = 0
    for found in re.finditer(r"[({]|[)}]", text):
        level = level + 1 if found[0] in "({" else max(0, level - 1)
        deepest = max(deepest, level)
    return deepest > MAX_LEVELS


def _words_of(word: str) -> list[str]:
    words, done = [word], list[str]()
    while words:
        one = words.pop(0)
        found = _BRACES.search(one)
        if found is None or len(words) + len(done) > MAX_EXPANSIONS:
            done.append(one)
        else:
            choices = found[1].split(",")[:MAX_EXPANSIONS]
            words = [f"{one[: found.start()]}{choice}{one[found.end() :]}" for choice in choices] + words
    return [one for one in done if one]
