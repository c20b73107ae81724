"""Find: what a request to forget speaks of, by id, by its words, and by what it claims in other words."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import numpy as np

from memorist.memory_store.domain.claim import claim_id, subject_key
from memorist.memory_store.domain.gist import gist
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.visibility import ASSISTANT, may_see, may_see_words
from memorist.memory_store.forgetting.holdings import HeldEpisode
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.forgetting.redact import NOTHING, Finder
from memorist.memory_store.reading import Moment
from memorist.memory_store.store import Store
from memorist.memory_store.threads import in_thread
from memorist.nodes.draft import Draft, owner_of
from memorist.nodes.forgetting.judging import against_others, limits, odds, tells_of
from memorist.nodes.forgetting.wish import (
    SHORTEST_ROOT,
    Wish,
    holds_word,
    means,
    probes,
    says_nothing,
    wish_of,
    words_spoken_of,
)
from memorist.nodes.kinds.framing import Frame, draft_of
from memorist.nodes.language.lexical import stem
from memorist.nodes.matching.duplicates import find_duplicate
from memorist.nodes.matching.meant import MAX_JUDGED
from memorist.nodes.matching.relations import claims_the_same
from memorist.nodes.reading.forget_request import each_to_forget, requests_to_forget
from memorist.nodes.reading.patterns.reader import PatternReader
from memorist.nodes.reading.reader import Passage, ReadingRequest
from memorist.nodes.reading.readers import check_reading
from memorist.nodes.reading.segments import segments_of
from memorist.nodes.retrieval.said import Said, said_about

WISH = "wish"
"""Key of the passage, and extraction method, under which the words of a request are read."""
ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}", re.IGNORECASE)


class Wanted(NamedTuple):
    """Resolved request to forget, as :meth:`Store.forgetting.forget` takes it."""

    ids: tuple[str, ...]
    text: tuple[str, ...]
    unclear: tuple[str, ...] = ()
    """Ids of memories each of which may be what is meant, where none says all of the words."""


async def find(store: Store, scope: Scope, *whats: str, request: str = "") -> Wanted:
    """Find what each of ``whats`` means: an id, or words, which may differ from the stored ones.

    ``request`` is the message that names them, where there is one.

    By words are found: a live memory into which they would be merged if they were ingested now; one that tells the
    speaker's own ("my phone number") or their team's in the third person; one learned from a sentence of a raw input
    that says them. ``text`` holds the words as well, unless memories of the speaker tell them in other words only.
    """
    ids: list[str] = []
    texts: list[str] = []
    unclear: list[str] = []
    for what in (part.strip() for said in whats for part in each_to_forget(said)):
        if ID.fullmatch(what):
            ids.append(what)
            continue
        wish = wish_of(what)
        if says_nothing(wish):
            continue
        merged, told = await _merged(store, scope, wish), await _found_by_words(store, scope, wish)
        if not (merged or told):
            said = request or f"Please forget {wish.text}."
            meant = await _by_rare_words(store, scope, wish, said, unless=Finder([wish.text]))
            if meant.ids:
                ids += meant.ids
                continue
            unclear += meant.unclear
        ids += [*merged, *told]
        # The memories were found; a search for the bare words "my phone" would also hit what means something else.
        texts += [] if told and not merged and wish.whose == "mine" else [wish.text]
    return Wanted(tuple(dict.fromkeys(ids)), tuple(dict.fromkeys(texts)), tuple(dict.fromkeys(unclear)))


async def _merged(store: Store, scope: Scope, wish: Wish) -> list[str]:
    """The memories into which the words would be merged, were they said now."""
    drafts = await _read(wish.text, store.clock.now())
    if not drafts:
        return []
    vectors = await store.embed([draft.content for draft in drafts])
    claims = [(draft.claim, owner_of(draft, scope)) for draft in drafts if draft.claim is not None]
    near = await store.memories.comparable(
        scope,
        subjects=sorted({subject_key(claim) for claim, _ in claims}),
        claims=sorted({claim_id(owner, claim) for claim, owner in claims}),
        vectors={str(place): vector for place, vector in enumerate(vectors)},
    )
    triples = [(c.memory, int(c.draft) if c.draft is not None else None, c.similarity) for c in near]
    found = (find_duplicate(draft, place, scope, triples) for place, draft in enumerate(drafts))
    return [duplicate.memory_id for duplicate in found if duplicate]


async def _read(text: str, now: datetime) -> list[Draft]:
    """Read words with the pattern reader; no model is shown what a person wants to have forgotten."""
    passage = Passage(key=WISH, text=text)
    reading = check_reading(
        await PatternReader().read(request := ReadingRequest(passages=(passage,), said_at=now)), request
    )
    frame = Frame(Source.USER_STATED, now, WISH, None, by_user=True)
    return [draft_of(proposal, frame) for proposal in reading.proposals]


async def _found_by_words(store: Store, scope: Scope, wish: Wish) -> list[str]:
    """Ids of memories that tell the wish in the third person, or were learned from a sentence that says its words."""
    memories, turns = await store.forgetting.saying(scope, (*probes(wish), wish.text))
    words = Finder([wish.text])
    found = [memory.id for memory in memories if means(wish, memory, scope.user_id)]
    said = [turn for turn in turns if words.finds(turn.content) and _may_be_meant(turn, wish, scope)]
    said = [turn for turn in said if not requests_to_forget(turn.content)]
    known = {*found, *(m.id for m in memories if words.finds(m.content))}
    unclear = [turn for turn in said if len(turn.memories) > 1 and not turn.memories & known]
    learned = {m.id: m for m in await store.memories.get(scope, sorted({i for turn in unclear for i in turn.memories}))}
    for turn in unclear:
        sentences = (one.text for one in segments_of(turn.content) if words.finds(one.text))
        drafts = [draft for sentence in sentences for draft in await _read(sentence, store.clock.now())]
        found += [m for m in sorted(turn.memories) if m in learned and _says_one_of(learned[m], drafts, scope)]
    return found


class Likely(NamedTuple):
    """An input that a request to forget may mean, and by what log-odds it does."""

    said: Said
    odds: float

    @property
    def probability(self) -> float:
        """Probability that the input is meant."""
        return float(1 / (1 + np.exp(-self.odds)))

    @property
    def sure(self) -> bool:
        """True if it is probable enough to be hidden."""
        return self.odds >= limits().meant


async def find_spoken_of(store: Store, scope: Scope, said: str) -> Wanted:
    """Find what the words of a request speak of, where nothing that is held says what it names."""
    return await _by_rare_words(store, scope, wish_of(said)._replace(words=words_spoken_of(said)), said)


async def find_likely(store: Store, scope: Scope, request: str) -> list[Likely]:
    """Return the inputs that a request may mean, the most probable first; only such as the person may see."""
    [vector] = await store.embed([request])
    at = Moment.of(store.clock.now())
    found = await said_about(store, scope, request, vector, at, limit=MAX_JUDGED, overheard=False)

    def judged() -> list[Likely]:
        # An earlier request is never what is meant; an agent's answer goes with what it answers, as in fitting.
        said = [one for one in found if one.speaker != ASSISTANT and not requests_to_forget(one.content)]
        likely = np.array([odds(request, one.content) for one in said])
        return [*map(Likely, said, map(float, against_others(likely, limits().rival)))]

    return sorted(await in_thread(judged), key=lambda each: each.odds, reverse=True)


async def find_answers(store: Store, scope: Scope, hidden: str, *, besides: ForgetPlan) -> tuple[str, ...]:
    """Return the ids of an agent's turns, besides those of a plan, that tell of hidden words; four statements."""
    [vector] = await store.embed([hidden])
    at = Moment.of(store.clock.now())
    found = await said_about(store, scope, hidden, vector, at, limit=2 * MAX_JUDGED, overheard=False)
    planned = {item.id for item in (*besides.erased, *besides.emptied)}
    answers = [one for one in found if one.speaker == ASSISTANT and one.id not in planned][:MAX_JUDGED]

    def judged() -> tuple[str, ...]:
        return tuple(one.id for one in answers if any(tells_of(hidden, each.text) for each in segments_of(one.content)))

    return await in_thread(judged)


