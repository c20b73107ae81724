"""Export of a persona: contents, removals, and what is left out."""

from typing import Any

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import BY_UPDATE_MODELS
from memorist.nodes.homeostasis.intake import TAG
from memorist.nodes.persona.file import PersonaFile
from memorist.nodes.persona.hand_on import judge
from memorist.nodes.persona.make import persona_of
from memorist.nodes.persona.personal import Cleaner
from tests.evals.examples import NOON, claim, episode, memory

SHARED = Scope(group_id="examples")
VERSION = Claim(subject="A", predicate="has_version", object="1")
POSTS = Claim(subject="team", predicate="posts_in", object="the channel of Mira")
CALL = "call +49 171 1234567"
KEY = "ghp_" + "a1B2c3D4e5" * 4


def shared(content: str, type_: str = "semantic:fact", **fields: Any) -> Memory:
    return memory(content, type_, **{"scope": SHARED.model_dump(), **fields})


def how_to(**fields: Any) -> Memory:
    given = {"name": "Release", "trigger": {"pattern": "When a release is cut"}}
    return shared(
        "Release: tag it", "procedural", **{**given, "steps": [{"order": 1, "instruction": "Tag it"}], **fields}
    )


def made(*memories: Memory, **options: Any) -> PersonaFile:
    return persona_of(memories, SHARED, NOON, written_by="test", **options)


@pytest.mark.parametrize(
    ("held", "goes"),
    [
        (shared("Team uses Expo", claim=claim("Expo").model_dump()), True),
        (shared("User prefers Clerk", "semantic:preference"), False),
        (shared("Never use Realm", "semantic:hard_rule"), True),
        (how_to(), True),
        (shared("Mobile apps go offline", "model:domain"), True),
        (memory("Mobile apps go offline", "model:domain"), True),
        (memory("What holds for auth", "model:domain", extraction_method=BY_UPDATE_MODELS), False),
        (memory("Auth", "model:domain", extraction_method=BY_UPDATE_MODELS, behaviour_rules=["cache first"]), True),
        (memory("Dev misses null checks", promoted_to_shared=True), True),
        (memory("Dev misses null checks"), False),
        (memory("I miss null checks", "observation"), False),
        (memory("I miss null checks", "observation", promoted_to_shared=True), False),
        (episode("Something happened"), False),
        (shared("What helper knows about itself", "model:self"), False),
        (shared("User is an expert", "model:user"), False),
        (shared("They work together", "model:relationship"), False),
        (shared("Team uses Clerk", status="contested"), False),
        (shared("dev works as a coder", "model:domain", tags=[TAG]), False),
        (shared("Mira lives in Berlin", claim=Claim(subject="Mira", predicate="lives_in", object="Berlin")), False),
        (shared("Document: A", "semantic:reference", claim=VERSION), False),
        (how_to(steps=[]), False),
    ],
)  # fmt: skip
def test_shared_knowledge_about_nobody_goes(held: Memory, goes: bool) -> None:
    verdict = judge(held, Cleaner(["Mira"]))
    assert verdict.goes is goes
    assert bool(verdict.reason) is not goes


ANA = Scope(group_id="examples", user_id="ana").model_dump()


@pytest.mark.parametrize(
    "held",
    [
        shared(
            "User's salary is 90000 euros", claim=Claim(subject="salary", predicate="has_value", object="x"), scope=ANA
        ),
        shared("User is allergic to peanuts", claim=Claim(subject="user", predicate="has", object="x"), scope=ANA),
        shared("User has diabetes", scope=ANA),
        shared("User got divorced last year", scope=ANA),
        shared("From now on the user wants short answers", "semantic:policy", scope=ANA),
        shared("ana and family live in Graz", scope=ANA),
        shared("No nuts, please", claim=Claim(subject="user", predicate="avoids", object="nuts"), scope=ANA),
        shared(
            "Never email the user after six",
            "semantic:hard_rule",
            claim=Claim(subject="team", predicate="practices", object="email me after six", polarity=False),
        ),
        shared("Mira has diabetes"),
        shared("Mira's wife is called Ida"),
        shared('Asked "what do you earn": a salary of 90000'),
    ],
    ids=lambda held: held.content,
)
def test_what_a_person_is_like_has_and_wants_stays(held: Memory) -> None:
    verdict = judge(held, Cleaner(["Mira", "ana"]))
    assert (verdict.goes, verdict.kind) == (False, "about a person")


