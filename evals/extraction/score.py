"""Scores of a corpus: precision, recall and F1 of gate, types, entities and facts; the unforgivable errors apart."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cached_property

from pydantic import computed_field

from memorist.evals.benchmark import Figures
from memorist.evals.extraction.case import Expected, ExpectedFact, ExtractionCase
from memorist.evals.extraction.match import content_of, readable, says
from memorist.evals.extraction.reading import ReadTurn, memories_of
from memorist.evals.figures import f1_of
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Part
from memorist.nodes.draft import Draft
from memorist.nodes.language.gazetteer import canonical_name, find_entities


class Tally(Part):
    """Right, wrong and missing ones."""

    right: int = 0
    wrong: int = 0
    missing: int = 0

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            right=self.right + other.right, wrong=self.wrong + other.wrong, missing=self.missing + other.missing
        )

    @property
    def precision(self) -> float:
        """Of what was found, the share that is right."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Of what is expected, the share that was found."""
        return self.right / (self.right + self.missing) if self.right + self.missing else 1.0

    def figures(self) -> dict[str, float]:
        """The three, rounded."""
        precision, recall = self.precision, self.recall
        return {"precision": round(precision, 4), "recall": round(recall, 4), "f1": f1_of(precision, recall)}


class CaseScore(Part):
    """One case: what came out, and how it compares."""

    id: str
    family: str
    action: str
    gate: Tally
    types: Tally = Tally()
    type_hits: Tally = Tally()
    entities: Tally = Tally()
    facts: Tally = Tally()
    fact_recall: Tally = Tally()
    negation_errors: tuple[str, ...] = ()
    assistant_facts: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    unexpected: tuple[str, ...] = ()
    wrong_types: tuple[str, ...] = ()
    wrong_entities: tuple[str, ...] = ()
    memories: tuple[str, ...] = ()

    @computed_field
    @cached_property
    def perfect(self) -> bool:
        """True if nothing is wrong or missing."""
        parts = (self.gate, self.types, self.entities, self.facts, self.fact_recall)
        clean = not any(part.wrong or part.missing for part in parts)
        return clean and not (self.negation_errors or self.assistant_facts)


def score_case(case: ExtractionCase, read: Sequence[ReadTurn]) -> CaseScore:
    """Compare what was read out of a case with what is expected of it."""
    kept = any(turn.asked for turn in read)
    keep = case.expected.action == "keep"
    drafts = memories_of(read)
    types = {draft.type for draft in drafts}
    names = {_name(name) for draft in drafts for name in draft.entities if not _practice(name)}
    wanted = case.expected if keep else Expected(action="skip")
    wanted_types = None if wanted.types is None else set(wanted.types)
    wanted_names = None if wanted.entities is None else {_name(name) for name in wanted.entities}
    hits = sum(draft.type in wanted_types for draft in drafts) if wanted_types is not None else 0
    facts, recalled, missed, unexpected, reversed_ = _facts(case, drafts)
    return CaseScore(
        id=case.id,
        family=case.family or case.category or "",
        action="keep" if kept else "skip",
        gate=Tally(right=int(kept and keep), wrong=int(kept and not keep), missing=int(keep and not kept)),
        types=_tally(wanted_types, types),
        type_hits=Tally() if wanted_types is None else Tally(right=hits, wrong=len(drafts) - hits),
        entities=_tally(wanted_names, names),
        facts=facts,
        fact_recall=recalled,
        negation_errors=reversed_,
        assistant_facts=(
            *(d.content for turn in read if turn.role == "assistant" for d in turn.drafts),
            *(d.content for d in drafts if any(_remembers(d, text) for text in case.expected.absent)),
        ),
        missed=missed,
        unexpected=unexpected,
        wrong_types=_apart(wanted_types, types) if wanted_types else (),
        wrong_entities=() if wanted_names is None else _apart(wanted_names, names),
        memories=tuple(one_line(draft) for draft in drafts),
    )


