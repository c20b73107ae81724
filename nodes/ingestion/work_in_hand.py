"""Talk about the work in hand: what the assistant just did, how its result looks, what the person tried meanwhile."""

import re

from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.language.calendar_words import WEEKDAY
from memorist.nodes.language.names import find_names

_LEAD = (
    r"^\W*(?:(?:ok(?:ay)?|so|and|but|well|yes|yeah|no|nope|hm+|oh|ah|hey|sorry|thanks|great|nice|cool|now|also|again|almost|"
    r"looks\sgood)\W+)*"
)

_YOU_DID = looks_like(
    rf"{_LEAD}(?:i\sthink\s)?you(?:['’]ve|\shave)?\s(?:just\s|also\s|still\s|accidentally\s|probably\s|maybe\s|completely\s|somehow\s|really\s|already\s)*"
    r"(?:forgot|missed|broke|deleted|removed|changed|added|renamed|overwrote|skipped|ignored|misread|misunderstood|mixed|swapped|duplicated|hardcoded|hard-coded|commented|"
    r"left\s(?:out|in)|made\san?|did\s(?:it|this|that|not|n['’]t)|didn['’]?t|put|used|wrote|called|imported|touched|reverted|got\s(?:it|that|this|the))\b"
    rf"|{_LEAD}(?:the|that|those|this)\s[\w-]+\s(?:that\s|which\s)?you(?:['’]ve|\shave)?\s(?:just\s|now\s)*(?:wrote|gave|sent|made|produced|suggested|posted|generated|added|showed|pasted|proposed)\b"
    rf"|{_LEAD}your\s(?:last|latest|previous|first|second|new|recent|suggested|proposed)\s(?:\w+\s)?(?:change|fix|commit|answer|reply|version|suggestion|edit|code|attempt|solution|patch|draft|proposal|query|example)s?\b"
    rf"|{_LEAD}(?:i\s(?:restarted|pulled|pushed|merged|rebased|reran|re-ran|refreshed|reloaded|cleared|reinstalled|rebooted|applied|saved|added|copied|pasted|ran|checked)|i['’]ve\s(?:pulled|pushed|merged|added|run|applied))"
    r"\s(?:it|that|this|the\s(?:server|latest|changes?|page|browser|cache|app|fix|patch|log|tests?|build|command|script|migration|file|branch|line)|a\sfix|your)\b[^,;]{0,40}\W*$"
    rf"|{_LEAD}i(?:['’]ve|\shave)?\s(?:just\s|already\s)*(?:tried|did|pushed|merged|checked|tested)\s(?:it|that|this|a\sfix|restarting|again|both|everything|all\sof\s(?:it|that|them)|that\sone)\b.{{0,30}}$"
)
_LOOKS = looks_like(
    rf"{_LEAD}(?:the|that|this|there['’]s|there\sis|it['’]s|its)\s(?:(?:first|second|third|last|new|other|whole|current|an?|still|now)\s){{0,2}}(?:typo|text|output|page|screen|result|function|version|paragraph|sentence|title|margin|"
    r"padding|spacing|indentation|font|button|header|footer|layout|modal|form|field|table|chart|image|icon|list|link|response|reply|query|line|loop|test|draft|summary|one|color|colour|background|column)s?"
    r"(?:\sin\s(?:the|line)\s[\w\s]{1,25})?(?:(?:['’]s|\sis|\sare|\slooks?|\sseems?|\sfeels?)\s(?:now\s|still\s|a\sbit\s|a\slittle\s|way\s|much\s|too\s|just\s|not\s|completely\s|also\s|so\s)*"
    r"(?:blank|empty|better|worse|off|wrong|big|small|long|short|wide|narrow|ugly|nice|good|great|fine|perfect|missing|gone|cut\soff|broken|weird|odd|strange|misaligned|invisible|dark|bright|light|slow|too\s\w+))?"
    r"(?:\snow|\sagain|\sthough)?\W*$"
    rf"|{_LEAD}(?:it|this|that)\s(?:still\s|now\s|just\s|only\s)?(?:says|shows|prints|gives|returns|throws|complains|compiles|runs|starts|opens|worked|works|loads)\b(?:\s(?:fine|ok|yesterday|before|permission|undefined|null|nothing|an?\s(?:error|\d{{3}}|blank|empty)|but\b)).{{0,50}}$"
    rf"|{_LEAD}(?:i['’]m\s(?:still\s|now\s)?getting|i\s(?:still\s|now\s|just\s)?get|i['’]m\sseeing|i\ssee|getting|now\si\sget)\s(?:an?|the\ssame|this|these|the|some)?\s?(?:[\w-]+\s){{0,3}}?(?:errors?|exceptions?|warnings?|failures?|500|404|403|401|"
    r"stack\s?trace|traceback|blank\s\w+|undefined|nan|null)\b(?:\s(?:when|if|after|on|in|at|from|with)\b.{0,40})?\W*$"
    rf"|{_LEAD}(?:that['’]?s\s(?:wrong|not\s(?:it|right)),?\s)?(?:now\s)?i\s(?:now\s|still\s)?(?:get|got)\s(?:an?\s|this\s|the\s)?[\w.]*(?:error|exception):\s.*$"
    rf"|{_LEAD}nothing\s(?:happens|happened|changes|changed|shows\sup)\b.{{0,40}}$"
)
_WANTS = looks_like(
    rf"{_LEAD}(?:today\s|next\s|first\s)?(?:i(?:['’]d\slike|\swant|\swould\slike|['’]m\strying|\sam\strying|['’]m\sabout|\sneed)\sto|i['’]m)\s(?:also\s|just\s|first\s|now\s)*"
    r"(?:add|adding|fix|fixing|refactor|refactoring|implement|implementing|debug|debugging|rename|extract|clean\sup|write|writing|build\s(?:a|an|the)\s(?:small|simple|quick|little)|work\son|get\s(?:the|this|it|my)|"
    r"make\s(?:the|this|it)|change\s(?:the|this|it)|remove\s(?:the|this|it)|convert|parse|sort|filter|center|align|style|test\s(?:the|this|it)|mock|render|print|plot|validate|deploy\s(?:this|it))\b(?!.*\b(?:every|always|because|for\sthe\sclient|deadline|by\s"
    rf"(?:{WEEKDAY}|tomorrow|next|the\s\d))\b)"
    rf"|{_LEAD}(?:i['’]m|i\sam)\s(?:just\s)?(?:looking|searching)\sfor\s(?:an?|some|the)\s(?:[\w-]+\s){{0,3}}?(?:books?|librar(?:y|ies)|tools?|ways?|tutorials?|examples?|resources?|packages?|plugins?|fonts?|names?|recipes?|words?|"
    r"synonyms?|templates?|articles?|alternatives?|commands?|settings?|options?)\b"
    rf"|{_LEAD}i\s(?:have|['’]ve\sgot|got)\s(?:an?|another|one|some|two|a\sfew)\s(?:\w+\s)?(?:questions?|favou?rs?|requests?|problems?\swith\sthis)\b|{_LEAD}i\s(?:just\s)?need\s(?:some\s|your\s|a\sbit\sof\s)?(?:help|advice|input|feedback|a\shand)\b"
    rf"|{_LEAD}(?:quick|another|one|dumb|stupid|silly|last)\s(?:more\s|quick\s)?question\b|{_LEAD}(?:please\s)?(?:see|check)\s(?:the\s)?(?:attached|attachment|above|below|screenshot)\b"
    rf"|{_LEAD}(?:imagine|pretend|assume|suppose)\s(?:that\s)?(?:you|i)(?:['’]re|['’]m|\sare|\sam|\swere)\b|^\W*you\sare\s(?:an?|my|the)\s(?:\w+\s){{0,3}}?(?:expert|engineer|developer|assistant|writer|teacher|editor|translator|senior|professional)\b"
)
_FOR_NOW = looks_like(
    r"^\W*(?:please\s|and\s|but\s|ok\s)*(?:don['’]?t|do\snot|never\s?mind|no\sneed\sto|stop|skip|leave)\b.{2,60}\b(?:for\snow|yet|this\stime|just\snow|at\sthis\spoint)\W*$"
    r"|^\W*(?:please\s|and\s|but\s)*(?:don['’]?t|do\snot)\s(?:forget|worry|bother|mind|panic|rush)\b(?!.*\b(?:when|before|after|every|each|always|never)\b)"
    r"|^\W*(?:(?:no|please|and|but|so|ok)\W+)*(?:don['’]?t|do\snot)\s(?:change|touch|do|edit|fix|add)\s(?:a\s(?:single\s)?thing|anything)(?:\s(?:now|here|please|yet))?(?:\W*$|,\s)"
    r"|^\W*(?:(?:no|please|and|but|so|ok)\W+)*(?:don['’]?t|do\snot)\s(?:send|publish|merge|post|commit|push|run|deploy|submit|file|print|book|order|start|begin)\s(?:it|them|this|that|anything)\syet\b"
    r"|^\W*never\s?mind\s(?:the|that|about|my|those|this)\b|^\W*(?:please\s)?be\s(?:careful|patient|honest|brief|nice|gentle|creative|specific|concise)\W*$"
    r"|^\W*(?:please\s|and\s|but\s|so\s)*(?:don['’]?t|do\snot)\s(?!ever\b).{2,50}?\b(?:in|for|on|to|of|from|into|with)\sthis\s(?:one|file|slide|page|pr|mr|commit|branch|"
    r"answer|reply|draft|mail|email|message|post|function|method|class|test|picture|image|photo|screenshot|doc|document|section|paragraph|sentence|chapter|"
    r"task|ticket|screen|table|chart|version|snippet|script|query|example|exercise|run|case)\b(?:,\s.{2,40})?\W*$"
    r"|^\W*(?:in|with|without|as|like)\s(?!(?:our|my)\b)[\w\s-]{2,30},?\s(?:please|pls|plz)\W*$|^\W*(?:the\s)?same,?\s(?:but|just|for|as|with)\b"
    r"|^\W*(?:keep|leave|make)\s(?:it|this|that)\s.{2,30}\s(?:this\stime|for\snow|here|please|pls)\W*$"
)
_REACTS = looks_like(
    r"^\W*(?:(?:ah|oh|ok|yes|yeah|right|true|well|hm+|lol)\W+)*(?:that\sexplains\s(?:it|a\slot|things|everything)|(?:had|have)(?:n['’]t|\snot)\s(?:thought|considered)\b.{0,20}|(?:(?:no\W+)?(?:that|this|it)(?:['’]?s|\sis|\swas)\s)?not\swhat\si\s(?:asked|meant|wanted|expected|had\sin\smind)\b.{0,30}|(?:no|nah|nope)\W+(?:just\s)?leave\s(?:it|that|them)(?:\s(?:as\s(?:it\s)?is|in|alone|out|like\sthat|there|be))?|(?:just\s)?leave\s(?:it|that|them)\s(?:as\s(?:it\s)?is|in|alone|there|be)|the\sone\s(?:i\shave\s)?open(?:\sright\snow|\snow|\sat\sthe\smoment)?|"
    r"you['’]?(?:re|\sare)\s(?:right|wrong|correct|welcome|kidding|joking)\b.{0,30}|my\s(?:mistake|bad|fault)|good\s(?:bot|job|one|stuff|work|idea|thinking)|crossing\s(?:my\s)?fingers|much\s(?:better|nicer|cleaner|clearer)|"
    r"take\sa\sdeep\sbreath\b.{0,40}|think\sstep\sby\sstep|it\sworked\s(?:yesterday|before|earlier|last\stime|fine)\b.{0,20})\W*$"
)
_LASTING = re.compile(
    r"\b(?:always|every|each|because|since|until|client|customers?|production|prod|staging|users?|team|policy|rule|never\s(?!mind))\b|[#@]\w|https?://",
    re.IGNORECASE,
)
_LONGEST = 18
"""In words."""


def is_about_work_in_hand(clause: str) -> bool:
    """Whether a clause is only a word in the work at hand: "you forgot the import", "the page is blank now"."""
    if len(clause.split()) > _LONGEST or _LASTING.search(clause):
        return False
    if _YOU_DID(clause) or _FOR_NOW(clause) or _REACTS(clause):
        return True
    return bool(_LOOKS(clause) or _WANTS(clause)) and not any(m.kind == "entity:person" for m in find_names(clause))
