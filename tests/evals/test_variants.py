"""Variants: the same story with other names, words and dates; the same seed tells it the same way again."""

import re
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from pydantic import ValidationError

from memorist.evals.scenarios.load import load_scenario, read_scenario, scenario_files
from memorist.evals.scenarios.replay import replay
from memorist.evals.scenarios.suite import plan_replays
from memorist.evals.scenarios.variation.dates import shifted
from memorist.evals.scenarios.variation.declared import Variants, declared
from memorist.evals.scenarios.variation.names import choose, forms, replace
from memorist.evals.scenarios.variation.sentences import paraphrased, template
from memorist.evals.scenarios.variation.vary import Variant, variant
from memorist.memory_store.domain.errors import InvalidInput
from tests.evals.held import check_all_holds

SEED = 20260201
"""Chosen before any variant was seen."""

STORY = """\
name: varied
title: One thing after the other
why: Clerk is what varies
given:
  group: varied
  users: [mira]
  clock: 2026-02-24T08:00:00Z
events:
  - id: clerk
    at: 2026-02-24T09:00:00Z
    input: {kind: turn, role: user, content: "We use Clerk for mobile auth. It is slow though."}
  - id: installed
    at: 2026-02-25T09:00:00Z
    input:
      kind: observation
      events: [{time: 2026-02-25T09:00:00Z, name: package.install, attributes: {package.name: "@clerk/clerk-expo"}}]
checkpoints:
  - id: known
    after: clerk
    why: Mira said so
    remembered: [{why: Clerk it is, type: "semantic:fact", words: [Clerk, slow], valid_from: 2026-02-24}]
"""


def test_a_variant_is_the_same_story_with_other_names_and_dates() -> None:
    scenario = read_scenario(STORY, file="varied.yaml")
    made = variant(scenario, 1, SEED)
    other = made.names["Clerk"]
    text = made.scenario.model_dump_json()
    assert other != "Clerk"
    assert not re.search('clerk[^"]', text, re.IGNORECASE)
    assert (made.scenario.name, made.scenario.given.group) == ("varied", "varied")
    assert [event.id for event in made.scenario.events] == ["clerk", "installed"]
    [expected] = made.scenario.checkpoints[0].remembered or []
    assert expected.words == (other, "slow")
    for was, now in zip(scenario.events, made.scenario.events, strict=True):
        assert now.at - was.at == timedelta(weeks=made.weeks)
    assert expected.valid_from == made.scenario.events[0].at.date()


def test_keys_stay_also_where_they_are_called_like_something_that_varies() -> None:
    """The ids of events, and the names of groups, are no text."""
    travels = STORY.replace("  users: [mira]", "  users: [mira]\n  others: [clerk]").replace(
        "checkpoints:",
        "  - {id: jest, at: 2026-02-26T09:00:00Z, export_persona: {name: Clerk}}\n"
        "  - {id: taken_in, at: 2026-02-27T09:00:00Z, group: clerk, import_persona: {of: jest}}\n"
        "checkpoints:",
    )
    made = variant(read_scenario(travels, file="varied.yaml"), 1, SEED)
    exported, taken_in = made.scenario.events[2:]
    assert (made.scenario.given.others, taken_in.group) == (("clerk",), "clerk")
    assert exported.export_persona
    assert exported.export_persona.name == made.names["Clerk"]
    assert taken_in.import_persona
    assert taken_in.import_persona.of == exported.id == "jest"


def test_a_variant_that_is_no_scenario_is_refused_with_what_helps() -> None:
    called_so = STORY.replace(
        "checkpoints:", "  - {id: a, at: 2026-02-26T09:00:00Z, assess: {state: {}}}\ncheckpoints:"
    )
    called_so += "  - {id: b, why: w, assessment: [{why: a tension called like a product, tension: clerk}]}\n"
    message = r"variant 1 of varied is no scenario: checkpoints\.1\.assessment\.0\.tension: .*`fixed` keeps"
    with pytest.raises(InvalidInput, match=message):
        for seed in range(20):  # most products have a name that no tension can have
            variant(read_scenario(called_so, file="varied.yaml"), 1, seed)


def test_the_same_seed_gives_the_same_variants_and_another_one_others() -> None:
    scenario = load_scenario("clerk_to_firebase")
    assert variant(scenario, 1, SEED) == variant(scenario, 1, SEED)
    told = {tuple(variant(scenario, number, seed).told()) for number in range(1, 5) for seed in (SEED, SEED + 1)}
    assert len(told) > 5


@pytest.mark.parametrize("name", scenario_files())
def test_every_scenario_has_sound_variants(name: str) -> None:
    scenario = load_scenario(name)
    for number in (1, 2):
        made = variant(scenario, number, SEED).scenario
        assert [e.id for e in made.events] == [e.id for e in scenario.events]
        assert len(made.checkpoints) == len(scenario.checkpoints)


def test_what_is_fixed_stays_and_must_stand_in_the_scenario() -> None:
    fixed, misspelt = (
        STORY.replace("events:\n", f"fixed: [{each}]\nevents:\n", 1) for each in ("clerk, Mira", "Clark")
    )
    assert variant(read_scenario(fixed, file="varied.yaml"), 1, SEED).names == {}
    with pytest.raises(InvalidInput, match="varied: fixed: 'Clark' stands nowhere in it"):
        variant(read_scenario(misspelt, file="varied.yaml"), 1, SEED)


