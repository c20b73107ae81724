"""Ranking, filling, assembly and assessment, as pure functions."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import pytest

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import BY_UPDATE_MODELS, DomainModel, Fact, HardRule, Procedure, Step, Trigger
from memorist.nodes.dates.zone import told_in
from memorist.nodes.language.words import concepts_of
from memorist.nodes.retrieval.assemble import prompt_of, sections_of
from memorist.nodes.retrieval.channels.channel import found_by
from memorist.nodes.retrieval.channels.procedures import trigger_fit, trigger_stands_in
from memorist.nodes.retrieval.channels.raw_episodes import remembered_turn
from memorist.nodes.retrieval.channels.semantic import elsewhere, topic_agreement
from memorist.nodes.retrieval.features import Retrievable
from memorist.nodes.retrieval.fill import TokenBudget, fill
from memorist.nodes.retrieval.formulate import formulate_task
from memorist.nodes.retrieval.lines import line_at_a_glance, line_of, plain
from memorist.nodes.retrieval.rank import rank_all
from memorist.nodes.retrieval.scoring import ON_TASK, Scored, Section
from memorist.nodes.retrieval.state import Channel, Found, Role
from memorist.nodes.retrieval.sufficiency import answerable, knowledge_sufficiency, sentence_of
from memorist.nodes.token_count import count_tokens
from tests.nodes.retrieval.test_fence import ATTACKS, stays_inside

NOW = datetime(2026, 2, 8, tzinfo=UTC)
COMMON = {"scope": Scope(group_id="g"), "source": Source.USER_STATED, "created_at": NOW, "valid_from": NOW}


def fact(id_: str, content: str = "Team uses Clerk", **more: object) -> Fact:
    return Fact.model_validate({"id": id_, "content": content, **COMMON, **more})


def rule(id_: str, content: str = "Never use Realm") -> HardRule:
    return HardRule.model_validate({"id": id_, "content": content, "reason": "sync issues", **COMMON})


def procedure(id_: str, trigger: str = "Pressable flickers", step: str = "static styles in className") -> Procedure:
    steps = (Step(order=1, instruction=step),)
    named = {"id": id_, "content": f"Handle flicker {id_}", "name": "Handle flicker"}
    return Procedure.model_validate({**named, "trigger": Trigger(pattern=trigger), "steps": steps, **COMMON})


def found(memory: Memory, similarity: float, channel: Channel = "semantic", role: Role | None = "primary") -> Found:
    return found_by(channel, memory, similarity, role=role)


def ranked_for(finds: Iterable[Found], task: str = "Do the work") -> list[Scored]:
    return rank_all(finds, NOW, task)


def outs(ranked: Iterable[Scored]) -> dict[str, str | None]:
    """Return the reason for which each memory is left out, by its id; null if it is included."""
    return {scored.memory["id"]: scored.out for scored in ranked}


def test_the_score_is_the_composite_of_the_design_of_the_best_find() -> None:
    (scored,) = ranked_for([found(fact("a", confidence=0.9), 0.8), found(fact("a", confidence=0.9), 0.3, role="topic")])
    assert scored.similarity == 0.8
    assert scored.score == pytest.approx(0.4 * 0.8 + 0.2 * 1.0 + 0.3 * 0.9 + 0.1 * 1.0)


def test_recency_halves_in_thirty_days_and_staged_counts_less() -> None:
    old = fact("old", valid_from=NOW - timedelta(days=30), created_at=NOW - timedelta(days=30))
    staged = fact("staged", status=Status.STAGED, confidence=0.5)
    by_id = {s.memory["id"]: s for s in ranked_for([found(old, 0.5), found(staged, 0.5)])}
    assert (by_id["old"].recency, by_id["staged"].confidence) == (pytest.approx(0.5), pytest.approx(0.4))


def test_a_turn_gives_way_to_what_was_learned_from_it_unless_a_sentence_is_left_out() -> None:
    said = remembered_turn("turn", "maeve: Heffernan just rang. The rent is 2000 from July", time_text(NOW))
    words = Retrievable("Heffernan just rang. The rent is 2000 from July", NOW, source="turn")
    turn = Found(memory=said, text=words, line="", channel="raw_episodes", similarity=0.6, told=("rang", "rent"))
    rang, rent = fact("rang", "Heffernan just rang"), fact("rent", "The rent is 2000 from July")
    for learned, kept in (((rang,), True), ((rent,), True), ((rang, rent), False)):
        ranked = ranked_for([turn, *(found(one, 0.5) for one in learned)], "a letter to Heffernan about the rent")
        assert (outs(ranked)["turn"] is None) is kept


def test_what_is_wanted_whatever_the_task_is_included_for_that() -> None:
    finds = [found(fact("a"), 0.5), found(fact("a"), 0.1, "user_model", None)]
    for order in (finds, finds[::-1]):
        (scored,) = ranked_for(order)
        assert (scored.section, scored.competes) == ("user", False)


ASKED = ("code hosting", "Clerk", "ok, and the van?", "Hi! When is the van serviced?", "東京")
GREETED = ("", "Good morning!", "hi", "Hi Anna.", "Thanks, that's great!")


@pytest.mark.parametrize("task", [*ASKED, *GREETED])
def test_some_bare_words_are_a_task_and_a_greeting_gets_rules_and_nothing_that_is_about_a_task(task: str) -> None:
    ranked = ranked_for([found(fact("f"), 0.1), found(rule("r"), 1.0, "hard_rules")], task=task)
    assert outs(ranked) == {"r": None, "f": "nothing is asked" if task in GREETED else None}


def claimed(
    id_: str, predicate: str, object_: str, day: int, *, subject: str = "team", topic: str | None = "auth"
) -> Fact:
    claim = {"subject": subject, "predicate": predicate, "object": object_, "topic": topic}
    return fact(id_, f"{subject} {predicate} {object_}", claim=claim, valid_from=NOW - timedelta(days=9 - day))


def test_a_procedure_from_before_a_switch_tells_what_is_used_now() -> None:
    def told(trigger: str, step: str, day: datetime, name: str = "Add sign-in") -> tuple[Found, Scored]:
        how = procedure("how", trigger, step).model_copy(update={"name": name, "valid_from": day})
        one = found(how, 0.9, "procedures", None)
        ranked = ranked_for([one, found(claimed("used", "uses", "Descope", 5), 0.5)])
        return one, next(scored for scored in ranked if scored.memory["id"] == "how")

    trigger, step, before = "a screen needs sign-in", "Wrap the screen in Clerk's provider", NOW - timedelta(days=7)
    _, scored = told(trigger, step, before)
    assert str(scored.line).splitlines()[1:] == ["  Since 2026-02-04 Descope is used for auth.", f"  1. {step}"]
    assert "Descope is used since then" in scored.note
    # What was written down later, names it, or is for something else reads as it is.
    for one, scored in (
        told(trigger, step, NOW),
        told(trigger, "Replace Clerk by Descope", before),
        told("Pressable flickers", "static styles in className", before, "Handle flicker"),
    ):
        assert scored.line == one.line


@pytest.mark.parametrize(
    ("thing", "qualifier", "topic", "agrees"),
    [
        ("Tamagui", None, None, True),
        ("Quxly", "styling", None, True),
        ("Expo Router", None, "navigation", True),
        ("Postgres", None, None, False),
        ("Quxly", None, None, False),
    ],
)
def test_what_the_work_touches_is_near_though_no_slot_is_about_it(
    thing: str, qualifier: str | None, topic: str | None, agrees: bool
) -> None:
    task = formulate_task("Implement the settings screen")
    used = claimed("used", "uses", thing, 1, topic=topic)
    assert used.claim is not None
    used = used.model_copy(update={"claim": used.claim.model_copy(update={"qualifier": qualifier})})
    assert topic_agreement(Glance.of(used), task) == (ON_TASK if agrees else 0.0)


def shares(total: int, target: int = 4000, min_relevance: float = 0.0) -> TokenBudget:
    sections: dict[Section, int] = {"procedures": 1500, "self": 500, "user": 500, "episodes": 1000}
    return TokenBudget(total, 500, sections, target, min_relevance)


def test_rules_are_never_cut_and_push_everything_else_out() -> None:
    rules = [found(rule(f"r{i}", f"Never {i} " + "x" * 300), 1.0, "hard_rules", None) for i in range(5)]
    ranked, warnings = fill(ranked_for([*rules, found(fact("f"), 0.9)]), shares(300), task_tokens=5)
    assert [id_ for id_, out in outs(ranked).items() if out is None] == [f"r{i}" for i in range(5)]
    assert warnings


def test_the_lowest_facts_are_dropped_first_and_whole() -> None:
    facts = [found(fact(f"f{i:02}", f"{i:02} " + "word " * 40), 0.9 - i / 100) for i in range(23)]
    ranked, _ = fill(ranked_for(facts), shares(8000, target=1000), task_tokens=5)
    kept, dropped = ([s.relevance for s in ranked if (s.out is None) is told] for told in (True, False))
    assert min(kept) >= max(dropped)


def test_everything_that_fits_into_the_target_is_included_however_far_from_the_task() -> None:
    facts = [found(fact(f"f{n}", f"Fact number {n}"), n / 100) for n in range(20)]
    ranked, warnings = fill(ranked_for(facts), shares(8_000, target=1_500), task_tokens=5)
    assert ([s.out for s in ranked], warnings) == ([None] * 20, [])


def test_lines_below_the_least_relevance_of_the_settings_are_left_out_and_say_so() -> None:
    facts = [found(fact("near", "Near"), 0.6), found(fact("far", "Far"), 0.2)]
    always = [found(rule("r"), 0.1, "hard_rules", None), found(procedure("p"), 0.1, "procedures", None)]
    ranked, _ = fill(ranked_for([*facts, *always]), shares(8_000, min_relevance=0.5), task_tokens=5)
    assert outs(ranked) == {
        "near": None, "far": "relevance 0.200 is below min_relevance 0.5", "r": None, "p": None,
    }  # fmt: skip


def test_a_target_of_nothing_leaves_rules_and_procedures() -> None:
    finds = [found(fact("f"), 0.9), found(rule("r"), 1.0, "hard_rules"), found(procedure("p"), 0.9, "procedures")]
    ranked, _ = fill(ranked_for(finds), shares(8_000, target=0), task_tokens=5)
    assert {id_ for id_, out in outs(ranked).items() if out is None} == {"r", "p"}


def test_a_shorter_line_of_less_relevance_fills_what_a_longer_one_left() -> None:
    finds = [found(fact("long", "word " * 200), 0.9), found(fact("short", "Short"), 0.2)]
    ranked, _ = fill(ranked_for(finds), shares(8_000, target=100), task_tokens=5)
    assert outs(ranked) == {
        "long": "no room: more relevant lines fill the target of 100 tokens", "short": None,
    }  # fmt: skip


def test_the_prompt_never_exceeds_its_budget() -> None:
    facts = [found(fact(f"f{i:03}", f"Fact number {i} about something with words"), 0.9) for i in range(200)]
    ranked, _ = fill(ranked_for(facts), shares(600), task_tokens=count_tokens("do it"))
    assert count_tokens(prompt_of("do it", sections_of(ranked))) <= 600


@pytest.mark.parametrize("text", ATTACKS)
def test_recalled_text_stays_inside_its_fence(text: str) -> None:
    stays_inside(prompt_of("task", sections_of(ranked_for([found(fact("a", text), 0.9)]))))


def test_lines_read_with_their_reasons_steps_and_ends() -> None:
    assert plain("a\n\tb  c\r\n") == "a b c"
    assert line_of(rule("r")) == "[block] Never use Realm. Reason: sync issues."
    assert "1. static styles in className" in line_of(procedure("p"))
    assert "from 2026-02-08 00:00 to 02:00" in line_of(fact("a", valid_until=NOW + timedelta(hours=2)))
    long = "This is a long statement. " * 60
    assert line_of(fact("a", long, summary="Short")).startswith("Short (")
    assert line_of(fact("a", long)).count("long statement") == 60, "told by its summary, and otherwise whole"


def test_a_field_of_work_tells_what_it_is_like_and_one_that_only_gathers_others_is_no_fact() -> None:
    field = DomainModel.model_validate(
        {"id": "d", "content": "Mobile apps", "extraction_method": BY_UPDATE_MODELS, **COMMON}
    )
    described = field.model_copy(update={"characteristics": ("go offline",), "behaviour_rules": ("cache first",)})
    assert line_of(described).startswith("Mobile apps: go offline; cache first (")
    assert elsewhere(Glance.of(field))
    assert not elsewhere(Glance.of(described))
    assert not elsewhere(Glance.of(field.model_copy(update={"extraction_method": "manual"})))


def test_a_line_tells_its_times_in_the_zone_of_the_run() -> None:
    since, until = datetime(2026, 3, 29, 22, tzinfo=UTC), datetime(2026, 4, 10, 22, tzinfo=UTC)
    holiday = fact("a", "Selma is away", valid_from=since, valid_until=until)
    assert "from 2026-03-29 22:00 to 2026-04-10 22:00" in line_of(holiday)
    with told_in("Europe/Berlin"):
        assert "(from 2026-03-30 to 2026-04-10)" in line_of(holiday)
    one_day = fact("b", "The office is closed", valid_from=NOW, valid_until=NOW + timedelta(days=1))
    assert line_of(one_day).endswith("(on 2026-02-08)")
    written = fact("a", "The staging database runs MySQL 8", extraction_method="document")
    assert line_of(written).startswith("The staging database runs MySQL 8 (from a document; since ")
    due = fact("c", "The badge is on Friday", valid_from=NOW + timedelta(hours=9), valid_until=NOW + timedelta(days=3))
    assert line_of(due).endswith("(since 2026-02-08, until 2026-02-10)")


@pytest.mark.parametrize(
    ("begin", "dated", "told"),
    [
        (timedelta(hours=-3), False, ""),  # when it was merely told is not told again
        (timedelta(hours=-3), True, " (since 2026-02-07)"),
        (timedelta(days=-10), False, " (since 2026-01-29)"),  # midnight: a day that somebody named
        (timedelta(hours=5), False, " (from 2026-02-08 on)"),
        (timedelta(days=-200, hours=-3), False, " (told 2025-07)"),
        (timedelta(days=-200), False, " (since 2025-07-23)"),
    ],
)
def test_the_day_on_which_it_was_merely_told_is_told_when_it_matters(begin: timedelta, dated: bool, told: str) -> None:
    line = line_at_a_glance(Glance.of(fact("a", valid_from=NOW + begin)), now=time_text(NOW), dated=dated)
    assert line == f"Team uses Clerk{told}"


@pytest.mark.parametrize(
    ("task", "about_times", "asks"),
    [
        ("Set up the new service", False, None),
        ("When did Emil take over the van?", True, None),
        ("How long has the landlord been Mr. Quast?", True, "since"),
        ("What changed last week?", True, "changes"),
        ("What do we use for auth?", None, "slot"),
        ("Which database does the team use?", None, "slot"),
        ("What did we use before Clerk?", None, "before"),
        ("Since when do we use pnpm?", None, "since"),
        ("When did we switch to Vitest?", None, "since"),
        ("What's new since Monday?", None, "changes"),
        ("Add auth to the new app", None, None),
    ],
)
def test_the_kind_of_question_is_read_from_its_words(task: str, about_times: bool | None, asks: str | None) -> None:
    formulation = formulate_task(task, NOW)
    assert formulation.asks == asks
    assert about_times is None or formulation.about_times == about_times


def test_a_window_names_people_and_topics_of_a_task_are_read() -> None:
    formulation = formulate_task("What did Dev-1 break last week?", NOW)
    assert formulation.window is not None
    assert (formulation.window.start.day, formulation.window.end.day) == (26, 1)
    assert formulation.people == ("Dev-1",)
    past = formulate_task("What did we use before Clerk?")
    assert (past.wants_history, "Clerk" in past.names) == (True, True)
    assert {"navigation", "styling"} <= set(formulate_task("Build the settings screen").implied)
    assert formulate_task("Write the release notes").implied == ()
    concepts = concepts_of("Add user profile screen with avatar upload")
    assert concepts == ("user profile screen", "avatar upload"), "the runs of content words"


@pytest.mark.parametrize(
    ("facts", "procedures", "score", "status", "basis", "told"),
    [
        (1, 0, 0.5, "LOW", "some", "say so rather than guess"),
        (3, 0, 0.7, "LOW", None, ""),
        (3, 1, 1.0, "HEALTHY", "enough", ""),
    ],
)
def test_sufficiency_follows_the_formula_and_the_prompt_says_what_it_does_not_hold_until_it_is_sufficient(
    facts: int, procedures: int, score: float, status: str, basis: str | None, told: str
) -> None:
    kept = [found(fact(f"f{i}", f"Team uses Clerk {i}"), 0.9) for i in range(facts)]
    kept += [found(procedure("p"), 0.9, "procedures", None)] * procedures
    knowledge = knowledge_sufficiency(formulate_task("Add Clerk"), ranked_for(kept), anything_stored=True)
    assert (knowledge.score, knowledge.status, basis or knowledge.basis) == (score, status, knowledge.basis)
    assert sentence_of(knowledge).endswith(f"{told}." if told else "")
    assert bool(sentence_of(knowledge)) is bool(told)


def test_nothing_stored_and_nothing_near_are_two_answers_and_what_nothing_covers_is_a_gap() -> None:
    task = formulate_task("push notifications")
    for stored, basis in ((False, "nothing_stored"), (True, "nothing_near_enough")):
        assert knowledge_sufficiency(task, [], anything_stored=stored).basis == basis
    near = ranked_for([found(fact("a"), 0.9)])
    assert knowledge_sufficiency(task, near, anything_stored=True).gaps == ("push notifications",)


@pytest.mark.parametrize(
    ("trigger", "task", "stands"),
    [
        ("Pressable flickers", "Why does Pressable flickers happen", True),
        ("Pressable flickers", "Pressable is fine", False),
        ("when you build a screen", "Build the user profile screen with edit", True),
        ("when you build a screen", "Implement the orders screen", True),
        ("when you build a screen", "Adding a screen for invoices", True),
        ("when you build a screen", "The screen flickers", False),
        ("when you build a screen", "Delete the orders screen", False),
    ],
)
def test_an_exact_trigger_needs_no_similarity_and_its_pronouns_and_articles_need_not_stand_in_the_task(
    trigger: str, task: str, stands: bool
) -> None:
    assert trigger_stands_in(task, procedure("p", trigger)) is stands


@pytest.mark.parametrize("text", ["", "word", "a" * 100, "1234567", "日本語のテキスト", "x = {'a': 1}\n\n"])
def test_tokens_are_counted_for_every_script(text: str) -> None:
    assert count_tokens(text) >= len(text.encode()) // 6


def test_shared_words_and_cosine_make_up_for_each_other() -> None:
    longer = procedure("p", "Pressable flickers when it is animated")
    fit, shown = trigger_fit("The Pressable on this screen flickers", longer, 0.5)
    assert fit > 0.7
    assert "shared words" in shown
    assert trigger_fit("The Pressable is blue", longer, 0.5)[0] == pytest.approx(0.5)


def test_a_question_whose_answer_was_found_is_not_critical() -> None:
    formulation = formulate_task("Which parser does the billing importer of the Vienna office use?")
    kept = ranked_for([found(fact("a", "The billing importer uses Lark", confidence=0.7), 0.9)])
    knowledge = knowledge_sufficiency(formulation, kept, anything_stored=True)
    assert (knowledge.status, knowledge.basis) == ("LOW", "some")
    assert knowledge.answerable > 0.9


def test_how_likely_it_is_answered_grows_with_how_much_of_it_is_spoken_of() -> None:
    chances = [answerable("Which is it?", ranked_for([found(fact("a"), near)])) for near in (0.31, 0.45, 0.6, 0.95)]
    assert chances == sorted(chances)
    assert chances[1] == pytest.approx(0.5)
    assert chances[0] < 0.2
    assert chances[3] > 0.95
    assert answerable("Which is it?", []) == 0.0


def test_a_narrative_tells_facts_by_entity_and_cites_each_once() -> None:
    facts = [
        found(fact("a", "Team uses Clerk", entities=("Clerk", "team")), 0.9),
        found(fact("b", "Clerk works with Expo", entities=("Expo", "Clerk")), 0.8),
        found(fact("c", "The office has a cat"), 0.7),
    ]
    sections = sections_of(ranked_for(facts), "narrative")
    assert [(s.title, [i.id for i in s.items]) for s in sections] == [
        ("About Clerk", ["a", "b"]), ("About Other knowledge", ["c"]),
    ]  # fmt: skip


def test_the_budget_of_the_reference_scenario() -> None:
    """Three rules, two procedures, 23 facts of 6,200 tokens for a target of 4,000: the twelve best are in."""
    rules = [found(rule(f"r{n}", f"Never {n} " + "do this " * 18), 1.0, "hard_rules", None) for n in range(3)]
    procedures = [found(procedure(f"p{n}"), 0.9, "procedures", None) for n in range(2)]
    sizes = [295] * 12 + [217] * 11
    facts = [found(fact(f"f{n:02}", f"{n:02} " + "word " * size), 0.95 - n / 50) for n, size in enumerate(sizes)]
    ranked, warnings = fill(ranked_for([*rules, *procedures, *facts]), shares(8_000), task_tokens=20)
    kept = [s.memory["id"] for s in ranked if s.section == "facts" and s.out is None]
    dropped = [s for s in ranked if s.out is not None]
    assert kept == [f"f{n:02}" for n in range(12)]
    assert [s.memory["id"] for s in dropped] == [f"f{n:02}" for n in range(12, 23)]
    assert all(s.out and s.out.startswith("no room") for s in dropped)
    assert sum(s.section in ("constraints", "procedures") and s.out is None for s in ranked) == 5
    assert warnings == []
