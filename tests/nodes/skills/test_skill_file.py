"""A procedure as a skill file and back, and when it is stable enough to become one."""

from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import Procedure, Step
from memorist.nodes.skills.read_in import import_changes
from memorist.nodes.skills.skill_file import FRONT, Skill, read_skill, skill_name, skill_of, write_skill
from memorist.nodes.skills.stable import judge
from tests.evals.examples import NOON, memory

FLICKER = ("Keep static styles in className", "Put animated styles in `style`", "Run app/(tabs)/_layout.tsx on iOS")


def procedure(*instructions: str, **fields: Any) -> Procedure:
    found = memory(
        "Pressable flickers: do this",
        "procedural",
        name=fields.pop("name", "Fix the Pressable flicker"),
        trigger={"pattern": "When a Pressable flickers", "context": ["NativeWind"]},
        steps=[{"order": n, "instruction": text} for n, text in enumerate(instructions or FLICKER, start=1)],
        **{"times_used": 5, "confidence": 0.97, "success_rate": 0.9, **fields},
    )
    assert isinstance(found, Procedure)
    return found


OTHER = procedure("Something else", times_used=3, id="older")


@pytest.mark.parametrize(
    ("fields", "before", "fit", "says"),
    [
        ({}, [], True, "stable for 5 uses"),
        ({"times_used": 4, "confidence": 0.95}, [], True, "stable for 4 uses"),
        ({"times_used": 3}, [], False, "4 are needed"),
        ({"confidence": 0.94}, [], False, "0.95 is needed"),
        ({"status": "staged"}, [], False, "staged"),
        ({"status": "contested"}, [], False, "contested"),
        ({}, [OTHER], False, "changed 2 uses ago"),
        ({"times_used": 7}, [OTHER], True, "stable for 4 uses"),
        ({}, [procedure(times_used=3, id="same_steps")], True, "stable for 5 uses"),
    ],
)
def test_four_uses_of_the_same_steps_and_confidence_make_a_skill(
    fields: dict[str, Any], before: list[Procedure], fit: bool, says: str
) -> None:
    verdict = judge(procedure(**fields), before)
    assert verdict.fit is fit
    assert says in verdict.reason


def test_a_skill_file_has_the_published_form_and_reads_back_the_same() -> None:
    skill = skill_of(procedure())
    text = write_skill(skill)
    assert read_skill(text) == skill
    front = FRONT.match(text)
    assert front is not None
    fields = yaml.safe_load(front.group(1))
    assert fields["name"] == "fix-the-pressable-flicker"
    assert "Use when a Pressable flickers" in fields["description"]
    assert all(isinstance(value, str) for value in fields["metadata"].values())
    assert "1. Keep static styles in className\n2. Put animated styles in `style`\n" in text
    assert "## Notes" in text
    assert "success rate 90%" in text


CHARACTERS = st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"))
WORDS = (
    st.text(CHARACTERS, min_size=1, max_size=60)
    .filter(lambda text: bool(text.split()) and "[masked" not in text)
    .map(lambda text: " ".join(text.split()))
)


@settings(deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=5), WORDS, st.lists(WORDS, max_size=3))
def test_any_text_reads_back_the_same(steps: list[str], title: str, notes: list[str]) -> None:
    numbered = tuple(Step(order=n, instruction=text) for n, text in enumerate(steps, start=1))
    skill = Skill(name="any", description=title, title=title, when=(title,), steps=numbered, notes=tuple(notes))
    back = read_skill(write_skill(skill))
    assert [s.instruction for s in back.steps] == [s.instruction for s in skill.steps]
    assert (back.description, back.when, back.notes) == (skill.description, skill.when, skill.notes)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Fix the Pressable flicker", "fix-the-pressable-flicker"),
        ("  NativeWind 4.1 → upgrade!", "nativewind-4-1-upgrade"),
        ("Über Größe", "uber-grosse"),
        ("日本語", "procedure"),
        ("word " * 40, "word-" * 12 + "word"),
    ],
)
def test_names_fit_the_format(title: str, name: str) -> None:
    assert skill_name(title) == name
    assert len(name) <= 64


def test_secrets_do_not_leave_in_a_skill() -> None:
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    assert token not in write_skill(skill_of(procedure(f"Push with {token}")))


SOMEBODYS = """---
name: release-notes
description: Writes release notes. Use when a version is tagged.
license: MIT
---

# Release notes

Some words about it.

## When to use

- A version was tagged

## Steps

1. Collect the **merged** requests
   with `git log`
2. Group them
   - features
   - fixes
3. Post them in #releases
"""


def test_a_skill_of_somebody_else_can_be_read() -> None:
    skill = read_skill(SOMEBODYS)
    assert [s.instruction for s in skill.steps] == [
        "Collect the merged requests with `git log`",
        "Group them features fixes",
        "Post them in #releases",
    ]
    assert skill.when == ("A version was tagged",)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("# no front matter", "front matter"),
        ("---\nname: [\n---\n1. x", "not YAML"),
        ("---\n" + "[" * 50_000 + "\n---\n1. x", "at most 8,192 characters"),
        ("---\n" + "- " * 4_000 + "\n---\n1. x", "not YAML|name and description"),
        ("---\njust words\n---\n1. x", "name and description"),
        ("---\nname: Big Name\ndescription: d\n---\n1. x", "name"),
        ("---\nname: ok\n---\n1. x", "description"),
        ("---\nname: ok\ndescription: d\n---\n- x", "number the steps"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(text: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        read_skill(text, file="x/SKILL.md")


def test_a_skill_read_in_is_staged_and_has_to_prove_itself() -> None:
    skill = read_skill(SOMEBODYS)
    told, changes = import_changes(skill, SOMEBODYS, Scope(group_id="g"), NOON)
    assert told.effect == "added"
    assert changes is not None
    (found,) = changes.memories
    assert isinstance(found, Procedure)
    assert (found.status, found.source, found.trust, found.confidence) == (Status.STAGED, "imported", "external", 0.7)
    assert changes.episodes[0].content == SOMEBODYS


def test_the_same_steps_are_known_and_other_steps_flagged() -> None:
    skill = skill_of(procedure())
    assert import_changes(skill, "", Scope(group_id="g"), NOON, [procedure()])[0].effect == "unchanged"
    other = skill.model_copy(update={"steps": (Step(order=1, instruction="Wait for 4.1"),)})
    told, changes = import_changes(other, "x", Scope(group_id="g"), NOON, [procedure()])
    assert told.flagged is not None
    assert "Fix the Pressable flicker" in told.flagged
    assert changes is not None
