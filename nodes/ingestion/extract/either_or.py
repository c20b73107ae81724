"""Answers to questions that name a thing and what it may be: "Should the digest come daily or weekly?" "weekly"."""

import re

from memorist.nodes.language.words import lower_first, upper_first

_THING = r"(?:the|your|our|my|this|that|these|those)\s[\w'’-]+(?:\s[\w'’-]+){0,2}?"
_BEGINS = r"(?:^|[.!:]\s)(?:(?:so|and|ok|okay|hey|btw)\W+)*"
_VERB = (
    r"(?:be|come|go|arrive|run|start|begin|open|happen|live|stay|sit|look|show|appear|land|fire|last|expire|end|close|return|"
    r"default|point|get|work|ship|move|sort|count|fall|stand|cover|cost|take|meet|post|refresh|update|rotate|repeat|"
    r"restart|sync)(?:\s(?:up|out|in|off|on(?=\s(?:on|in|at|to)\b)))?"
)
_SHOULD = re.compile(
    rf"{_BEGINS}(?:(?P<often>how\soften|when|where|how)\s)?(?:should|shall|must|will|do\syou\swant|would\syou\slike)\s"
    rf"(?P<thing>{_THING})\s(?:to\s)?(?P<verb>{_VERB})(?P<set>\s?[:,–-])?\s(?P<options>[^?]{{3,80}}\sor\s[^?]{{1,40}})\?\s*$",
    re.IGNORECASE,
)
_IS = re.compile(
    rf"{_BEGINS}(?P<be>is|are)\s(?P<thing>you|{_THING})\s(?P<options>[^?]{{3,60}}\sor\s[^?]{{1,40}})\?\s*$",
    re.IGNORECASE,
)
_WANT = re.compile(
    rf"(?:^|[.!:]\s)(?:do|would|should)\s(?:you|we|i)\s(?:want|prefer|like|rather\shave|put|keep|place)\s(?P<thing>{_THING})\s"
    r"(?P<options>(?:in|on|at|as|under|inside|beside|with|next\sto|above|below|behind|before|after|near)\s[^?]{2,60}\sor\s[^?]{1,40})\?\s*$",
    re.IGNORECASE,
)
_DO_YOU = re.compile(
    rf"{_BEGINS}do\s(?P<who>you|we)\s(?:usually\s|currently\s|normally\s|still\s)?(?!want\b|need\b|prefer\b|like\b|mean\b|think\b)(?P<act>[a-z]+\s(?:[\w'’-]+\s){{0,4}}?)"
    r"(?P<options>(?P<prep>in|on|at|with|via|through|by|from|to|as)\s"
    r"[\w.+#'’ -]{2,40}?,?\sor\s[\w.+#'’ -]{2,40})\?\s*$",
    re.IGNORECASE,
)
_PLACE_OF_TWO = re.compile(r"\W*(?:the\s)?(?P<place>former|latter|first|second)(?:\sone)?\W*$", re.IGNORECASE)
_FIRST_SAID = re.compile(r"^(?P<first>[^.;!\n]+)(?:[.;!]+\s+|\n)?(?P<rest>.*)$", re.DOTALL)
_PREPOSITION = re.compile(r"(?:in|on|at|by|to|from|for|with|as|every|after|before|under|above|below)\s", re.IGNORECASE)
_APART = re.compile(r",?\sor\s|,\s")
WHEN_I = re.compile(r"\s(?:when|while|if|so\sthat|for)\s(?:i|you|we)\b.*$", re.IGNORECASE)
"""Window or aisle when I compare flights: no part of what is chosen."""
_ENOUGH = re.compile(
    r"(?:\s(?:is|are|would\sbe|will\sbe|['’]s|works?|sounds?|seems?|will\sdo|it\sis))?(?:\s(?:plenty|enough|fine|good|better|best|ok(?:ay)?|great|perfect|ideal|"
    r"preferred|preferable|right))?(?:\s(?:for|with|by)\s(?:me|us|now))?(?:,?\s(?:please|pls|plz|thanks))?\W*$",
    re.IGNORECASE,
)
_LONGEST = 60
"""Characters of an answer that only chooses."""