@pytest.mark.parametrize(
    "held",
    [
        shared("Team uses Redis", scope=ANA),
        shared("User salaries are stored as integers", scope=ANA),
        shared("Team stores users' health data encrypted", scope=ANA),
        shared("The payroll service pays salaries on port 8080", scope=ANA),
        shared("The office is in Graz", scope=ANA),
        shared("Team's budget is 7k", scope=ANA),
        shared("If the user wants a refund, open a ticket", "semantic:policy", scope=ANA),
        shared("Never show the password to the user", "semantic:hard_rule", scope=ANA),
        shared(
            "The build is bound by I/O", claim=Claim(subject="build", predicate="bound_by", object="I/O"), scope=ANA
        ),
        shared("Ask Mira before a release", "semantic:policy"),
    ],
    ids=lambda held: held.content,
)
def test_knowledge_of_the_work_goes_whoever_said_it(held: Memory) -> None:
    assert judge(held, Cleaner(["Mira", "ana"])).goes


def test_personal_data_and_secrets_are_taken_out_of_every_field_and_listed() -> None:
    mira = shared("Mira Novak", "entity:person", aliases=["mnovak"])
    step = {"order": 1, "instruction": "Tell mnovak", "tool_call": f"push --token {KEY}"}
    held = [
        mira,
        how_to(steps=[step], trigger={"pattern": "When Mira asks", "context": ["mail mira@acme.example"]}),
        shared("Never push past Mira", "semantic:hard_rule", id="r", reason="Novak said so", alternatives=[CALL]),
        shared("Team posts to Mira's channel", id="c", entities=["Slack", "Mira Novak"], claim=POSTS),
        episode("Mira was there", id="e"),
    ]  # fmt: skip
    persona = made(*held)
    knowledge = persona.model_dump_json(include={"semantic", "procedural", "domain_model"}).casefold()
    assert not any(trace in knowledge for trace in ("mira", "novak", "acme", "1234567", "ghp_"))
    [posts] = [k for k in persona.semantic if k.origin.id == "c"]
    assert posts.claim is None
    assert posts.entities == ("Slack",)
    listed = {(r.kind, r.action): (r.count, r.memory_ids) for r in persona.removals}
    assert listed["name", "rewritten"] == (6, ("Release: tag it", "c", "r"))
    assert listed["phone number", "rewritten"] == (1, ("r",))
    assert listed["episodic", "left_out"] == (1, ("e",))
    assert {r.reason for r in persona.removals if r.kind == "github_token"} == {"a secret"}
    assert "ghp_" not in persona.text()
    assert "mira" not in persona.model_dump_json(include={"removals"}).casefold()


def test_the_header_says_what_it_is_and_when_it_was_learned() -> None:
    later = NOON.replace(day=9)
    persona = made(shared("a", domain="mobile-auth"), shared("b", domain="mobile-auth", reinforced_at=later))
    assert (persona.version, persona.domain, persona.agent_type) == ("1.0", "mobile-auth", "agent")
    assert persona.learning_period is not None
    assert (persona.learning_period.start, persona.learning_period.end) == (NOON, later)
    assert persona.semantic[0].origin.source == "user_stated"
    assert persona.id == made().id != made(name="other").id
    assert made().learning_period is None
    named = made(domain="web", agent_type="shadow")
    assert (named.domain, named.agent_type) == ("web", "shadow")


def test_whom_and_what_stays_here_is_not_named() -> None:
    own = Scope(group_id="examples", user_id="mira").model_dump()
    persona = made(shared("User prefers tabs", "semantic:preference", scope=own, files=[]))
    assert "mira" not in persona.model_dump_json(include={"semantic"})
