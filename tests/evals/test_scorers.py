"""Each scorer can be failed, and says what differs; that each can be passed is what the scenarios show."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from memorist.api.skills import SkillExport, SkillFile
from memorist.evals.scenarios import scorers
from memorist.evals.scenarios.answer_scorers import ANSWER_SCORERS
from memorist.evals.scenarios.model import Checkpoint
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.trace import AuditedVerdict, Interrupted, Maintained, Searched, TakenBack
from memorist.evals.scenarios.words import holds
from memorist.memory_store.reading import ChangeEntry, HistoryEntry, Link
from memorist.nodes.homeostasis.acts.verdict import ActVerdict, Objection
from memorist.nodes.homeostasis.result import DIMENSIONS, Assessment, CarryOver, ClarifyQuestion, Dimension
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.persona.take_back import PersonaUndo
from memorist.nodes.promotion.state import PromotionQuestion, PromotionReport, PromotionStep
from memorist.nodes.retrieval.result import Candidate, Dropped, Recall
from memorist.nodes.skills.skill_file import skill_of, write_skill
from memorist.nodes.skills.stable import judge
from tests.evals.examples import NOON, claim, episode, memory, recall
from tests.nodes.persona.test_hand_on import how_to, made, shared
from tests.nodes.skills.test_skill_file import procedure

WHOLE = ("25 euros", "25€", "25k", "25, later more", "25.", "EUR25 or 25-30", "(25)")
PARTS = ("250 euros", "1250 euros", "2.25 euros", "2,25 euros", "25.5 euros", "25,000 euros")


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Null-checks on the user object", ["null check"], True),
        ("the latest release", ["test"], False),
        ("posts in #mobile-dev", ["#mobile dev"], True),
        ("Expo Router for navigation", ["expo-router", "navigation|routing"], True),
        ("Expo Router for screens", ["expo-router", "navigation|routing"], False),
        ("We use\nClerk", ["use Clerk"], True),
        ("", ["Clerk"], False),
        *((f"The fee is {text}", ["25"], True) for text in WHOLE),
        *((f"The fee is {text}", [words], False) for text in PARTS for words in ("25", "The fee is 25")),
        ("write to bob@acme.com", ["@acme.com"], True),
        ("it lies in prod.env", [".env"], True),
        ("我们住在东京都", ["东京"], True),
        ("費用は税込み", ["税"], True),
    ],
)
def test_words_begin_where_words_begin_and_a_number_is_found_only_whole(text: str, words: list[str], expected: bool):
    assert holds(text, words) is expected


CLERK = memory(
    "The team uses Clerk instead of JWT for auth",
    claim=claim("Clerk", topic="auth", platforms=("mobile",)),
    confidence=0.95,
    domain="expo-auth",
)
JWT = memory("The team uses custom JWT for auth", status="superseded", valid_until=datetime(2026, 2, 1, 16, tzinfo=UTC))
PIVOT = episode("Tried JWT, switched to Clerk", outcome="success", duration_minutes=150, emotional_valence=0.6)
HOW = {"trigger": {"pattern": "Pressable"}, "steps": [{"order": 1, "instruction": "Keep static styles"}]}
FLICKER = memory("Handle the flicker", "procedural", name="F", valid_until_condition="4.1", **HOW)
RULE = memory("Never use Realm", "semantic:hard_rule", reason="sync issues", alternatives=("WatermelonDB",))
MEMORIES = (CLERK, JWT, PIVOT, FLICKER, RULE, memory("Auth0", "entity:technology"))
STORY = (HistoryEntry(JWT, CLERK.id, "switched"), HistoryEntry(CLERK, None, None))
PROMPT = recall(
    prompt="## Task\nAdd auth with Clerk\n## Relevant Knowledge\n- JWT (2026-02-01 to 2026-02-01)",
    Task=["Add auth with Clerk"],
    Relevant_Knowledge=["We use Clerk", "JWT refresh fails on mobile", "NativeWind for styling"],
    How_To=[],
)
UPDATE = {"memory_id": CLERK.id, "reason": "faded from 0.85 to 0.82"}
LOG = [
    ChangeEntry(0, "c", NOON, "maintenance:decay", "1 memories", {"updates": [UPDATE]}),
    *(ChangeEntry(n, f"c{n}", NOON, "ingestion", "add", {"memories": [{"id": "m"}] * 9}) for n in range(9)),
]


def candidate(id_: str, relevance: float, *, kept: bool) -> Candidate:
    parts: dict[str, Any] = {"similarity": 1.0, "recency": 1.0, "confidence": 1.0, "source_boost": 0.0}
    of_it: dict[str, Any] = {"id": id_, "type": "semantic:fact", "channel": "semantic", "reason": "", "score": 1.0}
    return Candidate(relevance=relevance, kept=kept, **of_it, **parts)


RANKING = (candidate("a", 0.9, kept=True), candidate("b", 0.6, kept=False), candidate("c", 0.5, kept=False))
LOWEST_FIRST = (Dropped(id="c", score=0.5, reason="over budget"), Dropped(id="b", score=0.6, reason="over budget"))
FULL = recall().model_copy(update={"trace": RANKING, "dropped": LOWEST_FIRST})
UNSORTED = FULL.model_copy(update={"dropped": LOWEST_FIRST[::-1]})
BEATEN = FULL.model_copy(update={"trace": (candidate("a", 0.55, kept=True), *RANKING[1:])})
LOW, HIGH = memory("Seen with pnpm", "observation"), memory("Team uses pnpm")
LINKS = ([Link(LOW.id, HIGH.id, "PROMOTED_TO", None)], [LOW, HIGH])

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
DENIED = ActVerdict(
    action="deny",
    reason="It would delete the folder tests.",
    alternative="Name single files.",
    objections=(Objection(source="guardrail", id="x", verdict="deny", what="w", reason="r", alternative="a"),),
)
PASS = PromotionReport(
    group="g",
    at=NOON,
    done=(PromotionStep(what="episode_to_observation", id="o", content="Team uses pnpm", why="2 of 2 supports"),),
    questions=(PromotionQuestion(id="f", rule="fact_to_rule", question="May this become a blocking rule?"),),
    not_yet=("observation_to_fact: not yet: 1 of 3 supports",),
)
STABLE = procedure()
SKILL = SkillFile(name="x", text=write_skill(skill_of(STABLE)), procedure_id=STABLE.id)
UNDONE = PersonaUndo(
    persona_id="p", name="Dev", taken_back=("m",), kept=(), ended_before=0, weighed_anew=0, written=True
)

KNOWN = {"type": "semantic:fact", "words": ["Clerk"]}
KNOWLEDGE = {"section": "Relevant Knowledge"}
ENGAGED = {"dimension": "productive_engagement"}
DENY, SKILLED = {"action": "deny"}, {"name": "flicker"}
LINK = {"type": "PROMOTED_TO", "source": {"type": "observation", "words": ["Seen"]}, "target": {"type": "semantic"}}
FADED = {"reason": ["faded", "0.82"], "run": "maintenance", "about": ["Clerk"]}

type Row = tuple[dict[str, Any], str]


def wrong(question: str, there: Any, *rows: Row) -> tuple[str, Any, tuple[Row, ...]]:
    """Expectations that are not fulfilled by what is there, each with what is said of it."""
    return question, there, rows


TABLE = (
    wrong(
        "remembered",
        MEMORIES,
        ({"type": "semantic:preference", "words": ["Clerk"]}, "no such memory"),
        ({"type": "semantic:fact", "words": ["Firebase"]}, "no such memory"),
        ({"type": "semantic:fact", "words": ["custom JWT"]}, "no such memory"),  # superseded
        ({"type": "semantic", "words": ["Never"], "claim": {"polarity": True}}, "no such memory"),
        ({"type": "semantic", "claim": {"subject": "crew"}}, "no such memory"),
        ({"type": "semantic", "claim": {"predicate": "likes"}}, "no such memory"),
        ({"type": "semantic", "claim": {"object": "Firebase"}}, "no such memory"),
        ({"type": "semantic", "claim": {"object": "Clerk", "polarity": False}}, "no such memory"),
        ({"type": "semantic:policy", "words": ["Clerk", "auth", "web"]}, "near: semantic:fact [confirmed"),
        ({**KNOWN, "status": "archived"}, "no such memory"),
        ({**KNOWN, "confidence": 0.9}, "confidence: expected 0.9, found 0.95"),
        ({**KNOWN, "domain": "styling"}, "found expo-auth"),
        ({**KNOWN, "scoped_to": "web"}, "scoped_to: expected web"),
        ({**KNOWN, "valid_from": "2026-02-02"}, "valid_from: expected 2026-02-02, found 2026-02-01"),
        ({**KNOWN, "valid_until": "2026-02-01"}, "found open"),
        ({**KNOWN, "count": 2}, "count: expected 2, found 1"),
        ({**KNOWN, "evidence": 1}, "evidence: expected 1, found 0"),
        ({**KNOWN, "agent": "other"}, "agent: expected other, found helper"),
        ({**KNOWN, "source": "manual"}, "source: expected manual"),
        ({"type": "episodic", "words": ["Clerk"], "outcome": "failure"}, "expected failure, found success"),
        ({"type": "episodic", "words": ["Clerk"], "duration_minutes": 15}, "duration_minutes: expected 15"),
        ({"type": "episodic", "words": ["Clerk"], "emotional_valence": 0.5}, "emotional_valence: expected 0.5"),
        ({"type": "episodic", "words": ["Clerk"], "lessons": ["none"]}, "lessons: expected none"),
        ({"type": "procedural", "words": ["flicker"], "steps": ["inline"]}, "steps: expected inline"),
        ({"type": "procedural", "words": ["flicker"], "trigger": ["Text"]}, "trigger: expected Text"),
        ({"type": "procedural", "words": ["flicker"], "valid_until_condition": "5.0"}, "expected 5.0, found 4.1"),
        ({"type": "semantic", "words": ["Realm"], "reason": ["speed"]}, "reason: expected speed"),
        ({"type": "semantic", "words": ["Realm"], "alternatives": ["Drizzle"]}, "found WatermelonDB"),
    ),
    wrong("remembered", (CLERK, memory("The team uses Clerk")), ({**KNOWN, "count": 1}, "count: expected 1, found 2")),
    wrong(
        "absent",
        MEMORIES,
        ({"words": ["Realm"]}, RULE.content),
        ({"type": "entity"}, "Auth0"),
        ({"words": ["custom JWT"]}, JWT.content),
    ),
    wrong(
        "recall",
        PROMPT,
        ({**KNOWLEDGE, "first": ["JWT"]}, "We use Clerk"),
        ({"section": "How To", "first": ["Clerk"]}, "it stands in Relevant Knowledge"),
        ({"section": "How To", "contains": [["Clerk"]]}, "it stands in Relevant Knowledge"),
        ({**KNOWLEDGE, "contains": [["Clerk", "mobile"]]}, "no channel found a memory"),
        ({**KNOWLEDGE, "contains": [["JWT", "2026-02-01"]]}, "no channel found a memory"),
        ({"contains": [["Add auth"]]}, "no channel found a memory"),  # the task
        ({**KNOWLEDGE, "order": [["NativeWind"], ["Clerk"]]}, "We use Clerk"),
        ({"absent": [["Clerk"]]}, "We use Clerk"),
        ({**KNOWLEDGE, "items": 2}, "3 items, 10 tokens"),
        ({**KNOWLEDGE, "tokens": [0, 9]}, "3 items, 10 tokens"),
        ({**KNOWLEDGE, "tokens": [11, 12]}, "3 items, 10 tokens"),
    ),
    wrong("dropped", FULL, ({"count": 3}, "0.500 c over budget")),
    wrong("dropped", UNSORTED, ({"count": 2}, "0.500 c over budget")),
    wrong("dropped", BEATEN, ({"count": 2}, "1 of them beat what is in")),
    wrong(
        "history",
        STORY,
        ({"entries": [{"words": ["instead of"]}, {"words": ["custom JWT"]}]}, "switched"),
        ({"entries": [{"words": ["custom JWT"], "begins": "2026-02-02"}]}, "switched"),
        ({"entries": [{"words": ["custom JWT"], "ends": "open"}]}, "switched"),
        ({"entries": [{"words": ["custom JWT"], "superseded_by": ["Firebase"]}]}, "switched"),
    ),
    wrong(
        "linked",
        LINKS,
        ({**LINK, "type": "PROVES"}, "nothing"),
        ({**LINK, "source": {"type": "semantic"}}, "Seen with pnpm"),
        ({**LINK, "target": {"type": "observation"}}, "Seen with pnpm"),
        ({**LINK, "source": {"type": "observation", "words": ["Heard"]}}, "Seen with pnpm"),
        ({**LINK, "count": 2}, "1 times"),
    ),
    wrong("linked", ([], [LOW, HIGH]), (LINK, "nothing")),
    wrong(
        "logged",
        (LOG, [CLERK]),
        # What the log says is told once, the last of it.
        ({**FADED, "reason": ["archived"]}, "maintenance:decay: faded from 0.85 to 0.82\ningestion: add"),
        ({**FADED, "run": "promotion"}, "0 times"),
        ({**FADED, "about": ["Firebase"]}, "0 times"),
    ),
    wrong(
        "assessment",
        ASSESSED,
        ({"activity": "working"}, "activity: expected working"),
        ({**ENGAGED, "state": "HIGH"}, "productive_engagement: expected HIGH"),
        ({**ENGAGED, "score": 0.5}, "productive_engagement score: expected 0.5"),
        ({**ENGAGED, "evidence": ["busy"]}, "productive_engagement evidence: expected busy"),
        ({"advice": ["find", "wait"]}, "advice: expected"),
        ({"first_advice": ["wait"]}, "first advice: expected wait"),
        ({"not_advised": ["wait"]}, "not advised: expected wait"),
        ({"asks": ["who"]}, "question: expected who"),
        ({"choices": 3}, "choices: expected 3"),
        ({"when": "at_the_next_break"}, "when: expected at_the_next_break"),
        ({"answered": ["b"]}, "answer: expected b"),
        ({"carry_over": {"done": ["links"]}}, "done: expected links"),
        ({"carry_over": {"left": ["tabs"]}}, "left: expected tabs"),
        ({"carry_over": {"failures": 1}}, "failures: expected 1"),
        ({"tension": "idle_but_just_asked"}, "tension: expected"),
        ({"guardrail": "silence"}, "guardrail: expected"),
        ({"recalled": ["Clerk"]}, "recalled: expected Clerk"),
    ),
    wrong(
        "assessment",
        ASSESSED.model_copy(update={"carry_over": (), "question": None}),
        ({"choices": 2}, "found nothing"),
        ({"asks": ["what"]}, "found nothing"),
        ({"carry_over": {}}, "found False"),
    ),
    wrong(
        "verdict",
        AuditedVerdict(DENIED, ("allow: dev_1 meant: ls.",)),
        ({"action": "allow"}, "action: expected allow, found deny"),
        ({**DENY, "source": "hard_rule"}, "source: expected hard_rule"),
        ({**DENY, "reason": ["table"]}, "reason: expected table"),
        ({**DENY, "alternative": ["backup"]}, "alternative: expected backup"),
        ({**DENY, "audited": True}, "audited: expected True, found False"),
    ),
    wrong(
        "skills",
        SkillExport(skills=(SKILL,), verdicts=(judge(STABLE),)),
        ({**SKILLED, "steps": ["deploy"]}, "steps: expected deploy"),
        ({**SKILLED, "description": ["deploy"]}, "description: expected deploy"),
        ({**SKILLED, "notes": ["never"]}, "notes: expected never"),
        ({**SKILLED, "fit": False}, "fit: expected False"),
        ({**SKILLED, "reason": ["never used"]}, "reason: expected never used"),
        ({"name": "deploy"}, "name: expected deploy"),
    ),
    wrong(
        "skills",
        SkillExport(skills=(SKILL.model_copy(update={"text": f"{SKILL.text}\n\n"}),), verdicts=(judge(STABLE),)),
        (SKILLED, "file: expected"),
    ),
    wrong(
        "maintained",
        Maintained((PASS,)),
        ({"what": "observation_to_fact"}, "observation_to_fact: not yet: 1 of 3 supports"),
        ({"words": ["npm run"]}, "Team uses pnpm (2 of 2 supports)"),
        ({"reason": ["3 of 3"]}, "Team uses pnpm (2 of 2 supports)"),
        ({"count": 0}, "1 times"),
        ({"asked": True, "words": ["pnpm"]}, "May this become a blocking rule?"),
    ),
    wrong(
        "found",
        Searched((memory("Team uses Clerk", status="archived", expired_at=NOON),)),
        ({"words": ["Firebase"]}, "Team uses Clerk"),
        ({"words": ["Clerk"], "count": 0}, "1 times"),
        ({"words": ["Clerk"], "status": "confirmed"}, "Team uses Clerk"),
    ),
    wrong(
        "asked",
        Interrupted(IngestResult(), ({"question": "What holds?", "choices": ["take_new"]},)),
        ({"words": ["keep_both"]}, "What holds?"),
    ),
    wrong(
        "handed_on",
        made(shared("Team uses Expo"), how_to()),
        ({"words": ["Realm"]}, "semantic:fact: Team uses Expo"),
        ({"type": "procedural", "words": ["Expo"]}, "0 times"),
        ({"absent": ["Expo"]}, "Team uses Expo"),
        ({"removed": "secret"}, "0 times"),
    ),
    wrong(
        "arrived",
        TakenBack(UNDONE, ("Never use Realm",)),
        ({"effect": "taken_back", "words": ["Expo"]}, "taken_back: Never use Realm"),
        ({"effect": "kept"}, "taken_back: Never use Realm"),
    ),
)


def _of_a_prompt(expected: Any, prompt: Recall) -> Score:
    """The score of the only thing that is expected of a prompt."""
    if expected.dropped:
        return scorers.dropped(expected.dropped, prompt)
    [score] = scorers.prompt_scores(expected.expect[0], expected.task, prompt)
    return score


SCORERS: Mapping[str, Callable[[Any, Any], Score]] = {
    **ANSWER_SCORERS,
    "remembered": scorers.remembered,
    "absent": scorers.absent,
    "recall": _of_a_prompt,
    "history": scorers.history,
    "linked": lambda expected, there: scorers.linked(expected, *there),
    "logged": lambda expected, there: scorers.logged(expected, *there),
}
WRITTEN: Mapping[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "recall": lambda one: {"recall": {"task": "Add auth with Clerk", "expect": [one]}},
    "dropped": lambda one: {"recall": {"task": "t", "expect": [{"why": "w", "contains": [["w"]]}], "dropped": one}},
    "history": lambda one: {"history": {"topic": "auth", "entries": one["entries"]}},
}
"""Forms in which a file writes what is expected, other than as one of a list."""


@pytest.mark.parametrize(("question", "there", "rows"), TABLE, ids=[row[0] for row in TABLE])
def test_what_is_not_so_fails_and_says_what_differs(question: str, there: Any, rows: tuple[Row, ...]) -> None:
    unseen: list[tuple[str, Score]] = []
    for expected, said in rows:
        asked = WRITTEN.get(question, lambda one: {question: [one]})({"why": "it is so", **expected})
        checkpoint = Checkpoint.model_validate({"id": "c", "why": "w", **asked})
        [[name, given]] = [(name, value) for name in asked if (value := getattr(checkpoint, name)) is not None]
        score = SCORERS[name](given[0] if isinstance(given, tuple) else given, there)
        if score.passed or not score.expected or said not in f"{score.explanation}\n{score.found}":
            unseen.append((said, score))
    assert unseen == []


def test_what_fits_the_whole_description_best_is_judged_and_counted() -> None:
    expected = Checkpoint.model_validate(
        {"id": "c", "why": "w", "remembered": [{"why": "w", **KNOWN, "confidence": 0.95, "count": 1}]}
    )
    assert expected.remembered
    assert scorers.remembered(expected.remembered[0], (memory("The team uses Clerk", confidence=0.5), CLERK)).passed
