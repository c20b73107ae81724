"""From what was read to one erasure: the plan that people see, and everything that carrying it out needs."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.identity import rest_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.visibility import may_see, may_see_words
from memorist.memory_store.forgetting.erasure import Erasure
from memorist.memory_store.forgetting.holdings import Holdings
from memorist.memory_store.forgetting.plan import (
    ANSWERS,
    SAYS_IT,
    UNSPOKEN,
    Emptied,
    ErasedItem,
    ForgetPlan,
    Recomputed,
    SaidIn,
    fingerprint,
    recompute,
)
from memorist.memory_store.forgetting.redact import Finder, redacted
from memorist.memory_store.ontology.ontology import Ontology


@dataclass(frozen=True)
class SpokenOf:
    """A name that something to be erased is about: how many others are, and how many of its mentions go."""

    name: Memory
    others: int
    mentions: int


@dataclass
class Surroundings:
    """Rows around the erased items, read once these are known: names, slots, remarks, log entries and files."""

    names: list[SpokenOf] = field(default_factory=list[SpokenOf])
    slots: dict[str, str | None] = field(default_factory=dict[str, str | None])
    remarks: list[tuple[str, str, str]] = field(default_factory=list[tuple[str, str, str]])
    """kind (edge, flag), id, text."""
    entries: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Id and payload, in order."""
    files_elsewhere: frozenset[str] = frozenset()
    marks: tuple[str, ...] = ()
    """Ids and words in lower case, one of which every log entry contains that concerns what goes."""


@dataclass(frozen=True)
class Asking:
    """The asker, the time and the words of a request to forget."""

    scope: Scope
    at: datetime
    needles: tuple[str, ...]
    ontology: Ontology


def assemble(
    held: Holdings, gone: Mapping[str, str], emptied: Collection[str], around: Surroundings, asking: Asking
) -> Erasure:
    """Put plan and erasure together; pure."""
    lonely = {each.name.id: each.name for each in around.names if not each.others and each.name.id not in gone}
    everything = {**gone, **dict.fromkeys(lonely, UNSPOKEN)}
    memories = {**{i: held.memories[i] for i in gone if i in held.memories}, **lonely}
    episodes = {i: held.episodes[i] for i in gone if i in held.episodes}
    payloads = [json.loads(payload) for _, payload in around.entries]
    changed, reasons = _changes(held, everything, emptied, around, payloads, asking)
    names = (*names_of(memories.values()), *(name.content for name in memories.values() if name.is_entity))
    given: dict[str, Any] = {
        "gone": everything.keys(),
        "emptied": emptied,
        "needles": Finder(asking.needles),
        "names": Finder(names),
        "protected": held.protected,
    }
    entries = [
        {"uuid": uuid, "payload": json.dumps(cleaned, ensure_ascii=False, separators=(",", ":"))}
        for (uuid, _), payload in zip(around.entries, payloads, strict=True)
        if (cleaned := redacted(payload, **given)) is not None
    ]
    unsaid = {*everything, *emptied}
    plan = ForgetPlan(
        group_id=asking.scope.group_id,
        fingerprint=fingerprint(asking.scope.group_id, everything, emptied),
        erased=_erased(everything, memories, held, asking.scope),
        emptied=tuple(Emptied(id=i, content=_episode_text(held, i, asking.scope)) for i in sorted(emptied)),
        kept=tuple(
            words
            for i, words in held.rests.items()
            if i in unsaid and rest_id(i) not in unsaid and _episode_text(held, i, asking.scope) is not None
        ),
        said_in=tuple(
            SaidIn(id=i, content=_episode_text(held, i, asking.scope), learned=tuple(sorted(held.episodes[i].memories)))
            for i in sorted(held.matching_inputs - everything.keys() - set(emptied))
        ),
        recomputed=tuple(
            _recomputed(*pair, reason, asking.scope) for pair, reason in zip(changed, reasons, strict=True)
        ),
        log_entries=len(entries),
        files=tuple(sorted(_files(memories.values(), held, {*episodes, *emptied}) - around.files_elsewhere)),
    )
    return Erasure(
        plan=plan,
        sequence=held.sequence,
        by=Actor.of(asking.scope),
        memories=memories,
        with_tombstone=frozenset(i for i in gone if i in memories),
        episodes=episodes,
        emptied={i: held.episodes[i] for i in emptied},
        needles=asking.needles,
        marks=around.marks,
        names=names,
        facts=tuple(held.facts),
        changed=changed,
        entries=entries,
        remarks=[(kind, i) for kind, i, _ in around.remarks if i not in everything],
        slots=around.slots,
    )


