"""A reply made whole by what it replies to, before it is cut into statements and judged."""

import re
from collections.abc import Sequence

from hypomnema.nodes.ingestion.draft import Utterance
from hypomnema.nodes.ingestion.extract.agreed import agreed
from hypomnema.nodes.ingestion.extract.answers import complete_answers
from hypomnema.nodes.ingestion.extract.follow_on import followed_on
from hypomnema.nodes.ingestion.extract.follow_ups import chosen, corrected, corrected_within, judged
from hypomnema.nodes.ingestion.extract.numbered import task_of
from hypomnema.nodes.ingestion.extract.options import with_options
from hypomnema.nodes.ingestion.gate_rules import LONGEST_CLAUSE


_THEN_WE = re.compile(
    r"^\W*(?:(?:ok(?:ay)?|good|great|right|alright|fine|hm+|well|so|oh|ah|i\ssee)[\s,.]+)*(?:then|so|in\sthat\scase,?)\s"
    r"(?P<who>we|i)(?:['’]ll|\swill)?\s(?=(?:drop|keep|cut|scrap|ditch|skip|stay|stick|go\swith|switch|move|use|buy|stop)\b)",
    re.IGNORECASE,
)
"""Ok then we drop it: what follows from an answer was decided just now."""


def completed(text: str, before: Sequence[Utterance]) -> str:
    """A short answer to what the assistant just asked or proposed, or a correction of a detail, made a statement."""
    if not before or len(text) > LONGEST_CLAUSE:
        return text
    replies = before[-1].role == "assistant"
    told = (agreed(before, text) if replies else None) or corrected(text, before) or corrected_within(text, before)
    if told := told or chosen(text, before):
        return told
    if not replies:
        return text
    text = _THEN_WE.sub(r"\g<who> decided to ", text)
    if told := judged(text, before) or followed_on(text, before):
        return told
    answered = complete_answers(before[-1].content, text, _task(before))
    return with_options(text, before) if answered == text else answered


def _task(before: Sequence[Utterance]) -> str:
    """What the user asked for last."""
    return next((task_of(u.content[-LONGEST_CLAUSE:]) for u in list(before)[::-1] if u.role == "user"), "")