async def _by_rare_words(store: Store, scope: Scope, wish: Wish, request: str, *, unless: Finder = NOTHING) -> Wanted:
    """Return the memories and raw inputs that hold most of a wish's words.

    Words that occur nowhere do not count, rare ones count most. Where no word tells the best from all others, it is
    unclear which is meant. One that lacks any of the words ("Saskia's diet", for "Saskia's medication") is meant only
    if the network finds it probable. Nothing, where something says what ``unless`` finds: that is found by its text.
    """
    pieces = sorted({stem(word)[:SHORTEST_ROOT] for word in wish.words})
    if not pieces:
        return Wanted((), ())
    memories, turns = await store.forgetting.saying(scope, pieces)
    if any(unless.finds(each.content) for each in (*memories, *turns)):
        return Wanted((), ())
    texts = {memory.id: memory.content for memory in memories if _is_asked_of(memory, scope)}
    texts |= {
        turn.id: turn.content
        for turn in turns
        if _may_be_meant(turn, wish, scope)
        and may_see_words(scope.user_id, turn.user_id, turn.content, turn.kind, turn.private)
    }
    held = {id_: frozenset(word for word in wish.words if holds_word(word, text)) for id_, text in texts.items()}
    while requests := [id_ for id_ in best_of(held) if requests_to_forget(texts[id_])]:
        held = {id_: some for id_, some in held.items() if id_ not in requests}
    best = best_of(held)
    if not best:
        return Wanted((), ())
    others = frozenset[str]().union(*(held[id_] for id_ in held if id_ not in best))
    if not frozenset.intersection(*(held[id_] for id_ in best)) <= others:
        return Wanted(tuple(await in_thread(_meant_of, request, best, texts, held, wish)), ())
    live = {memory.id for memory in memories if memory.status.live}
    return Wanted((), (), tuple(id_ for id_ in best if id_ in live))


