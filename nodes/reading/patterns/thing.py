"""The thing in a slot, as the object of a claim: its canonical name, the topic it competes for, its platforms."""

import re
from dataclasses import dataclass

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.language.gazetteer import NameMention, field_of, find_entities, platforms_said, topic_said
from memorist.nodes.reading.patterns.slots import without_article

_ITEMS = re.compile(r"\s*,\s*(?:and\s+|or\s+|nor\s+)?|\s+(?:and|or|nor|&|plus|\+)\s+", re.IGNORECASE)
_VERSION = re.compile(r"\s+(?:version\s+|v)?(?P<version>\d[\w.]*)")
_PART = re.compile(
    r"\w\s(?:services?|apps?|repos?|repository|modules?|backend|frontend|teams?|servers?|monolith|codebase|projects?|"
    r"products?|packages?|librar(?:y|ies)|portal|platform|sites?|cluster|pipelines?|jobs?)$",
    re.IGNORECASE,
)
"""A part of a system behind "for": where a thing is used, not what for ("Java for the billing service")."""
_VAGUE = re.compile(
    r"\b(?:everything|all|every|any|new|this|these|apps?|projects?|work|things?|code|codebase|product|services?|team|"
    r"stuff|development|the|our|my|in|on|for|of|and|a|an)\b",
    re.IGNORECASE,
)
_LONGEST_TOPIC = 3
"""Words up to which a purpose is a topic that claims compete for; a longer one is only kept as the qualifier."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing that was named. ``known``: the gazetteer has its canonical name; ``field`` is what it does by nature."""

    object: str
    known: bool
    field: str | None = None
    platforms: tuple[str, ...] = ()
    technology: bool = False


def items_of(text: str) -> tuple[str, ...]:
    """The items of a list: "Jest, Playwright and Detox"."""
    return tuple(item for item in (part.strip() for part in _ITEMS.split(text)) if item)


def thing_of(text: str) -> Thing:
    """A thing by its canonical name if the words are hardly more than a known name, else by the words as said."""
    bare = without_article(text.strip())
    mention = _known_at_start(bare)
    if mention is None:
        return Thing(bare, known=False)
    said, rest = bare[: mention.end], bare[mention.end :]
    version = _VERSION.fullmatch(rest)
    if rest and not version:
        return Thing(bare, known=False)
    name = said if _says_more(said, mention.canonical) else mention.canonical
    return Thing(
        f"{name} {version['version']}" if version else name,
        known=True,
        field=mention.field,
        platforms=mention.platforms,
        technology=mention.kind == "entity:technology",
    )


def _says_more(said: str, canonical: str) -> bool:
    """Return true if a name says more than the canonical one: "Expo Go" is not Expo, nor is "expo-sqlite" SQLite."""
    words, fewer = (set(re.split(r"[\s-]+", name.casefold())) for name in (_MADE.sub("", said), canonical))
    return fewer < words


_MADE = re.compile(r"^(?:custom|own|self-hosted|hosted|managed|plain|vanilla|raw)\s+", re.IGNORECASE)


def _known_at_start(bare: str) -> NameMention | None:
    """The known name that a phrase begins with. What is used is a thing, so names that are also words count here."""
    made = _MADE.match(bare)
    shift = made.end() if made else 0
    front = "use "
    for mention in find_entities(front + bare[shift:]):
        if mention.start == len(front) and mention.field != "file":
            return mention._replace(start=0, end=mention.end - len(front) + shift)
    return None


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Narrowing of a claim: ``purpose`` from the clause itself, ``place`` told in front of it ("For Apollo we …")."""

    purpose: str = ""
    place: str = ""

    def qualifier(self) -> str | None:
        """Both as they are stored."""
        return ", ".join(part for part in (without_article(self.purpose), without_article(self.place)) if part) or None


def claim_of_thing(
    subject: str, predicate: str, thing: Thing, narrowing: Narrowing, *, polarity: bool = True, alone: bool = True
) -> Claim:
    """A claim with a thing as its object.

    ``alone`` is false for an item of a list: it shares its purpose and competes with nothing. Nor does a denial.
    """
    qualifier = narrowing.qualifier()
    platforms = {*platforms_said(qualifier or "")}
    if polarity and alone and thing.field != "app_framework":
        platforms |= set(thing.platforms)
    return Claim(
        subject=subject,
        predicate=predicate,
        object=thing.object,
        object_kind="entity" if thing.known else "value",
        qualifier=qualifier,
        topic=topic_for(thing, narrowing) if polarity and alone else None,
        platforms=tuple(sorted(platforms)),
        polarity=polarity,
    )


def topic_for(thing: Thing, narrowing: Narrowing) -> str | None:
    """Return the topic a thing competes for: the one that its purpose names, else its own field, each in the place
    told."""
    topic = _topic(thing, narrowing.purpose)
    if topic is None or not narrowing.place:
        return topic
    return f"{topic} in {without_article(narrowing.place).casefold()}"[:128]


def _topic(thing: Thing, purpose: str) -> str | None:
    field = field_of(thing.field)
    own = thing.field if field and field.exclusive else None
    if not purpose:
        return own
    said = topic_said(purpose)
    plain = " ".join(_VAGUE.sub(" ", without_article(purpose).lower()).split())
    if plain and _PART.search(purpose) and said != thing.field:
        return f"{own} {plain}" if own and len(plain.split()) <= _LONGEST_TOPIC else None
    if said:
        found = field_of(said)
        return said if found and found.exclusive else own if said == thing.field else None
    if not plain or (platforms_said(purpose) and len(plain.split()) == 1):
        return own
    if len(plain.split()) > _LONGEST_TOPIC:
        return None
    return f"{own} {plain}" if own else plain


def value_claim(subject: str, predicate: str, value: str, narrowing: Narrowing, *, polarity: bool = True) -> Claim:
    """A claim with words as its object."""
    qualifier = narrowing.qualifier()
    return Claim(
        subject=subject,
        predicate=predicate,
        object=value,
        qualifier=qualifier,
        platforms=platforms_said(qualifier or ""),
        polarity=polarity,
    )
