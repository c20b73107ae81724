"""Who did it, where a chat leaves the subject out: "ditched Amplitude" is what the team did, "can't stand X" is "I"."""

import re

from memorist.nodes.ingestion.extract.fillers import without_fillers
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.words import lower_first

_ADVERBS = (
    r"(?:(?:just|finally|recently|already|also|really|still|honestly|absolutely|always|never|officially|eventually)\s)*"
)
_OF_ME = Shape(
    rf"^(?:{_ADVERBS}(?:can['’]?t\s(?:stand|live\swithout|work\swithout|function\swithout)|hate|love|enjoy|dislike|detest|"
    rf"would\srather|tend\sto|struggle\swith)\s(?!it\b|that\b|this\b|you\b|to\s(?:hear|see)\b)"
    rf"|(?:keep\s|kept\s)(?:forgetting|missing|mixing|overlooking|skipping|confusing|underestimating|promising)\s"
    rf"|{_ADVERBS}(?:called|phoned|rang|paid|booked|renewed|ordered|returned|sent|mailed|e-?mailed|cancell?ed|collected|picked\sup|"
    rf"handed\sin|filled\s(?:in|out)|dropped\soff|signed|invited|watered|planted|painted|mowed|repaired|cleaned|fixed|wrote|submitted|"
    rf"filed|packed|prepared|replaced|reviewed|updated)\s(?:the|my)\s(?=[a-z])"
    rf"|{_ADVERBS}(?:got|passed|failed|lost|found|sold|broke|missed)\smy\s(?=[a-z])"
    rf"|{_ADVERBS}(?:opened|founded|started|launched|adopted|rented)\s(?:an?|my)\s(?=[a-z])"
    rf"|{_ADVERBS}(?:finished|bought|learned|learnt|spent|visited|joined|quit|sat|adopted\s(?:a|an|two|three)|moved\s(?:house|flat|in\swith)|"
    rf"will\s(?!you\b|it\b|this\b|that\b|they\b|he\b|she\b|we\b|i\b|the\b|there\b|be\b|not\b|have\b|need\b|my\b|our\b)[a-z]{{3,}}|grew\sup|been\s(?:vegan|vegetarian|sober|married|off))\s)",
    re.IGNORECASE,
)
_OF_STATE = Shape(
    r"^(?:(?:a\s|not\sa\s)?(?:big\s|huge\s|massive\s)?fan\sof|allergic\sto|not\s(?:fond\sof|keen\son|into)|terrible\sat|bad\sat|good\sat|"
    r"hopeless\s(?:at|with)|useless\s(?:at|with)|addicted\sto|"
    r"not\s(?:vegan|vegetarian|sober|married|single|religious|pregnant|employed|a\s(?:smoker|student|vegan|vegetarian))(?=\sany\s?(?:more|longer)))\s",
    re.IGNORECASE,
)
_OF_US = re.compile(
    rf"^{_ADVERBS}(?:switched|migrated|ditched|dropped|replaced|upgraded|downgraded|swapped|rolled\s(?:out|back)|shipped|decided|settled|"
    rf"agreed|went\swith|chose|opted|standardi[sz]ed|started\susing|stopped\susing|got\srid\sof|traded|rewrote|canned|axed|retired|deprecated|moved\s(?:off|away|everything|all|"
    rf"our|the))\s(?!by\b)",
    re.IGNORECASE,
)
_NOUNS = re.compile(r"^(?:love\sfrom|dropped\s\w+\s(?:are|is|were|was)|replaced\sby)\b", re.IGNORECASE)


_MINE = re.compile(r"(?:\w+\s){1,3}my\s(?!team|company|client)", re.IGNORECASE)
"""Switched my todos to paper: nobody's but mine."""
_TAIL = Shape(r"(?<=\w)(?:[,\s]+(?:lol|lmao|haha\w*|hehe\w*|xd)|,\s(?:all\s)?done)(?=[.!]*$)", re.IGNORECASE)
"""Called the dentist, done: a laugh or a sigh behind what is told."""


def with_subject(clause: str) -> str:
    """The clause with its subject said, where its verb tells whose it is; any other clause as it stands."""
    clause = _TAIL.sub("", clause)
    plain = without_fillers(clause)
    if _NOUNS.match(plain):
        return clause
    if _OF_STATE.match(plain):
        return f"I'm {lower_first(plain)}"
    if _OF_ME.match(plain):
        return f"I {lower_first(plain)}"
    if _OF_US.match(plain):
        return f"{'I' if _MINE.match(plain) else 'We'} {lower_first(plain)}"
    return clause
