"""What "it" and "that" mean: the thing last spoken of, in the clause's own message or in the turns before."""

import re
from collections.abc import Iterable, Sequence

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.latter import LATTER, with_one_of_two
from memorist.nodes.ingestion.extract.main_thing import SENTENCE_ENDS, main_thing, named_things
from memorist.nodes.ingestion.extract.persons import BECAUSE_HE, HE_OR_SHE, HER_OR_HIS, WITHOUT_SUBJECT, with_person
from memorist.nodes.ingestion.extract.plurals import THEIR, THEY_OR_THEM, with_them
from memorist.nodes.ingestion.extract.taken_up import NOT_SO, OURS, THERE, with_done, with_ours, with_place, with_same
from memorist.nodes.ingestion.extract.then import THEN, with_then
from memorist.nodes.ingestion.pasted import FENCED
from memorist.nodes.language.seeking import Shape

_LOOK_BACK = 6
_IT = re.compile(
    r"(?<![\w'’-])(?P<pronoun>it|that one|this one|that|this)(?P<tail>['’]s)?(?![\w'’-])",
    re.IGNORECASE,
)
_ITS = Shape(r"(?<![\w'’-])its(?![\w'’-])(?!\sown\b)", re.IGNORECASE)
_ITS_OWNER = re.compile(
    r"(?:(?:and|but|so)\s)?(?:the|our|my|an?)\s(?!(?:team|client|customer|users?|devs?|developers?|boss|others?|rest|designers?|testers?)\b)"
    r"[\w'’-]+(?:\s[\w'’-]+){0,4}\s$",
    re.IGNORECASE,
)
"""The aquarium moved its closing day: its own."""
_ABOUT_SOMETHING = re.compile(r"\b(?:when|if|because|unless|while|where|that)\s$", re.IGNORECASE)
"""When it's about security: nothing is meant."""
_MANNER = re.compile(r"(?:want|like|have|do|keep|leave|prefer|need|see)s?\s$", re.IGNORECASE)
_DUMMY = re.compile(
    r"^(?:it|that|this)(?:['’]s| is| was| seems| looks| turns| turned| took| takes| depends| would be| will be| "
    r"might be| makes) "
    r"?(?:out|important|likely|possible|hard|easy|clear|raining|late|early|time|true|fine that|because|that|why|"
    r"(?:now )?(?:ok|okay|fine|allowed|permitted|acceptable)(?: now)? to |"
    r"how|when|what|up to"
    r"|sense|a (?:pain|shame|pity|good idea|bad idea)|better to|best to|worth|good to|like|not that|not about|"
    r"all|me|us|an? (?:\w+ )?(?:nightmare|mess|disaster|catastrophe|joke|blast|relief|close call|long (?:day|week))|"
    r"a while|ages|too late|\d|(?:been |now |all |also |already |just )*(?:agreed|decided|settled|confirmed|"
    r"final|done|over|enough|everything|it\b)|(?:went|goes|gone|sounded|sounds)\b)"
    r"|^it (?:can['’]?t|cannot|won['’]?t|doesn['’]?t|didn['’]?t|never) (?:happens?|matters?)\b"
    r"|^it (?:went|goes|has gone|will go|sounded|sounds) ",
    re.IGNORECASE,
)
_THAT_IT_IS_SO = re.compile(
    r"\b(?:say|says|said|saying|know|knows|knew|think|thinks|thought|believe[sd]?|mean|means|meant|guess|heard|hear|tell|tells|"
    r"told|den(?:y|ies|ied)|confirm(?:s|ed)?|announced?|mention(?:s|ed)?|admit(?:s|ted)?|found|got|get|made|have|has|miss|do|does|did|doing|done|regret(?:s|ted)?|promise[sd]?)\s$",
    re.IGNORECASE,
)
"""She has been saying it since winter, nobody knows it yet: that something is so, no thing."""
_THAT_NOUN = re.compile(
    r"^(?:that|this)\s+(?!is\b|was\b|has\b|works?\b|fix|for\b|in\b|on\b|from\b|instead\b|going\b|now\b|because\b|"
    r"as\b|with\b|everywhere\b|again\b|and\b|but\b|since\b|until\b|breaks?\b|crash|keeps?\b|always\b|never\b|"
    r"does|did|can|will|would|should)[a-z]",
    re.IGNORECASE,
)
_BEFORE_THAT = re.compile(
    r"(?:\b(?:use|uses|using|used|prefer|like|love|hate|drop|keep|avoid|with|without|to|from|of|for|over|than|"
    r"adopt|chose|need|skip|scrap|try|about|on|run|runs|own|owns|replace|do|does|ditch|recommend|reject|ban|allow)\s+|^)$",
    re.IGNORECASE,
)


