"""Features of a sentence for the model of speech acts: hashed n-grams, the meaning of its words, and the forms in which
people demand things."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.embedders.wordllama import DIMENSION
from memorist.memory_store.embedders.words import loaded_vectors
from memorist.nodes.language.verbs import IRREGULAR_PASTS, NO_PAST
from memorist.nodes.reading.gate.features import lexicon, words_in

BITS = 14
"""The n-grams are hashed into so many bits."""
SIZE = (1 << BITS) + 2 * DIMENSION
"""Number of features: the hashed ones, and two vectors."""
BEGINNING = 4
"""Words at the beginning of a sentence whose meaning counts by itself."""
MEANING = 1.0
"""Weight of the vectors beside the hashed features; chosen by cross-validation."""
LONGEST = 320
"""Characters of a sentence that are looked at."""

_MODALS = frozenset("must may should shall can cannot could would need needs has have gets is are".split())
_NEVERS = frozenset("no never not nobody don't mustn't can't cannot shouldn't won't isn't aren't none nothing".split())
_ALL = frozenset("all every each any everyone everybody anyone anybody nobody everything nothing whoever".split())
_ONLY = frozenset("only always never ever without unless until before after".split())
_TELLS = frozenset(
    "said says say told tells thinks think heard read wrote writes suggested recommends recommend "
    "believes shouted asked "
    "according used forbade banned dreamt wonder imagine pretend suppose film movie story novel book "
    "sign article".split()
)
_FEELS = frozenset(
    "feel feels felt great amazing wonderful awful scared proud happy sad lovely fun tired exhausted "
    "thrilled love loves "
    "awesome beautiful incredible nice sweet excited hard tough relaxing rewarding rough fantastic inspiring".split()
)
_FORGETS = frozenset(
    "forget forgot forgotten forgetting forgets delete deleted erase wipe scrap remove purge unlearn "
    "remember remembering "
    "store stored keep kept save saved memory records".split()
)
_LIFTS = frozenset(
    "lift lifting lifted again anymore longer fine okay ok allowed dropped void revoke cancelled over".split()
)
_SMALL = (
    _MODALS
    | _NEVERS
    | _ALL
    | _ONLY
    | _TELLS
    | _FORGETS
    | _LIFTS
    | frozenset(
        "a an the this that these those i me my we us our you your he him his she her it its they them "
        "their who which what "
        "where when why how if whether because so but and or as at by for from in into of off on out over to up with "
        "under about through be am was were been being do does did will shall may might let not any some "
        "more most very "
        "here there now then than just also too still yet please ever even make sure want wants expect "
        "insist rule rules "
        "policy ban allowed permitted forbidden prohibited banned limits taboo mandatory required own "
        "such no-one none "
        "circumstances account case point exception exceptions until further notice effective henceforth "
        "future going "
        "forward today tomorrow yesterday i'm i've i'd i'll you're you've it's that's there's don't "
        "didn't doesn't yes "
        "used old former back private confidential anywhere from know about everything told mentioned "
        "data note notes "
        "entry record list ask asks first thanks thank sorry oh hey hi ok mind".split()
    )
)
"""Words that show what is done with a sentence, whatever it is about."""
_EPISTEMIC = re.compile(
    r"\b(?:must|can['’]?t|should|may|might|could)\s(?:\w+ly\s|still\s|also\s|all\s)?(?:have|be|feel|love|miss|look)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"]+\"|[“„][^“”]+[“”]|«[^»]+»|»[^«]+«|(?<!\w)'[^']+'(?!\w)")
"""Words that a sentence mentions without saying them: they decide nothing about its act."""
_NUMBER = re.compile(r"\d+")
_PERSONS = {"i": "i", "we": "we", "you": "you", "they": "they"}
_IMPERATIVE_LEADS = frozenset("please always never don't do just also and but so ok oh then kindly not ever".split())


def features(sentence: str) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the places and the values of a sentence's features."""
    cut = sentence[:LONGEST]
    text = _QUOTED.sub("it", cut)
    said = [_NUMBER.sub("0", word) for word in words_in(text)]
    blocks = (
        (set(_grams(said)), 0.7),
        (set(_pieces(said)), 0.4),
        (set(_shapes(said)), 1.6),
        (set(_forms(text, said, mentions=text != cut)), 1.6),
        (set(_cues(text)), 1.4),
    )
    places: list[int] = []
    values: list[float] = []
    for names, weight in blocks:
        if names:
            places.extend(crc32(name.encode()) & ((1 << BITS) - 1) for name in names)
            values.extend([weight / len(names) ** 0.5] * len(names))
    meant = _meaning([word for word in said if word[0].isalnum()])
    places.extend(range(1 << BITS, SIZE))
    return np.array(places, dtype=np.int64), np.concatenate((np.array(values, dtype=np.float32), meant))


