"""``memorist list`` and ``memorist about``: which memories there are, and all of one person or topic."""

from collections.abc import Generator
from typing import Any

import pytest

from tests.app.command_line import Cli

LENA: dict[str, Any] = {"kind": "turn", "role": "user", "user_id": "lena", "at": "2026-02-01T17:00:00Z"}
TOM = {**LENA, "user_id": "tom", "at": "2026-02-03T17:00:00Z"}
TOLD = (
    {**LENA, "content": "I'm allergic to penicillin"},
    {"kind": "manual", "user_id": "lena", "content": "The office is in Graz", "at": "2026-02-02T17:00:00Z"},
    {**TOM, "content": "Lena takes over the launch"},
    {**TOM, "content": "I'm allergic to peanuts"},
    {**TOM, "content": "Well, Graz looks good, and cargo bikes too"},
    {
        "kind": "manual",
        "type": "semantic:policy",
        "content": "Run the linter before a push",
        "at": "2026-02-04T09:00:00Z",
    },
)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Generator[Cli]:
    """A memory that is only read."""
    cli = Cli(tmp_path_factory.mktemp("told"))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(cli.home)
        assert cli("ingest", cli.write(*TOLD)).code == 0
        yield cli


def listed(cli: Cli, *options: str) -> list[str]:
    done = cli("list", *options).ended(0)
    return [line.split("\t")[3] for line in done.out.splitlines()]


def test_memories_are_lines_of_date_type_owner_and_content_the_newest_first(told: Cli):
    lines = [line.split("\t") for line in told("list").out.splitlines()]
    assert lines[0][:4] == ["2026-02-04", "semantic:policy", "", "Run the linter before a push"]
    assert [date for date, *_ in lines] == sorted((date for date, *_ in lines), reverse=True)
    assert ["2026-02-01", "semantic:fact", "lena", "I'm allergic to penicillin"] in [line[:4] for line in lines]
    assert all(told("show", line[4]).code == 0 for line in lines)


FILTERS: list[tuple[tuple[str, ...], set[str]]] = [
    (("--type", "policy"), {"Run the linter before a push"}),
    (("--type", "semantic:policy", "--type", "procedural"), {"Run the linter before a push"}),
    (("--user", "lena"), {"I'm allergic to penicillin", "The office is in Graz"}),
    (("--until", "2026-02-02"), {"I'm allergic to penicillin"}),
    (("--since", "2026-02-04"), {"Run the linter before a push"}),
    (("--tag", "personal"), {"I'm allergic to penicillin", "I'm allergic to peanuts"}),
    (("--status", "superseded"), set()),
    (("--limit", "1"), {"Run the linter before a push"}),
]


def test_a_list_is_restricted(told: Cli):
    assert [set(listed(told, *options)) for options, _ in FILTERS] == [expected for _, expected in FILTERS]


def test_what_was_superseded_is_listed_by_its_status(switched: Cli):
    assert any("Clerk" in content for content in listed(switched, "--status", "superseded"))
    assert not any("uses Clerk" in content for content in listed(switched))


def test_a_list_in_json_is_the_memories(told: Cli):
    [memory] = told("list", "--type", "policy", "--json").json
    assert (memory["type"], memory["content"]) == ("semantic:policy", "Run the linter before a push")


def test_a_list_says_when_there_is_more_and_when_there_is_nothing(cli: Cli):
    assert "no memories yet" in cli("list").err
    cli("remember", "We use Go")
    cli("remember", "The office is in Graz")
    assert "more than 1" in cli("list", "--limit", "1").err
    assert "no memory fits" in cli("list", "--type", "decision").err


def test_a_wrong_filter_is_named(cli: Cli):
    for option, value in (("--type", "rulez"), ("--status", "gone"), ("--since", "now")):
        refused = cli("list", option, value)
        assert (refused.code, refused.out) == (2, "")
        assert option.strip("-") in refused.err


def test_the_page_of_a_person_holds_what_is_his_and_what_is_said_of_him(told: Cli):
    page = told("about", "Lena").ended(0)
    assert "- 2026-02-01: I'm allergic to penicillin (lena, user stated)" in page.out
    assert "- 2026-02-03: Lena takes over the launch (tom, user stated)" in page.out
    assert "peanuts" not in page.out


def test_the_page_of_the_user_is_the_default(told: Cli):
    assert "penicillin" in told("about", "--user", "lena").out
    assert "peanuts" not in told("about", "--user", "lena").out
    assert all(word in told("about").out for word in ("penicillin", "peanuts"))


def test_another_persons_words_of_himself_are_on_the_page_that_names_him_alone(told: Cli):
    assert "allergic to peanuts" in told("about", "tom", "--user", "lena").out
    assert told("about", "peanuts", "--user", "lena").code == 1


def test_the_page_of_a_topic_holds_memories_and_what_was_said_besides(told: Cli):
    page = told("about", "Graz", "--json").json[0]
    lines = [line["content"] for section in page["sections"] for line in section["lines"]]
    assert "The office is in Graz" in lines
    assert "Well, Graz looks good, and cargo bikes too" in lines
    assert "cargo bikes" in told("about", "cargo bikes").out


def test_nothing_known_is_the_answer_no(told: Cli):
    assert "Nothing is known about Zeppelin" in told("about", "Zeppelin").ended(1).out
