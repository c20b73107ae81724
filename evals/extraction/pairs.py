"""Pairs of texts that an embedder takes for one: which are merged wrongly, and which sayings of one fact meet."""

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from memorist.evals.benchmark import Figures
from memorist.evals.case_file import CasePart
from memorist.evals.extraction.reading import NOW, read_turn
from memorist.memory_store.domain.claim import Claim, slot_id
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.ontology.loading import load_ontology
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.settings import read_settings
from memorist.nodes.draft import Draft, owner_of
from memorist.nodes.kinds.inputs import Turn
from memorist.nodes.matching.duplicates import find_duplicate
from memorist.nodes.resources import ReadersByName

SCOPE = Scope(group_id="pairs", user_id="u")


class Pair(CasePart):
    """Two texts, and if they say the same."""

    same: bool
    a: str
    b: str


def load_pairs(path: Path) -> list[Pair]:
    """Read ``[{"class", "a", "b"}, …]``, or JSON lines of ``{"a", "b", "same"}``.

    Raises :class:`InvalidInput` that names the file and the field.
    """
    try:
        text = path.read_text(encoding="utf-8").strip()
        data = json.loads(text) if text.startswith("[") else [json.loads(line) for line in text.splitlines()]
        rows = TypeAdapter(list[dict[str, str | bool]]).validate_python(data)
        alike = (bool(row["same"]) if "same" in row else row["class"] == "paraphrase" for row in rows)
        return [Pair(same=same, a=str(row["a"]), b=str(row["b"])) for same, row in zip(alike, rows, strict=True)]
    except (OSError, ValueError, KeyError, ValidationError) as error:
        raise InvalidInput(f"{path}: expected a list of {{class, a, b}} ({error})", field="pairs") from error


def stored(draft: Draft) -> Memory:
    """A draft as the memory it would become."""
    return parse_memory(
        {
            "type": draft.type,
            "id": f"stored-{draft.content}"[:120],
            "scope": owner_of(draft, SCOPE).model_dump(),
            "content": draft.content,
            "source": draft.source,
            "confidence": draft.confidence,
            "created_at": NOW,
            "valid_from": draft.valid_from,
            "claim": draft.claim.model_dump() if draft.claim else None,
            **draft.details,
        }
    )


def merges(first: Sequence[Draft], second: Sequence[Draft]) -> bool:
    """Return true if any memory of the second text would be folded into one of the first, were their vectors equal."""
    memories = [(stored(draft), place, 1.0) for draft in first for place in range(len(second))]
    return any(find_duplicate(draft, place, SCOPE, memories) is not None for place, draft in enumerate(second))


def meet(one: Claim, other: Claim, ontology: Ontology) -> tuple[bool, bool]:
    """Return two flags: the claims find each other, and they end in one slot."""
    cardinality = ontology.cardinality(one.predicate)
    slot = one.predicate == other.predicate and slot_id(SCOPE, one, cardinality) == slot_id(SCOPE, other, cardinality)
    return slot or one.identity() == other.identity() or one.contradicts(other, cardinality), slot


async def compare(pairs: Sequence[Pair]) -> Figures:
    """Have both texts of each pair read by the patterns, and compare what comes out.

    - ``wrong_merges``: pairs of any class but paraphrase that would be folded into one memory;
    - ``meeting``: paraphrases whose claims meet: the second finds the first, to confirm or to correct it;
    - ``same_slot``: of these, those that end in one slot; ``apart``: paraphrases that do not meet.
    """
    ontology = load_ontology("galatea")
    readers = await ReadersByName().of(read_settings(), "patterns")

    async def drafts_of(text: str) -> tuple[Draft, ...]:
        return (await read_turn(Turn(role="user", content=text), readers, ontology)).drafts

    wrong: list[str] = []
    apart: list[str] = []
    slots = paraphrases = 0
    for pair in pairs:
        first, second = await drafts_of(pair.a), await drafts_of(pair.b)
        if not pair.same:
            if merges(first, second) or merges(second, first):
                wrong.append(f"{pair.a} / {pair.b}")
            continue
        paraphrases += 1
        found = [meet(a.claim, b.claim, ontology) for a in first for b in second if a.claim and b.claim]
        slots += any(slot for _, slot in found)
        if not any(meeting for meeting, _ in found):
            apart.append(f"{pair.a} / {pair.b}")
    return {
        "pairs": len(pairs),
        "wrong_merges": wrong,
        "paraphrases": paraphrases,
        "meeting": paraphrases - len(apart),
        "same_slot": slots,
        "apart": apart,
    }
