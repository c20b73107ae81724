"""Secrets are masked before anything is stored, embedded, logged or shown to a model; what was masked is reported.

A mask says what kind of thing stood there and nothing else: no part of the secret, no digest that could be guessed
back. Masking a masked text changes nothing.
"""

import re
import unicodedata
from base64 import b64decode
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, cast
from urllib.parse import unquote

from memorist.memory_store.domain.errors import ContentTooLong
from memorist.memory_store.domain.invisible import INVISIBLE
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.forgetting.normal_form import LOOK_ALIKES
from memorist.nodes.secrets.columns import mask_columns
from memorist.nodes.secrets.names import IS, NAME_HINTS
from memorist.nodes.secrets.shape import SecretShape
from memorist.nodes.secrets.shapes import SHAPES

__all__ = ["Masked", "mask", "mask_input"]


class Masked(Part):
    """Places, kinds and number of masked secrets. ``field`` is the input's, as a path."""

    kind: str
    field: str
    count: int = 1


_PLACEHOLDER = re.compile(
    r"^(?:[<{\[(].*|(?-i:\$\{?(?:[A-Z_][A-Z0-9_]*|[a-z_][a-z0-9_]*)\}?|\$[({].*|@[a-z][a-z0-9-]*(?:[/.][\w.-]+)*)|%.*%|\*+|x{3,}|\.{3}|…|-+|_+|(?:your|my|some|the|example|placeholder|dummy|changeme|redacted|hidden|"
    r"masked|secret|1?password|token|todo|tbd)(?:[_-].*)?|process\.env.*|os\.environ.*|env[.(:].*|import\..*|none|null|nil|"
    r"true|false|undefined|string|str|bytes?|number|any|optional.*|https?://.*)$",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"^(?:\d+[\s-]?(?:h|hrs?|hours?|m|min\w*|days?|d|weeks?|w|s|secs?|seconds?|ms|chars?|characters?|bits?|bytes?|[kmg]b?|"
    r"tokens?|times|x|st|nd|rd|th|-day|-hour)\b.*|(?:sha|md|aes|rsa|hs|rs|es|ed|utf|base|oauth|http|bcrypt|argon|pbkdf|ios|"
    r"es|v|p|q|node|python|react|next|clerk|auth|expo|web|k)-?\d[\d.]*(?:[-.]?(?:alpha|beta|rc|pre|dev|lts|sum|bit|[abchsx])\d*)*|\d{4}-\d\d-\d\d\S*|\d[\d.,:]*|v?\d+(?:\.\d+)+\S*|"
    r"[\w-]+\.(?:py|ts|tsx|js|jsx|md|json|ya?ml|toml|env|txt|go|rs|java|sh|sql|cfg|ini|html|css)\b.*|#\d+|(?-i:[A-Z]{2,10}-\d+))$",
    re.IGNORECASE,
)
_MASK = "[masked {}]"
MASKED = re.compile(r"\[masked [a-z ]+\]")
"""The placeholder of a masked secret, in a text."""
_HINTS = tuple(dict.fromkeys(hint for shape in SHAPES for hint in shape.hints))
_WORD = re.compile(r"^[A-Za-z][a-z]*(?:[-/'’.][A-Za-z]?[a-z]*)*[.!?:]*$")


def mask(text: str, field: str = "content") -> tuple[str, tuple[Masked, ...]]:
    """Return the text with every secret replaced by ``[masked KIND]``, and what was found.

    A secret in another spelling (full width, invisible characters, ``%5F``, broken at the end of a line) is one, too: a
    line that holds one is kept in plain spelling.
    """
    masked, seen = _mask_as_spelled(text, field)
    found = [*seen]
    masked = _mask_encoded(_mask_tables(masked, field, found), field, found)
    if not _SPELLED.search(masked):
        return masked, tuple(found)
    lines = [_plainly(line, field) for line in masked.split("\n")]
    text, again = "\n".join(line for line, _ in lines), [one for _, there in lines for one in there]
    joined = _BROKEN.sub("", text)
    if joined != text and _tokens_in(joined) > _tokens_in(text):
        text, more = _mask_as_spelled(joined, field)
        again += more
    counts: Counter[str] = Counter()
    for one in (*found, *again):
        counts[one.kind] += one.count
    return text, tuple(Masked(kind=kind, field=field, count=count) for kind, count in counts.items())


def _plainly(line: str, field: str) -> tuple[str, tuple[Masked, ...]]:
    """A line with the secrets masked that show in its plain spelling; as it is where there are none."""
    if not _SPELLED.search(line):
        return line, ()
    plain = _UNSEEN.sub("", unicodedata.normalize("NFKC", unquote(line) if _ESCAPED.search(line) else line))
    plain = _MIXED_SCRIPT.sub(lambda word: word[0].translate(LOOK_ALIKES), plain)
    masked, found = _mask_as_spelled(plain, field) if plain != line else (line, ())
    return (masked, found) if found else (line, ())


