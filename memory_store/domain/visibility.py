"""Personal statements: visible only to the person who made them.

The one who speaks is called "User" at the beginning of a memory and "the user" inside it. The users of what is being
built are called so too; a sentence is told of the speaker where it is about them, not where it merely names users.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from memorist.memory_store.domain.clauses import is_clause, leaves_out_the_speaker
from memorist.memory_store.domain.concern import concerns_others
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.private_life import private_theme
from memorist.memory_store.domain.sentences import sentences_in

SPEAKER = "user"
"""Name of the speaker in claims."""
ASSISTANT = "assistant"
"""Speaker of an agent's answers."""
TOOL = "tool"
"""Speaker of what a tool returned to an agent."""
NO_PEOPLE = frozenset({ASSISTANT, TOOL})
"""Speakers of what no person says."""
PERSONAL = "personal"
"""Tag of personal statements: others in the group see them only with the author's name, and only if they ask."""
CONFIDED = "confided"
"""Tag of statements that their author wants nobody to be told: others see them only if they heard them."""
_FIRST_PERSON = re.compile(
    r"^\W*(?:(?:btw|fyi|so|well|and|ok|okay|also|honestly|personally|actually|yes|no|but)\W+)*"
    r"(?:i|i['’](?:m|ve|ll|d)|im|ive|my|mine|me|myself)\b|\b(?:i['’]m|i\sam|i\shave|i['’]ve)\b",
    re.IGNORECASE,
)
"""A sentence in the speaker's own words about the speaker."""

_NAMED_AFTER_USERS = (
    "access account acceptance action activity activities agent api avatar base content count credential data database "
    "directory directories doc documentation endpoint entity entities event experience feedback field file flow folder "
    "group guide id image input interface interview journey level list login management manual menu model name object "
    "onboarding page password permission pool preference privilege profile query queries record registration research "
    "right role schema service session setting sign-up signup space statistic stats storage store story stories study "
    "studies support table test testing token type upload view"
).split()
"""Words that behind "user" name a thing and no person ("user table")."""
_COMPOUNDS = rf"(?:{'|'.join(_NAMED_AFTER_USERS)})s?(?![\w'’])"
_MANY = r"[a-z-]+s\s(?:are|were|have|must|should|can|cannot|may|will|do|need|get|go|live|expire|log|see)\b"
"""A plural and a verb behind "user": a sentence about things ("user dashboards are cached") and no person."""
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
"""A wish of the user behind an opening: "from now on the user wants …", but not "if the user wants …" (anybody)."""


def tells_of_user(content: str) -> bool:
    """Return true if a sentence tells of the one who said it, in their own words or about "User"."""
    return bool(_FIRST.match(content) or _FIRST_PERSON.search(content) or _FURTHER_IN.match(content))


def is_own(content: str, *, subject: str | None = None, user: str | None = None) -> bool:
    """Return true if a statement is one that a person makes about themselves.

    Args:
        content: the sentence.
        subject: that of its claim, if it makes one.
        user: the person's name, where it is known: "zoe and family live in Graz" is zoe's own.
    """
    if subject is not None and folded(subject) == SPEAKER:
        return True
    named = user is not None and re.match(rf"{re.escape(user)}(?:['’]s)?(?!\w)", content, re.IGNORECASE) is not None
    return named or tells_of_user(content) or (subject is None and answers_about_himself(content))


_QUESTION = re.compile(r"^\W*(?:Asked\s\"(?P<quoted>[^\"]*)\"|agent:\s(?P<told>[^\n]*)\n)")
"""A question that is kept with its answer: in a memory, or in a raw dialogue."""
_YOU = re.compile(
    r"\b(?:you|your|yours|yourself|du|dir|dich|dein\w*|Sie|Ihnen|Ihr\w*|vous|votre|vos|tu|tus?|usted)\b", re.IGNORECASE
)
_YOU_ALL = re.compile(
    r"\b(?:you\s(?:all|guys|two|both)|your\s(?:team|company|project|product|repo\w*|stack|service|app|code\w*|customers?|users?)|"
    r"(?:do|did|will|would|should|can)\syou\s(?:currently\s|usually\s|now\s|still\s|all\s)?(?:use|run|deploy|host|ship|build|test|store|"
    r"keep|track|release|version|support|log|monitor|manage|handle|name|call|format|lint|review|merge))\b",
    re.IGNORECASE,
)
"""Words that put a question to somebody as a member of a team and not about themselves."""


