"""Personal data and secrets in a text: found, and replaced by a word that says what stood there."""

import re
from collections import Counter
from collections.abc import Callable, Iterable

from memorist.memory_store.domain.identity import folded
from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.name_lists import given_names
from memorist.nodes.language.names import find_names, names_a_person
from memorist.nodes.recording.entities import PEOPLE
from memorist.nodes.secrets.check_sums import iban, luhn
from memorist.nodes.secrets.masking import mask

NAME = "name"
NOBODY = PEOPLE | {"assistant", "agent", "client", "customer", "system"}
"""Words for persons that name nobody."""
SHORTEST_PART = 3
"""A shorter part of a name is no name by itself."""

_MAIL = re.compile(r"(?<![\w.+-])[\w.+'-]+@(?:[\w-]+\.)+[A-Za-z]{2,}(?!\w)(?!:[\w~/])")
_HANDLE = re.compile(r"(?<![\w./@:-])@(?P<name>[A-Za-z][\w-]*(?:\.[\w-]+)*)(?![\w/(@])")
_NOT_HANDLES = frozenset(
    "media import layer tailwind apply charset supports keyframes container override deprecated param return returns "
    "throws dataclass property staticmethod classmethod latest next here channel everyone all team users user remember "
    "forget types ts-ignore ts-expect-error".split()
)
_PHONES = (
    re.compile(r"(?<![\w.+])(?:\+|00)[1-9](?:[ ./-]?\(?\d\)?){7,14}(?![\w-])"),
    re.compile(r"(?<![\w.-])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-])"),
    re.compile(r"(?<![\w.-])\(?0[1-9]\d{1,4}\)?[ /-]\d{3,}(?:[ -]?\d{2,})*(?![\w.-]\d)"),
    re.compile(
        r"\b(?:phone|tel|telephone|fax|whatsapp)(?: number)?(?: is|:|\.)? *"
        r"(?P<value>\d(?:[ ./-]?\d){5,14})(?!\w)",
        re.IGNORECASE,
    ),
)
_CARD = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-])")
_ACCOUNT = re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)")
_SOCIAL_SECURITY = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_HOME = re.compile(r"(?:/home/|/Users/|[A-Za-z]:\\Users\\)(?!Shared\b|Public\b|runner\b)[\w.-]+")


class Cleaner:
    """Takes personal data and secrets out of texts; ``people`` are names known to be persons'."""

    def __init__(self, people: Iterable[str] = ()) -> None:
        names = sorted({n for name in people for n in _forms(name)}, key=lambda n: (-len(n), n))
        exact = [n for n in names if is_ordinary(n.casefold())]
        loose = [n for n in names if n not in exact]
        self._known = tuple(
            re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(n) for n in group)})(?!\w)", flags)
            for group, flags in ((loose, re.IGNORECASE), (exact, 0))
            if group
        )

    def clean(self, text: str) -> tuple[str, Counter[str]]:
        """The text without them, and how many of which kind there were; cleaning again changes nothing."""
        found: Counter[str] = Counter()
        text = _replaced(text, _ACCOUNT, "account number", found, lambda m: iban(m.group()))
        text = _replaced(text, _CARD, "card number", found, lambda m: luhn(m.group()))
        text = _replaced(text, _SOCIAL_SECURITY, "social security number", found)
        text, secrets = mask(text)
        found.update({each.kind: each.count for each in secrets})
        text = _replaced(text, _MAIL, "email address", found, lambda m: not m.group().startswith("git@"))
        text = _replaced(text, _HANDLE, "handle", found, lambda m: m["name"].casefold() not in _NOT_HANDLES)
        for phone in _PHONES:
            text = _replaced(text, phone, "phone number", found)
        text = _replaced(text, _HOME, "home folder", found)
        for known in self._known:
            text = _replaced(text, known, NAME, found, mask_="[person]")
        # One person's name replaced reveals others that have no node in the memory.
        while (cleaned := _without_names(text, found)) != text:
            text = cleaned
        return text, found

    def is_person(self, name: str) -> bool:
        """Return true if a name is that of one person."""
        if folded(name) in NOBODY:
            return False
        return any(known.fullmatch(name.strip()) for known in self._known) or names_a_person(name)


def _without_names(text: str, found: Counter[str]) -> str:
    pieces: list[str] = []
    done = 0
    for mention in find_names(text):
        if mention.kind != "entity:person" or folded(text[mention.start : mention.end]) in NOBODY:
            continue
        if mention.start < done or text[: mention.start].endswith(("[", "@")):
            continue
        pieces += [text[done : mention.start], "[person]"]
        done = mention.end
        found[NAME] += 1
    return "".join((*pieces, text[done:]))


def _forms(name: str) -> set[str]:
    """A name, and the parts of it that name somebody by themselves."""
    whole = " ".join(name.split()).removeprefix("@")
    if len(whole) < 2 or folded(whole) in NOBODY or (whole.islower() and is_ordinary(whole)):
        return set()
    sure, _ = given_names()
    parts = {
        part
        for part in whole.split()
        if len(part) >= SHORTEST_PART and (part.casefold() in sure or not is_ordinary(part.casefold()))
    }
    return {whole, *(parts if " " in whole else ())}


def _replaced(
    text: str,
    shape: re.Pattern[str],
    kind: str,
    found: Counter[str],
    fits: Callable[[re.Match[str]], bool] = lambda _: True,
    mask_: str = "",
) -> str:
    def one(match: re.Match[str]) -> str:
        if not fits(match):
            return match.group()
        found[kind] += 1
        group = "value" if "value" in shape.groupindex else 0
        start, end = (at - match.start() for at in match.span(group))
        return f"{match.group()[:start]}{mask_ or f'[{kind}]'}{match.group()[end:]}"

    return shape.sub(one, text)
