"""A document as a memory of its own: what everything learned from one version of it is linked to."""

import hashlib
import re
from datetime import datetime

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import Source
from memorist.nodes.agents_md.section import closed_up
from memorist.nodes.ingestion.documents.blocks import Block
from memorist.nodes.ingestion.draft import Draft, DraftLink
from memorist.nodes.ingestion.work_inputs import Document
from memorist.nodes.language.gazetteer import find_entities

VERSION_PREDICATE = "has_version"
LONGEST_NAME = 80


def reference_draft(document: Document, at: datetime, *, source: Source, confidence: float) -> Draft:
    """The reference: its claim says which version holds, so that one version of a document is live at a time."""
    name = document.name
    return Draft(
        type="semantic:reference",
        content=f"Document: {name}",
        claim=Claim(subject=document.path or name, predicate=VERSION_PREDICATE, object=digest(document)),
        entities=tuple(dict.fromkeys(m.canonical for m in find_entities(name) if m.field != "file")),
        confidence=confidence,
        method="document",
        source=source,
        valid_from=at,
        details={"uri": document.path},
        tags=("document",),
    )


def digest(document: Document) -> str:
    """What tells two versions of a document apart."""
    return hashlib.sha256(closed_up(document.content or "").encode()).hexdigest()[:16]


def place_in(document: Document, block: Block) -> str:
    """ "AGENTS.md, line 12, Testing"."""
    return ", ".join(part for part in (document.path or document.name, f"line {block.line}", block.section) if part)


def steps_draft(block: Block, document: Document, at: datetime, *, source: Source, confidence: float) -> Draft:
    """A numbered list is a procedure; what it is for stands above it."""
    items = [re.sub(r"^\d+\.\s+", "", line) for line in block.text.splitlines()]
    name = (block.section or items[0])[:LONGEST_NAME]
    return Draft(
        type="procedural",
        content=f"{name}: {'; '.join(items)}",
        entities=tuple(dict.fromkeys(m.canonical for m in find_entities(block.text) if m.field != "file")),
        confidence=confidence,
        method="document",
        source=source,
        valid_from=at,
        details={
            "name": name,
            "trigger": {"pattern": name, "context": block.headings[:-1]},
            "steps": [{"order": n, "instruction": item} for n, item in enumerate(items, start=1)],
        },
        links=(DraftLink(type=EdgeType.DOCUMENTED_AT, draft=0, reason=place_in(document, block)),),
    )
