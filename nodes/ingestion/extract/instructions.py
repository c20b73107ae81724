"""The instruction files that teams already have, section by section: policies, prohibitions, procedures, references."""

import re
from collections.abc import Iterator
from datetime import datetime

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import Source
from memorist.nodes.ingestion.documents.blocks import Block, blocks_of
from memorist.nodes.ingestion.draft import OWN_WORDS, Draft, DraftLink, Statement, Verdict
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.imperatives import IMPERATIVE
from memorist.nodes.ingestion.extract.reference import place_in, reference_draft, steps_draft
from memorist.nodes.ingestion.extract.statement import details_for, draft_statement
from memorist.nodes.ingestion.extract.wording import sentence
from memorist.nodes.ingestion.sentences import segments_of
from memorist.nodes.ingestion.work_inputs import Document
from memorist.nodes.language.words import stems

INSTRUCTED = 0.9
_KEPT = Verdict(action="keep", category="instruction", reason="the team's own file says so")
_ABOUT_ITSELF = re.compile(
    r"^(?:this (?:file|document|page|guide)\b|the following\b|below (?:is|are)\b|here (?:is|are)\b|see below\b|"
    r"table of contents)",
    re.IGNORECASE,
)
_GENERAL_HEADING = re.compile(
    r"^(?:overview|notes?|rules?|guidelines?|general|conventions?|instructions?|misc\w*|important|other|about|introduction|"
    r"(?:agents|claude|gemini)(?:\.md)?|.*\b(?:instructions|guidelines|rules)\b.*)$",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(rf"^(?:you\s(?:must|should|have\sto)\s)?{IMPERATIVE}", re.IGNORECASE)
_YOU = re.compile(
    r"^(?:you|agents?|the agent|claude)\s+(?:must|should|have to|need to|are expected to)\s+", re.IGNORECASE
)
_POINTER = re.compile(r"https?://\S+|^see\s|\(\S+\.\w{2,4}(?:#\S+)?\)$|@\S+\.md\b", re.IGNORECASE)
_TYPES = {
    "semantic:preference": "semantic:policy",
    "model:self": "semantic:policy",
    "semantic:decision": "semantic:policy",
}


def draft_instructions(document: Document, at: datetime, context: Context | None = None) -> list[Draft]:
    """The reference first, then each instruction at .9 with file and line; what is in doubt stays in doubt."""
    reference = reference_draft(document, at, source=Source.IMPORTED, confidence=INSTRUCTED)
    listening = (context or Context()).model_copy(update={"source": Source.IMPORTED, "before": ()})
    drafts: dict[tuple[str, str], Draft] = {}
    for block in blocks_of(document.content or ""):
        if block.kind == "steps":
            steps = steps_draft(block, document, at, source=Source.IMPORTED, confidence=INSTRUCTED)
            drafts.setdefault((steps.type, steps.content), steps)
        for draft in _read(block, at, listening):
            linked = DraftLink(type=EdgeType.DOCUMENTED_AT, draft=0, reason=place_in(document, block))
            drafts.setdefault((draft.type, draft.content), draft.model_copy(update={"links": (linked,)}))
    return [reference, *drafts.values()]


def _read(block: Block, at: datetime, context: Context) -> Iterator[Draft]:
    if block.kind in {"code", "steps"}:
        return
    for segment in segments_of(block.text):
        text = _YOU.sub("", segment.text).strip()
        if segment.kind in {"code", "wrapper", "log"} or not re.search(r"\w\w", text) or text.endswith(("?", ":")):
            continue
        if _ABOUT_ITSELF.match(text):
            continue
        statement = Statement(text=text, resolved=text, verdict=_KEPT, speaker="team", at=at)
        for draft in draft_statement(statement, context):
            yield _instructed(draft, block, text)


def _instructed(draft: Draft, block: Block, text: str) -> Draft:
    own_words = draft.method == OWN_WORDS
    kind = _TYPES.get(draft.type, draft.type)
    if own_words and kind == "semantic:fact":
        kind = "semantic:policy" if _IMPERATIVE.match(text) else "semantic:reference" if _POINTER.search(text) else kind
    content = _with_section(sentence(text), block.section) if own_words else draft.content
    details = details_for(kind, content) if own_words else draft.details
    if kind == "semantic:hard_rule":
        # What a file forbids is in every prompt, but blocks nothing: that takes a person.
        details = {**draft.details, "severity": "warn"}
    if kind not in {draft.type, "procedural", "semantic:hard_rule"}:
        details = {}
    return draft.model_copy(
        update={
            "type": kind,
            "content": content,
            "details": details,
            "confidence": min(draft.confidence, 0.5) if "hypothetical" in draft.tags else INSTRUCTED,
            "method": "instructions" if own_words else draft.method,
            "by_user": False,
            "replaces": (),
        }
    )


def _with_section(text: str, section: str) -> str:
    """ "Testing: Keep fixtures small": a line of a list says too little without its heading."""
    if not section or _GENERAL_HEADING.match(section) or stems(section) <= stems(text):
        return text
    return f"{section}: {text}"
