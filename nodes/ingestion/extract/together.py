"""What cannot stand alone is told with the statement before it, in one memory of that one's type and claim.

What a pattern read says enough by itself, but for a ban that points back.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import NamedTuple

from memorist.memory_store.domain.identity import folded
from memorist.nodes.ingestion.chatter import is_short
from memorist.nodes.ingestion.draft import OWN_WORDS, Draft, Statement
from memorist.nodes.ingestion.extract.alone import (
    has_verb,
    hinges,
    is_incomplete,
    lacks_subject,
    only_adds,
    says_nothing,
)
from memorist.nodes.ingestion.extract.fillers import without_fillers
from memorist.nodes.ingestion.extract.wording import third_person
from memorist.nodes.language.names import find_names
from memorist.nodes.language.words import lower_first, upper_first

_HEADING = re.compile(
    r"^\W*(?:(?:ah|oh|and|so|ok|now|as\sfor|about|regarding)\W+)*(?P<what>(?:the|our|my)\s(?:[\w'’-]+\s){0,5}[\w'’-]+)\W*$",
    re.IGNORECASE,
)
"""Ah and the threshold from this morning, …: what the next piece is about."""
_TURNS_AWAY = re.compile(r"^\W*(?:so|anyway|ok|now)\b|(?:\.\.|…)\W*$|[\"”]\W*$", re.IGNORECASE)
_STRENGTH = ("semantic:fact", "semantic:preference", "semantic:decision", "semantic:policy", "semantic:hard_rule")


_BETWEEN = frozenset({"fragment", "small_talk", "thanks", "confirmation"})
"""What is said between two statements without ending what the first is about."""


class Told(NamedTuple):
    """The drafts of a statement, and the last statement that is told in them."""

    drafts: list[Draft]
    last: int


def told_together(statements: Sequence[Statement], read: Sequence[Sequence[Draft]]) -> list[Told]:
    """The drafts of each statement of a turn, those that cannot stand alone told with the statement before.

    Args:
        statements: the statements of the turn, in order.
        read: what was read out of each.
    """
    told: list[Told] = []
    main: _Main | None = None
    heading = ""
    leans = cache(_leans)
    for number, (statement, own) in enumerate(zip(statements, read, strict=True)):
        drafts = list(own)
        told.append(Told(drafts, number))
        fragment = statement.verdict.category == "fragment"
        if not statement.follows or not (own or statement.verdict.category in _BETWEEN):
            main, heading = None, heading if statement.follows and not own else ""
        if main is not None and len(told[main.place].drafts[-1].content) > LONGEST_TOLD:
            main = None
        if fragment and main is not None and statement.follows and _goes_with(statement.text):
            main.take_in(
                told, number, statement.resolved, partial(_with_fragment, fragment=third_person(statement.resolved))
            )
            continue
        if is_bare(drafts) and main is not None and _supposed(told[main.place].drafts[-1]):
            main = None if _TO_FACT.match(statement.text) else main  # but we do it by hand: so, after what might be
        _tell_what_is_forbidden(drafts, statement.resolved, told[main.place].drafts[-1] if main else None)
        if is_bare(drafts) and leans(drafts[0].type, statement.resolved):
            if main is not None:
                if main.take_in(told, number, drafts[0].content, partial(joined, rest=drafts[0])):
                    drafts.clear()
                    continue
                drafts[0] = _beside(told[main.place].drafts[-1], drafts[0])
            elif says_nothing(statement.resolved) and statement.verdict.category != "remember":
                drafts.clear()
        if not drafts and (fragment or own) and main is None and (named := _HEADING.match(statement.resolved)):
            heading = "" if has_verb(named["what"]) else named["what"]
        if heading and is_bare(drafts):
            drafts[0] = drafts[0].model_copy(
                update={"content": f"{upper_first(heading)}: {_in_sentence(drafts[0].content)}"}
            )
        if drafts:
            main, heading = _Main(number, {folded(drafts[-1].content)}), ""
    return told


LONGEST_TOLD = 4_000
"""Characters: what stands behind so much is told by itself, whatever it hinges on."""


@dataclass
class _Main:
    """The statement that what follows is told with: its place, and what is told there already."""

    place: int
    parts: set[str]

    def take_in(self, told: list[Told], number: int, said: str, add: Callable[[Draft], Draft | None]) -> bool:
        """Tell here what is said by the statement of a number, once; false where that cannot be."""
        if folded(said) in self.parts:
            return True
        *others, last = told[self.place].drafts
        if (whole := add(last)) is None:
            return False
        self.parts.add(folded(said))
        told[self.place] = Told([*others, whole], number)
        return True


def _with_fragment(main: Draft, fragment: str) -> Draft:
    more = _in_sentence(fragment.strip(" .!"))
    return main.model_copy(update={"content": f"{main.content}; {more}"})


_TO_FACT = re.compile(r"\W*(?:but|anyway|anyhow|still|however|though|in\sreality|instead)\b", re.IGNORECASE)


def _supposed(draft: Draft) -> bool:
    """Whether it is told as a mere possibility: what follows with "but" is none, and does not belong to it."""
    return draft.method == "pattern:hypothetical"


def _goes_with(fragment: str) -> bool:
    """Whether a word or two say more of what stands before: "blue and orange", not "so Wednesday"."""
    return is_short(fragment) and not _TURNS_AWAY.search(fragment)


def _beside(main: Draft, rest: Draft) -> Draft:
    """What a stronger type keeps from being one memory with what it depends on, told with it all the same."""
    return (
        rest
        if '"' in main.content
        else rest.model_copy(update={"content": f'About "{_in_sentence(main.content)}": {_in_sentence(rest.content)}'})
    )


def is_bare(drafts: Sequence[Draft]) -> bool:
    """Whether a statement was kept in its own words: no pattern read it. Of other languages no more is known."""
    own = len(drafts) == 1 and drafts[0].method == OWN_WORDS and drafts[0].claim is None
    return own and not drafts[0].if_used and "other_language" not in drafts[0].tags


_POINTS_BACK = re.compile(
    r"\b(?:after|before|without|until|for|about)\s(?:that|it|this|then)\W*$|"
    r"^\W*(?:please\s|so\s)*(?:don['’]?t|do\snot|never)\s(?:ever\s)?[a-z]+\s(?:it|that|this|them|those)"
    r"(?=\W*$|\s(?:again|ever|below|above|under|over|in|on|for|at|without|before|after|until|unless|because|please|any)\b)",
    re.IGNORECASE,
)
"""Don't lower that again; no meetings after that: what is forbidden stands in the statement before."""


