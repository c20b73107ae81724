"""Names that no list holds: people, clients, products and places, told by their capitals and their company."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from memorist.nodes.language.calendar_words import CALENDAR_WORDS
from memorist.nodes.language.common import is_english, is_ordinary
from memorist.nodes.language.covered import Covered
from memorist.nodes.language.disambiguation import ends_phrase
from memorist.nodes.language.firms import FIRMS, goes_on_with, is_with_partners
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.lexicon import Gazetteer, load_gazetteer
from memorist.nodes.language.name_lists import (
    ACTING,
    LEGAL_FORMS,
    OPENERS,
    PERSON_ACTS,
    TITLES,
    given_names,
    is_built,
    is_coined,
    is_strange,
    not_names,
)
from memorist.nodes.language.small_letters import names_in_small_letters
from memorist.nodes.language.tokens import ERROR, OPENING, NameMention, Token, last_before, tokens_of

_CAPITALISED = re.compile(r"Aa+(?:Aa+)?$|Aa*-Aa+$|A'Aa+$")
"""A for each capital, a for each small letter, of whatever alphabet."""
_TITLE_SHARE = 0.6


def find_names(text: str) -> tuple[NameMention, ...]:
    """Every named thing in ``text``, in order: what :func:`find_entities` knows, and names that no list holds.

    A capital inside a sentence makes a name; at its beginning it takes a given name, or an unknown word that acts
    ("Northwind insists …"). Days, months, languages and departments are no names. Text without any capital is looked
    through for given names that are nothing else.
    """
    return _find(text.rstrip(" .!;,\n"), load_gazetteer())


def names_in(text: str) -> tuple[str, ...]:
    """The canonical names that a text speaks of, files left out."""
    return tuple(dict.fromkeys(m.canonical for m in find_names(text) if m.field != "file"))


def names_a_person(name: str) -> bool:
    """Return true if a name is that of one person, as far as it tells by itself."""
    whole = len(name.strip())
    return any(m.kind == "entity:person" and m.end - m.start >= whole for m in find_names(name))


@lru_cache(maxsize=4096)
def _find(text: str, _: Gazetteer) -> tuple[NameMention, ...]:
    known = find_entities(text)
    more = tuple(_unlisted(text, tokens_of(text), known))
    if not more:
        return known
    taken = Covered((one.start, one.end) for one in more)
    merged = [m for m in known if not taken.holds(m.start)] + list(more)
    merged.sort(key=lambda m: m.start)
    return tuple(merged)


def _unlisted(text: str, tokens: Sequence[Token], known: Sequence[NameMention]) -> Iterable[NameMention]:
    listed = (m for m in known if m.kind != "entity:person" or text[m.start : m.end] != m.canonical)
    spans = Covered((m.start, m.end) for m in listed)
    capital = [t for t in tokens if t.text[0].isupper()]
    yield from names_in_small_letters(text, tokens, spans)
    if not capital or not is_english(text):
        return
    if len(tokens) >= 4 and len(capital) > _TITLE_SHARE * len(tokens) and not re.search(r"\.|[a-z]: ", text):
        return
    at = 0
    while at < len(tokens):
        after = _name_from(text, tokens, at, spans)
        if after == at:
            at += 1
            continue
        kind = _kind(tokens, at, after)
        after = _with_model(text, tokens, at, after)
        after, holy = _of_a_saint(text, tokens, at, after)
        first, last = tokens[at - 1 if holy else _with_particles(text, tokens, at)], tokens[after - 1]
        yield NameMention(text[first.start : last.end], kind, first.start, last.end)
        at = after


_MODEL = re.compile(r"(?![QPH]\d)[A-Z]{1,2}\d{1,4}[A-Za-z]?")
_ONE = frozenset("a an the our my this".split())


def _with_model(text: str, tokens: Sequence[Token], at: int, after: int) -> int:
    """The place behind a name and its model: "the Kestrel M4", "a Glimmer 40"; a version is no part of the name."""
    if after >= len(tokens) or text[tokens[after - 1].end : tokens[after].start] != " ":
        return after
    model = tokens[after].text
    numbered = model.isdigit() and at > 0 and tokens[at - 1].folded in _ONE and ends_phrase(text, tokens, after + 1)
    return after + 1 if _MODEL.fullmatch(model) or numbered else after


def _of_a_saint(text: str, tokens: Sequence[Token], at: int, after: int) -> tuple[int, bool]:
    """The place behind "St. Mary's", and whether it is one: of a hospital or a school the "'s" is a part."""
    if not at or tokens[at - 1].text not in {"St", "Saint", "Sankt"} or not tokens[at].text[0].isupper():
        return after, False
    own = after < len(tokens) and tokens[after].folded == "s" and text[tokens[after].start - 1] in "'’"
    return after + own, True


_CAPITALS = frozenset("De La Le El Los Las Het Van Von Di Da".split())
_PARTICLES = frozenset("van von der den de da di del ter ten bin ibn".split())


def _is_particle(text: str, token: Token) -> bool:
    """Return true if a word belongs to the name behind it: "van", and inside a sentence "De" of "De Linde"."""
    return token.text in _PARTICLES or (token.text in _CAPITALS and not _starts_sentence(text, token.start))


def _with_particles(text: str, tokens: Sequence[Token], at: int) -> int:
    """Return the start of a family name: "van der Berg" begins with "van"."""
    first = at
    while first and _is_particle(text, tokens[first - 1]) and text[tokens[first - 1].end : tokens[first].start] == " ":
        first -= 1
    return first


def _name_from(text: str, tokens: Sequence[Token], at: int, spans: Covered) -> int:
    """The place after the name that begins at a token; the same place when none does."""
    may = _may_name(tokens[at], spans) and tokens[at].folded not in LEGAL_FORMS and _begins_name(text, tokens, at)
    if not may and not (tokens[at].folded in CALENDAR_WORDS and is_with_partners(text, tokens, at)):
        return at
    after = at + 1
    while after < len(tokens) and _goes_on(tokens[after], spans) and goes_on_with(text, tokens, after):
        after += 1
    return at if after == at + 1 and tokens[at].folded in TITLES else after


@lru_cache(maxsize=4096)
def _is_capitalised(word: str) -> bool:
    """Return true if a word is written as names are: Łukasz, McAdam, Anne-Marie, O'Hara, but not TypeError."""
    return not ERROR.search(word) and bool(
        _CAPITALISED.match("".join("A" if c.isupper() else "a" if c.islower() else c for c in word))
    )


