"""A wish to forget: whose words are meant, and which; memories tell them in the third person."""

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.private_life import alike
from memorist.memory_store.domain.visibility import person_of, says_of_himself
from memorist.nodes.language.lexical import FUNCTION_WORDS, stem
from memorist.nodes.reading.forget_request import POINTS_BACK

Whose = Literal["mine", "ours", "anybody's"]


class Wish(NamedTuple):
    """A wish to forget, parsed.

    Args:
        text: its words, as they are searched for in stored texts.
        whose: the speaker's own, their team's, or anybody's.
        words: its content words in lower case; empty where it names nothing in particular ("everything", "me").
    """

    text: str
    whose: Whose
    words: tuple[str, ...]


_ABOUT = re.compile(
    r"^(?:(?:please\s)?(?:forget|delete|erase)\s)?(?:(?:that|about\sthe\sfact\sthat|the\sfact\sthat)\s(?=\S+\s\S+\s\S)|"
    r"(?:everything|anything|all|whatever|what)(?:\s(?:that\s)?(?:you|i|we)\s[\w\s]{2,30}?)?\s(?:about|of|on)\s|about\s)",
    re.IGNORECASE,
)
_MINE = re.compile(r"\b(?:i|i['’]\w+|me|my|mine|myself)\b(?!/)", re.IGNORECASE)
_OURS = re.compile(r"\b(?:we|we['’]\w+|us|our|ours)\b", re.IGNORECASE)
_DETERMINER = re.compile(r"^(?:(?:my|our|the|an?|this|that|these|those)\s+)+", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_](?:[\w'’.@+-]*\w)?")
_EMPTY = FUNCTION_WORDS | frozenset(
    "am mine much many user users team own still ever always never usually really thing things stuff".split()
)
_ASKING = frozenset(
    "forget forgot forgotten delete erase wipe scrap remove purge unlearn remember store stored keep kept save "
    "saved memory memories record records note notes file take back please pls act told tell said say mentioned "
    "mention want anymore again now all any whatever wherever ever out off know everything anything thing stuff "
    "part bit one ones bring come turn make let reminded like hold drop lose strike get rid don't doesn't didn't won't "
    "wouldn't couldn't can't i'd i'll i'm you're you'd rather".split()
)
"""Words with which people ask to forget, whatever it is."""
_HEADS = frozenset("team user users i me myself data everything".split())
"""Words that occur in nearly every memory: a wish that consists of one of them names nothing in particular."""
_OTHER_ADDRESSES = frozenset("email e-mail mail ip mac web wallet".split())
SHORTEST_ROOT = 5
_LONGEST_ENDING = 4


def wish_of(said: str) -> Wish:
    """Read a wish: "my phone number", "where I live", "everything about Redis", "our deploy key"."""
    text = _ABOUT.sub("", " ".join(said.split()).strip(" \"'“”‘’")).rstrip(".!?")
    whose: Whose = "mine" if _MINE.search(text) else "ours" if _OURS.search(text) else "anybody's"
    bare = _DETERMINER.sub("", text)
    words = tuple(word for word in map(_plain, _words(bare)) if word not in _EMPTY)
    names_nothing = not bare or folded(bare) in _HEADS
    return Wish(text if whose == "mine" or names_nothing else bare, whose, () if names_nothing else words)


def says_nothing(wish: Wish) -> bool:
    """Return true if a wish has only words that are in every text ("the", "of it"): it names nothing to erase."""
    bare = _DETERMINER.sub("", wish.text)
    return not wish.words and wish.whose == "anybody's" and bool(bare) and folded(bare) not in _HEADS


def words_spoken_of(said: str) -> tuple[str, ...]:
    """Return the content words of a message in which somebody asks to forget, without those that merely ask."""
    words = (word for word in map(_plain, _words(said)) if word not in _EMPTY and word not in _ASKING)
    return tuple(dict.fromkeys(words))


def refers_back(request: str) -> bool:
    """Return true if a request names nothing but what was said right before it: "please take that out again"."""
    first = re.split(r"[,;:–—]\s", request, maxsplit=1)[0]
    return POINTS_BACK.search(first) is not None and not words_spoken_of(first)


def means(wish: Wish, memory: Memory, user: str | None) -> bool:
    """Return true if a memory tells, in the third person, what a wish about the speaker or their team names.

    "My allergy" means "User is allergic to nuts", and not "User's son is allergic to cats". False for a wish that is
    about neither: that is found by its own words.
    """
    if memory.is_entity or memory.type.startswith("model:"):
        return False
    if wish.whose == "mine":
        about = says_of_himself(memory) and (user is None or person_of(memory) in (None, user))
        head = _USER
    elif wish.whose == "ours":
        about, head = bool(_TEAM.match(memory.content)), _TEAM
    else:
        return False
    if not about:
        return False
    if not wish.words:
        return wish.whose == "mine" and folded(wish.text) in _HEADS
    told = [(memory.content, head)]
    if memory.claim is not None and folded(memory.claim.subject) in ("user", "team"):
        told.append((f"User {memory.claim.predicate.replace('_', ' ')} {memory.claim.object}", _USER))
    return any(_tells(wish.words, text, head) for text, head in told)


def probes(wish: Wish) -> tuple[str, ...]:
    """Lower-case fragments to search with: every memory that the wish can mean contains at least one of them."""
    if not wish.words:
        return ("user",) if wish.whose == "mine" else ()
    rarest = min(wish.words, key=lambda word: (len(alike(word)), -len(word)))
    return tuple(sorted({stem(word)[:SHORTEST_ROOT] for word in alike(rarest)}))


_USER = re.compile(r'^(?:Asked "[^"]*"[^:"]*:\s)?(?:[Tt]he\s)?[\w.-]+(?P<owns>[\'’]s)?\s')
_TEAM = re.compile(r"^(?:[Tt]he\s|[Oo]ur\s)?[Tt]eam(?P<owns>['’]s)?\s")


_VERB = re.compile(
    r"\s(?:is|are|was|were|has|have|had|will|would|can|must|should|does|did|goes|go|went|got|lives?|works?|likes?|starts?|ends?)\b",
)


def _tells(words: Sequence[str], text: str, head: re.Pattern[str]) -> bool:
    """Return true if the words stand next to each other in a text, in any order, and belong to its subject.

    In "User's son is allergic to cats" only "son" belongs to the user; "allergic" does not.
    """
    begins = head.match(text)
    rest = text[begins.end() :] if begins else text
    tokens = [token for token in _words(rest) if _plain(token) not in _EMPTY]
    owned = len(tokens)
    if begins and begins["owns"] and (verb := _VERB.search(rest)):
        owned = len([token for token in _words(rest[: verb.start()]) if _plain(token) not in _EMPTY])
    for start in range(min(owned, len(tokens) - len(words) + 1)):
        block = tokens[start : start + len(words)]
        before = tokens[start - 1] if start else ""
        other_address = block == ["address"] and before in _OTHER_ADDRESSES
        if _one_to_one(words, block) and not before.endswith("'s") and not other_address:
            return True
    return len(words) == 1 and any(" " in phrase and phrase in folded(rest) for phrase in alike(words[0]))


def _one_to_one(words: Sequence[str], block: Sequence[str]) -> bool:
    left = list(block)
    for word in words:
        fitting = next((token for token in left if akin(word, _plain(token))), None)
        if fitting is None:
            return False
        left.remove(fitting)
    return True


def akin(word: str, token: str) -> bool:
    """Return true if a word of a wish and a token of a memory mean the same: one root, or listed as alike."""
    if stem(word) == stem(token) or token in alike(word):
        return True
    root = 0
    while root < min(len(word), len(token)) and word[root] == token[root]:
        root += 1
    return root >= SHORTEST_ROOT and max(len(word), len(token)) - root <= _LONGEST_ENDING


def holds_word(word: str, text: str) -> bool:
    """Return true if a text says a word of a wish, in whatever form."""
    return any(akin(word, _plain(token)) for token in _words(text))


def _plain(token: str) -> str:
    return token.removesuffix("'s")


def _words(text: str) -> list[str]:
    return [token.replace("’", "'") for token in _TOKEN.findall(text.casefold())]
