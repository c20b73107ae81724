"""Time of ingesting a conversation: people's turns and an assistant's, as one batch, without a model."""

import time
from itertools import islice
from pathlib import Path

from memorist.api.memory import AsyncMemory
from memorist.evals.benchmark import Figures
from memorist.evals.case_file import read_cases
from memorist.evals.updates.bench import UpdateCase

TURNS = 1_000
_WARMING = 40
_CONVERSATIONS = Path(__file__).parent.parent / "updates" / "dev.jsonl"


async def talk(memory: AsyncMemory, turns: int = TURNS) -> Figures:
    """Ingest conversations written for ``bench updates``, one after the other.

    - ``turns``: of both sides; most of the assistant's, and small talk, are skipped with a reason;
    - ``remembered``: memories that were made, merged or ended by it.
    """
    cases = read_cases(_CONVERSATIONS, UpdateCase)
    given = [turn.as_input(case.id) for case in cases for turn in case.turns]
    await memory.ingest(given[-_WARMING:])
    batch = list(islice(given, turns))
    began = time.perf_counter()
    results = await memory.ingest(batch)
    seconds = time.perf_counter() - began
    return {
        "turns": len(batch),
        "by_users": sum(turn["role"] == "user" for turn in batch),
        "remembered": sum(len(result.memories) for result in results),
        "seconds": round(seconds, 2),
        "turns_per_second": round(len(batch) / seconds, 1),
    }
