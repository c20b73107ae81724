"""Scorers of what events answered, of links and of the log: each question can be failed, and says what is there."""

from typing import Any

import pytest
from pydantic import ValidationError

from memorist.api.skills import SkillExport, SkillFile
from memorist.evals.scenarios.answer_scorers import ANSWER_SCORERS
from memorist.evals.scenarios.model import Checkpoint
from memorist.evals.scenarios.model_done import LinkExpectation, LoggedExpectation
from memorist.evals.scenarios.model_memory import DroppedExpectation
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.scorers import dropped, linked, logged
from memorist.evals.scenarios.trace import Answer, AuditedVerdict, Interrupted, Maintained, Searched, TakenBack
from memorist.memory_store.reading import ChangeEntry, Link
from memorist.nodes.homeostasis.acts.verdict import ActVerdict, Objection
from memorist.nodes.homeostasis.result import DIMENSIONS, Assessment, CarryOver, ClarifyQuestion, Dimension
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.persona.take_back import PersonaUndo
from memorist.nodes.promotion.state import PromotionQuestion, PromotionReport, PromotionStep
from memorist.nodes.retrieval.result import Candidate, Dropped
from memorist.nodes.skills.skill_file import skill_of, write_skill
from memorist.nodes.skills.stable import judge
from tests.evals.examples import NOON, memory, recall
from tests.nodes.skills.test_skill_file import procedure

ASSESSED = Assessment(
    agent_id="dev_1",
    at=NOON,
    activity="idle",
    dimensions=tuple(Dimension(name=n, state="LOW", score=0.2, evidence=("idle",)) for n in DIMENSIONS),
    question=ClarifyQuestion(
        question="What now?", about="x", choices=("a", "b"), confidence=0.4, when="now", answer="a"
    ),
    carry_over=(CarryOver(task="t", worker="w", done=("tabs",), left=("links",), reason="", failures=2),),
    advice=("Find other work.", "Wait."),
)
NOTHING_CARRIED = ASSESSED.model_copy(update={"carry_over": (), "question": None})
DENIED = AuditedVerdict(
    ActVerdict(
        action="deny",
        reason="It would delete the folder tests.",
        alternative="Name single files.",
        objections=(Objection(source="guardrail", id="x", verdict="deny", what="w", reason="r", alternative="a"),),
    ),
    ("deny: dev_1 meant: rm -rf tests.",),
)
CLIMBED = PromotionStep(
    what="episode_to_observation", id="o", content="Team consistently uses pnpm", why="2 of 2 supports"
)
OPEN = PromotionQuestion(id="f", rule="fact_to_rule", question="May this become a blocking rule?")
PASS = Maintained((PromotionReport(group="g", at=NOON, done=(CLIMBED,), questions=(OPEN,)),))
WAITING = PromotionReport(group="g", at=NOON, not_yet=("fact_to_rule: not yet: 1 of 3 supports",))
STUB = memory("Team uses Clerk", status="archived", expired_at=NOON)
SHOWN = Interrupted(IngestResult(), ({"question": "What holds?", "choices": ["take_new"]},))
UNDONE = PersonaUndo(
    persona_id="p", name="Dev", taken_back=("m",), kept=(), ended_before=0, weighed_anew=0, written=True
)
FLICKER = procedure()
SKILL = SkillFile(name="x", text=write_skill(skill_of(FLICKER)), procedure_id=FLICKER.id)
ENGAGED, DENY, FATE = {"dimension": "productive_engagement"}, {"action": "deny"}, {"effect": "taken_back"}
CLIMB = {"what": "episode_to_observation", "words": ["pnpm"], "reason": ["2 of 2"]}

type Wanted = dict[str, Any]
TABLE: tuple[tuple[str, Answer, tuple[Wanted, ...], tuple[Wanted, ...]], ...] = (
    (
        "assessment",
        ASSESSED,
        (
            {"activity": "idle", "advice": ["wait"], "first_advice": ["other work"], "not_advised": ["ask"]},
            {**ENGAGED, "state": "LOW", "score": 0.21, "evidence": ["idle"]},
            {"choices": 2, "when": "now", "asks": ["what"], "answered": ["a"]},
            {"carry_over": {"done": ["tabs"], "failures": 2}},
        ),
        (
            {"activity": "working"},
            {**ENGAGED, "state": "HIGH"},
            {**ENGAGED, "score": 0.5},
            {**ENGAGED, "evidence": ["busy"]},
            {"advice": ["find", "wait"]},
            {"first_advice": ["wait"]},
            {"not_advised": ["wait"]},
            {"choices": 3},
            {"answered": ["b"]},
            {"carry_over": {"left": ["tabs"]}},
            {"tension": "idle_but_just_asked"},
            {"guardrail": "silence"},
            {"recalled": ["Clerk"]},
        ),
    ),
    ("assessment", NOTHING_CARRIED, (), ({"choices": 2}, {"asks": ["what"]}, {"carry_over": {}})),
    (
        "verdict",
        DENIED,
        (DENY, {**DENY, "source": "guardrail", "reason": ["folder"], "alternative": ["single"], "audited": True}),
        (
            {"action": "allow"},
            {**DENY, "source": "hard_rule"},
            {**DENY, "reason": ["table"]},
            {**DENY, "alternative": ["backup"]},
        ),
    ),
    ("verdict", AuditedVerdict(DENIED.verdict, ()), (DENY,), ({**DENY, "audited": True},)),
    (
        "skills",
        SkillExport(skills=(SKILL,), verdicts=(judge(FLICKER),)),
        ({"name": "flicker", "steps": ["className"], "notes": ["Used 5 times"], "description": ["Pressable"]},),
        (
            {"name": "flicker", "steps": ["deploy"]},
            {"name": "flicker", "fit": False},
            {"name": "flicker", "reason": ["never used"]},
            {"name": "deploy"},
        ),
    ),
    (
        "maintained",
        PASS,
        ({**CLIMB, "count": 1}, {"asked": True, "words": ["blocking rule"]}, {"what": "faded", "count": 0}),
        ({"what": "observation_to_fact"}, {"words": ["npm run"]}, {"reason": ["3 of 3"]}, {"count": 0}),
    ),
    (
        "found",
        Searched((STUB,)),
        ({"words": ["Clerk"], "status": "archived", "count": 1},),
        ({"words": ["Firebase"]}, {"words": ["Clerk"], "count": 0}, {"words": ["Clerk"], "status": "confirmed"}),
    ),
    ("asked", SHOWN, ({"words": ["what holds", "take_new"]},), ({"words": ["keep_both"]},)),
    (
        "arrived",
        TakenBack(UNDONE, ("Never use Realm",)),
        ({**FATE, "words": ["Realm"], "count": 1},),
        ({**FATE, "words": ["Expo"]}, {"effect": "kept"}),
    ),
)


