"""Export of a persona: contents, removals, and what is left out."""

from typing import Any

import pytest

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import BY_UPDATE_MODELS
from memorist.nodes.homeostasis.intake import TAG
from memorist.nodes.persona.file import PersonaFile
from memorist.nodes.persona.hand_on import left_out
from memorist.nodes.persona.make import persona_of
from memorist.nodes.persona.personal import Cleaner
from tests.evals.examples import NOON, episode, memory

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


ANA: dict[str, Any] = {"scope": Scope(group_id="examples", user_id="ana").model_dump()}
PERSON = "about a person"


def says(subject: str, predicate: str, object_: str = "x", **fields: Any) -> dict[str, Any]:
    return {"claim": Claim(subject=subject, predicate=predicate, object=object_, **fields)}


@pytest.mark.parametrize(
    ("held", "kind"),
    [
        (shared("Team uses Expo", **says("team", "uses", "Expo")), None),
        (shared("User prefers Clerk", "semantic:preference"), PERSON),
        (shared("Never use Realm", "semantic:hard_rule"), None),
        (how_to(), None),
        (shared("Mobile apps go offline", "model:domain"), None),
        (memory("Mobile apps go offline", "model:domain"), None),
        (memory("What holds for auth", "model:domain", extraction_method=BY_UPDATE_MODELS), "field of work"),
        (memory("Auth", "model:domain", extraction_method=BY_UPDATE_MODELS, behaviour_rules=["cache first"]), None),
        (memory("Dev misses null checks", promoted_to_shared=True), None),
        (memory("Dev misses null checks"), "an agent's own"),
        (memory("I miss null checks", "observation"), "observation"),
        (memory("I miss null checks", "observation", promoted_to_shared=True), "observation"),
        (episode("Something happened"), "episodic"),
        (shared("What helper knows about itself", "model:self"), "model:self"),
        (shared("User is an expert", "model:user"), "model:user"),
        (shared("They work together", "model:relationship"), "model:relationship"),
        (shared("Team uses Clerk", status="contested"), "contested"),
        (shared("dev works as a coder", "model:domain", tags=[TAG]), "an agent's own"),
        (shared("Mira lives in Berlin", **says("Mira", "lives_in", "Berlin")), PERSON),
        (shared("Document: A", "semantic:reference", claim=VERSION), "document"),
        (how_to(steps=[]), "procedural"),
        # What a person is like, has and wants stays.
        (shared("User's salary is 90000 euros", **says("salary", "has_value"), **ANA), PERSON),
        (shared("User is allergic to peanuts", **says("user", "has"), **ANA), PERSON),
        (shared("User has diabetes", **ANA), PERSON),
        (shared("User got divorced last year", **ANA), PERSON),
        (shared("From now on the user wants short answers", "semantic:policy", **ANA), PERSON),
        (shared("ana and family live in Graz", **ANA), PERSON),
        (shared("No nuts, please", **says("user", "avoids", "nuts"), **ANA), PERSON),
        (shared("Never email the user after six", "semantic:hard_rule",
                **says("team", "practices", "email me after six", polarity=False)), PERSON),
        (shared("Mira has diabetes"), PERSON),
        (shared("Mira's wife is called Ida"), PERSON),
        (shared('Asked "what do you earn": a salary of 90000'), PERSON),
        # Knowledge of the work goes, whoever said it.
        (shared("Team uses Redis", **ANA), None),
        (shared("User salaries are stored as integers", **ANA), None),
        (shared("Team stores users' health data encrypted", **ANA), None),
        (shared("The payroll service pays salaries on port 8080", **ANA), None),
        (shared("The office is in Graz", **ANA), None),
        (shared("Team's budget is 7k", **ANA), None),
        (shared("If the user wants a refund, open a ticket", "semantic:policy", **ANA), None),
        (shared("Never show the password to the user", "semantic:hard_rule", **ANA), None),
        (shared("The build is bound by I/O", **says("build", "bound_by", "I/O"), **ANA), None),
        (shared("Ask Mira before a release", "semantic:policy"), None),
    ],
    ids=lambda held: str(getattr(held, "content", held)),
)  # fmt: skip
def test_shared_knowledge_about_nobody_goes_and_what_stays_is_of_a_kind(held: Memory, kind: str | None) -> None:
    why = left_out(held, Cleaner(["Mira", "ana"]))
    assert (why and why[0]) == kind
    assert why is None or why[1]


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