def _meaning(words: list[str]) -> NDArray[np.float32]:
    """Return the mean of the words' vectors, of all and of the first few: what is unlike any example in its wording may
    be like one in its meaning."""
    if not words:
        return np.zeros(SIZE - (1 << BITS), dtype=np.float32)
    vectors = loaded_vectors().of(words)
    return np.concatenate((_direction(vectors), _direction(vectors[:BEGINNING]))) * MEANING


def _direction(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    mean = vectors.mean(axis=0)
    length = float(np.linalg.norm(mean))
    return mean / length if length > 0 else mean


_RULE_NOUN = r"(?:rules?|ban|policy|prohibition|restriction|restrictions|freeze|embargo|order|requirement)"
_BASE = r"(?!\w+(?:ed|n)\b)[a-z][\w-]+"
_CUES = {
    "label": (
        r"^\W*(?:[\w'’]+\s){0,4}?(?:rules?|policy|convention|order|important|"
        r"mandatory)(?:\s[\w ]{0,24})?\s?[:–—]"
    ),
    "no thing": (
        r"^\W*(?:absolutely\s|strictly\s)?no\s(?!one\b|doubt|idea|problem|worr|way\b|rush|thanks|"
        r"wonder)[\w-]+"
    ),
    "never do": rf"^\W*(?:please\s|you\s(?:must|should)\s|we\s|and\s|but\s)?never\s(?:ever\s)?{_BASE}",
    "don't do": (
        r"\b(?:don['’]?t|do\snot)\s(?:ever\s)?(?!know|think|like|have|want|mind|understand|remember|"
        r"worry)\w+"
    ),
    "nobody does": (
        r"^\W*(?:nobody|no\sone|none)\s(?:but\s\w+\s)?(?:may|must|is\s(?:allowed|to)|can|"
        r"\w+s\b(?<!ss)(?<!was))"
    ),
    "barred": (
        r"\b(?:forbidden|prohibited|banned|taboo|no[\s-]go|not\s(?:allowed|permitted|an\soption|"
        r"to\sbe)|off[\s-]limits)\b"
    ),
    "keep off": r"\b(?:hands\soff|(?:stay|keep)\s(?:away|out)|refrain\sfrom|leave\s[\w\s]{2,30}alone|steer\sclear)\b",
    "not may": r"\b(?:must|may|shall|should|can)(?:\s(?:not|never)|n['’]t)\b|\bcannot\b",
    "in no case": r"\b(?:under|on|in|at)\s(?:no|any)\s(?:circumstances?|account|case|point|time)\b",
    "duty": r"\b(?:mandatory|compulsory|obligatory|required|has\sto|have\sto|must|needs\sto|is\sto|are\sto)\b",
    "always do": rf"^\W*(?:please\s|you\s(?:must|should)\s)?always\s{_BASE}",
    "all things": r"^\W*(?:all|every|each|any|everyone|everybody|whoever)\s[\w-]+",
    "from now": (
        r"\b(?:from\s(?:now|today|here)\son|henceforth|effective|going\sforward|as\sof|"
        r"until\sfurther\snotice|starting)\b"
    ),
    "no exception": r"\b(?:exceptions?|full\sstop|period|ever|not\seven)\b",
    "I demand": r"\bi\s(?:don['’]t\swant|never\swant|want|expect|insist|forbid|won['’]t\shave)\s(?:you|any|every|no)",
    "only who": (
        r"\bonly\s[\w\s]{2,24}(?:may|can|is|are)\b|\bwithout\s(?:my|a|an|asking|approval|written|"
        r"the)\b|\bask\s(?:me\s)?(?:first|before)\b"
    ),
    "ever": r"\b(?:before|after|whenever|each\stime|every\stime)\b",
    "lift noun": (
        rf"\b{_RULE_NOUN}\b.*\b(?:lifted|void|gone|over|dropped|longer|removed|history|cancelled|"
        rf"off\sthe\stable|any\s?more)\b"
    ),
    "lift verb": (
        rf"\b(?:lift\w*|drop\w*|revoke|cancel|scrap|ignore|forget|take\sback|withdraw|suspend|"
        rf"end)\s(?:the|that|my|our|this)?\s?[\w-]*\s?{_RULE_NOUN}"
    ),
    "may again": r"\b(?:may|can|allowed\sto|free\sto)\b.*\b(?:again|now|from\s(?:now|today)\son)\b",
    "fine now": (
        r"\b(?:is|are|it['’]s)\s(?:fine|okay|ok|allowed|open)\b.*\b(?:again|now|from\s(?:now|"
        r"today)\son)|\b(?:again|now)\W*$"
    ),
    "no longer": r"\bno\s(?:longer|more|need)\b|\bany\s?more\b",
    "rule": rf"\b{_RULE_NOUN}\b",
    "forget it": r"^\W*(?:[\w'’]+[\s,]+){0,4}?(?<!don['’]t )(?<!never )(?<!i )(?<!not )forget\s",
    "forget whose": (
        r"\bforget\s(?:about\s)?(?:my|our|that\s(?:i|my|we|our)|where|how|what\si|who|everything|"
        r"all|the|[A-Z])\b"
    ),
    "not forget": (
        r"\b(?:don['’]?t|do\snot|never|not|won['’]t)\s(?:let\s\w+\s)?(?:ever\s)?forget|\bforg(?:ot|"
        r"otten|ets|etting)\b"
    ),
    "erase whose": (
        r"\b(?:delete|erase|wipe|remove|purge|scrap|strike|drop|clear|scrub)\s(?:out\s)?(?:my|our|"
        r"everything|all|what|that|this|it|the\s(?:entry|note|part|bit|memor))\b"
    ),
    "memory": r"\b(?:your|from|in|of)\s(?:your\s|the\s)?(?:memory|memories|records?|notes|storage)\b|\bon\sfile\b",
    "don't keep": (
        r"\b(?:don['’]?t|do\snot|stop|didn['’]t|not)\s(?:you\sto\s|want\s(?:you\sto\s)?)?(?:keep|"
        r"store|save|remember|retain|hold|stor|sav|remember)\w*"
    ),
    "stored": r"\b(?:stored|saved|kept|deleted|erased|removed|private|confidential)\b",
    "told you": r"\b(?:i|i['’]ve)\s(?:just\s|ever\s)?(?:said|told|mentioned)\b",
    "others": r"\b(?:he|she|they|their|her|his|them|him)\b",
    "reports": (
        r"\b(?:said|says|told\s(?:me|us|her|him)|read|heard|according|thinks?|claims?|used\sto|"
        r"back\sthen|last\s(?:week|year|month)|yesterday)\b"
    ),
    "elsewhere": (
        r"\b(?:in\sthe\s(?:movie|film|story|book|game|novel)|imagine|pretend|suppose|what\sif|"
        r"at\s(?:my|his|her)\s(?:old|former|last))\b"
    ),
    "asks": r"\?\s*$",
    "condition": r"^\W*(?:if|when|maybe|perhaps)\b",
    "I": r"^\W*(?:i|i['’]\w+|my)\s",
    "it": r"^\W*(?:it|that|this|there)(?:['’]s|\s)",
    "feels": r"\b(?:feel|great|amazing|wonderful|awful|scared|proud|happy|sad|lovely|fun|tired|love|awesome|so)\b",
    "now only": r"\b(?:today|tonight|tomorrow|yet|for\snow|this\s(?:one|time)|right\snow|in\smind)\b",
}


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in _CUES.items()}


