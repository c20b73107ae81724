"""What comes out of a message, from gate to drafts: claims, content, time and caution."""

from datetime import UTC, datetime

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.sameness import negated
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.ingestion.draft import Draft, Utterance
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.statement import draft_all
from memorist.nodes.ingestion.gatekeep import split_statements

AT = datetime(2026, 3, 1, 9, 0, tzinfo=UTC)


def drafts(message: str, *before: Utterance) -> list[Draft]:
    return draft_all(split_statements(message, at=AT, before=before), Context(before=before))


def said(claim: Claim | None) -> str | None:
    if claim is None:
        return None
    topic = f" @{claim.topic}" if claim.topic else ""
    where = f" [{'+'.join(claim.platforms)}]" if claim.platforms else ""
    return f"{claim.subject} {claim.predicate} {'' if claim.polarity else 'not '}{claim.object}{topic}{where}"


def test_a_preference_of_the_user() -> None:
    (draft,) = drafts("I prefer Clerk for mobile auth going forward")
    assert draft.type == "semantic:preference"
    assert draft.content == "User prefers Clerk for mobile auth"
    assert draft.claim == Claim(
        subject="user",
        predicate="prefers",
        object="Clerk",
        object_kind="entity",
        qualifier="mobile auth",
        topic="auth",
        platforms=("mobile",),
    )
    assert draft.confidence == 0.9
    assert draft.domain == "mobile-auth"
    assert draft.entities == ("Clerk",)
    assert draft.method == "pattern:preference"


@pytest.mark.parametrize(
    ("message", "expected", "kind", "content"),
    [
        ("we use zustand for state", "team uses Zustand @state", "semantic:fact", "Team uses Zustand for state"),
        (
            "I prefer Figma, Sketch always felt clunky to me",
            "user prefers Figma @design_tool",
            "semantic:preference",
            "User prefers Figma, Sketch always felt clunky to the user",
        ),
        (
            "we decided to keep Maestro, it's flakier than Detox but way less work",
            "team uses Maestro @e2e_testing [mobile]",
            "semantic:decision",
            "Team decided to keep Maestro, it's flakier than Detox but way less work",
        ),
        (
            "please don't touch the payments folder, lena is in the middle of a refactor there",
            "team practices not touch the payments folder",
            "semantic:hard_rule",
            "Please don't touch the payments folder, lena is in the middle of a refactor there",
        ),
        (
            "Decision from today's call: we drop support for iOS 15",
            "team supports not iOS 15 [mobile]",
            "semantic:decision",
            "Decision from today's call: the team drops support for iOS 15",
        ),
        (
            "no refunds in the shop, full stop",
            "team practices not refunds in the shop",
            "semantic:hard_rule",
            "No refunds in the shop, full stop",
        ),
        (
            "please keep your answers short from now on",
            "user prefers short @length of answers",
            "semantic:preference",
            "User wants short answers",
        ),
        (
            "We're switching to Firebase Auth for cost reasons",
            "team uses Firebase Auth @auth",
            "semantic:fact",
            "Team is switching to Firebase Auth for cost reasons",
        ),
        (
            "Switched from MySQL to postgres",
            "team uses PostgreSQL @database [backend]",
            "semantic:fact",
            "Team switched from MySQL to PostgreSQL",
        ),
        (
            "we don't use Redux because it is verbose",
            "team uses not Redux",
            "semantic:fact",
            "Team does not use Redux because it is verbose",
        ),
        ("Our tickets live in Linear", "team uses Linear @issues", "semantic:fact", "Team's tickets live in Linear"),
        ("Deploys go to Render", "team uses Render @deployment [backend]", "semantic:fact", "Deploys go to Render"),
        ("Never use Realm", "team uses not Realm", "semantic:hard_rule", "Never use Realm"),
        ("Realm is ok now", "team uses Realm", "semantic:decision", "Realm is ok now"),
        ("We decided to drop Redis", "team uses not Redis", "semantic:decision", "Team decided to drop Redis"),
        ("Kafka it is!", "team uses Kafka @messaging [backend]", "semantic:decision", "Team decided on Kafka"),
        (
            "We always rebase before merging",
            "team practices rebase before merging",
            "semantic:policy",
            "Team always rebases before merging",
        ),
        (
            "JWT has token refresh issues in mobile/Expo",
            "JWT has_issue token refresh issues [mobile]",
            "semantic:fact",
            "JWT has token refresh issues in mobile/Expo",
        ),
        (
            "NativeWind 4.1 is out and fixes the Pressable flicker",
            "NativeWind 4.1 fixes Pressable flicker",
            "semantic:fact",
            "NativeWind 4.1 is out and fixes the Pressable flicker",
        ),
        ("Drizzle needs SQLite", "Drizzle requires SQLite", "semantic:fact", "Drizzle needs SQLite"),
        (
            "I tend to miss null checks",
            "user tends_to miss null checks",
            "model:self",
            "User tends to miss null checks",
        ),
        ("my name is Alice", "user named Alice", "semantic:fact", "User's name is Alice"),
        (
            "The staging URL is 10.0.0.7:8080",
            "staging URL has_value 10.0.0.7:8080",
            "semantic:fact",
            "The staging URL is 10.0.0.7:8080",
        ),
        ("I hate Sass", "user prefers not Sass", "semantic:preference", "User hates Sass"),
        (
            "We use Terraform instead of Pulumi",
            "team uses Terraform @infrastructure",
            "semantic:fact",
            "Team uses Terraform instead of Pulumi",
        ),
    ],
)
def test_one_statement_gives_one_memory(message: str, expected: str, kind: str, content: str) -> None:
    (draft,) = drafts(message)
    assert said(draft.claim) == expected
    assert draft.type == kind
    assert draft.content == content


