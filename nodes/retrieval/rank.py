"""Rank: each memory and passage once, in its section, by one relevance; what is out says why."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple, get_args

import numpy as np

from memorist.memory_store.domain.clock import parse_time, time_text
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.types import VERSION_PREDICATE
from memorist.memory_store.embedders.words import WordVectors
from memorist.memory_store.standing import constraint_kind, stands_in
from memorist.nodes.language.words import stems
from memorist.nodes.retrieval.features import Retrievable, relevance
from memorist.nodes.retrieval.personal_constraints import touched
from memorist.nodes.retrieval.procedures_now import as_done_now
from memorist.nodes.retrieval.scoring import Scored, Section, score
from memorist.nodes.retrieval.stand_ins import rule_of
from memorist.nodes.retrieval.state import Found
from memorist.nodes.retrieval.utterance import only_greets

SECTION_ORDER: Mapping[Section, int] = {section: place for place, section in enumerate(get_args(Section))}
MAX_LEFT_SHARE = 0.5
"""Share of a sentence's words that the memories learned from its turn may lack; above it the turn is included too."""
MIN_STEMS = 2
"""A sentence of fewer words says nothing by itself."""
WANTED = frozenset({"hard_rules", "procedures", "user_model", "self_model"})
"""Channels whose finds are wanted whatever the task; those of the others are judged by relevance."""
SAID_BY_MEMORY = "said by memory"
"""Beginning of the reason for leaving out a passage of which a memory says as much."""
ABOUT_TASK = frozenset[Section]({"facts", "turns"})

type Key = tuple[str, int]


class _Judged(NamedTuple):
    relevance: float
    covered: float


def rank_all(
    found: Iterable[Found],
    moment: datetime,
    task: str = "",
    *,
    vectors: WordVectors | None = None,
    user: str | None = None,
    window: tuple[datetime, datetime] | None = None,
) -> list[Scored]:
    """Return the best find of each memory and passage for a task, by section and relevance.

    Args:
        found: by all channels; one memory may be found by several.
        moment: that is asked about.
        task: what relevance is measured by; without words nothing is wanted but what always is.
        vectors: of words; without them the channels' similarities order.
        user: for whom; null for nobody in particular.
        window: the time that the task names.
    """
    best = _best(found)
    judged = _judged(task, best, vectors, moment, window)
    kinds = touched(task, vectors) if vectors is not None else frozenset[str]()
    scored = [
        score(one, moment, similarity=judged[key].covered, relevance=judged[key].relevance) for key, one in best.items()
    ]
    placed = as_done_now([_placed(one, kinds, user) for one in scored], time_text(moment))
    ordered = sorted(_as_their_policies(placed), key=_in_order)
    once = _once(_without_names(_without_greetings(_unasked(ordered, task)), task))
    told = _unless_told(once, {one.memory["id"]: one.told for one in best.values() if one.told})
    return _with_exceptions(told)


def _in_order(scored: Scored) -> tuple[int, float, float, str, int]:
    return SECTION_ORDER[scored.section], scored.place, -scored.relevance, *scored.key


def _best(found: Iterable[Found]) -> dict[Key, Found]:
    """The best find of each candidate: a visible one, by the channel that wants it most."""
    best: dict[Key, Found] = {}
    for one in found:
        known = best.get(one.key)
        if known is None:
            best[one.key] = one
            continue
        better, other = (one, known) if _preference(one) > _preference(known) else (known, one)
        cosine = better.cosine if better.cosine is not None else other.cosine
        best[one.key] = better._replace(cosine=cosine, agrees=max(better.agrees, other.agrees))
    return best


def _preference(found: Found) -> tuple[bool, bool, bool, float]:
    return (
        found.out is None,
        found.channel in WANTED,
        found.channel == "recent_episodes",
        max(found.similarity, found.agrees),
    )


