"""Lists by which names are told that no gazetteer holds: given names, places, what has a capital and is no name."""

from functools import lru_cache
from importlib.resources import files

from memorist.nodes.language.calendar_words import CALENDAR_WORDS
from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.lexical import FUNCTION_WORDS

OF_MEN = frozenset("mr mister sir herr señor signor monsieur".split())
OF_WOMEN = frozenset("mrs ms miss madam frau señora signora madame mme".split())
TITLES = OF_MEN | OF_WOMEN | {"dr", "prof", "professor"}
"""Words before somebody's name."""
LEGAL_FORMS = frozenset("gmbh ag kg ug ltd inc llc plc corp bv nv ab oy aps sarl sas srl spa".split())
"""Endings of companies' names, written with a capital."""
_NO_NAMES = CALENDAR_WORDS | frozenset(
    """
    i q1 q2 q3 q4 christmas easter ramadan thanksgiving halloween ok pr prs mr mrs ms dr sir team user users client
    clients
    customer customers marketing sales design product engineering backend frontend mobile web legal finance support
    security platform management operations hr qa ops internet readme wifi god sunday's
    """.split()
)
ACTING = frozenset(
    """
    is was has had wants wanted insists insisted needs needed requires required expects expected asked asks mandates
    joined left works worked owns owned leads led runs ran manages managed maintains handles handled reports reported
    reviews reviewed likes liked loves loved prefers preferred hates said says told thinks thought recommends
    recommended suggests suggested moved lives lived uses used wrote writes fixed found takes took will won't
    doesn't does didn't isn't can can't became becomes started starts knows knew speaks teaches studies plays played
    went got gave and found's quit retired approved approves signed confirmed wishes demands refuses pays paid
    bought buys sold sells sent sends made makes built builds kept keeps lost loses chose chooses brought brings met
    meets put puts flew flies drew draws drove drives taught caught heard hears saw sees felt feels came comes
    """.split()
)
PERSON_ACTS = ACTING - frozenset("is was has had needs needed requires required uses used will and runs ran".split())
OPENERS = frozenset(
    """
    the a an this that these those my our your his her its their all both each every some any no one two three
    and but or so if when while because since as although though unless until after before once whenever where
    in on at for from with by to of about per via like under over between without during behind near
    i we you he she it they who what which how why there here is are was were do does did can could will would should
    may might must shall let lets let's please not never always only just also even still maybe perhaps today tomorrow
    yesterday tonight now then later soon thanks sorry yes ok okay well right hey hi hello ask tell ping email call
    mail message contact remind give show make use get put keep invite send add check note remember new old dear poor
    colleague teammate boss manager friend neighbour neighbor uncle aunt cousin grandma grandpa dad mum mom father
    mother brother sister captain professor director chief senior junior lead former
    """.split()
)
"""Words before a name at the beginning of a sentence that are no part of it."""
BEFORE_PERSON = frozenset(
    """
    ask asked asks told tell tells ping pinged met meet contact thank thanks cc by with to from and colleague teammate
    boss manager called named wife husband sister brother son daughter mother father mom dad mum friend dog cat
    partner cousin aunt uncle
    """.split()
)


@lru_cache(maxsize=1)
def given_names() -> tuple[frozenset[str], frozenset[str]]:
    """Given names in lower case: those that are nothing else, and those that are common words too."""
    sure, doubtful = _blocks("names.txt")
    return sure, doubtful


@lru_cache(maxsize=1)
def all_given_names() -> frozenset[str]:
    """Given names in lower case, also those that are common words too."""
    return frozenset[str]().union(*given_names())


@lru_cache(maxsize=1)
def known_places() -> tuple[frozenset[str], frozenset[str]]:
    """Places, and companies, in lower case."""
    places, companies = _blocks("places.txt")
    return places, companies


@lru_cache(maxsize=1)
def not_names() -> frozenset[str]:
    """Words that have a capital and name no thing and nobody: days, languages, departments, "You" when it is quoted."""
    (demonyms,) = _blocks("demonyms.txt")
    return _NO_NAMES | demonyms | (FUNCTION_WORDS - all_given_names())


def _blocks(file: str) -> list[frozenset[str]]:
    source = (files(__package__ or __name__) / file).read_text(encoding="utf-8")
    text = "\n".join(line for line in source.splitlines() if not line.startswith("#"))
    return [frozenset(block.split()) for block in text.strip().split("\n\n")]


_ENGLISH_ENDINGS = (
    "s", "ing", "ed", "ion", "ment", "ly", "ness", "ity", "ism", "able", "ible", "ful", "less", "ous", "ive", "al",
    "ic", "ent", "ant", "ence", "ance", "age", "er", "or", "ist", "ship", "hood", "ware",
)  # fmt: skip


@lru_cache(maxsize=4096)
def is_strange(word: str) -> bool:
    """Return true if a word in lower case is no English word as far as we know: no common one, nor built from common
    ones."""
    return len(word) > 3 and word.isalpha() and not word.endswith(_ENGLISH_ENDINGS) and not is_built(word)


_LONGEST_WORD = 40
"""Letters above which a word is not tried as a compound: in scripts without spaces a "word" may fill pages."""


def is_built(word: str) -> bool:
    """Return true if a word is a common one or put together from two of them: "payroll"."""
    cuts = range(3, len(word) - 2) if len(word) <= _LONGEST_WORD else ()
    return is_ordinary(word) or any(is_ordinary(word[:cut]) and is_ordinary(word[cut:]) for cut in cuts)


@lru_cache(maxsize=8192)
def is_coined(word: str) -> bool:
    """Return true if a word in lower case is made up as far as we know: no form of a common one nor built from common
    ones."""
    if len(word) < 3 or is_built(word):
        return False
    stems = (word.removesuffix(ending) for ending in _ENGLISH_ENDINGS if word.endswith(ending))
    return not any(is_built(form) for stem in stems if len(stem) > 2 for form in _forms(stem))


def _forms(stem: str) -> tuple[str, ...]:
    """Return the possible base forms of a word: "caching" is of "cache", "retries" of "retry", "shipping" of "ship"."""
    undoubled = stem[:-1] if stem[-1] == stem[-2] else stem
    return (stem, f"{stem}e", undoubled, f"{stem.removesuffix('e').removesuffix('i')}y")
