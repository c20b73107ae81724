"""What an assistant proposed and the user takes is the user's decision: "I'd suggest using Zod" "yes, let's do that".

Only what is chosen to last is one, only where a single thing was proposed, and only for a word that takes it: "sounds
good" is politeness. The assistant's reasons stay the assistant's.
"""

import re

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
    "adopt back choose cap deploy drop enable go host introduce keep limit migrate move partition pick pin put replace "
    "rotate schedule split standardise standardize stick store switch use"
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
    r",?\s(?:but|from|starting|for|until|only|next|and|without|with|once|after|before|in|on|as)\b", re.IGNORECASE
)
_OPTION = re.compile(r"\boption\s(?P<key>[a-d1-4])\s?(?:[:.)]|\sis|\s?[–—-])\s(?P<what>[^.;\n?]+)", re.IGNORECASE)
_PICKS = re.compile(
    r"(?:^|(?<=[.!;,]\s))(?:(?:let['’]?s\s(?:go\swith|do|take)|(?:we|i)(?:['’]ll|['’]d)\s(?:go\swith|go\sfor|take))\s)?"
    r"(?:option\s)?(?P<key>[a-d1-4])(?:\s(?:it\sis|then|please|pls))?\W*$",
    re.IGNORECASE,
)


def agreed(proposed: str, answer: str) -> str | None:
    """The decision that an answer makes of what an assistant proposed; null where it takes nothing.

    "I'd suggest using Zod for validation." "yes let's do that" → "we decided to use Zod for validation".
    """
    if picked := _picked(proposed, answer):
        return picked
    if not (takes := _TAKES.match(answer)) or not (act := _proposal(proposed)):
        return None
    rest = takes["rest"].rstrip()
    goes_on = rest if _GOES_ON.match(rest) else f". {rest.lstrip(' ,.;!–-')}"
    return f"we decided {act}{goes_on}".strip(" .")


def _proposal(text: str) -> str | None:
    """What was proposed, if it was one thing that lasts: "to use Zod for validation", "on Zod"."""
    found = list(_PROPOSES.finditer(text))
    if len(found) != 1:
        return None
    what = _WHY.sub("", found[0]["what"]).strip(" ,")
    if len(what.split()) > _LONGEST or any(bar.search(what) for bar in (_MANY, _PRONOUN, _WORK_IN_HAND)):
        return None
    what = re.sub(r"\byour\b", "our", what, flags=re.IGNORECASE)
    act = _ACT.match(what)
    if act and act["rest"] and (verb := _BY_FORM.get(act["verb"].lower())):
        return f"to {verb}{act['rest']}"
    named = found[0]["thing"] and any(m.start == 0 for m in find_entities(what))
    return f"on {what}" if named else None


def _picked(proposed: str, answer: str) -> str | None:
    """ "Option C: a flags table" and "C": what stands behind the letter."""
    options = {found["key"].lower(): found["what"].strip() for found in _OPTION.finditer(proposed)}
    picks = _PICKS.search(answer) if len(options) > 1 else None
    if picks is None or picks["key"].lower() not in options:
        return None
    what = re.sub(r"\byour\b", "our", options[picks["key"].lower()], flags=re.IGNORECASE)
    return f"{answer[: picks.start()]}we decided on {what}"
