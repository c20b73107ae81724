"""Reading of sentences by speaker and time, and unread sentences."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.reading.laid_down import laid_down_in
from memorist.nodes.reading.patterns.sentence import attempt
from tests.growth import assert_linear

SAID_AT = datetime(2026, 2, 2, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("Should we use Redis for the sessions?", "question"),
        ("Can you switch to Redis", "question"),
        ("Good morning", "greeting"),
        ("Let's do a role play where I am a patient with diabetes", "imagines"),
        ('My boss said "never use Realm"', "quotation"),
        ("Maybe we use Redis for sessions", "doubt"),
        ("It is slow on Android though", "no pattern"),
        ("They use Redis for sessions", "no pattern"),
        ("We don't use nothing but Redis", "no pattern"),
        ("British Gas quoted £1,900 for it, which is too much.", "no pattern"),
        ("Let's go with 1", "no pattern"),
        ("Let's go item by item", "no pattern"),
        ("We talked about never pushing to main", "no pattern"),
    ],
)
def test_a_sentence_that_says_nothing_explicit_is_left_unread_with_a_reason(said: str, reason: str) -> None:
    read = attempt(said, said_at=SAID_AT)
    assert not read.proposals
    assert reason in read.reason


def test_two_projects_that_use_one_tool_are_two_claims() -> None:
    apollo, zeus = (
        attempt(f"For project {name} we use Podman in the billing service", said_at=SAID_AT).proposals[0].claim
        for name in ("Apollo", "Zeus")
    )
    assert apollo
    assert zeus
    assert apollo.identity() != zeus.identity()
    assert apollo.qualifier == "billing service, project Apollo"


def test_a_switch_of_one_service_does_not_meet_the_use_in_another() -> None:
    (used,) = attempt("We use Java for the billing service", said_at=SAID_AT).proposals
    (moved,) = attempt("We moved the search service from Java to Rust", said_at=SAID_AT).proposals
    assert used.claim
    assert moved.claim
    assert not used.claim.same_aspect(moved.claim)
    assert moved.replaces == ("Java",)


def test_i_is_the_speaker() -> None:
    (said,) = attempt("I prefer Clerk for mobile auth", speaker="Mira", said_at=SAID_AT).proposals
    assert said.claim
    assert said.claim.subject == "Mira"


def test_the_i_of_somebody_elses_text_is_nobody_here() -> None:
    assert not attempt("I am vegan", said_at=SAID_AT, own_words=False).proposals
    assert not attempt("We use Redis for sessions", said_at=SAID_AT, own_words=False).proposals
    assert not attempt("Never use Realm", said_at=SAID_AT, own_words=False).proposals
    assert attempt("For validation, Zod is recommended.", said_at=SAID_AT, own_words=False).proposals


def test_the_reason_stays_with_what_it_is_the_reason_for() -> None:
    (rule,) = attempt("Never use Realm because it loses data", said_at=SAID_AT).proposals
    assert rule.content == "Never use Realm because it loses data"
    assert rule.details["reason"] == "it loses data"


@pytest.mark.parametrize(
    ("said", "ends"),
    [
        ("We use Redis for the sessions until Friday, and then we switch", True),
        ("We use Redis for the sessions, and Jonas is on call until Friday", False),
        ("We moved from Jest to Vitest, and the office is closed until Monday", False),
    ],
)
def test_a_time_in_what_is_added_about_something_else_ends_nothing(said: str, ends: bool) -> None:
    found = attempt(said, said_at=SAID_AT).proposals
    assert any(one.valid_until is not None for one in found) is ends


@pytest.mark.parametrize(
    ("said", "bounded"),
    [
        ("No deploys to production (Ngozi is rotating the keys on Monday)", False),
        ("No deploys to production, Ngozi is rotating the keys on Monday", False),
        ("No deploys to production - the audit is on Monday", False),
        ("No deploys to production, from Monday on", True),
        ("No deploys to production, Ngozi is away until Monday", True),
        ("No deploys from 10 May (Ngozi is away)", True),
    ],
)
def test_a_time_in_the_reason_of_a_rule_does_not_bound_the_rule(said: str, bounded: bool) -> None:
    rule = attempt(said, said_at=SAID_AT).proposals[0]
    assert (rule.valid_from is not None or rule.valid_until is not None) is bounded


def test_a_time_is_taken_out_of_the_claim_and_stays_in_the_words() -> None:
    (used,) = attempt("We use Clerk for auth since March", said_at=SAID_AT).proposals
    assert used.content == "We use Clerk for auth since March"
    assert used.claim
    assert used.claim.qualifier == "auth"
    assert used.valid_from == datetime(2025, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize("said", ["Forget the rule about pork, I eat it again.", "You can drop the pork rule."])
def test_a_rule_that_is_to_be_forgotten_is_lifted(said: str) -> None:
    (lifted,) = attempt(said, said_at=SAID_AT).proposals
    assert lifted.operation == "lifts"


@pytest.mark.parametrize("rule", ["push to main", "deploy on Fridays"])
def test_a_lift_names_the_claim_of_the_rule_that_it_lifts(rule: str) -> None:
    (forbidden,) = attempt(f"Never {rule}", said_at=SAID_AT).proposals
    for words in (f"You can {rule} now", f"We can {rule} again", f"We are now allowed to {rule}"):
        (lifted,) = attempt(words, said_at=SAID_AT).proposals
        assert (lifted.operation, lifted.ends_claim) == ("lifts", forbidden.claim)
        assert lifted.content == words


def test_an_end_names_the_claim_that_it_ends() -> None:
    (liked,) = attempt("I like Vim", said_at=SAID_AT).proposals
    (ended,) = attempt("I no longer like Vim", said_at=SAID_AT).proposals
    assert ended.ends_claim == liked.claim


@pytest.mark.parametrize(
    "piece",
    ["we use a and ", "- ", "never ", "that, ", "because ", "if x, ", "(", "A B ", "for the ", "🎉", "'", "1. do it "],
)
def test_reading_takes_linear_time(piece: str) -> None:
    assert_linear(lambda length: attempt(("We use " + piece * length)[:length], said_at=SAID_AT), 600)


@pytest.mark.parametrize(
    ("said", "types"),
    [
        ("Please never use the word 'leverage' in my mails.", ["semantic:hard_rule"]),
        ('Never say "um" or "you know" when you read my texts aloud.', ["semantic:hard_rule"]),
        ('"Nobody leaves before six", said the sign in the lobby.', []),
        ('My coach always says "never give up".', []),
    ],
)
def test_what_a_sentence_quotes_decides_nothing_about_its_act(said: str, types: list[str]) -> None:
    assert [one.type for one in attempt(said, said_at=SAID_AT).proposals] == types


@pytest.mark.parametrize(
    "said",
    [
        "pls use 4 spaces and no semicolons when you write TS for me",
        "add a summary when you send me a PR",
        "put the imports on top when you write Python for me",
        "give the sources when you answer my questions",
        "check the spelling before you send me a draft",
        "use short variable names when you write code for me",
        "Keep the comments in English whenever you refactor my code",
    ],
)
def test_one_wish_of_the_speaker_is_no_procedure(said: str) -> None:
    (proposal,) = attempt(said, said_at=SAID_AT).proposals
    assert proposal.type != "procedural"


@pytest.mark.parametrize(
    "said",
    ["For the mobile repo: squash merges only.", "For the API repo, squash merges only", "For hotfixes: rebase only"],
)
def test_the_only_way_of_doing_something_is_a_rule(said: str) -> None:
    (proposal,) = attempt(said, said_at=SAID_AT).proposals
    assert (proposal.type, proposal.content) == ("semantic:policy", said.rstrip("."))


@pytest.mark.parametrize(
    ("said", "trigger"),
    [
        ("Run the linter before every commit", "before every commit"),
        ("Restart the worker when the queue hangs", "the queue hangs"),
        ("Wake the secondary if the pager goes off twice", "the pager goes off twice"),
        ("Add a changelog line every time you touch the API", "you touch the API"),
        ("Restart my router when the line drops", "the line drops"),
        ("When you build a screen: 1. Create the file 2. Style it", "you build a screen"),
    ],
)
def test_what_is_done_when_something_happens_is_a_procedure(said: str, trigger: str) -> None:
    (proposal,) = attempt(said, said_at=SAID_AT).proposals
    assert (proposal.type, proposal.details["trigger"]["pattern"]) == ("procedural", trigger)


def test_the_trigger_of_a_procedure_ends_with_its_sentence() -> None:
    assert not attempt(
        "Restart the worker when the queue of Foo Inc. hangs. Ana is off today", said_at=SAID_AT
    ).proposals


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("quick thing: never push to develop, okay?", "never push to develop"),
        ("Ngozi, never touch the ledger table, understood?", "never touch the ledger table"),
        ("Don't deploy on Fridays, alright?", "Don't deploy on Fridays"),
        ("please bump the version and make sure to never touch vendor/", "never touch vendor/"),
        ("could you sort the imports, and please don't edit src/billing?", "don't edit src/billing"),
        ("Rename the job but remember never to restart the ledger", "never to restart the ledger"),
        ("Always use bun, never yarn", "Always use bun, never yarn"),
        ("never push to main, right?", None),
        ("should I never push to main, ok?", None),
        ("can you find the jobs that hang and never finish?", None),
        ("can you check why they remember to never push to main?", None),
        ("Is it ok to never push to main?", None),
        ("They told me to fix the footer and remember to never push to main", None),
        ("The docs say: never use eval, ok?", None),
        ("I always use bun, never yarn", None),
    ],
)
def test_a_rule_inside_a_request_is_read_and_a_question_about_one_is_not(said: str, rule: str | None) -> None:
    found = attempt(said, said_at=SAID_AT).proposals
    assert [one.content for one in found if one.type == "semantic:hard_rule"] == ([rule] if rule else [])


@pytest.mark.parametrize("unit", [" ", "?", " and ", " and", ", please ", "ok?"])
def test_long_requests_with_a_rule_take_linear_time(unit: str) -> None:
    assert_linear(lambda length: laid_down_in("Fix it" + unit * (length // len(unit)) + "x"), 5_000)
