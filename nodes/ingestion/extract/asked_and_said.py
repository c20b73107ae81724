"""A reply that makes no sentence by itself, kept with what it replies to."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.imperatives import VERB
from memorist.nodes.ingestion.extract.pronouns import resolve
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.words import lower_first

_ASKS = re.compile(
    r"(?:^|[.!:]\s+|,\s)(?:so,?\s|and\s|ok,?\s|btw,?\s|also,?\s)*(?P<asked>(?:what|when|where|who|whom|which|how|why)\b[^?.!]{4,90}|"
    r"(?:is|are|was|were|does|do|did|has|have|can|will)\s(?:the|your|our|all|any|there)\s[^?.!]{4,80}|"
    r"(?:is|are|was|were)\s[a-z]+(?:\s[a-z]+)?\s[a-z]+(?:ed|ic|ive|able|ible|en|al|ous|y)|"
    r"do\s(?:you|we)\s(?:work|run|still|keep|test|log|store|ship|build|support|offer|need\s(?!me|help|any)|track|allow)\s[^?.!]{3,80})\?\s*$",
    re.IGNORECASE,
)
_NO_QUESTION = re.compile(
    r"(?:.*\s(?:it|that|this|they|there)\W*$|(?:how|what)\s(?:can|may|should)\si\s(?:help|do|assist)\b|which\s(?:of\s(?:these|those|them)|one|file|version|line|branch|page|test|function)\b(?!.*\b(?:do|does)\s(?:you|we)\b)|how\s(?:are|is|was|does\sthat|did\sit|about|come)|what(?:['’]s|\sis|\sare)?\s(?:up|next|else|wrong|about|do\syou\sthink|happened|can\si|should\si)|"
    r"why\b|.*\b(?:sound|look|work)s?\s(?:good|ok|okay|right|fine)\b|.*\b(?:should|shall|can|may)\si\s(?:go|continue|proceed|start|run|apply|do)\b)",
    re.IGNORECASE,
)
_DO_YOU = re.compile(r"\b(?:do|does|should|would|can|will)\s(?:you|i|we|the\steam)\b", re.IGNORECASE)
_DECLARED = re.compile(
    r"(?:^|[.!:]\s+|,\s)(?:so,?\s|and\s|ok,?\s)*(?P<asked>(?:the|your|our|you|we)\s[^?.!,]{6,80}|"
    r"(?:is|are|was|were|can|may|do|does|should|must|will)\s(?!you\b|we\b|i\b|it\b|this\b|that\b|they\b|there\b)[A-Za-z]+s?\s[^?.!]{4,80}|are\syou\s(?:on|in|using|based|from|allergic|familiar|responsible|available|free|comfortable)\s[^?.!]{3,60})"
    r"(?:,\s(?:right|correct|yes|no|isn['’]t\sit))?\?\s*$",
    re.IGNORECASE,
)
_YES_NO = re.compile(r"^\W*(?:yes|yeah|yep|no|nope|nah|right|sure)\b\W*", re.IGNORECASE)
_OF_IT = re.compile(
    r"(?:^|[.!:]\s+|,\s)(?:so,?\s|and\s|ok,?\s)*(?P<asked>(?:(?:is|was|are|were)\s(?:it|they|that|this)\s[a-z]+(?:ed|t|n|ing)\b|(?:should|shall|do|can)\s(?:i|we|you)\s)[^?.!]{3,80})\?\s*$",
    re.IGNORECASE,
)
_SETS_RIGHT = re.compile(r"\W*(?:no|nope|nah|yes|yeah|yep|only|not|never)\b\W*\s\w|.*\bactually\W*$", re.IGNORECASE)
"""No, Tuesday: says nothing without what it sets right."""
_I = re.compile(r"\bI\b")
_ARE_YOU = re.compile(r"^(?P<what>(?:what|which|where|how)\b.*?)\sare\syou\s(?P<rest>.+)$", re.IGNORECASE)
_OF_THE_PERSON = re.compile(
    r"\byou\s(?:enjoy|eat|drink|sleep|live|feel|cook|listen|watch|read|play|wear|grow\sup|like|prefer|hate|speak)\b|\byour\s(?:role|name|job|birthday|"
    r"hobb\w+|family|favou?rite|diet|kids?|children|weekend|holiday|background|hometown)\b",
    re.IGNORECASE,
)
_SHOULD = re.compile(
    r"(?:^|[.!:]\s+|,\s)(?:so,?\s|and\s|ok,?\s|btw,?\s|also,?\s)*(?P<asked>(?:should|shall|do)\s(?:i|we|you)\s[^?.!]{4,90})\?\s*$",
    re.IGNORECASE,
)
_SHOULD_I = re.compile(r"^(how\s[a-z]+|what|which\s[a-z]+|where|when)\s(?:should|shall|can|may)\si\b", re.IGNORECASE)
"""How formal should I be? asks how to be."""
_SHALL = re.compile(r"^(?:should|shall)\s(?:i|we|the\steam)\s", re.IGNORECASE)
_AMOUNT = re.compile(
    r"\W*(?:yes|yeah|yep|sure|no|nope)\W+(?:please\W+)?(?:(?:about|around|at\s(?:most|least)|up\sto|every|after|for|within|max(?:imum)?|min(?:imum)?|only)\s)*"
    r"(?:\d[\w.,:%/-]*|an?|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty|thirty|sixty)\s?"
    r"(?:(?:ms|secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|years?|times|percent|%|requests?|retries|attempts|mb|gb|kb|people|euros?|dollars?)\b|(?=\W*$|,))",
    re.IGNORECASE,
)
"""Yes, 45 minutes, then page the lead: an amount says nothing without what it is an amount of."""
_ONLY_WORDS = re.compile(
    r"^\W*(?:(?:i\s)?don['’]?t\sknow(?:\syet)?|no\sclue|tbd|not\sdecided(?:\syet)?|undecided|not\syet|yes|yep|yeah|yup|no|nope|nah|ok(?:ay)?|sure|thanks?|idk|dunno|maybe|later|nothing|done|hm+|not\ssure|no\sidea|good|fine|great)\W*$",
    re.IGNORECASE,
)
OWN_SUBJECT = re.compile(
    r"\b(?:i|we|they|he|she|you|it)(?:['’]\w+)?\s|\?|\b(?:is|are|was|were|has|have|will)\b|"
    r"^(?:our|the|my)\s(?:[\w-]+\s)?[\w-]+\s(?:uses|prefers|runs|owns|handles|keeps|wants|needs|has|does|relies|works|stores|hosts)\s|"
    r"^(?!(?:\d+|one|two|three|four|five|six|ten|no|yes|yep|every|all|only|in|on|at|by|next|right)\b)[\w-]+\s(?:\w+ly\s|also\s|just\s)?[a-z]+s\s",
    re.IGNORECASE,
)
_ECHO = re.compile(
    r"(?:yes,?\s|no,?\s)?(?:they|it|we|i|there|he|she|that)\s(?:is|are|am|does|do|did|has|have|will|can|was|were)(?:n['’]t|\snot)?(?:\s*[,;–-]\s|\s(?:but|because|since|only|with|via)\s)",
    re.IGNORECASE,
)
"""They are, with a key from the vault: repeats the verb that was asked with."""
LONGEST_REPLY = 14


_IT_IS = re.compile(r"^(?:(?:since|from|until|as\sof)\s\S+\s)?(?:it|that)(?:['’]s|\sis)\s", re.IGNORECASE)
_INSTRUCTS = re.compile(rf"\W*(?:please\s)?(?:don['’]?t|do\snot|never|always)\s{VERB}", re.IGNORECASE)


_OF_BOTH = re.compile(
    r"\W*(?:neither|none|both)(?:\sof\s(?:them|those|these))?\W*$|"
    r"(?:(?:and\s|but\s)?(?:he|she|they|both|neither)\s(?:(?:will|is|are|does|do|did|was|were|has|have|can|would)(?:n['’]?t|\snot)?|won['’]?t|can['’]?t)\W*)+$",
    re.IGNORECASE,
)


def refers_back(answer: str) -> bool:
    """Whether every word of an answer stands for one of the question: "neither", "he will, she won't"."""
    return bool(_OF_BOTH.match(answer))


def _without_lead(answer: str) -> str:
    """The answer without its yes or no, and without "it's", which is what was asked about."""
    plain = _YES_NO.sub("", answer)
    return _IT_IS.sub("", plain) if plain != answer else plain


def asked_and_said(question: str, answer: str) -> str | None:
    """A reply that makes no sentence by itself, kept with what it replies to: ``Asked "how many replicas": three``."""
    asked = question.rsplit("\n", 1)[-1]
    bare = answer.strip(" .!")
    if refers_back(bare):
        bare = re.sub(r"[.;!,]\s+(?:and\s|but\s)?", " / ", bare)
    found = (
        _ASKS.search(asked)
        or (_OF_IT.search(asked) if _SETS_RIGHT.match(bare) and find_entities(bare) else None)
        or (_SHOULD.search(asked) if _AMOUNT.match(bare) else None)
        or (_DECLARED.search(asked) if _SETS_RIGHT.match(bare) else None)
        or (_LAST_QUESTION.search(asked) if refers_back(bare) and not _OFFERS.search(asked) else None)
    )
    if found is None or _NO_QUESTION.match(found["asked"]) or _ONLY_WORDS.match(bare) or _INSTRUCTS.match(bare):
        return None
    if len(bare.split()) > LONGEST_REPLY or (
        OWN_SUBJECT.search(_without_lead(bare)) and not (_ECHO.match(bare) or refers_back(bare))
    ):
        return None
    closed = re.match(r"(?:do(?:es)?|should|shall)\s(?:you|i|we|the\steam)\b", found["asked"], re.IGNORECASE)
    put = _SHOULD_I.sub(r"\1 to", found["asked"])
    you = "I" if _OF_THE_PERSON.search(found["asked"]) else "we"
    told = re.sub(r"^you\b", "we", put, flags=re.IGNORECASE)
    told = _ARE_YOU.sub(r"\g<what> I am \g<rest>", told)
    told = _DO_YOU.sub(you, _I.sub("we", told) if you == "we" and told == put else told)
    told = _SHALL.sub("to ", told) if closed else told
    asked = ("whether " if closed else "") + told.replace("your ", "my " if you == "I" else "our ").strip()
    return _told(asked, bare)


_WHAT_NOW = re.compile(
    r"what\sare\s(?:we|you)\s\w+ing(?:\s(?:on|today|now|up\sto|at|with|first|next|this\s\w+))*\W*$", re.IGNORECASE
)
"""What are we doing today? A greeting."""
_ASKS_ON = re.compile(
    r"(?:and\s|so\s|ok\s)*(?:(?:what(?:['’]s|\sis)?\s)?(?:the|your)\s(?:second|third|next|last|other|first|rest)(?:\s(?:thing|one|point|part|topic|question))?|"
    r"(?:what|anything|who|where)\selse|then\swhat|what\shappened(?:\snext|\sthen)?|what\sdid\s(?:he|she|they)\s(?:say|tell\syou|want)|how\s(?:so|come)|what\sabout\s(?:it|that))\W*$",
    re.IGNORECASE,
)
"""And the second thing? It only asks to go on."""
_TAKES_BACK = re.compile(r"\W*(?:scratch|forget|ignore|disregard|never\s?mind)\b", re.IGNORECASE)
_OFFERS = re.compile(
    r"\b(?:should|shall|can|may|could)\s(?:i|we)\b|\b(?:want|like|need)\s(?:me|to\ssee)\b|(?:^|[.!:]\s)(?:do\syou\s)?want\s(?:an?|some)\b|\bwould\syou\s(?:also\s)?like\s(?:an?|some|the)\b|\bdo\syou\s(?:want|need)\s(?:an?|some|the)\s(?:draft|quer|list|summary|table|text|version|example|checklist|overview|sketch|template)|\banything\selse\b|\b(?:sound|look)s?\s(?:good|right|ok)\b",
    re.IGNORECASE,
)
_LAST_QUESTION = re.compile(r"(?:^|[.!:]\s+|\n)(?P<asked>[^.!?\n]{4,120})\?\s*$")


def told_with_question(question: str, answer: str, before: Sequence[Utterance] = ()) -> str | None:
    """A reply that nobody understands alone, with the question it replies to; null where nothing was asked.

    What an assistant offers to do is no question: the reply says how to do it. ``before``: the turns before the
    question, which tell what "it" means in it.
    """
    found = _LAST_QUESTION.search(question)
    if found is None or _OFFERS.search(found["asked"]) or _ONLY_WORDS.match(answer) or '"' in found["asked"]:
        return None
    if (
        _ASKS_ON.match(found["asked"])
        or _WHAT_NOW.match(found["asked"])
        or _TAKES_BACK.match(answer)
        or (" or " not in found["asked"] and answer.strip(" .!").casefold() in found["asked"].casefold())
    ):
        return None
    asked = resolve(found["asked"].strip(), (), before)
    asked = _SHOULD_I.sub(r"\1 to", asked)
    asked = re.sub(r"^do(?:es)?\s(?=you\b)", "whether ", asked, flags=re.IGNORECASE)
    asked = re.sub(r"^are\syou\b", "whether I am", asked, flags=re.IGNORECASE)
    asked = re.sub(r"^(have|can|will)\syou\b", lambda m: f"whether you {m[1].lower()}", asked, flags=re.IGNORECASE)
    asked = re.sub(r"\byour\b", "our", re.sub(r"\byou\b", "we", asked, flags=re.IGNORECASE))
    return _told(asked, answer.strip(" .!"))


_BARE_ANSWER = re.compile(
    r"^\W*(?:(?P<yes>yes|yeah|yep|yup|yea|correct|exactly|indeed|it\sis|they\sare|it\sdoes|they\sdo)|"
    r"(?P<no>no|nope|nah|it\sisn['’]?t|they\saren['’]?t|it\sdoesn['’]?t|they\sdon['’]?t))(?:\s(?:it\s(?:is|does)|they\s(?:are|do)|always|still))?\W*$",
    re.IGNORECASE,
)
_OF_THINGS = re.compile(
    r"(?:^|[.!:]\s+|\n)(?:(?:so|and|ok|just\sto\sbe\ssure)[,:]?\s)*(?P<asked>(?:is|are|was|were|does|do|has|have|can|will)\s(?:the|your|our|all|every)\s"
    r"(?!(?:\w+\s)?(?:answers?|versions?|drafts?|text|summary|examples?|outputs?|results?|titles?|wording|lists?|quer(?:y|ies)|snippets?|explanation|question|"
    r"mail|email|plan|idea|suggestion|approach|sentence|paragraph|above|following|rest|code|script|function|diff|error|message)\b)[^.?!\n]{6,100})\?\s*$",
    re.IGNORECASE,
)
_OF_TASTE = re.compile(
    r"\b(?:ok(?:ay)?|good|right|clear|fine|enough|correct|better|worse|helpful|sense|ready|done|look|sound|seem|want|need\sme|what\syou)\b",
    re.IGNORECASE,
)


def confirmed(question: str, answer: str) -> str | None:
    """A bare yes or no to what was asked about things: "Is the orders table partitioned?" "yep" tells how it is.

    Whether a piece of work is right is asked for the moment, and nothing to remember.
    """
    said, found = _BARE_ANSWER.match(answer), _OF_THINGS.search(question)
    if said is None or found is None or _OF_TASTE.search(found["asked"]) or '"' in found["asked"]:
        return None
    return _told(re.sub(r"\byour\b", "our", found["asked"]), "yes" if said["yes"] else "no")


def is_offer(question: str) -> bool:
    """Whether the last thing asked is whether to do something: "shall I draft a reply?"."""
    found = _LAST_QUESTION.search(question)
    return found is not None and bool(_OFFERS.search(found["asked"]))


def _told(asked: str, answer: str) -> str:
    return f'Asked "{lower_first(asked)}": {answer}'
