"""Permissions: who may do what, in a sentence that allows something ("You may push to main from now on")."""

import re
from functools import lru_cache
from typing import NamedTuple

from memorist.nodes.language.prohibition import PROHIBITION

_EVERYBODY = re.compile(
    r"^(?:you|we|i|one|it|all|everyone|everybody|anyone|anybody|"
    r"people|the (?:agent|assistant|team)|the whole team|all of (?:you|us)|(?:you|we) (?:all|both))$",
    re.IGNORECASE,
)
_REFERS_BACK = re.compile(r"^(?:they|he|she|this|that|these|those|there)$", re.IGNORECASE)
_NOW = r"(?:\s(?:now|again|also|still|all|already|generally))*"
_MAY = re.compile(
    rf"(?:^|[.,;:]\s(?:(?:and|so|but)\s)?|\sso\s|\s[-–—]\s)(?P<who>(?:(?!\s[-–—]\s)[^.,;:])*?)\s"
    rf"(?:(?P<modal>may|can|could){_NOW}(?P<passive>\sbe)?|(?:is|are|am)(?:\snow|\sagain|\salso)*\s"
    rf"(?P<state>allowed|permitted|welcome|free|ok|okay|fine){_NOW}(?:\s(?P<to>to))?|"
    rf"(?P<omits>do(?:es)?\snot|don['’]t|doesn['’]t|no\slonger|needn['’]t)\s(?:have\sto|need\sto)){_NOW}(?:\s(?P<act>.*))?$",
    re.IGNORECASE,
)
_BEFORE_IT = re.compile(
    r"^(?:(?:if|when|while|once|as long as|provided|unless|until)\s[^,]*,\s|"
    r"(?:ok|okay|well|please|also|note|and|so|"
    r"(?:from|as of|starting)\s(?:[^,]*(?=,)|(?:now|today|tomorrow)(?:\son)?)),?\s)",
    re.IGNORECASE,
)
_BESIDE = re.compile(r"\s*(?:[,;:]|\s[-–—]\s|[.!]\s|\b(?:because|since|so|as|now that)\b).*$", re.IGNORECASE)
_NOBODY = re.compile(
    r"\b(?:only|nobody|nothing|none|neither|no|not|never|that|who|which|whether|if|what|how|where)\b", re.IGNORECASE
)
"""Words in front of "may" by which a sentence restricts who may, or tells of a permission in a clause."""
_DATED = re.compile(r"(?:\b(?:in|of|on|by|until|till|since|from|for|early|late|mid|this|next|last)|\d)$", re.IGNORECASE)
"""Words in front of "may" by which it is the month."""
_LIMITED = re.compile(r"^(?:only|not)\b", re.IGNORECASE)
_SINCE_NOW = re.compile(r"\s(?:from (?:now|today) on|now|again|any ?more|any longer|in future)\b", re.IGNORECASE)


class Permission(NamedTuple):
    """Content of a permission.

    Args:
        who: the people who may; empty if everybody may.
        act: what they may do, or the thing that is allowed.
        verb: the verb of the act; empty where a thing is allowed without one ("Coffee is allowed").
        beside: words behind the act, such as a reason or a limit ("but only for hotfixes").
        omits: the act is one that need not be done ("You don't have to …").
    """

    who: str
    act: str
    verb: str
    beside: str
    omits: bool


@lru_cache(maxsize=4_096)
def permission_in(sentence: str) -> Permission | None:
    """Return what a sentence allows by itself; null if it allows nothing, forbids something or restricts who may."""
    said = " ".join(sentence.split()).rstrip(" .!")
    if (first := _BEFORE_IT.match(said)) is not None:
        said = said[first.end() :]
    found = _MAY.search(said)
    if found is None or _NOBODY.search(found["who"]) or _LIMITED.match(found["act"] or ""):
        return None
    if found["modal"] and (not found["act"] or found["modal"] == "May" or _DATED.search(found["who"])):
        return None  # a month, or a sentence that is left open
    refers_back = _REFERS_BACK.match(found["who"]) or (found["who"].casefold() == "it" and not found["to"])
    if refers_back or PROHIBITION.search(found["act"] or ""):
        return None
    said, told = found["act"] or "", _BESIDE.search(found["act"] or "")
    beside = told[0].strip(" ,;:") if told is not None else ""
    who, act = found["who"], _SINCE_NOW.sub("", f" {said[: told.start()] if told is not None else said}").strip()
    general = _EVERYBODY.match(who) is not None
    omits = bool(found["omits"])
    verb = act.partition(" ")[0]
    if found["passive"] or (found["state"] and not found["to"]):
        return Permission(
            "", act if general else f"{who} {act}".strip(), verb if found["passive"] else "", beside, omits
        )
    return Permission("" if general else who, act, verb, beside, omits)
