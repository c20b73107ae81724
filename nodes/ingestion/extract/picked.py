"""Which of the options that an assistant listed a reply picks, by place, letter or name; or that it wants none."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from memorist.nodes.ingestion.extract.asked_and_said import is_offer
from memorist.nodes.ingestion.extract.listed import meant
from memorist.nodes.ingestion.extract.offered_for import lists_acts, purpose_of
from memorist.nodes.ingestion.extract.options import (
    NUMBERS,
    PLACE,
    at_place,
    digit,
    in_sentence,
    options_of,
    row_of,
    taken_up,
)

WORK_IN_HAND = re.compile(
    r"\b(?:functions?|methods?|class|classes|variables?|lines?|code|snippet|tests?|imports?|components?|const|regex|"
    r"paragraphs?|sentences?|sections?|bullets?|title|intro|slides?|words?|file|loop|try/?catch)\b",
    re.IGNORECASE,
)
OF_THE_USER = re.compile(r"\byour\b", re.IGNORECASE)

_LONGEST = 18
"""In words."""
_TAKE = (
    r"(?:(?:let['’]?s\s(?:go\swith|go\sfor|do|take|use|pick)|(?:we|i)(?:['’]?ll|['’]d|\swill)\s(?:go\swith|go\sfor|take|do)|"
    r"(?:we|i)\s(?:(?:have\s)?(?:decided|settled)\s(?:on|for)|take|took|picked|chose|went\s(?:with|for))|going\swith)\s)?"
)
_LEAD = r"(?:(?:ok(?:ay)?|yes|yeah|yep|sure|then|alright|right|great|cool|so)[\s,]+)*"
_OPTION = rf"(?:the\s{PLACE}(?:\s(?:one|option))?|(?:(?:option|number|no\.|nr\.?|#)\s?)?[a-h1-9])"
_END = r"(?:\s(?:it\sis|then|please|pls|plz))*(?P<end>\W*$|[.!,;]\s|(?=\s(?:but|with|and\sfor|for|on|only)\s))"
_PICKS = re.compile(
    rf"(?:^|(?<=[.!;,]\s)){_LEAD}{_TAKE}(?:(?:option|number|no\.|nr\.?|#)\s?)?(?P<key>[a-h1-9]|(?<=[rn]\s)(?:{'|'.join(NUMBERS)})){_END}",
    re.IGNORECASE,
)
_PICKS_SEVERAL = re.compile(
    rf"^\W*{_LEAD}{_TAKE}(?P<options>{_OPTION}(?:,\s{_OPTION})*,?\s?(?:and|&|\+)\s?{_OPTION}){_END}", re.IGNORECASE
)
_ONE_OPTION = re.compile(rf"\bthe\s(?P<place>{PLACE})\b|(?<!\w)(?P<key>[a-h1-9])(?!\w)", re.IGNORECASE)
_ORDINAL = re.compile(
    rf"^\W*{_LEAD}{_TAKE}(?:the\s(?P<place>{PLACE})(?:\s(?:one|option))?{_END}|(?P<alone>{PLACE})(?P<stop>\W*$|,\s(?=not\b)))",
    re.IGNORECASE,
)
_FIRST_FEW = re.compile(
    rf"^\W*{_LEAD}{_TAKE}(?P<few>(?:the\s)?(?:first|last)\s(?:two|three|four|[2-9]))(?:\s(?:ones|options))?{_END}",
    re.IGNORECASE,
)
_EITHER = re.compile(
    r"\b(?:(?:you|we)\s(?:could|can|might)|either|between)\s(?P<one>[^,.;?]+?)(?:,[^.;?]*?)?,?\s(?:or|and)\s(?P<other>[^,.;?]+)",
    re.IGNORECASE,
)
_NAMES = re.compile(
    rf"^\W*(?:(?:ok(?:ay)?|yes|yeah|yep|sure|cool|great)\b[\s,]+)*{_TAKE}(?P<what>[^\W\d_][\w.+#'’-]*(?:\s[\w.+#'’-]+){{0,2}}?){_END}",
    re.IGNORECASE,
)
_PUTS_CHOICE = re.compile(
    r"\b(?:two|three|four|some|few|couple\sof)\s(?:ideas|options|ways|choices|plans|levers|candidates)\b|\beither\b|\bbetween\b|\bsecond\sbest\b|"
    r"\b(?:i['’]d|i\swould)\s(?:pick|choose|go\sfor|go\swith)\b|\b(?:you|we)\s(?:could|might)\b[^.?]*\sor\s",
    re.IGNORECASE,
)
_NO_CHOICE = re.compile(
    r"(?:neither|both|none|nothing|yes|no|nope|nah|ok(?:ay)?|thanks|thx|sure|later|maybe|more|done|good|nice|great|cool|fine|perfect|why|how|what|which|it|that|this)\b",
    re.IGNORECASE,
)
_ASKS_WHICH = re.compile(r"\sor\s[^?.!]+\?\s*$")
"""Cypress or Playwright? An answer to that says what is preferred."""


class Picked(NamedTuple):
    """What stands before a choice, what was chosen ("Leuven"), and what stands behind it."""

    front: str
    what: str
    rest: str


def picked(proposed: str, answer: str) -> Picked | None:
    """ "Option C: a flags table" and "C", "switch to slog or to zap" and "the first one"."""
    options = options_of(proposed)
    picks = _PICKS.search(answer) if len(options) > 1 else None
    key = digit(picks["key"].lower()) if picks else ""
    if picks and key in options:
        what, front = in_sentence(options[key]), taken_up(answer[: picks.start()], options)
    elif len(options) > 1 and (picks := _PICKS_SEVERAL.match(answer)):
        chosen = [_meant(option, options) for option in _ONE_OPTION.finditer(picks["options"])]
        if not all(chosen):
            return None
        what, front = " and ".join(map(in_sentence, filter(None, chosen))), ""
    elif (picks := _FIRST_FEW.match(answer)) and (few := meant(picks["few"], options)):
        what, front = " and ".join(map(in_sentence, few)), ""
    elif (picks := _ORDINAL.match(answer)) and not (is_offer(proposed) or _ASKS_WHICH.search(proposed)):
        either = _EITHER.search(proposed)
        offered = list(options.values()) or row_of(proposed)
        offered = offered or ([either["one"].strip(), either["other"].strip()] if either else [])
        what, front = at_place(picks["place"] or picks["alone"], offered), ""
        if what is None:
            return None
        what = in_sentence(what)
    else:
        return None
    if re.match(r"(?:to|in|on|at|for|with)\s", what) or WORK_IN_HAND.search(what):
        return None
    return Picked(front, OF_THE_USER.sub("our", what), answer[picks.end() :].strip())


_IS_TOO = re.compile(
    rf"^(?:but\s|and\s|because\s)?{_OPTION}\s(?P<why>(?:is|was|looks|sounds|seems|feels|would\sbe)\s(?:way\s|far\s|much\s|a\sbit\s)?too\s[^.;]+)",
    re.IGNORECASE,
)


def rejected(rest: str, options: Mapping[str, str], who: str) -> str:
    """ "The second is too risky", behind what was chosen, tells what was decided against."""
    found = _IS_TOO.match(rest)
    option = _ONE_OPTION.search(rest, 0, found.start("why")) if found else None
    if not found or not option or not (what := _meant(option, options)):
        return rest
    return f"{who} decided against {what} because that option {found['why']}{rest[found.end() :]}"


def _meant(option: re.Match[str], options: Mapping[str, str]) -> str | None:
    if option["place"]:
        return at_place(option["place"], list(options.values()))
    return options.get(option["key"].lower())


def named_in(proposed: str, answer: str) -> Picked | None:
    """ "Leuven" to two ideas, one of which it is."""
    found = _NAMES.match(answer)
    if found is None or _NO_CHOICE.match(found["what"]) or is_offer(proposed) or "?" in answer:
        return None
    listed = len(row_of(proposed)) > 2 and len(proposed.split()) <= _LONGEST
    if not (listed or _PUTS_CHOICE.search(proposed)) or WORK_IN_HAND.search(found["what"]):
        return None
    said = re.search(rf"(?<!\w){re.escape(found['what'])}(?!\w)", proposed, re.IGNORECASE)
    return Picked("", said.group(), answer[found.end() :].strip()) if said else None


_LIKES_NONE = re.compile(
    r"^\W*(?:(?:no|nah|nope|sorry|hm+|honestly|tbh)\b\W*)*(?:(?:i|we)\s(?:don['’]?t|do\s?not)\s(?:really\s)?(?:like|want|need)\s(?:either|any)|(?:i\slike\s|i['’]d\stake\s)?(?:neither|none))"
    r"(?:\sof\s(?:them|these|those|the\s(?:two|three|four|options|ideas)))?(?:,?\s(?:please|sorry|tbh|thanks|honestly))?\W*$",
    re.IGNORECASE,
)
_NAME_AT_MOST = 4
"""In words: a longer option is no name of a thing."""


def against_all(proposed: str, answer: str) -> str | None:
    """ "Teal and Coral for the buttons", of which none is liked; null where an answer says no such thing."""
    if not _LIKES_NONE.match(answer) or is_offer(proposed) or lists_acts(proposed):
        return None
    offered = list(options_of(proposed).values()) or row_of(proposed)
    if len(offered) < 2 or any(len(option.split()) > _NAME_AT_MOST for option in offered):
        return None
    return " ".join(filter(None, (f"{', '.join(offered[:-1])} and {offered[-1]}", purpose_of(proposed))))