def _cues(text: str) -> Iterator[str]:
    """The wordings of demands, permissions and wishes, alone and in pairs: few, so that each of them weighs much."""
    found = [name for name, pattern in _patterns().items() if pattern.search(text)]
    yield from (f"!{name}" for name in found)
    yield f"!{' & '.join(found)}" if len(found) < 4 else "!many"


def _grams(said: list[str]) -> Iterator[str]:
    """Single words, pairs, and the first and last words in their place."""
    for first, second in zip(["^", *said], [*said, "$"], strict=True):
        yield second
        yield f"{first} {second}"
    yield f"^{' '.join(said[:2])}"
    yield f"^{' '.join(said[:3])}"
    yield f"{' '.join(said[-2:])}$"


def _shapes(said: list[str]) -> Iterator[str]:
    """Runs of two to four words in which only the small words are spelled out, so that the topic does not matter."""
    shape = ["^", *(word if word in _SMALL or not word[0].isalnum() else _ending(word) for word in said), "$"]
    for size in (2, 3, 4):
        for at in range(len(shape) - size + 1):
            yield f"@{' '.join(shape[at : at + size])}"
    yield f"@^{' '.join(shape[1:6])}"
    small = [word for word in shape if word in _SMALL]
    for first, second in pairwise(small):
        yield f"@{first} … {second}"


