"""Who somebody is, told in passing, is a fact of its own."""

from datetime import UTC, datetime

import pytest

from memorist.evals.extraction.reading import read_turn

AT = datetime(2026, 3, 10, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "who", "role"),
    [
        ("Priyanka (our SRE) capped everything on that pool", "Priyanka", "SRE"),
        ("Marit, my lead, wants the ledger done before quarter close", "Marit", "lead"),
        ("Dana (practice manager, Okafor clinic) says it happens again", "Dana", "practice manager"),
        ("Fergal (the accountant) wants the bookings moved", "Fergal", "accountant"),
        ("Dana just rang (accountant), the receipts are late", "Dana", "accountant"),
    ],
)
def test_who_is_introduced_is_known_by_it(said: str, who: str, role: str) -> None:
    drafts = read_turn(said, at=AT).drafts
    claims = [d.claim for d in drafts if d.claim is not None]
    assert [(c.subject, c.predicate, c.object) for c in claims if c.predicate == "role_is"] == [(who, "role_is", role)]
    assert len(drafts) > 1


@pytest.mark.parametrize(
    "said",
    [
        "We use Redis (our cache) for sessions",
        "Priyanka (back on Monday) capped everything on that pool",
        "Marit, the usual, wants it done",
        "We could ask Marit (my lead) if she had time",
    ],
)
def test_what_else_stands_beside_a_name_is_no_role(said: str) -> None:
    assert not any(d.claim and d.claim.predicate == "role_is" for d in read_turn(said, at=AT).drafts)
