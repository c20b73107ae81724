"""Rules inside of requests: "fix the footer and remember to never push to main", "never push to main, ok?", "could you
please not push to main?"."""

import re
from functools import lru_cache

from memorist.nodes.language.imperatives import VERB
from memorist.nodes.language.name_lists import all_given_names
from memorist.nodes.language.verbs import base_of
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

_PLEASE = r"(?:please|pls|kindly)"
_COURTESY = rf"(?:(?:{_PLEASE}|maybe|perhaps|just|all|in\s(?:the\s)?future|from\snow\son)[\s,]+)*"
_WHO = r"(?:you|we|everyone|everybody|people)\s"
_WOULD = r"(?:['’]d|\swould)\s"
_GOOD = (
    r"(?:(?:so|really|very|much|most)\s)?(?:amazing|appreciated|awesome|best|better|cool|fantastic|glad|good|grateful|"
    r"great|happier|happy|helpful|ideal|kind|lovely|nice|pleased|thankful|wonderful)(?:\sof\s(?:you|everyone))?"
)
_POLITE = re.compile(
    rf"(?:{_GREETED}(?:\s(?:there|all|team|folks|everyone))?[\s,!]+)*{_COURTESY}(?:"
    rf"(?:would|do)\syou\smind\s|(?:can|could|shall|should)\swe\s{_COURTESY}agree\s(?:on\s)?|would\sit\sbe\s(?:possible|ok|okay)\s|"
    rf"(?:it|i){_WOULD}be\s{_GOOD}\sif\s|i{_WOULD}(?:really\s)?(?:appreciate|like|love)\sit\sif\s|"
    rf"i{_WOULD}(?:much\s)?(?:rather|sooner)\s(?=(?:that\s)?(?:{_WHO}|nobody\s|no\sone\s))|"
    rf"(?P<asks>(?:could|can|would|will)\s{_WHO}))",
    re.IGNORECASE,
)
"""Beginning of a polite request: it asks for what stands behind it, or says how nice that would be."""
_NOT_TO = re.compile(
    rf"(?:(?:if|that|to)\s)?(?:{_WHO})?{_COURTESY}(?:(?P<never>never(?:\sever)?)\s|"
    r"(?P<nobody>nobody|no\sone)(?:\s(?:ever|may|can|should|must))*\s(?!(?:is|are|was|were|has|had)\b)|"
    r"(?P<negated>(?:not|don['’]t|do\snot|didn['’]t|did\snot)(?:\sto)?)\s|"
    rf"(?:avoid(?:ed)?|quit|refrain(?:ed)?\sfrom|stop(?:ped)?)\s(?=\w+ing\b)){_COURTESY}(?P<verb>[\w-]+)",
    re.IGNORECASE,
)
"""A prohibition behind such a beginning, up to its verb."""
_PLEASED = re.compile(rf"\b{_PLEASE}\b", re.IGNORECASE)
_PLEASE_BEHIND = re.compile(rf"[\s,]+{_PLEASE}$", re.IGNORECASE)
_OF_WHAT_CAN_BE = re.compile(r"\bcan\syou\s|\b(?:can|could|would|will)\swe\s", re.IGNORECASE)


@lru_cache(maxsize=2048)
def asked_for(sentence: str) -> str | None:
    """Return the prohibition that a sentence politely asks for, as an imperative; null where it asks for none.

    "Could you please not push to main?" is "Do not push to main", "It'd be nice if nobody used yarn" "Nobody may use
    yarn". The network judges the imperative: "Could you not open the file?" forbids nothing.
    """
    plain = " ".join(sentence.split()).rstrip(" ?!.")
    polite = _POLITE.match(plain)
    wish = _NOT_TO.match(plain, polite.end()) if polite else None
    if polite is None or wish is None:
        return None
    may_ask = polite["asks"] is not None and not _PLEASED.search(plain) and _OF_WHAT_CAN_BE.search(polite["asks"])
    if may_ask and (wish["negated"] or wish["never"]):  # "Can we never deploy on Fridays?", "Can you not find it?"
        return None
    forbids = "Never" if wish["never"] else "Nobody may" if wish["nobody"] else "Do not"
    asked = f"{forbids} {base_of(wish['verb'])}{_PLEASE_BEHIND.sub('', plain[wish.end() :])}"
    return asked if act_of(asked).act == "rule" else None


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
