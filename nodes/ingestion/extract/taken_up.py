"""What "do that", "there" and "ours" take up: an act, a place or a thing that was spoken of just before."""

import re
from collections.abc import Sequence

from memorist.nodes.language.calendar_words import CALENDAR_WORDS
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.name_lists import is_coined

_DO_THAT = re.compile(
    r"^(?P<who>(?:(?:and|but|so|no|yes)\W+)*(?:we|i|they|the\steam|nobody|everyone)(?:['’]ll|\swill)?\s"
    r"(?:(?:don['’]t|do\snot|never|always|usually|only|mostly|still|also|rarely|often|already|can['’]t|cannot|must\snot|should\snot|won['’]t|may\snot)\s)+)"
    r"do\s(?:that|this|it)\b(?!\s(?:way|one|thing|because|since))",
    re.IGNORECASE,
)
_ASKED_TO = re.compile(
    r"\b(?:how\s(?:do|can|should|would|could)|should|can|may|shall|could|do)\s(?:i|we|you|one)\s(?:best\s|also\s|ever\s|just\s)?"
    r"(?P<act>(?!(?:do|use|like|think|know|want|mean|need|have|say|get)\b)[a-z]+(?:\s[^?.,;]+)?)\?\s*$",
    re.IGNORECASE,
)
_NOT_THE_SAME = re.compile(r"\b(?:it|this|that|these|those|them|me|my|you|your|here)\b|\sor\s", re.IGNORECASE)


def with_done(clause: str, spoken: Sequence[str]) -> str:
    """ "We never do that by hand" after "how do I roll back a release?" is about rolling back a release."""
    if not (found := _DO_THAT.match(clause)):
        return clause
    for text in spoken[:3]:
        if (asked := _ASKED_TO.search(text)) and not _NOT_THE_SAME.search(asked["act"]):
            return f"{found['who']}{asked['act']}{clause[found.end() :]}"
    return clause


NOT_SO = re.compile(
    r"^(?P<who>(?:(?:and|but|so)\s)*(?:i|we|he|she|they|(?:my|our|his|her|the)\s[\w'’-]+|[A-Z]\w+))(?P<be>['’]m|['’]re|['’]s|\s(?:am|are|is|was|were))"
    r"(?:n['’]t|\snot)(?=\W*$|,\s|\s(?:but|though|because|since)\b)",
    re.IGNORECASE,
)
_IS_SO = re.compile(
    r"(?:['’](?:s|m|re)|\b(?:is|are|am|was|were))\s(?:(?:also|both|all|still|now|very|really)\s)*"
    r"(?P<what>(?!(?:sure|ok|okay|fine|true|right|so|it|that|this|here|there|not|done|over)\b)(?:an?\s)?[a-z][\w-]*(?:\s(?:to|in|at|on|with)\s[\w\s-]{2,30})?)\W*$"
)


def with_same(clause: str, spoken: Sequence[str]) -> str:
    """ "I'm not" after "my wife's vegetarian" is about being vegetarian."""
    found = NOT_SO.match(clause)
    told = _IS_SO.search(spoken[0]) if found and spoken else None
    return f"{found.group()} {told['what']}{clause[found.end() :]}" if found and told else clause


THERE = re.compile(
    r"(?<!\bout )(?<!\bover )(?<!\bin )(?<!\bfrom )(?<!\bup )"
    r"(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bbeen )(?<!^)\bthere\b"
    r"(?!['’]|\s(?:is|are|was|were|will|has|have|had|must|should|can|may|might|would|isn|aren|be|been|comes?|exists?)\b)",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"\b(?P<in>in|at|on|to|from|into|off)\s(?P<what>(?:the|our|my)\s(?!(?:morning|evening|afternoon|weekend|end|meantime|moment|future|past|same|way|"
    r"other|first|last|next|list|phone|call|side|team|minute|hand|road|whole|beginning|start|middle)\b)(?:[a-z][\w-]*\s){0,2}?[a-z][\w-]{2,})"
    r"(?=$|[,.;!?]|\s(?:and|but|so|because|since|now|last|for|with|again|yesterday|today)\b)",
)
_TOWN = re.compile(r"\b(?:in|at|to|from|near)\s(?P<name>[A-Z][\w’'-]+(?:\s[A-Z][\w’'-]+)?)")
_BARE_NAME = re.compile(r"^\W*(?P<name>[A-Z][\w’'-]+(?:\s[A-Z][\w’'-]+){0,2})[.!]*\s*$")


def with_place(clause: str, spoken: Sequence[str]) -> str:
    """ "We write plain CSS there" after "Tailwind is gone from the admin panel" is about the admin panel."""
    if not spoken or not (found := THERE.search(clause)) or _places_in(clause[: found.start()]):
        return clause
    for text in spoken[:_TURNS_BACK]:
        places = _places_in(text)
        if len(places) == 1:
            return f"{clause[: found.start()]}{places.pop()}{clause[found.end() :]}"
        if places:
            break
    return clause


def _is_time(name: str) -> bool:
    return name.split(maxsplit=1)[0].lower() in CALENDAR_WORDS


_TURNS_BACK = 6


def _places_in(text: str) -> set[str]:
    """The places that a text names, each behind its preposition."""
    if (bare := _BARE_NAME.match(text)) and is_coined(bare["name"].split()[0].lower()):
        return {f"in {bare['name']}"}
    if address := _ADDRESS.search(text):
        return {f"to {address.group()}"}
    tools = {m.start for m in find_entities(text) if m.kind == "entity:technology"}
    towns = (t for t in _TOWN.finditer(text) if t.start("name") not in tools and not _is_time(t["name"]))
    named = {f"in {town['name']}" for town in towns}
    said = {(place["in"].lower(), place["what"]) for place in _PLACE.finditer(text)}
    return named | {f"{preposition if preposition in {'at', 'on'} else 'in'} {what}" for preposition, what in said}


_ADDRESS = re.compile(r"\b(?:s3|gs|https?|sftp)://[\w./-]*[\w/]")


OURS = re.compile(
    r"^(?:(?:and|but|so|ok|right|yes|no|well)\W+)*(?P<whose>ours|mine)(?=\s(?:is|are|was|were|has|have|runs?|lives?|costs?|takes?)\b)",
    re.IGNORECASE,
)
_ASKED_OF = re.compile(
    r"\b(?:what(?:['’]s|\sis|\sare)|how\s(?:big|large|long|high|old|fast)\s(?:is|are|should)|(?:difference|relation)\sbetween|typical|usual|normal|common|good)\s"
    r"(?:(?:the|an?)\s)?(?:(?:difference\sbetween|typical|usual|normal|common|good|recommended|default|right)\s)?(?P<what>(?!difference\b)[\w-]+(?:\s(?!in\b|for\b|of\b|on\b|be\b)[\w-]+){0,2}?)"
    r"(?=\?|\s(?:in|for|of|on|be)\b)",
    re.IGNORECASE,
)


def with_ours(clause: str, spoken: Sequence[str]) -> str:
    """ "Ours is 15 minutes" after "what is a usual timeout?" tells of our timeout."""
    if not (found := OURS.match(clause)):
        return clause
    for text in spoken[:3]:
        if asked := _ASKED_OF.search(text):
            whose = "our" if found["whose"].lower() == "ours" else "my"
            return f"{clause[: found.start('whose')]}{whose} {asked['what']}{clause[found.end() :]}"
    return clause