def score(question: str, expected: dict[str, Any], answer: Answer) -> Score:
    asked = Checkpoint.model_validate({"id": "c", "why": "w", question: [{"why": "it is so", **expected}]})
    return ANSWER_SCORERS[question](getattr(asked, question)[0], answer)


@pytest.mark.parametrize(("question", "answer", "right", "wrong"), TABLE, ids=[row[0] for row in TABLE])
def test_an_answer_is_compared_with_what_is_expected(
    question: str, answer: Answer, right: tuple[Wanted, ...], wrong: tuple[Wanted, ...]
) -> None:
    assert [expected for expected in right if not score(question, expected, answer).passed] == []
    failed = [score(question, expected, answer) for expected in wrong]
    assert [one for one in failed if one.passed or not one.explanation or not one.found] == []


def test_what_a_pass_has_not_done_yet_is_told_as_it_says_it() -> None:
    assert score("maintained", {}, Maintained((WAITING,))).found == "fact_to_rule: not yet: 1 of 3 supports"


@pytest.mark.parametrize("empty", [{}, {"state": "LOW"}, ENGAGED, {"mood": "good"}])
def test_an_expectation_that_expects_nothing_is_refused(empty: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        score("assessment", empty, ASSESSED)


def test_a_link_needs_both_of_its_ends() -> None:
    low, high = memory("Seen with pnpm", "observation"), memory("Team uses pnpm")
    links = [Link(low.id, high.id, "PROMOTED_TO", None)]

    def wanted(source: str, target: str, **more: Any) -> LinkExpectation:
        ends = {"source": {"type": source, "words": ["pnpm"]}, "target": {"type": target}}
        return LinkExpectation.model_validate({"why": "t", "type": "PROMOTED_TO", **ends, **more})

    assert linked(wanted("observation", "semantic", count=1), links, [low, high]).passed
    assert not linked(wanted("semantic", "observation"), links, [low, high]).passed
    assert not linked(wanted("observation", "semantic", count=2), links, [low, high]).passed
    assert not linked(wanted("observation", "semantic"), [], [low, high]).passed


def test_the_log_is_asked_for_reason_run_and_memory() -> None:
    fact = memory("Team uses Clerk")
    update = {"memory_id": fact.id, "reason": "faded from 0.85 to 0.82"}
    entries = [ChangeEntry(1, "c", NOON, "maintenance:decay", "1 memories", {"updates": [update]})]
    right = {"why": "t", "reason": ["faded", "0.82"], "run": "maintenance", "about": ["Clerk"]}
    assert logged(LoggedExpectation.model_validate(right), entries, [fact]).passed
    for wrong in ({"reason": ["archived"]}, {"run": "promotion"}, {"about": ["Firebase"]}):
        assert not logged(LoggedExpectation.model_validate({**right, **wrong}), entries, [fact]).passed


def test_what_the_log_says_instead_is_told_once() -> None:
    entries = [ChangeEntry(n, f"c{n}", NOON, "ingestion", "add", {"memories": [{"id": "m"}] * 9}) for n in range(9)]
    first = ChangeEntry(0, "c", NOON, "check_action", "deny", {})
    asking = LoggedExpectation.model_validate({"why": "t", "reason": ["faded"]})
    assert logged(asking, [first, *entries], []).found == "check_action: deny\ningestion: add"


def candidate(id_: str, relevance: float, *, kept: bool) -> Candidate:
    parts: dict[str, Any] = {"similarity": 1.0, "recency": 1.0, "confidence": 1.0, "source_boost": 0.0}
    of_it: dict[str, Any] = {"id": id_, "type": "semantic:fact", "channel": "semantic", "reason": "", "score": 1.0}
    return Candidate(relevance=relevance, kept=kept, **of_it, **parts)


def test_what_was_dropped_is_listed_lowest_first_and_beats_nothing_that_is_in() -> None:
    ranking = (candidate("a", 0.9, kept=True), candidate("b", 0.6, kept=False), candidate("c", 0.5, kept=False))
    listed = (Dropped(id="c", score=0.5, reason="over budget"), Dropped(id="b", score=0.6, reason="over budget"))
    prompt = recall().model_copy(update={"trace": ranking, "dropped": listed})
    assert dropped(DroppedExpectation(why="t", count=2), prompt).passed
    assert not dropped(DroppedExpectation(why="t", count=3), prompt).passed
    unsorted = prompt.model_copy(update={"dropped": listed[::-1]})
    assert not dropped(DroppedExpectation(why="t", count=2), unsorted).passed
    better = prompt.model_copy(update={"trace": (candidate("a", 0.55, kept=True), *ranking[1:])})
    assert not dropped(DroppedExpectation(why="t", count=2), better).passed
