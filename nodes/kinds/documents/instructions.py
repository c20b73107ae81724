"""Instruction files that teams already have (``AGENTS.md``): policies, prohibitions, procedures, references at .9."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.documents.answers import Answered, with_answers
from memorist.nodes.kinds.documents.blocks import DocumentBlock, block_key
from memorist.nodes.kinds.documents.bound import binds_reader, is_rule_itself
from memorist.nodes.kinds.documents.leads import is_act
from memorist.nodes.kinds.documents.reference import documented, steps_draft
from memorist.nodes.kinds.framing import ENDS_NOTHING, Frame, as_said, draft_of
from memorist.nodes.kinds.interface import Readings
from memorist.nodes.kinds.wording import as_written
from memorist.nodes.kinds.work_inputs import Document
from memorist.nodes.language.clauses import is_own_clause
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
        proposals = [one for one in readings.of(block_key(n)) if one.type == RULE or block.bids != "forbid"]
        for proposal in proposals:
            yield documented(_read(proposal, sure), item, block)
        said = with_answers(readings.unread_of(block_key(n)))
        if block.bids == "forbid" and not proposals:  # whatever a reader made of it is no rule
            said = (block.text,)
        for one in said:
            if (draft := _as_said(one, block, sure)) is not None:
                yield documented(draft, item, block)


def _as_said(said: str | Answered, block: DocumentBlock, frame: Frame) -> Draft | None:
    """A sentence, or a question with its answer, as it stands in the file; null if it says nothing by itself."""
    text = said if isinstance(said, str) else said.text
    if not re.search(r"\w\w", text) or text.endswith(("?", ":")) or _ABOUT_ITSELF.match(text):
        return None
    content = _with_section(as_written(text), block.section)
    act = "" if isinstance(said, str) else said.refused
    if isinstance(said, str) and block.bids == "forbid" and block.text.startswith(said):
        act = block.act
    if not act:
        type_ = "semantic:policy" if block.bids == "demand" else "semantic:fact"
        type_ = _type_of(text) if isinstance(said, str) and block.bids is None else type_
        return _only_warning(as_said(text, frame, INSTRUCTED, type=type_, content=content))
    claim = Claim(subject="team", predicate="practices", object=as_written(act), polarity=False)
    return _only_warning(as_said(text, frame, INSTRUCTED, type=RULE, content=content, claim=claim))


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
    act = act_of(text)
    by_itself = is_rule_itself(text)
    # "make test starts a server" is a clause of its own.
    instructs = is_act(text) and (act.may_be_rule or by_itself or not is_own_clause(text))
    demands = act.likeliest == "rule" or (act.may_be_rule and by_itself)
    if instructs or (demands and binds_reader(text)):
        return RULE if forbids(text) else "semantic:policy"
    return "semantic:reference" if _POINTER.search(text) else "semantic:fact"


def _with_section(text: str, section: str) -> str:
    """ "Testing: Keep fixtures small": a line of a list says too little without its heading."""
    if not section or _GENERAL_HEADING.match(section) or stems(section) <= stems(text):
        return text
    return f"{section}: {text}"
