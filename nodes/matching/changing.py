"""Changing: which stored memories end because a person says later what changes them, by the model of changes."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise

from memorist.memory_store.domain.gist import gist
from memorist.memory_store.domain.memory import ExtractedBy, Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import RULE_TYPES
from memorist.memory_store.domain.visibility import SPEAKER, in_first_person
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.framing import Frame, as_said
from memorist.nodes.matching.relations import contradicts, had_ended, same_person
from memorist.nodes.matching.targets import STATEMENTS
from memorist.nodes.reading.changes.changes import MAX_SENTENCES, ends, under_topic
from memorist.nodes.reading.changes.events import has_come, is_of_speaker
from memorist.nodes.reading.patterns.split import sentences_in
from memorist.nodes.reading.reader import Passage

CONFIDENCE = 0.9
METHOD = "change"
WHY = "what is said later ends it"


def statements_in(passages: Iterable[Passage]) -> list[str]:
    """Return the sentences of a person's own words that may change what is stored; what another speaker than the user
    says of themselves is none."""
    own = [passage for passage in passages if passage.own_words and passage.question is None]
    said = [(one.text, passage.speaker) for passage in own for one in sentences_in(passage) if not one.reason]
    told = [text for text, by in said if by == SPEAKER or not in_first_person(text)]
    return [text for text in dict.fromkeys(told) if not text.rstrip().endswith("?")][:MAX_SENTENCES]


def with_changes(
    drafts: Sequence[Draft],
    said: Sequence[str],
    stored: Iterable[Memory],
    scope: Scope,
    ontology: Ontology,
    *,
    at: datetime,
    read_by: ExtractedBy,
) -> list[Draft]:
    """Return the drafts, each with the memories that its sentence ends; a sentence that ends one and was not read is
    a draft in its own words.

    Args:
        drafts: what was read.
        said: the sentences of the input.
        stored: memories that the sentences may concern.
        scope: who speaks.
        ontology: tells which claims contradict each other.
        at: when it was said, in the speaker's zone.
        read_by: the reading that left the sentences unread.

    Where two claims contradict each other, say the same of two subjects, or only the new one names a purpose, they
    decide. A hard rule ends only with the event that it waits for. A sentence that gives a new value to what the one
    before it names is told with that name.
    """
    result = list(drafts)
    held = [memory for memory in stored if _may_end(memory, scope, at)]
    frame = Frame(Source.USER_STATED, at, METHOD, read_by, by_user=True)
    for before, sentence in pairwise(["", *said]):
        places = [place for place, draft in enumerate(drafts) if draft.quote and draft.quote in sentence]
        mine = [drafts[place] for place in places]
        open_ = [memory for memory in held if not any(_decides(draft, memory, ontology) for draft in mine)]
        ended = [memory.id for memory in open_ if _has_come(memory, sentence, scope) or ends(memory.content, sentence)]
        named = {
            memory.id: told
            for memory in open_
            if memory.id not in ended and memory.type in STATEMENTS
            if (told := under_topic(memory.content, before, sentence)) and ends(memory.content, told)
        }
        ended += named
        if ended and not mine:
            if named and result and (result[-1].method, result[-1].quote) == (METHOD, before):
                ended = [*dict.fromkeys([*result.pop().ends, *ended])]
            draft = as_said(next(iter(named.values()), sentence), frame, CONFIDENCE)
            result.append(draft.model_copy(update={"quote": sentence}).ending(ended, WHY))
        for place in places if ended else ():
            result[place] = drafts[place].ending(ended, WHY)
    return result


def _may_end(memory: Memory, scope: Scope, at: datetime) -> bool:
    waits = memory.type == "semantic:hard_rule" and memory.valid_until_condition is not None
    ends = memory.status.live and (waits or memory.type in STATEMENTS)
    return ends and memory.valid_from < at and same_person(memory, scope)


def _has_come(memory: Memory, sentence: str, scope: Scope) -> bool:
    """Return true if a sentence says that what a memory waits for is so; nobody else says so of its speaker."""
    event = memory.valid_until_condition
    if event is None or (is_of_speaker(event) and memory.scope.user_id != scope.user_id):
        return False
    return has_come(event, sentence)


def _decides(draft: Draft, memory: Memory, ontology: Ontology) -> bool:
    """Return true if claims, an operation or time decide what a draft does to a memory."""
    # A lift concerns rules: what is said of a statement in the words of one ("we dropped Stripe") may change that.
    lifts_nothing = draft.operation == "lifts" and not draft.targets and memory.type not in RULE_TYPES
    changes = draft.operation in {"add", "replaces"} or lifts_nothing
    if not changes or draft.replaces or not draft.by_user or had_ended(memory, draft):
        return True
    mine, known = draft.claim, memory.claim
    if mine is None or known is None or mine.predicate != known.predicate:
        return False
    if mine.topic is not None and known.topic is None:
        return True  # a thing for one purpose says nothing about things whose purpose nobody told
    return gist(mine.subject) != gist(known.subject) or contradicts(draft, known, ontology)
