"""Rules that shield files, held against what an act does to files, in whatever words."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memorist.memory_store.domain.claim import Claim
from tests.nodes.homeostasis.test_acts import ALLOWED, REALM, check, rule

Act = str | dict[str, Any]


def write(path: str) -> dict[str, Any]:
    return {"operation": "write", "path": path}


def delete(path: str) -> dict[str, Any]:
    return {"operation": "delete", "path": path}


def read(path: str) -> dict[str, Any]:
    return {"operation": "read", "path": path}


def tool(name: str, **arguments: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


MIGRATIONS = "Never edit files in db/migrations"
DENIED: list[tuple[str, tuple[Act, ...]]] = [
    (
        MIGRATIONS,
        (
            write("db/migrations/1.sql"),
            write("/home/me/repo/db/migrations/1.sql"),
            write("./db/../db/migrations/1.sql"),
            {"operation": "move", "path": "a.sql", "to": "db/migrations"},
            "sed -i s/a/b/ db/migrations/1.sql",
            "cd db/migrations && rm 1.sql",
            "bash -c 'cd db; echo x >> migrations/1.sql'",
            "cp x.sql db/migrations/",
            "mv x.sql db/migrations/2.sql",
            "git checkout main -- db/migrations/1.sql",
            "git rm db/migrations/1.sql",
            "echo x | tee -a db/migrations/1.sql",
            "cat > db/migrations/1.sql <<EOF\nx\nEOF",
            "patch db/migrations/1.sql < fix.diff",
            "git apply <<EOF\n--- a/db/migrations/1.sql\n+++ b/db/migrations/1.sql\nEOF",
            "find db/migrations -name '*.sql' | xargs sed -i s/a/b/",
            "find db/migrations -name '*.sql' -exec sed -i s/a/b/ {} +",
            "python -c \"open('db/migrations/1.sql','w').write('x')\"",
            "curl -o db/migrations/1.sql https://example.org/1.sql",
            tool("write_file", path="db/migrations/1.sql", content="x"),
            tool("apply_patch", patch="*** Begin Patch\n*** Update File: db/migrations/1.sql\n"),
            tool("str_replace_based_edit_tool", command="str_replace", path="/repo/db/migrations/1.sql"),
            tool("bash", command="echo x >> db/migrations/1.sql"),
            {"description": "Edit db/migrations/002.sql to add a column"},
        ),
    ),
    ("Do not edit generated files in src/gen", (write("src/gen/api.ts"), "rm -f src/gen/*")),
    (
        "Never change .env",
        (write(".env"), "echo A=1 >> .env", "cp .env.example .env", "mv .env .env.bak", "vim .env", "rm .env"),
    ),
    (
        "Never touch the folder legacy",
        (write("legacy/a.py"), delete("legacy/a.py"), "touch legacy/b.py", "git rm legacy/a.py", "mv legacy old"),
    ),
    (
        "Never delete backups",
        (
            "rm backups/jan.tgz",
            delete("backups/jan.tgz"),
            "find backups -mtime +30 -delete",
            {"description": "delete the old backups"},
        ),
    ),
    ("Never modify package-lock.json", (write("package-lock.json"), "sed -i.bak s/1/2/ package-lock.json")),
    ("Never delete the tests folder", ("rm -rf tests", "git rm -r tests", delete("tests/"))),
    ("Never edit *.lock files by hand", (write("poetry.lock"), write("app/yarn.lock"))),
    ("Never edit files in config except config/local.yml", (write("config/prod.yml"),)),
    ("Never write files outside src/", (write("docs/a.md"), "echo x > notes.txt")),
    ("Never edit or delete anything under vendor/", (write("vendor/a.go"), "rm vendor/a.go", "rm -rf .")),
    ("Never edit the Dockerfile", (write("Dockerfile"),)),
    ("Never edit src/gen, src/api or src/db", (write("src/gen/a.ts"), write("src/db/a.ts"))),
    ("Never commit .env, .env.local, or secrets/", ("git add .env.local", "git add secrets/key")),
    ("Hard rule: never edit src/gen because it is made from spec/", (write("src/gen/a.ts"),)),
    ("Never touch db/schema.sql: edit db/migrations instead", (write("db/schema.sql"),)),
    ("Never read secrets/prod.key", ("cat secrets/prod.key", read("secrets/prod.key"))),
    ("Never commit .env", ("git add .env",)),
    ("db/migrations is off limits", (write("db/migrations/1.sql"),)),
    ("Files in src/gen must not be edited", (write("src/gen/a.ts"),)),
    ("Hands off legacy/", (write("legacy/a.py"),)),
    ("Never edit applied migrations in db/migrations", (write("db/migrations/1.sql"),)),
    ("Never edit config files such as .env", ("perl -pi -e 's/a/b/' .env", "python3 - <<EOF\nopen('.env','w')\nEOF")),
]  # fmt: skip

PASSES: list[tuple[str, tuple[Act, ...]]] = [
    (
        MIGRATIONS,
        (
            read("db/migrations/1.sql"),
            "cat db/migrations/1.sql",
            "grep -rn edit db/migrations",
            "git diff db/migrations",
            "git commit -m 'Never edit files in db/migrations'",
            "cp db/migrations/1.sql /tmp/",
            "python -c \"print(open('db/migrations/1.sql').read())\"",
            write("db/seeds/1.sql"),
            write("docs/db-migrations.md"),
            tool("read_file", path="db/migrations/1.sql"),
            tool("str_replace_based_edit_tool", command="view", path="/repo/db/migrations/1.sql"),
            {"description": "Read db/migrations/002.sql"},
            {"description": "Add a column without editing db/migrations/1.sql"},
        ),
    ),
    ("Do not edit generated files in src/gen", (write("src/generated.ts"), "prettier --check src", "cat src/gen/a.ts")),
    ("Never change .env", ("cat .env", "source .env", "cat .env > /tmp/copy", write(".env.example"))),
    ("Never touch the folder legacy", ("cat legacy/a.py", write("src/legacy_api.py"))),
    ("Never touch db/schema.sql: edit db/migrations instead", (write("db/migrations/1.sql"),)),
    ("Never edit src/gen, edit src/spec instead", (write("src/spec/a.yml"),)),
    ("Never delete backups", ("ls backups", write("backups/feb.tgz"), "cp db.sql backups/", "rm notes/about.txt")),
    (
        "Never modify package-lock.json",
        ("cat package-lock.json", "git diff package-lock.json", "npm ci", write("package.json")),
    ),
    ("Never delete the tests folder", ("pytest tests", write("tests/a.py"))),
    ("Never edit *.lock files by hand", (write("locks.py"),)),
    ("Never edit files in config except config/local.yml", (write("config/local.yml"),)),
    ("Never write files outside src/", (write("src/a.py"), "cat docs/a.md")),
    ("Never edit or delete anything under vendor/", ("go build ./vendor/...",)),
    ("Never edit migrations", ("cat db/migrations/edit.sql",)),
    ("Never touch Next.js internals", (write("src/app.ts"),)),
    ("Never commit .env", ("cat .env", write(".env"))),
    ("Never show prices", ("cat prices/2026.csv",)),
]  # fmt: skip


WARNED: list[tuple[str, tuple[Act, ...]]] = [
    ("Never edit schema.sql without asking Ana", (write("schema.sql"),)),
    ("Never delete the tests folder", ("rm tests/a.py",)),
    ("Do not edit generated files in src/gen", ("prettier --write src",)),
    (MIGRATIONS, ({"content": "I will edit db/migrations/1.sql"},)),
    ("Never put secrets in .env", (write(".env"),)),
    ("Never change the version in package.json", (write("package.json"),)),
]


@pytest.mark.parametrize(
    ("answer", "content", "act"),
    [
        (answer, content, act)
        for answer, rows in (("deny", DENIED), ("warn", WARNED), ("allow", PASSES))
        for content, acts in rows
        for act in acts
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_does_to_a_file_what_a_rule_forbids_is_refused_and_what_only_may_is_warned_of(
    answer: str, content: str, act: Act
) -> None:
    verdict = check({"command": act} if isinstance(act, str) else act, rule(content))
    assert verdict.action == answer, verdict
    assert (content in verdict.reason) is (answer != "allow")


def test_a_rule_that_warns_never_denies() -> None:
    assert check(write(".env"), rule("Never change .env", severity="warn")).action == "warn"


def test_the_claim_tells_what_is_forbidden_where_there_is_one() -> None:
    claim = Claim(subject="team", predicate="practices", object="touch legacy/", polarity=False)
    assert check(write("legacy/a.py"), rule("Leave legacy/ alone", claim)).action == "deny"


@pytest.mark.parametrize(
    ("act", "answer"),
    [
        ("cat realm.md", "allow"),
        ("vim docs/realm.md", "allow"),
        ("grep -rn realm src", "allow"),
        ("ls node_modules/realm", "allow"),
        (write("docs/realm.md"), "allow"),
        (read("realm.md"), "allow"),
        (tool("read_file", path="realm.md"), "allow"),
        (tool("bash", command="cat realm.md"), "allow"),
        ("cat realm.md && npm install realm", "deny"),
        ("bash -c 'npm install realm'", "deny"),
        ("cat > src/db.ts <<EOF\nimport Realm from 'realm'\nEOF", "deny"),
        (tool("write_file", path="src/db.ts", content="import Realm"), "deny"),
    ],
)
def test_a_file_whose_name_holds_the_word_is_no_use_of_the_thing(act: Act, answer: str) -> None:
    assert check({"command": act} if isinstance(act, str) else act, REALM).action == answer


def test_what_ends_like_a_file_and_is_none_is_compared_by_its_words() -> None:
    logging = rule("Never add console.log")
    assert check(tool("write_file", path="src/a.ts", content="console.log(1)"), logging).action == "deny"
    assert check(write("src/a.ts"), logging).action == "allow"


RULES = [rule(content) for content, _ in DENIED if "outside" not in content]


@pytest.mark.parametrize("command", [c for c in ALLOWED if "tests" not in c and "rm " not in c])
def test_daily_work_passes_a_house_full_of_rules(command: str) -> None:
    verdict = check({"command": command}, *RULES)
    assert verdict.action == "allow", verdict


@settings(deadline=None, max_examples=50)
@given(st.text(max_size=200))
def test_no_command_and_no_rule_raises(text: str) -> None:
    text = text.replace("\0", "")
    if text.strip():
        laid_down = rule(f"Never edit {text}")
        assert check({"command": text}, *RULES, laid_down).action in ("allow", "warn", "deny")
        assert check({"description": text}, *RULES).action in ("allow", "warn", "deny")