def _may_name(token: Token, spans: Covered) -> bool:
    return (
        _is_capitalised(token.text)
        and token.text not in _JOINS
        and token.folded not in not_names()
        and token not in spans
    )


def _goes_on(token: Token, spans: Covered) -> bool:
    return _may_name(token, spans) or (token.text[0].isupper() and token.folded in LEGAL_FORMS)


def _begins_name(text: str, tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].folded
    sure, doubtful = given_names()
    if word in sure or _has_title(text, tokens, at):
        return True
    following = tokens[at + 1].folded if at + 1 < len(tokens) else ""
    if not _starts_sentence(text, tokens[at].start):
        return len(word) > 2 or word in doubtful
    end = tokens[at].end
    if _LISTED.match(text, end) and is_strange(word) and word not in _HEADS:
        return True
    if word in doubtful:
        with_another = following == "and" and at + 2 < len(tokens) and tokens[at + 2].text[:1].isupper()
        acts = following in PERSON_ACTS or (following in {"is", "has"} and text[end] == " ")
        return with_another or acts or bool(_INTRODUCED.match(text, end))
    if is_strange(word) and (_acts(text, tokens, at) or _INTRODUCED.match(text, end) or _is_answer(text, tokens[at])):
        return True
    firm = (
        at + 1 < len(tokens)
        and following in FIRMS
        and tokens[at + 1].text[0].isupper()
        and goes_on_with(text, tokens, at + 1)
    )
    if firm or _of_two_words(text, tokens, at) or (_VERSION.fullmatch(following) and is_coined(word)):
        return True
    if following == "s" and len(word) > 3 and not word.endswith(("s", "ing", "ed")) and not is_built(word):
        return True
    return (
        following in ACTING
        and len(word) > 3
        and not word.endswith(("s", "ing", "ed", "ion", "ment", "ly"))
        and not is_ordinary(word)
    )


