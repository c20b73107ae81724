"""Several pieces of news in one breath: "what changed: staging moved, the nightly job runs at 4, and Aisha left"."""

import re

from memorist.nodes.language.seeking import Shape

_ANNOUNCED = Shape(
    r"^(?P<heading>(?:(?:so|ok|okay|hi|hey|morning|and|just|here(?:['’]s|\sis|\sare))\W+)*(?:(?:an?|some|the|my|our|few|quick|short|small|brief|latest|other|more|main|key|"
    r"random)\s)*(?:what['’]?s?\s(?:changed|is\snew|new|happened|stuck|we\s(?:decided|agreed(?:\son)?|learned))|news|updates?|recap|summary|rundown|round-?up|dump|brain\s?dump|notes?|tl;?dr|"
    r"takeaways?|outcomes?|results?|highlights?|points|things|minutes|retro|standup|decisions?|changes|facts)(?:\s(?:from|of|for|on|about|after|in|since)\s[^:]{2,40}|\stoday|\sthis\sweek)?)\s?[:–—-]\s+",
    re.IGNORECASE,
)
_COMMA = re.compile(r"\s*[,;]\s+(?:and\s|but\s|also\s|plus\s)?|\s+\+\s+")
_TELLS = re.compile(
    r"^(?:(?:the|our|my|all|an?|no|every|each|nobody|everyone|we|i|they|he|she|it|there)\b|[\w@.'’-]+)(?:\s[\w@.'’-]+){0,4}?(?:['’](?:s|re|m|ve|ll|d)\s|\s(?:is|are|was|were|has|have|had|will|must|can|should|may|"
    r"gets?|got|goes?|went|took|left|made|became|began|broke|came|found|gave|ran|sold|won|wants?|needs?|moved|(?!this\b|its\b|always\b|his\b|was\b|us\b|as\b|is\b)[a-z]{2,}s|(?!need\b|speed\b)[a-z]+ed|would)\s)",
    re.IGNORECASE,
)
_DECIDED = re.compile(r"\bdecisions?\b|\bwe\s(?:decided|agreed)\b", re.IGNORECASE)
"""Each piece has to say by itself that it was decided."""
_NUMBER = re.compile(r"(?:^|(?<=\s))\(?\d{1,2}[.)]\s+")


def pieces_of_news(sentence: str) -> tuple[str, ...]:
    """The clauses behind an announcement, if each tells something by itself; nothing otherwise."""
    announced = _ANNOUNCED.match(sentence)
    if announced is None:
        return ()
    body = sentence[announced.end() :]
    numbered = [p.strip(" ,;") for p in _NUMBER.split(body) if p.strip(" ,;")]
    if len(numbered) > 1 and _NUMBER.match(body):
        return tuple(numbered)
    pieces = [p.strip() for p in _COMMA.split(body) if p.strip()]
    if len(pieces) < 2 or not all(_TELLS.match(f"{piece} ") for piece in pieces):
        return ()
    return tuple(f"Decision: {piece}" for piece in pieces) if _DECIDED.search(announced["heading"]) else tuple(pieces)
