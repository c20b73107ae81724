"""A request to forget: ``@forget …``, or in plain words, "please forget where I live". Nothing is erased unasked.

The model of speech acts says whether a sentence is one; here it is cut down to what is to be forgotten.
"""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.sentences import sentences_in
from memorist.nodes.reading.gate.rules import FORGET_COMMAND, is_command, is_question
from memorist.nodes.reading.keeping import only_keeps, parts_of
from memorist.nodes.reading.segments import Segment, segments_of
from memorist.nodes.reading.speech_acts.acts import act_of, load

_VERB = re.compile(
    r"\b(?:(?:don['’]?t|do\snot|didn['’]?t|not|never|stop|no\slonger)\s(?:want\syou\sto\s|to\s)?"
    r"(?:keep|store|save|remember|memori[sz]e|retain|record|know|hold(?:\son\sto)?|note)(?:ing)?"
    r"|(?:storing|saving|keeping|remembering)|forget(?:ting)?|unlearn(?:ing)?|delet(?:e|ing|ion\sof)|"
    r"eras(?:e|ing)|wip(?:e|ing)|scratch"
    r"|remov(?:e|ing)|scrub|purge|scrap|strike|expunge|drop|clear|lose|get\srid\sof|throw\saway|"
    r"blank\sout|undo\sremembering"
    r"|hold\son\sto|consent\sto\sstore|(?:take|get)(?=\s.{2,60}\sout\sof))\b\s*",
    re.IGNORECASE,
)
"""Verbs of a request to forget; the object follows."""
_PLACE = r"(?:memor(?:y|ies)|notes?|records?|knowledge|head|mind|brain|files?|storage|lists?)"
_TAIL = re.compile(
    rf"\s(?:(?:from|out\sof|in|off)\s(?:what\syou\s\w+(?:\s\w+)?|(?:your\s|the\s|my\s|"
    rf"all\s)?{_PLACE}\b(?!\.\w|[\w/-]))"
    r"|on\sfile|any\s?more|with\syou|from\sthe\srecord|anywhere|stored|saved|deleted|erased|for\s(?:good|ever)|forever|"
    r"completely|entirely|again|now"
    r"|"
    r"please|pls|plz|thanks|thank\syou|thx|ok(?:ay)?|right\snow|if\syou\scan|would\syou|will\syou|could\syou|altogether)\W*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?:[,;:–—(]\s*|\s)(?:because|since)\b.*$"
    r"|[,;:–—(.]\s*(?:i|it|that|this|please|pls|thanks?|thx|it['’]s|that['’]s|as|would|will|could|if|don['’]?t|"
    r"and\splease)\b.*$",
    re.IGNORECASE | re.DOTALL,
)
"""A reason or manners behind what is named."""
_ALL = (
    r"(?:(?:all|everything|anything|whatever|what|"
    r"the\s(?:thing|stuff|part|bit|info(?:rmation)?|entry|note|memory|data))\s)"
)
_SAID = (
    r"(?:(?:that\s)?(?:you|i|we)\s(?:(?:just|ever|once|have|had|may|might)\s)*"
    r"(?:know|said|told\syou|mentioned|saved|stored|have|wrote|noted|learned)\s?)"
)
_ABOUT = re.compile(
    rf"^(?:(?:all\s)?(?:memories|notes|data)\s(?:of|about|on)\s|{_ALL}*{_SAID}?(?:about|of|on|regarding)\s"
    rf"|(?:i\s(?:ever\s)?(?:told\syou|mentioned|said)\s(?:about\s)?)|(?:the\sfact\s)?that\s(?=\S+\s\S)|about\s|all\s(?=my\b))+",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    rf"^\W*(?:(?:hey|ok|okay|so|and|oh|also|sorry|please)\W+)*(?:{_ALL}?{_SAID}(?:about\s)?|"
    r"i\s(?:should(?:n['’]t|\snot)\s)?(?:have\s)?told\syou\s(?:about\s)?|"
    r".{0,60}?\babout\s|i\s(?:don['’]t|do\snot|no\slonger)\swant\s(?:you\sto\sknow\s)?|you\sshould(?:n['’]t|\snot)\shave\ssaved\s)?",
    re.IGNORECASE,
)
_NAMES = re.compile(r"\b(?:my|our|his|her|their|the|about|[\w.-]+['’]s\s\w)\b(?<!it['’]s)", re.IGNORECASE)
_AFTERWARDS = re.compile(
    r"(?:[,:;.–—-]|\s(?:should|must|can|could|has|may|is|are|was|were|be|shall|to)\b(?!\w)).*$",
    re.IGNORECASE | re.DOTALL,
)
_WANTED = re.compile(
    r"^\W*(?:please\s)?(?:i\s(?:don['’]?t|do\snot)\swant|i\swant|i['’]d\slike|make\ssure(?:\sthat)?|please\shave)\s"
    r"(?!you\b)(?P<what>.{2,80}?)\s(?:to\sbe\s|is\s|are\s|isn['’]t\s|aren['’]t\s)?(?:no\slonger\s|not\s)?"
    r"(?:stored|saved|kept|deleted|erased|remembered|forgotten|in\syour\s\w+|on\sfile)\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"^\W*(?:nothing\sabout\s)?(?P<what>.{2,80}?)\s(?:should|can|could|must|may|has\sto|have\sto)\s(?:not\s|please\s)?(?:be|go|stay|disappear)\b",
    re.IGNORECASE,
)
_THAT_LAST = (
    r"(?:my|the|that)\s(?:very\s)?last\s"
    r"(?:message|sentence|remark|bit|part|one|line|thing(?:\si\s(?:just\s)?(?:said|wrote|told\syou))?)"
)
_THAT = re.compile(
    r"(?:(?:what|everything|anything|all|the\slast\sthing)\s(?:that\s)?(?:i|"
    r"we)(?:['’]ve)?\s(?:have\s)?(?:just\s|a\sminute\sago\s)?"
    r"(?:said|told\syou|wrote|mentioned|typed)(?:\s(?:just\snow|a\s\w+\sago|there|last))?"
    rf"|i\sasked|{_THAT_LAST}"
    r"(?:\sabout\s.+)?|(?:that|this|it|these|those|them)(?:\s(?:again|one|down))?)?",
    re.IGNORECASE,
)
"""Words that refer to the turn before."""
POINTS_BACK = re.compile(r"\b(?:that|this|it|these|those|said|told|message|last)\b", re.IGNORECASE)
"""Words that may refer to what was said before."""
_OWNED = r"(?:(?:my|our|his|her|their)\s|where\s|when\s|who\s|how\s|what\s|(?-i:[A-Z])[\w.-]+['’]s\s)"
_EACH = re.compile(rf",?\s(?:and|or)\s(?={_OWNED}\w)", re.IGNORECASE)


