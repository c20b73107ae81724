"""Hard rules and policies as the text of the section."""

from collections.abc import Sequence
from itertools import chain

from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Memory, Part, Source
from memorist.memory_store.domain.private_reasons import rule_for
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import RULE_TYPES, HardRule
from memorist.memory_store.domain.visibility import may_see, says_of_himself
from memorist.nodes.agents_md.section import on_one_line
from memorist.nodes.retrieval.attribution import rule_told
from memorist.nodes.retrieval.lines import line_of
from memorist.nodes.retrieval.style_instructions import is_standing
from memorist.nodes.secrets.masking import mask

HEADINGS = {"semantic:hard_rule": "Hard rules", "semantic:policy": "Policies"}
INTRODUCTION = "Kept up to date by memorist: write your own above or below, not between the markers."


class RuleVerdict(Part):
    """Decision to write a rule or policy or to leave it out, with the reason."""

    memory_id: str
    type: str
    content: str
    written: bool
    reason: str = ""


class RulesSection(Part):
    """The lines of the section, and the verdict on every rule and policy."""

    text: str
    verdicts: tuple[RuleVerdict, ...]


READERS = ""
"""Stands for everybody who reads the file: nobody's name."""


def judge(memory: Memory, viewer: str | None = None) -> RuleVerdict:
    """Decide whether a live rule or policy is written into the section.

    Left out is what is contested, what is one person's own wish or affair, and what was imported and is not confirmed
    here yet. ``viewer`` is told the verdict.
    """
    reason = ""
    if says_of_himself(memory) or not may_see(READERS, memory):
        reason = "one person says it of himself: it is no rule for the others"
    elif memory.scope.user_id is not None and is_standing(Glance.of(memory)):
        reason = f"it is how {memory.scope.user_id} wants to be answered"
    elif memory.status is Status.CONTESTED:
        reason = "a person has yet to decide whether it holds"
    elif memory.source is Source.IMPORTED and memory.status is Status.STAGED:
        reason = "it was read from a file and is not confirmed here yet"
    content = rule_for(viewer, memory).content
    return RuleVerdict(memory_id=memory.id, type=memory.type, content=content, written=not reason, reason=reason)


def rules_section(memories: Sequence[Memory], viewer: str | None = None) -> RulesSection:
    """The section for these rules and policies: blocking rules first, then in the order in which they came.

    A rule is written as others are told it: without private reasons, with its author's name where it says "me".
    ``viewer`` is told the verdicts.
    """
    ordered = sorted(memories, key=lambda m: (getattr(m, "severity", "") != "block", m.valid_from, m.content, m.id))
    verdicts = {m.id: judge(m, viewer) for m in ordered}
    parts = [["## Rules and policies", "", INTRODUCTION]]
    for type_ in RULE_TYPES:
        lines = dict.fromkeys(f"- {_said(m)}" for m in ordered if m.type == type_ and verdicts[m.id].written)
        if lines:
            parts.append(["", f"### {HEADINGS[type_]}", "", *lines])
    if len(parts) == 1:
        parts.append(["", "There are none yet."])
    return RulesSection(text="\n".join(chain.from_iterable(parts)), verdicts=tuple(verdicts.values()))


def _said(memory: Memory) -> str:
    said = line_of(rule_told(READERS, memory)) if isinstance(memory, HardRule) else memory.content
    return on_one_line(mask(said)[0])