def _remembers(draft: Draft, text: str) -> bool:
    """Return true if a memory holds all content words of a text.

    Who remembers that it is not so does not remember it; nor does a question state it that is told with its answer.
    """
    told = draft.model_copy(update={"content": _QUESTION.sub("", draft.content)})
    return content_of(text) <= content_of(readable(told)) and says(draft, ExpectedFact(text=text)) != "denies"


_QUESTION = re.compile(
    r'^(?:Asked|About) "(?:whether|what|which|who|when|where|how|why|is|are|do|does|did|can|should|has|have)\b[^"]*": ',
    re.IGNORECASE,
)


def _apart(wanted: set[str], found: set[str]) -> tuple[str, ...]:
    """Return the missing (-) and the superfluous items (+)."""
    return (*(f"-{name}" for name in sorted(wanted - found)), *(f"+{name}" for name in sorted(found - wanted)))


def _practice(name: str) -> bool:
    """Return true if it is a common noun ("code review"): a helpful link, but no name that anybody would miss or
    mind."""
    return not any(c.isupper() or c in "#@-." for c in name) and any(
        m.kind == "entity:practice" for m in find_entities(name)
    )


def one_line(draft: Draft) -> str:
    """A memory for a report."""
    claim = draft.claim
    core = f" ({claim.subject} {claim.predicate}{'' if claim.polarity else ' not'} {claim.object})" if claim else ""
    return f"{draft.type} [{draft.confidence:.2f} {draft.method}] {draft.content}{core} {list(draft.entities)}"


def _tally(wanted: set[str] | None, found: set[str]) -> Tally:
    """Compare two sets; nothing is counted if it is not known what is wanted."""
    if wanted is None:
        return Tally()
    return Tally(right=len(wanted & found), wrong=len(found - wanted), missing=len(wanted - found))


def _name(name: str) -> str:
    return folded(canonical_name(name)).removeprefix("@").removeprefix("the ")


def _facts(
    case: ExtractionCase, drafts: Sequence[Draft]
) -> tuple[Tally, Tally, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Precision over memories, recall over expected facts; and what is missed, unexpected and reversed."""
    if case.expected.facts is None and case.expected.action == "keep":
        return Tally(), Tally(), (), (), ()
    expected = case.expected.facts or ()
    verdicts = [[says(draft, fact) for fact in expected] for draft in drafts]
    good = [any(v == "says" for v in row) for row in verdicts]
    missed: list[str] = []
    reversed_: list[str] = []
    for at, fact in enumerate(expected):
        column = [row[at] for row in verdicts]
        if "says" not in column:
            missed.append(fact.said())
            if "denies" in column:
                reversed_.append(fact.said())
    unexpected = tuple(one_line(d) for d, fine in zip(drafts, good, strict=True) if not fine)
    return (
        Tally(right=sum(good), wrong=len(good) - sum(good)),
        Tally(right=len(expected) - len(missed), missing=len(missed)),
        tuple(missed),
        unexpected,
        tuple(reversed_),
    )


def total(scores: Sequence[CaseScore]) -> Figures:
    """Sum up. ``types.accuracy`` is the share of memories whose type is one the case expects."""
    gate, types, hits, entities, precision, recall = (
        sum((getattr(score, name) for score in scores), Tally())
        for name in ("gate", "types", "type_hits", "entities", "facts", "fact_recall")
    )
    facts = Tally(right=precision.right, wrong=precision.wrong)
    families: dict[str, Counter[bool]] = defaultdict(Counter)
    for score in scores:
        families[score.family or "other"][score.perfect] += 1
    return {
        "cases": len(scores),
        "gate": gate.figures(),
        "types": {**types.figures(), "accuracy": round(hits.precision, 4)},
        "entities": entities.figures(),
        "facts": {
            "precision": round(facts.precision, 4),
            "recall": round(recall.recall, 4),
            "f1": f1_of(facts.precision, recall.recall),
        },
        "negation_errors": sum(len(score.negation_errors) for score in scores),
        "assistant_facts": sum(len(score.assistant_facts) for score in scores),
        "perfect": sum(score.perfect for score in scores),
        "by_family": {name: f"{tally[True]}/{tally.total()}" for name, tally in sorted(families.items())},
    }