def answers_about_himself(content: str) -> bool:
    """Return true if a text is an answer to a question that was put to somebody about themselves."""
    found = _QUESTION.match(content)
    asked = (found["quoted"] or found["told"]) if found else ""
    return _YOU.search(asked) is not None and _YOU_ALL.search(asked) is None


_WE = re.compile(r"\b(?:we|us|our|ours|team|wir|uns|unser\w*|nous|notre|nos|nosotros|nuestr\w+)\b", re.IGNORECASE)


def rests_on_himself(statement: str, quote: str, said: str, kind: str) -> bool:
    """Return true if a statement without a name is a personal one, by the words that it rests on.

    Args:
        statement: what was made of it; "Insulin twice a day" tells of nobody by itself.
        quote: the words it was read from; empty where it sums the whole input up.
        said: the whole input, as it is kept.
        kind: the kind of input.
    """
    if _WE.search(statement):
        return False
    if not quote:
        return kind in {"dialogue", "ritual"} and is_personal_input(said, kind)
    if kind == "turn" and not is_clause(quote) and not concerns_others(quote):
        return is_personal_input(said, kind)
    return in_first_person(quote) or (kind == "dialogue" and answers_about_himself(said))


_MEMORY_OF_USER = re.compile(
    rf"(?:^\W*|:\s)(?:[Tt]he\s)?{_HE}(?!\s(?:clicks?|enters?|selects?|opens?|submits?|presses|types?|logs?|signs?|sees?|scrolls?|"
    r"navigates?|uploads?|downloads?|taps?|chooses|confirms?|receives?|must|shall|should|can(?:not)?|may|might|will|would\sbe|is\s"
    r"(?:redirected|shown|asked|prompted|logged|notified|able|allowed|taken|sent|given|presented)|gets?|closes?|fills?|hits?)\b)"
)
"""A sentence that tells of a person as memories do ("User prefers tea"), and not what users of a product do."""

_SPEAKER = re.compile(
    r"(?:^|[\s,;(¿¡])(?:I|i|I['’](?:m|ve|d|ll)|i['’](?:m|ve|d|ll)|[Mm]y|[Mm]ine|[Mm]e|[Mm]yself|[Ii]ch|[Mm]ein(?:e[nrms]?)?|[Mm]ir|"
    r"[Jj]e|[Mm]on|[Mm]oi|[Yy]o|[Mm]i|[Mm]is|[Ss]oy|[Tt]engo|"
    r"[Ii]o|[Hh]o|[Mm]io|[Mm]ia|[Mm]iei|[Ss]ono|[Ee]u|[Tt]enho|[Mm]eu|[Mm]inha|[Jj]ag|[Jj]eg|[Ii]k|[Mm]ijn|"
    r"[Mm]am|[Jj]estem|[Mm]ój|[Mm]oja|[Mm]oje|"
    r"[Яя]|[Мм]ой|[Мм]оя|[Мм]оё|[Мм]ои|[Мм]не|[Уу] меня|我|私|저는|나는)(?=[\s,.;:!?)’']|$|[^\x00-\x7f])"
    r"|(?<![\w'’])[Jj]['’](?=\w)"
)
"""Words by which somebody speaks about themselves."""
TEAM = frozenset(
    {"team", "we", "us", "the team", "our team", "everyone", "everybody", "company", "household", "family"}
)
"""Subjects of claims that are about all of a group."""
STAND_INS = frozenset({SPEAKER, "the user", "team", "the team", "our team", "we", "us"})
"""Words for the speaker in memories: no names of anybody."""
_OWN_TYPES = frozenset({"semantic:preference", "model:user", "model:self", "model:relationship"})


