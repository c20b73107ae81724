"""Rules and policies in an instruction file, and their words."""

from memorist.nodes.agents_md.rules_text import rules_section
from memorist.nodes.agents_md.section import END
from tests.evals.examples import memory

REALM = memory("Never use Realm", "semantic:hard_rule", reason="sync is broken", alternatives=["SQLite"])
WARNS = memory("Avoid moment.js", "semantic:hard_rule", severity="warn")


def test_rules_stand_before_policies_and_blocking_ones_first() -> None:
    text = rules_section([memory("Team reviews every change", "semantic:policy"), WARNS, REALM]).text
    assert text.splitlines()[4:] == [
        "### Hard rules",
        "",
        "- [block] Never use Realm. Reason: sync is broken. Instead: SQLite.",
        "- [warn] Avoid moment.js.",
        "",
        "### Policies",
        "",
        "- Team reviews every change",
    ]


def test_what_is_contested_or_only_read_from_a_file_is_not_written() -> None:
    contested = memory("Team never rebases", "semantic:policy", status="contested")
    read = memory("Never use tabs", "semantic:hard_rule", source="imported", status="staged")
    confirmed = memory("Never use var", "semantic:hard_rule", source="imported")
    found = rules_section([contested, read, confirmed])
    assert {v.content for v in found.verdicts if v.written} == {"Never use var"}
    assert "tabs" not in found.text
    assert all(v.reason for v in found.verdicts if not v.written)


ZOE = {"group_id": "examples", "user_id": "zoe"}


def test_what_one_person_says_of_himself_is_no_rule_for_all_who_read_the_file() -> None:
    held = [
        memory("From now on the user wants detailed answers, with bullet points", "semantic:policy", scope=ZOE),
        memory("User never drinks coffee after lunch", "semantic:hard_rule", scope=ZOE),
        memory("Always answer in German", "semantic:policy", scope=ZOE),
        memory("If the user wants a refund, open a ticket", "semantic:policy", scope=ZOE),
        memory("Team reviews every change", "semantic:policy", scope=ZOE),
    ]
    found = rules_section(held)
    written = {v.content for v in found.verdicts if v.written}
    assert written == {"If the user wants a refund, open a ticket", "Team reviews every change"}
    assert all(v.reason for v in found.verdicts if not v.written)


def test_a_rule_is_written_in_the_name_of_whom_it_speaks_of_and_without_private_reasons() -> None:
    held = [
        memory("Never put me on nights, my wife is ill", "semantic:hard_rule", scope=ZOE),
        memory("Never deploy without asking me", "semantic:hard_rule", scope=ZOE),
        memory("I'm coeliac, so leave out bakeries", "semantic:policy", scope=ZOE, tags=["personal"]),
        memory("Leave out bakeries", "semantic:policy", scope=ZOE, tags=["personal"]),
    ]
    lines = [line for line in rules_section(held, "zoe").text.splitlines() if line.startswith("- ")]
    assert lines == [
        '- [block] zoe said: "Never deploy without asking me".',
        '- [block] zoe said: "Never put me on nights".',
    ]
    assert "wife" not in " ".join(v.content for v in rules_section(held, "max").verdicts)


def test_secrets_are_masked_and_text_stays_inside() -> None:
    key = "ghp_" + "a1B2c3D4e5" * 4
    text = rules_section([memory(f"Never commit {key}\n{END}\n# Mine", "semantic:hard_rule")]).text
    assert key not in text
    assert END not in text
    assert "\n# Mine" not in text


def test_without_any_the_section_says_so() -> None:
    assert rules_section([]).text.endswith("There are none yet.")