@pytest.mark.parametrize(
    "message",
    [
        "Do we use Redis?",
        "Should we switch to Kafka?",
        "good morning",
        "thanks!",
        "React is a library",
        "what if we used Bun?",
        "Could you explain how Clerk works",
    ],
)
def test_questions_and_noise_assert_nothing(message: str) -> None:
    assert drafts(message) == []


@pytest.mark.parametrize(
    "message",
    [
        "we'd adopt Kafka if traffic grew",
        "Maybe we should use Bun",
        "I might prefer Vim",
        "we could switch to Terraform",
        "perhaps never use Redux",
        "If usage grew we would drop Heroku",
        "We're thinking about moving to GraphQL",
    ],
)
def test_what_might_be_is_kept_at_low_confidence(message: str) -> None:
    found = drafts(message)
    assert found
    assert all(draft.confidence <= 0.5 and not draft.by_user for draft in found)
    assert all(draft.claim is None or draft.claim.predicate == "considers" for draft in found)


@pytest.mark.parametrize(
    ("message", "negated"),
    [
        ("We do not use Postgres", True),
        ("we aren't using Redux", True),
        ("We never use default exports", True),
        ("I don't like Java", True),
        ("Don't use MongoDB", True),
        ("Clerk does not support Expo Go", True),
        ("we no longer use Jenkins", True),
        ("avoid Lodash", True),
        ("Heroku is banned", True),
        ("We decided against GraphQL", True),
        ("We use Postgres", False),
        ("MongoDB is no longer banned", False),
    ],
)
def test_negation_survives(message: str, negated: bool) -> None:
    (draft,) = drafts(message)
    assert draft.claim is not None
    assert draft.claim.polarity is not negated


@pytest.mark.parametrize(
    "message",
    [
        "Clerk never crashes on Android",
        "The nightly build does not fail anymore",
        "We are not switching from JWT to Clerk",
        "we never switched from npm to pnpm",
        "Clerk hasn't had problems with tokens",
        "Tests are never run with Jest",
        "I don't live in Berlin",
        "Nobody uses Java",
        "I am not sure we use Redis",
        "It is not true that we use Redis",
        "NativeWind 4.1 is not out",
        "The keyboard bug is not fixed in Expo 52",
        "Dana is not our PM",
        "Drizzle never needs a server",
        "We haven't decided to use Kafka",
        "I don't think we use Kafka",
    ],
)
def test_an_unforeseen_denial_never_turns_into_its_opposite(message: str) -> None:
    for draft in drafts(message):
        assert draft.claim is None or not draft.claim.polarity
        assert any(word in draft.content.lower() for word in ("not", "n't", "never", "nobody"))


