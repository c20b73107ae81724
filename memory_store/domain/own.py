"""What a person says of himself: his alone, wherever whose a statement is decides what may become of it.

The one who speaks is called "User" at the beginning of a memory and "the user" inside it. The users of what is being
built are called so too; a sentence is told of the speaker where he is who it is about, not where it merely names users.
"""

import re

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory

SPEAKER = "user"
"""What the one who speaks is called in claims."""
PERSONAL = "personal"
"""Tag of what a person says of himself: others of his group are told it by his name only, and only if they ask."""
_FIRST_PERSON = re.compile(
    r"^\W*(?:(?:btw|fyi|so|well|and|ok|okay|also|honestly|personally|actually|yes|no|but)\W+)*"
    r"(?:i|i['’](?:m|ve|ll|d)|im|ive|my|mine|me|myself)\b|\b(?:i['’]m|i\sam|i\shave|i['’]ve)\b",
    re.IGNORECASE,
)
"""A sentence in the speaker's own words that is about himself."""

_NAMED_AFTER_USERS = (
    "access account acceptance action activity activities agent api avatar base content count credential data database "
    "directory directories doc documentation endpoint entity entities event experience feedback field file flow folder "
    "group guide id image input interface interview journey level list login management manual menu model name object "
    "onboarding page password permission pool preference privilege profile query queries record registration research "
    "right role schema service session setting sign-up signup space statistic stats storage store story stories study "
    "studies support table test testing token type upload view"
).split()
"""What is named after the users of a product: a user table is a table."""
_COMPOUNDS = rf"(?:{'|'.join(_NAMED_AFTER_USERS)})s?(?![\w'’])"
_MANY = r"[a-z-]+s\s(?:are|were|have|must|should|can|cannot|may|will|do|need|get|go|live|expire|log|see)\b"
"""User dashboards are cached: several things, and no sentence about one person."""
_HE = rf"[Uu]ser(?=['’]s\b|\s(?!{_COMPOUNDS}|{_MANY})|[.,;:!?)]|$)"

USER = re.compile(rf"(?<![\w-])(?:[Tt]he\s)?{_HE}")
""" "User", "the user" and "the user's", where a person is meant and no thing that is named after users."""
_FIRST = re.compile(rf"^\W*(?:Asked\s\"[^\"]*\"[^:\"]*:\s)?(?:[Tt]he\s)?{_HE}")
_LEAD = (
    r"(?!(?:if|when|whenever|once|unless|until|till|before|after|while|where|wherever|as|so|because|since\s(?:the|we|our)|in\scase|"
    r"every\stime|never|always|make|let|show|ask|tell|give|only|do|don['’]t)\b)[^.;:!?]{2,60}?[\s,]"
)
_WISHES = (
    r"(?:wants?|wish(?:es)?|likes?|loves?|prefers?|needs?|hates?|dislikes?|enjoys?|expects?|appreciates?|favou?rs?|insists?|"
    r"would\s(?:like|love|prefer|rather|appreciate)|can(?:not|['’]t)\s(?:stand|bear)|"
    r"(?:does|did)\s(?:not|n['’]t)\s(?:want|like|need|wish|enjoy|expect))\b"
)
_FURTHER_IN = re.compile(
    rf"^{_LEAD}the\suser\s(?:(?:really|always|also|only|still|now|just|usually|mostly|generally)\s)*{_WISHES}",
    re.IGNORECASE,
)
"""From now on the user wants long answers: he wishes it. "If the user wants a refund" speaks of anybody."""


def tells_of_user(content: str) -> bool:
    """Whether a sentence tells of the one who said it, in his own words or about "User"."""
    return bool(_FIRST.match(content) or _FIRST_PERSON.search(content) or _FURTHER_IN.match(content))


def is_own(content: str, *, subject: str | None = None, user: str | None = None) -> bool:
    """Whether a statement is one that a person makes of himself.

    Args:
        content: the sentence.
        subject: that of its claim, if it makes one.
        user: the person's name, where it is known: "zoe and family live in Graz" is zoe's own.
    """
    if subject is not None and folded(subject) == SPEAKER:
        return True
    named = user is not None and re.match(rf"{re.escape(user)}(?:['’]s)?(?!\w)", content, re.IGNORECASE) is not None
    return named or tells_of_user(content)


def says_of_himself(memory: Memory) -> bool:
    """Whether a memory is what the person whose it is says of himself."""
    subject = memory.claim.subject if memory.claim is not None else None
    return is_own(memory.content, subject=subject, user=memory.scope.user_id)


def person_of(memory: Memory) -> str | None:
    """Who said a memory of himself; null for what is everybody's, and where nobody is named."""
    return memory.scope.user_id if says_of_himself(memory) else None


def named_instead(content: str, name: str) -> str:
    """The sentence with a person's name where it says "User", "the user" or "the user's"."""
    return USER.sub(lambda _: name, content)
