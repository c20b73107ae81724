"""Tasks for now: what somebody wants done, which says nothing about how things are."""

import re

from memorist.nodes.ingestion.extract.imperatives import VERB
from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.vocabulary import one_of
from memorist.nodes.language.seeking import Shape

_ASKED = r"""^(?:(?:quick(?:ly)?:?|first\sof\sall|please|now|then|and|also|ok(?:ay)?|so|first|next|alright|right|hey|
great|can\syou|could\syou|would\syou|will\syou|let['’]?s(?:\sgo\sand)?|better|closer|almost|but|i\s(?:want|need)\syou\sto|i['’]d\slike\syou\sto|help\sme(?:\sto)?|go\sahead\sand|
try\sto|just)[\s,]+)*"""
_TASK = looks_like(
    rf"""{_ASKED}(?:add|fix|implement|write|refactor|show|explain|create|generate|build|debug|rename|give|list|summari[sz]e|translate|open|update|change|make\s(?:a|an|the|it|this|that|me)\b|look\s(?:at|into|up)|find|search|delete|remove|move\sthe|review|describe|compare|draft|clean\sup|set\sup|setup|scaffold|finish|continue|help|try|undo|revert|rerun|run\s(?:the|it|this)|optimi[sz]e|improve|convert|investigate|figure\sout|take\sa\slook|check\s(?:the|this|if|whether|out|why)|read|print|format|document|analy[sz]e|design|plan|prepare|test\s(?:the|this|it)|commit|push\s(?:it|this|the)|deploy\s(?:it|this|the)|use\s(?:the|this|that|my|these|those)\s(?:[\w.]+\s)?(?:file|link|data|screenshot|snippet|code|text|following|above|attached|below|template|branch|one)\b|(?:ignore|disregard)\s(?:the|all|any|this|that|previous|above|everything)|paste|copy|send\s(?:me|it|the)|tell\sme|remove|start\s(?:the|with|a|by)|stop\s(?:the|it|that|here)|skip\s(?:it|that|this|the)|wait(?=\s(?:a|for|until|here)\b|$)|hold\son$|go\son|keep\sgoing|(?:use|do|try|take|run|fix|keep|drop|remove|change|apply|test)\s(?:it|this|that|them|one)$|apply\s(?:it|this|that|the)|merge\s(?:it|this|that|the)|proceed|restart\s(?:it|the)|install\s(?:it|this|the))\b(?!\s(?:was|is|were|are)\b|:\s(?:not|no|we|i|the|our|my)\b)"""
)
_STANDING = looks_like(
    r"\b(?:always|never|from\snow\son|going\sforward|every|each|whenever|when|if|before|after|"
    r"in\s(?:the\s)?future|by\sdefault|must|only|until|because|instead\sof)\b|^make\ssure|@|"
    r"^\w+\s[\w-]+s?\s(?:is|are|was|were|has|have|had|must|should|can|will|gets?|got|goes?|needs?|takes?|fails?|stays?|"
    r"lives?|runs?|belongs?)\b|\b(?:under|within|at\smost|at\sleast|no\smore\sthan)\s\d"
)
_MORE_VERBS = (
    r"(?:proofread|walk|turn|put|go\s(?:back|through|over|ahead)|set|bump|do|swap|shorten|lengthen|rewrite|rephrase|simplify|sketch|"
    r"estimate|calculate|compute|count|sort|filter|highlight|quote|cite|pretend|imagine|argue|act|respond|answer|bring|dig|double|"
    r"drag|cut|trim|clone|align|center|centre|hide|unhide|style|bold|type|guess|suggest|recommend|brainstorm|critique|grade|"
    r"wire|hook|throw\stogether|whip|spin\sup|pull\sup|hand\sme|get\sme|grab|fetch|resize|recolou?r|crop|scroll|nudge|flip|invert|round|pad|indent|group|"
    r"colou?r|animate|underline|strike|number|pick|choose|select|weigh|assume|iterate|loop|feed|parse|paraphrase|condense|compress|combine|concatenate|reuse|"
    r"outline|expand|elaborate|clarify|define|spell|tidy|polish|reorder|reverse|restructure|mock\sup|book|order|schedule|play|"
    rf"remind\sme(?!\sthat\s{one_of('begins a statement')}\b)|"
    r"wake|email|text|call|ping|kill|pause|mute|unmute|say|bisect|invent|make\sup|stop)"
)
_NOW = looks_like(
    rf"""{_ASKED}(?:{VERB}|{_MORE_VERBS}\b)\s(?:(?:up|out|in|back|down|over|off|all|both|to|for|through|on|with|at|as)\s){{0,2}}
    (?:this|that|these|those|it|me|them|the|a|an|my|another|some|one|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty|\d+)\b"""
)
_WHERE_TO_LOOK = Shape(r"\b(?:at|see|check)\s\S+\.\w{2,4}/\S+\s(?:for|if|when)\b", re.IGNORECASE)
"""Have a look at that page for the onboarding: it says where something is."""
_IF_YOU = Shape(
    r"^(?:and\s|so\s|also\s|but\s)*if\syou\s(?:think|want|like|can|need|have|feel|find|see|spot)\b.*\b(?:just\s|please\s|then\s)?(?:"
    + "cut|kill|trash|"
    + VERB
    + r")\s(?:it|them|that|me|this|those)\W*$|"
    r"^(?:and\s|so\s|hey,?\s|ok\s)*i\s(?:have|['’]ve\sgot)\s(?:this|an?|some|these|two|three)\s(?:[\w-]+\s){0,2}?(?:texts?|draft|e-?mail|function|query|file|script|table|csv|list|image|"
    r"paragraph|essay|letter|snippet|spreadsheet|document|screenshot|regex|dataframe|json|dockerfile|component)\b(?!.*\b(?:we|our|every|each|always)\b)",
    re.IGNORECASE,
)
_NOW_SAID = looks_like(
    rf"""^(?:(?:and|ok(?:ay)?|so|now|then|also|great|cool|nice|perfect|thanks|good|right|next|but|hm+|please)[\s,]+)*(?:
    (?:do\s)?(?:exactly\s)?the\ssame\s(?:thing\s)?(?:for|in|with|on|to|again)\b
    |please\s(?!note|remember|keep|use|do\b|stop|avoid|be\b|call|ask|treat|address|consider|refer)[a-z-]{{3,}}\s(?:this|that|these|those|it|them)\b
    |(?!we\b|i\b|you\b|they\b|keep\b|use\b)[a-z-]{{3,}}\s(?:this|that|these|those|it|them)\b[^,;]{{0,40}}\s(?:please|pls|plz)\W*$
    |(?:put|take|leave)\s["“'‘][^"”]{{1,60}}["”'’]\s(?:in|out|there|away)\b
    |take\sout\s|put\s(?:the\s[\w-]+|that|this|it)\s(?:in|out|on\stop|first|last)\W*$
    |leave\sthe\s(?:protocol|minutes|text|draft|letter|mail|email|list|title|rest|table|wording)\b
    |get\srid\sof\s(?:the|this|that|these|those|all|my|any)\b
    |put\s[^,;]{{2,40}}?\s(?:in|on|into|onto)\s(?:the|my)\s{one_of("where things are put")}\b
    |run\s(?:it|them|everything|all|all\sof\s(?:it|them))\b
    |check\sthe\s[\w-]+\sfirst\W*$
    |(?:next|next\sup|next\sone|next\sstep|now|first|last\sone)(?:\sup)?\s?[:-]\s
    |(?:next|another|new|last)\squestion:\s(?!(?:we|our|i|my|the\steam)\b)
    |kindly\s(?:{VERB}|{_MORE_VERBS})\b
    |come\sup\swith\s
    |(?:please\s)?(?:proofread|translate|summari[sz]e|rewrite|rephrase|fix|correct|explain|review|shorten|improve)\s?:\s
    |(?:an?|the|one|another|some|two|three|five)\s(?:[\w-]+\s){{0,3}}?(?:version|example|summary|list|table|diagram|test|translation|draft|sketch|outline|snippet|comparison|explanation|
    text|caption|poem|slogan|tagline|letter|invitation|headline|paragraph|reply|variant|screenshot|alternative|overview|name|title|regex|query|script)\b[^.:]{{0,50}}\s(?:please|pls|plz)\W*$
    |(?:\d{{1,2}}|two|three|four|five|six|some|a\sfew)\s(?:(?:short|good|quick|nice)\s)?(?:sentences|bullets|bullet\spoints|paragraphs|questions|ideas|names|examples|variants|
    slogans|headlines|titles|lines)\s(?:in|for|about|on|how|what|why|to|with|of|i)\b(?![^.]*\b(?:is|are|was|were|ha(?:s|ve|d)|must|needs?|fail\w*|remain\w*|left)\b)
    |(?:(?:a\s(?:bit|little|lot|tad)|much|even|way|slightly|still)\s)?(?:(?:more|less)\s[a-z]+|(?!never|other|after|under|over|either|whether|later|remember)[a-z]+er)(?:\s(?:this\stime|than\sthat|overall))?(?:,?\s(?:please|pls|plz))\W*$
    |use\s(?:an?\s)?(?:smaller|bigger|larger|different|darker|lighter|shorter|longer|simpler|nicer|better|another|other)\s
    |use\s[^,;]{{2,50}}\s(?:here|there|for\s(?:this|that)(?:\s[\w-]+)?|for\snow|this\stime|in\sthis\s(?:file|function|case|test|query|component))\W*$
    |i(?:['’]d)?\s(?:want|need|like|would\slike)\s(?:the|this|that|these|those|it|them)\s(?!team\b|ability\b|time\b)(?:[\w-]+\s){{0,4}}?(?:to\s(?:be|look|say|show|go|open|have|start|use)\b|(?!need|shed)[a-z]+ed\b|
    sorted|shown|on\sthe|in\s(?:the|a|one)|as\san?)
    |(?:we|you)\s(?:should|need\sto|have\sto|could|can|must)\s(?:also\s|first\s|probably\s|really\s|still\s)*(?:add|fix|change|rename|remove|move|write|update|handle|test|check|make|put|refactor|clean\sup|look\sat|
    implement|create|extract|split)\s(?:(?:a|an|the|this|that|it|these|those|them|some|another)\b)[^,;]{{0,60}}\s(?:here|there|now|first|next|too|as\swell|before\sanything\selse|right\saway|quickly)\W*$
    |(?:the|that|this)\s(?:[\w-]+\s){{0,2}}?(?:button|header|footer|column|row|icon|font|text|title|label|colou?r|margin|padding|border|image|logo|link|field|form|modal|table|chart|legend|menu|sidebar|dropdown|checkbox|
    tooltip|background|heading|cursor|placeholder|spacing|card|badge|tab|axis|popup|banner)s?\sshould\s(?:be|look|have|say|open|go|come|show|use|not|also|rather|probably)\b
    |here(?:['’]s|\sis|\sare)\s(?:the|my|our|an?|some|another)\s[^,:.]{{2,40}}[,:]\s(?:please\s|can\syou\s|could\syou\s|now\s)?(?:{VERB}|{_MORE_VERBS}|make|improve|fix|tell|explain|review|summari[sz]e|translate)\b
    )"""
)
"""What a reply to the work in hand asks for: "the same for the other file", "shorter please"."""
_KEPT_VERBS = re.compile(
    r"^(?:(?:please|ok(?:ay)?|so|well)[\s,]+)*(?:let\sme\scorrect|let['’]?s\s(?:go\s(?:with|for)|stick|keep|adopt)|use|keep|prefer|avoid|ask|call|stick|contact|notify|escalate|remember|refer|treat|reply|answer)\b",
    re.IGNORECASE,
)
_THIS_ONE = (
    r"this\s(?:one(?:\s[\w-]+)?|once|snippet|file|exercise|function|method|example|demo|test|time|case|question|answer|task|screen|page|query|"
    r"draft|mail|email|message|run|round|script)"
)
_FOR_THIS_ONE = looks_like(
    rf"^(?:(?:ok(?:ay)?|so|and|but|just|please|now)[\s,]+)*(?:(?:just\s)?(?:for|in|on)\s{_THIS_ONE},?\s(?:please\s|just\s|let['’]?s\s)*(?:{VERB}|{_MORE_VERBS}|don['’]?t|do\snot|no)\b"
    rf"|(?:{VERB}|{_MORE_VERBS})\s(?:only\s|just\s)?{_THIS_ONE}\b"
    rf"|(?:{VERB}|{_MORE_VERBS})\s(?:only|just)\s[^,;]{{2,40}}\sones?\b[^,;]{{0,15}}$"
    r"|(?:hold|lay)\soff\son\s(?:that|this|it)\b|hold\s(?:that|it)\b)"
)
"""What is asked for once: "answer this one in Italian"."""
_FOR_A_MOMENT = looks_like(
    rf"{_ASKED}(?:{VERB}|{_MORE_VERBS})\s[^,;]{{2,60}}\s"
    r"(?:for\s(?:a\s(?:moment|sec(?:ond)?|minute|bit|while)|now)|real\squick|(?:just\s)?this\sonce|right\snow|again)\W*$"
)
"""Kill the dev server for a moment."""
_FOR_GOOD = Shape(
    r"\b(?:always|never|from now on|going forward|in (?:the )?future|each|every|because|our|we)\b", re.IGNORECASE
)
_WANTED = looks_like(
    r"^(?:(?:ok|okay|so|now|hi|hey|and|also|please)[\s,]+)*(?:i(?:['’]d)?\s(?:want|need|would\slike|like)\syou\sto\b|"
    r"(?:i(?:['’]d)?\s(?:want|need|would\slike|like)|need|looking\sfor|give\sme|got)\s(?:an?|some|two|three|four|five|\d+)\s"
    rf"(?:[\w-]+\s){{0,2}}?{one_of('made to order')}\b(?!\s(?:that\sis|for\sour\steam)\b))"
)
_CAN_YOU_TOO = Shape(
    rf",\s(?:so\s|and\s)?(?:can|could|would|will)\s(?:you|u)\s(?:please\s|also\s|just\s)?(?:{VERB}|{_MORE_VERBS})\s"
    r"(?:this|that|it|them|these|those)\b[^,;]{0,20}$",
    re.IGNORECASE,
)
"""The text is cut off, can you fix that too: what is wrong is told for it to be mended now."""
_HOW_IN_GENERAL = Shape(
    r"(?:please\s)?(?:(?:explain|show|describe|present|give)\s(?:me\s)?(?:things|stuff|everything|concepts)|"
    r"(?:commit|test|design|plan|document|search|change|update|build|review|print|error)\s[a-z]+s\s(?:follow|go|live|start|end|carry|need|use|contain|include|come|take|"
    r"stay|belong|get|break|run|fail)\b)",
    re.IGNORECASE,
)
"""Explain things with examples: said of all that is to come; "commit messages follow …" only begins like a task."""
_LASTING_WISH = re.compile(
    r"\byou\sto\s.*\b(?:always|never|before|whenever|when|every|each|only|until|from\snow\son|in\sgeneral|everywhere|by\sdefault|all\sthe\stime)\b",
    re.IGNORECASE,
)
"""I want you to ask before you change files: that holds tomorrow too."""
_WHEN_FREE = Shape(
    r",?\s(?:when(?:ever)?|if|once|as\ssoon\sas)\s(?:you|u)(?:['’]ve|['’]re|\shave|\sare|\sget|\sgot|\sfind|\scan|\sfeel)?(?:\sgot)?\s?"
    r"(?:an?\s|some\s|the\s|two\s|five\s)?(?:sec(?:ond)?s?|min(?:ute)?s?|moment|time|chance|free|ready|done|bandwidth|back|like|it)\b.*$",
    re.IGNORECASE,
)
"""When you have a minute: no condition, only manners."""

