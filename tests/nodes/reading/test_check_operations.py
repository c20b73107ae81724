"""Operations that a proposal may do on held memories."""

from datetime import timedelta
from typing import Any

import pytest

from memorist.nodes.reading.reader import HeldMemory, Proposal, Refused
from tests.nodes.reading.made import SAID_AT, checked, held

JAVA = held("Team uses Java for the billing service", claim=("team", "uses", "Java", "billing service"))
RULE = held("Never push to main", type="semantic:hard_rule")
ASBESTOS = held(
    "Don't drill until the asbestos is removed", type="semantic:hard_rule", condition="the asbestos is removed"
)
OSLO = held("User lives in Oslo", claim=("user", "located_in", "Oslo"))
APOLLO = held("Apollo uses Podman", claim=("Apollo", "uses", "Podman"))
TEA = held("User drinks green tea every morning", claim=("user", "does", "drinks green tea"))

CASES: dict[str, tuple[HeldMemory, str, dict[str, Any], str]] = {
    "a place that was left": (
        OSLO, "I moved to Bergen from Oslo", {"operation": "replaces", "claim": ("user", "located_in", "Bergen")},
        "replaces",
    ),
    "a habit that ended": (
        TEA, "I stopped drinking green tea", {"operation": "ends", "claim": ("user", "does", "drinking green tea")},
        "ends",
    ),
    "an end in other words": (
        held("User is married to Tom", claim=("user", "is", "married to Tom")), "Tom and I got divorced",
        {"operation": "ends"}, "ends",
    ),
    "another service": (
        JAVA, "We moved the search service from Java to Rust",
        {"operation": "replaces", "claim": ("team", "uses", "Rust", "search service")}, "add",
    ),
    "another project": (
        APOLLO, "For Zeus we use Docker", {"operation": "replaces", "claim": ("Zeus", "uses", "Docker")}, "add",
    ),
    "another project, by a name that the sentence leaves out": (
        APOLLO, "We use Docker there", {"operation": "replaces", "claim": ("team", "uses", "Docker")}, "add",
    ),
    "another thing": (
        held("The frontend deploys on Mondays", claim=("frontend", "happens_on", "Mondays")),
        "the backend deploys on Tuesdays",
        {"operation": "replaces", "claim": ("backend", "happens_on", "Tuesdays")}, "add",
    ),
    "somebody named in another sentence": (
        held("User's physio is Annika", claim=("Annika", "role_is", "user's physio")),
        "Annika has moved to Hull. I see Dele for physio",
        {"operation": "replaces", "claim": ("user", "uses", "Dele"), "quote": "I see Dele for physio"}, "replaces",
    ),
    "a thing without a name, called otherwise": (
        held("At the team's pool caps are compulsory", claim=("team's pool", "requires", "caps")),
        "the council scrapped the caps, people may swim bareheaded in the pool",
        {"operation": "ends", "claim": ("pool", "allows", "swimming bareheaded")}, "ends",
    ),
    "a thing without a name, by the one who speaks": (
        held("There is a content freeze on the app", claim=("app", "has", "content freeze")),
        "the freeze is over, we ship again", {"operation": "ends", "claim": ("team", "does", "ship again")}, "ends",
    ),
    "somebody who gets the role of somebody else": (
        held("Hannes leads the platform team", claim=("Hannes", "role_is", "lead of the platform team")),
        "the platform team reports to Chidi now, the lead is hers",
        {"operation": "replaces", "claim": ("Chidi", "role_is", "lead of the platform team")}, "replaces",
    ),
    "somebody named by a part of the name": (
        held("Sister Agnieszka runs the ward", claim=("Sister Agnieszka", "role_is", "head of the ward")),
        "Agnieszka retired, Beata runs the ward",
        {"operation": "replaces", "claim": ("Beata", "does", "runs the ward")}, "replaces",
    ),
    "nothing in common": (OSLO, "The printer is broken", {"operation": "ends"}, "refused"),
    "an id that does not exist": (
        OSLO, "I moved to Bergen", {"operation": "replaces", "target": "unknown:m9"}, "add",
    ),
    "said before it began": (
        RULE, "We can push to main again", {"operation": "lifts", "said_at": SAID_AT - timedelta(days=365)}, "refused",
    ),
    "true before it began, and over by then": (
        OSLO, "From 2022 to 2024 I lived in Bergen",
        {"operation": "replaces", "claim": ("user", "located_in", "Bergen"),
         "valid_from": SAID_AT.replace(year=2022), "valid_until": SAID_AT.replace(year=2024)},
        "add",
    ),
    "dated before it was told, said after it": (
        OSLO, "I moved from Oslo to Bergen in 2024", {"operation": "ends", "valid_from": SAID_AT.replace(year=2024)},
        "ends",
    ),
    "dated before it was told, and said before it": (
        OSLO, "I moved from Oslo to Bergen in 2024",
        {"operation": "ends", "valid_from": SAID_AT.replace(year=2024), "said_at": SAID_AT.replace(year=2025)},
        "refused",
    ),
    "a rule that is lifted": (RULE, "You can push to main now", {"operation": "lifts"}, "lifts"),
    "a rule that is lifted in German": (RULE, "Du darfst wieder auf main pushen", {"operation": "lifts"}, "lifts"),
    "a talk about a rule": (RULE, "I told Anna about not pushing to main", {"operation": "lifts"}, "refused"),
    "a rule that may be lifted one day": (
        RULE, "If the tests pass we can push to main", {"operation": "lifts"}, "refused",
    ),
    "a rule whose event has come": (ASBESTOS, "The asbestos was removed today", {"operation": "ends"}, "ends"),
    "a rule whose event has not come": (
        ASBESTOS, "The asbestos was not removed today", {"operation": "ends"}, "refused",
    ),
    "a rule, by a document": (
        RULE, "Pushing to main is allowed", {"operation": "lifts", "own_words": False}, "unsure",
    ),
    "the same again": (OSLO, "I live in Oslo", {"operation": "confirms"}, "confirms"),
    "the same with another number": (
        held("The limit is 100"), "The limit is 500", {"operation": "confirms"}, "refused",
    ),
    "it may concern it": (OSLO, "I like Oslo less and less", {"operation": "unsure"}, "unsure"),
}  # fmt: skip