def _meant_of(
    request: str, best: Sequence[str], texts: Mapping[str, str], held: Mapping[str, frozenset[str]], wish: Wish
) -> list[str]:
    """Return those of the best that hold all words of a wish, or that a request probably means; of many, the former."""
    in_part, least = [id_ for id_ in best if not held[id_].issuperset(wish.words)], limits().named
    judged = in_part if len(in_part) <= MAX_JUDGED else []
    meant = {id_ for id_ in judged if odds(request, texts[id_]) >= least}
    return [id_ for id_ in best if id_ in meant or id_ not in in_part]


def best_of(held: Mapping[str, frozenset[str]]) -> list[str]:
    """Return the ids that hold most of a wish's words; ``held``: those that each holds. Rare ones count most."""
    count = Counter(word for some in held.values() for word in some)
    scores = {id_: sum(1 / count[word] for word in some) for id_, some in held.items() if some}
    highest = max(scores.values(), default=0.0) - 1e-9
    return [id_ for id_, score in scores.items() if score >= highest]


def _is_asked_of(memory: Memory, scope: Scope) -> bool:
    """Return true if whoever asks may mean a memory: not one that another person says about themselves."""
    return not memory.is_entity and not memory.type.startswith("model:") and may_see(scope.user_id, memory)


def _may_be_meant(turn: HeldEpisode, wish: Wish, scope: Scope) -> bool:
    """Return true if a raw input may hold what is meant: a wish about "my …" is never about the input of another
    user."""
    return wish.whose != "mine" or None in (turn.user_id, scope.user_id) or turn.user_id == scope.user_id


def _says_one_of(memory: Memory, drafts: Sequence[Draft], scope: Scope) -> bool:
    said = gist(memory.content)
    return any(claims_the_same(draft, memory, scope) or gist(draft.content) == said for draft in drafts)
