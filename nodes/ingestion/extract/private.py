"""Whose "we" it is: who tells of spouse, children and home does not speak for the team."""

import re
from collections.abc import Sequence

from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.names import find_names
from memorist.nodes.language.seeking import Shape

_WE = re.compile(
    r"(?<![\w'’@/-])(?:(?P<we>we)(?P<short>['’](?:re|ve|ll|d))?|(?P<us>us)|(?P<our>our))(?![\w'’@/])", re.IGNORECASE
)
_HOME = Shape(
    r"\b(?:wife|husband|spouse|fianc[eé]e?|girlfriend|boyfriend|kids?|child(?:ren)?|toddler|baby|twins|sons?|daughters?|grand(?:son|daughter|kids|children|ma|pa|mother|father)|"
    r"(?:mother|father|sister|brother)(?:[\s-]in[\s-]law)?|siblings?|(?:middle|oldest|eldest|youngest)\s(?:one|child|kid|boy|girl)|parents?|mom|mum|dad|nephews?|nieces?|cousins?|aunt|uncle|in-laws|family|married|"
    r"wedding|honeymoon|pregnant|divorced|mortgage|landlord|rent(?!\s[a-z]+s\b)|flat(?!\s(?:config\w*|files?|lists?|structures?|rates?|design|json|arrays?|fees?|maps?|objects?|namespaces?|hierarch\w+|out))|apartment|houses?|garden|balcony|kitchen|bedroom|backyard|holidays?|vacation|camping|hiking|hiked|"
    r"dogs?|cats?|puppy|kitten|hamster|rabbit|vet|daycare|kindergarten|dinner|recipe|groceries|sailing|caravan)\b",
    re.IGNORECASE,
)
_WORK = Shape(
    r"\b(?:team|clients?|customers?|users?|deploy\w*|releas\w+|sprint|code|repos?|office|projects?|products?|company|colleagues?|meetings?|standup|tickets?|apps?|servers?|"
    r"builds?|features?|version|hir(?:e|ed|ing)|api|apis|database|data|pipeline|tests?|backend|frontend|staging|production|prod|migrat\w+|launch|contract|vendor|"
    r"invoices?|payments?|orders?|riders?|drivers?|contractors?|milestone|studio|publisher|suppliers?|deliver\w*|money:|budget|roadmap|deadline|design|stack|platform|model|service|services|warehouse|shop|website|site|on-call|support)\b",
    re.IGNORECASE,
)
_SOMEBODY_ELSES = Shape(
    r"\b(?:(?:neighbou?rs?|colleagues?|boss|landlord)['’]s?|(?:mrs?|ms|miss|dr)\.?\s[\w'’-]+)\s[a-z]+", re.IGNORECASE
)
"""My neighbour's dog barked: that is not the family's."""
_SHORT = {"re": " are", "ve": " have", "ll": " will", "d": " would"}


def _tells_of_home(text: str) -> bool:
    return bool(_HOME.search(_SOMEBODY_ELSES.sub("", text)))


_ONESELF = re.compile(r"^\W*(?:(?:and|but|so|also|because)\s)*(?:i\b|i['’]|(?P<mine>my)\s)", re.IGNORECASE)


def tells_of_oneself(clause: str) -> bool:
    """Whether a clause says what its speaker or his family must or must not do: that is no rule for anybody else."""
    found = _ONESELF.match(clause)
    return found is not None and (not found["mine"] or (_tells_of_home(clause) and not _WORK.search(clause)))


_PLACED = re.compile(r"\b(?:in|to|at|from|near|around|through)\s$", re.IGNORECASE)


def _names_a_thing(clause: str) -> bool:
    """Whether a clause names what is neither somebody nor a place: who compares two tools speaks of work."""
    named = (m for m in find_names(clause) if m.kind == "entity:concept")
    return any(not _PLACED.search(clause[: m.start]) for m in named)


def of_the_family(clause: str, spoken: Sequence[str], speaker: str = "user") -> str:
    """The clause with "we" and "our" given to speaker and family, where it or what was said just before tells of home.

    Args:
        clause: one clause.
        spoken: what the same person said before, the last first; two are looked at.
        speaker: the person's name; "user" when it is not known.
    """
    if not _WE.search(clause) or _WORK.search(clause) or find_entities(clause):
        return clause
    if not _tells_of_home(clause):
        told_at_home = any(_tells_of_home(text) and not _WORK.search(text) for text in spoken[:2])
        if not told_at_home or _names_a_thing(clause):
            return clause
    name = "User" if speaker == "user" else speaker

    def told(found: re.Match[str]) -> str:
        if found["our"]:
            return f"{name}'s"
        short = (found["short"] or "")[1:]
        return f"{name} and family{_SHORT.get(short, '')}"

    return _WE.sub(told, clause)
