"""How people write in a chat, written out: "dont" is "don't", "pls" is "please", "w/" is "with"."""

import re
from functools import cache
from typing import Any, NamedTuple

from memorist.nodes.language.name_lists import ACTING, given_names
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.shipped import shipped
from memorist.nodes.language.words import upper_first


class InCompany(NamedTuple):
    """A spelling that is a word of its own too, and what stands beside it where it is none; see ``chat.yaml``."""

    means: str
    next: frozenset[str]
    not_next: frozenset[str]
    after: frozenset[str]
    endings: tuple[str, ...]
    not_after: frozenset[str]
    begins: bool
    ends: bool

    def fits(self, before: str, following: str) -> bool:
        """Whether the words beside it say so; one that is not there, or beyond the clause, is empty."""
        if following in self.not_next or before in self.not_after:
            return False
        behind = following in self.next if self.next and following else self.ends if not following else True
        if not before:
            return behind and self.begins
        asked = bool(self.after or self.endings)
        return behind and (not asked or before in self.after or before.endswith(self.endings))


@cache
def _chat() -> dict[str, dict[str, Any]]:
    data: Any = shipped(__name__, "chat.yaml")
    return data


def _in_company(given: dict[str, Any]) -> InCompany:
    after = given.get("after", ())
    return InCompany(
        means=given["means"],
        next=frozenset(given.get("next", ())),
        not_next=frozenset(given.get("not next", ())),
        after=frozenset(word for word in after if word[0] != "-"),
        endings=tuple(word[1:] for word in after if word[0] == "-"),
        not_after=frozenset(given.get("not after", ())),
        begins=given.get("begins", False),
        ends=given.get("ends", False),
    )


_WORDS: dict[str, str] = _chat()["words"]
_DOUBTFUL = {word: _in_company(given) for word, given in _chat()["in company"].items()}
_DOUBTFUL_ALONE = _DOUBTFUL.keys() - {"were"}
_BEGINS_WITH_WERE = re.compile(r"(?:^|[.!?;,]\s+|\bbecause\s)were\b", re.MULTILINE)
"""The one of them that is in every third text as the word it is."""
_BESIDE = re.compile(
    r"(?:(?P<before>[^\W\d_][\w'’]*)(?P<gap>[^\S\n]+)|(?<![\w@#/.'’`\"=<>(\[{*+-])(?<![=<>*+:]\s))"
    rf"(?P<word>{'|'.join(sorted(_DOUBTFUL))})(?=(?:[^\S\n]+(?P<next>[a-z][\w'’]*)(?![\w(=])|[.,;:!?)]*(?:\s|$)))",
)
_SHORT = re.compile(
    r"(?<![\w@#/.'’`\"-])(?:"
    + "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
    + r")(?![\w'’`\"/=({.-]\w|[\w(=])",
    re.IGNORECASE,
)
_WORD = re.compile(r"[\w/]+")


_ITS = Shape(
    r"\bits(?=\s(?:an?|the|on|in|at|not|now|all|just|still|always|really|very|so|too|been|going|working|broken|because|about|like|more|less|mostly|only|actually)\s)|"
    r"(?:(?<=\bnow )|(?<=\bthere )|(?<=\bhere )|"
    r"(?<=\bbet )|(?<=\bguess )|(?<=\bunless )|(?<=\bmaybe )|(?<=\bthink )|(?<=\bprobably ))its(?=\s)|"
    r"\bits(?=\s(?!(?:red|seed|feed|need|speed|embed|bed|shed)\b)[a-z]{2,}ed"
    r"(?:\s*(?:[.,;!)]|$)|\s(?:by|in|on|at|from|to|with|now|again|and|or)\b))|"
    r"(?:(?<=^)|(?<=[.!?,;]\s)|(?<=\bbut\s))its(?=\s(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d)|\s[\w-]+(?:\s(?:now|again|since|that|too|then)\b|\s*(?:[.,;!]|$)))",
    re.IGNORECASE,
)
_US = re.compile(
    r"(?:(?<=^)|(?<=[.!?;,]\s)|(?<=\bthe\s)|(?<=\bour\s))us(?=\s(?:cluster|region|office|market|team|site|data|east|west|customers|users|store|"
    r"branch|entity|launch|version|tenants?|servers?|accounts?)\b)|"
    r"\bus(?=\s(?:spelling|english|dollars?|tax(?:es)?|citizens?|visas?|passports?|holidays?|keyboards?|layout|date\sformat|edition|units)\b)",
    re.IGNORECASE | re.MULTILINE,
)
"""The us cluster is in America."""
_NO_WE = re.compile(
    r"^(?P<no>no|nope|nah)\s(?=(?:we|they|he|she)\s(?:do\snot|(?:don|can|won)['’]?t|never|cannot|only|still|always)\s[a-z])",
    re.IGNORECASE,
)
"""No we don't take walk-ins: an answer, and what is so."""
_NEVER_MIND = re.compile(
    r"^\W*nvm\b(?=\W*$|,|\s(?:found|i|it|got|that|ignore|fixed|solved|forget|works?|my)\b)", re.IGNORECASE
)


def _let_go(found: re.Match[str]) -> str:
    return "never mind" if found.string[found.end() :].lstrip()[:1] in {"", ","} else "never mind,"


def spelled_out(text: str) -> str:
    """A text with the short spellings of chats written out; names, paths and code words stay."""
    text = _NO_WE.sub(r"\g<no>, ", text)
    text = _NEVER_MIND.sub(_let_go, _US.sub("US", _ITS.sub("it's", text)))
    words = set(_WORD.findall(text.lower()))
    if not _DOUBTFUL_ALONE.isdisjoint(words) or ("were" in words and _BEGINS_WITH_WERE.search(text)):
        text = _BESIDE.sub(_meant, text)
    text = _WHOSE.sub(_possessed, text)
    return text if _WORDS.keys().isdisjoint(words) else _SHORT.sub(_written, text)


_WHOSE = re.compile(r"\b(?P<who>[A-Z][a-z]{2,})s(?=\s[a-z]{3,})")


def _possessed(found: re.Match[str]) -> str:
    """ "Ingrids review board": a given name with an s is whose the next thing is, unless it is a name (James)."""
    sure, doubtful = given_names()
    who = found["who"].lower()
    acts = found.string[found.end() :].split(maxsplit=1)[0] in ACTING
    if who not in sure or f"{who}s" in sure | doubtful or acts:
        return found.group()
    return f"{found['who']}'s"


def _meant(found: re.Match[str]) -> str:
    said, word = found.group(), found["word"]
    asks = word == "were" and found.string[found.end() :].partition("\n")[0].partition(".")[0].rstrip().endswith("?")
    if asks or not _DOUBTFUL[word].fits((found["before"] or "").lower(), found["next"] or ""):
        return said
    return f"{said[: len(said) - len(word)]}{_DOUBTFUL[word].means}"


def _written(found: re.Match[str]) -> str:
    said = found.group()
    if said.isupper() and len(said) > 1:
        return said
    full = _WORDS[said.lower()]
    return upper_first(full) if said[:1].isupper() else full
