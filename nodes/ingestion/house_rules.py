"""Rules of a house that no "always" or "must" gives away: told by what they speak of, and that it is so each time."""

from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.vocabulary import one_of

_QUALIFIED = rf"(?:\s{one_of('comparing')}\s[^,;:]{{2,40}}?)?"
_SUBJECT = (
    r"^(?:so\s|and\s|also\s|btw,?\s|fyi,?\s|note:?\s|please\snote:?\s)*"
    rf"(?:{one_of('kinds of work')}\s)*{one_of('work')}{_QUALIFIED}\s"
)

_HAPPENS = (
    r"(?:happens?|shows?|fails?|crash(?:es)?|breaks?|occurs?|appears?|affects?|triggers?|reproduces?|works?|exists?|"
    r"supports?|has|have|had|knows?|sees?|needs?|was|were|is|are|got|came|did)\b"
)
_OF_WORK = looks_like(
    rf"{_SUBJECT}(?:(?:follows?|stays?|pairs?|belongs?|waits?|expires?|carr(?:y|ies)|starts?\swith|ends?\swith|begins?\swith|use\s(?!up\b|to\b)|goes?\s(?:through|past|via|into|out)|"
    r"branch(?:es)?\soff|needs?\s(?!to\b|help|work|fixing|more\stime)(?:an?\s|the\s|at\sleast\s|two\s|one\s|three\s|its\s|their\s|some\s|no\s|sign|approval|review|tests?\b|documentation)|"
    rf"requires?\s|comes?\swith|get\s(?!lost|stuck|slow|worse|better|bigger|out\sof|corrupted|dropped)|gets\s(?={one_of('handled')}|an?\s|two\s|its\s|at\sleast\s)|"
    r"live\s(?:no\slonger|at\smost|for|\d)|last\s\d)|(?:do\snot|don['’]?t|does\snot|doesn['’]t|may|can\sonly|should)\s(?:get|go|need|have|take|merge|contain|include|"
    r"leave|touch|be|stay|exceed|use)\b|goe?s?\s(?:in|into|to|on)\s[^,]{2,40},\s(?:and\s)?not\b|never\s(?:leaves?|goe?s?|touch(?:es)?|ends?\sup|appears?|enters?|reach(?:es)?)\b)"
)
_SIGNED_OFF = looks_like(
    r"^(?!this\b|that\b|my\b|it\b|i\b|he\b|she\b)(?:[\w€$£'’/-]+\s){1,8}?(?:needs?|requires?|gets?|takes?)\s(?:(?:an?|the|written|prior|explicit|two|one|at\sleast\s\w+|my|our|[\w'’]+['’]s)\s){0,2}"
    rf"{one_of('consents')}\b"
)
_CHECKED = looks_like(
    r"^(?!this\b|that\b|my\b|it\b|i\b|he\b|she\b)(?:[\w'’/-]+\s){1,6}?gets?\s(?:checked|reviewed|approved|signed|vetted|tested|inspected|translated|proofread)\s(?:off\s)?(?:by|before|first|twice)\b"
    r"|^on\s(?:[\w-]+\s){1,3}(?:nobody|no\sone|everyone|everybody)\s[a-z]+s\b"
)
_WE_EACH = looks_like(
    r"^(?:so\s|and\s|also\s)?we\s(?:also\s)?(?!have\b|know|love|like|hate|need|see\b|miss|want|lost|had|got|did|run\b|use\b|support|offer|sell|get\b|are\b|were\b|host|store|serve|process|own\b)"
    r"(?!(?!(?:need|feed|embed|seed)\b)[a-z]+ed\b)[a-z-]+\s(?:every|each|all|any)\s(?!(?:day|week|month|quarter|year|morning|evening|night|hour|other|of\sthis|of\sthat|the\stime|over|night|sorts|kinds)\b)"
    r"|^(?:before|after|on|for|with|during|at)\s(?:any|every|each|all)\s[^,]{2,40}?,?\swe\s(?!had|got|lost|were|saw|did)"
    r"|^we\s(?:write|name|document|comment|format|spell|number|version|prefix)\s(?:our|all|everything|every|code|commits?|docs|tests|names|branches)\b"
)
_SOME_PEOPLE = looks_like(
    rf"^(?:at\sleast\s)?(?:two|three|one|four|another)\s(?:other\s)?{one_of('colleagues')}\s"
    r"(?:must\s|always\s|has\sto\s|have\sto\s|should\s|needs?\sto\s)?(?:looks?|reviews?|approves?|signs?|checks?|reads?|tests?|confirms?|agrees?)\b"
    r"|^(?:the\s|an?\s)?(?:person\son[\s-]call|on[\s-]call(?:\s(?:person|engineer|dev|developer))?|author|assignee|reviewer|release\smanager|intern|whoever\s[\w\s]{3,30}?)\s"
    r"(?:does\snot|doesn['’]t|only|may|can|has\sto|merges?|takes?|fixes|writes?|picks?|pays?|brings?|buys?|handles?\sthe)\b"
    r"|^only\s(?:[\w'’-]+\s){1,4}?(?:may|can|is\sallowed\sto|are\sallowed\sto|gets?\sto|should|approves?|merges?|deploys?|signs?)\b"
    r"|^(?:anyone|anybody|everyone|everybody|people)\s(?:who|that|touching|working|changing|joining|leaving|on)\b"
)
_UNIFORM = looks_like(
    rf"^(?:all|every|each)\s(?:our\s|the\s|of\sour\s)?{one_of('uniform things')}\b[^?]*?\s"
    r"(?:is|are|owns?|has|have|uses?|comes?|goes?|lives?|gets?|needs?|exposes?|returns?|starts?|ends?)\s(?!broken|failing|down\b|gone|slow|wrong|missing|red\b|green\b|lost|currently|now\b)"
)