_MANNERS = r"(?:please|pls|plz|kindly|thanks|thank\syou|thx|again|now|would\syou|will\syou|could\syou|ok|okay)"
_LEAD = (
    rf"\W*(?:(?:{_MANNERS}|can|could|would|will|you|just|and|but|so|sorry|oh|ah|hm+|no|yes|well|actually|right|true|"
    r"wait|hey)\W+)*"
)
_WHAT_I_SAID = re.compile(
    rf"{_LEAD}{_VERB.pattern}"
    r"(?:what|everything|all|anything)\s(?:that\s)?i(?:['’]ve)?\s(?:just\s)?(?:said|told\syou|wrote|mentioned|typed)"
    r"(?:\s(?:just\snow|please))?\W*$",
    re.IGNORECASE,
)
"""A request about the turn before in so many words, which is never said by the way as "forget it" is."""
_FORGET_THAT = re.compile(
    rf"(?P<polite>(?=.*\b(?:please|pls|plz|kindly)\b))?{_LEAD}(?:forget|delete|erase|remove|unlearn|wipe)\s"
    rf"(?:(?:all\s(?:of\s)?)?(?:that|this|these|those)|{_THAT_LAST}|(?(polite)it|(?!)))(?:\W+{_MANNERS})*\W*$",
    re.IGNORECASE,
)
"""A request about what was said last, if nothing is stated behind it: "Forget that. We'll fly." only corrects it."""
_IMPERATIVE = re.compile(
    rf"{_LEAD}(?:forget|erase|unlearn)\s|\W*(?:please|pls|plz|kindly)\s(?:delete|remove|wipe)\s|"
    r"\W*(?:bitte\s(?:vergiss|vergessen\ssie)|vergiss\sbitte|vergessen\ssie\sbitte|oublie[sz]?|olvid[ae])\s",
    re.IGNORECASE,
)
"""Beginning of a request in the plainest words. One that the network takes for a request is surely one: of 3,225
sentences that only sound like one (`evals/speech_acts/misheard.jsonl`), none is both."""
_SUPPOSED = re.compile(
    r"\b(?:would|will|did|do|have|am|was)(?:n['’]t|\s(?:never|not))\s(?:ever\s)?(?:ask(?:ed|ing)?|tell(?:ing)?|told)\s"
    r"(?:you\s)?(?:not\s)?to\b|"
    r"\bif\s(?:i|we|somebody|someone|anyone)\s(?:ever\s|were\sto\s)?(?:ask(?:ed|s)?|told|tells?|wanted|said)\b",
    re.IGNORECASE,
)
"""A request of which a sentence only speaks: "I would never ask you to forget that", "what if I asked you to"."""