def test_a_sentence_is_fixed_also_where_it_stands_beside_others() -> None:
    text, sentence = "It is said. We use Clerk for mobile auth.", "we use Clerk for mobile auth"
    assert any(paraphrased(text, [], f"{seed}") != text for seed in range(9))
    assert all(paraphrased(text, [], f"{seed}", [sentence]) == text for seed in range(9))


def test_names_that_stand_for_each_other_are_swapped_at_once() -> None:
    replaced = {"Jest": "Mocha", "Mocha": "Jest", "jest": "mocha"}
    assert replace("Jest, not Mocha; jest-expo and jest", replaced) == "Mocha, not Jest; jest-expo and mocha"


def test_a_name_stands_for_one_thing_only() -> None:
    texts = ["Clerk replaced JWT, Auth0 was considered", "mira asked lena"]
    for seed in range(50):
        replaced = forms(choose(declared(), texts, (), Random(seed)))
        named = [replaced[name] for name in ("Clerk", "Auth0", "JWT", "mira", "lena")]
        assert len({*named}) == len(named)
        assert replaced["Clerk"] != "Clerk"


@pytest.mark.parametrize(
    ("text", "weeks", "becomes"),
    [
        ("2026-02-24T09:00:00Z", 1, "2026-03-03T09:00:00Z"),
        ("2026-02-01|Feb 1|1 Feb|February 1|01 Feb", 1, "2026-02-08|Feb 8|8 Feb|February 8|08 Feb"),
        ("May 30", 1, "June 6"),
        ("31 Feb", 1, "31 Feb"),
        ("call 5555-99-12, until 9999-12-31", 1, "call 5555-99-12, until 9999-12-31"),
        ("12026-02-24 and PR 12", 1, "12026-02-24 and PR 12"),
        ("2026-02-24", -8, "2025-12-30"),
    ],
)
def test_dates_move_by_whole_weeks(text: str, weeks: int, becomes: str) -> None:
    assert shifted(text, weeks, year=2026) == becomes


@pytest.mark.parametrize(
    ("text", "asked", "among"),
    [
        (
            "We use Vitest for unit tests.",
            (),
            {"For unit tests we use Vitest.", "Vitest is what we use for unit tests."},
        ),
        ("Never use Realm", ("Never",), {"You must never use Realm"}),  # the word that somebody asks for is kept
        ("NativeWind flickers", (), {"NativeWind flickers"}),  # no template fits
    ],
)
def test_a_sentence_is_said_in_other_words_with_what_it_is_about(
    text: str, asked: tuple[str, ...], among: set[str]
) -> None:
    said = {paraphrased(text, asked, str(seed)) for seed in range(40)}
    assert among <= said
    assert len(among) > 1 or said == among
    assert text in among or text not in said


def test_a_sentence_is_always_said_in_the_same_words_and_a_document_as_it_is() -> None:
    once = paraphrased("We use Vitest for unit tests", (), "a")
    assert once == paraphrased("We use Vitest for unit tests", (), "a")
    assert paraphrased("Fine. We use Vitest for unit tests", (), "a") == f"Fine. {once}"
    assert paraphrased("# A document\n\nWe use Vitest for unit tests", (), "a").startswith("# A document\n\nWe use")


@pytest.mark.parametrize("group", declared().paraphrases, ids=lambda group: group[0])
def test_every_sentence_of_a_group_is_read_as_the_same(group: tuple[str, ...]) -> None:
    values = {"thing": "Alpha", "other": "Beta", "third": "Gamma", "purpose": "billing", "rest": "a b", "more": "c d"}
    for form in group:
        said = re.sub(r"\{(\w+)\}", lambda slot: values[slot[1]], form).rstrip("!.?")
        found = template(form).fullmatch(said)
        assert found, form
        assert found.groupdict() == {name: values[name] for name in found.groupdict()}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"families": {"f": [{"name": "A"}, {"package": "b"}]}}, "has no name"),
        ({"paraphrases": [["We use {thing}", "We use it"]]}, "same slots"),
        ({"paraphrases": [["We use {what}", "It is {what}"]]}, "no slot what"),
        ({"weeks": [3, 3]}, "the least"),
    ],
)
def test_a_declaration_that_cannot_work_is_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        Variants.model_validate({**declared().model_dump(), **changed})


FEW = ("clerk_to_firebase", "trace_d", "not_kept", "scenario_1_mistake", "knowledge_gap")
TOLD = [plan for plan in plan_replays([load_scenario(name) for name in FEW], 2, SEED) if plan.number]


@pytest.mark.langsmith
@pytest.mark.parametrize("plan", TOLD, ids=lambda plan: plan.label)
async def test_a_scenario_holds_in_other_words(embedded_url: str, plan: Variant) -> None:
    trace = await replay(plan.scenario, embedded_url, group=f"v{uuid4().hex[:12]}")
    check_all_holds(trace, note="\n".join(plan.told()))