@pytest.mark.parametrize(
    "message",
    [
        "Sounds like a great plan, Jon!",
        "Never give up",
        "Let me know if you need any help",
        "Friends like you make a difference",
        "Reminds me how much I love performing",
        "Always puts a smile on my face",
    ],
)
def test_what_people_say_to_be_friendly_is_no_rule(message: str) -> None:
    assert all(draft.method == "pattern:none" or draft.claim is None for draft in drafts(message))
    assert all(draft.confidence <= 0.6 for draft in drafts(message))


def test_neither_denies_both() -> None:
    drafts = draft_all(split_statements("we use neither Redis nor Memcached", at=AT))
    claims = [d.claim for d in drafts if d.claim is not None]
    assert [(c.object, c.polarity) for c in claims] == [("Redis", False), ("Memcached", False)]


def test_a_list_gives_one_memory_for_each_item_and_the_list() -> None:
    found = drafts("We use Vitest, Playwright and MSW for testing because they are fast")
    assert [said(d.claim) for d in found] == [
        "team uses Vitest",
        "team uses Playwright [web]",
        "team uses MSW",
        None,
    ]
    assert found[-1].content == "Team uses Vitest, Playwright and MSW for testing because they are fast"
    assert all("because they are fast" in d.content for d in found)
    assert found[0].entities == ("Vitest",)


def test_a_bulleted_list_under_a_heading_is_a_list_too() -> None:
    found = drafts("Code review requires:\n- types\n- tests\n- a changelog entry")
    assert [d.claim.object for d in found if d.claim] == ["types", "tests", "changelog entry"]
    assert found[-1].content == "Code review requires types, tests and a changelog entry"


def test_things_with_purposes_of_their_own_are_apart() -> None:
    first, second, whole = drafts("We use Postgres in production and SQLite in tests")
    assert said(first.claim) == "team uses PostgreSQL @database [backend+production]"
    assert first.content == "Team uses PostgreSQL for production"
    assert second.claim is not None
    assert second.claim.object == "SQLite"
    assert whole.claim is None


def test_because_stays_attached() -> None:
    (draft,) = drafts("I prefer Drizzle over Prisma because migrations stay readable")
    assert draft.content == "User prefers Drizzle over Prisma because migrations stay readable"


@pytest.mark.parametrize(
    ("message", "thing"),
    [
        ("For cost reasons we're switching to Firebase Auth", "Firebase Auth @auth"),
        ("Because of the licence, we moved to Valkey for caching", "Valkey @cache [backend]"),
    ],
)
def test_a_reason_that_comes_first_stays_with_what_it_is_for(message: str, thing: str) -> None:
    (draft,) = drafts(message)
    assert said(draft.claim) == f"team uses {thing}"
    assert draft.content.lower().startswith(message.split(" we", maxsplit=1)[0].lower())


@pytest.mark.parametrize(
    ("message", "claim", "qualifier"),
    [
        ("For styling we use Restyle", "team uses Restyle", "styling"),
        ("For mobile auth, we're using Descope", "team uses Descope @auth [mobile]", "mobile auth"),
        ("For sessions we don't use Redis", "team uses not Redis", "sessions"),
        ("For mobile auth I prefer Clerk", "user prefers Clerk @auth [mobile]", "mobile auth"),
        ("For now we use Redis", "team uses Redis @cache [backend]", None),
        ("For forms we use Formik for now", "team uses Formik @forms", None),
    ],
)
def test_a_purpose_that_comes_first_is_what_the_thing_is_for(message: str, claim: str, qualifier: str | None) -> None:
    (draft,) = drafts(message)
    assert said(draft.claim) == claim
    assert draft.claim is not None
    if qualifier:
        assert draft.claim.qualifier == qualifier


@pytest.mark.parametrize("product", ["NativeWind", "Restyle"])
def test_a_release_is_about_its_product(product: str) -> None:
    (draft,) = drafts(f"{product} 4.1 is out, it fixes the Pressable flicker")
    assert said(draft.claim) == f"{product} 4.1 fixes Pressable flicker"
    assert product in draft.entities


