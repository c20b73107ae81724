"""What people say beside the point: laughter, sighs, leaving for lunch, having no idea."""

import re

from memorist.nodes.ingestion.answering.reading import is_wish
from memorist.nodes.ingestion.extract.obligation import is_reminder
from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.vocabulary import one_of
from memorist.nodes.language.names import find_names
from memorist.nodes.language.seeking import Shape

_MOOD = re.compile(
    r"\W*(?:haha\w*|hehe\w*|lol+|lmao|rofl|omg|omfg|ugh+|meh|argh+|gah|phew|yay+|woo+t?|woohoo|yikes|oof|sigh|whew|damn|dang|"
    r"jeez|geez|gosh|wow|ooh+|aww+|hm+|pff+|bah|eh|blah|xd|:d|:\)|:\(|;\)|tgif|yolo|yum(?:my)?|neat|dope|rad)\W*$",
    re.IGNORECASE,
)
_MANNERS = looks_like(
    rf"^\W*(?:(?:please|and|but|so|ok|oh|ugh)\W+)*(?:don['’]?t|do\snot)\s(?:even\s)?{one_of('asked of manners')}\W*$|"
    r"^\W*(?:(?:i|we)\s)?(?:really\s|honestly\s)*(?:don['’]?t|do\snot)\s(?:really\s)?care\s(?:what|who|how|if|whether|about\swhat)\b"
)
_LEAVING = looks_like(
    r"^\W*(?:(?:ok(?:ay)?|alright|right|so|well|sorry|guys|all|folks|anyway|now)\W+)*(?:brb|bbl|bbiab|afk|gtg|g2g|omw|be\sright\sback|"
    r"back\sin\s(?:a|an|\d+|five|ten|two)\b|gotta\s(?:run|go)|got\sto\s(?:run|go)|have\sto\s(?:run|go)\s*$|heading\s(?:out|home|off)|"
    r"off\s(?:to|for)\s(?:lunch|bed|dinner|a\sbreak|the\sgym|coffee)|(?:out\sfor|grabbing|getting|fetching|making|time\sfor)\s(?:some\s|a\s|my\s|me\s)*(?:quick\s)?(?:lunch|coffee|tea|food|snack|bite|drink|water|cuppa|sandwich|beer))"
    r"\b[^.]{0,40}$|^[^.]{0,40}\bback\sin\s(?:a\s(?:sec|bit|moment|minute|few)|\d+|five|ten)\s?(?:min\w*)?\W*$"
)
_CLUELESS = looks_like(
    r"^\W*(?:(?:i|we)\s)?(?:don['’]?t|do\snot)\sknow\syet(?:,\s(?:i\s|we\s)?(?:have|need|got)\sto\s(?:ask|check)\b[^,;]{0,30})?\W*$|"
    r"^\W*(?:but\s|and\s)?(?:i\s)?(?:can['’]?t|cannot|don['’]?t|do\snot|can\snever)\s(?:remember|recall|tell)\s(?:what|which|who|where|when|how|why|if|whether|it|the\sname)\b|"
    r"^\W*(?:i\s|we\s|i['’]m\s|keep\s)*(?:get|got|see|getting|seeing|have)\s(?:this|these|the\sfollowing|that)\b[^.:]{0,40}:\W*$|"
    r"^\W*(?:[\w'’-]+\s){1,4}or\s(?:whatever|so|something),?\s(?:i|we)(?:['’]ve|\shave)?\s(?:got\s)?(?:really\s|honestly\s)?no\s(?:clue|idea)\W*$|"
    r"^\W*something(?:['’]s|\sis|\slooks|\sseems)?\s(?:off|wrong|weird|broken|fishy|odd|strange|amiss)\b(?!.*\b(?:we|our|client|prod\w*)\b)[^,;]{0,40}$|"
    r"^\W*(?:(?:i|we)\s)?(?:really\s|honestly\s)*(?:didn['’]?t|did\snot|never)\s(?:expect|think|see)\s(?:that|this|it)\b[^,;]{0,40}$|"
    r"\b(?:it\s)?works\s(?:fine\s)?(?:on\smy\smachine|for\sme|locally)\W*$|^\W*(?:the|our|my)\s(?:deploy(?:ment)?|build|job|pipeline|script|migration|tests?)\s(?:is|are)\s(?:still\s)?"
    r"(?:running|building|going|in\sprogress|deploying)(?:\s(?:right\snow|now|at\sthe\smoment|atm))?\W*$|^\W*here(?:['’]s|\sis|\sare)\s(?:the|my|an?)\s(?:\w+\s)?(?:errors?|logs?|output|draft|version|"
    r"trace(?:back)?|stack\s?trace|messages?|screenshot|code|snippet|diff|link|file)\b|"
    r"^\W*(?:(?:and|but|so|honestly|sorry|well)\W+)*(?:(?:i|we)(?:['’]ve|\shave)?\s(?:got\s|really\s|honestly\s|absolutely\s|still\s)*)?"
    r"(?:(?:no|not\san?|zero)\s(?:idea|clue)|not\s(?:sure|certain)|unsure|(?:beats|escapes)\sme|who\sknows|god\sknows|hard\sto\ssay)\b"
    r"(?:\W*$|\W+(?:what|why|how|where|if|whether|who|when|which|about|yet|anymore|really|honestly|right\snow|that|i\s(?:follow|understand|get|see))\b)|"
    r"\b(?:but|though)\s(?:i['’]m\s|i\sam\s)?not\s(?:\w+\s)?(?:sure|certain)(?:\s(?:about|of)\s(?:it|that))?\W*$|"
    r"\bmy\s(?:brain|head|mind)\s(?:is|feels|just)\s(?:\w+\s)?(?:mush|fried|spinning|gone|melting|exploding|elsewhere|empty|dead|soup|toast|jelly)\b"
)
_LAMENT = looks_like(
    r"^\W*(?:yes\W+)?(?:it|that)(?:['’]?s|\sis)\s[a-z]+,\si\sknow\b[^.]{0,20}$|"
    r"\bwhat\s(?:could|can)\s(?:possibly\s)?go\swrong\W*$|^\W*(?:(?:haha\w*|lol|yeah|right|oh|sure)\W+)*as\sif\s(?:any(?:one|body)|somebody|someone)\sever\b|"
    r"^\W*(?:i\s)?(?:love|loving)\smy\slife\W*$|^\W*i\s(?:just|so)\slove\s(?:spending|waiting|being|getting|having\sto|cleaning|debugging|fixing|when|how)\b|"
    r"^\W*(?:wait|hm+|hang\son|hold\son)[\s,]+that\scan['’]?t\sbe\s(?:right|true)\b|^\W*(?:i\s)?never\swould(?:['’]ve|\shave)?\s(?:have\s)?(?:guessed|thought)\b|"
    r"^\W*(?:and\s|but\s)?if\si\swere\syou\b|^\W*(?:the\suser\sis|i['’]m|i\sam)\s(?:just\s|only\s)?curious(?:\sis\sall)?\W*$|"
    r"^\W*(?:ah|oh|aha)\W+(?:ok(?:ay)?\W+)?so\s(?:it|that|this|they)\b(?!.*\b(?:we|our|i|my)\b)|^\W*just\swhat\s(?:i|we)\s(?:needed|wanted)\b|"
    r"^\W*(?:and\s|oh\s|ah\s)?if\sonly\b|^\W*would(?:n['’]t|\snot)\s(?:it|that)\sbe\s(?:nice|great|cool|lovely|something|fun)\b|^\W*imagine\s(?:if\s)?(?:a\sworld|the\stests|everything|all|every|no|having)\b|"
    r"^\W*(?:it\s|that\s|it['’]d\s|that['’]d\s)?(?:would\s)?be\s(?:so\s)?(?:cool|nice|great|awesome|fun|amazing)\sif\s(?!.*\b(?:we|you)\b)|"
    r"^\W*if\si\s(?:had|got|were\spaid)\s(?:an?|one)\s(?:dollar|penny|euro|cent|dime|buck|nickel|beer|coffee)\b|"
    r"^\W*(?:do\syou\s)?remember\swhen\s[^,:]*\b(?:was|were|used|had|did)\b[^,:]*$|^\W*guess\s(?:who|what|where|how)\b|"
    r"^\W*(?:the\s)?(?:best|worst|weirdest|funniest|craziest|dumbest|coolest)\s[\w\s]{2,30}\sever\W*$|\b(?:is|are|must\sbe)\s(?:totally\s)?(?:cursed|haunted|possessed)\b|"
    r"^\W*i\s(?:really\s|just\s|so\s)*(?:hate|love|miss|dread|can['’]?t\sstand)\s(?:mondays?|fridays?|weekends|this|it|that|my\s(?:life|job)|computers|everything|when\sthat\shappens)\W*$|"
    r"^\W*imagine\b.*\b(?:lol|haha\w*|lmao)\W*$|^\W*(?:lol|lmao|haha\w*|omg)\W+imagine\b|"
    r"\b(?:joking|kidding)(?:\s(?:obviously|of\scourse|ofc|lol|haha))?\W*$|\s/s\W*$|\((?:irony|sarcasm|ironically|sarcastically|just\sa\sjoke|joking|kidding)\b[^)]*\)\W*$|^\W*(?:jk\W+)+we['’]re\snot\sreally\b|^\W*(?:yeah|sure|oh),?\s(?:right|sure),\sand\si['’]m\sthe\s|"
    r"^\W*imagine\s(?:if\s)?(?:we|i)(?:['’]d|\shad)\s(?:\w+ed|written|built|made|done|known|gone|used|been|had|chosen|kept|stayed)\b|"
    r"^\W*(?:(?:ah|oh|ok(?:ay)?|hm+|right|i\ssee|got\sit)\W+)*(?:makes\ssense|i\ssee|got\sit|understood),?\sso\s(?!.*\b(?:we|our|i|my)\b)|"
    r"^\W*(?:and\s|but\s)?(?:[\w'’-]+\s){1,4}(?:was|were|is|are)\s(?:v\s|very\s|really\s|super\s|pretty\s|quite\s|so\s|crystal\s)*(?:clear|strict|firm|adamant|serious|picky)\s(?:on|about)\s(?:that|it|this)\W*$|"
    r"^\W*i\s(?:could|would)\s(?:really\s|totally\s)?(?:use|kill\sfor|do\swith)\s(?:an?|some|another)\b|\bhoroscope\b|"
    r"\b(?:could|should|might)(?:['’]ve|\shave)\sbeen\san?\s(?:\w+\s)?(?:e-?mail|gif|meme|slack|message|joke|song)\b"
)
_SMALL_THINGS = looks_like(
    r"^\W*(?:(?:the|my|our|this|that|oh|and|btw|ok|also|new|old)\W+)*(?:coffee|tea|milk|printer|fridge|kettle|weather|sun|rain|snow|traffic|train|bus|elevator|lift|"
    r"wifi|lunch|cake|cookies|pizza|chair|aircon|ac|heating)(?:['’]s|\s(?:is|was|has|machine|looks?|tastes?|keeps?))"
)
_ANNOUNCES = looks_like(
    r"^\W*(?:(?:hi|hey|hello|morning|afternoon|evening|good\smorning|all|everyone|team|folks|guys|ok(?:ay)?|so|just|here(?:['’]s|\s(?:is|are|come|comes)))\W+)*"
    r"(?:(?:an?|some|the|my|a\sfew|few|couple\sof|quick|short|small|brief|random|more|bit\sof|little|two|three|four|five|several|ground|house|basic|general)\s)*(?:dump|background|context|brain\s?dump|notes?|updates?|recap|summary|rundown|round-?up|minutes|"
    r"news|things|points|takeaways|thoughts|rules|requests|wishes)\s(?:before|while|from|of|on|about|after|for|out\sof|re|regarding|concerning)\b[^:]{2,60}$|"
    r"^\W*(?:(?:an?|one|some|small|quick)\s)*(?:corrections?|additions?|amendments?|follow-?ups?)\s(?:to|on|of)\s(?:what|the\sthings?|something|everything)\s(?:i|we)\s(?:told|said|wrote|mentioned)\b[^:;]{0,80}$|"
    r"^\W*(?:(?:alright|all\sright|ok(?:ay)?|so|well|here(?:['’]s|\sis))\W+)*how\s(?:i|we)(?:['’]d|\swould)?\s(?:want|like|need|expect)\s(?:you|u|things|us)\sto\s[a-z]+\b[^:;]{0,80}$|"
    r"^\W*(?:(?:[a-z]+\s)?(?:update|recap|status|brain\s?dump)(?:\s(?:time|for\syour\s(?:notes|records?|memory)))?(?:,\s[a-z\s]{3,25})?|post[\s-]?mortem\stime|new\s[a-z]+,?\snew\s[a-z]+(?:\si\sguess)?)\W*$|"
    r"^\W*(?:(?:hi|hey|hello|morning|good\smorning|team|all|folks|everyone|guys|there|so|ok|and)\W+)*(?:i['’]m\s|we['’]re\s|finally\s|just\s)*back\s(?:from|after|in\sthe\soffice|at\s(?:work|my\sdesk))\b[^,:;]{0,40}(?:,\s(?!.*\b(?:we|our|my|and)\b)[^:;]{0,40})?$|"
    r"^\W*(?:so\s|ok\s)?(?:(?:after|in|at|during|since)\s[^,:]{3,30}?,?\s)?(?:we|they)(?:['’]ve|\shave)?\s(?:also\s|just\s|finally\s)?(?:settled|agreed|decided|fixed|changed|learned|noted)\s"
    r"(?:on\s|about\s)?(?:two|three|four|five|an?\sfew|several|some|a\scouple\sof|\d)\s(?:things|points|changes|rules|matters)\W*$|"
    r"^\W*(?:(?:hi|hey|hello|ok|so|all\sright)\W+)*let['’]?s\s(?:get\s(?:going|started|cracking|to\swork)|dive\s(?:in|into)|kick\s(?:it|this|things)\soff|call\sit\sa\sday|take\sa\sbreak|"
    r"(?:have|grab|get)\s(?:lunch|coffee|breakfast|dinner|a\s(?:coffee|break|drink|beer)))\b(?!.*\b(?:always|every|each|never)\b)|"
    r"^\W*i\s(?:don['’]?t|do\snot|didn['’]?t|hardly)\sbelieve\s(?:a\s(?:single\s)?word(?:\sof\s(?:it|that|this))?|(?:it|that|this|any\sof\s(?:it|that)))\W*$|"
    r"^\W*(?:so\s|ok\s)?(?:the\s|our\s)?(?:standup|meeting|call|retro|workshop|demo|planning|sync|train|commute|night)\swas\s(?:an?\s|so\s|really\s|such\s)*"
    r"(?:disaster|nightmare|mess|long|boring|fun|waste|joke|awful|terrible|chaos)\b[^:;]{0,50}$|"
    r"^\W*(?:so\s|ok\s)?(?:i\s|we\s)?(?:just\s)?(?:had|finished|left|survived|came\s(?:back\s)?from|back\sfrom|out\sof|coming\sout\sof)\s(?:the|our|a|my|another|today['’]s)\s"
    r"(?:[\w-]+\s){0,3}?(?:call|meeting|sync|workshop|retro|review|demo|standup|planning|session|chat|interview)\b(?!.*\b(?:decided|agreed|and|because|so)\b)[^,:]{0,40}$|"
    r"^\W*(?:so\s|ok\s|the\s|my\s)?(?:morning|afternoon|day|evening|rest)\s(?:was|started\swith|began\swith)\s[\w\s'’-]{3,40}$|"
    r"^\W*(?:so\s|ok\s)?(?:the|our|that|today['’]s|yesterday['’]s)\s(?:[\w-]+\s){0,2}?(?:call|meeting|sync|workshop|retro|review|demo|standup|planning|session|interview)\b"
    r"[\w\s'’]{0,30}?\swent\s(?:really\s|quite\s|pretty\s|very\s)?(?:ok(?:ay)?|well|fine|great|good|smoothly|alright)\b[\w\s]{0,12}\W*$"
)
"""What follows is announced, not said: "quick notes from the sync"."""
_SUBSTANCE = re.compile(
    r"\b(?:we|our|us|my|client|customer|staging|production|prod|deploy\w*|release\w*|server|database|db|build|pipeline|always|never|"
    r"must|allergic|vegan|vegetarian|prefer|stand|hate|love|favou?rite|broke\w*|breaks?|fail\w*|crash\w*|down|no\s[a-z]{3,}\s[a-z]+)\b|\d{2,}|[#@]\w",
    re.IGNORECASE,
)
_LONGEST = 9
"""In words: who has more to tell than that is not only in a mood."""


