"""The types of slots: what may stand in them, as bounded regular expressions over the words of a line."""

import re
from collections.abc import Mapping
from functools import lru_cache

from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.shipped import shipped
from memorist.nodes.reading.markers import PEOPLE

_WORD = r"[^\s,;:()\[\]{}<>\"“”?|]{1,80} "
_NAME_WORD = r"(?-i:[A-Z\u00C0-\u00DE])[\w.'-]{0,30} "
_TRIGGER_STOPS = "it|they|he|she|them|his|her|their|but|because|although|then"
_SUBJECTS = frozenset({"who", "me", "we", "us", "person"})


@lru_cache(maxsize=1)
def _lists() -> Mapping[str, str]:
    """The word lists as alternatives; the stop words among them."""
    data = shipped(__name__, "slots.yaml")
    words = shipped(__name__, "words.yaml")
    lists = {name: "|".join(part.strip() for part in str(text).split(" | ")) for name, text in data.items()}
    return lists | {name: "|".join(words[name].split()) for name in ("stops", "act_stops")}


def _words(most: int, stops: str, *, fewest: int = 1, lazy: bool = True, word: str = _WORD) -> str:
    """Some words, none of them a stop word."""
    return rf"(?:(?!(?:{stops}) ){word}){{{fewest},{most}}}{'?' if lazy else ''}"


def _begun(first: str, most: int, stops: str) -> str:
    """One of the words ``first``, and what follows it."""
    return rf"(?:{first}) {_words(most, stops, fewest=0, lazy=False)}"


@lru_cache(maxsize=1)
def slot_types() -> Mapping[str, str]:
    """The regular expression of each type. All are bounded: what a match costs does not grow with the sentence."""
    return _people() | _phrases() | _acts() | _values()


def _people() -> dict[str, str]:
    lists = _lists()
    kin = f"(?:{'|'.join(sorted(PEOPLE))}) "
    team = r"(?:we|(?:our|the|my) (?:[\w-]{1,20} ){0,2}?team|everyone (?:here|on the team)|us) "
    no_name = (
        "i|we|you|it|he|she|they|this|that|these|those|there|my|our|the|a|an|if|when|what|never|always|please|no|not"
    )
    name = rf"(?!(?:{no_name}) ){_NAME_WORD}(?:(?:van|de|von|der|la) )?(?:{_NAME_WORD}){{0,2}}"
    client = rf"(?:{name}|(?:the|our) (?:[\w-]{{1,20}} )?(?:{lists['clients']}) |{name}'s (?:[\w-]{{1,20}} ))"
    person = rf"(?:(?:(?:my|our|the) (?:[\w-]{{2,20}} ){{0,2}})?{kin}(?:{_NAME_WORD})?|{name})"
    many = rf"(?:a|an|one|two|three|four|five|no|\d) (?:\w{{1,12}} ){{0,2}}(?:{lists['kin_many']}) "
    few = _words(3, lists["stops"], fewest=0, lazy=False)
    return {
        "who": rf"(?:i |{team}|{person})",
        "me": "i ",
        "we": team,
        "us": rf"(?:i |{team})",
        "person": person,
        "name": name,
        "client": client,
        "holder": rf"(?:{person}|(?:the|our) (?:[\w-]{{1,20}} ){{0,3}}(?:{lists['groups']}) )",
        "relation": rf"(?:\w{{1,12}} )?{kin}",
        "relations": many,
        "role": rf"{few}(?:{lists['roles']}) (?:of {_words(3, lists['stops'], lazy=False)})?",
        "state": rf"(?:{lists['states']}) ",
        "absent": rf"(?:{lists['absent']}) ",
        "illness": rf"(?:{lists['illnesses']}) ",
    }


def _phrases() -> dict[str, str]:
    lists = _lists()
    stops = lists["stops"]
    item = _words(4, f"{stops}|to|in|on|at|with|by|of|as|over", lazy=False)
    noun = _words(7, stops)
    few = _words(4, stops, fewest=0, lazy=False)
    return {
        "things": rf"(?:{item}(?:, {item}){{0,8}}(?:, )?(?:and|&|plus|\+) {item}|{noun})",
        "either": rf"{item}(?:, {item}){{0,8}}(?:, )?(?:or|nor) {item}",
        "thing": noun,
        "purpose": noun,
        "other": _words(6, f"{stops}|in|on|at|with"),
        "subject": rf"(?!(?:a|an|we|i|my) )(?!\S+ (?:{lists['determiners']}) ){_words(6, stops)}",
        "own": rf"(?:my|our|the) {_words(4, f'{stops}|in|on|at')}",
        "trouble": rf"{few}(?:{lists['troubles']}) ",
        "document": rf"{few}(?:{lists['documents']}) ",
        "habit": rf"(?:{lists['habits']}) ",
        "prep": "(?:for|in|on|within|across|as|at|with|when|during) ",
    }