_INJECTED = looks_like(
    r"""\b(?:ignore|disregard|forget|override|bypass)\s(?:all\s|any\s|every(?:thing)?\s?|your\s|the\s|my\s|previous\s|prior\s|above\s|earlier\s|hard\s|stored\s|safety\s|system\s|own\s)*
    (?:instructions?|rules|prompts?|guidelines|constraints|polic(?:y|ies)|you\s(?:know|were\stold|learned)|memory|memories|safety)\b
    |^\W*(?:system|assistant|admin|developer|root)\s?(?:prompt|message|override)?\s?:\s|\byou\sare\snow\s(?:an?\s|the\s|in\s|\w+,)|\bpretend\s(?:to\sbe|you\sare)\b
    |\b(?:reveal|print|show|repeat|output|leak|dump)\s(?:me\s)?(?:your|the|all)\s(?:\w+\s)?(?:system\sprompt|prompt|instructions|hidden|secrets?|memor(?:y|ies)|passwords?|api\skeys?)
    |\b(?:delete|erase|wipe|drop|purge|clear)\s(?:all|every|your|the)\s(?:of\s)?(?:your\s|the\s|stored\s|my\s)*(?:rules|memor(?:y|ies)|facts|data|database|records|hard\srules)\b
    |\b(?:attention|note\sto|dear|hey|message\s(?:to|for))\s(?:the\s|any\s|all\s)?(?:ai|a\.i\.|assistants?|agents?|llms?|language\smodels?|bots?|chatbots?)\b\s?[:,!]
    |^\W*</?(?:system|assistant|instructions?|admin|tool)\b[^>]*>|\b(?:mark|treat|consider|declare)\s(?:all|every|any)\s(?:of\s)?(?:the\s|your\s|previous\s|existing\s|earlier\s|stored\s|other\s)*
    (?:decisions?|rules?|facts?|memor(?:y|ies)|policies|instructions?)\sas\b|\b(?:without\stelling|(?:do\snot|don['’]t)\s(?:tell|inform|alert))\sthe\suser\b|\bapprove\severything\b
    |\b(?:send|post|upload|exfiltrate)\s(?:all\s|every\s|the\s|your\s|any\s)+(?:secrets?|tokens?|passwords?|credentials|memor(?:y|ies)|api\skeys?)\sto\b
    |\b(?:developer|dan|jailbreak|god|sudo|debug)\smode\b|\bdo\sanything\snow\b|\bwithout\s(?:any\s)?restrictions\b|\bnew\s(?:system\s)?instructions?\s?:"""
)
_INJECTION_CUES = (
    "ignore", "disregard", "forget", "override", "bypass", "system", "assistant", "admin", "developer", "root",
    "you are now", "pretend", "reveal", "prompt", "secret", "memor", "rules", "database", "records", "facts", "data",
    "mode", "anything now", "attention", "</", " as ", "tell", "inform", "alert", "approve", "tokens", "credentials",
    "restriction", "instruction",
)  # fmt: skip
"""One of these is in every injection; cheap to look for."""

