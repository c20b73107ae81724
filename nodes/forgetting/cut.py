"""Cut: of an input that a request to forget means, the sentences that go; the others are kept.

Each sentence of an input that is meant is judged (:mod:`memorist.nodes.forgetting.judging`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from memorist.memory_store.domain.clauses import clauses_of, says_itself
from memorist.memory_store.domain.episode import EpisodeRead, EpisodeReading, RawEpisode
from memorist.memory_store.domain.identity import rest_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.forgetting.plan import ABOUT_IT, ASKED, SAYS_IT, ForgetPlan
from memorist.memory_store.forgetting.redact import Finder
from memorist.memory_store.forgetting.rest import Rest, rests_on
from memorist.memory_store.graphiti.episodes import episode_read_from
from memorist.memory_store.store import Store
from memorist.memory_store.threads import in_thread
from memorist.nodes.forgetting.judging import (
    MAX_SENTENCES,
    limits,
    log_odds,
    odds,
    odds_of_each,
    standing_out,
    tells_of,
)
from memorist.nodes.forgetting.rules import rules_not_meant, says_rule
from memorist.nodes.reading.segments import Segment, segments_of, without
from memorist.nodes.reading.whose.inputs import affair_of
from memorist.nodes.reading.whose.whose import WhoseAffair


class Planned(NamedTuple):
    """Plan of a forgetting, and what it was made from.

    Args:
        plan: what goes, and what is kept of it.
        rests: what is kept of the turns that are meant in part.
        ids: those asked for that go.
        spared: ids of the rules that are not meant, and of the raw inputs that say nothing else.
    """

    plan: ForgetPlan
    rests: Sequence[Rest]
    ids: tuple[str, ...]
    spared: frozenset[str] = frozenset()


async def planned(
    store: Store,
    scope: Scope,
    request: str,
    *,
    wishes: Sequence[str] = (),
    ids: Sequence[str] = (),
    texts: Sequence[str] = (),
    named: Sequence[str] = (),
    keeping: str | None = None,
    hidden: str = "",
) -> Planned:
    """Return what would be forgotten, and what is kept of the turns that are meant in part.

    ``wishes``: what the request names. Other arguments as of :func:`rests_of`; ``ids`` and ``texts`` as
    :meth:`Store.forgetting.preview` takes them.
    """
    plan = await store.forgetting.preview(scope, ids=ids, text=texts)
    rules, inputs = await rules_not_meant(store, scope, plan, request=request, wishes=wishes, named=named)
    rests = await rests_of(store, scope, plan, request, texts, named, rules, keeping, hidden)
    # A turn of which nothing is meant beside its rules.
    inputs = {*inputs, *(rest.of for rest in rests if rest.stays and rest.episode.role == "user")}
    rests = [rest for rest in rests if rest.of not in inputs]
    spared = {*inputs, *(rule.id for rule in rules), *(rest.episode.id for rest in rests if rules and not rest.stays)}
    left = tuple(id_ for id_ in ids if id_ not in spared)
    if rests or spared:
        plan = await store.forgetting.preview(scope, ids=left, text=texts, rests=rests, spared=spared)
        plan = plan.model_copy(update={"rules": tuple(rule.content for rule in rules)})
    return Planned(plan, rests, left, frozenset(spared))


async def rests_of(
    store: Store,
    scope: Scope,
    plan: ForgetPlan,
    request: str,
    texts: Sequence[str] = (),
    named: Sequence[str] = (),
    rules: Sequence[Memory] = (),
    keeping: str | None = None,
    hidden: str = "",
) -> list[Rest]:
    """Return what is kept of the turns that a plan would erase or empty, where only some of their sentences are meant.

    Three statements. A turn goes as a whole where no sentence stands out, where all go, and where the asker may not
    read it. An answer of an agent of which no sentence is meant stays, if something is kept of what it answers.

    Args:
        store: the store.
        scope: who asks.
        plan: what would go without any rest.
        request: the request, as it was said; empty where ids alone were named.
        texts: words that go in any case.
        named: ids that were named: a turn among them goes as a whole.
        rules: those that are not meant: their sentences stay, and a turn of which no other is meant.
        keeping: what the request says is to be kept, as :class:`RequestParts` has it; ``request`` is without it.
        hidden: words that go, of which an agent may tell in other words.
    """
    ids = [item.id for item in plan.erased if item.kind == "episode" and item.content is not None]
    ids += [each.id for each in plan.emptied if each.content is not None]
    ids = [id_ for id_ in ids if id_ not in named]
    if not ids:
        return []
    rows = await store.episodes.get(scope, [*ids, *map(rest_id, ids)])
    read = {one.episode.id: one for one in map(episode_read_from, rows)}
    turns = [read[id_] for id_ in ids if id_ in read and _may_be_cut(read[id_], read.get(rest_id(id_)))]
    if not turns:
        return []
    learned = await store.episodes.memories_of(scope, [one.episode.id for one in turns])
    kept = {rule.id for rule in rules}
    sought = [item.id for item in plan.erased if item.reason in (ASKED, SAYS_IT, ABOUT_IT) and item.id not in kept]
    asked = await store.memories.get(scope, sought)
    known = [text for one in asked for text in (one.content, *getattr(one, "aliases", ()), *_quotes_of(one))]
    answers = {one.id: one.answers for one in plan.erased}
    said = request or f"Please forget this: {'; '.join(one.content for one in asked)}"

    def cut() -> list[Rest]:
        of_others = [one for one in learned if one.id not in {each.id for each in asked}]
        found = [_rest(one, of_others, said, (*texts, *known), rules, keeping, hidden) for one in turns]
        rests = [rest for rest in found if rest and _is_new_or_same(rest, read.get(rest.episode.id))]
        # An answer of which nothing is meant stays beside the rest of what it answers alone.
        cut_out = {rest.of for rest in rests if not rest.stays}
        answering = {one.episode.id: answers.get(one.episode.id) for one in turns if one.episode.role == "assistant"}
        return [rest for rest in rests if not rest.stays or rest.of not in answering or answering[rest.of] in cut_out]

    return await in_thread(cut)


def _is_new_or_same(rest: Rest, stored: EpisodeRead | None) -> bool:
    return rest.stays or stored is None or stored.episode.content == rest.episode.content


def _may_be_cut(turn: EpisodeRead, rest: EpisodeRead | None) -> bool:
    """Return true for a turn that is not hidden, and of which nothing else is kept already."""
    told = turn.reading is None or not turn.reading.withdrawn
    restored = rest is None or (rest.reading is not None and rest.reading.withdrawn)
    return told and restored and turn.episode.role in {"user", "assistant"} and not turn.episode.files


def _quotes_of(memory: Memory) -> tuple[str, ...]:
    return tuple(quote.text for quote in memory.quotes)


def _rest(
    read: EpisodeRead,
    learned: Sequence[Memory],
    request: str,
    said: Sequence[str],
    rules: Sequence[Memory],
    keeping: str | None,
    hidden: str,
) -> Rest | None:
    """Return what is kept of an input; null where it goes as a whole, an answer or a turn with rules itself if no
    other sentence is meant.

    Args:
        read: the input.
        learned: memories that rest on it and are not asked for.
        request: the request.
        said: words that go in any case, but in a rule.
        rules: those that are not meant.
        keeping: what the request names as to be kept, as :class:`RequestParts` has it.
        hidden: words that go; of an agent's turn, the sentences that tell of them, too.
    """
    whole = read.episode
    segments = segments_of(whole.content)
    if not (2 if whole.role == "user" and keeping is None else 1) <= len(segments) <= MAX_SENTENCES:
        return None
    ruling = [segment for segment in segments if rules and says_rule(segment.text, rules)]
    beside = without(whole.content, ruling)
    # A turn may have been taken for meant by its rules alone.
    is_meant = not ruling or Finder(said).finds(beside) or (bool(beside) and odds(request, beside) >= limits().meant)
    goes = _cut_out(segments, request, said, ruling) if is_meant else []
    if whole.role == "assistant":
        goes = [one for one in segments if one in goes or tells_of(hidden, one.text)]
    if keeping is not None:
        goes = _statements_that_go(whole.content, goes, request, said, keeping)
    kept = without(whole.content, goes)
    if (whole.role == "assistant" or ruling) and not goes:
        return Rest(whole.id, whole, frozenset(), _reading_of(read, whole))
    if not goes or not kept or goes == [*segments] or Finder(said).finds(without(whole.content, [*goes, *ruling])):
        return None
    left = whole.model_copy(update={"content": kept})
    affair = affair_of(left) if whole.private is not None else WhoseAffair((), (), ())
    update = {
        "id": rest_id(whole.id),
        "content": kept,
        "private": _places(kept, whole, whole.private, affair.private),
        "sensitive": _places(kept, whole, whole.sensitive, affair.sensitive),
        "confided": _places(kept, whole, whole.confided, affair.confided),
    }
    rest = RawEpisode.model_validate({**whole.model_dump(), **update})
    moved = frozenset(one.id for one in learned if rests_on(one, whole.id, kept))
    return Rest(whole.id, rest, moved, _reading_of(read, rest))


def _statements_that_go(
    whole: str, sentences: Sequence[Segment], request: str, said: Sequence[str], keeping: str
) -> list[Segment]:
    """Return what goes of sentences that are meant, by a request that says that something is to be kept.

    A statement stays if another one is meant and it is more probably not; or if it more probably is what the request
    names as to be kept. Each is judged alone: behind one that is meant, any seems to be.
    """
    texts = [whole[one.start : one.end] for one in sentences]
    places = [clauses_of(text, fragments=bool(keeping)) for text in texts]
    finder, meant = Finder(said), dict[str, float]()
    for text, parts in zip(texts, places, strict=True):
        meant |= {text[start:end]: log_odds(request, text[start:end]) for start, end in parts}
    other = {one: log_odds(f"Please forget {keeping}.", one) if keeping else -np.inf for one in meant}
    stays = {
        one: not finder.finds(one)
        and (other[one] > max(0.0, odds_) or (odds_ <= 0.0 < max(meant.values()) and says_itself(one)))
        for one, odds_ in meant.items()
    }
    goes: list[Segment] = []
    for sentence, text, parts in zip(sentences, texts, places, strict=True):
        kept = [stays[text[start:end]] for start, end in parts]
        if not any(kept):
            goes.append(sentence)
            continue
        begins = [start for start, _ in parts[1:]] + [parts[-1][1]]
        for at, (start, end) in enumerate(parts):
            # With a statement goes what joins it to the one before it, or to the next if it begins the sentence.
            first, last = (parts[at - 1][1], end) if any(kept[:at]) else (start, begins[at])
            if not kept[at]:
                place = {"start": sentence.start + first, "end": sentence.start + last}
                goes.append(replace(sentence, text=text[first:last], **place))
    return goes


def _places(kept: str, whole: RawEpisode, places: Sequence[int] | None, now: Sequence[int]) -> tuple[int, ...] | None:
    """Return the places of sentences that are private by themselves or were so beside those that go."""
    if places is None:
        return None
    were = {said for place, said in enumerate(sentences_in(whole.content)) if place in places}
    return tuple(place for place, said in enumerate(sentences_in(kept)) if place in now or said in were)


def _reading_of(read: EpisodeRead, rest: RawEpisode) -> EpisodeReading:
    """Return the mark of the whole input's reading, for the rest; one that nobody read is still to be read."""
    if read.reading is None:
        return EpisodeReading(episode_id=rest.id, reader="none", version="1", at=rest.created_at, unread_count=1)
    unread = tuple(sentence for sentence in read.reading.unread if sentence in rest.content)
    # What is left of a sentence is not what was read.
    unread += tuple(
        one for one in sentences_in(rest.content) if one not in {*unread, *sentences_in(read.episode.content)}
    )
    return read.reading.model_copy(update={"episode_id": rest.id, "unread": unread, "unread_count": len(unread)})


def _cut_out(
    segments: Sequence[Segment], request: str, said: Sequence[str], ruling: Sequence[Segment]
) -> list[Segment]:
    """Return the sentences that go: those that the request means, and those that say, or are part of, what was said;
    none of the ``ruling`` ones."""
    others = [place for place, segment in enumerate(segments) if segment not in ruling]
    judged = standing_out(np.array(odds_of_each(request, segments, others)), limits().common) >= limits().goes
    finder = Finder(said)
    return [
        segment
        for segment, is_meant in zip((segments[place] for place in others), judged, strict=True)
        if is_meant or finder.finds(segment.text) or any(Finder([segment.text]).finds(words) for words in said)
    ]
