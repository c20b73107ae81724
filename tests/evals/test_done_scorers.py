"""Scorers of passes, searches, links and the log: each question can be failed."""

from typing import Any

from memorist.evals.scenarios.done_scorers import arrived, asked, done_scores, found, maintained
from memorist.evals.scenarios.log_scorers import linked, logged
from memorist.evals.scenarios.model import Checkpoint
from memorist.evals.scenarios.model_done import (
    ArrivedExpectation,
    AskedExpectation,
    DoneExpectation,
    FoundExpectation,
    LinkExpectation,
    LoggedExpectation,
)
from memorist.evals.scenarios.model_memory import DroppedExpectation, PromptExpectation
from memorist.evals.scenarios.scorers import dropped, section_of_size
from memorist.evals.scenarios.trace import Interrupted, Maintained, TakenBack
from memorist.memory_store.reading import ChangeEntry, Link
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.persona.take_back import PersonaUndo
from memorist.nodes.promotion.state import PromotionQuestion, PromotionReport, PromotionStep
from memorist.nodes.retrieval.result import Candidate, Dropped
from tests.evals.examples import NOON, memory, recall

CLIMBED = PromotionStep(
    what="episode_to_observation", id="o", content="Team consistently uses pnpm", why="2 of 2 supports"
)
OPEN = PromotionQuestion(id="f", rule="fact_to_rule", question="May this become a blocking rule?")
PASS = Maintained((PromotionReport(group="g", at=NOON, done=(CLIMBED,), questions=(OPEN,)),))


def expects(**fields: Any) -> DoneExpectation:
    return DoneExpectation(why="test", **fields)


def test_a_pass_is_asked_what_it_did_why_and_how_often() -> None:
    assert maintained(expects(what="episode_to_observation", words=("pnpm",), reason=("2 of 2",), count=1), PASS).passed
    for wrong in ({"what": "observation_to_fact"}, {"words": ("npm run",)}, {"reason": ("3 of 3",)}, {"count": 0}):
        assert not maintained(expects(**wrong), PASS).passed
    assert maintained(expects(asked=True, words=("blocking rule",)), PASS).passed
    assert maintained(expects(what="faded", count=0), PASS).passed


def test_a_search_is_asked_what_it_found_and_in_which_state() -> None:
    stub = memory("Team uses Clerk", status="archived", expired_at=NOON)
    assert found(FoundExpectation(why="t", words=("Clerk",), status=stub.status, count=1), [stub]).passed
    assert not found(FoundExpectation(why="t", words=("Clerk",)), []).passed
    assert not found(FoundExpectation(why="t", words=("Clerk",), count=0), [stub]).passed


def test_a_question_to_a_person_is_read_whole() -> None:
    shown = Interrupted(IngestResult(), ({"question": "What holds?", "choices": ["take_new"]},))
    assert asked(AskedExpectation(why="t", words=("what holds", "take_new")), shown).passed
    assert not asked(AskedExpectation(why="t", words=("keep_both",)), shown).passed


def test_what_arrived_is_counted_by_its_fate() -> None:
    told = [("added", "Never use Realm"), ("unchanged", "Team uses Expo")]
    assert arrived(ArrivedExpectation(why="t", effect="added", words=("Realm",), count=1), told).passed
    assert not arrived(ArrivedExpectation(why="t", effect="contested"), told).passed


def test_what_was_taken_back_is_told_in_words() -> None:
    undo = PersonaUndo(
        persona_id="p", name="Dev", taken_back=("m",), kept=(), ended_before=0, weighed_anew=0, written=True
    )
    expected = {"why": "t", "effect": "taken_back", "words": ["Realm"]}
    asking = Checkpoint.model_validate({"id": "c", "why": "w", "arrived": [expected, {**expected, "words": ["Expo"]}]})
    scores = done_scores(asking, TakenBack(undo, ("Never use Realm",)))
    assert [score.passed for score in scores] == [True, False]


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


def test_what_a_pass_has_not_done_yet_is_told_as_it_says_it() -> None:
    waiting = PromotionReport(group="g", at=NOON, not_yet=("fact_to_rule: not yet: 1 of 3 supports",))
    assert maintained(expects(), Maintained((waiting,))).found == "fact_to_rule: not yet: 1 of 3 supports"


def candidate(id_: str, relevance: float, *, kept: bool) -> Candidate:
    parts: dict[str, Any] = {"similarity": 1.0, "recency": 1.0, "confidence": 1.0, "source_boost": 0.0}
    of_it: dict[str, Any] = {"id": id_, "type": "semantic:fact", "channel": "semantic", "reason": "", "score": 1.0}
    return Candidate(relevance=relevance, kept=kept, **of_it, **parts)


def test_what_was_dropped_is_listed_lowest_first_and_beats_nothing_that_is_in() -> None:
    ranking = (candidate("a", 0.9, kept=True), candidate("b", 0.6, kept=False), candidate("c", 0.5, kept=False))
    listed = (Dropped(id="c", score=0.5, reason="over budget"), Dropped(id="b", score=0.6, reason="over budget"))
    prompt = recall().model_copy(update={"trace": ranking, "dropped": listed})
    assert dropped(DroppedExpectation(why="t", count=2))("task", prompt).passed
    assert not dropped(DroppedExpectation(why="t", count=3))("task", prompt).passed
    unsorted = prompt.model_copy(update={"dropped": listed[::-1]})
    assert not dropped(DroppedExpectation(why="t", count=2))("task", unsorted).passed
    better = prompt.model_copy(update={"trace": (candidate("a", 0.55, kept=True), *ranking[1:])})
    assert not dropped(DroppedExpectation(why="t", count=2))("task", better).passed


def test_a_section_has_so_many_items_and_so_many_tokens() -> None:
    prompt = recall(tokens=180, How_To=["one", "two"])

    def holds(**fields: Any) -> bool:
        return section_of_size(PromptExpectation(why="t", section="How To", **fields))("task", prompt).passed

    assert holds(items=2, tokens=(171, 189))
    assert not holds(items=3)
    assert not holds(tokens=(0, 100))