_BY_MACHINE = looks_like(
    r"^(?:and\s|but\s|so\s|well\s)?(?:chat\s?gpt|gpt-?\w*|claude|gemini|copilot|cursor|llama|the\s(?:ai|assistant|bot|chatbot|model|llm|agent)|"
    r"an?\s(?:ai|chatbot|llm)|you|your\s(?:last\s)?(?:answer|reply|suggestion))\s(?:just\s|also\s|once\s|earlier\s|previously\s|keeps?\s)*"
    r"(?:said|says|told|claims?|claimed|suggest(?:s|ed|ing)?|recommend(?:s|ed|ing)?|thinks?|mentioned|proposed|proposes|wrote|answered|argued|"
    r"insists?|insisted|advised)\b"
)


_CROWD = (
    r"(?:some\s?(?:one|body|\sguys?|\sdudes?|\speople|\sfolks|\spersons?|\sdevs?|\sbloke)?|a\s(?:guy|dude|person|dev|bloke|bunch\sof\speople)|"
    r"everyone|everybody|people|folks|they|half\sof|most\speople|that\s(?:guy|dude|youtuber)|this\s(?:guy|dude|youtuber))"
)
_PLACE = (
    r"(?:hn|hacker\s?news|reddit|twitter|x|youtube|yt|linkedin|stack\s?overflow|the\sinternet|the\sweb|tiktok|discord|mastodon|bluesky|medium|"
    r"substack|the\s(?:news|forums?|podcast|conference|meetup)|an?\s(?:podcast|forum|conference|meetup|blog))"
)
_HEARSAY = looks_like(
    r"^(?:and\s|but\s|so\s|well\s)?(?:rumou?r\shas\sit|word\son\sthe\sstreet|the\srumou?r\s(?:is|mill)|legend\shas\sit)|"
    rf"^(?:from|quoting|copied\sfrom|straight\sfrom|per|via)\s(?:{_PLACE}|wikipedia|google|mdn|imdb|the\s(?:dictionary|encyclop(?:a)?edia))\s?:|"
    r"^(?:from|quoting|copied\sfrom|straight\sfrom)\s(?:the\s)?(?!our\b|my\b)[\w.-]+\s(?:docs?|documentation|manual|readme|website|blog|faq|handbook|changelog):\s|"
    rf"^(?:and\s|but\s|so\s|apparently\s|apparently,\s)?(?:{_CROWD}\s(?:on|over\son|from|at|in)\s{_PLACE}|{_PLACE})\s(?:\w+\s){{0,2}}?"
    r"(?:says?|said|saying|claims?|claimed|claiming|thinks?|thought|swears?|insists?|insisted|argues?|argued|hypes?|recommends?|recommended|(?:keeps?|kept)\s(?:on\s)?(?:saying|repeating|claiming|insisting))\b|"
    rf"^(?:and\s|but\s|so\s|apparently\s|apparently,\s)?(?:{_CROWD}\s(?:on|over\son|from|at|in)\s{_PLACE})\s(?:just\s|now\s)?(?:uses?|writes?|wrote|runs?|built|made|does|did|has|is|was)\b|"
    rf"^(?:and\s|but\s|so\s|well\s)?(?:an?|some|this|that|the|their|his|her|one|these|those|[\w-]+['’]s|the\s[\w-]+['’]s)\s(?!our\b)(?:[\w-]+\s){{0,2}}?{one_of('sources')}"
    rf"\s(?:(?:on|in|at|from|of|by|about|i|that)\s(?:(?!our\b|is\b|are\b|was\b|has\b)[\w-]+\s){{1,3}}?)?{one_of('reporting')}\b(?!.*\b(?:we\sshould|our|us)\b)|"
    r"^(?:i\s)?(?:just\s)?(?:saw|read|heard|watched|stumbled\s(?:up)?on|came\sacross)\s(?:an?|some|this|that|another)\s(?:\w+\s){0,2}?(?:tweet|post|thread|article|video|podcast|talk|blog|rumou?r|meme|ad)\b|"
    r"^(?:and\s|but\s|so\s)?(?:the|this|that|an?|all)\s(?:official\s)?(?:examples?|samples?|snippets?|demos?|quickstart)(?:\s(?:code|app|project))?\s(?:in|from|of|on)\s(?:the|their)\s(?:official\s)?"
    r"(?:docs?|documentation|readme|website|article|book|repo|tutorial|guide)\s(?:uses?|has|have|is|are|shows?|imports?|calls?)\b(?!.*\b(?:our|we|us)\b)|"
    r"^(?:and\s|but\s|so\s)?(?:the|this|that)\s(?:\w+\s)?(?:tutorial|article|course|video|blog\spost)\s(?:i\s\w+\s)?(?:uses?|shows?|is\s(?:based|built|written)\s(?:on|in|with))\b(?!.*\b(?:our|we|us)\b)|"
    r"^apparently,?\s(?:everyone|everybody|nobody|people|the\swhole\sworld|all\sthe\scool\skids)\b|^they\ssay\s(?!we\b)|"
    rf"^{_PLACE}(?:['’]s|\sis)\s(?:\w+\s)?(?:convinced|full\sof|obsessed|raving|going\son|going\scrazy|hyped|sure)\b|"
    r"^(?:i\s(?:read|saw|heard)\s(?:somewhere\s|online\s|on\s\w+\s)?that\s|(?:an?|some|this|the)\s(?:\w+\s)?(?:article|blog|blog\spost|post|tweet|thread|"
    r"video|podcast|tutorial|book|paper|study|survey|newsletter|influencer|guru)s?\s(?:i\s\w+\s|on\s[\w\s]+?\s|about\s[\w\s]+?\s)?(?:says?|said|claims?|"
    r"claimed|argues?|argued|suggests?|recommends?|thinks?)\b|(?:the\s)?(?:docs?|documentation|readme|manual|stack\s?overflow|reddit|hacker\snews|"
    r"twitter|wikipedia|google|the\sinternet|people\sonline|some\speople|everyone\sonline|experts?)\s(?:says?|said|claims?|claimed|argues?|recommends?|"
    r"suggests?|thinks?|states?)\s(?!.*\b(?:we|our|us)\b))"
)


