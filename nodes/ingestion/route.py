"""Which type of memory a statement is, told by how it is said."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from memorist.nodes.ingestion.draft import Statement
from memorist.nodes.ingestion.extract.fillers import without_fillers
from memorist.nodes.ingestion.extract.imperatives import IMPERATIVE, told_in_passing
from memorist.nodes.ingestion.extract.private import tells_of_oneself
from memorist.nodes.ingestion.feelings import is_taste, is_trait
from memorist.nodes.ingestion.gate_rules import is_hypothetical
from memorist.nodes.ingestion.house_rules import is_house_rule
from memorist.nodes.ingestion.mandates import is_asked_by_others, is_forbidden_by_others
from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.state import IngestionState
from memorist.nodes.language.calendar_words import MONTH, MONTH_IN_SHORT, WEEKDAY
from memorist.nodes.language.repeated import without_topic
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.verbs import PAST_IN_ED


@dataclass(frozen=True, slots=True)
class RouteRule:
    """A way of saying something and the type it makes; the first rule that fits decides."""

    type: str
    shape: Callable[[str], object]


_LEAD = (
    r"^(?:(?:please|so|and|also|note|remember|ok|okay|oh|hey|guys|all|btw|fyi|heads[\s-]up|reminder|team|actually|no|correction|important|"
    r"@remember|like|for\s(?:[\w-]+\s){1,3}reasons|(?:on|in)\s(?:our|my)\steam|here)[\s,:!]+)*"
)
_WHEN = (
    rf"(?:the\s)?(?:\d{{1,2}}(?:st|nd|rd|th)|(?:next\s|this\s|coming\s)?{WEEKDAY}|(?:mid|early|late|the\send\sof|end\sof)\b|"
    rf"\d{{1,2}}\s{MONTH_IN_SHORT}|(?:{MONTH}|{MONTH_IN_SHORT}|sept)\b|tomorrow|tonight|noon|midnight|eod|eow|q[1-4]\b|next\s(?:week|month|year|quarter|sprint)|"
    r"\d{4}-\d\d|christmas|easter|(?:the\s)?release\b|launch\b)"
)
DEFAULT_TYPE = "semantic:fact"
LONGEST_READ = 2_000
"""In characters: the beginning of a long list or line tells its type, and it bounds the time of the rules."""

RULES: Sequence[RouteRule] = (
    RouteRule(
        "semantic:preference",
        looks_like(
            r"^(?:please\s)?(?:when(?:ever)?|if)\syou\s(?:explain|answer|reply|respond|write|show|give|send|talk|summari[sz]e|suggest|present|draft|quote)\b.*\b(?:me|my|i)\b"
        ),
    ),
    RouteRule(
        "procedural",
        looks_like(rf"^every\s(?:morning|evening|day|night|week|month|quarter|[a-z]+day)\b[^:]*,\s{IMPERATIVE}"),
    ),
    RouteRule(
        "procedural",
        looks_like(
            r"\bfirst\s[a-z].*\bthen\s[a-z]|[:,]\s[^,:]{4,60},\s(?:and\s)?then\s[^,:]{3,60},?\s(?:and\s)?then\s|^[^,:?]{3,60},\s(?:and\s)?then\s[^,:?]{3,60},\s(?:and\s)?then\s|\bfirst\s[a-z][^,?]{2,60},\s(?:and\s)?(?:only\s)?(?:then|after\s(?:that|this))\s|\b(?:works|goes|runs)\slike\sthis\s?[:–-]|^(?:if|when(?:ever)?)\s[^,?]{5,60}?\s(?:we|you)\s(?:just\s|simply\s|always\s|first\s)?(?!are\b|were\b|had\b|have\b|did\b|do\b|will\b|can\b|could\b|would\b|might\b|must\b|should\b|need\b|get\b|see\b|want\b|use\b|know\b|lose\b)[a-z]+\s(?:it|them)\b|\bthe\s(?:steps|procedure|process|drill)\s(?:is|are)\b"
        ),
    ),
    RouteRule(
        "procedural",
        looks_like(
            rf"{_LEAD}to\s[a-z][^,:?]{{2,60}}[:,]\s(?:you\s|we\s|just\s|first\s)*{IMPERATIVE}|"
            rf"(?:^|[:,]\s){IMPERATIVE}\s[^.]*,\s(?:and\s)?(?:then|after\sthat|afterwards)\s|^(?:how\s(?:we|to)|the\sway\s(?:we|to))\b[^:]*:\s"
        ),
    ),
    RouteRule(
        "procedural",
        looks_like(
            rf"{_LEAD}(?:for\san?\s[^,]{{3,30}}?,?\s|to\s[a-z][^,:?]{{2,60}}?\s)(?:you\s(?:just\s|simply\s|first\s|have\sto\s|need\sto\s)?{IMPERATIVE}|(?:just\s|simply\s)?(?:run|go\sto|click|open\sthe|ask|call|restart)\s)|"
            r"^(?:when(?:ever)?|if|before|after|once)\s[^,:?]{3,60}?\s(?<!every\s)(?<!the\s)(?<!a\s)(?<!to\s)(?:re-?generate|re-?run|run\s(?:the|npm|make|a)|restart\sthe|clear\sthe|ask\s(?!for)|notify|bump\sthe|delete\sthe|invalidate|purge|"
            r"rotate\sthe|rebuild|redeploy|reset\sthe|ping\s(?!s)|make\ssure|double-check)\b"
        ),
    ),
    RouteRule(
        "procedural",
        looks_like(r"^(?!Asked\s\"(?:what|which|who|where)\b)(?:[\s\S]*?[\s:(])?1[.)]\s+\S[\s\S]*[\s;,.]2[.)]\s+\S"),
    ),
    RouteRule(
        "semantic:fact",
        looks_like(
            rf"\b(?:must|has\sto|have\sto|needs?\sto|is\sto|are\sto|should|need|needs)\b[^,;]*\b(?:by|before|until|no\slater\sthan)\s{_WHEN}|"
            r"^(?:(?:yes|no|so)\W+)*(?:my\s\w+|(?-i:(?!We\b|All\b|Every|Each\b|New\b|Code\b|User)[A-Z][a-z]+))(?:\sjust|\sonly|\salso)?\sneeds?\s(?!to\b)|"
            r"^(?:we|they|the\s[\w-]+|i|he|she)(?:['’]ve|\shave|\shas|['’]s)?\snever\s(?:actually\s|really\s|even\s)?(?:adopted|used|had|got|went|did|was|were|made|took|saw|"
            rf"found|came|built|wrote|ran|been|{PAST_IN_ED})\b"
        ),
    ),
    RouteRule(
        "semantic:decision",
        looks_like(
            r"^(?:(?:ok|okay|so)[\s,]+)*let['’]?s\s(?:postpone|delay|hold\soff|push\s|park|shelve|keep\s|freeze|cancel|rename|hire|merge\sthe|skip|cut|limit|raise|lower|not\s|rather\s|wait\swith|give\sup|"
            r"settle|pick\s|choose|do\s\w+\s(?:instead|first)|make\s[\w\s]+\sthe\sdefault)|\bwe\s(?:finally\s|then\s|just\s|will\s|['’]ll\s)?(?:picked|went\sfor|go\s(?:with|for)\s(?!it\b|a\s(?:walk|run|drink|coffee)))|"
            r"\bmade\sup\s(?:my|our)\sminds?\b|\bchanged\sour\sminds?\b|^(?:so\s|ok\s|and\s|but\s)*we(?:\swon['’]t|\swill\snot|['’]re\snot\sgoing\sto|\sare(?:n['’]t|\snot)\sgoing\sto)\s(?:support|build|do|offer|ship|use|adopt|migrate|move|"
            r"renew|hire|take|go\s(?:with|for)|add|implement|change|touch|upgrade|switch|rewrite|maintain|pay|accept|buy|keep|extend|invest|translate|port|launch|pursue|bid)\b|"
            r"^(?:final(?:\s(?:call|decision|answer|verdict|word))?|verdict|outcome|conclusion)\b(?:\sfrom\s(?:the|our)\s\w+)?\s?[:,-]|"
            r"\bgets?\s(?:cut|dropped|axed|scrapped|postponed|shelved)\s(?:from|until|to|for)\b|"
            r"(?<!not\s)(?<!nobody\s)(?<!no\sone\s)(?<!n't\s)(?<!n’t\s)\b(?:decided(?!\syet)|decision|we\s(?:chose|agreed|opted|settled|voted)|let['’]?s\s(?:go\swith|use|stick|stay\swith|keep(?!\s(?:it|this|that|in|going|on|an?\seye)\b)|"
            r"adopt|switch|move|drop|scrap|ditch)|going\swith|(?:is|are)\s(?:ok(?:ay)?|fine|"
            r"allowed)\s(?:now|again))|^(?!i\b|i['’]|my\b).*\bit\sis!?$|^(?:(?:ok|okay|so|well|and|then|alright|right|fine)[\s,]+)*(?:scrap|ditch|drop|kill|cancel|shelve)\b|"
            r"^(?:(?:ok|okay|so|well|alright)[\s,]+)*it['’]?s\s(?:now\s)?(?:official|decided|final|settled)\b|(?<!be\s)(?<!not\s)(?<!yet\s)\b(?:agreed|opted|settled)\s(?:on|to|that|for|against)\b|"
            r"^(?:so\s|ok\s)?we(?:['’]re|['’]ll|\sare|\swill)?\s(?:still\s|just\s)?(?:stick(?:ing)?|stay(?:ing)?)\s(?:with|to|on)\b|"
            r"\b(?:we|they|management|leadership|the\s(?:team|board|boss))(?:['’]re|\sare|['’]ve|\shave)?\s(?:now\s|finally\s|just\s|officially\s)*(?:settled|"
            r"cutting|dropping|killing|parking|shelving|scrapping|postponing|skipping|sunsetting|greenlit|green-lit|signed\soff\son|voted|vetoed|opted|ruled\sout|"
            r"parked|shelved|scrapped)\b|\b(?:settled|made)\s(?:it|the\scall|that)\b|\bsettled\son\b|\b(?:we|they|i)\s(?:\w+ly\s)?landed\son\s(?!the\s(?:wrong|same)\b)|\bthe\scall\s(?:is|was)\b|"
            r"^(?:call|decision|choice|verdict)\smade\b|\bresolved\sto\b|^(?!i\b)[^,]*?\bvoted\s(?:to|for|against|in\sfavou?r)\b|"
            r"^(?:the|our)\s(?:[\w-]+\s){1,3}?(?:agreed|decided|opted|ruled|resolved|chose)\b|"
            r"\bno\slonger\s(?:forbidden|banned|prohibited|off.limits|verboten|taboo|required|mandatory|compulsory|obligatory)\b"
        ),
    ),
    RouteRule(
        "semantic:hard_rule",
        looks_like(
            rf"{_LEAD}(?:never\b(?!\smind|\s{PAST_IN_ED}|\s(?:has|have|had|saw|went|got|did|was|were|been|seen)\b)|don['’]?t\sever\b|do\snot\s|don['’]?t\s(?!worry|forget|mind|know|let\sme|judge\sme|be\s(?:shy|afraid|sorry|a\sstranger)|let\sit\s(?:go|get)|change\s(?:a\sthing|anything\W*$)|"
            rf"think)|under\sno\scircumstances|no\smore\s(?!than\b)|(?:keep\s(?:your\s)?)?hands\soff\b|stay\s(?:away|out|off)\b|leave\s.+\salone\b|(?:(?:in|at)\s(?:this|our|the)\s[\w-]+,?\s)?(?:nobody|no\sone)\s(?:is\s(?:allowed|permitted)|gets\sto|may|can|must|should)\b|(?:absolutely|strictly|definitely)\sno\s|"
            r"(?:nobody|no\sone)\s(?:ever\s)?(?:touches|edits|pushes|deletes|writes\sto|shares|copies|logs\sinto|merges|deploys|releases|commits|force-?pushes|rebases|installs|sends|opens|upgrades|migrates)\b(?!.*\b(?:without|until|unless|before)\b))|"
            rf"\b(?:must\s(?:not|never)|mustn['’]?t|should\snever|"
            r"(?:is|are)n['’]?t\s(?:allowed|permitted|authori[sz]ed)|"
            rf"(?:is|are|['’]s|['’]re)\s(?:strictly\s|absolutely\s|now\s|completely\s)*(?:forbidden|banned|prohibited|verboten|taboo|not\s(?:allowed|permitted|authori[sz]ed)|out\sof\sbounds|"
            rf"off.limits|an?\s(?:absolute\s|hard\s|total\s)?no.go))\b"
        ),
    ),
    RouteRule(
        "procedural",
        looks_like(
            rf"{_LEAD}(?:when(?:ever)?|if|before|after|once|every\stime|"
            rf"as\ssoon\sas)\s(?![^,:]*\b(?:we|i|they|he|she|it)\s(?:had|were|was|did)\b)[^,:]+[,:]\s+(?:then\s)?(?!(?:i|he|she|it|they|mostly|mainly|because|bc|which|who|since|so|and|but|though|although)\b)(?!(?:we|you)\s(?:were|was|had|"
            rf"got|went|did|\w+ed)\b)|{_LEAD}(?:in\sorder\s)?to\s[a-z][^,:]+,\s(?:run|use|open|first|call|add|"
            rf"build|ask|set)\b|{_LEAD}to\s[a-z]+\s[^,:]{{5,80}},\s(?:and\s|then\s)*(?!(?:we|i|you|it|they|he|she|so|but|which|who)\b)[a-z-]+\s(?:the|an?|your|our|its|all|every)\s|"
            rf"^for\s[^:,]{{3,40}}:\s(?:{IMPERATIVE}|[a-z]+\s(?:the|an?|your|our|all|every)\s)[^,]*,[^,]+,|\bsteps?:|^(?:run|check|ask|update|post|rebase|tag|notify)\s.+\s(?:before|after|"
            rf"whenever|when)\s"
        ),
    ),
    RouteRule(
        "model:self",
        looks_like(
            r"\bi\s(?:(?:often|always|sometimes|frequently|regularly|usually|easily|constantly|still)\s(?:miss|forget|skip|"
            r"overlook|struggle|mix|confuse|underestimate|overestimate|procrastinate|overengineer|rush|lose|get\s(?:lost|"
            r"distracted|stuck|nervous|carried|confused|impatient|sloppy))|tend\sto|keep\s(?!it\b)(?:(?!using|having|doing|going|in\b)\w+ing)|struggle\s(?:with|to)|zone\sout|(?:freeze|panic|choke|ramble|clam)\b|"
            r"(?:always|constantly)\s(?:postpone|put\soff|delay|leave|end\sup)|(?:have|['’]ve\sgot|got)\sa\s(?:bad\s)?(?:habit|tendency)|get\s(?:lost|distracted|sidetracked|"
            r"carried\saway|nervous|impatient|sloppy|stuck|(?:(?:so|too|really|quite|very|easily|super)\s)*[a-z]+(?:ive|ous|ed|y|ient|less|ant)\s(?:in|during|when|with|"
            r"before|about|if|after|around)\b)|procrastinate|overthink|over-?engineer|(?:under|over)(?:estimate|commit|promise)|micromanage|second-guess|(?:always|constantly|regularly|often|usually|sometimes)\s(?:under|over)(?:estimate|promise|commit|think|sleep|complicate|do)|forget\s[^,]{3,50}?\s(?:all\sthe\stime|constantly|"
            r"every\s(?:single\s)?time|more\soften\sthan\snot|way\stoo\soften|a\slot))|^(?:i['’]ve\s|i\shave\s|i\s)(?:also\s|just\s|recently\s)*(?:noticed|realised|realized|found\sout|discovered|caught\smyself)\s(?:that\s)?i\s|(?:is|are)\s(?:not\s|really\s|definitely\s)*my\s(?:kryptonite|achilles\sheel|nemesis|downfall|forte|superpower|thing|strong\ssuit|weak\s\w+)\b|\b(?:when(?:ever)?|if|once)\si(?:['’]m|\sam|\sget|\sfeel)\s[^,]{2,30}?,?\si\s(?:\w+\s)?(?:skip|forget|miss|make|rush|overlook|stop|"
            r"get|lose|snap|write|cut|start|become|turn)\b|\bmy\s(?:weak\s(?:spot|point|side)|weakness|blind\sspot|"
            r"strength|strong\s(?:suit|point)|bad\shabit|biggest\s(?:flaw|weakness))|\bi(?:['’]m|"
            r"\sam)\s(?:not\s|really\s|very\s|pretty\s)*(?:good|great|bad|terrible|awful|horrible|hopeless|useless|rubbish|lousy|clumsy|slow|weak|strong|"
            r"confident|comfortable|experienced|prone|quick)\s(?:at|in|with|to)\b"
        ),
    ),
    RouteRule(
        "semantic:preference",
        looks_like(
            r"\bi\s(?:do\snot|don['’]t|never)\swant\b|\bi(?:['’]d|\swould)?\s(?:want|need|like|expect|love)\s(?:[\w-]+,?\s){0,4}?(?:answers|replies|responses|explanations|summaries)\b|"
            r"\bi\swant\sthe\s[^,]{3,40}\s(?:without|w/o)\s|\bi\swant\s(?:all|every|my|your|only|no|short|longer|more|less|fewer)\b|"
            r"\b(?:prefer(?:s|red|ence)?|(?<!in\s)favou?rs?|favou?rite|go-to|fond\sof|keen\son|(?:i|we)(?:\sreally|\sstrongly|\sdo)*\s(?:like|love|hate|"
            r"dislike|enjoy|don['’]?t\slike|can['’]?t\s(?:stand|bear|live\swithout|work\swithout))|rather(?!\sthan)|(?:i|i['’]d|i\swould)\s[^,]*\brather\sthan|"
            r"^(?:i['’]m|i\sam)\s(?:more\sof\san?\s|an?\s[\w-]+\s(?:person|guy|girl|type)\b)|\bi\sfind\s.*\b(?:easier|nicer|better|harder|clearer|cleaner|annoying|confusing|helpful|distracting|more\s\w+)\b|^(?:i\s(?:work|think|focus|concentrate|learn|code|write|read)\s(?:best|better)\b)|^i\s(?:can['’]?t|cannot)\s(?:concentrate|focus|think|work|read)\s(?:with|when|while|if|in|on)\b|"
            r"\b(?:nicer|better|easier|cleaner|prettier|more\s\w+)\b.*\s(?:imo|imho|for\sme|to\sme|if\syou\sask\sme|in\smy\s(?:opinion|book))\W*$|"
            r"\byour\s(?:answers?|replies|reply|responses?|explanations?|summaries|summary|messages|outputs?)\b|^(?:please\s)?(?:don['’]?t|do\snot)\s(?:call|book|ping|message|mail|email|schedule|invite|interrupt|wake|disturb|address)\sme\b|"
            r"^(?-i:(?!It\b|This\b|That\b|Nobody\b|Everyone\b|Someone\b|Who\b)[A-Z][a-z]+)\s(?:really\s|absolutely\s|also\s)?(?:likes|loves|hates|dislikes|enjoys|can['’]t\sstand)\s|"
            r"^(?:please\s)?call\sme\s|^(?:i\s(?:want|need)|i['’]d\slike|i\swould\slike)\syou\sto\s|^(?:please\s)?(?:explain|show|describe|present|give)\s(?:me\s)?(?:things|stuff|everything|concepts|code|changes|options|it\sall)\b|"
            r"i['’]d\s(?:take|pick|choose|go\sfor)\s|\bswears?\sby\s|(?:when|if)\syou\s[^,]*\b(?:explain|answer|reply|respond|write|show|give|send|talk|summari[sz]e|suggest)|"
            r"^(?:please\s)?(?:explain|answer|reply|respond|talk|write|speak|address)\b[^,]*\bto\sme\b|^(?:please\s)?(?:answer|reply|respond|speak|talk|write|explain)\b.*\b(?:when|if)\si\b|^(?:please\s)?(?:answer|give|show|tell|send|write|explain|call)\sme\b|\b(?:i|he|she|we)\s(?:really\s)?(?:loathe|despise|adore|detest)s?\b|"
            r"\bany\sday\b(?:\W|$)|^no\s[\w\s-]+\bfor\s(?:me|us)\b|\bfeels?\s(?:\w+\s)?(?:clunky|wrong|off|right|better|nicer|natural|heavy|dated)\b|(?:drives?|driving)\sme\s(?:mad|crazy|nuts|up)|(?:gets|get)\son\smy\snerves|"
            r"\b(?:suits|works\sbest\sfor|works\sbetter\sfor)\sme\b|i['’]d\slike|fan\sof|i\s(?:always|never))\b"
        ),
    ),
    RouteRule("semantic:preference", looks_like(r"^(?P<twice>[\w-]+),\salways\s(?P=twice)\b")),
    RouteRule(
        "semantic:preference",
        looks_like(
            r"^(?!we\b|our\b|all\b|every\b|no\b|use\b)[^,:?]{3,40}\s(?:everywhere|by\sdefault),?\s(?:please|pls)\W*$"
        ),
    ),
    RouteRule("model:self", is_trait),
    RouteRule("semantic:preference", is_taste),
    RouteRule(
        "semantic:policy",
        looks_like(
            rf"{_LEAD}(?:(?:our|the|a|one|my|general|golden|hard|new)\s)*(?:house|team|ground|general|golden|iron|unwritten|basic|simple|first|new|one)?\s?rules?(?:\s(?:here|number\s\w+|one|\#?1|of\s[\w\s]+))?"
            rf"(?:\s(?:is|says)\b|\s?[:–—-]\s)|{_LEAD}(?:all|every|each|any)\s(?:(?:new|of\sour|our|single|public|open|merged|external|internal|incoming)\s)*[\w'/-]+(?:\s[\w'/-]+){{0,6}}?\s"
            rf"(?:gets?|needs?|goes|go|carries|carry|passes|pass|waits?|links?|mentions?|lives?\s(?:in|under)|includes?|starts?\swith|ends?\swith|comes?\swith|names?|follows?|"
            rf"(?:is|are)\s(?:squashed|reviewed|tested|tagged|signed|named|logged|documented|encrypted|approved|paired|deleted|archived|answered|announced|labelled|prefixed|"
            rf"rotated|versioned|backed))\b|{_LEAD}(?:whoever|anyone\swho|everyone\swho)\s|"
            rf"{_LEAD}(?:nobody|no\sone)\s(?!knows|on\s|in\s|else|speaks|likes|cares|remembers|noticed|told|answered|uses|said|asked|reads|here\b)[a-z]+s\b|"
            rf"^(?!i\b|we\b|it\b|this\b|that\b|he\b|she\b)(?:[\w'/-]+\s){{1,5}}should\s(?:always\s|never\s|only\s)?(?:come|go|stay|include|start\swith|end\swith|have\san?)\b|"
            rf"\b(?:we|the\s[\w-]+)\s(?:insist|are\s(?:strict|picky)\s(?:about|on)|expect)\b|"
            rf"\b(?:we|the\steam|everyone|everybody|all|every|each)\b[^,.]*\b(?:always|never|must|have\sto|"
            rf"has\sto|requires?|mandatory|only(?!\s(?:[a-z]+ed\b|knows?|has|have|does|do|uses?|needs?|runs?|works?|one|two|three|\d+|an?|the|for|in|on|got|gets?|sees?|affects?|"
            rf"happens?|shows?|want|wants|sells?|supports?|if|because|since)\b))\b|\bthat['’]?s\s(?:the|our|a)\s(?:rule|policy|convention|standard|law)\b|"
            r"\bthat['’]?s\s(?:how|the\sway)\s(?:we|the\steam)\s(?:do|does|work|works|roll|rolls|handle|handles|run|runs)\b|\bno\sexceptions?\b|"
            rf"{_LEAD}(?:every|each|any)\s(?:new\s|single\s)?[\w/-]+(?:\s[\w/-]+)?\s(?:gets?|needs?|goes|carries|"
            rf"passes|waits|is\s\w+ed)\b|\bas\sa\s(?:general\s)?rule\b|\brule\sof\sthumb\b|"
            rf"{_LEAD}(?:nobody|no\sone|nothing)\s[a-z]+s\b.*\bwithout\b|\bbelongs?\s(?:in|to|under)\b.*\b(?:only|nowhere)\b|"
            rf"\b(?:demands?|insists?|stipulates?)\s(?:that|on)\b|"
            rf"\bwe\s(?:don['’]t|do\snot)\s(?:deploy|merge|push|release|commit|ship|allow|accept|hire|schedule|log|store|touch|mix|"
            rf"skip|approve|review|test|work|answer|rebase|squash|copy|share|send|write|expose|hard-?code|cache|take|offer|sell|refund|promise|negotiate|give\sout|"
            rf"do(?=\s(?:[\w-]+\s){{0,2}}?(?:deploys?|releases?|merges?|deployments|meetings|calls|refunds|discounts|overtime)\b))\b|"
            rf"{_LEAD}(?:keep|put|name|prefix|wrap|pin|limit|store|write|document|log|return|start|end|group|sort|separate|order|"
            rf"validate|escape|encrypt|mask|hash|tag|mark|link|cap|lock|mention|include|add)\s(?:all\s|every\s|each\s|your\s|our\s|any\s|new\s|only\s|"
            rf"no\s)?[a-z-]+s?\b(?!\s(?:is|are|was|has|have|fails?|takes?|gets?|opens?|closes?)\b)|"
            rf"^(?!i\b|i['’]|my\b|he\b|she\b)[\s\S]*?\b(?:must(?!\shave\sbeen)|(?<!may\s)(?<!might\s)(?<!could\s)(?<!'d\s)(?:has|have)\sto|needs?\sto|shall|mandates?|is\sto\sbe|are\sto\sbe)\s[a-z]|"
            rf"^(?!i\b)(?:[\w'/-]+\s){{1,6}}(?:is|are|gets?|goes?|go|comes?|stays?|lives?)?\s?always\s[a-z]|{_LEAD}(?:always|make\ssure|be\ssure|ensure|avoid|use\s|"
            rf"stick\sto|no\s[a-z]+\s(?:on|in|before|after|without))|\b(?:from\snow\son|policy|convention|"
            rf"guideline|mandatory|(?:is|are)\srequired|requires?\s(?:types?|tests?|approvals?|reviews?))\b"
        ),
    ),
    RouteRule("semantic:hard_rule", is_forbidden_by_others),
    RouteRule("semantic:policy", lambda text: is_house_rule(text) or is_asked_by_others(text)),
    RouteRule(
        "semantic:reference",
        looks_like(
            r"\b(?:docs?|documentation|runbook|guides?|guidelines|wiki|handbook|specs?|board|playbook|templates?|manual|tutorial|slides|deck|article|paper|design|mockups?|figma|notes|page|folder|sheet)\b.*\s(?:is|are|lives?)\s(?:at|here|under|in)\s?:?\s?https?://|^(?:you(?:['’]ll|\scan|\swill)|everyone\scan|we\scan)\s(?:always\s)?find\s.*(?:[/\\][\w.-]+|\bin\sthe\s\w+\sfolder|\bon\sthe\s[\w\s]*(?:drive|wiki|share))|"
            r"^(?:the\s|our\s)?(?:docs?|documentation|link|runbook|guide|wiki|board|repo|handbook|specs?|figma|designs?|mockups?|manual|slides|template)\b[^:]{0,40}:\s*(?:https?://|www\.|\S+\.\w{2,4}/)|"
            r"\b(?:is|are|lives?|sits?|can\sbe\sfound)\s(?:kept\s|stored\s)?(?:in|on)\s(?:the|our)\s[\w\s]*(?:drive|wiki|share|sharepoint|folder)\s(?:under|in|at)\s\S+/|"
            r"^(?:please\s)?(?:have\sa\slook\sat|look\sat|see|check)\s\S+\.\w{2,4}/\S+\s(?:for|if|when|to)\b|"
            r"^(?!(?:error|failed|warning)\b)(?!.*\b(?:staging|prod\w*|api|endpoint|urls?|server|host|webhook|registry|proxy)\b[^:]*:)[\w'’&/-]+(?:\s[\w'’&/-]+){0,5}\s?:\s(?:\w+\s)?https?://\S+|"
            r"^(?:see|docs?:|reference:|link:)?\s*https?://\S+|\b(?:is|are)\s(?:\w+\s)?documented\s(?:at|in|on|under)\b|^for\s(?:the|our)\s[^,:]{3,40}?,?\s(?:see|check|look\s(?:at|in)|have\sa\slook\sat)\s\S*[/.]\S+|"
            r"\b(?:the\sdocs\s(?:are|"
            r"live)\s(?:at|in)\s(?!(?:an?\s|very\s|really\s)*(?:bad|good|great|poor|terrible|progress|english|german|french|markdown)\b)|according\sto\sthe\s(?:docs|article|documentation))\b"
        ),
    ),
)


_HEADED = r"(?:\s(?:from|of|in|at|on|about|for)\s[^:;.]{2,50})?:\s"
_STANDING = frozenset({"semantic:hard_rule", "semantic:preference"})
"""What is told whatever the task is."""
_DECIDED = Shape(
    rf"\W*(?:(?:our|the|new|final|another)\s)*decisions?{_HEADED}|"
    r"\W*(?:i|we)(?:['’]ve|\shave)?\s(?:just\s)?changed\s(?:my|our)\sminds?\b[,;:.]",
    re.IGNORECASE,
)
_RULED = Shape(rf"\W*(?:(?:our|the|a|new|house|first|hard)\s)*rules?{_HEADED}", re.IGNORECASE)


def route_statement(statement_text: str) -> str:
    """Return the memory type of a statement.

    "We use X" is a fact, "I prefer" a preference, "we always" a policy, an outright "never …" a hard rule, "when X,
    do Y" and numbered steps a procedure, a choice a decision. "I tend to miss" is ``model:self``: it is evidence for a
    model of a self, whereas an ``observation`` is a pattern found in several episodes and only promotion makes one.
    What somebody or his family must not do ("I must not eat nuts") forbids nothing to others: a fact. What might be is
    a fact (of low confidence), whatever its words, and so is a ban in passing ("don't put that in the letter").
    """
    statement_text = without_topic(statement_text)  # which has a type of its own
    if is_hypothetical(statement_text):
        return DEFAULT_TYPE
    if _DECIDED.match(statement_text):
        return "semantic:decision"
    otherwise = "semantic:policy" if _RULED.match(statement_text) else DEFAULT_TYPE
    statement_text = without_fillers(statement_text[:LONGEST_READ])
    found = next((rule.type for rule in RULES if rule.shape(statement_text)), otherwise)
    if found in _STANDING and told_in_passing(statement_text):
        return DEFAULT_TYPE
    return DEFAULT_TYPE if found == "semantic:hard_rule" and tells_of_oneself(statement_text) else found


async def route(state: IngestionState) -> dict[str, Any]:
    """Give every kept statement its type; what an extractor reads exactly may still say otherwise."""
    statements = [Statement.model_validate(statement) for statement in state["statements"]]
    kind_of = cache(route_statement)
    typed = [
        s if s.verdict.action == "skip" else s.model_copy(update={"type": kind_of(s.resolved)}) for s in statements
    ]
    return {"statements": [statement.model_dump(mode="json") for statement in typed]}
