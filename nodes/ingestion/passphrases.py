"""Passphrases: a row of plain words that is a secret itself, and no sentence about one."""

import re
from functools import cache

from memorist.nodes.ingestion.vocabulary import phrases_of
from memorist.nodes.language.lexical import FUNCTION_WORDS

FEWEST = 3
"""In words; two are as likely a remark ("very long")."""
_ENDINGS = ("ed", "ing", "ly", "able", "ible")


def passphrase_length(said: str) -> int:
    """How many characters of what follows "the passphrase is" are the passphrase itself; 0: it is only spoken of.

    It ends where a sentence goes on: at "and", "for", "please". "Rotated monthly" and "four random words" describe one.
    """
    words: list[str] = []
    end = 0
    for word in re.finditer(r"\S+", said):
        if word[0].casefold() in FUNCTION_WORDS:
            break
        words.append(word[0].casefold())
        end = word.end()
    spoken_of = len(words) < FEWEST or words[0].endswith(_ENDINGS) or any(word in _about() for word in words)
    return 0 if spoken_of else end


@cache
def _about() -> frozenset[str]:
    return frozenset(phrases_of("said of secrets"))