_FOUND_OTHERWISE = re.compile(r"\bbut\b.*(?:n['’]t\b|\bnot\b|\bactually\b|\bin\s(?:practice|reality)\b)", re.IGNORECASE)
"""The docs claim it, but it does not: found out by somebody here."""


def is_hearsay(clause: str) -> bool:
    """Whether a clause only reports what the wide world says, not anybody of this team."""
    return bool(_HEARSAY(clause)) and not _FOUND_OTHERWISE.search(clause)


_NUMBERED_THING = Shape(
    r"^(?:release|build|test|deploy|review|update|check)\s[v#]?\d[\w.]*\s(?:[a-z]+s|is|was|has|had|will|went|got|can|needs?)\b",
    re.IGNORECASE,
)
"""Release 4.12 slips to December: a thing with its number, nothing to do."""


_ENDS_SOON = ("moment", "sec", "second", "minute", "bit", "while", "now", "quick", "once", "again")


def _is_for_once(clause: str) -> bool:
    if _FOR_GOOD.search(clause):
        return False
    if clause.rstrip(" .!").lower().endswith(_ENDS_SOON):
        return bool(_FOR_THIS_ONE(clause) or (_FOR_A_MOMENT(clause) and not _KEPT_VERBS.match(clause)))
    return bool(_ONE.search(clause)) and bool(_FOR_THIS_ONE(clause))


