"""A document from outside: what it states is believed up to .7, what a person wrote beside it at 1.0.

Its author is not the user: an article's "we" and "never" make no fact about the team and no rule.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import Source
from memorist.nodes.ingestion.documents.blocks import Block, blocks_of
from memorist.nodes.ingestion.draft import OWN_WORDS, Draft, DraftLink, Statement, Verdict
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.reference import place_in, reference_draft, steps_draft
from memorist.nodes.ingestion.extract.statement import draft_statement
from memorist.nodes.ingestion.extract.wording import sentence
from memorist.nodes.ingestion.gatekeep import split_statements
from memorist.nodes.ingestion.work_inputs import Annotation, Document
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.words import stems

EXTRACTED = 0.7
ANNOTATED = 1.0
MOST_FACTS = 120
"""A longer document is kept as its raw episode; what is stated first is stated most."""
_KEPT_TYPES = frozenset({"semantic:fact", "procedural"})
_AUTHOR = re.compile(r"\b(?:I|we|my|our|us|me)\b(?!\.)", re.IGNORECASE)
_OWN_VOICE = re.compile(r"^(?:team|user)\b|\b(?:I|we|my|our|us|me|you|your|the (?:team|user)(?:'s)?)\b", re.IGNORECASE)
_ENOUGH_WORDS = 7


def draft_document(document: Document, at: datetime, context: Context | None = None) -> list[Draft]:
    """The reference first, then what the document states, then the annotations."""
    base = context or Context()
    reference = reference_draft(document, at, source=Source.EXTERNAL, confidence=EXTRACTED)
    stated = [*_stated(document, at, base)][:MOST_FACTS]
    noted = [draft for one in document.annotations for draft in _noted(one, document, at, base)]
    return [reference, *stated, *noted]


def _stated(document: Document, at: datetime, context: Context) -> Iterator[Draft]:
    about = stems(document.name) | {stem for one in document.annotations for stem in stems(one.text)}
    listening = context.model_copy(update={"source": Source.EXTERNAL, "before": ()})
    for block in blocks_of(document.content or ""):
        if block.kind == "steps":
            yield steps_draft(block, document, at, source=Source.EXTERNAL, confidence=EXTRACTED)
        if block.kind in {"code", "steps"}:
            continue
        statements = split_statements(block.text, speaker=document.name, at=at)
        for statement in statements:
            if _AUTHOR.search(statement.text):
                continue  # what its author does says nothing about the reader
            read = (
                _from_outside(draft, statement, document, block)
                for draft in draft_statement(statement, listening)
                if draft.method != OWN_WORDS or _worth_it(draft, statement, about)
            )
            yield from _once(read)


def _once(drafts: Iterable[Draft]) -> list[Draft]:
    """What one sentence states, each thing once: a fact says what a reference to the whole sentence would say again."""
    each = list({(draft.type, draft.content): draft for draft in drafts}.values())
    facts = [draft for draft in each if draft.type == "semantic:fact"]
    return [d for d in each if d in facts or not any(d.content.rstrip(".").endswith(fact.content) for fact in facts)]


def _worth_it(draft: Draft, statement: Statement, about: frozenset[str]) -> bool:
    """A sentence in its own words is worth keeping when it is about what the document is about, or names something."""
    words = statement.text.split()
    if statement.verdict.action != "keep" or not 4 <= len(words) <= 60 or _OWN_VOICE.search(statement.text):
        return False
    return bool(stems(draft.content) & about) or any(m.field != "file" for m in find_entities(draft.content))


def _from_outside(draft: Draft, statement: Statement, document: Document, block: Block) -> Draft:
    """The draft as somebody else's statement."""
    kind = draft.type if draft.type in _KEPT_TYPES else "semantic:reference"
    claim, content = draft.claim, draft.content
    speaks_for_itself = bool(_OWN_VOICE.search(content)) or (
        claim is not None and claim.subject.lower() in {"user", "team"}
    )
    if speaks_for_itself:
        kind, claim, content = "semantic:reference", None, f"{document.name}: {statement.resolved}"
    return draft.model_copy(
        update={
            "type": kind,
            "content": content,
            "claim": claim,
            "confidence": min(draft.confidence, EXTRACTED),
            "details": draft.details if kind == "procedural" else {},
            "by_user": False,
            "replaces": (),
            "links": (*draft.links, DraftLink(type=EdgeType.DOCUMENTED_AT, draft=0, reason=place_in(document, block))),
        }
    )


def _noted(note: Annotation, document: Document, at: datetime, context: Context) -> list[Draft]:
    """An annotation is the user's own word about what it stands beside."""
    by_hand = Verdict(action="keep", category="annotation", reason="a person wrote it beside the document")
    about = f"{document.name}, {note.quote}" if note.quote else document.name
    alone = len(note.text.split()) >= _ENOUGH_WORDS and bool(
        stems(note.text) & stems(f"{document.name} {note.quote or ''}")
    )
    drafts: list[Draft] = []
    for piece in split_statements(note.text, speaker=document.who(), at=at):
        statement = piece.model_copy(update={"verdict": by_hand})
        for draft in draft_statement(statement, context):
            content = draft.content if alone else f"{about}: {_lowered(draft.content)}"
            drafts.append(_by_user(draft, content, document))
    return drafts


def _by_user(draft: Draft, content: str, document: Document) -> Draft:
    names = dict.fromkeys((*draft.entities, *(m.canonical for m in find_entities(content) if m.field != "file")))
    certain = min(draft.confidence, 0.5) if "hypothetical" in draft.tags else ANNOTATED
    return draft.model_copy(
        update={
            "content": sentence(content),
            "confidence": certain,
            "method": "annotation",
            "source": Source.USER_STATED,
            "entities": tuple(names),
            "by_user": True,
            "tags": (*draft.tags, "annotation"),
            "links": (
                *draft.links,
                DraftLink(type=EdgeType.DERIVED_FROM, draft=0, reason=f"written beside {document.name}"),
            ),
        }
    )


def _lowered(content: str) -> str:
    first, _, rest = content.partition(" ")
    return f"{first.lower()} {rest}".strip() if first.istitle() and not find_entities(first) else content
