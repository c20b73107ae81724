"""What only accompanies the talk: announcing what comes, what one does next, how one takes it, how one is."""

from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.vocabulary import one_of
from memorist.nodes.language.names import find_names

_LEAD = (
    r"^\W*(?:(?:ok(?:ay)?|so|and|but|well|yes+|yeah|no|good|great|right|sorry|oh|hm+|ah+|ugh|anyway|now|then|also|"
    r"first|today|for\snow|cool|thanks|thx)\W+)*"
)
_I = r"(?:i|we)(?:['’](?:ve|ll|d|m|re))?\s(?:(?:also|just|still|really|only|quite|rather|have|had)\s)*"
_ANNOUNCES = looks_like(
    rf"{_LEAD}(?:{_I}(?:have\sto|must|need\sto|want\sto|wanted\sto|should|would\slike\sto|got\sto|to)\s"
    rf"{one_of('announcing')}\s(?:you\s|about\s|with\syou\s)*"
    rf"{one_of('announced')}\b[^,:;]{{0,30}}"
    rf"|(?:he|she|they|somebody|someone)\s(?:told|wrote|sent|showed|asked|said)\s(?:to\s)?(?:me\s|us\s)?{one_of('announced')}\b[^,:;]{{0,20}}"
    rf"|(?:(?:an?|one|the|another|other|next|new|last|more|different|some|few|two|many)\s)+(?:{one_of('topics')})"
    r"(?:\s(?:(?:he|she|they|i|we)\swants?|that\s\w+|for\s(?:today|now)|from\sme))?"
    r"(?:\s(?:different(?:ly)?|changed|to\schange))?|(?:i|we)\spaste(?:\s(?:it|them|this|the\s\w+))?(?:\s(?:here|below))?|[^.;]{0,50}\b(?:i|we)\sforgot\sto\s(?:tell|mention|say)(?:\s(?:you|u|it|this|that))*)\W*$"
)
_DOES_NEXT = looks_like(
    rf"{_LEAD}(?:(?:(?:i|we)\s)?(?:shall|will)|(?:i|we)['’]ll|(?:i['’]m|we['’]re|i\sam|we\sare)\sgoing\sto)\s(?:also\s|then\s|first\s|just\s|now\s)*"
    rf"{one_of('done in passing')}"
    r"(?:\s(?:it|this|that|them|these|both|all|her|him|you|(?:for|on|to|about|at|with)\s(?:it|this|that|them|her|him|you)|(?:for\s|on\s)?(?:his|her|their|your|the)\s[a-z]+))?"
    r"(?:\s(?:to\s(?:it|them|her|him|you)|in\swriting|(?:in|for)\sa\s(?:sec|second|minute|min|moment|bit)|first|later|then|now|today|tomorrow|myself|ourselves))*\W*$"
)
_TAKES_IT = looks_like(
    rf"{_LEAD}(?:{_I}(?:read|see|saw|understood|understand|feel|felt|think|thought|hear|heard)\s(?:it|that|this)\s(?:the\ssame(?:\sway)?|differently|too|similarly|like\s(?:you|that|this))"
    rf"|(?:i['’]m|i\sam|we\sare)\s(?:\w+\s)?inclined\sto\s(?:agree|disagree)|{_I}(?:fully\s|totally\s)?(?:agree|disagree|concur)(?:\swith\s(?:you|that|this|it|her|him|them))?"
    r"|(?:that|this|it)\s(?:will|would|is|['’]s)\s?(?:not\s(?:be\s)?|un)(?:necessary|needed|required)|(?:there\sis\s)?no\sneed(?:\s(?:for|to\sdo)\s(?:it|that|this))?"
    r"|(?:it|that|this)(?:['’]s|\sis|\swas)\s(?:(?:all|now|already)\s)*(?:finish(?:ed)?|done|over)(?:,?\s(?:and\s)?(?:it\s)?(?:was|went)\s(?:not\s(?:so|too|that)\sbad|ok(?:ay)?|fine|well|good|great))?"
    r"|(?:he|she|they)\s(?:(?:really|all|both)\s)*(?:laughed|smiled|like[sd]?\sit|love[sd]?\sit|hate[sd]?\sit|was\shappy|were\shappy|agrees|agreed)"
    rf"|{_I}(?:taken|took|used|printed|copied|signed|sent)\s(?:it|them|that|this)(?:\sas\s(?:it\sis|is|they\sare))?"
    r"|i\s(?:really\s|honestly\s|personally\s)*(?:have\sno\s(?:strong\s|real\s)?(?:opinion|view|preference)s?(?:\s(?:on|about)\s(?:it|that|this))?|go\sback\sand\sforth(?:\s(?:on|about)\s(?:it|that|this))?"
    r"|do(?:n['’]t|\snot)\smind(?:\s(?:it|that|at\sall))*|(?:can\s)?never\s(?:decide|remember)(?:\s(?:it|that|which))?|read\sboth)"
    r"|(?:(?:everyone|everybody|each|people)\b[^.;,]{0,30}|they\sall)\s(?:says?|tells?\s(?:me|us))\ssomething\s(?:else|different)"
    r"|(?:maybe|perhaps)\s(?:some\s?day|one\sday|next\s(?:time|year))"
    r"|\d[\d.,]*\s(?:[a-z]+\s){1,2}(?:closed|updated|deleted|fixed|merged|imported|sent|changed|added|done|inserted|removed|processed))\W*$"
)
_IS_JUST_NOW = looks_like(
    rf"{_LEAD}(?:(?:i['’]m|i\sam|i\swas|i\sfeel|i\sfelt)\s(?:not\s)?(?:(?:(?:rather|quite|very|so|a\s(?:bit|little)|really|too|pretty|still|just)\s)*"
    rf"{one_of('states of a moment')})"
    r"|(?:my\s)?(?:brain|head)\sis\s(?:soup|mush|fried|spinning|empty)|(?:i['’]m\s|i\sam\s)?(?:done\sfor\s(?:today|the\sday|now)|"
    r"(?:going|heading|driving)\shome|picking\sup\s\w+)(?:,\s[\w\s&'’-]{3,30}\stonight)?"
    r"|i\s(?:go|am\sgoing|went|will\sgo)\shome|(?:today|tomorrow|this\s(?:morning|afternoon))\s(?:i['’]m\s|i['’]ll\sbe\s|i\s(?:am\s|will\s(?:be\s)?)?)(?:work(?:ing)?\s)?(?:from|at)\shome)"
    r"(?:\s(?:today|now|again|already|at\sthe\smoment|this\smorning|since\sthis\smorning))*(?:,\s(?:and\s|so\s)?(?:my|i|if)\s[^.]{3,50})?\W*$"
)
_HOW_TO_MAKE = looks_like(
    rf"{_LEAD}(?:i|we)\s(?:just\s|only\s)*need\s(?:the|an?|some)\s"
    rf"(?:gist|rough\s\w+|basics|essentials|idea|number|{one_of('made to order')})\W*$"
    rf"|{_LEAD}what\s(?:i|we)\s(?:would\slike|want|need|am\safter)\s(?:now\s)?is\s(?:an?|the|some|your)\s"
    rf"(?:[\w-]+\s){{0,3}}?{one_of('made to order')}\b"
)
_BESIDE = looks_like(
    rf"{_LEAD}(?:(?:it|that|this)(?:['’]s|\sis)\san?\s(?:e-?mail|letter|text|message|screenshot|draft)"
    r"|(?:i\s)?(?:tell|told|ping|pinged|text|texted|ring|rang|call|called)\s(?:him|her|them|[A-Za-z]+)(?:\s(?:now|already|later|today|tomorrow))?"
    r"|(?:(?:mon|tues?|wed|thur?s?|fri|sat|sun)(?:\s\d{1,2}\s[a-z]+)?\s(?:and\s)?)?already\s(?:behind|late|tired|exhausted|hungry)"
    r"|(?:the\s)?(?:first|second|third|last|\d|[a-z]+\sone)\s(?:one\s)?is\s(?:great|perfect|good|lovely|nice)(?:,\s(?:drop|skip|remove|lose)\s[\w\s]{3,25})?"
    r"|[^.;:]{3,60},\spasting\s(?:it|them|this|from\s[\w\s'’]{3,30})(?:\s(?:here|below))?"
    r"|(?:keep|save|put|store)\s(?:this|that|it)\s(?:somewhere|for\slater)(?:,?\s(?:because|since|as|so)\s[^.;]{3,60})?"
    r"|forget\s(?:that\s)?you\s(?:ever\s)?(?:saw|read|heard)\s(?:it|that|this)"
    r"|(?:first|second|third|fourth)\scoffee\b[^.;,]{0,40}"
    r"|(?:hang|hold)\son,?\s\w+\s(?:just\s)?(?:walked|came|called)\s(?:past|by|in)"
    r"|i\s(?:just\s|really\s|also\s)*(?:need|want|have)\sto\s(?:vent|rant)\b[^.;,]{0,40}"
    rf"|{_I}(?:want(?:ed)?\sto\s|need(?:ed)?\sto\s|must\s|should\s)?(?:tell|give|show)\s(?:you|u)\s(?:the|a|an|my|our)\s(?:[\w-]+\s){{0,3}}?(?:plan|update|story|news|background|context|status|state)\b[^.;:,]{{0,50}}"
    r"|(?:they|he|she)(?:['’]ve|['’]s|\shave|\shas)?\s(?:just\s|now\s|already\s)*(?:given|sent|gave|handed|made)\s(?:us|me)\san?\s(?:\w+\s)?list(?:\sof\s\w+)?"
    r"|i\s(?:just\s|only\s)?nodded\b[^.;,]{0,30}"
    r"|[a-z]+\snext,\s(?:we|i)\s(?:talked|spoke|met)(?:\s\w+)?)\W*$"
)
_JOKES = looks_like(
    rf"{_LEAD}if\s(?:one\smore\s|this\s(?:goes|keeps)\s|(?:i|we)\sever\s(?:win|get\srich|become)|(?:i|we)\swon\s|(?=.*\b(?:haha+|lol|lmao)\W*$)).*\b(?:i|we)(?:['’](?:m|ll|re|d))?\s"
)
"""If one more person asks, I'm moving to Portugal."""
_SHAPES = (_ANNOUNCES, _DOES_NEXT, _TAKES_IT, _IS_JUST_NOW, _BESIDE, _JOKES)
_LONGEST = 20
"""In words."""


def asks_to_make(clause: str) -> bool:
    """Whether a clause says what is to be made now: "I only need the gist"."""
    return bool(_HOW_TO_MAKE(clause))


def is_passing(clause: str) -> bool:
    """Whether a clause only leads from one thing to the next: "I have to correct something", "I shall confirm both"."""
    if len(clause.split()) > _LONGEST or not any(shape(clause) for shape in _SHAPES):
        return False
    return not any(m.kind == "entity:person" for m in find_names(clause))
