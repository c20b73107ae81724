"""Events become activities, activities become episodes, facts and procedures."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memorist.memory_store.domain.types import MODEL_OF_TYPE, parse_memory
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.events import Event
from memorist.nodes.kinds.inputs import parse_input
from memorist.nodes.kinds.kind import kind_of
from memorist.nodes.kinds.observations.activities import activities_of
from tests.nodes.kinds.reading import claim, drafts_of, proposal


def event(time: str, name: str, body: str = "", **attributes: Any) -> dict[str, Any]:
    return {
        "time": f"2026-{time}:00Z",
        "name": name,
        "body": body,
        "attributes": {key.replace("__", "."): value for key, value in attributes.items()},
    }


def read(*events: dict[str, Any]) -> list[Draft]:
    return drafts_of({"kind": "observation", "events": list(events)})


def contents(drafts: list[Draft]) -> list[str]:
    return [draft.content for draft in drafts]


def episodes(drafts: list[Draft]) -> list[Draft]:
    return [draft for draft in drafts if draft.type == "episodic"]


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"2026-{text}").replace(tzinfo=UTC)


SETUP = (
    event("02-01T09:00", "task.start", "Create an Expo project"),
    event("02-01T09:10", "terminal.command", process__command_line="npx create-expo-app@latest harbor"),
    event("02-01T09:40", "package.install", package__name=["expo-router", "typescript"]),
    event("02-01T10:20", "package.install", package__name="nativewind"),
    event("02-01T10:55", "vcs.commit", "Set up routing and styling", vcs__provider="GitLab"),
    event("02-01T11:00", "task.done", "Project is set up"),
)
AUTH = (
    event("02-01T14:00", "task.start", "Begin custom JWT auth"),
    event("02-01T14:20", "file.edit", file__path="src/auth.ts"),
    event("02-01T15:00", "error", "Token refresh errors"),
    event("02-01T15:05", "web.search", search__query="expo jwt refresh"),
    event("02-01T15:10", "user.mood", mood="frustrated"),
    event("02-01T15:30", "assistant.question", "What are the alternatives?"),
    event("02-01T15:31", "assistant.answer", "We use Auth0 everywhere. Never use JWT. Clerk is best."),
    event("02-01T16:00", "package.install", package__name="@clerk/clerk-expo"),
    event("02-01T16:02", "package.remove", package__name=["jsonwebtoken", "jwt-decode"]),
    event("02-01T16:20", "user.mood", mood="relieved"),
    event("02-01T16:30", "vcs.commit", "Auth with Clerk", vcs__provider="GitLab"),
    event("02-01T16:30", "chat.post", "Auth is done", chat__provider="Discord", chat__channel="#mobile-dev"),
)


def test_a_package_that_no_list_holds_is_used_for_what_somebody_says() -> None:
    drafts = read(
        event("04-01T10:00", "task.start", "Set up the new app"),
        event("04-01T10:10", "package.install", "zolidor for navigation", package__name="zolidor"),
        event("04-01T10:20", "package.install", package__name="@shopify/restyle"),
        event("04-01T10:30", "task.done", "The app runs with zolidor for navigation and Restyle for styling"),
        event("04-01T10:40", "package.install", package__name="left-pad"),
    )
    used = {d.claim.object: (d.content, d.claim.qualifier) for d in drafts if d.claim and d.claim.predicate == "uses"}
    assert used == {
        "zolidor": ("Team uses zolidor for navigation", "navigation"),
        "Restyle": ("Team uses Restyle for styling", "styling"),
        "left-pad": ("Team uses left-pad", None),
    }


def test_an_assistants_answer_is_never_a_fact() -> None:
    drafts = read(*AUTH)
    assert not any("Auth0" in d.content or "Auth0" in d.entities for d in drafts)
    assert not any(d.type == "semantic:hard_rule" for d in drafts)


def test_a_whole_day_falls_apart_into_its_activities() -> None:
    assert [e.details["timestamp"] for e in episodes(read(*SETUP, *AUTH))] == [at("02-01T09:00"), at("02-01T14:00")]


def test_one_claim_is_drafted_once_a_batch() -> None:
    found = [d for d in read(*SETUP, *AUTH) if d.content == "Team uses GitLab for version control"]
    assert len(found) == 1


def test_an_issue_is_about_every_name_in_it_listed_or_not() -> None:
    drafts = read(
        event("02-02T11:00", "error", "Pressable flickers with Restyle className"),
        event("02-02T11:30", "file.edit", "Workaround: static styles in className, until Restyle 4.1"),
    )
    (issue,) = [d for d in drafts if d.claim and d.claim.predicate == "has_issue"]
    assert "Restyle" in issue.entities


def test_a_workaround_in_other_words_and_technologies() -> None:
    told = "workaround found: pipe the logs to a file and rotate them; needed until Airflow 3.2 is out"
    drafts = read(
        event("03-05T10:00", "task.start", "Speed up the nightly dbt run"),
        event("03-05T10:20", "error", "Airflow crashes when dbt writes large logs"),
        event("03-05T10:50", "task.done", told),
    )
    procedure = next(d for d in drafts if d.type == "procedural")
    assert procedure.valid_until_condition == "Airflow 3.2"
    assert [s["instruction"] for s in procedure.details["steps"]] == ["Pipe the logs to a file", "Rotate them"]
    fact = next(d for d in drafts if d.claim and d.claim.predicate == "has_issue")
    assert fact.claim is not None
    assert fact.claim.subject == "Airflow"


COMMENT = "Missing null checks on the user object. Review requires types, tests and null checks."
REVIEW = (
    event("02-02T14:00", "vcs.merge_request", "Profile screen", vcs__provider="GitLab", action="opened", mr__id="12"),
    event("02-02T15:10", "code_review.comment", COMMENT, reviewer="Dana"),
    event("02-02T15:12", "vcs.merge_request", action="changes_requested", mr__id="12"),
    event("02-02T15:40", "vcs.commit", "Add null checks", vcs__provider="GitLab"),
    event("02-02T16:00", "vcs.merge_request", action="merged", mr__id="12"),
)


def test_ones_own_review_comment_is_work() -> None:
    (episode,) = episodes(read(event("02-07T10:00", "code_review.comment", "Explained why Clerk", reviewer="user")))
    assert episode.details["kind"] == "work"


SWITCHES: dict[tuple[str, str, str], tuple[dict[str, Any], ...]] = {
    ("Redux", "Zustand", "state"): (
        event("04-01T10:00", "terminal.command", process__command_line="npm uninstall redux react-redux"),
        event("04-01T10:02", "terminal.command", process__command_line="npm install zustand"),
    ),
    ("Algolia", "Meilisearch", "search"): (
        event("04-01T10:00", "task.start", "Migrate the search from Algolia to Meilisearch"),
        event("04-01T11:00", "task.done", "done"),
    ),
    ("Cypress", "Playwright", "e2e_testing"): (
        event("04-01T10:00", "task.start", "Set up Cypress tests"),
        event("04-01T10:30", "error", "Cypress times out on login"),
        event("04-01T10:50", "package.install", package__name="@playwright/test"),
        event("04-01T11:00", "test.run", test__outcome="passed"),
    ),
    ("PASETO", "Descope", "auth"): (
        event("04-01T10:00", "task.start", "Build authentication for the courier app with custom PASETO"),
        event("04-01T10:30", "error", "Token refresh failed"),
        event("04-01T10:50", "package.install", package__name="@descope/react-native-sdk"),
        event("04-01T10:52", "package.remove", package__name=["paseto", "paseto-ts"]),
        event("04-01T11:00", "task.done", "Authentication works, with Descope"),
    ),
}


@pytest.mark.parametrize(("old", "new", "topic"), SWITCHES)
def test_switches_are_found_in_every_field(old: str, new: str, topic: str) -> None:
    successor = next(d for d in read(*SWITCHES[old, new, topic]) if d.replaces)
    assert successor.replaces == (old,)
    assert successor.claim is not None
    assert (successor.claim.object, successor.claim.topic) == (new, topic)


FIX = event("04-01T10:00", "task.start", "Fix the build")


@pytest.mark.parametrize(
    ("begun", "ended", "outcome"),
    [
        (FIX, event("04-01T10:30", "task.done", "gave up for today"), "failure"),
        (FIX, event("04-01T10:30", "task.done", "half of it, to be continued"), "partial"),
        (FIX, event("04-01T10:30", "error", "still red"), "failure"),
        (event("04-01T10:00", "error", "red"), event("04-01T10:30", "test.run", test__outcome="passed"), "success"),
        (None, event("04-01T10:00", "web.visit", page__title="News"), "unknown"),
    ],
)
def test_an_outcome_is_told_from_the_last_signals(
    begun: dict[str, Any] | None, ended: dict[str, Any], outcome: str
) -> None:
    assert episodes(read(*filter(None, (begun, ended))))[0].details["outcome"] == outcome


def test_what_was_searched_or_tried_and_removed_is_not_used() -> None:
    drafts = read(
        event("04-01T10:00", "web.search", search__query="kafka vs rabbitmq"),
        event("04-01T10:05", "web.visit", page__title="Using NATS in production"),
        event("04-01T10:10", "package.install", package__name="formik"),
        event("04-01T10:20", "package.remove", package__name="formik"),
    )
    assert [d for d in drafts if d.type != "episodic"] == []


def test_events_in_otlp_form_are_read_alike() -> None:
    record = {
        "timeUnixNano": "1769940000000000000",
        "eventName": "package.install",
        "body": {"stringValue": "install"},
        "attributes": [{"key": "package.name", "value": {"arrayValue": {"values": [{"stringValue": "drizzle-orm"}]}}}],
    }
    assert any(d.claim and d.claim.object == "Drizzle" for d in read(record))


def test_an_idle_gap_ends_an_activity_unless_its_task_is_open() -> None:
    def events(*times: str, task: bool) -> list[Event]:
        raw = [event(f"04-01T{t}", "task.start" if task and n == 0 else "file.edit", "x") for n, t in enumerate(times)]
        return [Event.model_validate(r) for r in raw]

    assert len(activities_of(events("10:00", "10:40", "11:30", task=False))) == 2
    assert len(activities_of(events("10:00", "10:40", "11:30", task=True))) == 1
    assert len(activities_of(events("10:00", "13:00", task=True))) == 2


def post(time: str, body: str, **attributes: Any) -> dict[str, Any]:
    return event(time, "chat.post", body, chat__provider="Discord", chat__channel="#dev", **attributes)


def test_a_message_to_others_is_read_at_point_nine_and_ends_nothing_unasked() -> None:
    said = proposal(
        "We keep secrets in Doppler", passage="event:0", confidence=0.95, claim=claim("team", "uses", "Doppler")
    )
    (heard,) = [
        d for d in drafts_of({"kind": "observation", "events": [post("04-01T10:00", said.quote)]}, said) if d.quote
    ]
    assert (heard.content, heard.confidence, heard.by_user) == ("We keep secrets in Doppler", 0.9, False)
    assert heard.valid_from == at("04-01T10:00")


def test_what_a_message_says_and_an_event_shows_is_drafted_once() -> None:
    events = [event("04-01T10:00", "package.install", package__name="realm"), post("04-01T10:10", "We use Realm now")]
    said = proposal("We use Realm now", passage="event:1", claim=claim("team", "uses", "Realm", object_kind="entity"))
    told = [
        d for d in drafts_of({"kind": "observation", "events": events}, said) if d.claim and d.claim.object == "Realm"
    ]
    assert [d.method for d in told] == ["observation"]


def test_a_message_of_somebody_else_is_not_the_persons_own() -> None:
    batch = parse_input({"kind": "observation", "events": [post("04-01T10:00", "I love Vim", chat__author="Jonas")]})
    (passage,) = kind_of(batch).passages(batch)
    assert (passage.speaker, passage.own_words) == ("Jonas", False)


def test_every_draft_can_become_a_memory_and_keeps_to_the_fields_of_its_type() -> None:
    for number, draft in enumerate((*read(*SETUP, *AUTH), *read(*REVIEW))):
        assert set(draft.details) <= set(MODEL_OF_TYPE[draft.type].model_fields)
        assert draft.confidence <= 1.0
        same = draft.model_dump(include={"type", "content", "source", "valid_from", "valid_until", "claim"})
        told = {"id": str(number), "scope": {"group_id": "g"}, "created_at": draft.valid_from, **same, **draft.details}
        assert parse_memory(told).type == draft.type