def is_chatter(clause: str) -> bool:
    """Whether a clause only tells a mood, a coming and going, or that one does not know."""
    if _MANNERS(clause) or _LEAVING(clause) or _CLUELESS(clause) or _LAMENT(clause) or _ANNOUNCES(clause):
        return True
    words = clause.split()
    if not words or len(words) > _LONGEST:
        return False
    if not (_MOOD.match(words[0]) or _MOOD.match(words[-1]) or _SMALL_THINGS(clause)):
        return False
    return not _SUBSTANCE.search(clause) and not any(m.kind != "entity:practice" for m in find_names(clause))


_EMPHASIS = Shape(
    r"^\W*(?:(?:like|and|i\smean|seriously|really|just|so)\W+)*(?:under\sno\scircumstances|no\s(?:exceptions?|discussion|excuses|matter\swhat|kidding|joke)|period|"
    r"full\sstop|ever|end\sof\s(?:story|discussion)|for\sreal|not\snegotiable|non-negotiable|always|never\sever|every\s(?:single\s)?time|believe\sme|trust\sme)\W*$",
    re.IGNORECASE,
)
_WHERE_ONLY = re.compile(
    r"^\W*(?:in|at|on|under|near|by|with|after|before|during)\s(?!(?:case|order|the\sfuture)\b)(?!.*\b(?:is|are|was|were|has|have|had|will|must|can|should|we|i|they|he|she|"
    r"you|it|use|uses|always|never|not)\b)(?!.*[a-z]\s(?:[a-z]+s|[a-z]+ed)\b.*\b(?:the|a|an|to)\b)",
    re.IGNORECASE,
)
_SAYS_WHO = re.compile(
    r"^(?:and\s|but\s|so\s)?(?:(?:he|she|they)\s(?!just\b)[a-z]+\s|going\swith\s|using\s)", re.IGNORECASE
)
_TALKED = Shape(
    r"^(?:i\s|we\s)?(?:just\s|also\s|then\s)*"
    r"(?:(?:have\s|had\s)?(?:just\s)?(?:spoke|spoken|talked)|met|chatted|sat\sdown|caught\sup|"
    r"(?:got|came|hung\sup|am|['’]m)?\s?(?:off|from)\s(?:the\sphone|a\s(?:call|meeting)))\s(?:to|with)\s"
    r"[\w' -]{2,30}[.!]*$",
    re.IGNORECASE,
)
"""I spoke with Carmen: what she said comes next."""
_COUNTED = Shape(
    r"^(?!(?:order|ticket|invoice|case|room|line|bus|flat|table|house|platform|gate)\b)[a-z]+\s(?:number|no\.?)\s\d{1,2}\W*$",
    re.IGNORECASE,
)
"""Reorg number 4: a sigh, no statement."""
_A_NUMBER_ALONE = Shape(
    r"^(?:(?:just|only|a)\s)?(?:\d|two|three|four|couple\sof|few)\s(?:quick\s)?(?:things?|points?|questions?|topics?|notes?)\W*$|"
    r"^(?:lol|haha+|omg|wow|hm+|phew)\W+\d[\d.,]*\s?\w*\W*$",
    re.IGNORECASE,
)
"""Two things: they come next. And "lol 18 euros"."""
_MOOD_OF_A_DAY = Shape(
    r"^(?:(?:what\s)?an?\s)?(?:long|rough|busy|hard|crazy|tough|wild|weird|endless|short|late)\s(?:meeting|day|week|night|call|weekend|sprint|month|morning)"
    r"(?:,\s(?:too|not|so|no)\s(?:much|many|enough|little)?\s?[a-z]+)?\W*$",
    re.IGNORECASE,
)
_FOR_GOOD = Shape(r"\b(?:everywhere|always|by\sdefault),?\splease\W*$", re.IGNORECASE)
_BIT = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


