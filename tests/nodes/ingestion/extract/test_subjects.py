"""Who did it: subjects left out, and whose "we" it is."""

import pytest

from memorist.nodes.ingestion.extract.ellipsis import with_subject
from memorist.nodes.ingestion.extract.private import of_the_family
from memorist.nodes.ingestion.extract.wording import third_person


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("can't stand dark mode", "I can't stand dark mode"),
        ("ditched Amplitude last sprint", "We ditched Amplitude last sprint"),
        ("terrible at naming things", "I'm terrible at naming things"),
        ("keep forgetting the changelog", "I keep forgetting the changelog"),
        ("called the dentist, done", "I called the dentist"),
        ("just paid the rent", "I just paid the rent"),
        ("called by the dentist", "called by the dentist"),
        ("love it", "love it"),
        ("dropped frames are a problem", "dropped frames are a problem"),
        ("use pnpm", "use pnpm"),
    ],
)
def test_the_subject_is_said_where_the_verb_tells_whose_it_is(said: str, told: str) -> None:
    assert with_subject(said) == told


@pytest.mark.parametrize(
    ("clause", "before", "told"),
    [
        ("we went hiking with the kids", (), "User and family went hiking with the kids"),
        ("we live in Split", ("my husband is a pilot",), "User and family live in Split"),
        ("our son plays chess", (), "User's son plays chess"),
        ("we moved the garden app to Fly.io", ("my wife called",), "we moved the garden app to Fly.io"),
        ("we ship on Mondays", ("our client visited",), "we ship on Mondays"),
    ],
)
def test_who_tells_of_home_does_not_speak_for_the_team(clause: str, before: tuple[str, ...], told: str) -> None:
    assert of_the_family(clause, before) == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("the team uses Auth0", "Team uses Auth0"),
        ("half the team only knows TypeScript", "Half the team only knows TypeScript"),
        ("we only use Auth0", "Team only uses Auth0"),
        ("lets use Auth0", "Team will use Auth0"),
        ("his trainer lets him sleep", "His trainer lets him sleep"),
    ],
)
def test_a_verb_that_agrees_already_is_left_alone(said: str, told: str) -> None:
    assert third_person(said) == told
