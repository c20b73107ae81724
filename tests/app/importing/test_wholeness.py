"""Contents of exports beside the words: branches, memories, files, users; in a file, a folder and an archive."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memorist.app.importing.importing import import_source
from memorist.app.importing.sources import SOURCES
from memorist.memory_store.domain.errors import InvalidInput
from tests.app.importing import exports
from tests.app.importing.given import inputs, left_out

ROOT = "00000000-0000-4000-8000-000000000000"
EXPORTS: dict[str, Callable[[Path], Path]] = {
    "mem0": exports.mem0_export,
    "letta": exports.letta_file,
    "transcript": exports.codex_rollout,
    "chatgpt": exports.chatgpt_export,
    "claude": exports.claude_export,
    "hindsight": exports.hindsight_items,
    "zep": exports.zep_graph,
}


def packed(folder: Path, archive: Path) -> Path:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        for file in sorted(folder.rglob("*")):
            opened.write(file, file.relative_to(folder).as_posix())
    return archive


@pytest.mark.parametrize("source", list(EXPORTS))
def test_a_file_a_folder_and_an_archive_give_the_same(tmp_path: Path, source: str) -> None:
    folder = tmp_path / "export"
    folder.mkdir()
    path = EXPORTS[source](folder)
    found = inputs(source, path)
    assert found
    assert inputs(source, folder) == inputs(source, packed(folder, tmp_path / "export.zip")) == found


@pytest.mark.parametrize("made", [*EXPORTS, "langgraph-store", "markdown"])
async def test_an_export_given_to_another_source_is_named(tmp_path: Path, made: str) -> None:
    more = {"langgraph-store": exports.langgraph_sqlite, "markdown": exports.markdown_folder}
    folder = tmp_path / "export"
    folder.mkdir()
    path = {**EXPORTS, **more}[made](folder)
    for source in SOURCES:
        if source not in (made, "markdown"):
            with pytest.raises(InvalidInput, match=f"memorist import {made} "):
                await import_source(source, path, None)


def transcript(folder: Path, *lines: dict[str, Any]) -> list[tuple[str, str]]:
    path = folder / "s.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    return [
        (each.get("role") or each["kind"], each.get("content") or each["answer"]) for each in inputs("transcript", path)
    ]


def typed(uuid: str, parent: str | None, content: Any, role: str = "user", **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": content}
    return {"type": role, "uuid": uuid, "parentUuid": parent, "sessionId": "s", "message": message, **more}


def returned(text: Any, **more: Any) -> list[dict[str, Any]]:
    return [{"type": "tool_result", "tool_use_id": "t", "content": text, **more}]


REFUSED = (
    "The tool use was rejected. To tell you how to proceed, the user said:\nuse pnpm\n\nNote: The user's next message x"
)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            [typed("a", None, "one"), typed("b", "a", "Use Cypress."), typed("c", "b", "ok", "assistant"),
             typed("d", "a", "Use Playwright.")],
            [("user", "one"), ("user", "Use Playwright.")],
        ),
        (
            [typed("a", None, [{"type": "tool_use", "id": "t", "name": "Bash"}], "assistant"),
             typed("b", "a", returned("port = 1")), typed("c", "a", returned([{"type": "text", "text": "port = 2"}]))],
            [("tool", "Bash: port = 1"), ("tool", "Bash: port = 2")],
        ),
        ([typed("a", None, returned(REFUSED, is_error=True))], [("user", "use pnpm")]),
        (
            [typed("a", None, returned("User has answered"), toolUseResult={"answers": {"Which port?": "8087"}})],
            [("dialogue", "8087")],
        ),
        (
            [typed("a", None, "<command-name>/fix</command-name><command-args>the voucher</command-args>"),
             typed("b", "a", "<command-name>/clear</command-name><command-args></command-args>")],
            [("user", "/fix the voucher")],
        ),
    ],
    ids="branch tools refusal question command".split(),
)  # fmt: skip
def test_a_transcript_of_claude_code_tells_what_a_person_typed(
    tmp_path: Path, lines: list[dict[str, Any]], expected: list[tuple[str, str]]
) -> None:
    assert transcript(tmp_path, *lines) == expected


def codex(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-03-05T08:00:00Z", "type": kind, "payload": payload}


def codex_said(text: str, *, heard: bool = True) -> list[dict[str, Any]]:
    content = [{"type": "input_text", "text": text}]
    event = [codex("event_msg", type="user_message", message=text)] if heard else []
    return [codex("response_item", type="message", role="user", content=content), *event]


def test_a_rollout_of_codex_tells_what_a_person_typed_and_did_not_take_back(tmp_path: Path) -> None:
    first = codex_said("We write parquet.")
    call = codex("response_item", type="function_call", name="shell", call_id="c", arguments="{}")
    output = codex("response_item", type="function_call_output", call_id="c", output='{"output": "4 files"}')
    lines = [codex("session_meta", id="one"), *first, call, output, *codex_said("Use CSV instead.")]
    lines += [codex("event_msg", type="thread_rolled_back", num_turns=1), *codex_said("<skill>x</skill>", heard=False)]
    expected = [("user", "We write parquet."), ("tool", "shell: 4 files")]
    assert transcript(tmp_path, *lines) == expected
    fork = [codex("session_meta", id="two", forked_from_id="one"), *lines[:5], *codex_said("It starts at 02:40.")]
    (tmp_path / "t.jsonl").write_text(
        "\n".join(map(json.dumps, [{**line, "timestamp": "2026-04-01T08:00:00Z"} for line in fork]))
    )
    found = inputs("transcript", tmp_path)
    assert len(found) == 5
    assert len({each["id"] for each in found}) == 3


def test_chatgpt_keeps_memories_custom_instructions_and_what_tools_returned(tmp_path: Path) -> None:
    def node(id_: str, parent: str | None, role: str, content: Any, **more: Any) -> dict[str, Any]:
        message = {"id": id_, "author": {"role": role, "name": more.pop("name", None)}, "content": content, **more}
        return {"id": id_, "parent": parent, "message": message}

    def text(*parts: str) -> dict[str, Any]:
        return {"content_type": "text", "parts": list(parts)}

    profile = {"content_type": "user_editable_context", "user_profile": "About:\n```I teach in Graz```"}
    memory = {
        "content_type": "model_editable_context",
        "model_set_context": "1. [2025-11-02]. The user plays the cello.",
    }
    quote = {"content_type": "tether_quote", "text": "Crowns are set 90 cm apart."}
    nodes = [
        node("p", None, "user", profile),
        node("m", "p", "assistant", memory),
        node("q", "m", "tool", quote, name="web"),
        node("a", "q", "assistant", text("90 cm \ue200cite\ue202turn0\ue201.")),
        node("b", "a", "assistant", text("Allergic to hazelnuts."), recipient="bio"),
        node("c", "b", "tool", text("Model set context updated."), name="bio"),
        node("old", "c", "user", text("Never mind.")),
        node("d", "c", "user", text("Thanks.")),
    ]
    one = {"mapping": {each["id"]: each for each in nodes}, "current_node": "d", "create_time": 1_760_000_000}
    path = exports.written(tmp_path / "conversations.json", [{**one, "id": "1"}, {**one, "id": "2"}])
    found = {each["id"]: each for each in inputs("chatgpt", path)}.values()
    assert [(each.get("role", "personal" if each.get("personal") else ""), each["content"]) for each in found] == [
        ("user", "I teach in Graz"),
        ("tool", "web: Crowns are set 90 cm apart."),
        ("assistant", "90 cm."),
        ("personal", "Allergic to hazelnuts."),
        ("user", "Thanks."),
        ("personal", "The user plays the cello."),
    ]
    assert left_out("chatgpt", path) == {"answer of the memory": 2, "message of a branch that was not shown last": 2}


def test_claude_keeps_files_projects_and_the_user_of_each_account(tmp_path: Path) -> None:
    def message(uuid: str, text: str, **more: Any) -> dict[str, Any]:
        return {"uuid": uuid, "sender": "human", "text": text, "parent_message_uuid": ROOT, **more}

    attached = [{"file_name": "suppliers.txt", "extracted_content": "Butter is from Linz."}]
    result = [{"type": "tool_result", "name": "web", "content": [{"type": "text", "text": "Flour costs 1.10"}]}]
    chats = [
        {"uuid": "1", "account": {"uuid": "p"}, "chat_messages": [message("m", "See it.", attachments=attached)]},
        {"uuid": "2", "account": {"uuid": "r"}, "chat_messages": [message("n", "", content=result)]},
    ]
    docs = [{"uuid": "d", "filename": "hotels.md", "content": "Auhof pays late."}]
    project = {"uuid": "w", "name": "Wholesale", "prompt_template": "Quote per hundred.", "docs": docs}
    exports.written(tmp_path / "conversations.json", chats)
    exports.written(tmp_path / "projects.json", [{**project, "creator": {"uuid": "r"}}])
    exports.written(tmp_path / "memories.json", [{"project_memories": {"w": "Three hotels."}, "account_uuid": "p"}])
    users = [{"uuid": "p", "full_name": "Paul"}, {"uuid": "r", "full_name": "Rosa"}]
    exports.written(tmp_path / "users.json", users)
    found = inputs("claude", tmp_path)
    assert [(each["user_id"], each.get("role") or each["title"], each["content"]) for each in found] == [
        ("Paul", "suppliers.txt", "Butter is from Linz."),
        ("Paul", "user", "See it."),
        ("Rosa", "tool", "web: Flour costs 1.10"),
        ("Rosa", "Claude project Wholesale", "Quote per hundred."),
        ("Rosa", "Wholesale: hotels.md", "Auhof pays late."),
        ("Paul", "Claude memory of project Wholesale of Paul", "Three hotels."),
    ]
    exports.written(tmp_path / "users.json", users[:1])
    assert not any("user_id" in each for each in inputs("claude", tmp_path))


def test_openmemory_keeps_who_and_leaves_out_what_was_deleted(tmp_path: Path) -> None:
    memory = {"id": "1", "user_id": "u", "content": "Likes Kenyan coffee", "state": "active", "category_ids": ["c"]}
    data = {
        "user": {"id": "u", "user_id": "olga"},
        "categories": [{"id": "c", "name": "food"}],
        "memories": [memory, {**memory, "id": "2", "state": "deleted"}],
    }
    path = exports.written(tmp_path / "memories.json", data)
    [found] = inputs("mem0", path)
    assert (found["user_id"], found["content"]) == ("olga", "Likes Kenyan coffee.\n\n    categories: food")
    assert left_out("mem0", path) == {"deleted in Mem0": 1}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ('+++\ntitle = "Plaster"\ntags = ["walls"]\n+++\nIt dries.', "# Plaster\n\nIt dries.\n\n    tags: walls"),
        ("title:: Orchard\ntags:: trees\n\n- Eleven pears.", "# Orchard\n\n- Eleven pears.\n\n    tags: trees"),
        ("---\nphone: 0664 1\nup: '[[House]]'\n---\nMet.", "Met.\n\n    phone: 0664 1;\n    up: House"),
        ("---\nglobs: *.sql\n---\nBy hand.", "By hand.\n\n    globs: *.sql"),
        ("See [[People/Franz Koller#Contact]], ![[plan.png]] and [[Tar#^a|tar]]. ^b1", "See Franz Koller,  and tar."),
        ("> [!warning] Beam\n> It is rotten.", "> warning: Beam.\n> It is rotten."),
        ("- [ ] buy hose\n- [x] oil\n- [decision] larch", "- to do: buy hose\n- done: oil\n- decision: larch"),
    ],
)
def test_a_note_says_in_words_what_its_program_shows(tmp_path: Path, given: str, expected: str) -> None:
    (tmp_path / "note.md").write_text(given)
    assert inputs("markdown", tmp_path)[0]["content"] == expected


def test_files_of_instructions_come_as_such(tmp_path: Path) -> None:
    repository = tmp_path / "shop"
    for name in ("AGENTS.md", ".cursor/rules/db.mdc", ".github/ISSUE_TEMPLATE/bug.md", "docs/a.md"):
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text("Never edit files in legacy/.")
    found = [(each["title"], each.get("path")) for each in inputs("markdown", repository)]
    assert found == [
        (".cursor/rules/db.mdc", "shop/.cursor/rules/db.mdc"),
        ("AGENTS.md", "shop/AGENTS.md"),
        ("docs/a.md", None),
    ]


def test_hindsight_and_zep_keep_users_days_and_ends(tmp_path: Path) -> None:
    told = [(each.get("user_id"), each["content"]) for each in inputs("hindsight", exports.hindsight_items(tmp_path))]
    assert told == [
        ("vera", "Vera builds violins"),
        (None, "A viola was delivered. Involving: Vera.\n\n    occurred: 2025-12-12"),
    ]
    graph = exports.zep_graph(tmp_path)
    assert [
        (each.get("user_id"), each.get("role"), each["content"], each["at"][:10]) for each in inputs("zep", graph)
    ] == [
        ("oskar", None, "Oskar photographs comets.", "2026-01-03"),
        (None, None, "Oskar works in Ulm", "2025-09-01"),
        (None, "user", "I observe on Thursdays.", "2026-01-03"),
        ("oskar", "assistant", "Noted.", "2026-01-09"),
    ]
    assert left_out("zep", graph) == {"no longer true in Zep": 1}
