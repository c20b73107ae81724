"""Short answers to open questions of the assistant's: "Tabs or spaces?" "tabs" states a preference."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from memorist.nodes.ingestion.extract.options import NUMBERS, PLACE, at_place
from memorist.nodes.ingestion.extract.wording import agree, joined
from memorist.nodes.language.words import lower_first, upper_first

_LONGEST_ANSWER = 8
"""In words: a longer answer speaks for itself."""

_LONGEST_ASKED = 300
"""In characters: the end of the question."""

_STATES = re.compile(
    r"\b(?:we|i|it|they|is|are|was|were|has|have|use|uses|prefer|because|don['’]t|let['’]?s|never)\b|\?",
    re.IGNORECASE,
)
_NO_ANSWER = re.compile(
    r"^\W*(?:yes|yep|yeah|no|nope|ok(?:ay)?|sure|thanks?|idk|dunno|whatever|neither|none|both|not sure|maybe|hm+|later|"
    r"nothing|all good|go ahead|done|same(?!\s\w)|correct|right|exactly|please|skip|stop|continue|next(?!\s\w)|fine|"
    r"great)\b",
    re.IGNORECASE,
)
_EITHER = re.compile(
    r"(?:^|[.!:,]\s|\b(?:use|prefer|pick|choose|take|want|like|with|go with|rather)\s)(?P<one>[^?.!,:]{1,40}?)"
    r"(?:,)?\sor\s(?P<other>[^?.!,:]{1,40}?)(?P<aim>\s(?:for|in|on)\s[^?]{1,40})?\?\s*$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:(?:so|and|ok|hey|well|do|does|should|shall|would|will|you|we|i|use|prefer|rather|like|pick|choose|take|want|"
    r"the|team|go|with|to)\s)+",
    re.IGNORECASE,
)
_ROW_OR = re.compile(
    r"(?:^|[.!:]\s|\b(?:use|prefer|pick|choose|take|want|like|with|between|rather)\s)(?P<row>[^?.!,:]{1,40}(?:,\s[^?.!,:]{1,40}){1,6}?)"
    r",?\sor\s(?P<other>[^?.!,:]{1,40}?)(?P<aim>\s(?:for|in|on)\s[^?]{1,40})?\?\s*$",
    re.IGNORECASE,
)
"""MySQL, Postgres or SQLite?"""
_ORDINAL = re.compile(
    rf"\b(?:the\s(?P<place>{PLACE})(?:\s(?:one|option))?|option\s(?P<named>[a-d1-4]|one|two|three|four)|"
    r"^(?P<key>[a-d1-4])(?=\W*$|,|\splease|\s-))(?!\w)",
    re.IGNORECASE,
)
_ALL_BUT = re.compile(
    r"^\W*(?:anything|any|everything|all|whatever)\s(?:but|except(?:\sfor)?)\s(?P<what>.+?)\W*$", re.IGNORECASE
)
_WH = re.compile(
    r"(?:^|[.!,:]\s*)(?:so,?\s|and\s|ok,?\s|btw,?\s)*(?P<wh>what|when|where|who|how\s(?:long|often|many|much|old|big|high))"
    r"(?:['’]s|\s(?P<be>is|are|was|were))\s(?P<what>[^?.!,]{2,80}?)\?\s*$",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"\b(?:which|what)\s(?P<kind>[\w\s-]{2,40}?)\s(?:do|does|should|shall|would|will|can|is|are)\s(?:you|we|i|the\steam|"
    r"the\s(?:app|project|api|backend|frontend)|your\s\w+)\s(?:\w+\s){0,2}?(?:assume|use|using|prefer|like|run|running|pick|take|choose|on)\b",
    re.IGNORECASE,
)
_WHO_DOES = re.compile(
    r"(?:^|[.!,:]\s*)(?:so,?\s|and\s|ok,?\s)*who\s(?P<does>(?!is\b|are\b|was\b|do\b|does\b|should\b|would\b|can\b)[a-z]+s\s[^?]{2,60})\?\s*$",
    re.IGNORECASE,
)
_DOES = re.compile(r"(?P<name>\S+(?:\s\S+)?)\s(?:does|is|did|has)$", re.IGNORECASE)
"""Marta does: the verb is that of the question."""
_SOMEBODYS = re.compile(r"['’]s\s(?:job|thing|area|domain|responsibility|turf|baby|call|task|business)$", re.IGNORECASE)
_ALWAYS = re.compile(r",?\s(?:always|everywhere|every time|for everything)$", re.IGNORECASE)
_WHERE_DO = re.compile(
    r"(?:^|[.!,:]\s*)where\s(?:do|does|should|will)\s(?:you|we|the\steam)\s(?P<does>deploy|host|run|build|store|keep|track|publish|"
    r"post|live|work)\b(?P<rest>[^?]*)\?\s*$",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(
    r"(?:^|[.!,:]\s*)how\smany\s(?P<what>[\w\s-]{2,40}?)\s(?:do|does|are|is|have)\s(?P<rest>[^?]+)\?\s*$", re.IGNORECASE
)
_COUNT = re.compile(
    r"(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|no|none|about|around|roughly|at\s(?:least|most))\b",
    re.IGNORECASE,
)
_WHOSE = re.compile(
    r"(?P<who>(?:an?|the|each|every|any|our|your|all)\s[\w\s/-]{2,30}?)\s(?P<verb>[a-z]+)$", re.IGNORECASE
)
_PREFERS = re.compile(r"\b(?:prefer|like|rather|favou?rite|want)\b", re.IGNORECASE)


def state_answer(question: str, answer: str) -> str | None:
    """The statement that a short answer to an open question makes; null when it makes none.

    "Tabs or spaces?" "tabs" → "I prefer tabs over spaces"; "let's go with the first one" → the option itself;
    "When is the release due?" "March 15" → "The release is due March 15"; "What's your dog's name?" "Bruno" → "My dog's
    name is Bruno"; "Which database should I assume?" "Postgres" → "We use Postgres for database".
    """
    answer = answer.strip()
    asked = question.strip().rsplit("\n", 1)[-1][-_LONGEST_ASKED:]
    options = _options(asked)
    if options and (_OF_THE_WORK.search(" ".join(options.items)) or _WHOLE_QUESTION.match(options.items[0])):
        return None
    if options and (all_but := _ALL_BUT.match(POLITE_TAIL.sub("", answer))):
        refused = _named_by(all_but["what"], options)
        return refused and f"I don't want {refused}{options.aim}"
    ordinal = _ORDINAL.search(answer) if options and len(answer.split()) <= _LONGEST_ANSWER else None
    if options and ordinal and (chosen := _at(ordinal, options.items)):
        told = f"{answer[: ordinal.start()]}{chosen}{answer[ordinal.end() :]}".strip(" .!")
        answer = told
        if told != chosen and not ordinal.start():
            rest = re.sub(r"^\W*(?:please|pls)\b", "", answer[len(chosen) :], flags=re.IGNORECASE)
            return f"let's go with {chosen}{rest}"
        if told != chosen:
            return re.sub(
                r"^(let['’]?s|i['’]d|we['’]ll|i['’]ll|please)\s(?:take|do|try|use|pick|choose)\s",
                r"let's go with ",
                told,
                flags=re.IGNORECASE,
            )
    bare = POLITE_TAIL.sub("", _IT_IS.sub("", answer)).strip(" .!")
    for said, tail in ((bare, ""), with_tail(bare)):
        if not said or len(said.split()) > _LONGEST_ANSWER or _STATES.search(said) or _NO_ANSWER.match(said):
            continue
        if tail == "" and _TAIL.search(said):
            continue
        if told := (_preferred(options, said) if options else None) or _told(asked, said):
            return f"{told}{tail}"
    return None


_WHOLE_QUESTION = re.compile(r"(?:is|are|was|were|does|has|have|did)\s", re.IGNORECASE)
"""Is the state kept in S3 or in Terraform Cloud? What stands before "or" is more than an option."""
_OF_THE_WORK = re.compile(
    r"\b(?:version|summary|answer|explanation|draft|file|diff|now|later|this|that|it)\b",
    re.IGNORECASE,
)
"""The short or the long version: chosen for the work in hand, nothing to remember."""
_IT_IS = re.compile(
    r"^(?:that|it|this)(?:['’]?s|['’]d\sbe|\swould\sbe|\sis)\s(?!not\b|a\s|the\s|why\b|because\b)", re.IGNORECASE
)
POLITE_TAIL = re.compile(r",?\s(?:please|pls|plz)\W*$", re.IGNORECASE)
_TAIL = re.compile(
    r"(?:,|;)?\s(?:since|because|for\snow|until|till|but|if|mostly|usually|so\sfar|at\sthe\smoment|or|unless|[-–—])\s.+$|"
    r"(?:,|;)?\s(?:for\snow|mostly|usually|so\sfar|at\sthe\smoment|I\sthink|i\sthink)$|[,;]\s(?!always|everywhere|every\stime|for\severything).+$",
    re.IGNORECASE,
)


def with_tail(bare: str) -> tuple[str, str]:
    """An answer and what is added to it: "Birgit", " for now"."""
    found = _TAIL.search(bare)
    return (bare[: found.start()], bare[found.start() :]) if found else (bare, "")


def _told(asked: str, bare: str) -> str | None:
    """The answer put into the question it answers; null when the question is of no known kind."""
    if which := _WHICH.search(asked):
        kind = which["kind"].strip()
        return f"I prefer {bare} for {kind}" if _PREFERS.search(which[0]) else f"We use {bare} for {kind}"
    if (who := _WHO_DOES.search(asked)) and (does := _DOES.match(bare)):
        bare = does["name"]
    if who and len((bare := _SOMEBODYS.sub("", bare)).split()) <= 3:
        return f"{bare} {who['does'].strip()}"
    if where := _WHERE_DO.search(asked):
        return _placed(where, bare)
    if (many := _HOW_MANY.search(asked)) and _COUNT.match(bare):
        count = bare if len(bare.split()) > 1 and not bare[-1].isdigit() else f"{bare} {many['what'].strip()}"
        if whose := _WHOSE.match(re.sub(r"\s(?:with|for|at)\s(?:you|us)$", "", many["rest"].strip())):
            return f"{upper_first(_turned(whose['who']))} {agree(whose['verb'])} {count}"
        return f"We have {count}"
    if found := _WH.search(asked):
        return _completed(found, bare)
    return _of_wishes(asked, bare)


def _of_wishes(asked: str, bare: str) -> str | None:
    """What there is of a kind, and where something is wanted."""
    if found := _ANY.search(asked):
        return f"{'My' if _OF_ME.search(found['what']) else 'Our'} {found['what'].strip()}: {bare}"
    if (found := _WANT_WHERE.search(asked)) and not _NO_ANSWER.match(bare):
        return f"I want {found['what'].strip()} {_placed_as(found['where'], bare)}"
    return None


_ANY = re.compile(
    r"(?:^|[.!,:]\s*)(?:are\sthere\s|do\syou\shave\s|have\syou\sgot\s)?any\s(?P<what>(?:[a-z-]+\s){0,2}?[a-z-]+s)\s(?:i|we|that|to|for|on|in|you)\b[^?]*\?\s*$",
    re.IGNORECASE,
)
_OF_ME = re.compile(
    r"\b(?:allerg|preference|hobb|diet|intoleranc|restriction|habit|pet|kid|sibling|wishes|favourite|favorite)",
    re.IGNORECASE,
)
_WANT_WHERE = re.compile(
    r"\b(?:do|should|would)\s(?:you|i|we)\s(?:want|prefer|like|rather\shave|put|keep|place|store)\s(?P<what>(?:the|your|our|all|new|these)?\s?[\w\s-]{2,40}?)\s"
    r"(?P<where>in|on|at|as|under|inside|beside|with)\s[^?]+\sor\s[^?]+\?\s*$",
    re.IGNORECASE,
)


def _placed_as(preposition: str, bare: str) -> str:
    bare = re.sub(r"^(?=same\b|separate\b)", "the " if bare.startswith("same") else "a ", bare)
    return (
        bare
        if re.match(r"(?:in|on|at|as|under|inside|beside|with)\b", bare, re.IGNORECASE)
        else f"{preposition} {bare}"
    )


def _placed(where: re.Match[str], bare: str) -> str:
    who = "I" if where["does"].lower() in {"live", "work"} else "We"
    preposition = (
        ""
        if re.match(r"(?:in|on|to|at|with)\b", bare, re.IGNORECASE)
        else {"deploy": "to ", "host": "on ", "run": "on "}.get(where["does"].lower(), "in ")
    )
    return f"{who} {where['does']}{where['rest']} {preposition}{bare}"


_WHICH_ONE = re.compile(
    r"(?<=[.!:])\s*(?:so,?\s|and\s)?which\s(?:one|of|option|way|do|would|should|variant|version)\b[^?]*\?\s*$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\(?\b(?:1|a)[).:]\s*(?P<one>[^?]{2,80}?)[,;.]?\s*(?:\bor\s|\band\s)?\(?\b(?:2|b)[).:]\s*(?P<other>[^?.;]{2,80}?)[.;?](?:\s|$)",
    re.IGNORECASE,
)
_LETTERED = re.compile(
    r"\b(?:option|variant|choice|plan|approach)\s(?:a|b|1|2|one|two)\b\s*(?:\(|:|=|,|-|–)?\s*|\b[ab12]\s\(",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"\b(?:option|variant|choice|plan|approach)\s(?:a|1|one)(?:\s(?:is|would\sbe|means)|:|,|\s[-–=])\s(?P<one>[^?.;]{2,80}?)[,;.]\s(?:and\s|or\s)?(?:(?:option|variant|choice|plan|approach)\s)?"
    r"(?:b|2|two)(?:\s(?:is|would\sbe|means)|:|,|\s[-–=])?\s(?P<other>[^?.;]{2,80}?)[.;?](?:\s|$)",
    re.IGNORECASE,
)
_OFFERED = re.compile(r"^.*\b(?:can|could|either|between|options:|choices:|offer|do|use)\s(?=\S)", re.IGNORECASE)


class Options(NamedTuple):
    """The things that a question puts up for choice, in their order, and what for (" for the saves")."""

    items: tuple[str, ...]
    aim: str = ""

    def others(self, chosen: str) -> tuple[str, ...]:
        """All but one of them."""
        return tuple(item for item in self.items if item != chosen)


def _options(asked: str) -> Options | None:
    if _WHAT_NEXT.search(asked):
        return None
    for listed in (_NUMBERED, _LABELLED):
        if found := listed.search(asked):
            return Options((found["one"].strip(" ,;("), found["other"].strip(" ,;(")))
    if which := _WHICH_ONE.search(asked):
        offered = re.split(r"(?<=[.!])\s", asked[: which.start()].strip())[-1].rstrip(".:!")
        asked = _OFFERED.sub("", _LETTERED.sub("", offered)).replace("(", "").replace(")", "") + "?"
    if row := _ROW_OR.search(asked):
        items = [*row["row"].split(", "), row["other"]]
        named = tuple(_LEADING.sub("", item.strip()) for item in items[bool(_BEFORE_ROW.match(items[0])) :])
        return Options(named, _aim(row)) if all(named) and len(named[0].split()) <= _LONGEST_OF_ROW else None
    found = _EITHER.search(asked)
    if not found:
        return None
    one, other = _LEADING.sub("", found["one"].strip()), found["other"].strip()
    return Options((one, other), _aim(found)) if one and other else None


_WHAT_NEXT = re.compile(
    r"\b(?:shall|should)\s(?:we|i)\s(?:go\son|continue|proceed|carry\son|keep\sgoing|start|begin)\s(?:now\s|first\s)?with\b",
    re.IGNORECASE,
)
"""Shall we go on with laws, or with examples? What comes next in the talk is no taste."""
_SHARED = re.compile(r"(?:from|with|on|in|via|to|by|at|as|for|about|through)\s", re.IGNORECASE)


def _apart(one: str, other: str) -> tuple[str, str]:
    """ "Learn better from a book" and "from exercises" are a book and exercises."""
    shared = _SHARED.match(other)
    at = f" {one}".lower().rfind(f" {shared[0].lower()}") if shared else -1
    return (one[at + len(shared[0]) :], other[shared.end() :]) if shared and at >= 0 else (one, other)


_LONGEST_OF_ROW = 4
"""In words: what stands before the first comma may be more than an option."""
_BEFORE_ROW = re.compile(
    r"(?:for|in|on|at|with|as|since|because|if|when|now|given|to|by|so|ok(?:ay)?|alright|well)\b", re.IGNORECASE
)
"""For the new app, Expo or Flutter? What it is for is no option."""


def _aim(found: re.Match[str]) -> str:
    return f" {found['aim'].strip()}" if found["aim"] else ""


def _at(ordinal: re.Match[str], items: Sequence[str]) -> str | None:
    """The option that a place, a letter or a number means; null where there are not so many."""
    if ordinal["place"]:
        return at_place(ordinal["place"], items)
    key = (ordinal["named"] or ordinal["key"]).lower()
    at = NUMBERS.index(key) if key in NUMBERS else "1234".find(key) if key.isdigit() else "abcd".find(key)
    return items[at] if 0 <= at < len(items) else None


def _preferred(options: Options, bare: str) -> str | None:
    standing = _ALWAYS.search(bare)
    if standing:
        return f"We always use {bare[: standing.start()]}"
    if len(options.items) == 2:
        options = options._replace(items=_apart(*options.items))
    one = _meant(bare, options.items)
    return one and f"I prefer {_as_said(bare, one)} over {joined(options.others(one))}{options.aim}"


def _meant(bare: str, items: Sequence[str]) -> str | None:
    """The option that is named, by all of its words or by those that tell it from the others."""
    words = set(bare.lower().split()) - {"one", "ones", "the"}
    fitting = [item for item in items if words <= set(item.lower().split())]
    return fitting[0] if words and len(fitting) == 1 else None


def _named_by(said: str, options: Options) -> str | None:
    """The option that is meant by its place, its number or its name."""
    ordinal = _ORDINAL.fullmatch(said)
    return _at(ordinal, options.items) if ordinal else _meant(said, options.items)


def _as_said(bare: str, option: str) -> str:
    return bare if bare.lower() == option.lower() else lower_first(option)


_WE_ARE = re.compile(r"(?:we|you|i|they|he|she)\s[a-z]+ing\b", re.IGNORECASE)
"""What are we doing today? Whatever is said to it is no thing that we are."""


def _completed(found: re.Match[str], bare: str) -> str | None:
    what = _turned(found["what"].strip())
    if _WE_ARE.match(what) or re.match(
        r"(?:it|that|this|they|there|up|wrong|next|new|the\s(?:matter|problem|point|status))\b", what, re.IGNORECASE
    ):
        return None
    be = found["be"] or "is"
    if you := re.match(r"you\s(?P<what>.+)", what, re.IGNORECASE):
        return f"I {'was' if be.lower() == 'were' else 'am'} {you['what']} {lower_first(bare)}"
    tail = re.match(
        r"(?P<head>.+?)\s(?P<verb>due|called|named|located|based|planned|scheduled|from|born|kept|stored|cached|retained|open|valid|"
        r"held|made|run|built|deployed|closed)$",
        what,
    )
    if tail:
        return f"{upper_first(tail['head'])} {be} {tail['verb']} {bare}"
    return f"{upper_first(what)} {be} {bare}"


def _turned(what: str) -> str:
    """ "your dog" is mine."""
    what = re.sub(
        r"\byour\s(team|project|app|company|product|client|stack|repo|codebase|deployment|release|database|api|server|build|cluster|staging|production|"
        r"ci|main|default|current|sprint|backend|frontend|office|primary)\b",
        r"our \1",
        what,
    )
    what = re.sub(r"\byour\b", "my", what)
    return re.sub(r"\bmy\b(?=.*\bour\b)", "our", what)
