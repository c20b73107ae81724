"""A person's decision about a contradiction, with the reason, becomes knowledge itself."""

from datetime import UTC, datetime

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Source
from memorist.nodes.draft import Draft
from memorist.nodes.ingestion.ask import decision_draft
from tests.nodes.drafts import draft

NOON = datetime(2026, 2, 1, 12, tzinfo=UTC)
WHY = "it needs less boilerplate"


def advice(name: str, *, topic: str | None = "state", polarity: bool = True) -> Draft:
    claim = Claim(subject="advice", predicate="recommends", object=name, topic=topic, polarity=polarity)
    return draft(f"For state management, {name} is recommended.", claim, entities=(name,), source=Source.EXTERNAL)


def test_choosing_one_of_two_is_a_preference_of_the_team_with_its_reason() -> None:
    made = decision_draft(advice("Zustand"), advice("Redux"), WHY, NOON)
    assert made.content == f"Prefer Zustand over Redux for state management: {WHY}"
    assert (made.type, made.confidence, made.by_user) == ("semantic:decision", 1.0, True)
    assert made.details == {"reasoning": WHY}
    assert made.claim is not None
    assert (made.claim.subject, made.claim.predicate, made.claim.object) == ("team", "prefers", "Zustand")


def test_what_is_no_choice_between_two_things_is_kept_in_its_own_words() -> None:
    for chosen, other in (
        (advice("Realm", polarity=False), advice("Realm")),
        (advice("Realm"), advice("Realm", polarity=False)),
        (advice("Zustand", topic=None), advice("Redux", topic=None)),
    ):
        made = decision_draft(chosen, other, WHY, NOON)
        assert made.claim is None
        assert made.content.startswith("Decided: For state management")
        assert made.content.endswith(WHY)
