"""What a text is mainly about: what "it" would mean right after it."""

import re

from memorist.nodes.language.gazetteer import Mention, find_entities
from memorist.nodes.language.name_lists import is_coined
from memorist.nodes.language.names import find_names
from memorist.nodes.language.tokens import right_before
from memorist.nodes.language.verbs import PAST
from memorist.nodes.language.words import lower_first

_THINGS = frozenset({"entity:technology", "entity:practice", "entity:project"})
SENTENCE_ENDS = re.compile(r"(?<=[.!?:])\s+(?=[A-Z])")
_PREPOSITION = re.compile(
    r"\b(?:in|on|for|with|from|of|by|via|over|than|inside|at|under|after|before|during|since|until)\s+(?:(?:the|our|my|an?|custom|this)\s+)?$",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"^(?:(?:no|yes|nope|yeah), )?(?:so |and |but )?"
    r"(?P<noun>(?:the|our|my|their)\s+(?:[a-z][\w-]*\s+){0,2}(?!(?:it|that|this|them)\s)[a-z][\w-]*?"
    r"(?:\s(?:in|of|at|on|from)\s(?:the|our|my)\s[a-z][\w-]*)?)\s+"
    r"(?:is|are|was|has|have|lives?|runs?|needs?|uses?|breaks?|crash\w*|fails?|keeps?|gets?|sits?|belongs?|"
    r"works?|takes?|will|must|should)\b|^(?:and |so |but )?(?P<asked>(?:the|our|my)\s[a-z][\w\s-]{2,30}?)\?$",
    re.IGNORECASE,
)


def named_things(text: str) -> list[Mention]:
    """The technologies, practices and projects that a text names."""
    return [
        m
        for m in find_entities(text)
        if m.kind in _THINGS and m.field not in {"os", "meetings"} and not _NOT_THAT.search(right_before(text, m.start))
    ]


_NOT_THAT = re.compile(r"(?:,\s(?:and\s|but\s)?|(?!were\b|have\b|does\b)\b\w{4,}\s)not\s(?:an?\s)?$", re.IGNORECASE)
"""It is diagnostics, not Instagram: what a thing is not is not spoken of."""


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
    thing = _pointed_at(text) or _offered(text) or _named(text) or _mentioned(text) or _asked_about(text)
    return _GOES_ON.sub("", thing) if thing else None


_GOES_ON = re.compile(r"\s(?:where|when|which|that|who|while|because)$", re.IGNORECASE)


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
    rf"(?:.*[.!]\s)?(?:so |and |ok |oh )*(?:what|who)\s{PAST}\s(?!you\b)",
    re.IGNORECASE,
)
"""What tipped the scales? "It" in the answer is what did."""


def _asked_about(text: str) -> str | None:
    """What a question is about: "the box" in "can you reach the box while you travel?"."""
    if not text.rstrip().endswith("?") or _ASKS_WHAT_DID.match(text):
        return None
    text = SENTENCE_ENDS.split(text.rstrip())[-1]
    if not (asked := _QUESTION.search(text)):
        names = [m.canonical for m in find_names(text) if m.kind == "entity:concept" and m.field is None]
        return names[0] if len(names) == 1 and _HANDLED.search(text) else None
    return re.sub(r"^your\b", "our", asked["noun"])


_OF_ANOTHER = re.compile(
    r"\s(?!and\b|or\b|for\b|to\b|in\b|on\b|at\b|from\b|with\b|since\b|now\b|because\b|so\b|but\b|when\b|is\b|was\b|has\b|every\b|by\b|instead\b|again\b|"
    r"before\b|after\b|until\b|while\b|as\b|if\b|too\b|already\b|only\b|yesterday\b|last\b|this\b|today\b)[a-z]{3,}"
)
"""After the SFTP migration: the name tells only which migration."""


