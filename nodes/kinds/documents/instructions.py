"""Instruction files that teams already have (``AGENTS.md``): policies, prohibitions, procedures, references at .9."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memorist.nodes.draft import Draft
from memorist.nodes.kinds.documents.blocks import DocumentBlock, block_key
from memorist.nodes.kinds.documents.reference import documented, steps_draft
from memorist.nodes.kinds.framing import ENDS_NOTHING, Frame, as_said, draft_of
from memorist.nodes.kinds.interface import Readings
from memorist.nodes.kinds.wording import is_instruction, sentence
from memorist.nodes.kinds.work_inputs import Document
from memorist.nodes.language.words import stems
from memorist.nodes.reading.markers import forbids
from memorist.nodes.reading.reader import Proposal
from memorist.nodes.reading.speech_acts.acts import act_of

INSTRUCTED = 0.9
METHOD = "instructions"
RULE = "semantic:hard_rule"
_ABOUT_ITSELF = re.compile(
    r"^(?:this (?:file|document|page|guide)|the following|(?:below|here) (?:is|are)|see below|table of contents)\b",
    re.IGNORECASE,
)
_GENERAL_HEADING = re.compile(
    r"^(?:overview|notes?|general|conventions?|misc\w*|important|other|about|introduction|"
    r"(?:agents|claude|gemini)(?:\.md)?|.*\b(?:instructions?|guidelines?|rules?)\b.*)$",
    re.IGNORECASE,
)
"""Headings that say nothing about what stands below them."""
_ADDRESSED = re.compile(
    r"^(?:you|agents?|the agent|claude)\s+(?:must|should|have to|need to|are expected to)\s+", re.IGNORECASE
)
_POINTER = re.compile(r"https?://\S+|^see\s|\(\S+\.\w{2,4}(?:#\S+)?\)$|@\S+\.md\b", re.IGNORECASE)
_POLICIES = frozenset({"semantic:preference", "model:self", "semantic:decision"})
"""Types that become policies of the team in a file of instructions."""


def instruction_drafts(
    item: Document, blocks: Sequence[DocumentBlock], readings: Readings, frame: Frame
) -> Iterator[Draft]:
    """Numbered lists, then of each block what was read and the other sentences as they stand, with their section."""
    sure = replace(frame, method=METHOD, least=INSTRUCTED)
    for n, block in enumerate(blocks):
        if block.kind == "steps":
            yield steps_draft(block, item, frame)
        if not block.is_prose:
            continue
        for proposal in readings.of(block_key(n)):
            yield documented(_read(proposal, sure), item, block)
        for said in readings.unread_of(block_key(n)):
            text = _ADDRESSED.sub("", said)
            if re.search(r"\w\w", text) and not text.endswith(("?", ":")) and not _ABOUT_ITSELF.match(text):
                content = _with_section(sentence(text), block.section)
                drafted = as_said(text, sure, INSTRUCTED, type=_type_of(text), content=content)
                yield documented(_only_warning(drafted), item, block)


def _read(proposal: Proposal, frame: Frame) -> Draft:
    """A proposal at .9, as a statement of the team."""
    if proposal.type in _POLICIES:
        return draft_of(proposal, frame, type="semantic:policy", details={}, **ENDS_NOTHING)
    return _only_warning(draft_of(proposal, frame, **ENDS_NOTHING))


def _only_warning(draft: Draft) -> Draft:
    """A prohibition of a file only warns: it blocks nothing before a person agrees."""
    if draft.type != RULE:
        return draft
    return draft.model_copy(update={"details": {**draft.details, "severity": "warn"}})


def _type_of(text: str) -> str:
    """The type of a line that no reader read: a prohibition, an instruction, a pointer to something else, or a fact."""
    if is_instruction(text) or act_of(text).likeliest == "rule":
        return RULE if forbids(text) else "semantic:policy"
    return "semantic:reference" if _POINTER.search(text) else "semantic:fact"


def _with_section(text: str, section: str) -> str:
    """ "Testing: Keep fixtures small": a line of a list says too little without its heading."""
    if not section or _GENERAL_HEADING.match(section) or stems(section) <= stems(text):
        return text
    return f"{section}: {text}"