def _ending(word: str) -> str:
    """The grammatical form of a word, as far as its ending shows it."""
    if word[0].isdigit():
        return "0"
    if word in IRREGULAR_PASTS or (word.endswith("ed") and len(word) > 4 and word not in NO_PAST):
        return "Xed"
    for end in ("ing", "ly", "ies", "s"):
        if word.endswith(end) and len(word) > len(end) + 2 and not word.endswith("ss"):
            return f"X{'s' if end == 'ies' else end}"
    return "X"


def _pieces(said: list[str]) -> Iterator[str]:
    """Beginnings and endings of longer words, so that unknown forms of known words count."""
    for word in said:
        if len(word) > 4:
            yield f"<{word[:4]}"
            yield f"{word[-3:]}>"


def _forms(text: str, said: list[str], *, mentions: bool) -> Iterator[str]:
    """Return the features of a sentence: the subject, the demand and its form, the tense, and signs that it is
    not said in earnest."""
    lists, known = lexicon(), frozenset(said)
    words = [word for word in said if word[0].isalnum()]
    lead = next((word for word in words if word not in _IMPERATIVE_LEADS), "")
    first = words[0] if words else ""
    yield f"#length {min(len(words) // 3, 7)}"
    persons = " ".join(name for name in _PERSONS if not known.isdisjoint(lists[name]))
    past = any(w in IRREGULAR_PASTS or (w.endswith("ed") and len(w) > 4 and w not in NO_PAST) for w in words)
    groups = {
        "modal": _MODALS,
        "never": _NEVERS,
        "all": _ALL,
        "only": _ONLY,
        "tells": _TELLS,
        "feels": _FEELS,
        "forgets": _FORGETS,
        "lifts": _LIFTS,
        "people": lists["people"],
        "hedged": lists["hedged"],
    }
    present = [name for name, group in groups.items() if not known.isdisjoint(group)]
    yield from (f"#{name}" for name in present)
    yield f"#persons {persons}"
    asks = text.rstrip().endswith("?")
    subject = _subject(words)
    yield f"#subject {subject}"
    for name, so in (
        ("asks", asks),
        ("past", past),
        ("shouts", text.rstrip().endswith("!")),
        ("quotes", mentions),
        ("epistemic", _EPISTEMIC.search(text) is not None),
        ("command", lead in lists["task_verbs"]),
    ):
        if so:
            yield f"#{name}"
            yield f"#{name} {subject}"
    for name in present[:5]:
        yield f"#{name} {subject} {past}"
        yield f"#{name} {first if first in _NEVERS | _ALL | _ONLY else '-'} {past}"
    yield f"#kind {subject} {past} {asks} {'never' in present} {'all' in present}"
    for at, word in enumerate(words[:12]):
        if word in _MODALS:
            following = words[at + 1 : at + 3]
            yield f"#demand {subject} {word} {'not' if not _NEVERS.isdisjoint(following) else ''}"


def _subject(words: list[str]) -> str:
    """The kind of word that a sentence begins with, which mostly is its subject or its verb."""
    lists = lexicon()
    for word in words[:4]:
        if word in _IMPERATIVE_LEADS:
            continue
        for name in ("i", "we", "you", "they"):
            if word in lists[name]:
                return name
        if word in _NEVERS:
            return "never"
        if word in _ALL:
            return "all"
        if word in {"it", "that", "this", "there", "it's", "that's", "there's"}:
            return "it"
        if word in lists["asking"]:
            return "asks"
        if word in lists["task_verbs"]:
            return "verb"
        return "ing" if word.endswith("ing") else "other"
    return "lead"