def _tokens_in(text: str) -> int:
    """Return the number of secrets in a text that show by their own shape."""
    return sum(1 for shape in SHAPES if not shape.value and shape.length is None for _ in shape.shape.finditer(text))


_UNSEEN = re.compile(f"[{INVISIBLE}]")
_MIXED_SCRIPT = re.compile(r"(?<!\w)(?=\w{0,80}[A-Za-z])(?=\w{0,80}[\u0370-\u04ff])\w+")
"""A word of Latin letters with some of another script among them."""
_ESCAPED = re.compile(r"%[2-7][0-9A-Fa-f]")
_BROKEN = re.compile(r"(?<=[A-Za-z0-9_-]{8})\n(?=[A-Za-z0-9_-]{6})")
"""The end of a line inside of what may be a token."""
_SPELLED = re.compile(rf"[^\x00-\x7f]|{_ESCAPED.pattern}|{_BROKEN.pattern}")
"""Possible other spellings of plain characters."""


def _mask_tables(text: str, field: str, found: list[Masked]) -> str:
    """Mask the cells of columns whose head names a secret."""
    if "\n" not in text or not any(hint in text.lower() for hint in NAME_HINTS):
        return text

    def masked(cell: str) -> str:
        if not _VALUE.fullmatch(cell) or _harmless(cell) or _MEASURE.match(cell):
            return cell
        found.append(Masked(kind="named_secret", field=field))
        return _MASK.format("named secret")

    return mask_columns(text, lambda head: _SECRET_KEY.search(head) is not None, masked)


_VALUE = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[^\s()\[\]{}=\\]{6,200}")
"""A cell that may be a secret: code in columns has brackets."""
_BASE64 = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/]{16,400}={0,2}(?![\w+/-])")
_MAX_ENCODED = 200


def _mask_encoded(text: str, field: str, found: list[Masked]) -> str:
    """Mask what is a secret once it is decoded: ``password=…`` in Base64."""
    pieces: list[str] = []
    done = 0
    for match in islice(_BASE64.finditer(text), _MAX_ENCODED):
        plain = _decoded(match[0])
        if plain and _mask_as_spelled(plain, field)[1]:
            pieces += [text[done : match.start()], _MASK.format("encoded secret")]
            done = match.end()
            found.append(Masked(kind="encoded_secret", field=field))
    return "".join((*pieces, text[done:]))


def _decoded(token: str) -> str:
    """The text that a token is in Base64; empty if it is none."""
    try:
        plain = b64decode(token + "=" * (-len(token) % 4), validate=True).decode("ascii")
    except ValueError:
        return ""
    return plain if plain.isprintable() else ""


def _mask_as_spelled(text: str, field: str) -> tuple[str, tuple[Masked, ...]]:
    lowered = text.lower()
    there = {hint for hint in _HINTS if hint in lowered}
    if not there:
        return text, ()
    counts: Counter[str] = Counter()
    for shape in SHAPES:
        if not there.isdisjoint(shape.hints):
            text, found = _masked(text, shape)
            counts[shape.kind] += found
    return text, tuple(Masked(kind=kind, field=field, count=count) for kind, count in counts.items() if count)


def mask_input(data: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Masked, ...]]:
    """Mask every text of an input; keys and what is no text stay as they are.

    Raises :class:`ContentTooLong` for a field that is nested more than :data:`MAX_DEPTH` deep.
    """
    _check_depth(data)
    found: list[Masked] = []
    masked = {key: _mask_any(value, key, found) for key, value in data.items()}
    return masked, tuple(found)


MAX_DEPTH = 100
"""Mappings and lists inside each other, in one field of an input."""


def _check_depth(data: Mapping[str, Any]) -> None:
    level: list[tuple[str, Any]] = list(data.items())
    for _ in range(MAX_DEPTH):
        level = [(field, each) for field, value in level for each in _inside(value)]
        if not level:
            return
    field = level[0][0]
    raise ContentTooLong(f"field {field}: it is nested more than {MAX_DEPTH} deep: flatten it", field=field)


def _inside(value: Any) -> Iterable[Any]:
    match value:
        case Mapping():
            return cast("Mapping[Any, Any]", value).values()
        case list() | tuple():
            return cast("Sequence[Any]", value)
        case _:
            return ()


def _mask_any(value: Any, field: str, found: list[Masked]) -> Any:
    match value:
        case str():
            text, here = mask(value, field)
            found.extend(here)
            return text
        case Mapping():
            # A value whose key says that it is a secret has nothing around it that says so.
            # So does the name beside it, where a pair is written as name and value.
            pairs = cast("Mapping[Any, Any]", value)
            names = (each for key, each in pairs.items() if str(key).lower() in {"key", "name", "header"})
            name = next((each for each in names if isinstance(each, str)), None)
            return {
                key: _mask_named(name if name and str(key).lower() == "value" else key, each, f"{field}.{key}", found)
                for key, each in pairs.items()
            }
        case list() | tuple():
            return [_mask_any(each, f"{field}.{place}", found) for place, each in enumerate(value)]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return value


