"""Names that are common words too: "go" in "runs on go" and in "go on"."""

import re
from collections.abc import Sequence

from memorist.nodes.language.calendar_words import CALENDAR_WORDS, SEASONS
from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.lexicon import KnownName
from memorist.nodes.language.tokens import OPENING, Token, last_before

_USING = frozenset(
    "use uses used using prefer prefers adopt adopted adopting choose chose via run runs running replace replaced "
    "replaces adding add added drop dropped ditch ditched scrap scrapped".split()
)
_AFTER_CHOICE = frozenset({"with", "to", "on", "for", "from", "off"})
_CHOOSING = frozenset(
    "go going went gone stick stuck sticking switch switched switching move moved moving migrate migrated migrating "
    "settled standardized standardised decided opted away".split()
)
_ABOUT = frozenset("of about with on".split())
_SPEAKING = frozenset("heard think thoughts opinion opinions familiar experience experiences tried".split())
"""Words that, before :data:`_ABOUT`, are followed by the name of a thing: "have you heard of temporal"."""
_SWEARING = frozenset("swear swears swore swearing".split())
_KNOWING = frozenset("know knows knew".split())
_WELL = re.compile(r"\s(?:inside\s(?:and\s)?out|very\swell|by\sheart|in\smy\ssleep|like\sthe\sback\sof\smy\shand)\b")
_NEW_TO_ME = re.compile(
    r"\s(?:is|are)\s(?:still\s)?(?:(?:brand|pretty|very|quite|totally|all)\s)?new\s(?:to|for)\s(?:me|us|the\suser|the\steam)\b"
)
_THAN_A_NAME = re.compile(
    r"\s(?:(?:is|was|runs|feels|works|a\slot|way|much|far|like|even|so\smuch|\d+x)\s)*"
    r"(?:[a-z]{3,}er|(?:more|less)\s[a-z]+)\sthan\s[A-Z][a-z]{3,}"
)
_SET_PHRASES = frozenset(
    {
        *(("from", "scratch"), ("to", "scratch"), ("in", "front"), ("up", "front"), ("of", "front")),
        *((which, "rush") for which in ("spring", "christmas", "holiday", "summer", "the", "no", "a", "in")),
        *((which, "moment") for which in ("the", "this", "a", "any", "that", "last", "every")),
    }
)
_GO = frozenset("ahead all away back down for full home live on out over through to up with without".split())
"""Words behind "to go" that make it the verb ("decided to go with"), but not in "move to go for the backend"."""
_WRITING = frozenset("write writes writing".split())
_LEARNING = frozenset("learn learning learns learned learnt studying teaching know knows in".split())
"""Words before the name of a language, if the phrase ends with it: "learning rust", "reviews for anything in rust"."""
_BE = frozenset({"is", "are", "on", "in"})
_OF_CRAFT = frozenset("dyed spun knitted woollen wool cotton painted woven silk merino".split())
"""Words of handicraft, behind which a name is an ordinary word: "hand dyed yarn"."""
_GOING = frozenset("to i we you they and then can will could should let's he she".split())
"""Words before the verb "go", so that a number behind it is no version: "to go 1.5 km", but "go 1.22"."""
_RUNS = frozenset(
    "runs run running hosted deployed built written stored lives live goes go moved sits logged tracked kept keep "
    "managed log settled rely relies based sent pushed synced made done handled keeps "
    "shipped forwarded exported streamed piped dumped indexed served".split()
)
ONTO = frozenset("on in into to with via through thru behind".split())
"""Prepositions that lead from such a verb to the technology: "runs on", "goes into"."""
_GOES_ON = frozenset(
    "since and now for because but so from at or instead these by until when if again everywhere plus with on "
    "before after while where which in these days last this next yesterday recently already too as only".split()
)
_OURS_IS = re.compile(
    r"(?:^|.*,\s)(?:the|our)\s"
    r"(?:(?!goal|aim|plan|motto|idea|point|problem|name|colou?r|theme|hope|wish)[\w/-]+\s){1,3}?(?:is|are)\s"
    r"(?:now\s|still\s|(?:written|built|made|hosted|done)\s)?(?:in\s|on\s)?$",
    re.IGNORECASE,
)
"""The name of a part of the stack and "is", before the technology that it is: "our netcode is mirror"."""
_SHORT_NAME = 3
_OF_PRODUCTS = frozenset(
    "sheet sheets spreadsheet macro macros webhook webhooks api apis sdk sdks cli dashboard dashboards "
    "plugin plugins checkout workspace subscription subscriptions integration integrations cluster "
    "clusters instance instances bucket buckets tickets bot bots".split()
)
"""Things that products have: before them an ordinary word is a product's name, as in "stripe webhooks"."""
_SPANS = frozenset(
    "week weekend month year quarter time day morning afternoon evening night sprint release version iteration cycle "
    "milestone round retro standup meeting call semester term season shift one step steps phase stage few couple two "
    "three".split()
)
"""Words behind an ambiguous name that make it part of a time and no technology: "next week", "next sprint"."""
_IN_TIME = frozenset("in this last next by until since over during the to every late early mid of for".split())
"""Before a season: "in spring", though Spring is a framework."""
_VERSION = re.compile(r"v?\d+\.[\d.x]+$|v\d+$")
_WITHIN = frozenset("in with from over on and or through into via it's its".split())
_STATES = frozenset(
    "is was has makes works keeps handles replaces replaced breaks crashes fails does needs feels looks "
    "re-renders rerenders renders compiles supports ships provides offers lets allows".split()
)