@lru_cache(maxsize=8_192)
def in_first_person(content: str) -> bool:
    """Return true if somebody speaks about themselves in their own words."""
    return bool(_SPEAKER.search(content))


def tells_of_private_life(content: str) -> bool:
    """Return true if somebody tells of their own private life: health, family, money, belief."""
    return in_first_person(content) and private_theme(content) is not None


def is_personal(
    content: str, *, type_: str, user: str | None, claim: Mapping[str, Any] | None = None, tags: tuple[str, ...] = ()
) -> bool:
    """Return true if a statement is about the person who made it, and not about the team or the world, or is
    confided."""
    if CONFIDED in tags:
        return True
    if type_ == "semantic:hard_rule":
        return False
    if PERSONAL in tags:
        return True
    return _about_himself(content, type_, user or None, str(claim["subject"]) if claim else None)


@lru_cache(maxsize=16_384)
def _about_himself(content: str, type_: str, user: str | None, subject: str | None) -> bool:
    if subject in TEAM or type_.startswith("entity:"):
        return False
    if type_ not in _OWN_TYPES and concerns_others(content):
        return False
    of_himself = is_own(content, subject=subject, user=user) or in_first_person(content)
    return of_himself or type_ in _OWN_TYPES or leaves_out_the_speaker(content)


def may_see(viewer: str | None, memory: Memory) -> bool:
    """Return true if somebody may see a memory unasked: personal statements are their author's, unless
    shared.

    ``viewer`` is null for whoever acts for the whole group.
    """
    whose = memory.scope.user_id
    if viewer is None or whose in (None, viewer) or memory.promoted_to_shared:
        return True
    claim = memory.claim.model_dump(mode="json") if memory.claim is not None else None
    return not is_personal(memory.content, type_=memory.type, user=whose, claim=claim, tags=memory.tags)


type Private = Sequence[int] | None
"""Places of the sentences of a raw input that were judged to be its speaker's own affair; null: nobody judged."""


def may_see_words(
    viewer: str | None, speaker: str | None, content: str, kind: str = "turn", private: Private = None
) -> bool:
    """Return whether somebody may see all of a raw input: no sentence of it is another person's own."""
    return viewer is None or speaker in (None, viewer) or not is_personal_input(content, kind, speaker, private)


PERSONAL_DOCUMENT = "personal_document"
"""Kind of a document that another memory kept for one person alone."""
ANNOTATIONS = "\n\nAnnotations:\n"
"""In a raw document: what stands behind it are a reader's own words about it."""
ANSWERED = "answered"
"""Kind of what an agent said to a person, for :func:`is_personal_input`."""
_WHOLE = frozenset({"dialogue", "ritual", "manual", "feedback", ANSWERED})
"""Kinds that are one person's or anybody's as a whole: their sentences lean on each other."""
_EVENT = re.compile(r"^\[\S+\]\s\S+?:\s")
"""Text that an observation puts before the words of each event."""
NOTE, STORED_NOTE = "agent.note", "store.put"
"""Names of the events by which an agent notes something, maybe of the person whom it serves."""
_NOTED = re.compile(rf"^\[\S+\]\s(?:{re.escape(NOTE)}|{re.escape(STORED_NOTE)}):\s")
_LEANS = re.compile(
    r"^\W*(?:(?i:it|its|this|that|these|those|he|she|his|her|they|their|due|since|until|because|also|and|or|but|so|then|"
    r"in|on|at|by|for|from|with|about)\b|[a-zäöü\d])"
)
"""Beginnings of sentences that are understood only with the one before, and are as private as that."""


