"""How somebody wants to be answered becomes a preference of his, in the slot of what it is about."""

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.ingestion.answering.reading import wish_for_now
from memorist.nodes.ingestion.answering.wish import AnswerWish
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause, draft_of
from memorist.nodes.ingestion.extract.for_now import passing
from memorist.nodes.ingestion.extract.patterns.pattern import said_of


def draft_for_now(clause: Clause, text: str) -> Draft | None:
    """A wish for a time that passes: told until then, beside what is wanted for good, whose place it does not take."""
    if (wished := wish_for_now(text)) is None or (until := passing(wished[1], clause.at)) is None:
        return None
    wish, when = wished
    lasting = draft_of_wish(clause, wish)
    told = f"{lasting.content} {when.lower()}"
    return lasting.model_copy(update={"content": told, "claim": None, "valid_until": until, "by_user": False})


def draft_of_wish(clause: Clause, wish: AnswerWish) -> Draft:
    """The wish as a memory: "User wants answers in German"; it takes the place of another language unasked."""
    person = clause.context.person
    told = f"{said_of(person)} {wish.told}{' ' + clause.reason if clause.reason else ''}"
    claim = Claim(
        subject=person,
        predicate="prefers",
        object=wish.value,
        qualifier=wish.aspect,
        topic=wish.aspect,
        polarity=wish.wanted,
    )
    draft = draft_of(clause, type="semantic:preference", confidence=0.9, claim=claim, content=told, by_user=True)
    return draft.model_copy(update={"method": "pattern:answer_wish"})
