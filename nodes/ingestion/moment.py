"""What holds for this moment of a conversation only: what somebody is about to do, how the last try went, the hour."""

import re

from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.small_talk import is_small_talk
from memorist.nodes.language.calendar_words import MONTH, WEEKDAY
from memorist.nodes.language.names import find_names
from memorist.nodes.language.seeking import Shape

_LEAD = (
    r"^\W*(?:(?:ok(?:ay)?|so|and|but|well|yes+|yeah|yep|no|nope|nice|cool|great|right|sorry|oh|hm+|ah+|ugh|oops|whoops|phew|alright|sure|"
    r"good|perfect|anyway|honestly|then)\W+)*"
)
_END = (
    r"(?:\s(?:now|rn|again|still|too|already|today|tonight|tomorrow|here|though|"
    r"then|lol|haha|for\snow|right\snow|at\sthe\smoment|finally|:\)))*\W*$"
)
_I = r"(?:(?:i|we)(?:['’](?:m|re)|\sam|\sare)\s)?(?:just\s|now\s|still\s|currently\s|already\s|quickly\s)*"

_DOING = looks_like(
    rf"{_LEAD}{_I}(?:reading|testing|trying|checking|running|pushing|deploying|building|restarting|rebooting|rerunning|installing|"
    r"downloading|uploading|opening|typing|looking|watching|working|thinking|waiting|debugging|scrolling|digging|committing|merging|rebasing)"
    r"(?:\s(?:on|at|for|into|through|about|out))?\s?(?:it|this|that|them|these|those|you|(?:the|my|our|your)\s(?:build|tests?|ci|pipeline|deploy(?:ment)?|"
    r"logs?|install|download|upload|review|results?|reply|answer|error|output|coffee|page|file|docs|diff|thread|branch|fix))?"
    rf"(?:\sto\s(?:finish|load|complete|start|compile|pass|build|run|come\sback))?(?:,?\sfingers\scrossed)?{_END}"
)
_ABOUT_TO = looks_like(
    rf"{_LEAD}(?:(?:i['’]ll|i\swill|we['’]ll|i['’]m\sgoing\sto|i\shave\sto|i\sneed\sto|i\sshould|i\smust|i\swant\sto|i['’]d\slike\sto|let\sme|let['’]?s|gotta|we\s(?:can|could|should))\s)"
    r"(?:just\s|first\s|quickly\s|also\s|probably\s|rather\s|maybe\s|better\s)*"
    r"(?:(?:think|sleep|chew|mull|reflect|look|read|dig|get\sback|come\sback|circle\sback|check|see|test|try|verify|read|do|skip|leave|drop|finish|continue|"
    r"pick|discuss|revisit|park|handle|take|talk|go|sort|figure|google|confirm|wait|report\sback|keep\syou\sposted|ping|let\syou\sknow|have|give|call|wrap|stop|move|run|start|pause|paste|send|share|upload|post|attach|add)\b"
    r"(?:\s(?:about|on|over|at|into|through|to|with|out|up|it|this|that|them|these|those|you|both|a\s(?:look|break|go|try|day|minute|moment|sec|nap|walk|night|bit|closer\slook)|"
    r"one\slast\stime|in\s(?:the|my)\snext\s(?:message|one|reply)|below|here|it\sa\s(?:try|shot|go|spin|day|rest)|off|here|there|the\s(?:other|first|second|next)\sone|for\s(?:a\s)?(?:while|bit|now|today)|by\smyself|first|later|"
    rf"again|tomorrow|tonight|today|now|soon|after\slunch|next|together|on\s{WEEKDAY}))+){_END}"
)
_HOW_IT_WENT = looks_like(
    rf"{_LEAD}(?:(?:it|that|this|now\sit|they|the\s(?:tests?|build|ci|pipeline|app|page|script|command|thing|checks?|fix|suite)|tests?|build|ci|pipeline|everything|all\stests)(?:['’]s|['’]re|\sis|\sare|\swas)?\s)?"
    r"(?:(?:now|still|again|all|just|also|even|not|finally|totally|completely)\s)*"
    r"(?:broken|failing|fails?|failed|red|green|stuck|hangs?|hanging|crashe[sd]|crashing|the\ssame(?:\s(?:error|thing|result|issue|problem|message))?|same\s(?:error|thing|result|issue|"
    r"problem|message|here|story)|not\sworking|works?|working|worked|pass(?:es|ed|ing)?|fixed|solved|done|running|loads?|builds?|compiles?|did(?:n['’]t|\snot)\s(?:work|help|do\s(?:it|anything)|change\s\w+)|"
    r"doesn['’]?t\s(?:work|help|change\sanything|do\sanything)|won['’]?t\s(?:work|start|load|build|compile|budge)|no\s(?:luck|dice|change|effect|difference|success)|nothing\s(?:happens|happened|changed|changes)|"
    rf"did\sthe\s(?:trick|job)|one\sdown|almost\sthere|nearly\sthere|back\sto\ssquare\sone){_END}"
)
_THIS_HOUR = looks_like(
    rf"{_LEAD}(?:it['’]?s\s|it\sis\s|is\sit\s|i\scan['’]?t\sbelieve\s(?:it['’]?s|it\sis)\s|wow\s)?(?:(?:almost|nearly|finally|already|only|just|getting|so|too|way|freezing|boiling|super|really|still|happy|yay)\s)*"
    rf"(?:weekend|{WEEKDAY}s?|{MONTH}|lunch(?:time)?|bed\s?time|late|early|dark|cold|hot|freezing|boiling|raining|snowing|pouring|sunny|loud|noisy|quiet|over|time\sfor\s\w+|home\stime)"
    rf"(?:\s(?:in\shere|out\sthere|outside|in\sthe\soffice|over\shere|already|feeling|mood|vibes|again|today|folks|everyone|all))*(?:,?\sam\si\sright)?\W*$"
)
_JUST_BACK = looks_like(
    rf"{_LEAD}(?:i(?:['’]m|\sam)\s|i\s)?(?:just\s|only\sjust\s|back\s)*(?:(?:got|came|am)\s(?:back|home|in|up)|woke\sup|got\sup|had|finished|made|ate|grabbed|spilled|spilt|made|poured)"
    r"(?:\s(?:from|to|my|a|some|the|another|second|third|fourth|fifth|first|quick|late|early|desk|home|over|all|on|in))*"
    rf"\s(?:lunch|breakfast|dinner|coffee|tea|desk|home|office|break|gym|shower|nap|sandwich|snack|keyboard|toilet|walk|run|smoke){_END}"
)
_OUT_OF_PLACE = looks_like(
    rf"{_LEAD}(?:(?:that|this|it)\s(?:was|is)\s)?(?:(?:just\s)?test(?:ing)?(?:\W+(?:test(?:ing)?|\d+))*|next\s(?:topic|question|one|task|step|item|thing)|"
    r"never\s?mind,?\s(?:i\s)?(?:found|figured|got|fixed|solved|forget)\b.{0,30}|my\s(?:head|back|neck|feet|legs?|knees?|eyes?|arms?|shoulders?|stomach|throat|brain)\s(?:hurts?|aches?|(?:is|are)\skilling\sme)(?:\s(?:lol|haha|so\smuch|today))?|wrong\s(?:window|chat|channel|tab|thread|person|file|repo|link|terminal)|meant\sfor\s(?:someone|somebody|another|the\sother)\b.*|"
    r"(?:fat|butter)\s?-?finger(?:s|ed)\b.*|hang\son\b.{0,25}|hold\son\b.{0,25}|one\ssec(?:ond)?\b.{0,25}|phone\sis\sringing|phone['’]?s\sringing|door\s?bell)\W*$"
)
_SAYS_NOTHING = looks_like(
    rf"{_LEAD}(?:(?:that|this|it|which)(?:['’]s|\sis|\swas)?\s)?(?:(?:about|exactly|pretty\smuch|kind\sof|kinda|sort\sof|basically|just|all|probably|precisely)\s)*(?:what\s(?:i|we)\s(?:\w+ly\s|also\s)?(?:figured|thought|meant|expected|feared|"
    r"suspected|said|needed|wanted|hoped|assumed|guessed|had\sin\smind|was\s(?:thinking|afraid\sof|looking\sfor|hoping(?:\sfor)?|after))|make[sd]?\s(?:\w+\s){0,2}sense(?:\sto\s(?:me|us))?|"
    r"(?:took|takes|is\staking|taking|took\sme|took\sus)\s(?:so\s|way\s|much\s|a\slittle\s|a\sbit\s)*(?:forever|ages|longer|too\slong|a\swhile|long|hours)(?:\sthan\s(?:expected|i\sthought|planned))?|"
    r"escalated\squickly|(?:keeping\s(?:my\s)?)?fingers\scrossed|knock\son\swood|here\swe\sgo|finally|a\sclose\s(?:call|one|shave)|close|all\s(?:for|from\sme)(?:\s\w+)*|it\sfrom\sme|it\sfor\s(?:today|now))"
    rf"{_END}|{_LEAD}(?:i|you)(?:['’]re|\sare|\swere)?\s(?:was\s|just\s|so\s|totally\s|absolutely\s|completely\s|once\sagain\s)*(?:right|wrong|correct)(?:\s(?:about|on|with|again|all\salong|the\sfirst\stime)\b.{{0,40}})?\W*$"
)
_PICKED = looks_like(
    rf"{_LEAD}(?:i\smeant?\s)?(?:the\s)?(?:(?:left|right|first|second|third|last|top|bottom|other|former|latter|middle|upper|lower|green|red|blue|bigger|smaller|shorter|longer)\s(?:one|option|version|file)|"
    rf"(?:option|version)\s(?:a|b|c|\d)|both|neither|either)(?:,?\s(?:please|pls))?{_END}|{_LEAD}(?:it|this|that)\sjust\s(?:says|shows|prints|returns|gives|throws|hangs)\b.{{0,40}}$"
)
_OFF = looks_like(
    r"^.{0,60}?(?:^|[,.;]\s|\sand\s|\sso\s|\sbut\s)(?:i\s|we\s)?(?:gotta|got\sto|have\sto|need\sto|must|should|better)\s(?:run|go|dash|leave|jump|hop\soff|head\s(?:out|off|home)|drop\soff)\W*$"
)
_OFF_TO = looks_like(
    rf"{_LEAD}(?:i['’]?m\s|we['’]?re\s|i\sam\s)?off\s(?:to|for)\s(?:(?:the|my|a|some|another)\s[a-z]+(?:\s[a-z]+)?\s(?:now|rn|then|today|tonight|for\s(?:today|now|the\sday|the\sweekend))|"
    rf"(?:(?:the|my|a)\s)?(?:lunch|bed|dinner|school|work|gym|lake|beach|pool|park|sea|sauna|pub|shops?|dentist|doctor|supermarket|mountains|cinema|train)){_END}"
)
_HECTIC = looks_like(
    rf"{_LEAD}(?:everything|it|today|work|all|this\splace|my\s(?:inbox|day|desk)|(?:the\s)?office)(?:['’]?s|\sis|\swas)\s(?:(?:just|all|totally|completely|a\sbit|pure|so|really|literally)\s)*"
    rf"(?:on\sfire|chaos|chaotic|crazy|madness|a\s(?:total\s)?(?:mess|madhouse|zoo|circus)|hectic|upside\sdown|insane|nuts|bonkers){_END}"
)
_LASTING = re.compile(
    r"\b(?:always|never(?!\s?mind)|every|must|deadline|client|customer|because|since|until|allergic|vegan|moved|married|born|production|prod)\b|[#@]\w|\d{3,}",
    re.IGNORECASE,
)
_UP_AGAIN = Shape(
    r"(?:the\s|our\s)?(?!(?:it|that|this|they|now|everything|still|all|again)\b)[\w-]+(?:\s[\w-]+)?\s(?:works?|runs?|is\s(?:up|back|running|working))\sagain\b",
    re.IGNORECASE,
)
"""CI works again: that it was broken may be remembered."""
_LONGEST = 14
"""In words: who has more to tell speaks of more than the moment."""


_SHAPES = (
    _DOING,
    _ABOUT_TO,
    _HOW_IT_WENT,
    _THIS_HOUR,
    _JUST_BACK,
    _OUT_OF_PLACE,
    _SAYS_NOTHING,
    _PICKED,
    _OFF,
    _OFF_TO,
    _HECTIC,
)
_APART = re.compile(r",\s+(?:(?:and|but|so)\s)?|\s+[-–—]+\s+|\s\.\.+\s")


def is_of_the_moment(clause: str) -> bool:
    """Whether a clause tells of nothing but the present moment: "reading it now", "still the same error", "brb"."""
    if len(clause.split()) > _LONGEST or _LASTING.search(clause) or _UP_AGAIN.match(clause):
        return False
    parts = _APART.split(clause)
    if not _of_now(clause) and not (1 < len(parts) < 6 and all(_of_now(p) or is_small_talk(p) for p in parts)):
        return False
    return not any(m.kind != "entity:practice" for m in find_names(clause))


def _of_now(text: str) -> bool:
    return any(shape(text) for shape in _SHAPES)
