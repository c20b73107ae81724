"""What "it" and "that" mean: the thing last spoken of, in the clause's own message or in the turns before."""

import re
from collections.abc import Iterable, Sequence

from hypomnema.nodes.ingestion.draft import Utterance
from hypomnema.nodes.ingestion.extract.latter import LATTER, with_one_of_two
from hypomnema.nodes.ingestion.extract.persons import BECAUSE_HE, HE_OR_SHE, HER_OR_HIS, with_person
from hypomnema.nodes.ingestion.extract.plurals import THEIR, THEY_OR_THEM, with_them
from hypomnema.nodes.ingestion.extract.then import THEN, with_then
from hypomnema.nodes.language.gazetteer import Mention, find_entities
from hypomnema.nodes.language.name_lists import is_coined
from hypomnema.nodes.language.names import find_names
from hypomnema.nodes.language.verbs import IRREGULAR_PASTS, PAST_IN_ED
from hypomnema.nodes.language.words import lower_first

_LOOK_BACK = 6
_THINGS = frozenset({"entity:technology", "entity:practice", "entity:project"})
_IT = re.compile(
    r"(?<![\w'’-])(?P<pronoun>it|that one|this one|that|this)(?P<tail>['’]s)?(?![\w'’-])",
    re.IGNORECASE,
)
_ITS = re.compile(r"(?<![\w'’-])its(?![\w'’-])(?!\sown\b)", re.IGNORECASE)
_MANNER = re.compile(r"(?:want|like|have|do|keep|leave|prefer|need|see)s?\s$", re.IGNORECASE)
_DUMMY = re.compile(
    r"^(?:it|that|this)(?:['’]s| is| was| seems| looks| turns| turned| took| takes| depends| would be| will be| "
    r"might be| makes) "
    r"?(?:out|important|likely|possible|hard|easy|clear|raining|late|early|time|true|fine that|because|that|why|"
    r"(?:now )?(?:ok|okay|fine|allowed|permitted|acceptable)(?: now)? to |"
    r"how|when|what|up to"
    r"|sense|a (?:pain|shame|pity|good idea|bad idea)|better to|best to|worth|good to|like|not that|not about|"
    r"all|me|us|a while|ages|too late|\d|(?:been |now |all |also |already |just )*(?:agreed|decided|settled|confirmed|"
    r"final|done|over|enough|everything|it\b)|(?:went|goes|gone|sounded|sounds)\b)"
    r"|^it (?:went|goes|has gone|will go|sounded|sounds) ",
    re.IGNORECASE,
)
_THAT_IT_IS_SO = re.compile(
    r"\b(?:say|says|said|saying|know|knows|knew|think|thinks|thought|believe[sd]?|mean|means|meant|guess|heard|hear|tell|tells|"
    r"told|mention(?:s|ed)?|admit(?:s|ted)?|found|got|get|made|have|has|miss|do|does|did|doing|done|regret(?:s|ted)?|promise[sd]?)\s$",
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
_PREPOSITION = re.compile(
    r"\b(?:in|on|for|with|from|of|by|via|over|than|inside|at|under)\s+(?:(?:the|our|my|an?|custom|this)\s+)?$",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"^(?:so |and |but )?(?P<noun>(?:the|our|my|their)\s+(?:[a-z][\w-]*\s+){0,2}[a-z][\w-]*?"
    r"(?:\s(?:in|of|at|on|from)\s(?:the|our|my)\s[a-z][\w-]*)?)\s+"
    r"(?:is|are|was|has|have|lives?|runs?|needs?|uses?|breaks?|crash\w*|fails?|keeps?|gets?|sits?|belongs?|"
    r"works?|takes?|will|must|should)\b|^(?:and |so |but )?(?P<asked>(?:the|our|my)\s[a-z][\w\s-]{2,30}?)\?$",
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
        or LATTER.search(clause)
        or THEN.search(clause)
        or THEIR.search(clause)
        or _ON_VERSION.match(clause)
    ):
        return clause
    spoken = [*earlier[::-1], *(_spoken(u) for u in list(before)[: -_LOOK_BACK - 1 : -1])]
    if clause.startswith('Asked "'):
        spoken = [text for text in spoken if not text.rstrip().endswith("?")]  # its own question tells nothing new
    clause = _with_versioned(with_then(clause, spoken), spoken)
    clause = with_one_of_two(with_person(with_them(clause, spoken, own=len(earlier)), spoken, own=len(earlier)), spoken)
    meant: str | None = None
    if (found := _replaceable(clause)) and (meant := _antecedent(clause[: found.start()], spoken)):
        verb = " is" if found["tail"] else ""
        clause = clause[: found.start()] + meant + verb + clause[found.end() :]
    if (its := _ITS.search(clause)) and (meant := meant or _antecedent(clause[: its.start()], spoken)):
        clause = f"{clause[: its.start()]}{meant}'s{clause[its.end() :]}"
    return clause


def _spoken(utterance: Utterance) -> str:
    """What may be taken up of a turn: of what an assistant explains at length, the question that it ends with.

    Empty where there is none: who says "it" after that takes up the explanation, and nothing that was said before.
    """
    text = _CODE.sub("", utterance.content)
    if utterance.role == "user" or len(text.split()) <= _EXPLAINS:
        return text
    last = _LAST_SENTENCE.split(text.rstrip())[-1]
    return last if last.endswith("?") else ""


_EXPLAINS = 15
"""In words."""
_CODE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_ON_VERSION = re.compile(
    r"(?:we|i)(?:['’]re|['’]m|\sare|\sam)\s(?:still\s|now\s|already\s)?on\s(?=v\d|\d+\.\d)", re.IGNORECASE
)


def _with_versioned(clause: str, spoken: Sequence[str]) -> str:
    """ "How do I quiet ESLint? we're on v9" is about ESLint v9, when it is the one thing that was named."""
    if not (found := _ON_VERSION.match(clause)) or not spoken:
        return clause
    named = {m.canonical for m in _things(spoken[0])}
    return f"{found.group()}{named.pop()} {clause[found.end() :]}" if len(named) == 1 else clause


_WHILE_AT = re.compile(r"\bwhile\s\w+(?:['’]\w+|\s(?:are|am|is))\sat\s$", re.IGNORECASE)
_TELLS_WHAT_IT_IS = re.compile(
    r"^(?:that|this)(?:['’]s|\sis|\swas)\s(?:now\s|also\s|already\s|just\s|not\s)*(?:an?\s(?:agreement|rule|policy|promise|habit|question|decision|"
    r"matter|law|requirement|tradition|present|gift|secret|joke|problem|reason|lesson|pity|must|first|deal|fact)\b|the\s(?:\w+\s)?(?:time|reason|rule|"
    r"deal|plan|agreement|way|case|point|idea|problem|law)\b|how\b|why\b|what\b|because\b)",
    re.IGNORECASE,
)
"""That is an agreement, this is the second time: of all that was said, not of a thing."""
_AS_A_WHOLE = re.compile(r"\b(?:because\sof|due\sto|after|before|despite|thanks\sto)\s$", re.IGNORECASE)
"""Missed him because of that: of all that was said, not of a thing."""


_FOUND_IT = re.compile(r"^\W*(?:i\s|we\s)?(?:found|got|solved|fixed|figured)\sit\b", re.IGNORECASE)
"""Found it, it's in the save library: whatever was looked for, which nobody has named."""


def _replaceable(clause: str) -> re.Match[str] | None:
    if _FOUND_IT.match(clause):
        return None
    for found in _IT.finditer(clause):
        rest, front = clause[found.start() :], clause[: found.start()]
        if _DUMMY.match(rest) or (re.match(r"it\s(?:that|this)\sway\b", rest, re.IGNORECASE) and _MANNER.search(front)):
            continue
        word = found["pronoun"].lower()
        if found["pronoun"] == "IT" and not clause.isupper():
            continue  # "our IT asks every year": the people of the computers
        if word == "it" and not found["tail"] and (_THAT_IT_IS_SO.search(front) or _WHILE_AT.search(front)):
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
    r"\b(?:the|our|my|an?|this|that)\s(?:[a-z][\w-]*\s){0,2}?[a-z][\w-]*(?:\s[\w'’-]+){0,6}?(?:,|\s(?:and|but|so|because|since))\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
"""A thing in the clause itself: in "we fixed the importer, it streams now" nobody looks further back."""


_ON_A_THING = re.compile(
    r"\b(?:break|breaks|broke|fix|fixes|fixed|see|read|open|opened|send|sign|buy|bought)\s$", re.IGNORECASE
)
"""Nobody breaks or opens pair programming."""
_OF_ITS_OWN = re.compile(r"^[^,;]*\b(?:is|are|was|were)\s[^,;]+,\s(?:\w+\s){0,3}$", re.IGNORECASE)
"""The scary bit is the calendar widget, it's a fork: what "it" means stands before it."""


def _antecedent(front: str, spoken: Iterable[str]) -> str | None:
    if _ON_A_THING.search(front):
        spoken = [text for text in spoken if not any(m.kind == "entity:practice" for m in _things(text))]
    if _things(front) or _NAMED_BEFORE.search(front) or _OF_ITS_OWN.search(front):
        return None
    for text in spoken:
        if not text or _RULED_OUT.match(text):
            return None
        if thing := main_thing(text):
            return thing
        if len(text.split()) > _SAYS_SOMETHING or _OBJECT.search(text):
            return None
    return None


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


def _things(text: str) -> list[Mention]:
    return [m for m in find_entities(text) if m.kind in _THINGS and m.field not in {"os", "meetings"}]


_ORDERED = re.compile(
    r"(?:please |can you |could you )?(?:write|create|make|generate|draft|build|set up) (?:me )?an? ", re.IGNORECASE
)
_OF_MANY = re.compile(
    r"^(?:so |and |but )?(?:the|our|my|their)\s(?:[a-z][\w-]*\s){1,3}?(?:are|were|have)\b", re.IGNORECASE
)


_CALLED = re.compile(
    r"(?:^|[.;!] )(?:the |our |a |its )?[a-z]+(?: is|['’]s) (?:called|named) [\"'`]?(?P<name>[\w./-]*\w)", re.IGNORECASE
)


_ASKED_WHAT = re.compile(
    r"(?i:(?:so |and |ok )?what(?:['’]s| is| was)) (?P<name>[A-Z][\w-]{3,})(?i: again| exactly| for| anyway)?\s?\??$"
)
"""What is Tanagrid again: it is what is spoken of."""
_IS_A = re.compile(r"(?P<name>[A-Z][\w-]{3,}) (?:is|was) an? ")


def main_thing(text: str) -> str | None:
    """What a text is mainly about: its first named thing outside "for …" and "from …", else its subject."""
    return _pointed_at(text) or _offered(text) or _named(text) or _mentioned(text) or _asked_about(text)


def _pointed_at(text: str) -> str | None:
    """ "The table is called orders", "write a dockerfile for the scraper"."""
    if called := _CALLED.search(text) or _ASKED_WHAT.match(text):
        return called["name"]
    if (told := _IS_A.match(text)) and is_coined(told["name"].lower()):
        return told["name"]
    if _ORDERED.match(text) and (aim := _AT_THE_END.search(text.strip())):
        return lower_first(aim["noun"])
    return None


_OFFERED = re.compile(
    r"\b(?:shall|should|may|can)\si\s(?:also\s|then\s)?(?:do|make|write|draft|prepare|build|add|create|plan|set\sup)\s"
    r"(?:the|an?)\s(?P<noun>[a-z][\w -]*?)"
    r"(?:\s(?:as\swell|too|next|now|first|then|instead|for\s[\w ]+))?\?\W*$",
    re.IGNORECASE,
)


def _offered(text: str) -> str | None:
    """ "Shall I do the retry publisher as well?" is about that."""
    found = _OFFERED.search(text)
    return f"the {found['noun']}" if found else None


_QUESTION = re.compile(
    r"(?P<noun>\b(?:the|your|our)\s(?!best\b|same\b|team\b|moment\b)(?:[a-z][\w-]*\s){0,2}?[a-z][\w-]*?)(?=\s(?:in|on|at|for|from|with|to|of|by|via|while|when|if|after|before|do|does|did|is|are|was|be|been|has|have|can|will|(?:did|does|is|was|has|will|would)n['’]?t|"
    r"still|already|now|currently|also|that|which|and|or|look|work|run|go|use|need|get|handle|store|keep|start|finish)\b|\s(?:[a-z]+(?:able|ible|ed)|done|ready|live|down|up|out|over|public|open|free|safe|stable|broken|slow|fast|ok|okay|fine|"
    r"due|late|big|new|there)\b|[?,.])"
)


_HANDLED = re.compile(
    r"\b(?:mock|stub|test|install|configure|call|set\sup|use|query|fake|run|update|upgrade|replace|debug)\s(?-i:[A-Z])",
    re.IGNORECASE,
)
"""Is there a way to mock Stripewell? Something is done with it, so it is a thing."""


_ASKS_WHAT_DID = re.compile(
    rf"(?:.*[.!]\s)?(?:so |and |ok |oh )*(?:what|who)\s(?:{PAST_IN_ED}|{'|'.join(sorted(IRREGULAR_PASTS))})\s(?!you\b)",
    re.IGNORECASE,
)
"""What tipped the scales? "It" in the answer is what did."""


_LAST_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z])")


