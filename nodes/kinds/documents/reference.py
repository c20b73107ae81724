"""A document as a memory of its own: everything learned from one version of it is linked to it."""

import hashlib
import re

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.types import VERSION_PREDICATE
from memorist.nodes.agents_md.section import closed_up
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.documents.blocks import DocumentBlock
from memorist.nodes.kinds.framing import LONGEST_NAME, Frame, linked
from memorist.nodes.kinds.work_inputs import Document
from memorist.nodes.language.names import names_in


def reference_draft(document: Document, frame: Frame) -> Draft:
    """The reference: its claim says which version holds, so that one version of a document is live at a time."""
    return Draft(
        type="semantic:reference",
        content=f"Document: {document.name}",
        claim=Claim(subject=document.path or document.name, predicate=VERSION_PREDICATE, object=digest(document)),
        entities=names_in(document.name),
        confidence=frame.cap,
        method=frame.method,
        source=frame.source,
        valid_from=frame.said_at,
        details={"uri": document.path},
        tags=("document",),
    )


def digest(document: Document) -> str:
    """Return a digest that tells two versions of a document apart."""
    return hashlib.sha256(closed_up(document.content or "").encode()).hexdigest()[:16]


def documented(draft: Draft, document: Document, block: DocumentBlock) -> Draft:
    """The draft linked to the reference, with its place: "AGENTS.md, line 12, Testing"."""
    place = ", ".join(part for part in (document.path or document.name, f"line {block.line}", block.section) if part)
    return linked(draft, EdgeType.DOCUMENTED_AT, 0, place)


def steps_draft(block: DocumentBlock, document: Document, frame: Frame) -> Draft:
    """A numbered list is a procedure; what it is for stands above it."""
    items = [re.sub(r"^\d+\.\s+", "", line) for line in block.text.splitlines()]
    name = (block.section or items[0])[:LONGEST_NAME]
    draft = Draft(
        type="procedural",
        content=f"{name}: {'; '.join(items)}",
        entities=names_in(block.text),
        confidence=frame.cap,
        method=frame.method,
        source=frame.source,
        valid_from=frame.said_at,
        details={
            "name": name,
            "trigger": {"pattern": name, "context": block.headings[:-1]},
            "steps": [{"order": n, "instruction": item} for n, item in enumerate(items, start=1)],
        },
        quote=block.text,
    )
    return documented(draft, document, block)