_JOINS = frozenset("If As Or So".split())
"""Conjunctions that are no part of the name behind them ("If Astrid leaves"); the common words lack such short ones."""
_VERSION = re.compile(r"v?\d+(?:\.\d+)+|v\d+")
"""A version behind an unknown word, which makes it a name: "Quartzite 0.9 leaks handles"."""
_LISTED = re.compile(r":\s|\s[-–—]\s")
"""Separator between a name and its task in a list: "Gudrun - architecture"."""
_INTRODUCED = re.compile(
    r",\s(?:my|our)\s[a-z]|\sfrom\s(?:legal|finance|sales|marketing|hr|support|ops|it|qa|design|product|procurement|"
    r"accounting|security|operations|engineering|infra|data|the\s[\w-]+\s(?:team|desk|office|department|side))\b"
)
"""Follows the names of people only: "Ada, my eldest", "Ruby from legal"."""


def _has_title(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Return true if a title stands before a word, with its stop or without: "Ms. Osei"."""
    return at > 0 and tokens[at - 1].folded in TITLES and text[tokens[at - 1].end : tokens[at].start] in {" ", ". "}


def _is_answer(text: str, token: Token) -> bool:
    """Return true if a word is all that stands between a colon and the next stop: "Pager this week: Zdenka."."""
    return last_before(text, token.start) == ":" and bool(_STOPS.match(text, token.end))


_STOPS = re.compile(r"\s*(?:[.,;]|\Z)")


def _of_two_words(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Return true if a sentence begins with a name and more of it: "Pelle Strand reports to Naima", "Brightfield's
    team".

    A common word needs somebody who acts behind it: "Blue Harbour wants", not "Yesterday Naima".
    """
    if at + 2 >= len(tokens):
        return False
    word, follower = tokens[at].folded, tokens[at + 1]
    ordinary = is_ordinary(word)
    if follower.folded == "s":
        return not ordinary and tokens[at + 2].folded in _OF_A_COMPANY
    named = _is_capitalised(follower.text) and follower.folded not in not_names()
    if not named or text[tokens[at].end : follower.start] != " ":
        return False
    if not ordinary:
        return not word.endswith(_NO_FIRST_WORD) or not is_ordinary(follower.folded)
    sure, _ = given_names()
    opens = word in OPENERS or word.endswith("ly") or follower.folded in sure
    return not opens and _acts(text, tokens, at + 1)


_NO_FIRST_WORD = ("ing", "ed", "ly")
_OF_A_COMPANY = frozenset(
    "team people brand legal procurement it cto ceo contract lawyers office staff engineers support management "
    "designers".split()
)
_HEADS = frozenset("todo gotcha caveat repro tldr recap addendum kudos faq wishlist howto stdout stderr".split())
_BETWEEN = frozenset("just also only now still always never usually really already finally currently often".split())


def _acts(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Return true if what follows an unknown word is what somebody does: "Mogli just needs", "Halvard's taking
    over"."""
    if text[tokens[at].end : tokens[at].end + 2] in {"'s", "’s"}:
        return True
    after = at + 1
    while after < len(tokens) and tokens[after].folded in _BETWEEN:
        after += 1
    if after >= len(tokens):
        return False
    word = tokens[after].folded
    if word in ACTING or word in {"and", "should", "must", "would", "could", "might", "'s"}:
        return word != "and" or (after + 1 < len(tokens) and tokens[after + 1].text[:1].isupper())
    acts = word.endswith(("s", "ed")) and not word.endswith("ss") and len(word) > 3
    return acts and tokens[after].text.islower()


def _kind(tokens: Sequence[Token], at: int, after: int) -> str:
    sure, doubtful = given_names()
    word = tokens[at].folded
    if tokens[after - 1].folded in LEGAL_FORMS and after > at + 1:
        return "entity:concept"
    if word in sure or word in doubtful or word in TITLES:
        return "entity:person"
    following = tokens[after].folded if after < len(tokens) else ""
    before = tokens[at - 1].folded if at else ""
    acts = following in {"joined", "left", "leads", "owns", "said", "says", "told", "thinks", "reviews", "lives"}
    called = before in {"ask", "asked", "told", "tell", "ping", "met", "colleague", "teammate", "boss", "named", "wife"}
    return "entity:person" if acts or called or before in TITLES else "entity:concept"


def _starts_sentence(text: str, start: int) -> bool:
    return last_before(text, start, skipping=OPENING) in {*".!?:\n;…", ""}