def _judged(
    task: str,
    best: Mapping[Key, Found],
    vectors: WordVectors | None,
    moment: datetime,
    window: tuple[datetime, datetime] | None,
) -> dict[Key, _Judged]:
    """The relevance of each candidate, and the share of the task that it speaks of.

    A memory counts no less than the passage it was learned from: the passage shows what it is about.
    """
    judged = {key: _Judged(max(one.similarity, one.agrees), one.similarity) for key, one in best.items()}
    asked = [key for key, one in best.items() if one.channel not in WANTED]
    if vectors is None or not task or not asked:
        return judged
    result = relevance(task, [_text(best[key]) for key in asked], vectors, moment, window=window)
    agrees = np.array([best[key].agrees for key in asked])
    relevant = 1.0 - (1.0 - result.scores) * (1.0 - agrees)
    covered = 1.0 - (1.0 - result.covered) * (1.0 - agrees)
    judged |= {
        key: _Judged(value, spoken)
        for key, value, spoken in zip(asked, relevant.tolist(), covered.tolist(), strict=True)
    }
    for key in asked:
        for id_ in best[key].told:
            learned = judged.get((id_, 0))
            if learned is not None and best[id_, 0].channel not in WANTED:
                judged[id_, 0] = learned._replace(relevance=max(learned.relevance, judged[key].relevance))
    return judged


def _text(found: Found) -> Retrievable:
    if found.text is not None:
        return found.text
    memory = found.memory
    return Retrievable(f"{memory['content']} {_narrowed(found)}", parse_time(memory["valid_from"]), cosine=found.cosine)


def _narrowed(found: Found) -> str:
    """Return the words that a claim adds to its statement."""
    claim = found.memory["claim"]
    qualifier = (claim or {}).get("qualifier")
    return qualifier if qualifier and qualifier not in found.memory["content"] else ""


def _placed(scored: Scored, kinds: frozenset[str], user: str | None) -> Scored:
    """A standing constraint of the person acted for stands apart where the task may touch it, else among the facts."""
    if scored.out is not None or scored.section != "facts":
        return scored
    memory = scored.memory
    own = memory.get("personal") and (user is None or memory.get("user") in (None, user) or scored.similarity > 0)
    kind = constraint_kind(memory["content"]) if own else None
    if kind is None or kind not in kinds:
        return scored
    return scored._replace(
        section="person", note=f"a standing constraint ({kind}) that the task may touch; {scored.note}"
    )


def _unasked(ordered: Sequence[Scored], task: str) -> list[Scored]:
    """Leave out what is about a task where there is none, or only a greeting."""
    if task and not only_greets(task):
        return list(ordered)
    return [s._replace(out="nothing is asked") if s.competes and s.out is None else s for s in ordered]


def _without_greetings(ordered: Sequence[Scored]) -> list[Scored]:
    """Leave out turns that say nothing ("Thanks!"); an answer to a question ("Yes.") says something with it."""
    asked = {s.text.source for s in ordered if s.text and s.text.text.rstrip().endswith("?")}

    def says_nothing(one: Scored) -> bool:
        text = one.text
        return one.competes and text is not None and text.before not in asked and only_greets(text.text)

    return [s._replace(out="it only greets") if s.out is None and says_nothing(s) else s for s in ordered]


def _without_names(ordered: Sequence[Scored], task: str) -> list[Scored]:
    """Leave out the bare name of a document, unless the task has a word of it and no passage says it."""
    asked, said = stems(task), {id_: s.text.text for s in ordered if s.text for id_ in s.told}

    def judged(scored: Scored) -> Scored:
        claim = scored.memory.get("claim")
        if scored.out is not None or claim is None or claim["predicate"] != VERSION_PREDICATE:
            return scored
        name = scored.memory["content"].partition(": ")[2]
        named = asked & stems(name) and name.rstrip(" …") not in said.get(scored.memory["id"], "")
        return scored if named else scored._replace(out="the name of a document")

    return [judged(scored) for scored in ordered]


