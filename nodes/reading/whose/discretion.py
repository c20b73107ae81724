"""Requests for discretion ("Between us: Tom was fired"): what they are about is told to nobody else."""

import re
from collections.abc import Iterator, Sequence

from memorist.memory_store.domain.visibility import leans

_US = r"(?:us|ourselves|you\sand\s(?:me|i)|the\s\w+\sof\sus)"
_HERE = r"(?:room|call|chat|channel|meeting|team|group|family|house|circle)"
_THIS = r"\b(?:this|that|it|these|what\si\s(?:say|said|told\syou)|all\sof\s(?:this|that|it))"
_ONLY = r"(?:(?:strictly|just|only|purely|please)\s)*"
_BEGINS = r"(?:^|[.,;:!?()–—-]\s*|\b(?:and|but|so|please|pls|btw|well)\s)"
_DISCREET = re.compile(
    rf"{_BEGINS}{_ONLY}between\s{_US}(?=\s*(?:$|[,:;.!–—-]|\b(?:and|but)\b))"
    rf"|(?:\b(?:keep|kept)\s{_THIS}|{_THIS}\s(?:\w+\s)?(?:stays?|remains?|belongs?))\s{_ONLY}"
    rf"(?:between\s{_US}|among\s(?:us|ourselves)|to\s(?:yourself|yourselves)|(?:in|inside|within)\s(?:this|the)\s{_HERE}|"
    r"in\sconfidence|confidential|(?:a\s)?secret|quiet|private|under\swraps)(?=\W*$|\s*[,:;.!–—-]|\splease\b)"
    rf"|\b(?:not|never|nothing)\s(?:(?:to|leaves?|leave|go|goes)\s)*outside\s(?:of\s)?(?:this|the)\s{_HERE}\b"
    r"|^\W*(?:this|that|it|all\sof\s(?:this|that))(?:['’]s|\sis)\s(?:(?:strictly|highly|very|still)\s)?"
    r"(?:confidential|a\ssecret|in\sconfidence|private)(?=\W*$|\s*[,:;.!–—-])"
    r"|^\W*(?:strictly\s|in\s)?(?:strict\s)?(?:confidential(?:ly)?|confidence|privately)\s*[:,–—-]"
    rf"|{_BEGINS}(?:just|only)\sfor\s(?:you|your\s(?:ears|eyes))(?:\sonly)?(?=\s*(?:$|[:,.!–—-]))"
    r"|\b(?:nobody|no\sone)(?:\selse)?\s(?:must|should|may|can|is\sto)\s(?:ever\s)?(?:know|hear|find\sout)\b"
    r"|(?-i:\b[A-Z]\w+)\s(?:must|may|should)(?:n['’]t|\snot)\s(?:know|hear|find\sout)(?=\W*$|\s*[,:;.!–—-]|\s(?:that\sI|yet|about\s(?:it|this))\b)",
    re.IGNORECASE,
)
_MANNERS = frozenset(
    "please pls thanks by the way btw ok okay though and but so well oh let's lets i'd i like want would to should "
    "must has have you can now for all of course".split()
)
"""Words that a request may have besides, if it is about what was said before it: "This stays between us, please"."""


def confided_places(sentences: Sequence[str]) -> Iterator[int]:
    """Yield the places of sentences with a request for discretion, and of those before it that it is about."""
    for place, sentence in enumerate(sentences):
        asked = _DISCREET.search(sentence)
        if asked is None:
            continue
        yield place
        besides = re.findall(r"[\w'’]+", f"{sentence[: asked.start()]} {sentence[asked.end() :]}".casefold())
        at = place
        while at > 0 and (leans(sentences[at]) if at < place else _MANNERS.issuperset(besides)):
            at -= 1
            yield at