def _asked_about(text: str) -> str | None:
    """What a question is about: "the box" in "can you reach the box while you travel?"."""
    if not text.rstrip().endswith("?") or _ASKS_WHAT_DID.match(text):
        return None
    text = _LAST_SENTENCE.split(text.rstrip())[-1]
    if not (asked := _QUESTION.search(text)):
        names = [m.canonical for m in find_names(text) if m.kind == "entity:concept" and m.field is None]
        return names[0] if len(names) == 1 and _HANDLED.search(text) else None
    return re.sub(r"^your\b", "our", asked["noun"])


def _named(text: str) -> str | None:
    noun = None if _OF_MANY.match(text.strip()) else _NOUN.match(text.strip())
    things = _things(text)
    direct = [m for m in things if not _PREPOSITION.search(text[: m.start])]
    if direct:
        return direct[0].canonical
    if used := next((m for m in find_names(text) if m.kind == "entity:concept" and _is_used(text, m)), None):
        return used.canonical
    if not noun and (named := _PHRASE_NAMED.search(text)) and (owner := _owned(text, named)):
        return owner
    if noun:
        return lower_first(noun["noun"] or noun["asked"])
    return things[0].canonical if things else None


def _mentioned(text: str) -> str | None:
    """A thing without a name that was made, or that something was done for."""
    if new := _NEW_THING.search(text):
        return f"the {new['noun'].strip()}"
    return lower_first(at["noun"]) if (at := _AT_THE_END.search(text.strip())) else None