def _once(ordered: Sequence[Scored]) -> list[Scored]:
    """Include what is said several times once: where it ranks highest, with its last date."""
    said: dict[str, int] = {}
    result: list[Scored] = []
    for one in ordered:
        key = f"{one.section == 'constraints'} {folded(one.memory['content'])}"
        if one.out is not None or key not in said:
            if one.out is None:
                said[key] = len(result)
            result.append(one)
            continue
        kept = result[said[key]]
        later, earlier = (one, kept) if one.memory["valid_from"] > kept.memory["valid_from"] else (kept, one)
        if later.section == kept.section:
            result[said[key]] = later._replace(relevance=max(one.relevance, kept.relevance))
        else:
            earlier = one
        result.append(earlier._replace(out=f"said again by {later.memory['id']}"))
    return result


def _unless_told(ordered: Sequence[Scored], told: Mapping[str, Sequence[str]]) -> list[Scored]:
    """Leave out a passage if memories learned from its input say what each of its sentences says.

    They are shorter, and their validity is known.
    """
    kept = {s.memory["id"]: s.memory["content"] for s in ordered if s.out is None}

    def judged(scored: Scored) -> Scored:
        by = {id_: kept[id_] for id_ in told.get(scored.memory["id"], ()) if id_ in kept}
        if scored.out is not None or not by:
            return scored
        known = stems(" ".join(by.values()))
        said = [stems(sentence) for sentence in sentences_in(scored.text.text if scored.text else "")]
        if any(len(s) >= MIN_STEMS and len(s - known) > MAX_LEFT_SHARE * len(s) for s in said):
            return scored
        return scored._replace(out=f"{SAID_BY_MEMORY} {min(by)}, which was learned from it")

    return [judged(scored) for scored in ordered]


def _stated(scored: Scored) -> str:
    """Return the words of a line by which a person says what stands in for something; empty where there are none."""
    if scored.text is not None:
        return " ".join(scored.text.stand_ins)
    content = scored.memory["content"]
    return content if scored.memory.get("stated") and stands_in(content) else ""


def _with_exceptions(ordered: Sequence[Scored]) -> list[Scored]:
    """Put exceptions right behind their rule, however far they are from the task: they limit what the rule demands.

    A stored exception belongs to the rule for which it was made. Beside those, only what a person states in their own
    words makes one; everything else that is recalled stays in the fence.
    """
    rules = [s for s in ordered if s.section == "constraints" and s.out is None]
    if not rules:
        return list(ordered)
    places = {rule.memory["id"]: place for place, rule in enumerate(rules)}
    behind: dict[str, list[Scored]] = {}
    rest: list[Scored] = []
    for scored in ordered:
        usable = scored.section in ABOUT_TASK and scored.out in (None, "nothing is asked")
        said = _stated(scored) if usable else ""
        place = places.get(scored.memory.get("exception_to") or "") if usable else None
        if place is None and said:
            place = rule_of(said, [s.memory["content"] for s in rules])
        if place is None:
            rest.append(scored)
            continue
        line = scored.passage._replace(said=said) if scored.passage else scored.line
        note = f"an exception to rule {rules[place].memory['id']}"
        exception = scored._replace(section="constraints", out=None, line=f"Exception: {line}", note=note)
        behind.setdefault(rules[place].memory["id"], []).append(exception)
        if scored.text is not None and " ".join(scored.text.text.split()) != said:
            rest.append(scored)
    return [one for scored in rest for one in (scored, *behind.get(scored.memory["id"], ()))]


def _as_their_policies(ordered: Sequence[Scored]) -> list[Scored]:
    """Give an exception to a policy, which is told among the facts, the relevance of the policy."""
    told = {one.memory["id"]: one.relevance for one in ordered if one.section == "facts" and one.out is None}

    def raised(one: Scored) -> Scored:
        policy = told.get(one.memory.get("exception_to") or "")
        return one if policy is None or one.out is not None else one._replace(relevance=max(policy, one.relevance))

    return [raised(one) for one in ordered]