@pytest.mark.parametrize(
    ("message", "claim"),
    [
        ("In mobile/Expo, OAuth has token refresh issues", "OAuth has_issue token refresh issues [mobile]"),
        ("On Android, Pressable flickers", "Pressable has_issue Pressable flickers on Android [mobile]"),
    ],
)
def test_a_platform_that_comes_first_is_where_it_happens(message: str, claim: str) -> None:
    (draft,) = drafts(message)
    assert said(draft.claim) == claim
    assert draft.content == message


def test_a_name_of_two_words_that_nobody_listed_stays_whole() -> None:
    (draft,) = drafts("We use TanStack Form for forms")
    assert said(draft.claim) == "team uses TanStack Form @forms"


def test_so_tells_the_reason_before() -> None:
    (draft,) = drafts("JWT refresh kept failing on iOS, so we switched to Clerk")
    assert said(draft.claim) == "team uses Clerk @auth"
    assert "JWT refresh kept failing" in draft.content


def test_until_a_release_is_a_condition() -> None:
    (draft,) = drafts("Clerk crashes with Expo Go until Clerk 5.2")
    assert draft.valid_until_condition == "Clerk 5.2"
    assert draft.claim is not None
    assert draft.claim.subject == "Clerk"


def test_a_workaround_is_a_fact_and_a_procedure_with_one_end() -> None:
    fact, steps = drafts(
        "FlashList jumps on rotation; workaround: remount it with a key, keep the offset in state, until FlashList 2.0"
    )
    assert fact.type == "semantic:fact"
    assert steps.type == "procedural"
    assert fact.valid_until_condition == steps.valid_until_condition == "FlashList 2.0"
    assert [s["instruction"] for s in steps.details["steps"]] == ["Remount it with a key", "Keep the offset in state"]


def test_a_release_resolves_what_waited_for_it() -> None:
    (draft,) = drafts("nativewind v4.1 is out")
    assert draft.resolves == ("NativeWind 4.1",)
    assert draft.by_user


@pytest.mark.parametrize(
    ("message", "begin"),
    [
        ("we use Linear since February", "2026-02-01"),
        ("from Monday we deploy with Railway", "2026-03-02"),
        ("we moved to Vercel last week", "2026-02-16"),
        ("We use Bitbucket", "2026-03-01"),
        ("Sunday, practice is closed, coffee in hand", "2026-03-01"),
        ("gothenburg goes live wed the 18th", "2026-03-01"),
        ("I'm on leave from wed the 18th", "2026-03-18"),
        ("we signed the lease thu", "2026-02-26"),
        ("we're switching to Bun wed the 18th", "2026-03-18"),
        ("we're moving to Bun next week wednesday", "2026-03-04"),
        ("we switched to Bun at the end of january", "2026-01-31"),
    ],
)
def test_validity_begins_when_it_was_said_to(message: str, begin: str) -> None:
    (draft,) = drafts(message)
    assert draft.valid_from.date().isoformat() == begin


def test_validity_ends_when_it_was_said_to() -> None:
    (draft,) = drafts("We use the old API until Friday")
    assert draft.valid_until is not None
    assert draft.valid_until.date().isoformat() == "2026-03-06"


@pytest.mark.parametrize(
    ("message", "replaces"),
    [
        ("Switched from JWT to Clerk", ("JWT",)),
        ("we replaced Jest with Vitest", ("Jest",)),
        ("No, we use Vitest, not Jest", ("Jest",)),
        ("swapped Redux for Zustand", ("Redux",)),
        ("use pnpm instead of npm", ("npm",)),
    ],
)
def test_what_is_replaced_is_named(message: str, replaces: tuple[str, ...]) -> None:
    (draft,) = drafts(message)
    assert draft.replaces == replaces


def test_a_purpose_goes_over_to_the_successor() -> None:
    (draft,) = drafts("We moved from Auth0 for the admin app to Acme Identity")
    assert draft.claim is not None
    assert (draft.claim.object, draft.claim.topic) == ("Acme Identity", "auth admin")