_NEW_THING = re.compile(
    r"\b(?:have|has|got|bought|built|made|wrote|opened|launched|added|rented|ordered|created|adopted|set\sup|introduced|inherited|run|maintain|installed)\s"
    r"(?:an?|our\sown|a\snew|another)\s(?:new\s|small\s|little\s|big\s|custom\s|second\s|used\s)*(?!lot\b|look\b|bit\b|few\b|couple\b|problem\b|question\b|bug\b|meeting\b|call\b|chat\b|plan\b|idea\b|decision\b|"
    r"team\b|client\b|customer\b|chance\b|go\b|mistake\b|deal\b|point\b|cold\b|break\b|reason\b|feeling\b|habit\b|hard\b|good\b|great\b|bad\b)"
    r"(?P<noun>(?:[a-z-]+\s)?[a-z-]{3,})(?=$|[,.;!?]|\s(?:for|in|on|with|to|that|which|and|last|at|from|since|yesterday|this|called|named|because|so)\b)",
    re.IGNORECASE,
)
"""We built a cli for the importer: the cli is what "it" means next."""
_AT_THE_END = re.compile(
    r"(?:\bfor|\b(?:cause|culprit|problem|issue|fix)\s(?:was|is))\s(?P<noun>(?:the|our|my)\s(?!best\b|moment\b|same\b|record\b)(?:[a-z][\w-]*\s)?[a-z][\w-]*?)"
    r"(?=\s(?:pls|please)\b|[,.;!?]|$)",
    re.IGNORECASE,
)
"""Write a dockerfile for the scraper; cause was the new image cache."""

