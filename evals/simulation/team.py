"""The data file of the team: who it is, what it works with, how it talks."""

from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

import yaml
from pydantic import Field

from memorist.evals.scenarios.basics import Sentence
from memorist.memory_store.domain.memory import Part

Spoken = Literal["begins", "switches", "again", "prefers", "forbids", "asks", "small", "opinion"]


class Topic(Part):
    """Something of which one thing at a time is in use."""

    topic: Sentence
    task: Sentence
    question: Sentence
    things: Annotated[tuple[Sentence, ...], Field(min_length=3)]


class TeamRule(Part):
    """A rule that somebody lays down by hand."""

    content: Sentence
    reason: Sentence


class TeamProcedure(Part):
    """Something that is done again and again."""

    name: Sentence
    content: Sentence


class Work(Part):
    """A piece of work that an agent sees."""

    title: Sentence
    edit: Sentence
    done: Sentence


class Team(Part):
    """Everything that a simulation is made from."""

    humans: tuple[Sentence, ...]
    agents: tuple[Sentence, ...]
    topics: tuple[Topic, ...]
    reasons: tuple[Sentence, ...]
    rules: tuple[TeamRule, ...]
    procedures: tuple[TeamProcedure, ...]
    says: dict[Spoken, tuple[Sentence, ...]]
    work: tuple[Work, ...]


@cache
def team() -> Team:
    """The shipped team."""
    text = files(__package__).joinpath("team.yaml").read_text(encoding="utf-8")
    return Team.model_validate(yaml.safe_load(text))