@pytest.mark.parametrize(("target", "text", "more", "operation"), CASES.values(), ids=CASES.keys())
def test_an_operation_is_allowed_or_refused(
    target: HeldMemory, text: str, more: dict[str, Any], operation: str
) -> None:
    """A replacement of a wrong target is a statement of its own; anything else that is refused leaves nothing."""
    found = checked(text, text, known=[target], **{"target": target.id, **more})
    if operation in {"add", "refused"}:
        assert isinstance(found, Refused), found
        assert (found.instead is not None) == (operation == "add")
        assert found.instead is None or (found.instead.operation, found.instead.targets) == ("add", ())
        return
    assert isinstance(found, Proposal), found
    assert (found.operation, found.targets) == (operation, (target.id,))


def test_one_statement_may_end_several_memories() -> None:
    copies = [held("Team uses Jira", id_="a"), held("Jira is used by the team", id_="b")]
    found = checked("we dropped Jira", "we dropped Jira", known=copies, operation="ends", targets=("a", "b"))
    assert isinstance(found, Proposal), found
    assert found.targets == ("a", "b")
    wrong = checked("we dropped Jira", "we dropped Jira", known=copies, operation="ends", targets=("a", "c"))
    assert isinstance(wrong, Refused)
    assert "'c'" in wrong.reason


def test_a_reader_that_does_not_see_what_is_held_may_name_what_ends() -> None:
    found = checked("I no longer like Vim", "I no longer like Vim", operation="ends")
    assert isinstance(found, Proposal)
    assert (found.operation, found.targets) == ("ends", ())
