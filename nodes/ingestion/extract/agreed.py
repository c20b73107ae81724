"""What an assistant proposed and the user takes is the user's decision: "I'd suggest using Zod" "yes, let's do that".

Only what is chosen to last is one, only where a single thing was proposed, and only for a word that takes it: "sounds
good" is politeness. The assistant's reasons stay the assistant's.
"""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.offered_for import lists_acts, offers_to_make, purpose_of
from memorist.nodes.ingestion.extract.options import options_of, taken_up
from memorist.nodes.ingestion.extract.picked import (
    OF_THE_USER,
    WORK_IN_HAND,
    against_all,
    named_in,
    picked,
    rejected,
)
from memorist.nodes.language.calendar_words import WEEKDAY
from memorist.nodes.language.gazetteer import find_entities

_PROPOSES = re.compile(
    r"(?:^|[.!?:]\s+|\n)(?:(?:then|so|ok|sure|personally|in\sthat\scase|for\sthat|honestly|yes|right)[,\s]+)*"
    r"(?:(?P<thing>(?:i['’]d|i\swould)\s(?:suggest|recommend|propose|go\swith)\s|i\s(?:suggest|recommend|propose)\s|"
    r"my\s(?:suggestion|recommendation)\s(?:is|would\sbe)\s(?:to\s)?|(?:how|what)\sabout\s(?:having\s)?)"
    r"|(?:maybe\s|perhaps\s)?(?:you|we)\s(?:could|should|can|might\swant\sto|may\swant\sto)\s(?:also\s|just\s|simply\s)?"
    r"|let['’]?s\s|why\snot\s|consider\s|(?:i['’]d|i\swould)\s)"
    r"(?P<what>[^.?!\n]+(?:\.\w[^.?!\n]*)*)",
    re.IGNORECASE,
)
_CHOOSES = (
    "adopt back bake cache choose cap cook deploy drop enable enforce go host introduce keep let limit migrate move "
    "partition pick pin put release replace rotate save schedule split standardise standardize stay stick store "
    "switch use"
).split()
"""Verbs of what is chosen to last; who tries, checks or restarts something chooses nothing."""
_DOUBLED = {
    "cap": "capping",
    "let": "letting",
    "drop": "dropping",
    "pin": "pinning",
    "put": "putting",
    "split": "splitting",
}
_BY_FORM = {verb: verb for verb in _CHOOSES} | {
    _DOUBLED.get(verb, f"{verb.removesuffix('e')}ing"): verb for verb in _CHOOSES
}
_ACT = re.compile(r"(?:that\s)?(?:(?:you|we)\s)?(?:to\s)?(?P<verb>[a-z]+)\b(?P<rest>.*)$", re.IGNORECASE | re.DOTALL)
_WHY = re.compile(
    r"[,;]?\s(?:since|because|which|so\s(?:that|you|it)|as\s(?:it|you|that|they)|then\syou)\b.*$|\s?\(.*$", re.DOTALL
)
_MANY = re.compile(r"\sor\s|,.*,|[:\"`]")
_PRONOUN = re.compile(r"\b(?:it|this|that|these|those|them|here|there|me)\b", re.IGNORECASE)
_LONGEST = 18
"""In words."""
_TAKES = re.compile(
    r"^\W*(?:(?:yes|yeah|yep|yup|ok(?:ay)?|sure|great|perfect|good|nice|cool|love\s(?:it|that)|sounds\s(?:good|great|right)|"
    r"(?:good|great|nice)\s(?:idea|call|point)|makes\ssense|true|right|fair(?:\senough)?|alright|fine|i\slike\s(?:that|it)|then)\b[\s,.!:–-]*)*"
    r"(?:let['’]?s\s(?:do|go\s(?:with|for)|take|use)\s(?:that|it|this)|(?:we|i)(?:['’]ll|\swill|['’]re\sgoing\sto|\sare\sgoing\sto)"
    r"\s(?:do|go\swith|take|use|adopt)\s(?:that|it|this)|(?:(?:we['’]re|i['’]m)\s)?(?:doing|going\swith|taking|adopting)\s(?:that|it|this)|"
    r"do\s(?:that|it|this)(?=.*\b(?:from\snow\son|always|every|everywhere|in\sall)\b)|"
    r"sold|deal|decided|agreed|(?:that|it)['’]s\sdecided)(?![\w'’-])(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_TAKES_CHANGED = re.compile(
    r"^\W*(?:(?:hm+|yes|yeah|yep|ok(?:ay)?|sure|fine(?:\s(?:by|with|for)\s(?:me|us))?|good(?:\sidea)?|great(?:\sidea)?|sounds\s(?:good|great|fine)|"
    r"works(?:\sfor\s(?:me|us))?|agreed|deal|gladly|i\slike\s(?:it|that)|makes\ssense)\b[\s,.!:–-]*)+"
    r"(?P<rest>(?:but|only|starting|from|for|until|except|as\slong\sas|provided|unless|without|with|not\s(?:on|in|for|before)|once|after)\s"
    r"(?!now\b|me\b|us\b|you\b|i\b|what\b|how\b|why\b|can\b|could\b|make\b|please\b|first\b)[^?]+)$",
    re.IGNORECASE | re.DOTALL,
)
"""Sounds good but with a TTL of five minutes: taken, with a change."""
_ABOUT_THE_ANSWER = re.compile(
    r"\b(?:can|could|would|will)\syou\b|\b(?:please|pls|shorter|longer|explain|show\sme)\b", re.IGNORECASE
)
_GOES_ON = re.compile(
    r",?\s(?:but|from|starting|for|until|everywhere|only|next|and|without|with|once|after|before|in|on|as)\b",
    re.IGNORECASE,
)
_FOR_WHAT = re.compile(
    r"\b(?P<for>for|as)\s(?P<what>(?:the|our|my|an?|this)\s[\w'’ -]{3,40}?)"
    r"(?=\s(?:and|but|with|w/|that|which|not|so|from|in|on|at)\b|[^\w'’ -]|$)",
    re.IGNORECASE,
)
_OURS = re.compile(r"\b(?:we|our|us|team|client)\b", re.IGNORECASE)


