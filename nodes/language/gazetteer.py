"""Known names in a text: technologies, practices, topics and platforms.

A text is cut into tokens once; names are looked up token by token, longest first, so
the time does not depend on how many names are known.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from memorist.nodes.language.commands import bare_package, package_changes
from memorist.nodes.language.disambiguation import is_meant
from memorist.nodes.language.lexicon import Field, Gazetteer, KnownName, PhraseTable, load_gazetteer
from memorist.nodes.language.name_lists import LEGAL_FORMS
from memorist.nodes.language.people import people_in
from memorist.nodes.language.tokens import ERROR, FILE, NameMention, Token, tokens_of

_CAMEL = re.compile(
    r"^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+$|^[a-z][A-Z][a-z]{2,}\d*$|^[A-Z][a-z]{2,}\d[a-z]*$|"
    r"^[A-Z][\w-]+\.(?:io|com|ai|dev|so|sh|app|js|co|org|ly|tv|me)$"
)
"""OneSignal, iTerm2, Auth0, Cal.com: written as only products are."""
_MODEL = re.compile(
    r"^(?:[a-z]{2,8}-(?:[a-z]\d|\d(?:\.\d)?b)|(?:gpt|llama|claude|gemini|mistral|qwen|phi)-\d[\w.]*)$", re.IGNORECASE
)
"""bge-m3, gpt-4, llama-3: models go by a word and a number."""
_SUFFIXES = frozenset(
    "based backed hosted like powered specific only native style related compatible shaped flavoured flavored "
    "ish".split()
)
_INSTALLING = frozenset("install i add get uninstall remove rm un".split())


def _phrases[T](table: PhraseTable[T], tokens: Sequence[Token], text: str) -> Iterable[tuple[int, int, T]]:
    """Yield (first token, token after the last, meaning), longest match first, without overlap."""
    at, count = 0, len(tokens)
    while at < count:
        step = 1
        for words, meaning in table.get(tokens[at].folded, ()):
            size = len(words)
            if size == 1 or (
                at + size <= count
                and all(tokens[at + i].folded == words[i] for i in range(1, size))
                and text[tokens[at].end : tokens[at + size - 1].end].count(",") == 0
            ):
                yield at, at + size, meaning
                step = size
                break
        at += step


def find_entities(text: str) -> tuple[NameMention, ...]:
    """Find every named thing in ``text``, in order of appearance.

    Known names count in any case, except those that are common words too ("Next", "Go", "Jest"): these need their own
    case or technical company. Packages count as what they belong to. Files, channels, people and unknown CamelCase
    names and packages are named as they stand.
    """
    return _find(text.rstrip(_ENDING), load_gazetteer())


def names_technology(text: str) -> bool:
    """Return true if a technology is among the named things of a text."""
    return any(thing.kind == "entity:technology" for thing in find_entities(text))


_ENDING = " .!;,\n"
"""Stripped from the end, so that a clause with and without its full stop shares a cached result."""


@lru_cache(maxsize=4096)
def _find(text: str, known: Gazetteer) -> tuple[NameMention, ...]:
    tokens = tokens_of(text)
    sure: list[NameMention] = []
    maybe: list[tuple[int, int, KnownName]] = []
    taken: set[int] = set()
    for first, after, entry in _phrases(known.names, tokens, text):
        if entry.exact is None:
            sure.append(_mention(entry, tokens[first].start, tokens[after - 1].end))
            taken.update(range(first, after))
        else:
            maybe.append((first, after, entry))
    technical = any(m.kind == "entity:technology" for m in sure)
    for first, after, entry in maybe:
        serves = entry.field is not None and entry.field == topic_said(text)
        if is_meant(text, tokens, first, after, entry, serves=serves, technical=technical):
            sure.append(_mention(entry, tokens[first].start, tokens[after - 1].end))
            taken.update(range(first, after))
            technical = technical or entry.kind == "entity:technology"
    sure.extend(_other_names(text, tokens, taken))
    sure.extend(people_in(text, tokens, taken, known.topics))
    sure.sort(key=lambda m: m.start)
    return tuple(sure)


def _mention(entry: KnownName, start: int, end: int) -> NameMention:
    return NameMention(entry.canonical, entry.kind, start, end, entry.field, entry.platforms)


def _other_names(text: str, tokens: Sequence[Token], taken: set[int]) -> Iterable[NameMention]:
    changing = any(t.folded in _INSTALLING for t in tokens)
    installed = {p for c in package_changes(text) for p in c.packages} if changing else frozenset[str]()
    packages = load_gazetteer().packages
    for at, token in enumerate(tokens):
        if at in taken:
            continue
        word, first = token.text, token.text[0]
        if word.isalpha() and not installed and (word.islower() or word[1:].islower()):
            continue
        if first == "#" and len(word) > 2 and not word[1].isdigit():
            yield NameMention(word, "entity:concept", token.start, token.end, "channel")
        elif first == "@" and "/" in word:
            yield _package_mention(word, token)
        elif word in installed or token.folded in packages:
            if "-" in word or word in installed:
                yield _package_mention(word, token)
        elif "." in word and FILE.match(word):
            yield NameMention(word, "entity:concept", token.start, token.end, "file")
        elif (_CAMEL.match(word) or _MODEL.match(word)) and not (token.folded in LEGAL_FORMS or ERROR.search(word)):
            yield NameMention(word, "entity:technology", token.start, token.end)
        elif "-" in word and (entry := _compound(token.folded)):
            yield _mention(entry, token.start, token.end)
        elif _PACKAGE.match(word) and not _WORDY_TAIL.search(word) and _heads_package(word.partition("-")[0]):
            yield _package_mention(word, token)


_PACKAGE = re.compile(r"[a-z][a-z\d]+(?:-[a-z\d]+)+$")
_WORDY_TAIL = re.compile(
    r"(?:ed|ing|ly|free|first|wide|side|heavy|to|and|by|in|on|for|way|level|ready|aware|compatible|like)$"
)


_HEADS_PACKAGES = frozenset({"react", "lodash", "babel", "rollup", "gulp"})


def names_of_one_word(word: str) -> list[KnownName]:
    """Return the known names that a word is all of."""
    return [entry for words, entry in load_gazetteer().names.get(word, ()) if words == (word,)]


def _heads_package(word: str) -> bool:
    """Return true if a word in itself names a technology: "expo" does, so that "expo-updates" is a package."""
    known = (entry.exact is None and entry.kind == "entity:technology" for entry in names_of_one_word(word))
    return word in _HEADS_PACKAGES or any(known)


def _compound(word: str) -> KnownName | None:
    """``Expo-based`` is about Expo."""
    head, _, tail = word.partition("-")
    known = names_of_one_word(head) if tail in _SUFFIXES else ()
    return next((entry for entry in known if entry.exact is None), None)


def _package_mention(word: str, token: Token) -> NameMention:
    return entity_of_package(word)._replace(start=token.start, end=token.end)


def entity_of_package(name: str) -> NameMention:
    """Return the thing that a package stands for: ``@clerk/clerk-expo`` is Clerk; an unknown package is itself.

    A package made for Expo or React Native says that the platform is mobile.
    """
    known, bare = load_gazetteer(), bare_package(name)
    folded = bare.casefold()
    scope = folded.partition("/")[0] if folded.startswith("@") else ""
    named = names_of_one_word(folded)
    entry = known.packages.get(folded) or known.scopes.get(scope) or (named[0] if named else _maker_of(folded))
    implied = ("mobile",) if "expo" in folded or "react-native" in folded else ()
    if entry is None:
        return NameMention(bare or name, "entity:technology", 0, len(name), None, implied)
    return NameMention(entry.canonical, entry.kind, 0, len(name), entry.field, entry.platforms or implied)


_CLIENT_WORDS = frozenset("api browser cli client core expo js native node react sdk server ts vue web".split())
"""Words by which makers name the packages that are their product and no tool of its own."""


def _maker_of(folded: str) -> KnownName | None:
    """``@descope/react-native-sdk`` is Descope: the client of a product that bears the scope's name."""
    scope, _, package = folded.removeprefix("@").partition("/")
    words = set(re.split(r"[-.]", package))
    return next(iter(names_of_one_word(scope)), None) if package and words <= _CLIENT_WORDS else None