def resolve(clause: str, earlier: Sequence[str], before: Sequence[Utterance] = ()) -> str:
    """Put the meant thing in the place of "it", "that", "its" and "them".

    Args:
        clause: the clause as said.
        earlier: the clauses before it in the same message, oldest first.
        before: the turns before, oldest first; at most six are looked at.

    Nothing is replaced when "it" stands for no thing ("it is raining"), when the clause names the thing itself before
    the pronoun, or when nothing was spoken of.
    """
    if not (
        _IT.search(clause)
        or _ITS.search(clause)
        or THEY_OR_THEM.search(clause)
        or HE_OR_SHE.match(clause)
        or HER_OR_HIS.match(clause)
        or BECAUSE_HE.search(clause)
        or WITHOUT_SUBJECT.match(clause)
        or LATTER.search(clause)
        or THEN.search(clause)
        or THEIR.search(clause)
        or _ON_VERSION.match(clause)
        or THERE.search(clause)
        or OURS.match(clause)
        or NOT_SO.match(clause)
    ):
        return clause
    if wrong := _IS_WRONG.match(clause):
        return clause[: wrong.end()] + resolve(clause[wrong.end() :], earlier, before)
    if _IS_SO.search(clause):
        before = [turn for turn in before if turn.role == "user" or not _ADVICE.search(turn.content)]
    spoken = [*earlier[::-1], *_spoken_before(before)]
    if clause.startswith('Asked "'):
        spoken = [text for text in spoken if not text.rstrip().endswith("?")]  # its own question tells nothing new
    clause = with_same(clause, spoken)
    clause = with_ours(with_done(with_place(clause, spoken), spoken), spoken)
    clause = _with_versioned(with_then(clause, spoken), spoken)
    clause = with_one_of_two(with_person(with_them(clause, spoken, own=len(earlier)), spoken, own=len(earlier)), spoken)
    meant: str | None = None
    if (found := _replaceable(clause)) and (meant := _antecedent(clause[: found.start()], spoken)):
        if found["tail"] and (_are_several(meant) or (_is_a_name(clause, found.end()) and named_things(meant))):
            return clause
        verb = (" has" if _HAS.match(clause[found.end() :]) else " is") if found["tail"] else ""
        clause = clause[: found.start()] + meant + verb + clause[found.end() :]
    if (
        (its := _ITS.search(clause))
        and not _ITS_OWNER.match(clause[: its.start()])
        and (meant := meant or _antecedent(clause[: its.start()], spoken))
    ):
        clause = f"{clause[: its.start()]}{meant}'s{clause[its.end() :]}"
    return clause


def _are_several(thing: str) -> bool:
    """Whether a thing is none that "it is" could mean: the mobile clients."""
    last = thing.rsplit(maxsplit=1)[-1]
    return (
        last.islower() and last.endswith("s") and not last.endswith(("ss", "us", "is", "ics", "news", "series", "'s"))
    )


def _is_a_name(clause: str, at: int) -> bool:
    """It's Reanimated again: no thing that has a name is another one."""
    return any(m.start == at + 1 for m in named_things(clause))


