"""To-dos: what somebody still has to do once."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.types import TO_DO
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause, draft_of
from memorist.nodes.ingestion.extract.obligation import HAS_TO, OF_A_FAMILY, TICKED, obligation
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern, rx, subject_of
from memorist.nodes.ingestion.extract.wording import third_person

SAID = 0.9


def _open(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    del found
    read = obligation(clause.said, clause.at)
    if read is None:
        return []
    at_home = read.who.casefold().endswith(OF_A_FAMILY)
    subject = clause.context.person if at_home else subject_of(read.who, clause)
    who = subject[:1].upper() + subject[1:]
    act = _act(read.act, clause)
    claim = Claim(subject=subject, predicate="plans", object=act, qualifier=read.due)
    return [
        draft_of(
            clause,
            type="semantic:fact",
            confidence=SAID,
            claim=claim,
            content=_told(clause, f"{who} still has to {act}", read.due),
            tags=(TO_DO,),
            valid_from=clause.at,
            valid_until=None,  # what is overdue is still to be done
            valid_until_condition=None,
        )
    ]


def _told(clause: Clause, otherwise: str, due: str | None) -> str:
    """The words of who says that he has to, with the day in figures; a reminder as what is still to be done."""
    if not HAS_TO.match(clause.said):
        return f"{otherwise} by {due}" if due else otherwise
    return f"{clause.told} ({due})" if due and due not in clause.told else clause.told


def _ticked(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    return [
        draft_of(clause, type="semantic:fact", confidence=SAID, content=f"Done: {_act(found['act'].strip(), clause)}")
    ]


def _act(said: str, clause: Clause) -> str:
    told = third_person(said, clause.context.person)
    return told[:1].lower() + told[1:] if told.split()[0].istitle() else told


PATTERNS = (
    Pattern(
        name="to_do",
        regex=rx(
            r"^[^?]*?\b(?:remind|forget|to-?\s?dos?|list|self|have\sto|has\sto|needs?\sto|must|gotta|got\sto)\b|^\W*\[\s\]"
        ),
        build=_open,
        when=lambda c: not c.hypothetical and not c.said.endswith("?"),
        examples=(
            Example(
                "Remind me to renew the insurance",
                ("user plans renew the insurance",),
                "semantic:fact",
                "User still has to renew the insurance",
            ),
            Example("I still need to call the landlord", ("user plans call the landlord",)),
            Example("todo: update the changelog", ("user plans update the changelog",)),
            Example("we have to paint the fence", ("team plans paint the fence",)),
            Example("[ ] call Ana", ("user plans call Ana",)),
            Example("don't let me forget to water the plants", ("user plans water the plants",)),
            Example("Lena still has to review the migration", ("Lena plans review the migration",)),
        ),
        counter_examples=(
            "we have to run the tests before every merge",
            "everybody must use 2FA",
            "we must use pnpm",
            "we have to log everything",
            "We must submit timesheets by Friday",
            "We still have to support IE11",
            "I had to call the landlord",
            "remind me what a monad is",
            "remind me every Friday to send the report",
            "you need to fix the import",
            "I need to eat gluten-free",
            "I don't have to call the landlord",
            "if we have to paint the fence, I'm out",
            "The app has to work offline",
            "Every intern has to sign the NDA",
            "We have to call the lead before merging",
        ),
    ),
    Pattern(
        name="to_do_ticked",
        regex=TICKED,
        build=_ticked,
        examples=(Example("[x] send the invoice", (), "semantic:fact", "Done: send the invoice"),),
        counter_examples=("[ ] send the invoice",),
    ),
)
