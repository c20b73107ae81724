"""A large memory that reads like what teams say, the same in every run."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import islice
from random import Random
from typing import Any

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.change_set import ChangeSet, Mention
from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.claim_edge import ClaimEdge
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.episode import EpisodeSource, RawEpisode
from memorist.memory_store.domain.identity import entity_id, stable_id
from memorist.memory_store.domain.memory import Memory, Source, memory_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.ontology.ontology import Ontology

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
RUN, FILLED = "bench", "filled for a measurement"
BATCH = 250
"""Memories in a change set."""
TOLD_AT_ONCE = 5
"""Memories that come of one raw episode."""

WHO = (
    "the mobile team|the platform group|Ann|Bob|the reviewer|the client|support|the data team|the web team|Chidi|"
    "the payments squad|Mira|the release manager|QA|the design group|the security officer"
).split("|")
DOES = (
    "uses|prefers|avoids|tests|deploys|reviews|documents|migrates|monitors|caches|signs|throttles|has replaced|"
    "keeps a fork of|pins|mocks|traces|has given up on|pays for|is trained in"
).split("|")
THING = (
    "Clerk|Firebase|PostgreSQL|Redis|pnpm|Expo|NativeWind|Tailwind CSS|Kubernetes|Terraform|GraphQL|gRPC|Kafka|Stripe|"
    "Sentry|Grafana|Vite|Jest|Playwright|Docker|Nginx|Rust|Swift|Kotlin|Django|FastAPI|Next.js|Storybook|Figma|Zod"
).split("|")
WHERE = (
    "for the login screen|in the payment flow|on Fridays|before each release|in the staging cluster|for image uploads|"
    "in the nightly build|for push messages|in the admin panel|when the queue is long|for the public interface|"
    "in code review|for onboarding|in the search index|for the audit log|in the Android app|during incidents|"
    "for invoices|in feature branches|for translations|in the billing service|for the client in Bern|at night|"
    "on the old servers|for the newsletter"
).split("|")
DETAIL = (
    "since the outage in March|because the bundle got too large|with a budget of {} requests a minute|after ticket {}|"
    "at version {}|in region {}|with {} replicas|as agreed in meeting {}|in build {}|for tenant {}"
).split("|")
TASKS = (
    "Add auth to the new mobile app|Write the release notes|Which database does the billing service use?|"
    "Set up error tracking for the worker|What did we use before Clerk?|Who reviews the payment flow?|"
    "Make the nightly build faster|How are push messages sent?|Prepare onboarding for a new developer|"
    "The queue is long at night, what now?|Translate the admin panel|Which version of Django is pinned?|"
    "Move image uploads to another region|What did the client in Bern ask for?|Trace a slow invoice"
).split("|")


def contents(count: int, seed: int = 7) -> Iterator[tuple[str, str, str]]:
    """So many different (who, thing, sentence)."""
    choose = Random(seed)
    said: set[str] = set()
    while len(said) < count:
        who, does, thing, where, detail = (choose.choice(part) for part in (WHO, DOES, THING, WHERE, DETAIL))
        sentence = f"{who} {does} {thing} {where} {detail.format(choose.randrange(10_000))}"
        if sentence not in said:
            said.add(sentence)
            yield who, thing, sentence[0].upper() + sentence[1:]


def crowd(scope: Scope, count: int, ontology: Ontology, *, seed: int = 7, first: int = 0) -> Iterator[ChangeSet]:
    """Change sets that fill a group with ``count`` memories, which are counted from ``first`` on.

    Of a hundred memories two are procedures and one in a thousand is a hard rule; each fact has a claim, its slot, an
    edge to its entity and the raw episode it came from, one for five memories.
    """
    shared = scope.model_copy(update={"agent_id": None, "user_id": None})
    names = builder(shared, ontology, "entities")
    for kind, among in (("entity:person", WHO), ("entity:technology", THING)):
        names.add(*(made(shared, kind, entity_id(shared.group_id, name), name, BEGINNING) for name in among))
    yield names.build()
    said = contents(count, seed)
    number = first
    while batch := list(islice(said, BATCH)):
        yield _facts(shared, batch, number, ontology)
        number += len(batch)


def _facts(scope: Scope, batch: Sequence[tuple[str, str, str]], first: int, ontology: Ontology) -> ChangeSet:
    group = scope.group_id
    at = BEGINNING + timedelta(seconds=first)
    episodes = [
        episode(
            scope,
            stable_id(group, "crowd", str(first + place)),
            f"notes {first + place}",
            ". ".join(sentence for _, _, sentence in batch[place : place + TOLD_AT_ONCE]),
            BEGINNING + timedelta(seconds=first + place),
        )
        for place in range(0, len(batch), TOLD_AT_ONCE)
    ]
    changes = builder(scope, ontology, str(first))
    for place, (who, thing, sentence) in enumerate(batch):
        memory = _memory(scope, first + place, who, thing, sentence, episodes[place // TOLD_AT_ONCE])
        changes.add(memory)
        changes.draw(Edge.link(EdgeType.ABOUT, memory.id, entity_id(group, thing), group_id=group, at=at))
    memories = list(changes.memories.values())
    changes.more = {
        "episodes": tuple(episodes),
        "claims": tuple(ClaimEdge.of(memory, at=memory.created_at) for memory in memories if memory.claim is not None),
        "mentions": mentions(memories),
    }
    return changes.build()


def _memory(scope: Scope, place: int, who: str, thing: str, sentence: str, told: RawEpisode) -> Memory:
    kind: dict[str, Any]
    if place % 1_000 == 500:
        type_, kind = "semantic:hard_rule", {"severity": "block", "reason": "it was agreed"}
    elif place % 50 == 25:
        steps = [{"order": 1, "instruction": "look into the handbook"}, {"order": 2, "instruction": "ask"}]
        trigger = {"pattern": f"{thing} {sentence.split(thing, 1)[1].strip()}"}
        type_, kind = "procedural", {"name": sentence, "trigger": trigger, "steps": steps}
    else:
        claim = Claim(subject=who, predicate="uses", object=thing, object_kind="entity", qualifier=f"case {place}")
        type_, kind = "semantic:fact", {"claim": claim.model_dump()}
    kind |= {"confidence": 0.6 + place % 40 / 100, "entities": (who, thing), "source_episode_ids": (told.id,)}
    return made(scope, type_, memory_id(scope.group_id, type_, sentence, [told.id]), sentence, told.at, **kind)


def made(scope: Scope, type_: str, id_: str, content: str, at: datetime, **fields: Any) -> Memory:
    """Return a memory of the benchmark."""
    times = {"created_at": at, "valid_from": at}
    common = {"type": type_, "id": id_, "scope": scope.model_dump(), "source": Source.OBSERVATION, "content": content}
    return parse_memory({**common, **times, **fields})


def episode(
    scope: Scope, id_: str, name: str, content: str, at: datetime, *, source: EpisodeSource = "text", of: str = "turn"
) -> RawEpisode:
    """Return a raw episode of the benchmark: a description ``of`` what it is of."""
    return RawEpisode(
        id=id_, scope=scope, name=name, content=content, source=source, description=of, at=at, created_at=at
    )


def mentions(memories: Iterable[Memory]) -> tuple[Mention, ...]:
    """Return what joins memories with the episodes that they come from."""
    return tuple(Mention(episode_id=id_, memory_id=m.id) for m in memories for id_ in m.source_episode_ids)


def builder(scope: Scope, ontology: Ontology, what: str) -> ChangeBuilder:
    """Return the builder of a change set of the benchmark; ``what`` tells it from others."""
    id_ = stable_id(scope.group_id, "crowd_changes", what)
    return ChangeBuilder(scope.group_id, BEGINNING, ontology, RUN, FILLED, id_)
