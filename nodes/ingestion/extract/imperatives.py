"""The verbs that instructions begin with."""

import re

_VERBS = (
    "acknowledge add announce answer apply approve archive ask assign avoid back_up batch bind branch build bump call "
    "cancel cast change check cherry-pick choose clean clear close commit compare configure confirm consider "
    "consult contact convert copy create debounce declare decode decrease define delete deploy disable document "
    "double-check downgrade download drain drop email enable encode ensure escalate escape execute export extract "
    "fetch file fill find fix flush follow force format generate get give go guard hand have implement import "
    "include increase inform inline install invalidate invite keep label launch let limit link lint load lock log "
    "look lower make mark measure merge migrate mock monitor move name notify open order override page pass patch "
    "pick pin ping pipe plan post prefer prepare publish pull push put raise read rebase rebuild record reduce "
    "refresh regenerate register reinstall release reload remount remove rename render replace reply report request "
    "reset restart restore retry return revert review roll rotate run sanitize save scale schedule search send set "
    "share ship show skip split squash start stop store stub submit switch sync tag take tell test throttle touch "
    "track trigger try turn undo uninstall update upgrade upload use validate verify wait warn wipe wrap write "
)

VERB = "(?:" + "|".join(v.replace("_", r"[\s_]") for v in _VERBS.split()) + r")\b(?!\s?:\s|\s(?:is|was|are|were)\b)"
"""One such verb, as a pattern; ignore case. "Update: …" announces, and "fix was" tells."""

IMPERATIVE = r"(?:(?:please|then|first|also|always|never|don['’]?t|do\s+not)\s+)*" + VERB
"""An instruction's beginning, with what may stand before the verb."""

INSTRUCTION = re.compile(IMPERATIVE, re.IGNORECASE)
"""A text that begins by telling somebody what to do."""
FORBIDS = re.compile(r"(?:please\s)?(?:never|don['’]?t|do\snot)\s", re.IGNORECASE)
"""A text that begins by forbidding something."""
_POINTED_AT = re.compile(
    r"[a-z]+\W*$|(?:find|call|consider)s?\s(?:that|this|it)\s\w+\W*$|"
    r"(?!do\b)[a-z]+\s(?:that|those|these|this|them|it)(?:\s(?:two|three|one|ones|both))?(?=\W*$|,|\s(?:up|together|in(?:to)?|on|there|here|out|to|at|away|back|for|off)\b)",
    re.IGNORECASE,
)
"""Write that; put those two in: said of what stands in the talk."""
_GAVE_UP = re.compile(r"\bany\s?more\W*$", re.IGNORECASE)
_RULES = re.compile(
    r"(?<!\w)(?:(?:i|we|user|team)\s(?:always|never)|(?P<never>never)|don['’]?t|do\snot|stop)\s(?P<act>.+)",
    re.IGNORECASE,
)


def told_in_passing(text: str) -> bool:
    """Whether what is forbidden, or always done, is no rule that could be told by itself.

    "Don't put that in the letter" is said of what is in hand, and so is "I always find that cheeky"; "never look at ING
    anymore" is what somebody does; "never mention it to the press" is meant for good.
    """
    found = _RULES.search(text)
    if found is None:
        return False
    return bool(_GAVE_UP.search(found["act"])) if found["never"] else points_at(found["act"])


def points_at(act: str) -> bool:
    """Whether an act is done to what is only pointed at: "write that, to nobody"."""
    return _POINTED_AT.match(act) is not None
