"""Why something is so, told apart from what is so: "because …", "so we …", "dlt it is, the connectors were flaky"."""

import re

from memorist.nodes.ingestion.extract.imperatives import FORBIDS
from memorist.nodes.language.calendar_words import MONTH, MONTH_IN_SHORT, WEEKDAY
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.words import lower_first

_REASON = Shape(
    r"\s*[,;(–—-]?\s*\b(?P<reason>(?:because(?: of)?|due to|owing to|on account of|since (?=(?:it|they|the|we|"
    rf"our|that|this|he|she|i)\b|(?-i:(?!(?i:{MONTH}|{MONTH_IN_SHORT}|{WEEKDAY})\b)[A-Z][\w.]+\s(?:[a-z]+s|was|had|did|"
    r"will|can)\s))|['’]cause|cuz|bc|so that|in order to|as (?=(?:it|they|we)\b))\b.*"
    r"|(?<=, )(?:it|they|that|which|this)\s(?:is|was|are|were|has|had|handles?|keeps?|kept|makes?|made|works?|"
    r"gives?|gave|did|does|can|could|never|always|breaks?|broke|fails?|just)\b.*"
    r"|(?<=, )(?:it['’]s|its|they['’]re|that['’]s) (?:[a-z]{2,}er|more|less|so|too|way|much)\b.*"
    r"|for (?:[\w-]+ ){1,4}reasons?\b.*|for (?:the )?(?:better |easier |faster |cost |lower )[\w -]+$)\)?$",
    re.IGNORECASE,
)
_JUST = re.compile(r"[,\s]+(?:only|just|simply|mainly|mostly|partly|probably)$", re.IGNORECASE)
"""We don't use staging, only because it's broken: the reason is narrowed, the claim is not."""
_CONSEQUENCE = re.compile(r",\s(?P<reason>(?:we|you|they|it|that)(?:['’]d| would| might)\s.*)$", re.IGNORECASE)
_WHY_NOT_NOW = re.compile(
    r",\s(?P<reason>(?!(?:and|or|but|so|nor|not|never|always|only|except|unless|if|when|because|since|which|that|who)\b)"
    r"(?:(?:the|our|my)\s)?[\w'’-]+(?:\s[\w-]+)?\s(?:is|are|was|were|has|have|goes|go|needs|happens|belongs)\s(?:still\s|now\s|currently\s)?\S.*)$",
    re.IGNORECASE,
)
"""Don't touch the folder, Lena is in the middle of a refactor: what stands behind a ban and is none tells why."""
_REASON_FIRST = re.compile(
    r"^(?P<reason>for (?:[\w-]+ ){1,4}?reasons?|(?:because of|due to|owing to|on account of) [^,]{3,60}(?=,))"
    r",?\s+(?=(?:we|i|our|the)\b|['’\w]+ (?:is|are|was|were)\b)",
    re.IGNORECASE,
)
_SO_WE = Shape(
    r"^(?P<reason>[^?]{8,}?),?\s+(?:so|hence|therefore|which is why|that['’]s why)\s+"
    r"(?=(?:we|i)\b|(?<!\bi )(?:please\s)?(?:don['’]?t|do\snot|never)\s"
    r"(?!worry|bother|mind|know|think|ask|forget|be\b|expect|panic|want|need|have|see|feel|trust)[a-z]+\s"
    r"(?!.*\b(?:its?|them|they|their|this|that|these|those|me|us|yet|now|today|here|there|him|her|one|too|either)\b))",
    re.IGNORECASE,
)
"""It is flaky, so we mock it; the Flink job is not idempotent, so don't replay topics; what points back is of now."""
_IT_IS = re.compile(
    r"^(?P<core>[\w@./+# -]{2,40}?\sit\sis),\s(?!(?:and|but|so|not|for|if|until|unless|then|at|as|isn['’]?t)\b)"
    r"(?P<reason>(?:[\w'’.-]+\s){1,5}?(?:is|are|was|were|has|have|had|does|did|can|could|kept|keeps|costs?|\w+n['’]?t)\s.*)$",
    re.IGNORECASE,
)
"""Dlt it is, Airbyte's connectors were flaky: what stands behind a choice tells why."""


def without_reason(text: str) -> tuple[str, str | None]:
    """A clause without the words that say why, and these, as they stand behind it ("because it is flaky")."""
    if found := _REASON_FIRST.match(text):
        return text[found.end() :], lower_first(found["reason"])
    if (
        (found := _REASON.search(text))
        or (FORBIDS.match(text) and (found := _CONSEQUENCE.search(text) or _WHY_NOT_NOW.search(text)))
    ) and found.start():
        return _JUST.sub("", text[: found.start()]), found["reason"].strip(" ).")
    if found := _IT_IS.match(text):
        return found["core"], f"because {found['reason']}"
    if found := _SO_WE.match(text):
        return text[found.end() :], f"because {found['reason'].strip()}"
    return text, None