THAT_IS = r"(?:that|this|it)(?:['’]?s|\sis|\swas)"
WRONG = r"(?:wrong|not\s(?:true|right|correct)|incorrect|outdated|a\smistake|nonsense)"
"""What is said of what was said, as pieces of a pattern."""
_IS_WRONG = re.compile(
    rf"^(?:(?:no|sorry|oh|wait|hm+|but|and)\W+)*{THAT_IS}\s{WRONG}\s?[,;:–-]+\s+(?=\S+\s\S)",
    re.IGNORECASE,
)
"""That's wrong, we use Figma: what was said is wrong, and no thing is."""
_IS_SO = re.compile(
    r"^(?:(?:and|but|so|also|yes|no|ok)\W+)*(?:it|that)(?:['’]s|\sis|\swas|\shas|\sruns?|\slives?|\sbelongs?|\suses?)\s(?:been\s|still\s|already\s|now\s|also\s)*"
    r"(?:hosted|deployed|written|running|installed|located|owned|maintained|built|run|kept|stored|live|on|in|at|behind|by|for|to)\b",
    re.IGNORECASE,
)
"""It is hosted on Hetzner: said of what there is, not of what an assistant would rather have."""
_ADVICE = re.compile(
    r"\b(?:you|we)\s(?:should|could|might|may)\b|\bi(?:['’]d|\swould)\s|\b(?:consider|recommend|suggest)\b",
    re.IGNORECASE,
)


def _spoken_before(before: Sequence[Utterance]) -> list[str]:
    """What may be taken up of the turns before, the last first.

    An answer that names nothing speaks of what was asked about: "What does Clerk cost?" "Two cents a user."
    """
    turns = list(before)[: -_LOOK_BACK - 1 : -1]
    spoken = [_spoken(utterance) for utterance in turns]
    if len(turns) > 1 and turns[0].role == "assistant" and turns[1].role == "user":
        answer, question = spoken[:2]
        asked = question.rstrip().endswith("?") and len({m.canonical for m in named_things(question)}) == 1
        if asked and "?" not in answer and len(answer.split()) <= _EXPLAINS and not main_thing(answer):
            return spoken[1:]
    return spoken


def _spoken(utterance: Utterance) -> str:
    """What may be taken up of a turn: of what an assistant explains at length, the question that it ends with.

    Empty where there is none: who says "it" after that takes up the explanation, and nothing that was said before.
    """
    text = FENCED.sub("", utterance.content)
    if utterance.role == "user" or len(text.split()) <= _EXPLAINS:
        return text
    last = SENTENCE_ENDS.split(text.rstrip())[-1]
    return last if last.endswith("?") else ""


_EXPLAINS = 15
"""In words."""
_ON_VERSION = re.compile(
    r"(?:(?:no|nope|yes|yep|yeah|nah)\W+)?(?:we|i)(?:['’]re|['’]m|\sare|\sam)\s(?:still\s|now\s|already\s)?on\s(?=v\d|\d+\.\d)",
    re.IGNORECASE,
)


def _with_versioned(clause: str, spoken: Sequence[str]) -> str:
    """ "How do I quiet ESLint? we're on v9" is about ESLint v9, when it is the one thing that was named."""
    if not (found := _ON_VERSION.match(clause)) or not spoken:
        return clause
    named = {m.canonical for m in named_things(spoken[0])}
    return f"{found.group()}{named.pop()} {clause[found.end() :]}" if len(named) == 1 else clause


