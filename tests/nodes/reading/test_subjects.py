"""Of whom something is told, and as what: nothing changes hands, and nothing is told as more than was said."""

from typing import Any

import pytest

from memorist.nodes.reading.reader import Refused
from memorist.nodes.reading.subjects import subject_of
from tests.growth import assert_linear
from tests.nodes.reading.made import checked

SUBJECTS: dict[str, tuple[str, tuple[str, ...]] | None] = {
    "I need to leave at three": ("speaker", ()),
    "and we're on Postgres": ("speaker", ()),
    "because she's allergic to walnuts": ("person", ()),
    "Velten is at 455": ("nouns", ("velten",)),
    "My mother arrives tomorrow": ("nouns", ("mother",)),
    "the CI pipeline failed twice": ("nouns", ("ci", "pipeline")),
    "It is late": None,
    "Thursday then": None,
    "Wir nehmen DATEV": None,
}


@pytest.mark.parametrize("clause", SUBJECTS)
def test_the_subject_that_a_clause_shows(clause: str) -> None:
    found = subject_of(clause)
    assert (found and (found.kind, found.nouns)) == SUBJECTS[clause]


# what is said; what is told of it, in words and by a claim
CHANGED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "one supplier's price for another's": (
        "Velten is at 455 with two weeks.", "Osterkamp is at 455",
        {"before": ["Osterkamp wants 389."], "claim": ("Osterkamp", "has_value", "455")},
    ),
    "somebody's taste for the user's": (
        "Selma prefers Svelte.", "User prefers Svelte", {"claim": ("user", "prefers", "Svelte")},
    ),
    "her allergy for the user's": (
        "She's allergic to walnuts.", "User is allergic to walnuts",
        {"before": ["My mother arrives tomorrow"], "claim": ("user", "is", "allergic to walnuts")},
    ),
    "the speaker's loss for somebody's": (
        "We lost 340 bookings.", "Piotr has lost 340 bookings",
        {"before": ["Piotr runs it"], "claim": ("Piotr", "has", "340 bookings")},
    ),
    "what another says as so": (
        "My neighbour says Velten cheats.", "Velten cheats", {"claim": ("Velten", "does", "cheats")},
    ),
    "what is due as done": (
        "The service has to go live.", "The service is live", {"claim": ("service", "is", "live")},
    ),
    "a limit left out": (
        "I hate phone calls before nine.", "User hates phone calls",
        {"claim": ("user", "avoids", "phone calls")},
    ),
    "one person's taste for another's, in one sentence": (
        "Mira prefers Vim and Jonas prefers Emacs.", "Mira prefers Emacs", {"claim": ("Mira", "prefers", "Emacs")},
    ),
    "one person's amount for another's, in one sentence": (
        "Ana pays 40 euros, Ben pays 60 euros.", "Ana pays 60 euros", {"claim": ("Ana", "has_value", "60 euros")},
    ),
    "one server's for another's": (
        "The staging server runs Debian, the production server runs Ubuntu.", "The staging server runs Ubuntu",
        {"claim": ("staging server", "uses", "Ubuntu")},
    ),
    "whom somebody stands in for": (
        "Nora is on call while Piotr is away.", "Piotr is on call", {"claim": ("Piotr", "does", "on call")},
    ),
    "what a relative has for the user's": (
        "My sister has a nut allergy.", "User has a nut allergy", {"claim": ("user", "has", "nut allergy")},
    ),
    "what was merely asked": (
        "Jonas asked whether we use Redis.", "Team uses Redis", {"claim": ("team", "uses", "Redis")},
    ),
    "the order turned round": (
        "We decided to go with Postgres instead of MongoDB.", "Team decided to go with MongoDB instead of Postgres",
        {"claim": ("team", "uses", "MongoDB")},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGED)
def test_what_changes_hands_is_refused(case: str) -> None:
    said, told, given = CHANGED[case]
    assert isinstance(checked(said, told, **given), Refused)


STAND: dict[str, tuple[str, str, dict[str, Any]]] = {
    "one of two in one sentence": (
        "Mira prefers Vim and Jonas prefers Emacs.", "Jonas prefers Emacs", {"claim": ("Jonas", "prefers", "Emacs")},
    ),
    "a relative's as a relative's": (
        "My sister has a nut allergy.", "User's sister has a nut allergy",
        {"claim": ("user's sister", "has", "nut allergy")},
    ),
    "with a reason that has a subject of its own": (
        "We use Clerk because Auth0 was slow.", "Team uses Clerk because Auth0 was slow",
        {"claim": ("team", "uses", "Clerk")},
    ),
    "by a pronoun for what the clause before names": (
        "The audit is on Friday and Lena runs it.", "Lena runs the audit", {"claim": ("Lena", "does", "audit")},
    ),
    "what belongs to who says we": (
        "We are closed on Mondays, as every shop on Naxos.", "Team's shop is closed on Mondays",
        {"claim": ("team's shop", "is", "closed on Mondays")},
    ),
    "the same supplier": ("Velten is at 455.", "Velten is at 455", {"claim": ("Velten", "has_value", "455")}),
    "a pronoun for whom was spoken of": (
        "She's allergic to walnuts.", "User's mother is allergic to walnuts",
        {"before": ["My mother arrives tomorrow"], "claim": ("user's mother", "is", "allergic to walnuts")},
    ),
    "what is due as due": (
        "The service has to go live on Friday.", "The service has to go live on Friday",
        {"claim": ("service", "due_on", "Friday")},
    ),
    "the order as it was": (
        "We decided to go with Postgres instead of MongoDB.", "Team decided to go with Postgres instead of MongoDB",
        {"claim": ("team", "uses", "Postgres")},
    ),
    "a limit in the claim": (
        "I hate phone calls before nine.", "User hates phone calls before nine",
        {"claim": ("user", "avoids", "phone calls before nine")},
    ),
    "with who says so": (
        "My neighbour says Velten cheats.", "User's neighbour says Velten cheats", {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", STAND)
def test_what_stays_with_its_subject_is_told(case: str) -> None:
    said, told, given = STAND[case]
    kept = checked(said, told, **given)
    assert not isinstance(kept, Refused)
    assert kept.content == told
    assert (kept.claim is not None) == ("claim" in given)


@pytest.mark.parametrize("piece", ["and ", "Velten ", "says ", "before ", "instead of ", "I "])
def test_a_hostile_text_is_read_in_linear_time(piece: str) -> None:
    def check(length: int) -> None:
        text = (piece * length)[:length] + " Velten is at 455"
        checked(text, "Velten is at 455", claim=("Velten", "has_value", "455"))

    assert_linear(check, 2_000)
