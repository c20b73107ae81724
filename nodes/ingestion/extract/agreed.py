"""What an assistant proposed and the user takes is the user's decision: "I'd suggest using Zod" "yes, let's do that".

Only what is chosen to last is one, only where a single thing was proposed, and only for a word that takes it: "sounds
good" is politeness. The assistant's reasons stay the assistant's.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hypomnema.nodes.ingestion.draft import Utterance
from hypomnema.nodes.ingestion.extract.asked_and_said import is_offer
from hypomnema.nodes.ingestion.extract.options import PLACE, at_place, options_of, taken_up
from hypomnema.nodes.language.gazetteer import find_entities

_PROPOSES = re.compile(
    r"(?:^|[.!?:]\s+|\n)(?:(?:then|so|ok|sure|personally|in\sthat\scase|for\sthat|honestly|yes|right)[,\s]+)*"
    r"(?:(?P<thing>(?:i['’]d|i\swould)\s(?:suggest|recommend|propose|go\swith)\s|i\s(?:suggest|recommend|propose)\s|"
    r"my\s(?:suggestion|recommendation)\s(?:is|would\sbe)\s(?:to\s)?|(?:how|what)\sabout\s)"
    r"|(?:maybe\s|perhaps\s)?(?:you|we)\s(?:could|should|can|might\swant\sto|may\swant\sto)\s(?:also\s|just\s|simply\s)?"
    r"|let['’]?s\s|why\snot\s|consider\s|(?:i['’]d|i\swould)\s)"
    r"(?P<what>[^.?!\n]+(?:\.\w[^.?!\n]*)*)",
    re.IGNORECASE,
)
_CHOOSES = (
    "adopt back bake choose cap cook deploy drop enable enforce go host introduce keep limit migrate move "
    "partition pick pin put release replace rotate save schedule split standardise standardize stay stick store "
    "switch use"
).split()
"""Verbs of what is chosen to last; who tries, checks or restarts something chooses nothing."""
_DOUBLED = {"cap": "capping", "drop": "dropping", "pin": "pinning", "put": "putting", "split": "splitting"}
_BY_FORM = {verb: verb for verb in _CHOOSES} | {
    _DOUBLED.get(verb, f"{verb.removesuffix('e')}ing"): verb for verb in _CHOOSES
}
_ACT = re.compile(r"(?:that\s)?(?:(?:you|we)\s)?(?:to\s)?(?P<verb>[a-z]+)\b(?P<rest>.*)$", re.IGNORECASE | re.DOTALL)
_WHY = re.compile(
    r"[,;]?\s(?:since|because|which|so\s(?:that|you|it)|as\s(?:it|you|that|they)|then\syou)\b.*$|\s?\(.*$", re.DOTALL
)
_MANY = re.compile(r"\sor\s|,.*,|[:\"`]")
_PRONOUN = re.compile(r"\b(?:it|this|that|these|those|them|here|there|me)\b", re.IGNORECASE)
_WORK_IN_HAND = re.compile(
    r"\b(?:functions?|methods?|class|classes|variables?|lines?|code|snippet|tests?|imports?|components?|const|regex|"
    r"paragraphs?|sentences?|sections?|bullets?|title|intro|slides?|words?|file|loop|try/?catch)\b",
    re.IGNORECASE,
)
_LONGEST = 18
"""In words."""
_TAKES = re.compile(
    r"^\W*(?:(?:yes|yeah|yep|yup|ok(?:ay)?|sure|great|perfect|good|nice|cool|love\s(?:it|that)|sounds\s(?:good|great|right)|"
    r"(?:good|great|nice)\s(?:idea|call|point)|makes\ssense|true|right|fair(?:\senough)?|alright|fine|i\slike\s(?:that|it)|then)\b[\s,.!:–-]*)*"
    r"(?:let['’]?s\s(?:do|go\s(?:with|for)|take|use)\s(?:that|it|this)|(?:we|i)(?:['’]ll|\swill|['’]re\sgoing\sto|\sare\sgoing\sto)"
    r"\s(?:do|go\swith|take|use|adopt)\s(?:that|it|this)|(?:(?:we['’]re|i['’]m)\s)?(?:doing|going\swith|taking|adopting)\s(?:that|it|this)|"
    r"sold|deal|decided|agreed|(?:that|it)['’]s\sdecided)(?![\w'’-])(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_GOES_ON = re.compile(
    r",?\s(?:but|from|starting|for|until|everywhere|only|next|and|without|with|once|after|before|in|on|as)\b",
    re.IGNORECASE,
)
_TAKE = (
    r"(?:(?:let['’]?s\s(?:go\swith|do|take)|(?:we|i)(?:['’]?ll|['’]d|\swill)\s(?:go\swith|go\sfor|take|do)|"
    r"going\swith)\s)?"
)
_END = r"(?:\s(?:it\sis|then|please|pls|plz))*(?P<end>\W*$|[.!,;]\s)"
_PICKS = re.compile(
    rf"(?:^|(?<=[.!;,]\s)){_TAKE}(?:(?:option|number|no\.|nr\.?|#)\s?)?(?P<key>[a-h1-9]){_END}", re.IGNORECASE
)
_ORDINAL = re.compile(
    rf"^\W*(?:(?:ok(?:ay)?|yes|yeah|sure|then)[\s,]+)*{_TAKE}the\s(?P<place>{PLACE})(?:\s(?:one|option))?{_END}", re.IGNORECASE
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
_FOR_WHAT = re.compile(
    r"\bfor\s(?P<what>(?:the|our|my|an?|this)\s[\w'’ -]{3,40}?)"
    r"(?=\s(?:and|but|with|w/|that|which|not|so|from|in|on|at)\b|[^\w'’ -]|$)",
    re.IGNORECASE,
)
_OURS = re.compile(r"\b(?:we|our|us|team|client)\b", re.IGNORECASE)


def agreed(before: Sequence[Utterance], answer: str) -> str | None:
    """The decision that an answer makes of what an assistant proposed last; null where it takes nothing.

    "I'd suggest using Zod for validation." "yes let's do that" → "we decided to use Zod for validation".
    """
    proposed, asked = before[-1].content, next((u.content for u in reversed(before) if u.role == "user"), "")
    who = "I" if asked and not _OURS.search(f"{asked} {answer}") else "we"
    if picked := _picked(proposed, answer) or _named(proposed, answer):
        front, what, rest = picked
        aim = _FOR_WHAT.search(asked)
        purpose = f" for {aim['what'].strip()}" if aim and " for " not in what else ""
        goes_on = f", {rest}" if _GOES_ON.match(f", {rest}") else f". {rest}"
        return f"{front}{who} decided {what}{purpose}{goes_on}".strip(" .")
    if not (takes := _TAKES.match(answer)) or not (act := _proposal(proposed)):
        return None
    rest = takes["rest"].rstrip()
    goes_on = rest if _GOES_ON.match(rest) else f". {rest.lstrip(' ,.;!–-')}"
    return f"{who} decided {act}{goes_on}".strip(" .")


def _proposal(text: str) -> str | None:
    """What was proposed, if it was one thing that lasts: "to use Zod for validation", "on Zod"."""
    found = list(_PROPOSES.finditer(text))
    if len(found) != 1:
        return None
    what = _WHY.sub("", found[0]["what"]).strip(" ,")
    if len(what.split()) > _LONGEST or any(bar.search(what) for bar in (_MANY, _PRONOUN, _WORK_IN_HAND)):
        return None
    what = _OF_THE_USER.sub("our", what)
    if act := _act(what):
        return act
    named = found[0]["thing"] and any(m.start == 0 for m in find_entities(what))
    return f"on {what}" if named else None


_OF_THE_USER = re.compile(r"\byour\b", re.IGNORECASE)


def _act(what: str) -> str | None:
    act = _ACT.match(what)
    verb = _BY_FORM.get(act["verb"].lower()) if act and act["rest"] else None
    return f"to {verb}{act['rest']}" if act and verb else None


_ASKS_WHICH = re.compile(r"\sor\s[^?.!]+\?\s*$")
"""Cypress or Playwright? An answer to that says what is preferred."""


class Picked(NamedTuple):
    """What stands before a choice, what was chosen ("on Leuven"), and what stands behind it."""

    front: str
    what: str
    rest: str


def _picked(proposed: str, answer: str) -> Picked | None:
    """ "Option C: a flags table" and "C", "switch to slog or to zap" and "the first one"."""
    options = options_of(proposed)
    picks = _PICKS.search(answer) if len(options) > 1 else None
    if picks and picks["key"].lower() in options:
        what, front = options[picks["key"].lower()], taken_up(answer[: picks.start()], options)
    elif (picks := _ORDINAL.match(answer)) and not (is_offer(proposed) or _ASKS_WHICH.search(proposed)):
        either = _EITHER.search(proposed)
        offered = list(options.values()) or ([either["one"].strip(), either["other"].strip()] if either else [])
        what, front = at_place(picks["place"], offered), ""
        if what is None:
            return None
    else:
        return None
    if re.match(r"(?:to|in|on|at|for|with)\s", what) or _WORK_IN_HAND.search(what):
        return None
    what = _OF_THE_USER.sub("our", what)
    return Picked(front, _act(what) or f"on {what}", answer[picks.end() :].strip())


def _named(proposed: str, answer: str) -> Picked | None:
    """ "Leuven" to two ideas, one of which it is."""
    found = _NAMES.match(answer)
    if found is None or _NO_CHOICE.match(found["what"]) or is_offer(proposed) or "?" in answer:
        return None
    if not _PUTS_CHOICE.search(proposed) or _WORK_IN_HAND.search(found["what"]):
        return None
    said = re.search(rf"(?<!\w){re.escape(found['what'])}(?!\w)", proposed, re.IGNORECASE)
    return Picked("", f"on {said.group()}", answer[found.end() :].strip()) if said else None
