"""Rules inside of requests: "fix the footer and remember to never push to main", "never push to main, ok?"."""

import re
from functools import lru_cache

from memorist.nodes.language.imperatives import VERB
from memorist.nodes.language.name_lists import all_given_names
from memorist.nodes.reading.speech_acts.acts import act_of

_TAG = re.compile(
    r"(?<![\s,;.–—-])[\s,;.–—-]+"
    r"(?:ok|okay|alright|all right|understood|clear|got it|agreed|deal|please|yeah)\s*\?+\s*$",
    re.IGNORECASE,
)
"""A question behind a statement that asks for consent only. "Right?" and "yes?" ask whether it is so."""
_PROHIBITION = r"(?P<rule>(?:never|do\s+not|don['’]t)\s.+)$"
_ADDRESSED = re.compile(rf"(?P<front>[^,;:]{{1,60}})[,;:]\s+{_PROHIBITION}", re.IGNORECASE)
_REMINDED = re.compile(
    r"^(?P<front>.+?)(?:[,;:]|\s[-–—]|\s(?=and\b|but\b))\s*(?:(?:and|but|also|just)\s+){0,3}"
    r"(?:(?:please|pls)\s+|(?:remember|make\s+sure|be\s+sure|take\s+care)\s+(?:to\s+|you\s+)?)+" + _PROHIBITION,
    re.IGNORECASE | re.DOTALL,
)
_GREETED = r"(?:hey|hi|hello|ok|okay|so|also|then|now|and|please|pls)"
_ASKS_FOR_WORK = re.compile(
    rf"\W*(?:{_GREETED}[\s,]+)*(?:(?:can|could|would|will)\s(?:you|we)\s|(?:let['’]?s\s+|(?:please|pls|just|also)\s+)*{VERB})",
    re.IGNORECASE,
)
_LABEL = re.compile(
    rf"(?:{_GREETED}|there|all|team|folks|one|quick|more|last|small|thing|note|reminder|rule)", re.IGNORECASE
)


@lru_cache(maxsize=2048)
def laid_down_in(sentence: str) -> str | None:
    """Return the part of a sentence that lays down a prohibition, though the sentence asks for something or for
    consent; null where no part does. It is a piece of the sentence, as said."""
    said = _TAG.sub("", sentence).strip()
    if (reminded := _REMINDED.match(said)) and _ASKS_FOR_WORK.match(reminded["front"]):
        part = reminded["rule"].rstrip(" ?")
    elif said == sentence.strip() or said.endswith("?"):
        return None
    else:
        addressed = _ADDRESSED.fullmatch(said)
        part = addressed["rule"] if addressed and _is_address(addressed["front"]) else said
    return part if act_of(part).act == "rule" else None


def _is_address(front: str) -> bool:
    """Return true for a greeting, a label or names: nothing that reports what follows."""
    people = all_given_names()
    return all(
        _LABEL.fullmatch(word) or (word[0].isupper() and word.casefold() in people)
        for word in re.findall(r"\w+", front)
    )
