"""The verbs that instructions begin with."""

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
