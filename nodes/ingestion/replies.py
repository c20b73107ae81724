"""A reply made whole by what it replies to, before it is cut into statements and judged."""

import re
from collections.abc import Sequence

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.extract.agreed import agreed
from memorist.nodes.ingestion.extract.answers import complete_answers
from memorist.nodes.ingestion.extract.asked_and_said import confirmed
from memorist.nodes.ingestion.extract.by_number import told_of_items
from memorist.nodes.ingestion.extract.follow_on import followed_on
from memorist.nodes.ingestion.extract.follow_ups import chosen, corrected, corrected_within, judged
from memorist.nodes.ingestion.extract.leaning import told_with_answer
from memorist.nodes.ingestion.extract.numbered import task_of
from memorist.nodes.ingestion.extract.options import names_several, with_options
from memorist.nodes.ingestion.gate_rules import LONGEST_CLAUSE

_THEN_WE = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|good|great|right|alright|fine|hm+|well|so|oh|ah|i\ssee)[\s,.]+)*(?:then|in\sthat\scase,?)\s"
    r"(?P<who>we|i)(?:['’]ll|\swill)?\s(?=(?:drop|keep|cut|scrap|ditch|skip|stay|stick|go\swith|switch|move|use|buy|stop)\b)",
    re.IGNORECASE,
)
"""Ok then we drop it: what follows from an answer was decided just now."""


def completed(text: str, before: Sequence[Utterance]) -> str:
    """A short answer to what the assistant just asked or proposed, or a correction of a detail, made a statement.

    What it does not reply to may be a digression: "Which port?" "why do you need that?" "For the config." "8443".
    """
    if not before or len(text) > LONGEST_CLAUSE:
        return text
    told = _completed(text, before)
    while told == text and (before := _before_digression(before)):
        told = _completed(text, before)
    return told


def _before_digression(before: Sequence[Utterance]) -> Sequence[Utterance]:
    """The turns before a question of the user's and its answer, where an assistant's turn was left open by them."""
    if len(before) < 3 or [turn.role for turn in before[-3:]] != ["assistant", "user", "assistant"]:
        return ()
    asks_back = before[-2].content.rstrip().endswith("?") or _ASKS_BACK.match(before[-2].content)
    return before[:-2] if asks_back and not before[-1].content.rstrip().endswith("?") else ()


_ASKS_BACK = re.compile(
    r"\W*(?:and\s|so\s|but\s)?(?:what|which|why|how|could|would|does|doesn['’]t|is|are|can)\b", re.IGNORECASE
)


def _completed(text: str, before: Sequence[Utterance]) -> str:
    replies = before[-1].role == "assistant"
    if replies and (told := told_of_items(text, before)):
        return told
    told = (agreed(before, text) if replies else None) or corrected(text, before) or corrected_within(text, before)
    if told := told or chosen(text, before):
        return told
    if not replies:
        return text
    text = _THEN_WE.sub(r"\g<who> decided to ", text)
    if told := judged(text, before) or followed_on(text, before):
        return told
    asked, task = _asked(before), _task(before)
    listed = with_options(text, before)
    if asked != before[-1].content:
        text = _FOUND_OUT.sub("", text)
    if (answered := complete_answers(asked, text, task)) != text:
        # Who names one option chooses it; who names more says what each is for.
        return answered if listed == text or not names_several(text) else complete_answers(asked, listed, task)
    return listed if listed != text else confirmed(asked, text) or told_with_answer(text, before) or text


_KNOWS_NOT = re.compile(
    r"\b(?:i\s(?:don['’]?t|do\snot)\s(?:know|have)|you\s(?:haven['’]?t|have\snot|never)\stold|i\shave\sno\s(?:record|note|information|idea)|"
    r"i['’]?m\snot\ssure|nothing\s(?:is\s)?(?:stored|known|noted|on\srecord))\b",
    re.IGNORECASE,
)
_FOUND_OUT = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|so|right|ah|oh|hm+|well|found\sit|asked\saround|checked|looked\sit\sup|got\sit)\b[\s,.:;!–-]*)+",
    re.IGNORECASE,
)


def _asked(before: Sequence[Utterance]) -> str:
    """The question that is replied to: the user's own, where the assistant could not tell."""
    own = before[-2].content if len(before) > 1 and before[-2].role == "user" else ""
    return own if own.rstrip().endswith("?") and _KNOWS_NOT.search(before[-1].content) else before[-1].content


def _task(before: Sequence[Utterance]) -> str:
    """What the user asked for last."""
    return next((task_of(u.content[-LONGEST_CLAUSE:]) for u in list(before)[::-1] if u.role == "user"), "")
