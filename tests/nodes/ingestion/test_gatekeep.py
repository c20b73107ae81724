"""The gate keeps what is specific to these people and skips the rest; every verdict says why."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.gatekeep import judge, overall, split_statements

AT = datetime(2026, 2, 1, 17, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("good morning", "greeting"),
        ("Good morning team!", "greeting"),
        ("hey Sam, how are you?", "greeting"),
        ("see you tomorrow", "greeting"),
        ("thanks a lot!", "thanks"),
        ("ok thanks, that helps", "thanks"),
        ("yes", "confirmation"),
        ("Sounds good!", "confirmation"),
        ("ok, go ahead", "confirmation"),
        ("lgtm", "confirmation"),
        ("What do we use for auth?", "question"),
        ("how do I center a div", "question"),
        ("Should we move to Kafka?", "question"),
        ("We use Clerk, right?", "question"),
        ("who's on call this week", "question"),
        ("do cats not like water or is that a myth", "question"),
        ("if we used rust would the service be less hungry or not really", "question"),
        ("or was that vietnam", "question"),
        ("anyway what's the capital of mali", "question"),
        ("thanks a ton, you're a lifesaver", "thanks"),
        ("asdfgh", "empty"),
        ("nvm, ignore that", "confirmation"),
        ("i don't understand why this returns none", "question"),
        ("trying to figure out what the middleware does", "question"),
        ("and if the user is logged out", "question"),
        ("i broke it again, didn't i", "question"),
        ("anyone know why CI is red", "question"),
        ("React is a JavaScript library", "general_knowledge"),
        ("TypeScript is a superset of JavaScript.", "general_knowledge"),
        ("Use try/catch to handle errors", "general_knowledge"),
        ("In Python, lists are mutable", "general_knowledge"),
        ("You can use map to transform arrays", "general_knowledge"),
        ("HTTP 404 means the page was not found", "general_knowledge"),
        ("JWT stands for JSON Web Token", "general_knowledge"),
        ("Add a logout button to the profile screen", "request"),
        ("please fix the failing test", "request"),
        ("```js\nfoo()\n```", "code"),
        ("<system-reminder>We use Redis</system-reminder>", "wrapper"),
        ("Traceback (most recent call last):", "log"),
        ("@forget the staging password", "forget"),
        ("", "empty"),
        ("👍", "empty"),
    ],
)
def test_noise_is_skipped(text: str, category: str) -> None:
    verdict = judge(text)
    assert (verdict.action, verdict.category) == ("skip", category)
    assert verdict.reason


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("I prefer Clerk for mobile auth going forward", "preference"),
        ("I'd like shorter standups", "preference"),
        ("Never use Realm", "prohibition"),
        ("do not push to main", "prohibition"),
        ("We always squash commits", "policy"),
        ("Please always answer in German", "preference"),
        ("Can you use pnpm from now on?", "policy"),
        ("We decided to drop Redis", "decision"),
        ("Kafka it is", "decision"),
        ("Realm is ok now", "decision"),
        ("We're switching to Firebase Auth for cost reasons", "decision"),
        ("No, we use Vitest", "correction"),
        ("we no longer use Jenkins", "correction"),
        ("turns out Hermes drops Intl", "lesson"),
        ("NativeWind className makes Pressable flicker", "known_issue"),
        ("Clerk does not work with Expo Go", "known_issue"),
        ("When deploying, tell #ops", "procedure"),
        ("I tend to miss null checks", "self_observation"),
        ("we'd adopt Kafka if traffic grew", "hypothetical"),
        ("maybe we should try Bun", "hypothetical"),
        ("my sister is called Anna", "fact"),
        ("Our staging database is tiny", "fact"),
        ("I went hiking on Sunday", "fact"),
        ("The rate limit is 100 requests per minute", "fact"),
        ("Drizzle requires expo-sqlite", "fact"),
        ("@remember hello is our greeting", "remember"),
        ("@remember React is a JavaScript library", "remember"),
    ],
)
def test_what_is_specific_is_kept(text: str, category: str) -> None:
    verdict = judge(text)
    assert (verdict.action, verdict.category) == ("keep", category)


@pytest.mark.parametrize("text", ["Das Passwort wechselt monatlich", "The blue one shimmers at dusk"])
def test_what_no_rule_decides_is_kept_as_unsure(text: str) -> None:
    assert judge(text).action == "unsure"


def test_only_the_users_words_become_facts() -> None:
    (statement,) = split_statements("Clerk is the best choice for your team.", role="assistant", at=AT)
    assert statement.verdict.action == "skip"
    assert statement.verdict.category == "assistant_opinion"
    assert judge("We use Clerk", role="assistant").action == "skip"


def test_several_statements_and_noise_are_judged_apart() -> None:
    statements = split_statements("Good morning! We use Clerk v4.1 for auth. Do we need Redis? thanks", at=AT)
    assert [s.verdict.category for s in statements] == ["greeting", "fact", "question", "thanks"]
    assert overall(statements).action == "keep"


def test_a_message_of_noise_alone_is_skipped() -> None:
    assert overall(split_statements("Hi! Thanks. Could you look at it?", at=AT)).action == "skip"


def test_nothing_is_skipped_too() -> None:
    assert overall(()).action == "skip"


@pytest.mark.parametrize(
    ("question", "answer", "action"),
    [
        ("Do you use pnpm?", "yes", "keep"),
        ("Which database do you use?", "Postgres", "keep"),
        ("Shall I continue?", "yes", "skip"),
        ("Do you want me to add tests?", "yes please", "skip"),
    ],
)
def test_a_short_answer_counts_by_its_question(question: str, answer: str, action: str) -> None:
    assert judge(answer, before=(Utterance(role="assistant", content=question),)).action == action


def test_a_pronoun_is_resolved_two_turns_back() -> None:
    before = (
        Utterance(role="user", content="We use Sentry in the web app."),
        Utterance(role="assistant", content="Great."),
    )
    (statement,) = split_statements("It drops source maps.", at=AT, before=before)
    assert statement.resolved == "Sentry drops source maps."
    assert statement.text == "It drops source maps."


def test_a_long_hostile_message_is_judged() -> None:
    assert judge("yes ok " * 3_000).action in {"keep", "skip", "unsure"}
    assert judge("a" * 50_000).action in {"keep", "skip", "unsure"}


@pytest.mark.parametrize(
    "text",
    [
        "a leap year has 366 days",
        "a watchdog timer resets the chip if the firmware stops feeding it",
        "double entry means each transaction touches two accounts",
        "honey never spoils",
        "In Spring, a bean is an object managed by the container",
        "Go compiles to a single static binary",
        "some blog post insists that everyone should self-host",
        "their job ad says 'we deploy forty times a day'",
        "a talk I watched claims nobody needs staging",
        "kill the dev server for a moment",
        "hold off on that commit until I've read it",
        "for this snippet use go, just so I can compare",
        "answer this one in Italian",
        "run only the parser ones then",
        "the thing you just wrote doesn't compile",
    ],
)
def test_the_world_its_hearsay_and_what_is_asked_for_once_are_skipped(text: str) -> None:
    assert judge(text).action == "skip"


@pytest.mark.parametrize(
    "text",
    [
        "a release needs two approvals",
        "a new hire has a buddy for two months",
        "a red build means nobody merges",
        "prod never sleeps",
        "Ada never commits on Fridays",
        "billing is a spring boot service, its gateway is plain go",
        "you must not regenerate the golden waveforms, ever",
        "you're not allowed to restart services on your own",
        "the docs team recommends Vale",
        "our handbook says no deploys on Fridays",
        "for this project use tabs",
        "hold off on deploys until the audit is done",
        "keep the old API for now",
    ],
)
def test_the_same_shapes_said_of_this_house_are_kept(text: str) -> None:
    assert judge(text).action != "skip"


@pytest.mark.parametrize(
    "text",
    [
        "diff --git a/limits.yaml b/limits.yaml\n@@ -3 +3 @@\n-max: 20\n+max: 50",
        "CONFLICT (content): Merge conflict in src/menu.rs",
        'services:\n  cache:\n    image: memcached:1.6\n    ports:\n      - "11211:11211"',
        "> always use strict mode",
    ],
)
def test_pasted_changes_configuration_and_quotations_are_no_statements(text: str) -> None:
    assert judge(text).action == "skip"


def test_praise_of_what_the_assistant_listed_is_skipped_and_the_rest_is_told_with_its_item() -> None:
    at = datetime(2026, 3, 10, tzinfo=UTC)
    before = (
        Utterance(role="user", content="We use Redis for the queue. What is open?"),
        Utterance(role="assistant", content="1. Fia's poster\n2. Call the bank\n3. Fix the login"),
    )
    praised = split_statements("1 and 2 are great", at=at, before=before)
    assert [(s.verdict.action, s.verdict.reason) for s in praised] == [
        ("skip", "it only says that what the assistant listed is fine")
    ]
    told = split_statements("3 is done, rest ok", at=at, before=before)
    assert [(s.verdict.action, s.resolved) for s in told] == [
        ("unsure", 'About "fix the login": it is done.'),
        ("skip", "rest ok."),
    ]