_NOT_OURS = r"(?!i\b|i['’]|it\b|this\b|that\b|he\b|she\b|my\b|the\s(?:bug|error|issue|crash|problem|build)\b)"
_SAID_TO_HOLD = looks_like(
    rf"\b(?:is|are|remains?|['’]s)\s(?:strictly\s|absolutely\s|always\s|now\s)?(?:compulsory|obligatory|non-negotiable|not\s(?:optional|negotiable|up\sfor\sdebate)|"
    rf"standard\s(?:practice|procedure)|(?:the|our)\s(?:norm|standard|convention|custom|tradition)\b)"
    rf"|^(?:(?:our|the|a|new)\s)*(?:working|team|house|ground)\s(?:agreements?|norms?|principles?|customs?)\b"
    rf"|^{_NOT_OURS}.*,\s(?:always|no\sexceptions?|without\sexception|every\s(?:single\s)?time|no\smatter\swhat|period|full\sstop)\W*$"
    rf"|^from\s(?:here|today|this\sday)\s(?:on(?:\sout|wards?)?|forward)\b|\b(?:henceforth|from\shere\son(?:\sout)?)\b"
    rf"|^{_NOT_OURS}(?:[\w'’/-]+\s){{1,8}}?(?:gets?|goes|go|has|have|starts?|comes?)\s[^,]*\bevery\ssingle\stime\b"
)
_ONLY_THEN = looks_like(
    rf"^{_NOT_OURS}(?:[\w'’/-]+\s){{1,6}}?(?:only\s(?!{_HAPPENS})[a-z]+|(?!{_HAPPENS})[a-z]+\sonly)\s(?:[\w'’:-]+\s){{0,2}}?"
    r"(?:after|once|when|between|before|outside|during)\s"
)
"""Backfills only run after ten: a rule; the bug only shows when it rains: an observation."""


def is_house_rule(text: str) -> bool:
    """Whether a statement tells how things are done here each time: "hotfixes branch off from the release tag"."""
    return bool(
        _SAID_TO_HOLD(text)
        or _ONLY_THEN(text)
        or _OF_WORK(text)
        or _CHECKED(text)
        or _SIGNED_OFF(text)
        or _WE_EACH(text)
        or _SOME_PEOPLE(text)
        or _UNIFORM(text)
    )