def words_noted(content: str) -> str | None:
    """Return the words of an observation that begins with a note of an agent; null for any other."""
    found = _NOTED.match(content)
    return content[found.end() :] if found else None


def leans(sentence: str) -> bool:
    """Return true if a sentence is understood only with the one before."""
    return _LEANS.search(sentence) is not None


_ITEM = re.compile(r"\W*(?:[-*•–‣◦+]|\(?\w{1,2}[.)])\s")
"""Beginning of an item of a list."""


def is_personal_input(content: str, kind: str, user: str | None = None, private: Private = None) -> bool:
    """Return whether a raw input of a kind holds anything that is its giver's own affair."""
    return _is_personal_by_its_words(content, kind, user) if private is None else bool(private)


@lru_cache(maxsize=16_384)
def _is_personal_by_its_words(content: str, kind: str, user: str | None) -> bool:
    """Return whether a raw input that nobody judged holds anything that its giver says about themselves, maybe by name.

    A document that was kept for one person alone (:data:`PERSONAL_DOCUMENT`) is theirs entirely. An outcome of a
    procedure is about the work.
    """
    if kind == PERSONAL_DOCUMENT:
        return True
    if kind == "procedure_outcome":
        return False
    if kind not in _WHOLE:
        return any(_is_private(sentence, kind, user) for sentence in sentences_in(content))
    told_to_him = kind == ANSWERED and _YOU.search(content) is not None
    return in_first_person(content) or is_own(content, user=user) or told_to_him


def words_for_others(content: str, kind: str, user: str | None = None, private: Private = None) -> str:
    """Return the sentences of a raw input that are not its giver's own; empty where nothing is left for others.

    What stands beside private words must concern others by itself, or say something without them: "Due in June." and
    the items of a list go with "I'm pregnant:".
    """
    if not is_personal_input(content, kind, user, private):
        return content
    if private is not None:
        return " ".join(one for place, one in enumerate(sentences_in(content)) if place not in private)
    if kind in _WHOLE or kind == PERSONAL_DOCUMENT:
        return ""
    return ("\n" if kind == "observation" else " ").join(_beside_private_words(content, kind, user))


def _beside_private_words(content: str, kind: str, user: str | None) -> Iterator[str]:
    """The sentences of an input that stand alone, without the items of a list below private words."""
    in_list = False
    for one in sentences_in(content):
        private = _is_private(one, kind, user)
        in_list = private or (in_list and _ITEM.match(one) is not None)
        if not private and (not in_list or concerns_others(one)) and _stands_alone(one, kind):
            yield one


def _stands_alone(sentence: str, kind: str) -> bool:
    said = _EVENT.sub("", sentence) if kind == "observation" else sentence
    return concerns_others(said) or (is_clause(said) and not (leans(said) or private_theme(said)))


def _is_private(sentence: str, kind: str, user: str | None) -> bool:
    """Return whether a sentence is its giver's own.

    In a document "the user" is mostly whoever uses a product: it tells of its owner where it reads as a memory does.
    """
    said = _EVENT.sub("", sentence) if kind == "observation" else sentence
    if kind == "document":
        of_himself = in_first_person(said) or _MEMORY_OF_USER.search(said) is not None
    else:
        of_himself = in_first_person(said) or is_own(said, user=user) or leaves_out_the_speaker(said)
    return of_himself and not concerns_others(said)


def says_of_himself(memory: Memory) -> bool:
    """Return true if a memory is a personal statement of its owner."""
    subject = memory.claim.subject if memory.claim is not None else None
    return is_own(memory.content, subject=subject, user=memory.scope.user_id)


def person_of(memory: Memory) -> str | None:
    """Return the person who made a personal statement; null for what is everybody's, and if nobody is named."""
    return memory.scope.user_id if says_of_himself(memory) else None


def named_instead(content: str, name: str) -> str:
    """The sentence with a person's name where it says "User", "the user" or "the user's"."""
    return USER.sub(lambda _: name, content)
