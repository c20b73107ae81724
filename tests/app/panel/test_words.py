"""Words of the panel: reasons without the names that rules and choices have in programs."""

import pytest

from memorist.app.panel.render import cause, missing, number_name, reader_name, run_name

SAID = {
    "add (new: nothing contradicts it)": "added: nothing contradicts it",
    "supersede (user_says: the user says so (at 9:00)); add (new: nothing contradicts it)": (
        "took the place of another: the user says so (at 9:00); added: nothing contradicts it"
    ),
    "observation_to_fact: 3 of 3 supports": "3 of 3 supports",
    "keep_both: they are about two apps": "both were kept: they are about two apps",
    "see https://a.b/c_d: a page": "see https://a.b/c_d: a page",
    "kept the episode": "kept in its own words: no memory was made of it",
}


@pytest.mark.parametrize("reason", SAID)
def test_a_reason_is_told_without_names_of_rules(reason: str) -> None:
    assert cause(reason) == SAID[reason]


def test_what_made_a_change_is_told_without_its_node() -> None:
    assert run_name("ingestion:update_models") == "ingestion"


def test_who_read_a_memory_is_told_without_the_name_of_a_function() -> None:
    assert reader_name("pattern:switch") == "a pattern (switch)"
    assert reader_name("promotion:observation_to_fact") == "a promotion (observation to fact)"
    assert reader_name("update_models") == "nobody: it gathers other memories"
    assert reader_name("ollama") == "ollama"


@pytest.mark.parametrize(
    ("counted", "said"),
    [
        ("memories semantic:hard_rule", "memories: hard rule"),
        ("episodes turn", "inputs: turn"),
        ("edges HAS_PREFERENCE", "connections: has preference"),
        ("changes ingestion:update_models", "changes: ingestion, update models"),
    ],
)
def test_what_a_check_counted_is_told_in_words(counted: str, said: str) -> None:
    assert number_name(counted) == said


def test_what_is_missing_to_climb_is_told_with_the_step_in_words() -> None:
    assert missing("staged_to_confirmed: not yet: 1 of 3 accesses") == "staged to confirmed: 1 of 3 uses in prompts"
    assert missing("nobody was asked") == "nobody was asked"
