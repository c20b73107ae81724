"""A request to forget: ``@forget …``, or in plain words, "please forget where I live". Nothing is erased unasked.

"Forget it", "forget what I said" and "don't forget to …" ask for nothing to be erased; "forget about Redux" drops an
idea, and takes a please to mean the memory of it.
"""

import re

from memorist.nodes.reading.segments import segments_of


def _one_of(phrases: str) -> str:
    """A pattern for any of the phrases, which are separated by commas; "(s)" marks an optional ending."""
    spelled = (re.escape(" ".join(phrase.split())) for phrase in phrases.split(","))
    written = (one.replace(r"\(s\)", "s?").replace("'", "['’]?").replace(r"\ ", r"\s") for one in spelled)
    return f"(?:{'|'.join(written)})"


_LEADING = _one_of("hey, ok, okay, so, and, now, well, also, just, actually, oh, sorry, thanks")
_ASKING = _one_of(
    "please, pls, plz, kindly, can you, could you, would you, will you, can u, could u, you can, you may, you should, "
    "you must, you have to, i want you to, i'd like you to, i would like you to, i need you to, i ask you to"
)
_BEHIND_A_REQUEST = _one_of(
    "please, pls, plz, thanks, thank you, thx, for good, for ever, forever, completely, entirely, altogether, "
    "right now, now, again, ok, okay, if you can, would you, will you, could you"
)
_PLACE_OF_MEMORY = _one_of("memory, memories, notes, records, knowledge, head, mind, brain, files")
_OF_THE_TALK = _one_of(
    "last, previous, earlier, question(s), message(s), request(s), comment(s), remark(s), point, suggestion(s), idea, "
    "mistake, typo, bad, manners, joke, rant, rambling, french"
)
"""Parts of the conversation: "forget my last question" takes one back, and asks to erase nothing."""


_COMMAND = re.compile(r"^\s*@forget\b[\s:,-]*", re.IGNORECASE)
_LEAD = rf"(?:{_LEADING}[\s,!.]+)*"
_KINDLY = rf"(?:{_ASKING}[\s,]+)"
_NAME = r"(?-i:[A-Z])[\w.-]+"

_TALK = r"(?:i|we)\s(?:ever\s|even\s|just\s)?(?:asked|mentioned|brought|said\s(?:anything|it)|said\sthat\W*$)\b"
_SOMEBODY = rf"(?:i|we|my|our|his|her|their|the|{_NAME})"
_THAT = rf"(?:that|about\sthe\sfact\sthat|the\sfact\sthat)\s+(?=(?!{_TALK}){_SOMEBODY}\b)"
"""What may be forgotten, as a statement: "that I use zsh"."""
_ALL = r"(?:everything|all|anything|whatever|what)(?:\s(?:that\s)?(?:you|i|we)\s(?:\w+\s){1,4}?|\s)"
_ALL_ABOUT = rf"{_ALL}(?:about|of|on)\s+(?!that\b|this\b|it\b)"
"""Everything about something: "everything you know about Lena"."""
_OWN = rf"(?:my|our|his|her|their|{_NAME}['’]s)\s(?!{_OF_THE_TALK}\b)\w"
"""A thing of somebody's, but no part of the conversation: "my phone number"."""
_ASKS = r"(?:where|when|who|which\s\w+|what|how(?:\s(?:much|many|old|long|often))?)"
_TALKED = r"(?:said|asked|told|wrote|mentioned|meant|wanted|was)\b"
_WHERE = rf"{_ASKS}\s{_SOMEBODY}\s(?!{_TALKED})\w"
"""An indirect question: "where I live"."""
_MEANT = rf"(?:{_THAT}|{_ALL_ABOUT}|(?={_OWN})|(?={_WHERE}))"