_WHILE_AT = re.compile(r"\bwhile\s\w+(?:['’]\w+|\s(?:are|am|is))\sat\s$", re.IGNORECASE)
_TELLS_WHAT_IT_IS = re.compile(
    r"^(?:that|this)(?:['’]s|\sis|\swas)\s(?:now\s|also\s|already\s|just\s|not\s)*(?:an?\s(?:agreement|rule|policy|promise|habit|question|decision|"
    r"matter|law|requirement|tradition|present|gift|secret|joke|problem|reason|lesson|pity|must|first|deal|fact)\b|the\s(?:\w+\s)?(?:time|reason|rule|"
    r"deal|plan|agreement|way|case|point|idea|problem|law)\b|how\b|why\b|what\b|because\b)",
    re.IGNORECASE,
)
"""That is an agreement, this is the second time: of all that was said, not of a thing."""
_AS_A_WHOLE = re.compile(r"\b(?:because\sof|due\sto|after|before|despite|thanks\sto|just\slike)\s$", re.IGNORECASE)
"""Missed him because of that: of all that was said, not of a thing."""


_IS_SO_THERE = re.compile(f"{_THAT_IT_IS_SO.pattern}|{_WHILE_AT.pattern}", re.IGNORECASE)
_AS_LONG_AS = re.compile(r"\b(?:as|so)\s(?:long|far|soon)\sas\s$|\bprovided\s(?:that\s)?$", re.IGNORECASE)
"""I can resize them as long as it's posted: that it is done."""
_LABELLED = re.compile(r"\W*[A-Z][\w-]*(?:\s[\w-]+)?:\s")
"""Oslo: Halvard said in town hall it stays."""
_THING_DONE_TO = re.compile(
    r"\b(?:the|our|my)\s(?:[a-z][\w-]*\s){1,4}?(?:gets?|is|are|was|were|has|have)\b.*\b(?:before|after|until|till|once|when|unless)\s(?:\w+\s){1,2}[a-z]+s?\s$"
)
"""The sandbox gets wiped on Sundays, so no runs before she reseeds it."""
_NUMBERED_NAME = re.compile(r"\b[A-Z]+-?\d+\b")
"""Ok for V87, just that one."""
_LEAVE_IT = re.compile(r"\W*(?:(?:no|nah|nope|ok|please|pls|just)[\s,]+)*leave\sit$", re.IGNORECASE)
"""No, leave it: nothing is to be done."""
_SO_BE_IT = re.compile(r"\W*(?:[a-z-]+\s){1,3}it\s(?:is|was)\W*$", re.IGNORECASE)
"""Lighter it is: what was said is what it will be."""
_IS_A_THING = re.compile(
    r"(?:it|that|this)(?:['’]s|\sis|\swas)\san?\s(?:[\w-]+\s){0,3}?(?:game|app|site|website|shop|novel|book|story|thesis|course|podcast|film|movie|album|"
    r"band|startup|company|charity|wedding|party|trip|gift|present|surprise|side\sproject|hobby)\b",
    re.IGNORECASE,
)
"""It's a game about grief: what somebody makes, not what he makes it with."""
_FOUND_IT = re.compile(r"^\W*(?:i\s|we\s)?(?:found|got|solved|fixed|figured)\sit\b", re.IGNORECASE)
"""Found it, it's in the save library: whatever was looked for, which nobody has named."""


_THAT_WAY = re.compile(r"it\s(?:that|this)\sway\b", re.IGNORECASE)
_IT_IS_ABOUT = re.compile(r"it(?:['’]s|\sis|\scomes)\s(?:about|down|to)\b", re.IGNORECASE)


def _means_nothing(front: str, rest: str) -> bool:
    """ "I want it that way", "when it's about security"."""
    that_way = _THAT_WAY.match(rest) and _MANNER.search(front)
    return bool(that_way or (_IT_IS_ABOUT.match(rest) and _ABOUT_SOMETHING.search(front)))


