"""What follows the verb: the thing, what it is for, and what it is chosen over."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from memorist.nodes.ingestion.extract.thing import thing_alone
from memorist.nodes.language.gazetteer import (
    Mention,
    field_of,
    find_entities,
    platforms_said,
    topic_said,
)
from memorist.nodes.language.lexicon import Gazetteer, load_gazetteer


@dataclass(frozen=True, slots=True)
class Named:
    """A thing as the object of a claim.

    Args:
        object: its canonical name, or the words as said.
        known: whether it is a named entity.
        qualifier: what or where for ("mobile auth").
        topic: the canonical topic it competes for, if it does.
        field: the topic it serves by its nature, competing or not.
        over: what it is chosen over.
        custom: "custom", "own" … when it was said of the thing ("custom JWT").
        listed: it shares its purpose with others, so it does not compete with them.
    """

    object: str
    known: bool
    qualifier: str | None = None
    topic: str | None = None
    field: str | None = None
    platforms_said: tuple[str, ...] = ()
    platforms_implied: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    custom: str | None = None
    listed: bool = False

    @property
    def narrowing(self) -> str | None:
        """The qualifier as claims are compared by it: the topic it names, nothing if it only names a platform."""
        if not self.qualifier or self.topic:
            return self.qualifier
        plain = _plain(self.qualifier)
        if not plain and self.platforms_said:
            return None
        said = topic_said(self.qualifier)
        known = field_of(said)
        return known.label if known and len(plain.split()) <= 1 else self.qualifier

    @property
    def wording(self) -> str:
        """The thing as people say it: "custom JWT"."""
        return f"{self.custom} {self.object}" if self.custom else self.object


_PURPOSE = re.compile(
    r"\s*,?\s+(?P<word>for|in|on|as|when|whenever|within|across|inside|throughout|during|with|at|to(?= "
    r"(?!mention|be)[a-z]))\s+(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_OVER = re.compile(
    r",?\s+(?:over|instead of|rather than|than|in place of|and not|not|(?:and )?never|to(?= (?!\w+ (?:the|a|"
    r"our)\b)[A-Z\w.-]+(?: for\b| in\b|$)))\s+",
    re.IGNORECASE,
)
_DETERMINER = re.compile(
    r"^(?:(?:the|our|my|a|an|their|all|some|just|only|both|now|mostly|mainly|usually|always|also|still|primarily|"
    r"simply|exclusively)\s+)+",
    re.IGNORECASE,
)
_CUSTOM = re.compile(
    r"^(?:a |an |the |our )?(?P<how>custom|own|self-written|hand-rolled|homegrown|home-grown|plain|raw|vanilla|"
    r"self-hosted|managed|hosted)\s+",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|&|plus|as well as)\s+|\s+\+\s+", re.IGNORECASE)
_VERSION = re.compile(r"^\s+(?:version\s+|v)?(?P<version>\d[\w.]*)\b", re.IGNORECASE)
_GENERIC = re.compile(
    r"\b(?:the|our|my|all|every|any|new|this|these|apps?|projects?|everything|work|things?|code|codebase|product|"
    r"services?|team|stuff|most|both|development|dev|side|company|platforms?)\b",
    re.IGNORECASE,
)
_LONGEST_OBJECT = 12
_LONGEST_SLUG = 3
_LONGEST_TOPIC = 128


def parse_object(text: str) -> Named:
    """Read "Clerk over custom JWT for Expo auth" into the thing, what it is for and what it is chosen over."""
    text = thing_alone(text)
    over: tuple[str, ...] = ()
    qualifier_text = ""
    if compared := _OVER.search(text):
        left, right = text[: compared.start()], text[compared.end() :]
        right, qualifier_text = _split_purpose(right)
        over = tuple(_thing(item)[0] for item in _AND.split(right) if item.strip())
        text = left
    text, own_purpose = _split_purpose(text)
    qualifier = _qualifier(own_purpose or qualifier_text)
    name, mention, custom = _thing(text)
    field = mention.field if mention and field_of(mention.field) else None
    said = (
        platforms_said(f"{text} {qualifier or ''}")
        if not mention or mention.field != "app_framework"
        else platforms_said(qualifier or "")
    )
    return Named(
        object=name,
        known=mention is not None,
        qualifier=qualifier,
        topic=_short(_topic(qualifier, field, name, over)),
        field=(topic_said(qualifier) if qualifier and not _PART_OF_THE_HOUSE.search(qualifier) else None) or field,
        platforms_said=said,
        platforms_implied=mention.platforms if mention else (),
        over=over,
        custom=custom,
    )


def parse_list(text: str) -> tuple[Named, ...]:
    """Read "Jest, Playwright and Detox for testing" into its things; a single thing gives one."""
    text = thing_alone(text)
    if _OVER.search(text):
        return (parse_object(text),)
    each = [p.strip() for p in _AND.split(text) if p.strip()]
    if len(each) > 1 and all(_named_at_start(_DETERMINER.sub("", p)) and _split_purpose(p)[1] for p in each):
        return tuple(parse_object(p) for p in each)
    things, purpose = _split_purpose(text)
    items = [i.strip() for i in _AND.split(things) if i.strip()]
    if len(items) < 2 or not all(_is_item(i) for i in items):
        return (parse_object(text),)
    tail = f" for {purpose}" if purpose else ""
    return tuple(replace(parse_object(f"{item}{tail}"), listed=True) for item in items)


def any_of(text: str) -> tuple[Named, ...]:
    """The things of a list that may be joined by "or": "MongoDB or DynamoDB"."""
    return parse_list(re.sub(r"\s+or\s+", " and ", text))


def _is_item(text: str) -> bool:
    mentions = find_entities(text)
    bare = _DETERMINER.sub("", text)
    return (
        len(bare.split()) <= 3
        and not _NO_ITEM.search(bare)
        and (bool(mentions) or not re.match(r"(?:it|they|we|i|you|then|that|this|not)\b", bare, re.IGNORECASE))
    )


_NO_ITEM = re.compile(
    r"^(?:seriously|honestly|really|literally|truly|sorry|please|always|never|only|just)$|^(?:only|just|won['’]?t|can['’]?t|don['’]?t|cannot|never)\s|\s(?:it|them|us|me)$|^[a-z]+\s(?:me|us)\b|\sinstead$|\s(?:have|has|is|are|was|were)\s",
    re.IGNORECASE,
)
"""I hate Mondays, seriously; the second, all our cashiers have it: no two things."""


def _split_purpose(text: str) -> tuple[str, str]:
    found = _PURPOSE.search(text)
    while found:
        rest = found["rest"]
        head = text[: found.start()]
        if not head:
            return text, ""
        word = found["word"].lower()
        if word in {"when", "whenever", "during", "with", "at", "to"}:
            return head, f"{word} {rest}"
        return head, rest
    return text, ""


def _qualifier(text: str) -> str | None:
    text = _DETERMINER.sub("", text.strip(" ,.;!()"))
    return text or None


def _thing(text: str) -> tuple[str, Mention | None, str | None]:
    """The canonical name of the first thing named, if the text is hardly more than it; else the words."""
    custom = _CUSTOM.match(text)
    rest = text[custom.end() :] if custom else text
    bare = _DETERMINER.sub("", rest).strip()
    mention = _named_at_start(bare)
    if mention:
        tail = bare[mention.end :]
        if version := _VERSION.match(tail):
            return f"{mention.canonical} {version['version']}", mention, None
        if mention.field is None and re.fullmatch(r" [A-Z][\w-]*", tail):
            return mention.canonical + tail, mention, None  # a name nobody listed, of two words
        if len(tail.split()) <= 1:
            return mention.canonical, mention, custom["how"].lower() if custom else None
    return " ".join((text if custom else bare).split()[:_LONGEST_OBJECT]) or text, None, None


def _named_at_start(text: str) -> Mention | None:
    """The entity a phrase begins with. What is used is a thing, so names that are common words count here too."""
    front = "use "
    for mention in find_entities(front + text):
        if mention.start == len(front) and mention.field != "file":
            shifted = mention._replace(start=0, end=mention.end - len(front))
            sure = shifted.end == len(text) or not text[:1].islower() or any(m.start == 0 for m in find_entities(text))
            return shifted if sure else None
    return None


_PART_OF_THE_HOUSE = re.compile(
    r"\w\s(?:services?|apps?|repos?|repositor(?:y|ies)|modules?|backend|frontend|teams?|servers?|microservices?|monolith|"
    r"codebase|projects?|products?|packages?|librar(?:y|ies)|portal|platform|sites?|cluster)\W*$",
    re.IGNORECASE,
)
"""Postgres for the billing service: billing is where it is used, not what it does there."""


def _topic(qualifier: str | None, field: str | None, name: str, over: tuple[str, ...]) -> str | None:
    """What a thing competes for: the topic its purpose names, else its own field, else what it is compared with."""
    own = field if (known := field_of(field)) and known.exclusive else None
    if qualifier:
        if field and _PART_OF_THE_HOUSE.search(qualifier) and topic_said(qualifier) != field:
            bare = _plain(qualifier)
            return f"{own} {bare}".strip() if own and len(bare.split()) <= _LONGEST_SLUG else None
        if said := topic_said(qualifier):
            found = field_of(said)
            return said if found and found.exclusive else own if said == field else None
        bare = _plain(qualifier)
        if not bare:
            return own or _compared(name, over)
        if len(bare.split()) > _LONGEST_SLUG:
            return _compared(name, over)
        if own and bare in {own, own.rstrip("s")}:
            return own
        return f"{own} {bare}" if own else bare
    return own or _compared(name, over)


def _short(topic: str | None) -> str | None:
    return topic if topic and len(topic) <= _LONGEST_TOPIC else None


def _compared(name: str, over: tuple[str, ...]) -> str | None:
    """ "tabs over spaces" and "spaces over tabs" answer one question."""
    return " or ".join(sorted({name.casefold(), *(o.casefold() for o in over)})) if over else None


@lru_cache(maxsize=1)
def _platform_words(known: Gazetteer) -> frozenset[str]:
    return frozenset(w for rows in known.platforms.values() for phrase, _ in rows for w in phrase)


def _plain(qualifier: str) -> str:
    """What is left of a purpose when platforms, frameworks and words such as "project" are taken away."""
    for mention in reversed(find_entities(qualifier)):
        if mention.kind == "entity:technology":
            qualifier = qualifier[: mention.start] + qualifier[mention.end :]
    words = re.findall(r"[a-z][\w-]*", _GENERIC.sub(" ", qualifier.lower()))
    platform_words = _platform_words(load_gazetteer())
    return " ".join(
        w for w in words if w not in platform_words and w not in {"in", "on", "for", "of", "and", "a", "an"}
    )