def asks_to_forget(sentence: str) -> bool:
    """Return true if a sentence is a request to forget, by command or in plain words."""
    if is_command(sentence) or _WHAT_I_SAID.match(sentence):
        return True
    return _SUPPOSED.search(sentence) is None and act_of(parts_of(sentence).asked).act == "forget"


def _ask_together(sentences: str) -> bool:
    """Return true if two sentences, neither of which is a request, are one: so many are said in a row that it has to be
    more probable than of one."""
    return asks_to_forget(sentences) and act_of(sentences).likelihood("forget") >= load().limits.together


def surely_asks_to_forget(request: str) -> bool:
    """Return true if a request is so sure to be one that what it means is hidden, or its own words are not kept."""
    if is_command(request) or only_keeps(request):
        return True
    request = parts_of(request).asked
    least, sentences = load().limits.sure, {request, *sentences_in(request)}
    clauses = {clause for one in sentences for clause in _MARKS.split(one)[1:]}
    plainly = any(map(_refers_plainly, sentences | clauses))
    return plainly or any(
        act_of(one).likelihood("forget") >= least or (_IMPERATIVE.match(one) and act_of(one).act == "forget")
        for one in sentences
    )


def _refers_plainly(sentence: str) -> bool:
    """Return true if a sentence asks in so many words to forget what was said before it."""
    return _WHAT_I_SAID.match(sentence) is not None or _FORGET_THAT.match(sentence) is not None


def words_to_forget(request: str) -> str:
    """Return what a request asks to forget, without command, manners and what is to be kept; empty for what was said
    before."""
    request = parts_of(request).asked
    if is_command(request):
        return _bare(FORGET_COMMAND.sub("", request, count=1))
    found = _WANTED.match(request) or (None if _VERB.match(request.lstrip()) else _PASSIVE.match(request))
    if found and _VERB.search(found["what"]) is None:
        return _bare(found["what"])
    verb = _VERB.search(request)
    if verb is None:
        return ""
    named = _bare(request[verb.end() :])
    if named:
        return named
    before = request[: verb.start()]
    rest = _BEFORE.sub("", before, count=1)
    return _bare(_AFTERWARDS.sub("", rest)) if _NAMES.search(before) else ""


def requests_among(segments: Sequence[Segment]) -> list[tuple[int, ...]]:
    """Return the places of the sentences of each request to forget: one that is a request by itself, or two in a row
    of which only both together are ("I shouldn't have told you about Darren. Scrub it, will you") or the second refers
    back to the first ("I don't want to talk about my exam. Please delete everything about it"). One that says right
    behind a request that the rest is to be kept is a part of it, and has a place of its own."""
    own = {at: one.text for at, one in enumerate(segments) if one.own and not one.doubtful}
    taken = {at for at, said in own.items() if asks_to_forget(said)}
    stated = [at for at, said in own.items() if _FORGET_THAT.match(said) or not is_question(said)]
    taken |= {at for at in stated[-1:] if _FORGET_THAT.match(own[at])}
    leaning = set[int]()
    for at in sorted(taken):
        if at - 1 in taken - leaning and not words_to_forget(own[at]) and _may_name(own[at - 1]):
            leaning.add(at)
    found: list[tuple[int, ...]] = [(at - 1, at) if at in leaning else (at,) for at in taken if at + 1 not in leaning]
    for at, said in own.items():
        both = {at - 1, at}
        if at - 1 in own and taken.isdisjoint(both) and _ask_together(f"{own[at - 1]} {said}"):
            found.append((at - 1, at))
            taken |= both
    found += [(at,) for at in own if at - 1 in taken and at not in taken and only_keeps(own[at])]
    return sorted(found)


def _may_name(request: str) -> bool:
    """Return true if a request may name what it means itself."""
    return not (_refers_plainly(request) or speaks_of_what_was_said(request))