@pytest.mark.parametrize(
    ("message", "by_user"),
    [
        ("No, we use Vitest", True),
        ("We're switching to Firebase Auth", True),
        ("Realm is ok now", True),
        ("we use Vitest from now on", True),
        ("we use Vitest", False),
        ("maybe we are switching to Bun", False),
    ],
)
def test_only_explicit_changes_may_supersede_unasked(message: str, by_user: bool) -> None:
    assert drafts(message)[0].by_user is by_user


def test_two_memories_in_one_message_and_a_pronoun() -> None:
    owner, rule = drafts("the search box is owned by Dana's people since March, ask them before touching its tokens")
    assert said(owner.claim) == "search box owned_by Dana's people"
    assert owner.valid_from.date().isoformat() == "2026-03-01"
    assert rule.content == "Ask Dana's people before touching the search box's tokens"
    assert rule.type == "procedural"


def test_it_is_resolved_from_the_turns_before() -> None:
    (draft,) = drafts("It crashes on Android 15", Utterance(role="user", content="We use Mapbox for maps"))
    assert said(draft.claim) == "Mapbox has_issue Mapbox crashes on Android 15 [mobile]"


def test_a_short_answer_is_completed_from_the_question() -> None:
    (draft,) = drafts("Meilisearch", Utterance(role="assistant", content="Which search engine do you use?"))
    assert said(draft.claim) == "team uses Meilisearch @search [backend]"


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("The client mandates WCAG AA on every screen", "The client mandates WCAG AA on every screen"),
        ("btw our fridge hums on Tuesdays", "Team's fridge hums on Tuesdays"),
        ("Wir benutzen Postgres für alles", "Wir benutzen Postgres für alles"),
        ("I went hiking with Tom on Sunday", "User went hiking with Tom on Sunday"),
    ],
)
def test_what_no_pattern_reads_is_kept_in_its_own_words(message: str, content: str) -> None:
    (draft,) = drafts(message)
    assert draft.method == "pattern:none"
    assert draft.content == content
    assert draft.claim is None
    assert 0.4 <= draft.confidence <= 0.6


def test_asking_to_remember_makes_sure() -> None:
    (draft,) = drafts("@remember the fridge hums")
    assert draft.content == "The fridge hums"
    assert draft.confidence >= 0.9


def test_negated_and_listed_claims_compete_with_nothing() -> None:
    found = drafts("Never use Realm or MongoDB")
    assert [d.claim.topic for d in found if d.claim] == [None, None]


def test_the_speaker_can_be_named() -> None:
    statements = split_statements("I prefer tabs", speaker="Lena", at=AT)
    (draft,) = draft_all(statements, Context(person="Lena"))
    assert draft.content == "Lena prefers tabs"
    assert said(draft.claim) == "Lena prefers tabs"


@pytest.mark.parametrize(
    ("first", "second", "clash"),
    [
        ("We use Clerk for auth", "We use Auth0 for authentication", True),
        ("We use Clerk for mobile auth", "We use Auth0 for web auth", False),
        ("We use Clerk for the admin app", "We use PostgreSQL for the admin app", False),
        ("We use Postgres in production", "We use SQLite in staging", False),
        ("We use Redis for sessions", "We use Memcached for page fragments", False),
        ("We use TypeScript", "We use Python", False),
        ("I prefer tabs over spaces", "I prefer spaces over tabs", True),
        ("We use Postgres", "We don't use Postgres", True),
        ("Always answer in German", "Never answer in German", True),
        ("The rate limit is 100", "The rate limit is 500", True),
        ("I live in Berlin", "I moved to Munich last month", True),
        ("The deadline is March 15", "The deadline was moved to April 2", True),
        ("We use Jest and Detox for testing", "We use Vitest for testing", False),
    ],
)
def test_claims_clash_when_they_cannot_both_be_true(first: str, second: str, clash: bool) -> None:
    ontology = load_ontology("galatea")
    one, other = drafts(first)[0].claim, drafts(second)[0].claim
    assert one is not None
    assert other is not None
    assert one.contradicts(other, ontology.cardinality(one.predicate)) is clash


