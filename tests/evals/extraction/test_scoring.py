"""The scorer of the extraction corpus: what counts as said, as denied, as missing."""

import json
from pathlib import Path

import pytest

from memorist.evals.extraction.case import Case, ExpectedFact, load_cases
from memorist.evals.extraction.match import says
from memorist.evals.extraction.reading import memories_of, read_case, read_turn
from memorist.evals.extraction.score import score_case, total
from memorist.memory_store.domain.errors import InvalidInput

DEV = Path(__file__).parents[3] / "evals" / "extraction" / "dev.jsonl"


def case(text: str, *, action: str = "keep", **expected: object) -> Case:
    turns = [{"role": "user", "content": text}]
    return Case.model_validate({"id": "c", "turns": turns, "expected": {"action": action, **expected}})


@pytest.mark.parametrize(
    ("said", "fact", "verdict"),
    [
        ("We use Clerk for auth", "team uses Clerk for authentication", "says"),
        ("We use Clerk for auth", {"subject": "team", "predicate": "uses", "object": "Clerk"}, "says"),
        ("We use Clerk for auth", {"claim": {"subject": "team", "predicate": "uses", "object": "Auth0"}}, "no"),
        ("We use postgres", ["PostgreSQL"], "says"),
        ("We don't use Redis for sessions", "team uses Redis for sessions", "denies"),
        ("We don't use Redis for sessions", "team does not use Redis", "says"),
        ("we never deploy on Fridays", "deploys on Fridays", "denies"),
        ("neither staging nor the demo box has a gpu", "staging has no gpu", "says"),
        ("neither staging nor the demo box has a gpu", "staging has a gpu", "denies"),
        ("I can't train on Mondays nor Fridays", "User cannot train on Mondays", "says"),
        ("there is no Windows build, there never was one", "There is no Windows build and there never was one", "says"),
        ("the export is anything but real time", "The export is not real time", "says"),
        ("The rate limit is 100 requests per minute", "rate limit is 500 requests per minute", "no"),
        ("Every PR needs two approvals", "pull requests need two approvals", "says"),
    ],
)
def test_a_fact_is_said_by_its_claim_or_by_all_its_content_words_at_the_same_polarity(
    said: str, fact: object, verdict: str
) -> None:
    expected = case("x", facts=[fact]).expected.facts
    assert expected is not None
    (draft,) = read_turn(said).drafts
    assert says(draft, expected[0]) == verdict


def test_a_reversed_fact_is_a_negation_error_and_no_hit() -> None:
    read_as = case("We don't use Redis for sessions", facts=["team uses Redis for sessions"])
    score = score_case(read_as, read_case(read_as))
    assert score.negation_errors == ("team uses Redis for sessions",)
    assert score.fact_recall.missing == 1
    assert score.facts.wrong == 1


def test_a_memory_out_of_the_assistants_words_is_counted() -> None:
    one = Case.model_validate(
        {
            "id": "c",
            "turns": [{"role": "assistant", "content": "You should use Clerk."}, {"role": "user", "content": "hm ok"}],
            "expected": {"action": "skip"},
        }
    )
    read = read_case(one)
    assert score_case(one, read).assistant_facts == ()
    forged = read[0].model_copy(update={"drafts": read_turn("We use Clerk").drafts})
    assert score_case(one, (forged, *read[1:])).assistant_facts == ("Team uses Clerk",)


def test_a_case_about_its_last_turn_has_the_others_as_what_was_said_before() -> None:
    turns = [{"role": "user", "content": "We use Clerk"}, {"role": "user", "content": "Dana owns it"}]
    given = {"id": "c", "turns": turns, "expected": {"action": "keep"}}
    every = memories_of(read_case(Case.model_validate(given)))
    last = memories_of(read_case(Case.model_validate({**given, "judged": "last"})))
    assert [draft.content for draft in last] == [draft.content for draft in every][1:] == ["Dana owns Clerk"]


def test_what_is_kept_of_noise_counts_against_gate_and_facts() -> None:
    noise = case("We use Clerk for auth", action="skip")
    score = score_case(noise, read_case(noise))
    assert score.gate.wrong == 1
    assert score.facts.wrong == 1


def test_names_are_compared_in_their_canonical_spelling() -> None:
    one = case("we run postgres on k8s", entities=["PostgreSQL", "k8s"])
    assert score_case(one, read_case(one)).entities.f1 == 1.0


def test_equal_memories_of_two_turns_count_once() -> None:
    turns = [{"role": "user", "content": "We use Clerk"}, {"role": "user", "content": "we use Clerk"}]
    twice = Case.model_validate({"id": "c", "turns": turns, "expected": {"action": "keep"}})
    assert len(memories_of(read_case(twice))) == 1


def test_the_totals_are_those_of_all_cases() -> None:
    good = case("We use Clerk for auth", types=["semantic:fact"], entities=["Clerk"], facts=["team uses Clerk"])
    bad = case("We use Clerk for auth", types=["semantic:policy"], entities=["Auth0"], facts=["team uses Auth0"])
    figures = total([score_case(c, read_case(c)) for c in (good, bad)])
    assert figures.types["accuracy"] == 0.5
    assert figures.entities["f1"] == 0.5
    assert figures.facts["f1"] == 0.5
    assert figures.perfect == 1


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ('{"id": "a", "turns": [], "expected": {"action": "keep"}}', "turns"),
        ('{"id": "a", "turns": [{"role": "user", "content": "x"}], "expected": {"action": "maybe"}}', "action"),
        ('{"id": "a", "turns": [{"role": "user", "content": "x"}], "expected": {"action": "skip"}, "x": 1}', "x"),
        ("no json", "line 1"),
    ],
)
def test_a_bad_case_is_named_by_file_line_and_field(tmp_path: Path, line: str, field: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"cases\.jsonl.*" + field):
        load_cases(path)


def test_two_cases_may_not_share_an_id(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    line = json.dumps({"id": "a", "turns": [{"role": "user", "content": "x"}], "expected": {"action": "skip"}})
    path.write_text(f"{line}\n{line}\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="id 'a'"):
        load_cases(path)


def test_the_development_half_has_every_family_and_distinct_texts() -> None:
    cases = load_cases(DEV)
    assert len(cases) >= 200
    families = {
        "preference", "use", "switch", "policy", "prohibition", "decision", "correction", "lesson", "procedure",
        "deadline", "role", "client requirement", "known issue", "comparison", "hypothetical", "retraction",
        "self-observation", "near-miss", "noise", "multi-turn", "list", "long", "life",
    }  # fmt: skip
    assert families <= {c.family for c in cases}
    texts = [tuple(turn.content for turn in c.turns) for c in cases]
    assert len(set(texts)) == len(texts)


def test_a_word_may_be_all_that_is_expected() -> None:
    assert ExpectedFact(words=("Clerk",)).said() == "Clerk"