def requests_to_forget(text: str) -> tuple[str, ...]:
    """Return the requests to forget in a text, each in its own words; the whole text, if it is the command."""
    if is_command(text):
        return (text,)
    segments = segments_of(text)
    return tuple(" ".join(segments[at].text for at in places) for places in requests_among(segments))


def means_what_was_said(request: str) -> bool:
    """Return true if a request concerns the turn before: "don't keep that", with nothing in front that it may mean.

    What is only said of it means nothing else: "That was indiscreet. Please forget it." Without a verb of forgetting it
    has to be a sure one: "she shouldn't be made to feel it" concerns nothing.
    """
    *before, last = [*sentences_in(request)] or [request]
    if is_command(request) or not all(map(speaks_of_what_was_said, before)):
        return False
    if _refers_plainly(last):
        return True
    if not (asks_to_forget(last) or asks_to_forget(request)) or words_to_forget(last) or not POINTS_BACK.search(last):
        return False
    return _VERB.search(last) is not None or surely_asks_to_forget(request)


def speaks_of_what_was_said(sentence: str) -> bool:
    """Return true if a sentence only says something of what was said before it: "Hm, that was indiscreet"."""
    return _OF_WHAT_WAS_SAID.match(sentence) is not None


_OF_WHAT_WAS_SAID = re.compile(
    rf"{_LEAD}(?:(?:that|this|it)(?:['’]s|\s(?:is|was|isn['’]t|wasn['’]t|sounds?|sounded|came|slipped|stays?|should))\b"
    r"|i\s(?:should(?:n['’]t|\snot)\shave\s(?:said|told\syou|mentioned|written|typed)|regret|take|didn['’]t\smean)"
    r"(?:\s(?:that|this|it))?(?:\sback)?\W*$|you['’]re\sright\b)",
    re.IGNORECASE,
)


_MARKS = re.compile(r"(?<!\s)\s*[,;:–—(.]\s*")


def says_what_it_means(request: str) -> bool:
    """Return true if a request itself says what is not to be kept: "The code is 8812, delete that please"."""
    verb = _VERB.search(request)
    if verb is None or _bare(request[verb.end() :]) or not _POINTING.match(request[verb.end() :]):
        return False
    before = request[: verb.start()]
    return _STATES.search(before) is not None or (len(before.split()) > MAX_NAMING and _NAMING.match(before) is None)


MAX_NAMING = 2
"""Words before a request that may only be manners."""
_NAMING = re.compile(
    r"\W*(?:(?:please|and|so|ok|oh|hey)\W+)*(?:my|our|his|her|their|the|this|that|these|those|about|what|everything|all|"
    r"i|you|we|can|could|would|will|[\w.-]+['’]s)\b",
    re.IGNORECASE,
)
"""Beginning of words that only name a thing, or ask."""
_POINTING = re.compile(r"(?:that|this|it|these|those|them)\b", re.IGNORECASE)
_VERB_OF_STATEMENT = r"\S\s(?:is|are|was|were|has|have|had|will|can|got|\w+ed)\s\S"
_STATES = re.compile(rf"{_VERB_OF_STATEMENT}|\w['’](?:s|re|m|ve|ll)\s\S", re.IGNORECASE)
_STATES_IN_FULL = re.compile(_VERB_OF_STATEMENT, re.IGNORECASE)
"""As before, but for "Lena's number", which may be a thing of hers."""


def states_something(words: str) -> bool:
    """Return true if words that name what is to be forgotten are a statement: "Darren is in rehab"."""
    return _STATES_IN_FULL.search(words) is not None and _ASKS.match(words) is None


_ASKS = re.compile(r"\W*(?:where|when|who|how|what|why|which|whose|everything|anything|all)\b", re.IGNORECASE)


def each_to_forget(words: str) -> tuple[str, ...]:
    """Return the things that words ask to forget: "my phone number and my address" are two; not what is to be kept."""
    return tuple(part for part in _EACH.split(parts_of(words).asked) if part)


def _bare(words: str) -> str:
    """Return the words that name something; empty where they only point back."""
    named = _CLAUSE.sub("", words.strip()).strip(' ,;:–—-.!?"“”')
    while (shorter := _TAIL.sub("", f" {named}").strip(" ,;:–—-.!?")) != named:
        named = shorter
    first, *more = _MARKS.split(named, maxsplit=1)
    if _THAT.fullmatch(_TAIL.sub("", f" {first}").strip()) and not any(map(_NAMES.search, more)):
        return ""
    bare = "" if _THAT.fullmatch(named) else _ABOUT.sub("", named, count=1).strip()
    return "" if _THAT.fullmatch(bare) else bare