_ONE = Shape(r"\b(?:this|ones?|off|hold)\b", re.IGNORECASE)


_FOR_ME = looks_like(
    r"^\W*(?:(?:please|ok|now|and|then|so|yes)\W+)*(?:write|give|show|make|draft|send|sketch|find)\s(?:me|her|him|them)\s(?:the|an?|your|some|something|two|three|\d)\b"
    r"(?!.*\b(?:always|never|whenever|every|each|when\si|if\si|from\snow)\b)"
    r"|^\W*(?:much\s|a\sbit\s)?(?:shorter|longer|simpler|friendlier|nicer|bigger|smaller|(?:less|more)\s[a-z]+),?\s(?:please|pls)\b"
)
"""Write me the snippet, only the function: what is to be made now, and how."""


_LABEL = re.compile(r"\W*[\w'’]+(?:\s[\w'’]+)?\s?(?:[-–—]|:)\s(?:we|our|i['’]m|we['’]re|my)\b(?!.*\?)", re.IGNORECASE)
"""Setup q - we're on Snowflake: what it is about, and how things are."""
_TO_MAKE_UP = Shape(
    rf"{_ASKED}(?:write|generate|create|make\sup|invent|compose|tell|give\sme|come\sup\swith|make)\s(?:me\s|us\s)?(?:an?|another|some|\d+|two|three|four|five|ten|twenty)\s"
    r"(?:(?:[\w'’-]+\s){0,3}?(?:stor(?:y|ies)|poems?|limericks?|haikus?|songs?|essays?|fairy\stales?|sonnets?|jokes?)|(?:fake|random|dummy|sample|example|made-up|fictional|mock)\s\w+)\b",
    re.IGNORECASE | re.VERBOSE,
)
"""Write a story about a detective who never takes the lift: what is in it is nobody's rule."""
_PUT_IN_WORDS = Shape(
    rf"{_ASKED}(?:set|change|rename|translate|rewrite|rephrase|call|name|title|label|put|write|say|print|log|replace|"
    r"correct|shorten|improve|add|insert|type|quote)\b(?P<what>[^'\"“‘]{0,60}?)[:\s]['\"“‘][^\"”]{3,}?['\"”’](?!\w)",
    re.IGNORECASE | re.VERBOSE,
)
"""Set the commit message to 'never use var': what stands in quotes is said by nobody."""