def _replaceable(clause: str) -> re.Match[str] | None:
    if _FOUND_IT.match(clause) or _SO_BE_IT.match(clause) or _IS_A_THING.match(clause):
        return None
    for found in _IT.finditer(clause):
        rest, front = clause[found.start() :], clause[: found.start()]
        if _DUMMY.match(rest) or _means_nothing(front, rest):
            continue
        word = found["pronoun"].lower()
        if word.endswith(" one") and _NUMBERED_NAME.search(front):
            continue
        if word == "it" and _LEAVE_IT.match(clause, 0, found.end()) and not re.match(r"\s\w", clause[found.end() :]):
            continue
        if found["pronoun"] == "IT" and not clause.isupper():
            continue  # "our IT asks every year": the people of the computers
        if _AS_LONG_AS.search(front) or (word == "it" and not found["tail"] and _IS_SO_THERE.search(front)):
            continue
        if word in {"that", "this"}:
            if _TELLS_WHAT_IT_IS.match(rest):
                continue
            if _AS_A_WHOLE.search(front):
                continue
            if _THAT_NOUN.match(rest) or not _BEFORE_THAT.search(front):
                continue
            if not front and not re.match(
                r"(?:that|this)(?:['’]s| is| was| has| works?| break| crash| fix| keeps?)", rest, re.IGNORECASE
            ):
                continue
        return found
    return None


_NAMED_BEFORE = re.compile(
    r"\b(?:the|our|my|an?|this|that)\s(?:[a-z][\w-]*\s){0,2}?[a-z][\w-]*(?:\s[\w'’-]+){0,9}?(?:,|\s(?:and|but|so|because|since))\s(?:[\w.]+\s){0,5}$",
    re.IGNORECASE,
)
"""A thing in the clause itself: in "we fixed the importer, it streams now" nobody looks further back."""


_ON_A_THING = re.compile(
    r"\b(?:break|breaks|broke|fix|fixes|fixed|see|read|open|opened|send|sign|buy|bought)\s$", re.IGNORECASE
)
"""Nobody breaks or opens pair programming."""
_HAS_IN_IT = re.compile(
    r"(?:^|[,;]\s)(?:(?:and|but|so|also)\s)*(?!(?:i|we|you|they|he|she|it|that|this|there)\b)"
    r"(?:[\w-]+\s){1,5}?(?:has|have|had)\s(?:[\w'’-]+\s){1,6}?(?:in|on|inside|around|behind)\s$",
    re.IGNORECASE,
)
"""The memo field has names in it: what something has in it is in what has it."""
_OF_ITS_OWN = re.compile(r"^[^,;]*\b(?:is|are|was|were)\s[^,;]+,\s(?:\w+\s){0,3}$", re.IGNORECASE)
"""The scary bit is the calendar widget, it's a fork: what "it" means stands before it."""


def _antecedent(front: str, spoken: Iterable[str]) -> str | None:
    if _ON_A_THING.search(front):
        spoken = [text for text in spoken if not any(m.kind == "entity:practice" for m in named_things(text))]
    if (
        named_things(front)
        or _NAMED_BEFORE.search(front)
        or _OF_ITS_OWN.search(front)
        or _HAS_IN_IT.search(front)
        or _LABELLED.match(front)
        or _THING_DONE_TO.search(front)
    ):
        return None
    for text in spoken:
        if not text or _RULED_OUT.match(text):
            return None
        if thing := main_thing(text):
            return thing
        if len(text.split()) > _SAYS_SOMETHING or _OBJECT.search(text):
            return None
    return None


_HAS = re.compile(r"\s(?:already\s|also\s|never\s|always\s|just\s)*(?:been|got|become|had)\b", re.IGNORECASE)
"""It's been here for a year: it has."""
_RULED_OUT = re.compile(
    r"^(?:(?:actually|no|nope|hm+|well|but|and)\W+)*not\s(?:(?:in|on|with|via|at|for|the)\s)*[\w.-]+\W*$", re.IGNORECASE
)
"""Not in Tableau: what follows is not about it."""
_OBJECT = re.compile(
    r"\w\s(?:find|see|hear|get|buy|lose|lost|found|bought|sold|broke|dropped|left)\s(?:the|her|his|my|our)\s[a-z]+\W*$"
)
"""She couldn't find the remote: "it" is the remote, though it has no name."""
_SAYS_SOMETHING = 5
"""In words: what says more and names nothing that is known has changed the subject. Better "it" than a wrong guess."""
