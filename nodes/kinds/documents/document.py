"""A document from outside: what it states is believed up to .7, what a person wrote beside it at 1.0.

Its author is not the user: an article's "I", "we" and "never" make no fact about the user or the team and no rule.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from itertools import islice
from typing import Any

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Source
from memorist.memory_store.domain.types import FROM_DOCUMENT, UNDATED
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.documents.answers import with_answers
from memorist.nodes.kinds.documents.blocks import DocumentBlock, block_key, blocks_of
from memorist.nodes.kinds.documents.instructions import INSTRUCTED, instruction_drafts
from memorist.nodes.kinds.documents.reference import documented, reference_draft, steps_draft
from memorist.nodes.kinds.documents.versions import look_up_version
from memorist.nodes.kinds.framing import ENDS_NOTHING, Frame, as_said, draft_of, linked
from memorist.nodes.kinds.interface import Completion, InputKind, Readings
from memorist.nodes.kinds.wording import as_written, sentence
from memorist.nodes.kinds.work_inputs import Annotation, Document
from memorist.nodes.language.names import names_in
from memorist.nodes.language.words import stems
from memorist.nodes.reading.reader import Passage, Proposal

EXTRACTED = 0.7
AS_SAID = 0.6
"""Confidence in a sentence of a document that no reader turned into a claim."""
ANNOTATED = 1.0
MAX_FACTS = 120
"""Of a longer document the rest is kept in its raw episode only; what is stated first is stated most."""
MAX_PASSAGES = 400
_KEPT_TYPES = frozenset({"semantic:fact", "procedural"})
_OF_SOMEBODY = re.compile(
    r"\b(?:I|we|my|our|us|me|you|your|the (?:team|user)(?:['’]s)?)\b(?!\.)|^(?:team|user)\b", re.IGNORECASE
)
_OF_ITS_AUTHOR = re.compile(r"\b(?:I|we|my|our|us|me|you|your|the team(?:['’]s)?)\b(?!\.)|^team\b", re.IGNORECASE)
"""The same in what is kept for one user alone: who "the user" is, is known there."""
_SHORTEST, _LONGEST = 4, 60
"""In words: what may stand as a statement by itself."""
_ENOUGH_WORDS = 7
"""In words: an annotation of so many that names its document needs no reference to the place it stands at."""


class DocumentKind(InputKind[Document]):
    """Blocks are read as the document's words, annotations as the user's own."""

    kept_because = "a document that somebody handed in"

    def passages(self, item: Document) -> tuple[Passage, ...]:
        """The paragraphs and items of the document, then the annotations."""
        blocks = [
            Passage(key=block_key(n), text=block.text, speaker=item.name, own_words=False)
            for n, block in enumerate(blocks_of(item.content or ""))
            if block.is_prose
        ][:MAX_PASSAGES]
        notes = [Passage(key=f"annotation:{n}", text=one.text) for n, one in enumerate(item.annotations)]
        return (*blocks, *notes)

    def drafts(self, item: Document, *, said_at: datetime, readings: Readings, agent: str | None = None) -> list[Draft]:
        """The reference first, then what the document states, then the annotations."""
        blocks = blocks_of(item.content or "")
        source, sure = (Source.IMPORTED, INSTRUCTED) if item.is_instructions else (Source.EXTERNAL, EXTRACTED)
        frame = Frame(source, said_at, FROM_DOCUMENT, readings.read_by, cap=sure, dated=item.dated)
        stated = islice(_stated(item, blocks, readings, frame), MAX_FACTS)
        if item.is_instructions:
            stated = instruction_drafts(item, blocks, readings, frame)
        once = {(draft.type, draft.content): draft for draft in reversed(list(stated))}
        beside = Frame(Source.USER_STATED, said_at, "annotation", readings.read_by, least=ANNOTATED, by_user=True)
        noted = [d for n, one in enumerate(item.annotations) for d in _noted(n, one, item, readings, beside)]
        found = [reference_draft(item, frame), *reversed(once.values())]
        if not item.dated:
            found = [_tagged(draft, UNDATED) if draft.valid_from == said_at else draft for draft in found]
        return [*found, *noted]

    async def complete(
        self, item: Document, drafts: Sequence[Draft], episode: RawEpisode, store: Store, zone: tzinfo
    ) -> Completion:
        """Compare with the version that is stored: only what changed is written."""
        return await look_up_version(drafts, episode, store)


def _tagged(draft: Draft, tag: str) -> Draft:
    return draft.model_copy(update={"tags": (*draft.tags, tag)})


def _stated(item: Document, blocks: Sequence[DocumentBlock], readings: Readings, frame: Frame) -> Iterator[Draft]:
    """Numbered lists, what was read, and the statements about the document's subject that were not."""
    about = stems(item.name).union(*(stems(one.text) for one in item.annotations))
    for n, block in enumerate(blocks):
        if block.kind == "steps":
            yield steps_draft(block, item, frame)
        if not block.is_prose:
            continue
        for proposal in readings.of(block_key(n)):
            yield documented(_from_outside(proposal, item, frame), item, block)
        for one in with_answers(readings.unread_of(block_key(n))):
            said = one if isinstance(one, str) else one.text
            if _states_something(said, about, _others(item)):
                yield documented(as_said(said, frame, AS_SAID, content=as_written(said)), item, block)