def is_request(clause: str) -> bool:
    """Whether a clause asks for something to be done now: "put the helper in a separate file".

    What is to be done always, under a condition, or by a limit, is no task but a rule.
    """
    if _LABEL.match(clause):
        return False
    if (worded := _PUT_IN_WORDS.match(clause)) and not _FOR_GOOD.search(worded["what"]):
        return True
    if _TO_MAKE_UP.match(clause):
        return True
    if (_WANTED(clause) or _FOR_ME(clause)) and not _LASTING_WISH.search(clause):
        return True
    clause = _WHEN_FREE.sub("", clause)
    if _WHERE_TO_LOOK.search(clause) or _NUMBERED_THING.match(clause):
        return False
    if _IF_YOU.match(clause) or _is_for_once(clause) or (_CAN_YOU_TOO.search(clause) and not _FOR_GOOD.search(clause)):
        return True
    if _HOW_IN_GENERAL.match(clause):
        return False
    asked = bool(_TASK(clause) or _NOW_SAID(clause)) or (bool(_NOW(clause)) and not _KEPT_VERBS.match(clause))
    return asked and not _STANDING(clause)


_OF_A_RULE = re.compile(
    r"\b(?:always|never|rules?|policy|convention|steps?|how\sto|how\swe|process|procedure|checklist|before|after|when|whenever|every|each|release|deploy|decided|agreed|roadmap)\b",
    re.IGNORECASE,
)


