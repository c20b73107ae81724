"""Questions, with and without their mark: they assert nothing."""

import re

from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.vocabulary import one_of

_BEGINS = looks_like(
    r"^(?:(?:and|or|so|but|ok|okay|hey|well|also|then|hi|hmm+|btw|anyways?|unrelated|whatever|sure|cool|mhm|(?:very\s)?interesting|nice|right|got\sit|good\sto\sknow|(?:a\s)?(?:quick|silly|dumb|stupid|random|another|last|next|small)\s(?:one|question|q)|in\sbetween|like(?=\s(?:is|are|was|does|do|did|can|should|what|how|why)\b))[\s,]+)*"
    r"(?:(?:what|how|why|who|where|when)['’]?d\s(?:you|we|they|he|she|it|that|this|i)\s"
    r"|(?:my|the|one|another|a)\s(?:(?:only|real|actual|last|next|quick|other|main)\s)*questions?(?:\s(?:is|are|was))?\s?(?:(?:just|only|really|simply)\s)*[:,]?\s?(?:what|how|why|which|who|where|when|whether|if|do|does|did|is|are|can|could|should|would)\b"
    r"|(?:what|how|why|who|whom|whose|which|where)(?:['’]s|['’]re|s)?\s+(?:is|are|was|were|do|does|did|should|"
    r"can|could|would|will|about|kind|much|many|often|long|come|have|has|the|to|happens?|i\b|we\b)"
    r"|(?:what|which|whose)\s(?:else\s|other\s)?(?:[\w-]+\s){0,2}?(?:do|does|did|are|is|was|were|should|can|could|would|will|have|has)\s(?:you|we|i|it|they|he|she|this|there|your)\b"
    r"|(?:what|which)\s[a-z-]+\s(?:do|does|did)\s[a-z-]+\s[a-z]+(?:\s[a-z]+){0,2}\W*$"
    r"|(?:which|what)\s(?!is\b|are\b|means\b|was\b|in\b|we\b|i\b)(?:[\w-]+\s){1,3}?(?:is|are|works|fits|would\sbe)\s(?:the\s)?(?:best|better|right|fastest|faster|cheapest|cheaper|easiest|easier|safest|nicest|good|newest|lightest)\b"
    r"|say\s(?:i|we|you)\s(?:have|had|want|wanted|got|get)\b[^?]*,\s(?:what|how|which|where|would|could|should)\b"
    r"|when\s+(?:is|are|was|do|does|did|should|can|will|would)\b"
    r"|(?:does|did|is|are|was|were|has|can|could|should|would)\s(?!not\b|now\b|only\b|never\b|also\b|still\b|always\b|finally\b|be\b|have\b|the\b|to\b|\d)[\w@./-]+\s(?!s\b)[a-z]"
    r"|(?!have\s(?:that|this|it)\b)(?:do|does|did|is|are|was|were|can|could|would|will|should|shall|has|have|may|am)\s+(?:you|we|i|it|they|"
    r"he|she|there|this|that|the|our|my|any|someone|anyone|anybody)\b"
    r"|(?:any(?:one|body)?\s+(?:know|idea|ideas|chance|thoughts|tips|opinions|reason|suggestions))|"
    r"(?:i\s(?:was|am)\s|i['’]m\s|just\s|been\s)*wondering\s(?:if|whether|how|what|about)|i\swonder\b|curious\s(?:if|whether|how)"
    r"|(?:what|who|where|when|how|why|which\s(?:one|\w+))['’]s\s(?![^,]*(?:\b(?:is|are|was|has|were)\b|:\s))"
    r"|(?:i\s)?(?:still\s|really\s|honestly\s|just\s)*(?:don['’]?t|do\snot|can['’]?t|cannot|couldn['’]?t|trying\sto|want\sto|need\sto|would\slike\sto|wanna|have\sto|struggling\sto|love\sto)"
    r"\s(?:quite\s|really\s|fully\s|even\s)?(?:understand|get|see|figure\sout|work\sout|find\sout|understand|know|wrap\smy\shead\saround|make\ssense\sof|grasp|follow)\s"
    r"(?:why|what|how|where|which|whether|if|when|who)\b"
    r"|(?:do\s)?(?:you|u)\s(?:think|reckon|believe|suppose)\s(?!so\b)|remember\s(?:what|who|where|which|why)\s(?![^:]*(?::\s|\bis\b))"
    r"|(?:any\s)?(?:thoughts|ideas|opinions|suggestions|tips|advice|recommendations|pointers)\s(?:on|about|for|regarding|how|what)\b"
    r"|(?:and|but|or|also)\s(?:what\s)?if\s(?!.*\b(?:call|ping|ask|tell|run|restart|we|must|should|then|always|never|use|don['’]t|just|it['’]s)\b)[^,:]+$|let\sme\sknow\s(?:if|when|whether|what|how|which)\b"
    r"|(?:if|say)\s(?:you|i|we)\s[^?]*?[,\s](?:which|what|how|who|where)\s(?:[\w-]+\s){0,3}?would\s(?:you|i|we|that|it)\b"
    r"|if\s[^,]*?\s(?:would|will)\s(?:the|it|that|this|our|my)\s[^,]*$"
    r"|(?:tell|show)\sme\s(?:what|how|why|about|which|the)\b|explain\b(?!\s(?:me\s)?(?:things|stuff|everything|concepts)\b)|what\sif\b|isn['’]?t\sit"
    r"|remind\sme\b(?!(?:\s(?:of|about|to)\s[\w\s'’-]{2,40}?)?\s(?:when(?:ever)?|each|every|always|if)\s)"
    rf"(?!(?:\s\w+)?\sthat\s{one_of('begins a statement')}\b))"
)
_ENDS = looks_like(
    r"\?[\s\"'”’)*_]*$|,\s(?:but\s)?why(?:\sthough|\sis\sthat)?\W*$|,\s(?:(?:is|are|was|were|do|does|did|has|have|can|could|would|will|should)(?:n['’]t)?\s(?:i|we|you|it|they|he|she|that|there)|am\si\sright|or\swhat|or\snot|"
    r"(?:so\s|and\s)?(?:what|which|how)\s(?:[\w-]+\s)?(?:do|would)\s(?:you|u)\s(?:think|say|recommend|suggest|pick|reckon|do)|any\s(?:thoughts|ideas|opinions)|"
    r"or\sam\si\s\w+|you\sknow\swhat\si\smean)\W*$|^(?:(?:so|and|ok|but)\W+)*(?:we['’]?re|were|we\sare|it['’]?s|it\sis|that['’]?s|we\shave|you\shave)\s(?:[\w'’-]+\s){2,8}?(?<!\bthe\s)(?<!\ball\s)(?<!\bon\s)(?<!\bdo\s)right\W*$|\bor\s(?:not\sreally|is\s(?:that|it|this)\s(?:an?\s)?[\w-]+)\W*$"
)
_ASKED_FOR_GOOD = looks_like(r"^\W*(?:can|could|would|will)\syou\b.*\b(?:always|never|from\snow\son|going\sforward)\b")
"""Can you always use uv? asks for a rule."""
_TELLS = looks_like(
    r"^\W*(?:can|could|would|will)\syou\b.*\b(?:always|never|from\snow\son|going\sforward)\b|^what\s(?:i|"
    r"we)\s\w+.*\b(?:is|was)\b|^(?:so|and|but)?\s*(?:how|what|why|where)\s(?:we|i)\s\w+.*(?:\b(?:is|was|are)\b|:\s)|"
    r"^what(?:['’]s|\sis|\sare|\shas(?:n['’]t|\snot)?|\sdoes(?:n['’]t|\snot)?|\sdid(?:n['’]t|\snot)?|\sstays?|\sremains?)\s(?:not\s|still\s|now\s|also\s)*(?:changed?s?|new|different|the\ssame|true|left|missing|fixed|work(?:s|ed)?|help(?:s|ed)?|matters?)\b[^?:]{0,20}:\s|"
    r"^should\s(?:the|we|they|it|he|she|this|that|any\w+|some\w+|our|my)\b[^?]*(?:['’]d\b|['’]ll\b|\b(?:would|will|have\sto|must|please|call|ping|tell|ask)\b)[^?]*$"
)
"""What we use is pnpm: begins like a question, and tells."""


_CODE_FIRST = re.compile(r"^\W*`[^`]+`\s*[,:–-]?\s*(?=\w)")
"""`Unused import` how do I fix those."""


def is_question(clause: str) -> bool:
    """Whether a clause asks: "who's on call this week", "I broke it again, didn't I"."""
    clause = _CODE_FIRST.sub("", clause)
    return bool((_ENDS(clause) and not _ASKED_FOR_GOOD(clause)) or (_BEGINS(clause) and not _TELLS(clause)))
