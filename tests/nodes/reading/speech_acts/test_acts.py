"""The speech act of a sentence, and what is read of it without a model."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.reading.patterns.sentence import attempt
from memorist.nodes.reading.speech_acts.acts import ACTS, act_of

AT = datetime(2026, 11, 28, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "type_"),
    [
        ("Hard rule: no direct pushes to main", "semantic:hard_rule"),
        ("Never log PANs or CVVs, not even masked ones.", "semantic:hard_rule"),
        ("No prod deploys on Fridays.", "semantic:hard_rule"),
        ("Rule: never log CVVs", "semantic:hard_rule"),
        ("Rule for everybody: no direct pushes to main, every change needs one approval.", "semantic:hard_rule"),
        ("The staging database is off limits.", "semantic:hard_rule"),
        ("No new dependencies without asking me", "semantic:hard_rule"),
        ("House rule: shoes off at the door.", "semantic:policy"),
        ("Policy: laptops are locked when unattended.", "semantic:policy"),
        ("Always run the migrations before the deploy.", "semantic:policy"),
        ("From now on, all invoices are checked by two people.", "semantic:policy"),
        ("Could you please always put the amount first when you report on my accounts?", "semantic:policy"),
        ("Whenever you translate for me, keep the Polish place names as they are.", "semantic:policy"),
        ("Don't use bold text when you write to me.", "semantic:hard_rule"),
        ("I'm vegetarian, so whenever you suggest a recipe leave out meat and fish.", "semantic:policy"),
        pytest.param(
            "I'm diabetic, so never put sugar into a recipe.",
            "semantic:policy",
            marks=pytest.mark.xfail(strict=True, reason="taken for a fact about the person, at .94"),
        ),
    ],
)
def test_a_plain_rule_binds_in_the_words_in_which_it_was_said(said: str, type_: str) -> None:
    [proposal] = attempt(said, said_at=AT).proposals
    assert (proposal.type, proposal.content) == (type_, said.rstrip("."))


@pytest.mark.parametrize(
    "said",
    [
        "Never say never",
        pytest.param(
            "If you ask me, use Rust", marks=pytest.mark.xfail(strict=True, reason="taken for a rule, at .94")
        ),
        "Never mind, I found it.",
        "Always great chatting with you",
        "Precious must have been really scared",
        "Gaining confidence on the court must feel great",
        "Having pets must be a wonderful experience",
        "The game must still be raw",
        "Paul wants to buy a cargo bike.",
        "Tom has to leave early today.",
        "The party has to be moved, Zur Linde double booked us.",
        "Their landlord forbids pets.",
        "Nobody deployed on Friday.",
        "Do we deploy on Fridays?",
        "Don't forget to buy milk.",
    ],
)
def test_what_only_sounds_like_a_rule_binds_nobody(said: str) -> None:
    assert act_of(said).act == "none"
    assert not any(p.type in {"semantic:hard_rule", "semantic:policy"} for p in attempt(said, said_at=AT).proposals)


def test_a_rule_holds_until_what_it_names() -> None:
    [proposal] = attempt("No deploys until the audit is done.", said_at=AT).proposals
    assert (proposal.type, proposal.condition) == ("semantic:hard_rule", "the audit")


@pytest.mark.parametrize("said", ["I'm lifting the rule about Friday deploys", "Friday deploys are fine from now on."])
def test_a_lifted_rule_is_named_by_what_it_is_about(said: str) -> None:
    [proposal] = attempt(said, said_at=AT).proposals
    assert proposal.operation == "lifts"
    assert proposal.ends_claim is not None
    assert proposal.ends_claim.object == "Friday deploys"


def test_probabilities_are_given_for_each_act() -> None:
    judged = act_of("please forget my address")
    assert judged.act == "forget"
    assert len(judged.probabilities) == len(ACTS)
    assert sum(judged.probabilities) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    "said",
    [
        "my wifi password is [masked spoken password]",
        "The password for the printer is [masked spoken password].",
        "our database password is [masked password]",
    ],
)
def test_a_masked_secret_is_no_request_to_forget_it(said: str) -> None:
    assert act_of(said).act == "none"


def test_a_masked_secret_can_be_asked_to_be_forgotten() -> None:
    assert act_of("Please forget the password [masked password]").act == "forget"
