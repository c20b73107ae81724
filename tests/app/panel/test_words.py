"""Words of the panel: reasons without the names that rules and choices have in programs."""

from collections.abc import Callable

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


@pytest.mark.parametrize(
    ("in_words", "given", "said"),
    [
        (run_name, "ingestion:update_models", "ingestion"),
        (reader_name, "pattern:switch", "a pattern (switch)"),
        (reader_name, "promotion:observation_to_fact", "a promotion (observation to fact)"),
        (reader_name, "update_models", "nobody: it gathers other memories"),
        (reader_name, "ollama", "ollama"),
        (number_name, "memories semantic:hard_rule", "memories: hard rule"),
        (number_name, "episodes turn", "inputs: turn"),
        (number_name, "edges HAS_PREFERENCE", "connections: has preference"),
        (number_name, "changes ingestion:update_models", "changes: ingestion, update models"),
        (missing, "staged_to_confirmed: not yet: 1 of 3 accesses", "staged to confirmed: 1 of 3 uses in prompts"),
        (missing, "nobody was asked", "nobody was asked"),
    ],
)
def test_runs_readers_figures_and_conditions_are_told_in_words(
    in_words: Callable[[str], str], given: str, said: str
) -> None:
    assert in_words(given) == said