_INTERJECTIONS = Shape(r"^(?:(?:oh|ah|ok(?:ay)?|right|so|well|hm+|yeah|yes|and)\b\W+)+", re.IGNORECASE)


def is_fragment(clause: str) -> bool:
    """Whether a piece of a longer message is too little to be a statement: "Quiet", "Like, way cheaper"."""
    if _EMPHASIS.match(clause):
        return True
    if _FOR_GOOD.search(clause) or is_wish(clause) or is_reminder(clause):
        return False
    clause = _INTERJECTIONS.sub("", clause)
    if _COUNTED.match(clause) or _A_NUMBER_ALONE.match(clause) or _MOOD_OF_A_DAY.match(clause):
        return True
    if len(_BIT.findall(clause)) <= _LONGEST and _WHERE_ONLY.match(clause) and not re.search(r"\d|[#@:=]", clause):
        return not find_names(clause)
    return bool(_TALKED.match(clause)) or is_short(clause)


def is_short(clause: str) -> bool:
    """Whether a piece is a word or two without verb, name or number: "blue and orange", "sells like lead"."""
    words = _BIT.findall(clause)
    if len(words) > 4 or re.search(r"\d|[#@:=]", clause) or _SAYS_WHO.match(clause):
        return False
    return not find_names(clause) and not re.search(
        r"\b(?:is|are|was|were|has|have|had|i|we|my|our|never|always|not|no|use|uses|don['’]t|can['’]t|ends|starts|expires|opens|closes|quit|got\s\w+ed|went|left|died|costs)\b|\w['’]s\b|"
        r"\b(?:until|till)\s\w+\s\w",
        clause,
        re.IGNORECASE,
    )
