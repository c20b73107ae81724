"""Does recall bring what is in use now? Asked by one of the agents, by task and by question, at a day's end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from memorist.evals.scenarios.words import mentions
from memorist.evals.simulation.team import Topic
from memorist.nodes.retrieval.result import Recall

SKIPPED = frozenset({"Task", "Constraints (MUST FOLLOW)"})
"""Sections that name things for another reason than that they are used."""


@dataclass(frozen=True)
class Probe:
    """One question and its answer: whether what is in use is named, and whether it is named before what once was.

    ``named`` is the first item of the prompt that names anything of the topic.
    """

    topic: str
    task: str
    agent: str
    brought: bool
    first: bool
    named: str
    tokens: int


def probes(
    topics: Sequence[Topic], in_use: Mapping[str, str], count: int, agents: Sequence[str], rng: Random
) -> list[tuple[Topic, str, str]]:
    """Topic, task and agent of as many questions about what is settled."""
    settled = [topic for topic in topics if topic.topic in in_use]
    chosen = rng.sample(settled, min(count, len(settled)))
    return [(topic, rng.choice((topic.task, topic.question)), rng.choice(agents)) for topic in chosen]


def judged(topic: Topic, task: str, agent: str, now: str, recall: Recall) -> Probe:
    """Score the prompt: it must name what the topic uses now, and nothing else of the topic before it."""
    items = [i.content for s in recall.sections if s.title not in SKIPPED for i in s.items]
    brought = any(mentions(item, now) for item in items)
    naming = next((item for item in items if any(mentions(item, thing) for thing in topic.things)), "")
    return Probe(topic.topic, task, agent, brought, mentions(naming, now), naming, recall.tokens)