def _acts() -> dict[str, str]:
    lists = _lists()
    stops, orders = lists["act_stops"], lists["orders"]
    past = "(?!need|feed|embed|exceed|proceed|speed|seed|shed|bleed|breed)[a-z]{1,20}ed"
    polite = "please |always |we |you |first |you (?:must|should|need to|have to) |make sure to "
    return {
        "act": _words(16, stops),
        "wish": rf"(?!(?:{stops}) )" + _words(24, "because|but|if|though|although", word=r"[^\s?]{1,60} "),
        "acts": _words(24, stops, word=r"\S{1,60} "),
        "deed": rf"(?!(?:{lists['no_deed']}|{past}) ){_words(16, stops)}",
        "ing": rf"[a-z]{{2,20}}ing {_words(10, stops, fewest=0, lazy=False)}",
        "going": rf"(?:{lists['goings']}) {_words(6, stops)}",
        "doing": rf"(?:{lists['activities']}) {_words(10, stops)}",
        "done": rf"(?:{lists['done']}) ",
        "fault": _begun(lists["faults"], 14, stops),
        "faulting": _begun(lists["faulting"], 10, stops),
        "broken": _begun(lists["broken"], 10, stops),
        "imperative": rf"(?:please )?(?:{orders}) " + _words(10, f"{stops}|me|us|again|a look|get|gets|is|are"),
        "steps": rf"(?:{polite})?(?:{orders}) (?:\S{{1,120}} ){{1,60}}",
        "numbered": r"(?=\(?1[.)] )(?:\S{1,120} ){4,160}",
        "trigger": rf"(?!(?:{lists['no_trigger']}) )" + _words(14, _TRIGGER_STOPS, word=r"[^\s,;:]{1,60} "),
        "gone": "(?:gone|history|retired|(?:switched|turned) off|shut down|cancelled|canceled|discontinued|dead|over) ",
        "out": r"(?:released|available|out|here|live|shipped|landed) ",
        "before": "(?:before|after|prior to) ",
        "text": r"(?:\S{1,120} ){1,160}",
    }


def _values() -> dict[str, str]:
    lists = _lists()
    stops, act_stops, manners = lists["stops"], lists["act_stops"], lists["manners"]
    date_word = rf"(?:{lists['days']}|[\w.:-]{{0,8}}\d[\w.:-]{{0,10}})"
    told = "(?:answers?|replies|responses|explanations|summaries|text|prose|messages)"
    host = r"[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}(?:/\S{0,200})?"
    hour = (
        r"(?:(?:from|until|to|till|between|and|-|am|pm) |\d[\d:.apmh-]{0,10} |"
        r"(?:mon|tues|wednes|thurs|fri|satur|sun)days? )"
    )
    return {
        "value": _words(10, f"{act_stops}|and|or|not|never|no"),
        "number": r"[$€£]?\d[\w.,:%/$€£-]{0,20} ",
        "amount": r"(?:(?:about|around|at least|at most|up to|over|under|only|max) )?[$€£#]?\d[\w.,:%/$€£-]{0,24} "
        + _words(5, stops, fewest=0, lazy=False, word=r"[^\s,;:]{1,40} "),
        "day": rf"(?=(?:\S{{1,20}} ){{0,4}}{date_word} )(?:(?:{lists['beside_dates']}|{date_word}) ){{1,7}}",
        "often": rf"(?:every|each|on|once|twice) (?:(?:{lists['beside_dates']}|other|a|{date_word}) ){{1,6}}",
        "hours": rf"{hour}{{1,9}}",
        "manner": rf"(?:(?:{manners}) (?:and )?){{1,3}}(?:{told}(?: [^\s,;:]{{1,40}}){{0,6}} )?",
        "address": rf"(?:https?://\S{{3,300}}|[\w.-]{{1,80}}:\d{{2,5}}|\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?::\d+)?|{host}) ",
        "path": r"(?:[\w.@()\[\]-]{0,60}(?:/[\w.@()\[\]-]{1,60}){1,9}/?|https?://\S{3,300}) ",
        "channel": r"#[\w-]{1,60} ",
    }


def adverb_after(kind: str) -> str:
    """Return the pattern of adverbs between a subject and its verb, outside of the slot."""
    return rf"(?:(?:{_lists()['adverbs']}) )?" if kind in _SUBJECTS else ""


_FIRST_PERSON = re.compile(r"(?:i|we|my|our|us|me)\b", re.IGNORECASE)
_TEAM = re.compile(r"(?:we|us|everyone.*|(?:our|the|my) team)", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:(?:the|a|an|our|my|all|some|their) )+", re.IGNORECASE)
_NO_NAMES = frozenset("i we you he she it they there this that these those what who how why when where if".split())


def is_first_person(text: str) -> bool:
    """Return true if a slot names the speaker or their team."""
    return _FIRST_PERSON.match(text) is not None


def without_article(text: str) -> str:
    """A noun phrase without the article or the possessive in front of it."""
    return _ARTICLE.sub("", text) or text


def subject_of(text: str, speaker: str) -> str:
    """The subject of a claim for what a slot holds: ``user`` or the speaker's name for "I", ``team`` for "we"."""
    bare = text.strip()
    if bare.casefold() == "i":
        return speaker
    if _TEAM.fullmatch(bare):
        return "team"
    if bare[:3].casefold() == "my ":
        return f"{speaker}'s {bare[3:]}"
    return without_article(bare)


def is_person(text: str) -> bool:
    """Return true if what fills a slot for a person can be one: a capital at the start of a sentence makes no name."""
    first = text.split(maxsplit=1)[0].casefold()
    if is_first_person(first) or first == "the":
        return True
    if first == "everyone":
        return len(text.split()) > 1
    return first not in _NO_NAMES and not is_ordinary(first)
