"""A prompt as ``bench told`` writes it and ``bench answers`` reads it."""

from memorist.evals.case_file import CasePart
from memorist.memory_store.domain.clock import UtcTime


class Prompt(CasePart):
    """One question and what a system tells about it within ``target`` tokens."""

    id: str
    question: str
    at: UtcTime
    category: str
    answer: str | None
    abstain: bool
    system: str
    target: int
    prompt: str
    tokens: int
