"""Personal statements as they are told to others: with the name if they are asked about, else not at all."""

import pytest

from memorist.memory_store.domain.visibility import is_personal
from memorist.nodes.retrieval.attribution import HIDDEN, named_in, rule_told, shown_to
from memorist.nodes.retrieval.state import Channel, Found
from tests.evals.examples import memory

ABOUT_ZOE = "Plan the birthday of Zoe"


def found(content: str, *, type_: str = "semantic:fact", channel: Channel = "semantic", user: str = "zoe") -> Found:
    personal = is_personal(content, type_=type_, user=user)
    return Found(
        memory={
            "id": "m", "type": type_, "content": content, "entities": [], "claim": None, "status": "confirmed",
            "confidence": 0.9, "valid_from": "2026-01-01", "user": user, "personal": personal,
        },
        line=f"{content} (since 2026-01-01)",
        channel=channel,
        similarity=0.5,
    )  # fmt: skip


def test_to_himself_as_it_stands_and_to_nobody_in_particular_in_the_name_of_whoever_said_it() -> None:
    own, passage = found("User prefers Vim"), found("zoe: I prefer Vim", channel="raw_episodes")
    assert shown_to("zoe", "Which editor?", own) == own
    assert shown_to(None, "Which editor?", own).line == "zoe prefers Vim (since 2026-01-01)"
    assert shown_to(None, "Which editor?", passage) == passage
    assert shown_to("tom", ABOUT_ZOE, passage).line == passage.line, "it names its speaker already"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("User prefers the user's own theme for the user table", "zoe prefers zoe's own theme for the user table"),
        ("I'm allergic to peanuts", 'zoe said: "I\'m allergic to peanuts"'),
        ("Ich esse kein Fleisch", 'zoe said: "Ich esse kein Fleisch"'),
    ],
)
def test_who_asks_about_somebody_is_told_it_in_his_name(said: str, told: str) -> None:
    seen = shown_to("tom", ABOUT_ZOE, found(said))
    assert (seen.memory["content"], seen.line, seen.out) == (told, f"{told} (since 2026-01-01)", None)


@pytest.mark.parametrize("said", ["User prefers Vim", "I'm allergic to peanuts", "Mi cumpleaños es en mayo"])
def test_who_does_not_ask_about_him_is_not_told(said: str) -> None:
    seen = shown_to("tom", "Suggest a dinner", found(said))
    assert seen.out == "zoe said it of himself, and tom did not ask about zoe"
    assert (seen.memory["content"], seen.line) == (HIDDEN, "")


@pytest.mark.parametrize(
    "said", ["Team uses Go", "We use pnpm", "The dentist is Dr. Huber", "User passwords are hashed with argon2id"]
)
def test_what_is_about_the_team_or_the_world_is_everybody_s(said: str) -> None:
    assert shown_to("tom", "Anything", found(said)).out is None


def test_how_somebody_wants_to_be_answered_is_no_instruction_for_another() -> None:
    wish = found("Please always answer in French", type_="semantic:policy", channel="user_model")
    assert shown_to("tom", ABOUT_ZOE, wish).out is not None
    assert shown_to("zoe", "Hello", wish).out is None


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Never change the colours without asking the user", "Never change the colours without asking zoe"),
        ("Don't call me before nine", 'zoe said: "Don\'t call me before nine"'),
    ],
)
def test_a_rule_is_told_to_others_with_the_name_of_whoever_laid_it_down(said: str, told: str) -> None:
    rule = found(said, type_="semantic:hard_rule", channel="hard_rules")
    seen = shown_to("tom", "", rule)
    assert (seen.memory["content"], seen.line) == (told, f"{told} (since 2026-01-01)")
    assert shown_to("zoe", "", rule) == rule
    reasoned = rule._replace(line="Change no colours. Reason: ask the user first.")
    assert "me" in said.split() or shown_to("tom", "", reasoned).line == "Change no colours. Reason: ask zoe first."


@pytest.mark.parametrize(
    ("user", "task"),
    [
        ("tomas", "What does Tomás take?"),
        ("Tomás", "what does tomas take"),
        ("zoe", "Zoë's plan"),
        ("juergen", "Was macht Jürgen?"),
        ("jürgen", "what does Juergen do, and Jurgen's wife?"),
        ("strauß", "Ruf Strauss an"),
        ("李", "李 喜欢什么"),
    ],
)
def test_a_person_is_named_with_or_without_the_accents_of_the_name(user: str, task: str):
    assert named_in(user, task)


def test_a_name_inside_of_a_word_names_nobody():
    assert not named_in("anna", "The savannah, Hannah")


@pytest.mark.parametrize("user", [r"CORP\zoe", r"zoe\1", r"\g<act>"])
def test_any_id_of_a_user_is_told_as_it_is(user: str) -> None:
    asks = "Never deploy without asking the user"
    rule = memory(asks, "semantic:hard_rule", scope={"group_id": "team", "user_id": user})
    told = f"Never deploy without asking {user}"
    assert rule_told("tom", rule).content == told
    assert shown_to("tom", "Deploy", found(asks, type_="semantic:hard_rule", user=user)).memory["content"] == told


@pytest.mark.parametrize("user", ["\u0301", "\u0308\u0323"])
def test_an_id_of_accents_alone_is_named_by_no_other_words(user: str) -> None:
    assert not named_in(user, ABOUT_ZOE)
