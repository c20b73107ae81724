"""What somebody asks not to be kept: "don't note this anywhere", "off the record", "just between us"."""

import re

from memorist.nodes.language.seeking import Shape

_FROM_HERE = r"(?:^|[.,;:!?()\n–—-]\s*|\b(?:and|but|so|please|pls|btw)\s)"
_THIS = (
    r"(?:this|that|it|these|(?:any|none)\sof\s(?:this|that|it)|"
    r"what\si(?:['’]m\stelling|\s(?:just\s)?(?:said|say|told)(?:\syou)?))"
)
_HERE = r"(?:anywhere|at\sall|(?:in|to)\syour\s(?:memory|notes|records)|to\s(?:the\s)?memory)"
_OFF = re.compile(
    rf"{_FROM_HERE}(?:don['’]?t|do\snot|never|no\sneed\sto|you\s(?:must\snot|shouldn['’]?t|should\snot))\s(?:ever\s)?"
    rf"(?:(?:note|remember|memori[sz]e)\s{_THIS}(?:\s(?:down|{_HERE}|please|pls|ok(?:ay)?))*"
    rf"|(?:write|note|jot)\s{_THIS}\sdown(?:\s(?:{_HERE}|please|pls))*"
    rf"|(?:store|save|keep|record|log|write|put)\s{_THIS}(?:\sdown)?\s{_HERE}(?:\s(?:please|pls))?)"
    rf"\s*(?:$|[.,;:!?()\n–—-])"
    rf"|{_FROM_HERE}(?:don['’]?t|do\snot)\s(?:treat|take|store|count)\s{_THIS}\sas\s(?:an?\s|the\s)?(?:facts?|truth|given|gospel|confirmed)\b"
    rf"|\boff\sthe\srecord\b"
    rf"|{_FROM_HERE}(?:strictly\s|just\s)?between\s(?:us|ourselves|you\sand\s(?:me|i))(?=\s*(?:$|[,:;.!–—-]|\band\b|\bbut\b))"
    rf"|{_FROM_HERE}(?:let['’]?s\s)?keep\s(?:this|that|it)\s(?:strictly\s|just\s)?(?:between\s(?:us|ourselves|you\sand\s(?:me|i))|to\syourself)\b",
    re.IGNORECASE,
)
_MAY_BE = Shape(r"record|between|treat|fact|gospel|yourself|note|remember|memor|down|anywhere|at\sall", re.IGNORECASE)
"""One of these words is in every such wish; most turns have none, and are not looked at any further."""
_LOOKED_AT = 4_000
"""Characters; who pastes more than that asks for nothing by it."""


def is_off_the_record(text: str) -> bool:
    """Whether the message asks that it should not be kept; all of it is meant, whatever else it says."""
    beginning = text[:_LOOKED_AT]
    return bool(_MAY_BE.search(beginning) and _OFF.search(beginning))