_SECRET_KEY = re.compile(
    r"(?:(?:^|[\s._-])(?:passwords?|passwd|passwort|kennwort|pwd|pass|passphrase|secrets?|api[\s_-]?key|access[\s_-]?key|private[\s_-]?key|token|"
    r"authorization|cookie|credentials?)|(?-i:[a-z](?:Password|Passwd|Pass|Secret|ApiKey|AccessKey|PrivateKey)))$",
    re.IGNORECASE,
)


def _mask_named(key: Any, value: Any, field: str, found: list[Masked]) -> Any:
    if not isinstance(key, str) or not _SECRET_KEY.search(key):
        return _mask_any(value, field, found)
    match value:
        case str() if not _harmless(value):
            found.append(Masked(kind="named_secret", field=field))
            return _MASK.format("named secret")
        case list() | tuple():
            return [_mask_named(key, each, f"{field}.{place}", found) for place, each in enumerate(value)]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case Mapping():
            return {inner: _mask_named(key, each, f"{field}.{inner}", found) for inner, each in value.items()}  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return _mask_any(value, field, found)


def _masked(text: str, shape: SecretShape) -> tuple[str, int]:
    pieces: list[str] = []
    done = found = 0
    for match in shape.shape.finditer(text):
        start, end, quoted = _span(match)
        secret = text[start:end].rstrip(".!?") if shape.value and not quoted else text[start:end]
        secret = secret[: shape.length(secret)] if shape.length is not None else secret
        end = start + len(secret)
        if (
            not secret
            or start < done
            or secret.startswith("[masked")
            or text[max(0, start - 8) : start].endswith("[masked ")
        ):
            continue
        if shape.value and not _is_value(secret, shape, text[match.start() : start], quoted=quoted):
            continue
        pieces += [text[done:start], _MASK.format(shape.kind.replace("_", " "))]
        done = end
        found += 1
    return "".join((*pieces, text[done:])), found


def _span(match: re.Match[str]) -> tuple[int, int, bool]:
    groups = match.groupdict()
    if groups.get("quoted") is not None:
        return (*match.span("quoted"), True)
    if groups.get("secret") is not None:
        return (*match.span("secret"), False)
    return (*match.span(), False)


def _harmless(value: str) -> bool:
    """Return true if a value stands for a secret without being one."""
    return len(value) < 4 or "[masked" in value or bool(_PLACEHOLDER.match(value))


def _is_value(secret: str, shape: SecretShape, before: str, *, quoted: bool) -> bool:
    """Return true if a named value is the secret itself, and not a word about it."""
    if _harmless(secret) or "(" in secret:
        return False
    if shape.kind == "url_password":
        return True
    if _MEASURE.match(secret):
        return False
    if shape.kind == "login":
        return _opens_the_door(secret, before)
    if shape.kind == "spoken_password":
        return _ANNOUNCES.search(before) is not None or _mixed(secret)
    if _ABOUT.search(before) and _DATED.match(secret):
        return False
    assigned = "=" in before and not before.rstrip().endswith("=>")
    if quoted:
        return len(secret) >= 6 and (" " not in secret or (assigned and re.search(r"\d", secret) is not None))
    return (
        bool(re.search(r"\d", secret) and re.search(r"[A-Za-z]", secret))
        or (assigned and len(secret) >= 8 and before.count(" ") <= 2)
        or (not _WORD.match(secret) and _mixed(secret))
    )


_ANNOUNCES = re.compile(rf"(?:^|\s)(?:{IS}|from)\s|['’]s\s|:[ \t]*\Z|[\"'`]$|[是为為：はが은는]\s?$", re.IGNORECASE)
_ABOUT = re.compile(r"[^\W_]-[^\W_]+\s*[:=]\s*$")
_DATED = re.compile(r"[^\W\d_]+-\d{4}$")
"""A month or quarter, where the name is one of what becomes of a secret: "Passwort-Ablauf: Oktober-2026"."""
_DEFAULTS = frozenset("admin administrator root toor guest test demo letmein qwerty welcome monkey dragon".split())


def _opens_the_door(secret: str, before: str) -> bool:
    """Return true if what stands behind a name ("root / …") is its password: "login is via Google/Okta" names two
    services."""
    name = re.search(r"[\w.@+-]+(?=\W*$)", before)
    if name is not None and secret.casefold() == name[0].casefold():
        return True
    return secret.casefold() in _DEFAULTS or bool(re.search(r"\d", secret) and re.search(r"[A-Za-z]", secret))


def _mixed(secret: str) -> bool:
    """Return true if letters, digits and other marks are mixed as in a password nobody says aloud."""
    kinds = (r"[a-z]", r"[A-Z]", r"\d", r"[^\w\s.,:/-]")
    return bool(_DIGEST.fullmatch(secret)) or (
        len(secret) >= 8 and sum(bool(re.search(kind, secret)) for kind in kinds) >= 3
    )


_DIGEST = re.compile(r"(?=[a-f]*\d)(?=\d*[a-f])(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})", re.IGNORECASE)
"""Keys are often written as the digits of a digest."""
