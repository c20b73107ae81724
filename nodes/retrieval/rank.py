"""Rank: each memory once, in its section, by its score; what is near enough, and what there may be room for."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import get_args

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.embedders.words import WordVectors
from memorist.memory_store.standing import constraint_kind, excepts
from memorist.nodes.language.stops import sentences_in
from memorist.nodes.language.words import stems
from memorist.nodes.retrieval.exceptions import rule_of
from memorist.nodes.retrieval.hybrid import Fits, fits_of
from memorist.nodes.retrieval.overtaken import overtaken
from memorist.nodes.retrieval.personal_constraints import touched
from memorist.nodes.retrieval.relevance import blended, spoken_of
from memorist.nodes.retrieval.scoring import (
    FAINT,
    FILLED_TURN,
    NEAR_ENOUGH,
    NEEDS_NEARNESS,
    NOTHING_KNOWN,
    Scored,
    Section,
    is_for_nearness,
    score,
    too_far,
)
from memorist.nodes.retrieval.state import Found
from memorist.nodes.retrieval.utterance import utterance_of

SECTION_ORDER: Mapping[Section, int] = {section: place for place, section in enumerate(get_args(Section))}
MOST_LEFT = 0.5
"""Share of a sentence's words that the memories learned from its turn may lack; above it the turn is told as well."""
LEAST_STEMS = 2
"""What has fewer words of its own says nothing by itself."""
CONTEXT = 0.7
"""Share of a turn's relevance that memories learned from it get: the turn shows what they are about."""
ABOUT_TASK = frozenset[Section]({"facts", "episodes", "turns"})
"""Sections whose lines are chosen by their relevance."""
WHOLE = 12
"""Up to this many candidates besides turns are all told, once anything is near enough."""
BY_NEARNESS = frozenset({"semantic", "graph", "recent_episodes"})
BY_QUERY = frozenset({"hard_rules", "procedures", "semantic", "graph"})


def rank_all(
    found: Iterable[Found],
    moment: datetime,
    task: str = "",
    *,
    vectors: WordVectors | None = None,
    user: str | None = None,
    complete: bool = False,
) -> list[Scored]:
    """The best find of each memory for a task, by section and score; what is out says why.

    Args:
        found: by all channels; one memory may be found by several.
        moment: that is asked about.
        task: what relevance is measured by.
        vectors: of words; without them the channels' similarities stand.
        user: for whom; null for nobody in particular.
        complete: what is asked for is found by its kind or its time, all of it: nothing is added for nearness.
    """
    best = _best(found)
    spoken = _spoken(task, best, vectors)
    relevant = _relevances(spoken, best)
    scored = {id_: score(one, moment, relevant.get(id_)) for id_, one in best.items()}
    kinds = touched(task, vectors) if vectors is not None else frozenset[str]()
    placed = [_placed(one, kinds, user) for one in scored.values()]
    ordered = sorted(
        overtaken(placed, time_text(moment)), key=lambda s: (SECTION_ORDER[s.section], -s.score, s.memory["id"])
    )
    once = _once(ordered)
    fits = None if vectors is None else _fits(task, once, best, spoken)
    chosen = _chosen(once, task, fits, complete=complete)
    told = _unless_told(chosen, {id_: one.told for id_, one in best.items() if one.told})
    return _with_exceptions(told)


def _best(found: Iterable[Found]) -> dict[str, Found]:
    """The best find of each memory: one that is near to a query, else that of a channel with a rank of its own."""
    best: dict[str, Found] = {}
    for one in found:
        known = best.get(one.memory["id"])
        if known is None or _preference(one) > _preference(known):
            best[one.memory["id"]] = one
    return best


def _preference(found: Found) -> tuple[bool, bool, bool, float]:
    near = found.channel not in NEEDS_NEARNESS or max(found.similarity, found.agrees) >= NEAR_ENOUGH
    by_query = (found.channel in BY_QUERY and near) or found.role == "standing"
    return (
        found.out is None,
        by_query,
        found.rank is not None or found.channel == "user_model",
        max(found.similarity, found.agrees),
    )


def _spoken(task: str, best: Mapping[str, Found], vectors: WordVectors | None) -> dict[str, float]:
    """How much of the task each of what was found because it is similar speaks of; turns bring their own."""
    if vectors is None:
        return {}
    asked = {id_: one for id_, one in best.items() if one.channel in BY_NEARNESS and one.rank is None}
    texts = [f"{one.memory['content']} {_narrowed(one)}" for one in asked.values()]
    return dict(zip(asked, spoken_of(task, texts, vectors), strict=True))


def _relevances(spoken: Mapping[str, float], best: Mapping[str, Found]) -> dict[str, float]:
    """The relevance of what speaks of the task, or was learned from a turn that does."""
    values = {id_: blended(word, best[id_].similarity, best[id_].agrees) for id_, word in spoken.items()}
    for turn in best.values():
        if turn.channel == "raw_episodes":
            for id_ in turn.told:
                if id_ in values:
                    values[id_] = max(values[id_], CONTEXT * turn.similarity)
    return values


