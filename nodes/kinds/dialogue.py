"""The agent asked, a person answered: an episode, and what the answer states at .95."""

import re
from collections.abc import Sequence
from datetime import datetime, tzinfo

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import Source
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.framing import Frame, as_said, distinct, draft_of, episode_of
from memorist.nodes.kinds.inputs import Dialogue
from memorist.nodes.kinds.interface import Completion, InputKind, Readings
from memorist.nodes.kinds.observations.theories import refine_theories
from memorist.nodes.kinds.wording import sentence
from memorist.nodes.reading.reader import Passage

KEY = "answer"
METHOD = "dialogue"
ANSWERED = 0.95
_SELF_CONTAINED = 4
"""In words: a shorter answer is kept together with its question."""
_LONGEST_FACT = 2_000
"""In characters: a longer answer that no reader could read is no fact, but a text; it stays in the episode."""
_NO_ANSWER = frozenset(
    """
    thanks thank you thx cheers ok okay fine sure great cool nice good perfect hi hello hey bye please sorry hm hmm
    i don't know no idea dunno not sure nothing later maybe skip pass never mind nevermind yet whatever
    """.split()
)
"""Words of courtesy and of knowing nothing: an answer of these alone states nothing."""
_YES_NO = frozenset({"yes", "yeah", "yep", "no", "nope"})


class DialogueKind(InputKind[Dialogue]):
    """The question asserts nothing; it is given to the reader so that a short answer can be understood."""

    kept_because = "a person answered a question"

    def passages(self, item: Dialogue) -> tuple[Passage, ...]:
        """The answer, with its question."""
        return (Passage(key=KEY, text=item.answer, question=item.question),)

    def drafts(self, item: Dialogue, *, said_at: datetime, readings: Readings, agent: str | None = None) -> list[Draft]:
        """The episode, then what was read in the answer, else the answer as said."""
        frame = Frame(Source.USER_STATED, said_at, METHOD, readings.read_by, least=ANSWERED, by_user=True)
        facts = distinct(draft_of(one, frame) for one in readings.of(KEY))
        if not facts and len(item.answer) <= _LONGEST_FACT and states_something(item.answer):
            facts = [as_said(item.answer, frame, ANSWERED, content=_content(item))]
        learned = [fact.content for fact in facts if "hypothetical" not in fact.tags]
        asked = _asked(item)
        details = {
            "participants": (item.who(), "agent"),
            "outcome": "knowledge_acquired" if learned else "unknown",
            "lessons": tuple(learned[:3]),
            "kind": "dialogue",
        }
        told = f"{asked} and learned" if learned else f"{asked}, the answer was"
        episode = episode_of(f"{told}: {item.answer.strip()}", frame, details, about=item.about or "")
        return [episode, *facts]

    async def complete(
        self, item: Dialogue, drafts: Sequence[Draft], episode: RawEpisode, store: Store, zone: tzinfo
    ) -> Completion:
        """An answer that narrows a theory about the person ("only for …") refines it."""
        words = f"{item.about or ''} {item.question}"
        return await refine_theories(drafts, words, item.answer, episode, store)


def states_something(answer: str) -> bool:
    """Return true if an answer says more than thanks, or that nothing is known; a question back states nothing."""
    words = re.findall(r"[\w'’]+", answer.lower().replace("’", "'"))
    if answer.rstrip().endswith("?"):
        return False
    answered = words[:1] and words[0] in _YES_NO and words[1:2] != ["idea"]
    return bool(answered) or any(word not in _NO_ANSWER for word in words)


def _content(item: Dialogue) -> str:
    """The answer in its own words; one that is too short to stand alone together with its question."""
    words = item.answer.split()
    if len(words) >= _SELF_CONTAINED and words[0].lower().strip(".,!") not in _YES_NO:
        return sentence(item.answer)
    return f"{_asked(item)}: {item.answer.strip()}"


def _asked(item: Dialogue) -> str:
    """The question in quotation marks that it cannot close, on one line: whose the answer is depends on it."""
    return f'Asked "{" ".join(item.question.split()).replace('"', "'")}"'
