"""A reply that nobody understands alone, told with what it is about: the question it answers, or what was said before.

``Asked "who will set it up": Ludovic`` and ``About "the site is slow": only on mobile``: the earlier sentence stands
beside the reply in one form, so that both are found and read together.
"""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Statement, Utterance
from memorist.nodes.ingestion.extract.alone import begins_with_bound, hinges, is_elliptic, is_number, stands_alone
from memorist.nodes.ingestion.extract.asked_and_said import told_with_question
from memorist.nodes.ingestion.extract.fillers import without_fillers
from memorist.nodes.ingestion.extract.numbered import numbered
from memorist.nodes.ingestion.gate_rules import ASKING, IN_HAND, NOISE, PLAIN, REQUEST, is_hypothetical
from memorist.nodes.ingestion.pasted import FENCED
from memorist.nodes.ingestion.sentences import segments_of
from memorist.nodes.language.chat import spelled_out
from memorist.nodes.language.names import find_names
from memorist.nodes.language.repeated import REPEATS
from memorist.nodes.language.words import lower_first, stems

_FEWEST, _MOST = 4, 30
"""In words: less names no topic, more is no topic but a story."""
_LONGEST_LOOKED_AT = 2_000
"""Characters of what was asked."""
_SHORTEST = 4
"""In words: what is shorter says little without what it answers."""


def told_with_topic(statement: Statement, before: Sequence[Utterance]) -> str | None:
    """A reply with the question it answers, or with what its pronoun takes up; null where it stands alone.

    Args:
        statement: the first of its turn that says something.
        before: the turns before, oldest first.
    """
    said = without_fillers(statement.resolved)
    whole = stands_alone(said) and not is_elliptic(said) and not begins_with_bound(said)
    if not before or REPEATS.match(said) or (whole and not _replies_shortly(said, before[-1])):
        return None
    # Of several questions nobody knows which one a reply is to: what could be told was told with its own.
    if (
        before[-1].role == "assistant"
        and not numbered(before[-1].content[-_LONGEST_LOOKED_AT:])
        and (told := told_with_question(before[-1].content, statement.resolved, before[:-1]))
    ):
        return told
    if whole or statement.verdict.category == "fragment" or not (hinges(said) or is_number(said)):
        return None
    topic = _last_told(before) or _last_asked(before)
    return f'About "{topic}": {lower_first(said.strip(" .!"))}' if topic else None


def _replies_shortly(said: str, asked: Utterance) -> bool:
    """Whether a few words answer a question: "spoils act 3" to "did he give a reason?".

    Not where the question has been made a statement of: "I am not vegetarian".
    """
    if asked.role != "assistant" or not asked.content.rstrip().endswith("?") or len(said.split()) > _SHORTEST:
        return False
    return not (_I_AM.match(said) and stems(said) <= stems(asked.content))


_I_AM = re.compile(r"i\sam\s", re.IGNORECASE)


def is_greeting(statement: Statement) -> bool:
    """Whether a statement says no more than "good morning", "yes" or "thanks": what comes behind it replies."""
    return statement.verdict.category in {"confirmation", "thanks", "greeting", "small_talk", "empty"}


def answers_question(text: str, before: Sequence[Utterance]) -> bool:
    """Whether a piece that is no statement answers what was just asked: "my niece" to "is Oona part of the team?"."""
    return bool(before) and before[-1].role == "assistant" and told_with_question(before[-1].content, text) is not None


def _states_nothing(text: str) -> bool:
    """Whether a piece is noise, a question, a task or a mere possibility."""
    rules = (*NOISE, *ASKING, REQUEST, IN_HAND, *PLAIN)
    return is_hypothetical(text) or any(rule.action == "skip" and rule.decides(text) for rule in rules)


_PRONOUN = re.compile(r"\b(?:it|that|this|they|them|those|these|he|she)\b", re.IGNORECASE)


_POINTS_BACK = re.compile(r"(?:that|this|it)(?:['’]s|\sis|\swas)\b", re.IGNORECASE)
"""That's a rule now: no topic, but something said of one."""
_SEVERAL = re.compile(r"[.!?]\s")
"""More than one sentence: a talk, and no topic."""
_CODE = re.compile(r"\w_\w|(?<!\w)--?\w|[\w)]\(|\w/\w|\w\.\w")
_OF_THE_ANSWER = re.compile(r"\b(?:please|pls|shorter|longer|bold|again|instead|more|less)\b", re.IGNORECASE)


def _last_asked(before: Sequence[Utterance]) -> str | None:
    """What the same person asked for: the last request that names something, else the first of all.

    "How do I descale a Silvia" says what "it" is, "how long is the wait" does not.
    """
    if before[-1].role != "assistant":
        return None
    asked: list[str] = []
    for utterance in list(before)[::-1]:
        plain = without_fillers(FENCED.sub("", utterance.content).strip()).strip(' .!?"')
        fits = (
            _FEWEST <= len(plain.split()) <= _MOST
            and '"' not in plain
            and not _PRONOUN.search(plain)
            and not _SEVERAL.search(plain)
        )
        if utterance.role != "user" or not fits or _OF_THE_ANSWER.search(plain):
            continue
        if find_names(plain) or _CODE.search(plain):
            return lower_first(plain)
        asked.append(lower_first(plain))
    return asked[-1] if asked else None


def _last_told(before: Sequence[Utterance]) -> str | None:
    """The last thing that the same person told, as it was said."""
    said = next((u.content for u in reversed(before) if u.role == "user"), "")
    pieces = [piece.text for piece in segments_of(spelled_out(said)) if piece.kind == "clause"]
    for text in reversed(pieces):
        plain = without_fillers(text).strip(' .!"')
        if _FEWEST <= len(plain.split()) <= _MOST and not _states_nothing(text) and not _POINTS_BACK.match(plain):
            return lower_first(plain) if '"' not in plain else None
    return None