def topic_of(text: str) -> str | None:
    """The canonical topic a text speaks of: the longest topic word in it, else the field of a technology in it."""
    spoken = topic_said(text)
    if spoken:
        return spoken
    fields = load_gazetteer().fields
    served = [m.field for m in find_entities(text) if m.field and m.field in fields]
    return next((f for f in served if fields[f].exclusive), served[0] if served else None)


def topic_said(text: str) -> str | None:
    """The canonical topic that a text names in words ("sign-in" is auth); technologies do not count."""
    return _topic_said(text.rstrip(_ENDING), load_gazetteer())


@lru_cache(maxsize=4096)
def _topic_said(text: str, known: Gazetteer) -> str | None:
    found = sorted(_phrases(known.topics, tokens_of(text), text), key=lambda f: f[0] - f[1])
    return found[0][2] if found else None


def platforms_of(text: str) -> tuple[str, ...]:
    """The platforms and environments a text names or, by its technologies, implies, sorted."""
    return tuple(sorted({*platforms_said(text), *(p for m in find_entities(text) for p in m.platforms)}))


def platforms_said(text: str) -> tuple[str, ...]:
    """The platforms and environments that a text names in words, or by a framework that has only one platform."""
    return _platforms_said(text.rstrip(_ENDING), load_gazetteer())


@lru_cache(maxsize=4096)
def _platforms_said(text: str, known: Gazetteer) -> tuple[str, ...]:
    words = {name for _, _, name in _phrases(known.platforms, tokens_of(text), text)}
    frameworks = {p for m in find_entities(text) if m.field == "app_framework" for p in m.platforms}
    return tuple(sorted(words | frameworks))


def field_of(name: str | None) -> Field | None:
    """The declared field of a topic, if it is one."""
    return load_gazetteer().fields.get(name) if name else None


def name_asked_for(text: str) -> str:
    """The canonical name of what is asked for by name: "Node" alone is Node.js, though a node is a common thing."""
    plain = canonical_name(text)
    using = f"we use {text}"
    found = [m for m in find_entities(using) if m.end == len(using) and m.start == len("we use ")]
    return found[0].canonical if plain == text and found else plain


def canonical_name(text: str) -> str:
    """The canonical name when the whole text names one known thing, else the text itself."""
    for mention in find_entities(text):
        if mention.start == 0 and mention.end == len(text):
            return mention.canonical
    return text
