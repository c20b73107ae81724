"""A corpus read with a model behind the patterns, asked as the ingestion graph asks it."""

from collections import Counter
from collections.abc import Callable, Sequence

from memorist.evals.extraction.case import Case
from memorist.evals.extraction.reading import ReadTurn, consult_about, read_case
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.ontology.loading import load_ontologies
from memorist.memory_store.settings import read_settings
from memorist.nodes.ingestion.extract.chain.chain import open_chain
from memorist.nodes.ingestion.extract.consulting import Consulted


class Asked(Part):
    """How the asking went.

    Args:
        extractor: the chain, as it was named.
        questions: turns of which something was asked.
        answered: of these, how many were answered.
        memories: memories that a model worded, and ``dropped`` those that it found worth nothing.
        not_believed: memories that were refused, by what was wrong with them.
        failures: why nobody answered, and how often.
        seconds: all answers together.
    """

    extractor: str
    questions: int
    answered: int
    memories: int
    dropped: int
    not_believed: dict[str, int]
    failures: dict[str, int]
    seconds: float


async def read_asking(
    cases: Sequence[Case], extractors: str, tell: Callable[[], None] = lambda: None
) -> tuple[list[tuple[ReadTurn, ...]], Asked]:
    """Read every case, asking the chain that ``extractors`` names, in the form of ``MEMORIST_EXTRACTORS``.

    ``tell`` is called after each case. Raises :class:`InvalidInput` for a name that means nothing.
    """
    settings = read_settings()
    chain = open_chain(settings.model_copy(update={"extractors": extractors}))
    ontology = load_ontologies(settings.ontologies)
    every: list[tuple[ReadTurn, ...]] = []
    told: list[Consulted] = []
    for case in cases:
        turns: list[ReadTurn] = []
        for turn in read_case(case):
            read, answer = await consult_about(turn, chain, ontology) if chain else (turn, None)
            turns.append(read)
            told += [answer] if answer else []
        every.append(tuple(turns))
        tell()
    return every, _sum(extractors, told)


def _sum(extractors: str, told: Sequence[Consulted]) -> Asked:
    answered = [one for one in told if one.answered.by]
    refused = Counter(one.kind for each in told for one in each.filled.refused)
    return Asked(
        extractor=extractors,
        questions=len(told),
        answered=len(answered),
        memories=sum(len(drafts) for one in answered for drafts in one.filled.drafts.values()),
        dropped=sum(len(one.filled.dropped) for one in answered),
        not_believed=dict(refused.most_common()),
        failures=dict(Counter(reason for one in told for reason in one.answered.reasons).most_common()),
        seconds=round(sum(one.answered.seconds for one in answered), 3),
    )
