"""Two denials in one breath: "it's not that we don't use Kafka" says that we do."""

import re

from memorist.nodes.language.seeking import Shape

_NOT_THAT = Shape(
    r"(?:it['’]?s\snot|it\sis\snot|not)\s(?:that|as\sif|as\sthough)\s|(?:i|we)\s(?:wouldn['’]?t|would\snot)\ssay\s(?:that\s)?",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"(?P<who>(?:[\w'’-]+\s){1,4}?)(?:(?P<do>do|does|did)(?:n['’]?t|\snot)|(?P<is>is|are|was|were|has|have|had|should|could|would)(?:n['’]?t|\snot)"
    r"|(?P<can>ca)n['’]?t|cannot|(?P<never>never))\s(?P<rest>[^,.;!?]+)",
    re.IGNORECASE,
)
_NO_LONGER = re.compile(r"\s(?:any\s?more|any\slonger|at\sall)\s*$", re.IGNORECASE)
_PLAIN = frozenset({"i", "we", "you", "they"})


def without_double_negation(text: str) -> str:
    """The text with a denied denial said as what it affirms; where only one thing is denied, as it was."""
    found = _NOT_THAT.search(text)
    if found is None or not (denied := _DENIES.match(text, found.end())):
        return text
    who = denied["who"].strip()
    plain = who.lower() in _PLAIN and denied["do"] and denied["do"].lower() == "do"
    verb = "" if plain or denied["never"] else denied["do"] or denied["is"] or "can"
    said = f"{who} {verb} {_NO_LONGER.sub('', denied['rest'])}".replace("  ", " ")
    return text[: found.start()] + said + text[denied.end() :]
