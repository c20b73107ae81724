"""The effects that acts have and rules forbid, and the words for them; see ``deeds.yaml``."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from memorist.nodes.language.shipped import shipped
from memorist.nodes.language.words import STOP_WORDS, without_ending

ANY = "any"
"""The effect of what cannot be seen: it may be each of them."""


NAME = re.compile(r"\b[A-Z][a-z]+[A-Z][A-Za-z]+\b")
"""A name with a capital inside, which is one word in a rule ("GitHub")."""


LIBRARY = re.compile(r"(?<![\w/.-])(?P<name>[A-Za-z][\w-]*)\.(?P<of>js|io|py)(?![\w/.-])", re.IGNORECASE)
"""A name with the ending of its language, which is one word, too ("moment.js")."""
_PACKAGES = re.compile(
    r"\b(?:npm|pnpm|yarn|bun)\s+(?:i|install|add)\s(?P<installed>[^;&|\n]*)|"
    r"\b(?:from|import|require)\s*+(?:\(\s*+)?\\?[\"'](?P<imported>[@\w][\w./-]*)\\?[\"']"
)


def packages_in(text: str) -> frozenset[str]:
    """Stems of the JavaScript packages that a text installs or imports, each by its name with the ending ``js``."""
    found = [
        name for each in _PACKAGES.finditer(text) for name in (each["installed"] or each["imported"] or "").split()
    ]
    bare = (name.strip("\\\"'") for name in found)
    plain = (re.sub(r"(?<=\w)@.*|\.js$", "", name) for name in bare if not name.startswith("-"))
    return frozenset(stem(f"{name}js") for name in plain)


@cache
def table() -> Mapping[str, Any]:
    """The word lists, by their headings."""
    return shipped(__name__, "deeds.yaml")


def stem(word: str) -> str:
    """A word without its ending: "pushes", "pushing" and "push" meet, and so do "deploy" and "deployments"."""
    plain = word.casefold().removesuffix("'s").removesuffix("’s")
    plain = re.sub(r"(?<=\w\w)ies$", "y", plain)
    plain = plain.removesuffix("s") if len(plain) > 3 and not plain.endswith("ss") else plain
    return re.sub(r"([bdgmnprt])\1$", r"\1", without_ending(plain).rstrip("e"))


@cache
def _effects() -> Mapping[str, str]:
    return {stem(word): effect for effect, words in table()["effects"].items() for word in words if " " not in word}


@cache
def _phrases() -> tuple[tuple[re.Pattern[str], str], ...]:
    phrases = [(word, words[0]) for words in table()["effects"].values() for word in words if " " in word]
    phrases += [(word, table()["touches"][0]) for word in table()["touches"] if " " in word]
    phrases += [(word, kind) for kind, row in table()["kinds"].items() for word in row["words"] if " " in word]
    found: list[tuple[re.Pattern[str], str]] = []
    for phrase, stands_for in phrases:
        first, *rest = (re.escape(part) for part in phrase.split())
        found.append(
            (
                re.compile(
                    rf"(?<![^\W_]){first}(?:s|es|ed|ing)?[\s_-]{r'[\s_-]'.join(rest)}s?(?![^\W_])", re.IGNORECASE
                ),
                stands_for,
            )
        )
    return tuple(found)


@cache
def kinds() -> Mapping[str, str]:
    """The name of the kind of things that a word stands for, by the stem of the word."""
    return {stem(word): stem(kind) for kind, row in table()["kinds"].items() for word in (kind, *row["words"])}


@cache
def members() -> Mapping[str, str]:
    """The name of the kind of things that a word names one of ("SES" of mail), by the stem of the word."""
    return {stem(word): stem(kind) for kind, row in table()["kinds"].items() for word in row.get("members", ())}


@cache
def done_by_kinds() -> Mapping[str, str]:
    """The effect that the bare name of a kind of things stands for."""
    return {stem(kind): row["does"] for kind, row in table()["kinds"].items() if "does" in row}


@cache
def stems_under(heading: str) -> frozenset[str]:
    """Return the stems of the words that the table lists under a heading."""
    return frozenset(map(stem, table()[heading]))


@cache
def fillers() -> frozenset[str]:
    """Stems of the words that name nothing in the object of a rule."""
    return frozenset(stem(word) for word in (*table()["fillers"], *STOP_WORDS))


_MENTION = re.compile(r"<!(\w+)[^>]*+>|(?<![\w@./-])@([A-Za-z][\w-]*+)(?![/.]\w)")
"""Words by which a message calls those who are to see it ("@here"; ``<!here>`` in the text that Slack is sent)."""
_ONE_LETTER = re.compile(r"(?<![\w-])([A-Za-z])-(?=[a-z]{2})")
"""A letter before a hyphen, which is a part of the word behind it ("e-mail")."""


def words_in(text: str) -> list[str]:
    """The words of a text, of names in it (``sendEmail``, ``shop-prod``; ``GitHub`` also whole), and what phrases of
    effects stand for."""
    mentions = ["@" + (found[1] or found[2]).casefold() for found in _MENTION.finditer(text)]
    text = _ONE_LETTER.sub(r"\1", text)
    for phrase, stands_for in _phrases():
        text = phrase.sub(f" {stands_for} ", text)
    whole = [name.casefold() for name in NAME.findall(text)]
    whole += ["".join(parts).casefold() for parts in LIBRARY.findall(text)]
    return (
        mentions
        + whole
        + re.findall(r"[A-Z]{2,}s?(?![a-z])|(?<![^\W_])[A-Za-z]\d+(?![^\W_])|[A-Z]?[a-z]+(?:['’][a-z]+)?|[^\W_]+", text)
    )


def names(words: Iterable[str]) -> frozenset[str]:
    """Stems of words; those for a kind of things (``db``, ``prod``) as the name of the kind, what is one of a kind also
    as that."""
    found = {stem(word) for word in words}
    return frozenset(kinds().get(word, word) for word in found) | {members()[word] for word in found & members().keys()}


def effect_of(word: str) -> str | None:
    """The effect that a word names; null for a word that names none."""
    return _effects().get(stem(word))


def effects_of(word: str) -> frozenset[str]:
    """The effects of the verb of a rule, which may stand for several ("touch", "edit", "new"); empty for none."""
    one = effect_of(word)
    return _wide_effects().get(stem(word)) or frozenset(() if one is None else (one,))


@cache
def _wide_effects() -> Mapping[str, frozenset[str]]:
    headings = (
        ("new", "brings"), ("changes", "changed by"), ("touches", "changing"), ("writes", "written by"),
        ("pays", "paid by"),
    )  # fmt: skip
    return {stem(word): frozenset(table()[effects]) for words, effects in headings for word in table()[words]}


def effects_named(words: Iterable[str]) -> frozenset[str]:
    """The effects that the name of a tool or a subcommand tells: if it begins with reading, only that; a kind of things
    without a verb stands for what is usually done with it."""
    listed = list(words)
    found = [effect for word in listed if (effect := effect_of(word)) is not None]
    if found:
        reads = {"read", "show"}
        return frozenset(found[:1] if found[0] in reads else (effect for effect in found if effect not in reads))
    return frozenset(done for name in names(listed) if (done := done_by_kinds().get(name)) is not None)
