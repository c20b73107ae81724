"""How people write in a chat, written out: "dont" is "don't", "pls" is "please", "w/" is "with"."""

import re

from hypomnema.nodes.language.words import upper_first

_WORDS = {
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't",
    "werent": "weren't", "hasnt": "hasn't", "havent": "haven't", "hadnt": "hadn't", "wouldnt": "wouldn't",
    "couldnt": "couldn't", "shouldnt": "shouldn't", "mustnt": "mustn't", "wont": "won't", "cant": "can't",
    "im": "I'm", "ive": "I've", "thats": "that's", "whats": "what's", "theres": "there's", "heres": "here's",
    "youre": "you're", "youve": "you've", "theyre": "they're", "theyve": "they've", "weve": "we've", "hes": "he's",
    "shes": "she's", "whos": "who's", "everyones": "everyone's", "ppl": "people", "pls": "please", "plz": "please",
    "plss": "please", "tmrw": "tomorrow", "tmr": "tomorrow", "tomo": "tomorrow", "bc": "because", "b/c": "because",
    "cuz": "because", "coz": "because", "gonna": "going to", "wanna": "want to", "gotta": "have to", "rn": "right now",
    "atm": "at the moment", "w/": "with", "w/o": "without", "yrs": "years", "wks": "weeks", "thru": "through",
    "tho": "though", "abt": "about", "smth": "something", "sth": "something", "prolly": "probably",
    "defo": "definitely", "obv": "obviously", "fave": "favourite", "alot": "a lot",
    "aint": "isn't", "til": "until", "u": "you", "ur": "your", "yall": "you all", "lemme": "let me", "gimme": "give me",
}  # fmt: skip
_SHORT = re.compile(
    r"(?<![\w@#/.'’`\"-])(?:"
    + "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
    + r")(?![\w'’`\"/=({.-]\w|[\w(=])",
    re.IGNORECASE,
)
_KNOWN = re.compile("|".join(re.escape(word[:3]) for word in sorted(_WORDS)), re.IGNORECASE)


_ITS = re.compile(
    r"\bits(?=\s(?:an?|the|on|in|at|not|now|all|just|still|always|really|very|so|too|been|going|working|broken|because|about|like|more|less|mostly|only|actually)\s)|"
    r"(?<=\bnow )its(?=\s)",
    re.IGNORECASE,
)
_NEVER_MIND = re.compile(
    r"^\W*nvm\b(?=\W*$|,|\s(?:found|i|it|got|that|ignore|fixed|solved|forget|works?|my)\b)", re.IGNORECASE
)


def _let_go(found: re.Match[str]) -> str:
    return "never mind" if found.string[found.end() :].lstrip()[:1] in {"", ","} else "never mind,"


def spelled_out(text: str) -> str:
    """A text with the short spellings of chats written out; names, paths and code words stay."""
    text = _NEVER_MIND.sub(_let_go, _ITS.sub("it's", text))
    return _SHORT.sub(_written, text) if _KNOWN.search(text) else text


def _written(found: re.Match[str]) -> str:
    said = found.group()
    if said.isupper() and len(said) > 1:
        return said
    full = _WORDS[said.lower()]
    return upper_first(full) if said[:1].isupper() else full