def _fits(task: str, ordered: Iterable[Scored], best: Mapping[str, Found], spoken: Mapping[str, float]) -> Fits:
    """How well the facts that may be told fit the task, judged among themselves."""
    facts = (s for s in ordered if s.out is None and s.section in ABOUT_TASK and s.channel in NEEDS_NEARNESS)
    finds = [best[s.memory["id"]] for s in facts if s.section != "turns"]
    return fits_of(task, finds, [spoken.get(one.memory["id"], 0.0) for one in finds])


def _narrowed(found: Found) -> str:
    """What a claim adds to the words of its statement."""
    claim = found.memory["claim"]
    qualifier = (claim or {}).get("qualifier")
    return qualifier if qualifier and qualifier not in found.memory["content"] else ""


def _placed(scored: Scored, kinds: frozenset[str], user: str | None) -> Scored:
    """A standing constraint of the person acted for stands apart where the task may touch it, else among the facts."""
    if scored.out is not None or scored.section != "facts":
        return scored
    memory = scored.memory
    his = memory.get("personal") and (user is None or memory.get("user") in (None, user) or scored.similarity > 0)
    kind = constraint_kind(memory["content"]) if his else None
    if kind is None or kind not in kinds:
        return scored
    return scored._replace(
        section="person", note=f"a standing constraint ({kind}) that the task may touch; {scored.note}"
    )


def _once(ordered: Sequence[Scored]) -> list[Scored]:
    """What is said several times stands once: where it ranks highest, with its last date."""
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
            result[said[key]] = later._replace(score=max(one.score, kept.score))
        else:
            earlier = one
        result.append(earlier._replace(out=f"said again by {later.memory['id']}"))
    return result


def _chosen(ordered: Sequence[Scored], task: str, fits: Fits | None, *, complete: bool = False) -> list[Scored]:
    """Mark as out what is neither near enough nor fits the task about as well as the best line; all for a greeting."""
    about = [s for s in ordered if s.section in ABOUT_TASK and s.out is None]
    greeting = bool(task) and utterance_of(task) == "greeting"
    near = any(s.similarity >= NEAR_ENOUGH for s in about if fits is None or s.section == "turns" or complete)
    known = near or (fits is not None and fits.relevant)
    faint = any(s.similarity >= FAINT for s in about) and not greeting and not complete
    whole = known and sum(s.section != "turns" for s in about) <= WHOLE

    def judged(scored: Scored) -> Scored:
        if scored.section not in ABOUT_TASK or scored.out is not None:
            return scored
        if scored.channel not in NEEDS_NEARNESS:
            return scored if known else scored._replace(out=NOTHING_KNOWN)
        if fits is None or complete or scored.section == "turns":
            return _near_or_out(scored, FILLED_TURN if scored.section == "turns" and faint else 1.0)
        if greeting or not known:
            return scored._replace(out=NOTHING_KNOWN)
        # What one person says of himself is told for what it has to do with, however little else is known.
        told_whole = whole and not scored.memory.get("personal")
        return _by_fit(scored, None if told_whole else fits.by_id[scored.memory["id"]])

    return [judged(scored) for scored in ordered]


def _near_or_out(scored: Scored, least: float) -> Scored:
    if scored.similarity >= NEAR_ENOUGH:
        return scored
    if scored.similarity >= least:
        return scored._replace(filled=True, note=f"there was room for it: {scored.note}")
    return scored._replace(out=too_far(scored.similarity))


def _by_fit(scored: Scored, out: str | None) -> Scored:
    if out is not None:
        return scored._replace(out=out)
    return scored._replace(filled=scored.similarity < NEAR_ENOUGH)


def _unless_told(ordered: Sequence[Scored], told: Mapping[str, Sequence[str]]) -> list[Scored]:
    """Mark a turn as out if memories learned from it say what each of its sentences says.

    They are shorter, and their validity is known.
    """
    kept = {s.memory["id"]: s.memory["content"] for s in ordered if s.out is None}

    def judged(scored: Scored) -> Scored:
        by = {id_: kept[id_] for id_ in told.get(scored.memory["id"], ()) if id_ in kept}
        if scored.out is not None or not by:
            return scored
        known = stems(" ".join(by.values()))
        said = [stems(sentence) for sentence in sentences_in(scored.memory["content"])]
        if any(len(s) >= LEAST_STEMS and len(s - known) > MOST_LEFT * len(s) for s in said):
            return scored
        return scored._replace(out=f"said by memory {min(by)}, which was learned from it")

    return [judged(scored) for scored in ordered]


def _with_exceptions(ordered: Sequence[Scored]) -> list[Scored]:
    """Put exceptions right behind their rule, however far they are from the task: they limit what the rule demands."""
    rules = [s for s in ordered if s.section == "constraints" and s.out is None]
    behind: dict[str, list[Scored]] = {}
    rest: list[Scored] = []
    for scored in ordered:
        fits = scored.section in ("facts", "turns") and excepts(scored.memory["content"]) and rules
        usable = fits and (scored.out is None or is_for_nearness(scored.out))
        place = rule_of(scored.memory["content"], [s.memory["content"] for s in rules]) if usable else None
        if place is None:
            rest.append(scored)
            continue
        note = f"an exception to rule {rules[place].memory['id']}"
        exception = scored._replace(
            section="constraints", out=None, filled=False, line=f"Exception: {scored.line}", note=note
        )
        behind.setdefault(rules[place].memory["id"], []).append(exception)
    return [one for scored in rest for one in (scored, *behind.get(scored.memory["id"], ()))]
