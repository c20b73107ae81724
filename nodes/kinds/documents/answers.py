"""Questions that a document answers itself: "Can I use Pulumi? No." is one statement."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_LABEL = re.compile(r"(?:^|(?<=\?\s))(?:Q|A|Question|Answer|F|Frage|Antwort)\s?[:.]\s+", re.IGNORECASE)
_NO = "no|nope|never|nein|niemals|non|nee"
_YES = "yes|yep|ja|oui|sí|sì|sim"
_ANSWER = re.compile(rf"(?:(?P<no>{_NO})|{_YES})\b(?=\s*(?:$|[.,;:!(–—-]))", re.IGNORECASE)
_ASKS_LEAVE = re.compile(
    r"(?:can|may|could|should) (?:i|we|you|agents|an agent) (?:ever )?(?P<act>.+)|"
    r"(?:am i|are (?:we|you|agents)) allowed to (?P<act2>.+)|is it (?:ok(?:ay)?|fine|allowed) to (?P<act3>.+)|"
    r"(?:is|are) (?P<thing>.+) (?:allowed|permitted|ok(?:ay)?|fine)(?P<where> .+)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with its answer. ``refused`` is the act that the reader asked leave for and is denied, if any."""

    text: str
    refused: str = ""


def is_answer(text: str) -> bool:
    """Return true if a text begins by answering yes or no."""
    return _ANSWER.match(_LABEL.sub("", text)) is not None


def with_answers(sentences: Sequence[str]) -> Iterator[str | Answered]:
    """The sentences, each question that the next sentence answers together with it."""
    place = 0
    while place < len(sentences):
        said = sentences[place]
        place += 1
        if said.endswith("?") and place < len(sentences) and is_answer(sentences[place]):
            yield _answered(_LABEL.sub("", said), _LABEL.sub("", sentences[place]))
            place += 1
        else:
            yield said


def _answered(question: str, answer: str) -> Answered:
    found = _ANSWER.match(answer)
    asked = _ASKS_LEAVE.fullmatch(question.rstrip("? ")) if found and found["no"] else None
    act = " ".join(text for text in asked.groups() if text) if asked else ""
    return Answered(f"{question} {answer}", act)