def agreed(before: Sequence[Utterance], answer: str) -> str | None:
    """The decision that an answer makes of what an assistant proposed last; null where it takes nothing.

    "I'd suggest using Zod for validation." "yes let's do that" → "we decided to use Zod for validation".
    """
    proposed, asked = before[-1].content, _asked(before[:-1])
    who = "I" if asked and not _OURS.search(f"{asked} {answer}") else "we"
    if choice := picked(proposed, answer) or named_in(proposed, answer):
        front, option, rest = choice
        if offers_to_make(proposed, option):
            return f"make me {option}"
        act = _act(option)
        if lists_acts(proposed) and not act:
            return f"{option} {rest}".strip()  # what is to be done now: a request
        what = act or f"on {option}"
        aim = _FOR_WHAT.search(asked)
        purpose = f"{aim['for'].lower()} {aim['what'].strip()}" if aim else purpose_of(proposed)
        purpose = f" {purpose}" if purpose and " for " not in what else ""
        rest = taken_up(rejected(rest, options_of(proposed), who), options_of(proposed))
        goes_on = f", {rest}" if _GOES_ON.match(f", {rest}") else f". {rest}"
        return f"{front}{who} decided {what}{purpose}{goes_on}".strip(" .")
    if denied := against_all(proposed, answer):
        return f"{who} decided against {denied}"
    takes = _TAKES.match(answer) or (None if _ABOUT_THE_ANSWER.search(answer) else _TAKES_CHANGED.match(answer))
    if takes is None or not (act := _proposal(proposed)) or _refuses(takes["rest"], act):
        return None
    rest = takes["rest"].rstrip()
    if takes.re is _TAKES_CHANGED and (changed := _changed(act, rest)):
        return f"{who} decided {changed}".strip(" .")
    if _GOES_ON.match(rest) or takes.re is _TAKES_CHANGED:
        return f"{who} decided {act}, {rest.lstrip(' ,')}".strip(" .")
    return f"{who} decided {act}. {rest.lstrip(' ,.;!–-')}".strip(" .")


def _asked(before: Sequence[Utterance]) -> str:
    """What a user asked before it was answered; what chose from an earlier list asks nothing."""
    at = next((place for place in reversed(range(len(before))) if before[place].role == "user"), None)
    if at is None:
        return ""
    asked = before[at].content
    return "" if at and before[at - 1].role == "assistant" and picked(before[at - 1].content, asked) else asked


_BUT_NOT = re.compile(r"\W*but\s(?:not|no)\s(?:with\s|in\s|on\s)?(?:the\s|an?\s)?(?P<what>[\w.-]{4,})", re.IGNORECASE)
"""Yes but not rabbit: the very thing that was proposed is refused."""


def _refuses(rest: str, act: str) -> bool:
    return (found := _BUT_NOT.match(rest)) is not None and found["what"].lower() in act.lower()


_BUT = re.compile(r"^\W*but\s(?P<how>with|on|at|in|for|every)\s(?P<new>[^,;]+)$", re.IGNORECASE)
_DETAIL = r"\b{how}\s(?P<old>(?:(?!(?:at|on|in|with|for|from|to|by|every)\b)\S+\s?)+(?:of\s\S+\s\S+)?)"
_DAY = re.compile(rf"{WEEKDAY}s?\b", re.IGNORECASE)


def _changed(act: str, rest: str) -> str | None:
    """What was proposed with one detail in the place of another: "a TTL of 5 minutes" for "a TTL of 30 minutes"."""
    found = _BUT.match(rest)
    if found is None:
        return None
    new = found["new"].strip(" .!")
    for detail in re.finditer(_DETAIL.format(how=found["how"]), act, re.IGNORECASE):
        old = detail["old"].strip()
        alike = old.split()[:2] == new.split()[:2] and len(old.split()) > 2
        if alike or (_DAY.match(old) and _DAY.match(new)):
            return f"{act[: detail.start('old')]}{new} {act[detail.start('old') + len(old) :].lstrip()}".strip()
    return None


def _proposal(text: str) -> str | None:
    """What was proposed, if it was one thing that lasts: "to use Zod for validation", "on Zod"."""
    found = list(_PROPOSES.finditer(text))
    if len(found) != 1:
        return None
    what = _WHY.sub("", found[0]["what"]).strip(" ,")
    if len(what.split()) > _LONGEST or any(bar.search(what) for bar in (_MANY, _PRONOUN, WORK_IN_HAND)):
        return None
    what = OF_THE_USER.sub("our", what)
    if act := _act(what):
        return act
    named = found[0]["thing"] and (_ARTICLE.match(what) or any(m.start == 0 for m in find_entities(what)))
    return f"on {what}" if named else None


_ARTICLE = re.compile(
    r"an?\s(?:fixed|weekly|daily|monthly|yearly|regular|standing|rule|policy|limit|cap|budget|freeze|(?:\w+\s)?freeze|ban|quota|rota|rotation)\b",
    re.IGNORECASE,
)
"""How about a rule that …: what lasts."""


def _act(what: str) -> str | None:
    act = _ACT.match(what)
    verb = _BY_FORM.get(act["verb"].lower()) if act and act["rest"] else None
    return f"to {verb}{act['rest']}" if act and verb else None