_KEPT_IN = rf"\s(?:from|out\sof|in)\s(?:your\s|the\s|my\s)?{_PLACE_OF_MEMORY}\b(?!\.\w|[\w/-])"
_FROM_MEMORY = rf"(?!(?:it|that|this|everything|all|these|those)\b)(?P<from>[^.;!?\n]{{2,80}}?){_KEPT_IN}"
"""What is to be deleted, with the memory that holds it: "my address from your memory"."""
_FORGET, _ERASE = r"(?:forget|unlearn)\s", r"(?:delete|erase|wipe|remove|scrub|forget)\s"
_NAMES = rf"(?!(?-i:It|That|This|Me|Everything|All)\b){_NAME}(?:\s{_NAME}){{0,2}}"
"""Please forget Redis."""
_MANNERS = rf"(?:[\s,]+{_BEHIND_A_REQUEST})*"
_UNREMEMBER = (
    r"(?:(?:don['’]?t|do\snot|stop)\sremember(?:ing)?|"
    r"i\s(?:don['’]?t|do\snot)\swant\syou\sto\s(?:remember|know|keep))\s"
)
_WISH = re.compile(
    rf"^\W*{_LEAD}(?:"
    rf"{_KINDLY}*{_FORGET}(?:{_MEANT})"
    rf"|{_KINDLY}+{_LEAD}{_KINDLY}*{_FORGET}about\s+(?:{_MEANT}|(?!(?:it|that|this|them)\b|me\W*$))"
    rf"|{_KINDLY}+{_FORGET}(?={_NAMES}{_MANNERS}\W*$)"
    rf"|{_KINDLY}*{_ERASE}(?:{_ALL_ABOUT}|(?={_FROM_MEMORY}))"
    rf"|{_KINDLY}*{_UNREMEMBER}(?={_OWN}|{_WHERE})"
    rf")",
    re.IGNORECASE,
)
"""A request up to the words that say what is to be forgotten."""

_GOES_ON = re.compile(
    r"[,;]\s|\b(?:and|but|then|so)\s(?:please\s)?"
    r"(?:use|let['’]?s?|we|i|go|take|switch|try|do|make|start|continue|focus|instead|tell|write|show)\b",
    re.IGNORECASE,
)
"""An instruction behind a request, which makes it a change of mind and no wish to erase."""
_FOR_NOW = re.compile(r"\bfor\s(?:now|today|a\s(?:moment|second|while)|the\smoment)\b|\buntil\b", re.IGNORECASE)
_BEHIND = re.compile(rf"(?=[\s,]){_MANNERS}\W*$", re.IGNORECASE)
_REASON = re.compile(
    r"(?:,?\s(?:because|since|as\s(?:it|that|this|i|we)\b|it['’]s\s(?:private|personal|secret)).*"
    r"|[,;:]?\s(?:that|it|this)(?:['’]s|\s(?:is|was))\s(?:[\w'’]+\s?){1,4}[.!]*)$",
    re.IGNORECASE,
)
_KEPT = re.compile(rf"^{_FROM_MEMORY}.*$", re.IGNORECASE | re.DOTALL)
_ABOUT_IT = re.compile(rf"^(?:{_ALL_ABOUT}|(?:that|about|it)\s+)", re.IGNORECASE)
_EACH = re.compile(rf",?\s(?:and|or)\s(?={_OWN}|{_WHERE})", re.IGNORECASE)


def is_command(text: str) -> bool:
    """Whether a text is the command: all of it is meant."""
    return _COMMAND.match(text) is not None


def asks_to_forget(text: str) -> bool:
    """Whether a text is a request to forget, by command or in plain words."""
    if is_command(text):
        return True
    wish = _WISH.match(text)
    if wish is None or _FOR_NOW.search(text):
        return False
    return not _GOES_ON.search(_EACH.sub(" ", _plain(text[wish.end() :])))


def words_to_forget(request: str) -> str:
    """What a request asks to forget, without the command and without manners."""
    if is_command(request):
        return _plain(_ABOUT_IT.sub("", _COMMAND.sub("", request, count=1), count=1))
    return _plain(_WISH.sub("", request, count=1))


def requests_to_forget(text: str) -> tuple[str, ...]:
    """The sentences of a text that are requests to forget; the whole text, if it is the command."""
    if is_command(text):
        return (text,)
    return tuple(segment.text for segment in segments_of(text) if asks_to_forget(segment.text))


def wishes_in(text: str) -> tuple[str, ...]:
    """What each request in a text asks to forget."""
    return tuple(words for request in requests_to_forget(text) if (words := words_to_forget(request)))


def each_to_forget(words: str) -> tuple[str, ...]:
    """The things that words ask to forget: "my phone number and my address" are two."""
    return tuple(part for part in _EACH.split(words) if part)


def _plain(words: str) -> str:
    words = _KEPT.sub(r"\g<from>", words.strip())
    return _BEHIND.sub("", _REASON.sub("", words)).strip().rstrip(".!?").strip()