def is_task_list(text: str) -> bool:
    """Whether a list is made of tasks for now, under a heading that makes no rule of them: "for you: fix the typos"."""
    heading, _, body = text.partition("\n") if not text.startswith("- ") else ("", "", text)
    items = [line.removeprefix("- ").strip() for line in body.split("\n") if line.strip()]
    if not items or _OF_A_RULE.search(heading):
        return False
    wanted = _GIVE_ME.match(heading) and not any(_STANDING(item) or _FOR_GOOD.search(item) for item in items)
    return bool(wanted) or all(is_request(item) for item in items)


_GIVE_ME = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|and|now|please|pls|hi|hey|(?:can|could|would)\s(?:you|u))[\s,]+)*"
    r"(?:(?:give|send|write|make|show|draft|suggest|prepare|create)\s(?:me|us)|i(?:['’]d)?\s(?:need|want|like)(?:\sfrom\syou)?|what\si\s(?:need|want)(?:\sfrom\syou)?(?:\sis)?)"
    r"(?:\s(?:these|the\sfollowing|please|pls|now|three\sthings|two\sthings|a\sfew\sthings))*\W*$",
    re.IGNORECASE,
)
"""Give me: three ideas, a tagline. Things to be made."""


def is_injection(clause: str) -> bool:
    """Whether a clause tries to command whoever reads it: it is data, and not worth keeping."""
    lower = clause.lower()
    return any(cue in lower for cue in _INJECTION_CUES) and bool(_INJECTED(clause))


def is_machine_talk(clause: str) -> bool:
    """Whether a clause only reports what an assistant or another model said."""
    return bool(_BY_MACHINE(clause))
