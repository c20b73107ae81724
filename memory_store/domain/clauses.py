"""Sentences that say something by themselves: with a subject of their own and a finite verb.

A fragment ("Zumwinkel 20mg", "Since birth.", an item of a list) says nothing without the sentence before it.
"""

import re
from itertools import pairwise

_FINITE = (
    "is are was were isn aren wasn weren has have had hasn haven hadn does do did doesn don didn can cannot can't "
    "could will won would shall should must may might accepts adds allows applies asks becomes begins belongs "
    "brings comes contains creates decides depends deploys exists expects expires fails follows gets gives goes "
    "happens handles includes keeps knows lasts listens makes means meets needs opens owns pays prefers provides "
    "pushes puts reads receives remains replaces requires responds runs says seems sends serves sits speaks stands "
    "takes tells thinks throws uses wants writes became began broke came chose gave grew knew ran took went wrote "
    "ist sind war waren hat haben wird werden muss müssen soll sollen kann können darf dürfen läuft bleibt braucht "
    "est sont était étaient ont avait sera doit doivent peut peuvent es son era eran tiene tienen debe deben puede "
    "pueden "
).split()
_CLAUSE = re.compile(
    rf"(?<=[\w”\"')])\s(?:{'|'.join(_FINITE)})(?![\w-])|\w(?:['’]s|['’]re)\s(?:\w+ing|not|an?|the|in|on|at)\b",
    re.IGNORECASE,
)
"""A finite verb with something before it. The list is closed: what ends in -s or -ed may as well be no verb."""
_ASKS = re.compile(
    r"^\W*(?:please\s|always\s|never\s|don['’]t\s|do\snot\s|let['’]?s\s)*"
    r"(?:add|ask|avoid|build|call|change|check|commit|deploy|don['’]t|do|ensure|fix|format|install|keep|make|merge|move|name|never|"
    r"prefer|push|put|read|release|remove|rename|replace|run|send|set|ship|start|stop|store|switch|test|update|upgrade|use|write)"
    r"\s\w",
    re.IGNORECASE,
)
"""A request to whoever reads it."""
_STATE_OF_HEALTH = re.compile(
    r"^\W*(?:(?:got|been|being|was|am|still|also|recently|now|just|newly|happily|severely|mildly|highly|very|a\sbit)\s)*"
    r"(?:allergic|diabetic|asthmatic|epileptic|autistic|diagnosed|pregnant|depressed|divorced|widowed|married|hospitalized|"
    r"hospitalised|intolerant|vegan|vegetarian|bisexual|gay|lesbian)(?=\s*(?:[.,;:!?]|$)|\s(?:to|with|since|for|by|from|in|of|and|but|"
    r"again|now|at|on|yesterday|today|last|this)\b)",
    re.IGNORECASE,
)
"""The state of a person whom the sentence does not name: it is whoever says so."""


def has_finite_verb(sentence: str) -> bool:
    """Return true if a sentence has a finite verb with something before it."""
    return _CLAUSE.search(sentence) is not None


def is_clause(sentence: str) -> bool:
    """Return true if a sentence has a finite verb of its own, or is a request."""
    return has_finite_verb(sentence) or _ASKS.search(sentence) is not None


_JOINT = re.compile(r"(?:(?<!\s)\s*,\s|(?<!\s)\s+)(?:and|but|while|whereas)\s+|(?<!\s)\s*[;,]\s+|\s[–—]\s")
_STOP = re.compile(r"(?<!\W)\W*$")
_LEANS = re.compile(
    r"(?:who|whom|whose|which|that|this|these|those|it|they|because|since|if|when|while|where|as|so|although|though|unless|"
    r"until|than)\b",
    re.IGNORECASE,
)
"""Beginning of a clause that says nothing without the one before it."""
_SPEAKS = re.compile(r"\W*(?:i|we|he|she|you)\s\w", re.IGNORECASE)


def clauses_of(sentence: str, *, fragments: bool = False) -> list[tuple[int, int]]:
    """Return where each statement of a sentence begins and ends, without what joins them and the last stop.

    One begins behind "and", "but", ";" or "," if it has a subject and a finite verb, and what is before it has, too.
    ``fragments``: also behind ";" and "," if it has none ("Jean Maes, j.maes@duparc.be, French only").
    """
    found: list[tuple[int, int]] = []
    start = 0
    joints = [(joint.start(), joint.end()) for joint in _JOINT.finditer(sentence)]
    last = _STOP.search(sentence)
    end = last.start() if last else len(sentence)
    for (before, behind), (until, _) in pairwise([*joints, (end, end)]):
        piece, marked = sentence[behind:until], sentence[before:behind].strip() in {";", ","}
        if (fragments and marked) or (says_itself(piece) and says_itself(sentence[start:before])):
            found.append((start, before))
            start = behind
    return [*found, (start, end)]


def says_itself(statement: str) -> bool:
    """Return true if a statement has a subject and a finite verb, and does not begin by referring to another."""
    said = _CLAUSE.search(statement) is not None or _SPEAKS.match(statement) is not None
    return said and _LEANS.match(statement) is None


def leaves_out_the_speaker(sentence: str) -> bool:
    """Return true if a sentence tells of its speaker without naming them: "allergic to nuts", "Diagnosed in May"."""
    return _STATE_OF_HEALTH.search(sentence) is not None