@pytest.mark.parametrize(
    "message",
    [
        "we use " + "x, " * 2_000,
        "never " * 2_000,
        "x" * 200_000,
        "no no until no",
        "lesson learned: lesson learned: lesson learned:",
        "I prefer !!!",
        "1. a " * 500,
        "We use Redis because because because",
    ],
)
def test_a_strange_message_is_survived(message: str) -> None:
    for draft in drafts(message):
        assert 0 < len(draft.content) <= 5_000


@pytest.mark.parametrize(
    ("message", "content"),
    [
        (
            "We connect with postgres://admin:[masked url password]@host/db to the database",
            "Team connects with postgres://admin:[masked url password]@host/db to the database",
        ),
        ("The cache is at redis://cache.internal:6379/0", "The cache is at redis://cache.internal:6379/0"),
        ("The jdbc url is jdbc:mysql://db:3306/app", "The jdbc url is jdbc:mysql://db:3306/app"),
        ("We clone git@github.com:acme/app.git", "Team clones git@github.com:acme/app.git"),
        ("The broker is kafka:9092", "The broker is kafka:9092"),
        ("we run postgres on k8s", "Team runs PostgreSQL on Kubernetes"),
        ("We use postgres: it works", "Team uses PostgreSQL: it works"),
    ],
)
def test_an_address_is_kept_letter_by_letter_and_a_name_beside_it_is_made_canonical(message: str, content: str) -> None:
    assert content in [draft.content for draft in drafts(message)]


def test_a_dislike_and_what_is_wanted_instead_are_two_wishes() -> None:
    found = drafts("i hate modal popups, show confirmations as a toast please")
    assert [d.content for d in found] == ["User hates modal popups", "User prefers confirmations as a toast"]


def test_neither_nor_is_one_denial() -> None:
    assert negated("Neither the boys nor the girls train on Sundays")
    assert not negated("Nobody ever said never, and neither did we")


@pytest.mark.parametrize(
    ("message", "contents"),
    [
        (
            "please don't mix that up again 🙃 the boss fight is cut from the slice",
            ["Please don't mix that up again", "The boss fight is cut from the slice"],
        ),
        ("I hate Mondays, seriously", ["User hates Mondays, seriously"]),
        (
            "the data science guys use Databricks, we don't use it",
            ["The data science guys use Databricks", "Team does not use Databricks"],
        ),
        (
            "my flatmate thinks Tailwind is a crime, I quite like it",
            ["User's flatmate thinks Tailwind is a crime", "User quite likes Tailwind CSS"],
        ),
        (
            "earlier I told you the backups run hourly. that's wrong, backups run every six hours",
            ["Backups run every six hours"],
        ),
        ("Sorry, I mixed that up: the launch is on October 21st.", ["The launch is on October 21st"]),
        (
            "We deploy with Argo CD and the staging cluster runs on Hetzner.",
            ["Team deploys with Argo CD", "The staging cluster runs on Hetzner"],
        ),
        ("update: not vegan anymore lol", ["User is not vegan anymore"]),
        ("fix was setting the retention down to 48h", ["Fix was setting the retention down to 48h"]),
        ("please don't give me bullet lists", ["User wants no bullet lists in answers"]),
    ],
)
def test_what_belongs_together_and_what_is_apart(message: str, contents: list[str]) -> None:
    assert [d.content for d in drafts(message)] == contents


def test_another_group_of_people_is_another_subject() -> None:
    (theirs, ours) = drafts("the data science guys use Databricks, we don't use it")
    assert said(theirs.claim) == "data science guys uses Databricks @warehouse [data]"
    assert said(ours.claim) == "team uses not Databricks"


def test_where_a_thing_was_dropped_is_not_what_replaced_it() -> None:
    first = drafts("we dropped GraphQL for the partner portal")[0]
    assert said(first.claim) == "team uses not GraphQL"


def test_one_wish_to_the_assistant_is_no_rule() -> None:
    assert [d.type for d in drafts("please don't give me bullet lists")] == ["semantic:preference"]


def test_that_is_wrong_says_nothing_of_a_thing() -> None:
    (draft,) = drafts("That's wrong, we use Figma.", Utterance(role="user", content="We use Sketch."))
    assert "Sketch" not in draft.content
    assert said(draft.claim) == "team uses Figma @design_tool"
