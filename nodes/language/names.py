"""Names that no list holds: people, clients, products and places, told by their capitals and their company."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files

from hypomnema.nodes.language.calendar_words import CALENDAR_WORDS
from hypomnema.nodes.language.common import is_english, is_ordinary
from hypomnema.nodes.language.disambiguation import ONTO, RUNS
from hypomnema.nodes.language.gazetteer import find_entities
from hypomnema.nodes.language.lexicon import Gazetteer, load_gazetteer
from hypomnema.nodes.language.tokens import Mention, Token, tokens_of

_CAPITALISED = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)?$|[A-Z][a-z]*-[A-Z][a-z]+$|(?:Mc|Mac|O')[A-Z][a-z]+$")
_NOT_NAMES = CALENDAR_WORDS | frozenset(
    """
    i q1 q2 q3 q4 christmas easter ramadan thanksgiving halloween english german french spanish italian portuguese
    dutch polish russian chinese japanese korean arabic turkish hindi swedish danish norwegian finnish greek czech
    ukrainian european american british indian asian african ok pr prs mr mrs ms dr sir team user users client clients
    customer customers marketing sales design product engineering backend frontend mobile web legal finance support
    security platform management operations hr qa ops internet readme wifi god sunday's
    """.split()
)
_ACTING = frozenset(
    """
    is was has had wants wanted insists insisted needs needed requires required expects expected asked asks mandates
    joined left works worked owns owned leads led runs ran manages managed maintains handles handled reports reported
    reviews reviewed likes liked loves loved prefers preferred hates said says told thinks thought recommends
    recommended suggests suggested moved lives lived uses used wrote writes fixed found takes took will won't
    doesn't does didn't isn't can can't became becomes started starts knows knew speaks teaches studies plays played
    went got gave and found's quit retired approved approves signed confirmed wishes demands refuses pays paid
    """.split()
)
_PERSON_ACTS = _ACTING - frozenset("is was has had needs needed requires required uses used will and runs ran".split())
_BEFORE_PERSON = frozenset(
    """
    ask asked asks told tell tells ping pinged met meet contact thank thanks cc by with to from and colleague teammate
    boss manager called named wife husband sister brother son daughter mother father mom dad mum friend dog cat
    partner cousin aunt uncle
    """.split()
)
_TITLE_SHARE = 0.6


@lru_cache(maxsize=1)
def given_names() -> tuple[frozenset[str], frozenset[str]]:
    """Given names in lower case: those that are nothing else, and those that are common words too."""
    source = (files(__package__ or __name__) / "names.txt").read_text(encoding="utf-8")
    text = "\n".join(line for line in source.splitlines() if not line.startswith("#"))
    sure, doubtful = (frozenset(block.split()) for block in text.strip().split("\n\n"))
    return sure, doubtful


@lru_cache(maxsize=1)
def known_places() -> tuple[frozenset[str], frozenset[str]]:
    """Places, and companies, in lower case."""
    source = (files(__package__ or __name__) / "places.txt").read_text(encoding="utf-8")
    text = "\n".join(line for line in source.splitlines() if not line.startswith("#"))
    places, companies = (frozenset(block.split()) for block in text.strip().split("\n\n"))
    return places, companies


def find_names(text: str) -> tuple[Mention, ...]:
    """Every named thing in ``text``, in order: what :func:`find_entities` knows, and names that no list holds.

    A capital inside a sentence makes a name; at its beginning it takes a given name, or an unknown word that acts
    ("Northwind insists …"). Days, months, languages and departments are no names. Text without any capital is looked
    through for given names that are nothing else.
    """
    return _find(text.rstrip(" .!;,\n"), load_gazetteer())


@lru_cache(maxsize=4096)
def _find(text: str, _: Gazetteer) -> tuple[Mention, ...]:
    known = find_entities(text)
    more = tuple(_unlisted(text, tokens_of(text), known))
    if not more:
        return known
    people = {m.start for m in more}
    merged = [m for m in known if m.start not in people] + list(more)
    merged.sort(key=lambda m: m.start)
    return tuple(merged)


def _unlisted(text: str, tokens: Sequence[Token], known: Sequence[Mention]) -> Iterable[Mention]:
    spans = [(m.start, m.end) for m in known if m.kind != "entity:person" or text[m.start : m.end] != m.canonical]
    capital = [t for t in tokens if t.text[0].isupper()]
    yield from _lower_case(text, tokens, spans)
    if not capital or not is_english(text):
        return
    if len(tokens) >= 4 and len(capital) > _TITLE_SHARE * len(tokens) and "." not in text:
        return
    at = 0
    while at < len(tokens):
        after = _name_from(text, tokens, at, spans)
        if after == at:
            at += 1
            continue
        first, last = tokens[_with_particles(text, tokens, at)], tokens[after - 1]
        yield Mention(text[first.start : last.end], _kind(tokens, at, after), first.start, last.end)
        at = after


_PARTICLES = frozenset("van von der den de da di del ter ten bin ibn".split())


def _with_particles(text: str, tokens: Sequence[Token], at: int) -> int:
    """Where a family name begins: "van der Berg" begins with "van"."""
    first = at
    while first and tokens[first - 1].text in _PARTICLES and text[tokens[first - 1].end : tokens[first].start] == " ":
        first -= 1
    return first


def _lower_case(text: str, tokens: Sequence[Token], spans: Sequence[tuple[int, int]]) -> Iterable[Mention]:
    """Names of people that were written small, and unknown words that are used as a tool is."""
    sure, _ = given_names()
    places, companies = known_places()
    for at, token in enumerate(tokens):
        if not token.text.islower() or len(token.folded) < 3 or _within(token, spans):
            continue
        after = tokens[at + 1].folded if at + 1 < len(tokens) else ""
        before = tokens[at - 1].folded if at else ""
        asked_of = at > 1 and tokens[at - 2].folded in {"who", "who's", "whos"}
        of_a_place = before in _BEFORE_PLACE or len(token.folded) > _LONG_PLACE
        if (token.folded in places and of_a_place) or token.folded in companies:
            yield Mention(token.text.capitalize(), "entity:concept", token.start, token.end)
        elif token.folded in sure:
            alone = len(token.folded) > _LONG_NAME and not is_ordinary(token.folded)
            beside = after in _ACTING or before in _BEFORE_PERSON or after == "s"
            if alone or beside or (before in {"is", "was"} and asked_of):
                yield Mention(token.text.capitalize(), "entity:person", token.start, token.end)
        elif (
            (before in _USED or (at > 1 and before in ONTO and tokens[at - 2].folded in RUNS))
            and (after in _AFTER_TOOL or token is tokens[-1])
            and is_strange(token.folded)
        ):
            yield Mention(token.text, "entity:technology", token.start, token.end)
        elif not at and after in _ASKS and is_strange(token.folded):
            yield Mention(token.text.capitalize(), "entity:concept", token.start, token.end)


_USED = frozenset("use uses used using adopted adopt adopting via onto chose installed".split())
_LONG_PLACE = 6
_LONG_NAME = 4
"""Longer names are told from words without anything beside them."""
_ASKS = frozenset(
    "want wants need needs insist insists demand demands requires require refuses refused asked signed approved "
    "cancelled".split()
)
_BEFORE_PLACE = frozenset(
    "in to from near at around outside visit visiting towards via for between and of leaving our the".split()
)
_AFTER_TOOL = frozenset("for as to in on and or because since instead not now at with everywhere so but".split())
_ENGLISH_ENDINGS = (
    "s", "ing", "ed", "ion", "ment", "ly", "ness", "ity", "ism", "able", "ible", "ful", "less", "ous", "ive", "al",
    "ic", "ent", "ant", "ence", "ance", "age", "er", "or", "ist", "ship", "hood", "ware",
)  # fmt: skip


@lru_cache(maxsize=4096)
def is_strange(word: str) -> bool:
    """Whether a word in lower case is no English word as far as we know: no common one, nor built from common ones."""
    return len(word) > 3 and word.isalpha() and not word.endswith(_ENGLISH_ENDINGS) and not _built(word)


def _built(word: str) -> bool:
    """Whether a word is a common one or put together from two of them: "payroll"."""
    return is_ordinary(word) or any(
        is_ordinary(word[:cut]) and is_ordinary(word[cut:]) for cut in range(3, len(word) - 2)
    )


def _name_from(text: str, tokens: Sequence[Token], at: int, spans: Sequence[tuple[int, int]]) -> int:
    """The place after the name that begins at a token; the same place when none does."""
    if not _may_name(tokens[at], spans) or not _begins_name(text, tokens, at):
        return at
    after = at + 1
    while (
        after < len(tokens)
        and _may_name(tokens[after], spans)
        and text[tokens[after - 1].end : tokens[after].start] == " "
    ):
        after += 1
    return after


def _may_name(token: Token, spans: Sequence[tuple[int, int]]) -> bool:
    return bool(_CAPITALISED.match(token.text)) and token.folded not in _NOT_NAMES and not _within(token, spans)


def _within(token: Token, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start < token.end and token.start < end for start, end in spans)


def _begins_name(text: str, tokens: Sequence[Token], at: int) -> bool:
    word = tokens[at].folded
    sure, doubtful = given_names()
    if word in sure:
        return True
    following = tokens[at + 1].folded if at + 1 < len(tokens) else ""
    if not _starts_sentence(text, tokens[at].start):
        return len(word) > 2 or word in doubtful
    if text[tokens[at].end :].startswith(": ") and is_strange(word) and word not in _HEADS:
        return True
    if word in doubtful:
        with_another = following == "and" and at + 2 < len(tokens) and tokens[at + 2].text[:1].isupper()
        return with_another or following in _PERSON_ACTS or (following in {"is", "has"} and text[tokens[at].end] == " ")
    if (is_strange(word) and _acts(text, tokens, at)) or _of_two_words(text, tokens, at):
        return True
    if following == "s" and len(word) > 3 and not word.endswith(("s", "ing", "ed")) and not _built(word):
        return True
    return (
        following in _ACTING
        and len(word) > 3
        and not word.endswith(("s", "ing", "ed", "ion", "ment", "ly"))
        and not is_ordinary(word)
    )


def _of_two_words(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether a sentence begins with a name and more of it: "Pelle Strand reports to Naima", "Brightfield's team"."""
    if is_ordinary(tokens[at].folded) or at + 2 >= len(tokens):
        return False
    follower = tokens[at + 1]
    if follower.folded == "s":
        return tokens[at + 2].folded in _OF_A_COMPANY
    named = _CAPITALISED.match(follower.text) and follower.folded not in _NOT_NAMES
    return bool(named) and text[tokens[at].end : follower.start] == " " and not is_ordinary(follower.folded)


