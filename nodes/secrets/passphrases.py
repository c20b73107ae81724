"""Passphrases: a row of plain words that is a secret itself, and no sentence about one."""

import re

from memorist.nodes.language.lexical import FUNCTION_WORDS

FEWEST = 3
"""In words; two are as likely a remark ("very long")."""
_DESCRIPTIONS = frozenset(
    """
    long longer short shorter weak strong stronger old new wrong right correctly different same unique secret
    private public random secure safe unsafe known unknown gone lost dead valid invalid empty required optional
    mandatory ours yours theirs written kept set hidden shown word words character characters letter letters digit
    digits sentence line lines minutes hours days weeks months years times minimum maximum least most enough case
    sensitive monthly weekly daily yearly quarterly annually every each always never still already only again
    often now later soon somewhere anywhere nowhere elsewhere upstairs downstairs vault safe keychain keepass
    bitwarden policy manager hash hashes field prompt part example something anything nothing everything nobody
    somebody everybody
    """.split()
)
"""Words that describe a passphrase without being one: "the passphrase is four random words"."""
_ENDINGS = ("ed", "ing", "ly", "able", "ible")


def passphrase_length(said: str) -> int:
    """Return the length of the passphrase after "the passphrase is"; 0: it is only spoken of.

    It ends where a sentence goes on: at "and", "for", "please". "Rotated monthly" and "four random words" describe one.
    """
    words: list[str] = []
    end = 0
    for word in re.finditer(r"\S+", said):
        if word[0].casefold() in FUNCTION_WORDS:
            break
        words.append(word[0].casefold())
        end = word.end()
    spoken_of = len(words) < FEWEST or words[0].endswith(_ENDINGS) or any(word in _DESCRIPTIONS for word in words)
    return 0 if spoken_of else end