_USED = re.compile(
    r"\b(?:use|uses|using|used|adopted|chose|picked|tried|(?:switched|moved|migrated)\sto|(?:we|team)(?:['’]re|\sare|\sis)\s(?:\w+\s)?on)\s$",
    re.IGNORECASE,
)
_IN_USE = re.compile(r"\s(?:is|are)\s(?:\w+\s)?what\s(?:we|the\steam)\suse", re.IGNORECASE)


def _is_used(text: str, name: Mention) -> bool:
    """Whether a name that no list holds is said to be used: then it is a tool."""
    return bool(_USED.search(text[: name.start]) or _IN_USE.match(text[name.end :]))


_PHRASE_NAMED = re.compile(
    r"(?<!\bin )(?<!\bat )(?<!\bnear )\b(?:an?|the|our|my|new)\s(?:new\s|old\s|second\s|used\s)?"
    r"(?P<name>[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)(?P<noun>\s[a-z]{3,})?\b"
)


def _owned(text: str, named: re.Match[str]) -> str | None:
    """ "a Tandberg deck" is the Tandberg deck when "it" comes back to it; people are no things."""
    known = [m for m in find_names(named["name"] + " insists") if m.start == 0]
    if not known or known[0].kind == "entity:person":
        return None
    noun = named["noun"] or ""
    follows = bool(
        re.match(
            r"\s(?:last|for|from|in|on|at|and|because|when|this|with|to|is|was|are|were|has|had|have|will|would|can|could|must|should|does|did|gets?|got|who|that|as)\b",
            noun,
        )
    )
    return named["name"] if follows else f"the {named['name']}{noun}"