_IS_WHAT = re.compile(r"\s+(?:is|are|was|will|must|should)\b(?!\s[\w.]+\sonly\b)", re.IGNORECASE)
"""The database is Postgres: both are one. The API is REST only, the billing service uses Postgres: what "it" means is
the API, the service."""
_PUT_INTO = re.compile(
    r"\b(?:moved|migrated|ported|rewrote|rewritten|switched|converted|put|deployed|rebuilt|built|wrote)\s"
    r"(?P<noun>(?:the|our|my)\s(?:[a-z][\w-]*\s)?\w[\w-]*)\s(?:over\s|completely\s)?(?:to|in|into|on|onto|with|from)\s",
    re.IGNORECASE,
)
"""We moved the API to Rust: what "it" means is the API."""


_PEOPLE = re.compile(
    r"\b(?:guys|folks|people|team|squad|crew|department|boss|manager|cto|ceo|client|customers?|students|kids|son|daughter|wife|"
    r"husband|cousin|brother|sister|mother|father|mum|mom|dad|aunt|uncle|nephew|niece|doctor|physio|teacher|landlord|lawyer|girlfriend|"
    r"boyfriend|partner|coach|therapist|dentist|vet|roommate|flatmate|colleagues?|neighbou?rs?|friends?)$",
    re.IGNORECASE,
)
"""The data science guys use Databricks: "it" is no people."""


def _named(text: str) -> str | None:
    noun = None if _OF_MANY.match(text.strip()) else _NOUN.match(text.strip())
    things = named_things(text)
    if (moved := _PUT_INTO.search(text)) and not re.search(r"[^s]s$", moved["noun"]):
        return lower_first(moved["noun"])
    if noun and noun["noun"] and not _IS_WHAT.match(text, noun.end("noun")) and not _PEOPLE.search(noun["noun"]):
        return lower_first(noun["noun"])
    names = find_names(text)
    doing = next((m for m in names if _DOES.match(text, m.end) and _begins(text, m)), None)
    direct = doing or next((m for m in things if _is_direct(text, m)), None)
    if direct := direct or next((m for m in names if m.kind == "entity:concept" and _is_used(text, m)), None):
        return direct.canonical
    if not noun and (named := _PHRASE_NAMED.search(text)) and (owner := _owned(text, named)):
        return owner
    if noun and not _PEOPLE.search(noun["noun"] or ""):
        return lower_first(noun["noun"] or noun["asked"])
    if text.rstrip().endswith("?"):
        return None
    return next((m.canonical for m in things if not _OF_ANOTHER.match(text, m.end) and not _is_aside(text, m)), None)


_DOES = re.compile(
    r"\s(?:also\s|still\s|now\s|only\s|just\s)?(?!is\b|was\b|has\b|does\b|its\b|this\b|us\b|wants\b|needs\b|says\b|asks\b|likes\b|insists\b|thinks\b|pays\b)[a-z]{2,}s\s(?:to|into|from|on|in|at|with|through|via|the|our|its|all|every)\b"
)
"""Kestrel writes to ClickHouse: what does something is spoken of, not what it is done to."""


def _begins(text: str, name: Mention) -> bool:
    """Whether a text begins with the name of a thing."""
    return name.kind != "entity:person" and name.field is None and not text[: name.start].strip(" \"'")


def _is_direct(text: str, named: Mention) -> bool:
    """Whether a name stands where something is done to it: behind no preposition, and not between commas."""
    return not _is_aside(text, named) and not _PREPOSITION.search(right_before(text, named.start))


def _is_aside(text: str, named: Mention) -> bool:
    """No names in here, GDPR, so leave them out: a name between commas is the reason of something else."""
    return right_before(text, named.start).rstrip().endswith(",") and text[named.end : named.end + 1] == ","


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
    return bool(_USED.search(right_before(text, name.start)) or _IN_USE.match(text, name.end))


_PHRASE_NAMED = re.compile(
    r"(?<!\bin )(?<!\bat )(?<!\bnear )(?<!\bafter )(?<!\bbefore )(?<!\bduring )(?<!\bsince )"
    r"\b(?:an?|the|our|my|new)\s(?:new\s|old\s|second\s|used\s)?"
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
