"""A request to forget: ``@forget …``, or in plain words, "please forget where I live". Nothing is erased unasked.

The model of speech acts says whether a sentence is one; here it is cut down to what is to be forgotten.
"""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.sentences import sentences_in
from memorist.nodes.reading.gate.rules import FORGET_COMMAND, is_command
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
    r"|on\sfile|from\sthe\srecord|anywhere|stored|saved|deleted|erased|for\s(?:good|ever)|forever|"
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
    r"(?:[,:;.–—-]|\s(?:should|must|can|could|has|may|is|are|be|shall|to)\b(?!\w)).*$", re.IGNORECASE | re.DOTALL
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
_THAT = re.compile(
    r"(?:(?:what|everything|anything|all|the\slast\sthing)\s(?:that\s)?(?:i|"
    r"we)(?:['’]ve)?\s(?:have\s)?(?:just\s|a\sminute\sago\s)?"
    r"(?:said|told\syou|wrote|mentioned|typed)(?:\s(?:just\snow|a\s\w+\sago|there|last))?"
    r"|i\sasked|(?:my|the|that)\s(?:very\s)?last\s(?:message|sentence|remark|bit|part|one|line|thing(?:\si\s(?:just\s)?(?:said|wrote|told\syou))?)"
    r"(?:\sabout\s.+)?|(?:that|this|it|these|those|them)(?:\s(?:again|one|down))?)?",
    re.IGNORECASE,
)
"""Words that refer to the turn before."""
POINTS_BACK = re.compile(r"\b(?:that|this|it|these|those|said|told|message|last)\b", re.IGNORECASE)
"""Words that may refer to what was said before."""
_OWNED = r"(?:(?:my|our|his|her|their)\s|where\s|when\s|who\s|how\s|what\s|(?-i:[A-Z])[\w.-]+['’]s\s)"
_EACH = re.compile(rf",?\s(?:and|or)\s(?={_OWNED}\w)", re.IGNORECASE)


_WHAT_I_SAID = re.compile(
    rf"\W*(?:(?:please|pls|can|could|would|will|you|just|ok|okay|and|so)\W+)*{_VERB.pattern}"
    r"(?:what|everything|all|anything)\s(?:that\s)?i(?:['’]ve)?\s(?:just\s)?(?:said|told\syou|wrote|mentioned|typed)"
    r"(?:\s(?:just\snow|please))?\W*$",
    re.IGNORECASE,
)
"""A request about the turn before in so many words, which is never said by the way as "forget it" is."""
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
    return _SUPPOSED.search(sentence) is None and act_of(sentence).act == "forget"


def _ask_together(sentences: str) -> bool:
    """Return true if two sentences, neither of which is a request, are one: so many are said in a row that it has to be
    more probable than of one."""
    return asks_to_forget(sentences) and act_of(sentences).likelihood("forget") >= load().limits.together


def surely_asks_to_forget(request: str) -> bool:
    """Return true if a request is so sure to be one that what it means is hidden, or its own words are not kept."""
    if is_command(request):
        return True
    least, sentences = load().limits.sure, {request, *sentences_in(request)}
    return any(_WHAT_I_SAID.match(one) or act_of(one).likelihood("forget") >= least for one in sentences)


def words_to_forget(request: str) -> str:
    """Return what a request asks to forget, without the command and without manners; empty for what was said before."""
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
    of which only both together are ("I shouldn't have told you about Darren. Scrub it, will you")."""
    own = {at: one.text for at, one in enumerate(segments) if one.own and not one.doubtful}
    taken = {at for at, said in own.items() if asks_to_forget(said)}
    found: list[tuple[int, ...]] = [(at,) for at in taken]
    for at, said in own.items():
        both = {at - 1, at}
        if at - 1 in own and taken.isdisjoint(both) and _ask_together(f"{own[at - 1]} {said}"):
            found.append((at - 1, at))
            taken |= both
    return sorted(found)


def requests_to_forget(text: str) -> tuple[str, ...]:
    """Return the requests to forget in a text, each in its own words; the whole text, if it is the command."""
    if is_command(text):
        return (text,)
    segments = segments_of(text)
    return tuple(" ".join(segments[at].text for at in places) for places in requests_among(segments))


def wishes_in(text: str) -> tuple[str, ...]:
    """Return what each request in a text asks to forget, as far as it names it."""
    return tuple(words for request in requests_to_forget(text) if (words := words_to_forget(request)))


def means_what_was_said(request: str) -> bool:
    """Return true if a request concerns the turn before: "don't keep that", with nothing in front that it may mean.

    Without a verb of forgetting it has to be a sure one: "she shouldn't be made to feel it" concerns nothing.
    """
    if is_command(request) or len(list(sentences_in(request))) > 1 or not asks_to_forget(request):
        return False
    if words_to_forget(request) or not POINTS_BACK.search(request):
        return False
    return _VERB.search(request) is not None or surely_asks_to_forget(request)


def each_to_forget(words: str) -> tuple[str, ...]:
    """Return the things that words ask to forget: "my phone number and my address" are two."""
    return tuple(part for part in _EACH.split(words) if part)


def _bare(words: str) -> str:
    """Return the words that name something; empty where they only point back."""
    named = _CLAUSE.sub("", words.strip()).strip(' ,;:–—-.!?"“”')
    while (shorter := _TAIL.sub("", f" {named}").strip(" ,;:–—-.!?")) != named:
        named = shorter
    if _THAT.fullmatch(named):
        return ""
    return _ABOUT.sub("", named, count=1).strip()
