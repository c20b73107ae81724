"""Standing instructions: how answers shall be given, whatever they are about."""

import re

from hypomnema.memory_store.domain.glance import Glance

QUERY = "always answer reply respond write in language tone style format length short bullet points"
TYPES = frozenset({"semantic:policy", "semantic:preference", "semantic:fact", "semantic:decision"})
_ABOUT_ANSWERS = re.compile(
    r"\b(?:answer(?:s|ing)?|repl(?:y|ies|ying)|respon[ds]\w*|explain(?:ed|ing)? (?:things|it)|"
    r"your (?:tone|style|language)|(?:call|address) me|(?:speak|talk|write) to me|summari[sz]e (?:things|it|first)|"
    r"(?:short|brief|concise|long|detailed) (?:answers|replies|explanations))\b",
    re.IGNORECASE,
)
_STANDING = re.compile(
    r"\b(?:always|never|please|prefers?|wants?|likes?|should|must|only|from now on|by default|every time|don't|"
    r"do not)\b",
    re.IGNORECASE,
)


def is_standing(memory: Glance) -> bool:
    """Whether a memory says how to answer, once and for all."""
    said = memory.content
    return memory.type in TYPES and bool(_ABOUT_ANSWERS.search(said)) and bool(_STANDING.search(said))