def _from_outside(proposal: Proposal, item: Document, frame: Frame) -> Draft:
    """A proposal as somebody else's statement: what is said of "I" or "we" is quoted under the document's name."""
    kind = proposal.type if proposal.type in _KEPT_TYPES else "semantic:reference"
    changes: dict[str, Any] = {**ENDS_NOTHING}
    subject = folded(proposal.claim.subject) if proposal.claim else ""
    nobodys = {"team", folded(item.name), *(() if item.personal else ("user",))}
    if subject in nobodys or _others(item).search(f"{proposal.quote} {proposal.content}"):
        kind = "semantic:reference"
        changes |= {"claim": None, "content": f"{item.name}: {' '.join(proposal.quote.split())}"}
    if kind != proposal.type:
        changes["details"] = {}
    return draft_of(proposal, frame, type=kind, **changes)


def _others(item: Document) -> re.Pattern[str]:
    """Return the words by which a sentence is about somebody that the document does not name."""
    return _OF_ITS_AUTHOR if item.personal else _OF_SOMEBODY


def _states_something(said: str, about: frozenset[str], others: re.Pattern[str]) -> bool:
    """Return true if a sentence may stand by itself: of nobody unnamed, and about the document's subject or something
    named."""
    if said.rstrip().endswith(("?", ":")) or not _SHORTEST <= len(said.split()) <= _LONGEST:
        return False
    return not others.search(said) and bool(stems(said) & about or names_in(said))


def _noted(n: int, note: Annotation, item: Document, readings: Readings, frame: Frame) -> Iterator[Draft]:
    """An annotation is the user's own word about what it stands beside; what was not read stands as said."""
    key = f"annotation:{n}"
    read = readings.of(key)
    left = readings.unread_of(key) if read else [note.text]
    drafts = [draft_of(one, frame, content=_beside(one.content, note, item)) for one in read]
    drafts += [as_said(said, frame, ANNOTATED, content=_beside(said, note, item)) for said in left]
    for draft in drafts:
        yield linked(_tagged(draft, "annotation"), EdgeType.DERIVED_FROM, 0, f"written beside {item.name}")


def _beside(content: str, note: Annotation, item: Document) -> str:
    """The text of an annotation, behind the document's name and its quote unless it names its subject itself."""
    about = f"{item.name}, {note.quote}" if note.quote else item.name
    alone = len(note.text.split()) >= _ENOUGH_WORDS and stems(note.text) & stems(about)
    return sentence(content) if alone else f"{about}: {sentence(content)}"
