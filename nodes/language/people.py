"""People named in a text."""

import re
from collections.abc import Container, Iterable, Sequence

from memorist.nodes.language.calendar_words import MONTHS, WEEKDAYS
from memorist.nodes.language.name_lists import TITLES
from memorist.nodes.language.tokens import NameMention, Token

_NAME = re.compile(r"[A-Z][a-z]+(?:-\d+)?$")
_HANDLE = re.compile(r"@[A-Za-z][\w.-]*$")
_NUMBERED_AGENT = re.compile(r"[A-Z][a-z]+-\d+$")
_BEFORE_PERSON = frozenset("ask asked told tell ping pinged met contact thank thanks cc by with".split())
_AFTER_PERSON = frozenset(
    "recommends recommended suggests suggested prefers preferred owns owned thinks wants wanted likes maintains "
    "said says leads".split()
)
_IS = frozenset({"is"})
_OUR = frozenset({"our", "the", "my"})
_GROUP = re.compile(r"['’]s (?:team|people|squad|group|crew)\b")
_ROLE = re.compile(r" \([A-Za-z][\w &/-]{1,30}\)")
_NOT_PEOPLE = frozenset((*MONTHS, *WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), *TITLES)) | frozenset(
    "asked answered "
    "remember forget the this that it he she they we you our my your their there here what who which "
    "when where why how everyone everybody somebody nobody someone code team user client customer apple google meta "
    "microsoft amazon android ios english german french spanish if and but or so yes no now today tomorrow yesterday "
    "owner support marketing sales design product engineering backend frontend mobile web api app".split()
)


def people_in(text: str, tokens: Sequence[Token], taken: set[int], not_people: Container[str]) -> Iterable[NameMention]:
    """Handles, agents with a number, and capitalised names in the company of words that people go with.

    ``taken`` are the tokens that name something else, ``not_people`` words that never name a person.
    """
    seen: set[str] = set()
    for at, token in enumerate(tokens):
        name = token.text
        if at in taken or name in seen or not (name[0].isupper() or name[0] == "@"):
            continue
        if name[0] == "@":
            if (
                "/" in name
                or not _HANDLE.match(name)
                or token.folded[1:] in _NOT_PEOPLE
                or text[token.start - 1 : token.start].isalnum()
            ):
                continue
            seen.add(name)
            yield NameMention(name[1:], "entity:person", token.start + 1, token.end)
        elif (
            _NAME.match(name)
            and token.folded not in _NOT_PEOPLE
            and token.folded not in not_people
            and _is_person(text, tokens, at)
        ):
            seen.add(name)
            yield NameMention(name, "entity:person", token.start, token.end)


def _is_person(text: str, tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    following = [t.folded for t in tokens[at + 1 : at + 3]]
    return bool(
        (at and tokens[at - 1].folded in _BEFORE_PERSON)
        or (following and following[0] in _AFTER_PERSON)
        or (len(following) == 2 and following[0] in _IS and following[1] in _OUR)
        or _NUMBERED_AGENT.match(token.text)
        or _GROUP.match(text, token.end)
        or _ROLE.match(text, token.end)
    )