_OF_A_COMPANY = frozenset(
    "team people brand legal procurement it cto ceo contract lawyers office staff engineers support management "
    "designers".split()
)
_HEADS = frozenset("todo gotcha caveat repro tldr recap addendum kudos faq wishlist howto stdout stderr".split())
_BETWEEN = frozenset("just also only now still always never usually really already finally currently often".split())


def _acts(text: str, tokens: Sequence[Token], at: int) -> bool:
    """Whether what follows an unknown word is what somebody does: "Mogli just needs", "Halvard's taking over"."""
    if text[tokens[at].end : tokens[at].end + 2] in {"'s", "’s"}:
        return True
    after = at + 1
    while after < len(tokens) and tokens[after].folded in _BETWEEN:
        after += 1
    if after >= len(tokens):
        return False
    word = tokens[after].folded
    if word in _ACTING or word in {"and", "should", "must", "would", "could", "might", "'s"}:
        return word != "and" or (after + 1 < len(tokens) and tokens[after + 1].text[:1].isupper())
    return word.endswith("s") and not word.endswith("ss") and len(word) > 3 and word.islower()


def _kind(tokens: Sequence[Token], at: int, after: int) -> str:
    sure, doubtful = given_names()
    word = tokens[at].folded
    if word in sure or word in doubtful:
        return "entity:person"
    following = tokens[after].folded if after < len(tokens) else ""
    before = tokens[at - 1].folded if at else ""
    acts = following in {"joined", "left", "leads", "owns", "said", "says", "told", "thinks", "reviews", "lives"}
    called = before in {"ask", "asked", "told", "tell", "ping", "met", "colleague", "teammate", "boss", "named", "wife"}
    return "entity:person" if acts or called else "entity:concept"


def _starts_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \t\"'“‘(*_-•>")
    return not before or before[-1] in ".!?:\n;…"