_DOES = frozenset("does makes works keeps handles replaces breaks crashes".split())
"""Verbs behind a lower-case name that begins a text with other technology in it: "ray does the training"."""


def is_meant(  # noqa: PLR0911 - one case after the other
    text: str, tokens: Sequence[Token], first: int, after: int, entry: KnownName, *, serves: bool, technical: bool
) -> bool:
    """Return true if a name that is also a common word is meant as a name here.

    ``first`` and ``after`` bound the name in ``tokens``; ``serves``: the text speaks of what the thing is for,
    "tickets" beside "Linear"; ``technical``: other technology is named in it.
    """
    token = tokens[first]
    before = tokens[first - 1].folded if first else ""
    in_small = token.text.islower()
    if (in_small or token.folded == "next") and _is_a_time(tokens, first, after):
        return False
    if text.startswith("&", tokens[after - 1].end):
        return False  # R&D
    if in_small and before in _OF_CRAFT:
        return False
    if in_small and token.folded == "windows":
        return _is_a_system(text, tokens, first, after)
    if in_small and ((before, token.folded) in _SET_PHRASES or _is_to_go(tokens, first)):
        return False
    written = text[token.start : tokens[after - 1].end]
    following = tokens[after].folded if after < len(tokens) else ""
    written_in = before in (_WRITING | _LEARNING) and entry.field == "language" and ends_phrase(text, tokens, after)
    if before in _USING or (before == "written" and technical) or written_in or in_company(text, tokens, first, after):
        return True
    numbered = entry.field == "language" and before not in _GOING and ends_phrase(text, tokens, after + 1)
    versioned = (written == entry.exact or numbered) and _VERSION.match(following)
    if versioned or (following in _OF_PRODUCTS and len(token.folded) > _SHORT_NAME + 1):
        return True
    if written == entry.exact and not written.islower():
        if written.isupper() or technical or not _starts_sentence(text, token.start):
            return True
        unusual = len(token.folded) >= _SHORT_NAME and not is_ordinary(token.folded)
        if written == entry.canonical and (following in _STATES or unusual or serves):
            return True
    if _is_rare(token) and (technical or not first or before in _WITHIN or serves):
        return True
    if before in _WITHIN or (not first and following in _DOES):
        return technical
    return before == "to" and technical and text.find(" from ", 0, token.start) >= 0


_SYSTEMS = frozenset("macos mac linux ios android ubuntu chromeos osx".split())
_OF_SYSTEMS = frozenset(
    "build builds machine machines laptop laptops pc pcs server servers user users only app apps version client "
    "installer runner runners agent agents box host hosts support paths path line defender update updates".split()
)
_UNDER = frozenset("on for under from via to against of".split())