def chosen(question: str, answer: str) -> str | None:
    """The statement that choosing makes: "I prefer the digest to come weekly"; null where it is no such question.

    A question after what there is makes a fact: "Is the office in Berlin or Munich?" "Munich".
    """
    said = answer.strip()
    if listed := _of_list(question, said):
        return listed
    asked = question.strip().rsplit("\n", 1)[-1]
    if not said or " or " not in asked:
        return None
    if told := _done_so(asked, said):
        return told
    if len(said) > _LONGEST:
        return None
    if found := _SHOULD.search(asked):
        option = _meant(found["options"], said)
        return option and f"I prefer {_ours(found['thing'])} to {found['verb'].lower()} {option}"
    if found := _WANT.search(asked):
        option = _meant(found["options"], said)
        return option and f"I prefer {_ours(found['thing'])} {option}"
    if found := _IS.search(asked):
        option = _meant(found["options"], said)
        of_you = found["thing"].lower() == "you"
        what = "I am" if of_you else f"{upper_first(_ours(found['thing']))} {found['be'].lower()}"
        return option and f"{what} {option}"
    return None


def _done_so(asked: str, answer: str) -> str | None:
    """ "Do you deploy the API with Fly.io or with Render?" "the former" → "We deploy the API with Fly.io"."""
    found, said = _DO_YOU.search(asked), _FIRST_SAID.match(answer)
    if found is None or said is None or len(said["first"]) > _LONGEST:
        return None
    offered = [
        option if _PREPOSITION.match(option) else f"{found['prep'].lower()} {option}"
        for option in map(str.strip, _APART.split(found["options"]))
    ]
    named, _, beside = said["first"].partition(", ")
    place = _PLACE_OF_TWO.match(named)
    if place and len(offered) == 2:
        option = offered[place["place"].lower() in {"latter", "second"}]
    else:
        option, beside = _meant(found["options"], said["first"]), ""
    if option is None:
        return None
    rest = "".join(f". {upper_first(more)}" for more in (beside, said["rest"]) if more)
    return f"We {_ours(found['act'].strip())} {option}{rest}"


_ITEM = re.compile(r"^\s*(?:[1-9]|[a-d])[.)]\s+(\S.*?)\s*$", re.MULTILINE | re.IGNORECASE)
_LISTS = re.compile(
    r"\b(?:which|what)\s(?:[\w-]+\s){1,4}?(?:should|shall|do|would|will)\s(?:it|we|you|i|the\s[\w-]+)\s(?:be|use|go\swith|pick|choose|take|want|prefer)\b",
    re.IGNORECASE,
)
_ORDINALS = ("first", "second", "third", "fourth")
_PLACE = re.compile(
    r"(?:i['’]d\s(?:say|go\s(?:with|for)|take)\s|let['’]?s\s(?:go\swith|take|do)\s|we['’]ll\stake\s)?(?:the\s|option\s|number\s|no\.?\s)?"
    r"(?P<place>first|second|third|fourth|last|[1-4]|[a-d])(?:\s(?:one|option))?(?:,?\s(?:please|pls|thanks))?\W*$",
    re.IGNORECASE,
)
_LONGEST_NAME = 4
"""In words: a longer item of a list is a way to go on, no thing to use."""


def _of_list(question: str, said: str) -> str | None:
    """ "Which provider should it be?", a list, and "the second one": what was chosen by its place."""
    items, place = _ITEM.findall(question), _PLACE.match(said)
    if len(items) < 2 or place is None or not _LISTS.search(question.partition("\n")[0]):
        return None
    word = place["place"].lower()
    at = (
        _ORDINALS.index(word) if word in _ORDINALS else len(items) - 1 if word == "last" else "1234abcd".index(word) % 4
    )
    if at >= len(items) or any(len(item.split()) > _LONGEST_NAME for item in items):
        return None
    return f"let's go with {items[at].rstrip(' .')}"


def _meant(options: str, said: str) -> str | None:
    """The one of the options that an answer means by its words, or by the beginning of them: "next to it"."""
    offered = [option.strip() for option in _APART.split(WHEN_I.sub("", options)) if option.strip()]
    if leading := _PREPOSITION.match(offered[0]):
        offered = [o if _PREPOSITION.match(o) else f"{leading[0].lower()}{o}" for o in offered]
    bare = _ENOUGH.sub("", said).strip(" .!,").lower()
    words = [word for word in bare.split() if word not in {"the", "it", "them", "ones", "one"}]
    if not words:
        return None
    fits = [option for option in offered if _begins(option.lower().split(), words)]
    return lower_first(fits[0]) if len(fits) == 1 else None


def _begins(option: list[str], words: list[str]) -> bool:
    """Whether the words stand in an option side by side; a single word may be short for it: "lefty"."""
    if len(words) == 1 and len(words[0]) > 3 and any(o.startswith(words[0].removesuffix("y")) for o in option):
        return True
    return any(option[at : at + len(words)] == words for at in range(len(option) - len(words) + 1))


def _ours(thing: str) -> str:
    return re.sub(r"\byour\b", "our", lower_first(thing))