def _tell_what_is_forbidden(drafts: list[Draft], text: str, main: Draft | None) -> None:
    """A ban that can only be kept by somebody who knows the statement before it is told with that."""
    if main and len(drafts) == 1 and drafts[0].type == _STRENGTH[-1] and _POINTS_BACK.search(text):
        drafts[0] = _beside(main, drafts[0])


def _leans(kind: str, text: str) -> bool:
    """Whether a draft needs another one; a wish or a rule needs no verb: "light mode everywhere"."""
    return (
        hinges(text)
        or only_adds(text)
        or (is_incomplete(without_fillers(text)) and (kind == _STRENGTH[0] or lacks_subject(text)))
    )


def _in_sentence(text: str) -> str:
    return text if any(m.start == 0 for m in find_names(text)) else lower_first(text)


def joined(main: Draft, rest: Draft) -> Draft | None:
    """Two statements as one memory; null when the second has a type that the claim of the first would hide."""
    kind = main.type
    if rest.type != main.type and rest.type in _STRENGTH[1:]:
        if main.claim is not None or main.type not in _STRENGTH:
            return None
        kind = max(main.type, rest.type, key=_STRENGTH.index)
    more = _in_sentence(rest.content)
    mark = "," if only_adds(rest.content) else ";"
    return main.model_copy(
        update={
            "content": f"{main.content}{mark} {more}",
            "type": kind,
            "details": main.details if kind == main.type else rest.details,
            "entities": tuple(dict.fromkeys((*main.entities, *rest.entities))),
            "technology": tuple(dict.fromkeys((*main.technology, *rest.technology))),
            "valid_until": main.valid_until or (rest.valid_until if only_adds(rest.content) else None),
            "valid_until_condition": main.valid_until_condition
            or (rest.valid_until_condition if only_adds(rest.content) else None),
        }
    )