def _is_a_system(text: str, tokens: Sequence[Token], first: int, after: int) -> bool:
    """Return true if "windows" in small letters is the system: "on windows", "windows 11", not "maintenance
    windows"."""
    before = tokens[first - 1].folded if first else ""
    following = tokens[after].folded if after < len(tokens) else ""
    if following[:1].isdigit() or following in _OF_SYSTEMS or before in _UNDER | _USING:
        return True
    beside = {before, following} & {"and", "or"} or text[tokens[after - 1].end :][:1] in {",", "/"}
    return bool(beside) and any(t.folded in _SYSTEMS for t in tokens)


def _is_to_go(tokens: Sequence[Token], first: int) -> bool:
    """Return true if "go" is the verb: "decided to go with it", but not "switched to go for the backend"."""
    if not first or tokens[first].folded != "go" or tokens[first - 1].folded != "to":
        return False
    following = tokens[first + 1].folded if first + 1 < len(tokens) else ""
    moved = first > 1 and tokens[first - 2].folded in _CHOOSING - {"decided", "opted", "going"}
    return following in _GO and not moved


def _is_rare(token: Token) -> bool:
    return len(token.folded) > _SHORT_NAME and not is_ordinary(token.folded)


def _is_a_time(tokens: Sequence[Token], first: int, after: int) -> bool:
    before = tokens[first - 1].folded if first else ""
    following = tokens[after].folded if after < len(tokens) else ""
    spans = following in _SPANS or (tokens[first].folded == "next" and following in CALENDAR_WORDS)
    return spans or (tokens[first].folded in SEASONS and before in _IN_TIME)


def in_company(text: str, tokens: Sequence[Token], first: int, after: int) -> bool:
    """Return true if the words before a name are those that people say before technologies: "runs on", "our ci is"."""
    behind = tokens[after - 1].end
    if _THAN_A_NAME.match(text, behind) or _NEW_TO_ME.match(text, behind):
        return True
    if not first:
        return False
    before, earlier = tokens[first - 1].folded, tokens[first - 2].folded if first > 1 else ""
    if (before == "by" and earlier in _SWEARING) or _is_known_well(text, tokens, first, after):
        return True
    if (before in _ABOUT and earlier in _SPEAKING) or (before in _AFTER_CHOICE and earlier in _CHOOSING):
        return True
    ours = before in _BE and bool(_OURS_IS.match(_near(text, tokens[first].start)))
    return (is_placed(tokens, first) or ours) and ends_phrase(text, tokens, after)


_NEAR = 200


def _near(text: str, start: int) -> str:
    """The last characters before a place, behind an ellipsis if the text is longer than that."""
    return text[:start] if start <= _NEAR else f"…{text[start - _NEAR : start]}"


def _is_known_well(text: str, tokens: Sequence[Token], first: int, after: int) -> bool:
    """Return true if somebody tells how well they know a thing: "I know pandas inside out"."""
    return tokens[first - 1].folded in _KNOWING and bool(_WELL.match(text, tokens[after - 1].end))


def is_placed(tokens: Sequence[Token], first: int) -> bool:
    """Return true if something runs on, goes into or was moved to what begins at a token."""
    if first < 2:
        return False
    before, earlier = tokens[first - 1].folded, tokens[first - 2].folded
    moved = before == "to" and any(t.folded in _CHOOSING for t in tokens[max(0, first - 6) : first - 1])
    return moved or (before in ONTO and earlier in _RUNS)


def ends_phrase(text: str, tokens: Sequence[Token], after: int) -> bool:
    """Return true if a phrase ends with the name, which is no part of a longer one: "runs on go", not "runs on go
    time"."""
    if after >= len(tokens) or tokens[after].folded in _GOES_ON:
        return True
    return text[tokens[after - 1].end : tokens[after].start].lstrip()[:1] in {",", ".", ";", "(", "!", ":"}


def _starts_sentence(text: str, start: int) -> bool:
    return last_before(text, start, skipping=OPENING) in {*".!?:\n", ""}