def slots_of(memories: Collection[Memory], ontology: Ontology) -> dict[str, str]:
    """The slot of each memory that has a claim, by memory."""
    return {m.id: ontology.slot_of(m, m.claim) for m in memories if m.claim is not None}


def names_of(memories: Collection[Memory]) -> tuple[str, ...]:
    """Return the names by which remarks may call these memories: the subjects and objects of their claims."""
    return tuple(dict.fromkeys(m.claim.object for m in memories if m.claim is not None))


def _changes(
    held: Holdings,
    gone: Mapping[str, str],
    emptied: Collection[str],
    around: Surroundings,
    payloads: Sequence[Mapping[str, Any]],
    asking: Asking,
) -> tuple[list[tuple[Memory, Memory]], list[str]]:
    changed: list[tuple[Memory, Memory]] = []
    reasons: list[str] = []
    staying = [m for m in held.memories.values() if m.id not in gone]
    slots = slots_of(staying, asking.ontology)
    for memory in staying:
        slot = slots.get(memory.id)
        holder = around.slots.get(slot) if slot else None
        free = [slot] if slot and (not holder or holder in gone or holder == memory.id) else []
        found = recompute(
            memory, gone, held, payloads=payloads, free_slots=free, slot=slot, at=asking.at, emptied=emptied
        )
        if found is not None:
            changed.append((memory, found[0]))
            reasons.append(found[1])
    for each in around.names:
        if each.name.id in gone or each.name.id in held.memories:
            continue
        found = recompute(each.name, gone, held, payloads=(), free_slots=(), slot=None, at=asking.at)
        after = found[0] if found else each.name
        count = max(0, getattr(after, "mention_count", 0) - each.mentions)
        after = after.model_copy(update={"mention_count": count}) if each.mentions else after
        if after != each.name:
            changed.append((each.name, after))
            reasons.append("fewer inputs speak of it")
    return changed, reasons


def _erased(
    gone: Mapping[str, str], memories: Mapping[str, Memory], held: Holdings, scope: Scope
) -> tuple[ErasedItem, ...]:
    erased: list[ErasedItem] = []
    for i, reason in gone.items():
        if memory := memories.get(i):
            kind = "entity" if memory.is_entity else "memory"
            content = memory.content if scope.sees(memory.scope) and may_see(scope.user_id, memory) else None
            erased.append(ErasedItem(id=i, kind=kind, type=memory.type, content=content, reason=reason))
        elif i in held.episodes:
            text = _episode_text(held, i, scope)
            said = held.answers.get(i) if reason == ANSWERS else None
            item = ErasedItem(id=i, kind="episode", type="raw input", content=text, reason=reason, answers=said)
            erased.append(item)
    erased += [
        ErasedItem(id=i, kind="fact", type="fact edge", content=fact, reason=SAYS_IT) for i, fact in held.facts.items()
    ]
    return tuple(sorted(erased, key=lambda each: (each.kind != "memory", each.kind, each.id)))


def _episode_text(held: Holdings, episode_id: str, scope: Scope) -> str | None:
    episode = held.episodes[episode_id]
    told = may_see_words(scope.user_id, episode.user_id, episode.content, episode.kind, episode.private)
    return episode.content if told and episode.agent_id in (None, scope.agent_id) else None


def _recomputed(before: Memory, after: Memory, reason: str, scope: Scope) -> Recomputed:
    old, new = before.model_dump(mode="json"), after.model_dump(mode="json")
    seen = scope.sees(after.scope) and may_see(scope.user_id, after)
    differing = [name for name in new if old[name] != new[name] and (seen or name != "quotes")]
    return Recomputed(
        id=after.id,
        type=after.type,
        content=after.content if seen else None,
        before={name: old[name] for name in differing},
        after={name: new[name] for name in differing},
        reason=reason,
    )


def _files(memories: Collection[Memory], held: Holdings, episodes: Collection[str]) -> set[str]:
    """Digests of the files of what goes and of what loses its words."""
    return {file.digest for m in memories for file in m.files} | {d for i in episodes for d in held.episodes[i].digests}


def speaking(rows: Sequence[Mapping[str, Any]], needles: Sequence[str]) -> list[tuple[str, str, str]]:
    """Of the remarks that a database found, those that say a needle in whole words."""
    finder = Finder(needles)
    return [(r["kind"], r["id"], r["text"]) for r in rows if finder.finds(r["text"])]
