"""The scorer of the extraction corpus: what counts as said, as denied, as missing."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from memorist.evals.case_file import read_cases
from memorist.evals.extraction.case import ExpectedFact, ExtractionCase
from memorist.evals.extraction.match import says
from memorist.evals.extraction.reading import ReadTurn, memories_of, read_case
from memorist.evals.extraction.score import score_case, total
from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.ontology.loading import load_ontology
from memorist.nodes.draft import Draft
from memorist.nodes.resources import ReadersByName
from tests.nodes.drafts import draft
from tests.stores import test_settings

DEV = Path(__file__).parents[3] / "evals" / "extraction" / "dev.jsonl"


def case(
    *said: str, roles: Sequence[str] = (), action: str = "keep", judged: str = "all", **expected: object
) -> ExtractionCase:
    turns = [{"role": role, "content": text} for role, text in zip(roles or ["user"] * len(said), said, strict=True)]
    given = {"id": "c", "turns": turns, "judged": judged, "expected": {"action": action, **expected}}
    return ExtractionCase.model_validate(given)


def remembered(content: str, *claim: str, polarity: bool = True) -> Draft:
    """A memory as a reader would have made it: what is scored is what it says, whoever read it."""
    subject, predicate, object_, qualifier = (*claim, None)[:4] if claim else (None,) * 4
    made = (
        Claim(subject=subject, predicate=predicate, object=object_, qualifier=qualifier, polarity=polarity)
        if subject and predicate and object_
        else None
    )
    return draft(content, made)


async def reading(one: ExtractionCase) -> tuple[ReadTurn, ...]:
    """A case read by the patterns."""
    readers = await ReadersByName().of(test_settings(), "patterns")
    return await read_case(one, readers, load_ontology("galatea"))


CLERK = remembered("Team uses Clerk for auth", "team", "uses", "Clerk", "auth")
NO_REDIS = remembered("Team does not use Redis for sessions", "team", "uses", "Redis", "sessions", polarity=False)
NO_BUILD = remembered("there is no Windows build, there never was one")
NO_GPU = remembered("neither staging nor the demo box has a gpu")


@pytest.mark.parametrize(
    ("memory", "fact", "verdict"),
    [
        (CLERK, "team uses Clerk for authentication", "says"),
        (CLERK, {"subject": "team", "predicate": "uses", "object": "Clerk"}, "says"),
        (CLERK, {"claim": {"subject": "team", "predicate": "uses", "object": "Auth0"}}, "no"),
        (remembered("Team uses PostgreSQL"), ["postgres"], "says"),
        (NO_REDIS, "team uses Redis for sessions", "denies"),
        (NO_REDIS, "team does not use Redis", "says"),
        (remembered("we never deploy on Fridays"), "deploys on Fridays", "denies"),
        (NO_GPU, "staging has no gpu", "says"),
        (NO_GPU, "staging has a gpu", "denies"),
        (remembered("I can't train on Mondays nor Fridays"), "User cannot train on Mondays", "says"),
        (NO_BUILD, "There is no Windows build and there never was one", "says"),
        (remembered("the export is anything but real time"), "The export is not real time", "says"),
        (remembered("rate limit is 100 requests per minute"), "rate limit is 500 requests per minute", "no"),
        (remembered("Every PR needs two approvals"), "pull requests need two approvals", "says"),
    ],
)
def test_a_fact_is_said_by_its_claim_or_by_all_its_content_words_at_the_same_polarity(
    memory: Draft, fact: object, verdict: str
) -> None:
    expected = case("x", facts=[fact]).expected.facts
    assert expected is not None
    assert says(memory, expected[0]) == verdict


async def test_a_reversed_fact_is_a_negation_error_and_no_hit() -> None:
    read_as = case("We don't use Redis for sessions", facts=["team uses Redis for sessions"])
    score = score_case(read_as, await reading(read_as))
    assert score.negation_errors == ("team uses Redis for sessions",)
    assert (score.fact_recall.missing, score.facts.wrong) == (1, 1)


async def test_a_memory_out_of_the_assistants_words_is_counted() -> None:
    one = case("You should use Clerk.", "hm ok", roles=("assistant", "user"), action="skip")
    read = await reading(one)
    assert score_case(one, read).assistant_facts == ()
    forged = read[0].model_copy(update={"drafts": (remembered("Team uses Clerk", "team", "uses", "Clerk"),)})
    assert score_case(one, (forged, *read[1:])).assistant_facts == ("Team uses Clerk",)


async def test_a_case_about_its_last_turn_is_not_scored_by_the_others() -> None:
    last = "Dana owns the search box"
    for judged, contents in (("all", ["Team uses Clerk", last]), ("last", [last])):
        found = memories_of(await reading(case("We use Clerk", last, judged=judged)))
        assert [draft.content for draft in found] == contents


async def test_what_is_kept_of_noise_counts_against_gate_and_facts() -> None:
    noise = case("We use Clerk for auth", action="skip")
    score = score_case(noise, await reading(noise))
    assert (score.gate.wrong, score.facts.wrong) == (1, 1)


async def test_names_are_compared_in_their_canonical_spelling() -> None:
    one = case("we run postgres on k8s", entities=["PostgreSQL", "k8s"])
    assert score_case(one, await reading(one)).entities.figures()["f1"] == 1.0


async def test_equal_memories_of_two_turns_count_once() -> None:
    assert len(memories_of(await reading(case("We use Clerk", "we use Clerk")))) == 1


async def test_the_totals_are_those_of_all_cases() -> None:
    good = case("We use Clerk for auth", types=["semantic:fact"], entities=["Clerk"], facts=["team uses Clerk"])
    bad = case("We use Clerk for auth", types=["semantic:policy"], entities=["Auth0"], facts=["team uses Auth0"])
    figures = total([score_case(c, await reading(c)) for c in (good, bad)])
    assert figures["types"]["accuracy"] == 0.5
    assert (figures["entities"]["f1"], figures["facts"]["f1"], figures["perfect"]) == (0.5, 0.5, 1)


SKIPPED = '{"id": "a", "turns": [{"role": "user", "content": "x"}], "expected": {"action": "skip"}}'


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (SKIPPED.replace('{"role": "user", "content": "x"}', ""), "turns"),
        (SKIPPED.replace("skip", "maybe"), "action"),
        (SKIPPED.replace("{", '{"x": 1, ', 1), "x"),
        ("no json", "line 1"),
        (f"{SKIPPED}\n{SKIPPED}", "id 'a'"),
    ],
)
def test_a_bad_case_is_named_by_file_line_and_field_and_no_id_stands_twice(
    tmp_path: Path, line: str, field: str
) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"cases\.jsonl.*" + field):
        read_cases(path, ExtractionCase)


def test_the_development_half_has_every_family_and_distinct_texts() -> None:
    cases = read_cases(DEV, ExtractionCase)
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
