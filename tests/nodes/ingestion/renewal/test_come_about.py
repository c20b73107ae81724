"""What was to hold until something happens, and what tells that it has."""

from datetime import UTC, datetime

import pytest

from memorist.memory_store.domain.memory import Source
from memorist.memory_store.domain.scope import Scope
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.renewal.come_about import come_about
from tests.memory_store.builders import memory

NOW = datetime(2026, 3, 16, 9, tzinfo=UTC)


def draft_saying(told: str) -> Draft:
    return Draft(
        type="semantic:fact", content=told, confidence=0.6, valid_from=NOW, method="none", source=Source.USER_STATED
    )


def ends(told: str, until: str) -> bool:
    waiting = memory(Scope(group_id="g"), "No deploys", at=NOW, valid_until_condition=until)
    [settled] = come_about([draft_saying(told)], [waiting], NOW)
    return settled.ends == (waiting.id,)


@pytest.mark.parametrize(
    ("told", "until"),
    [
        ("The audit is over", "the audit is over"),
        ("The audit is finally done", "the audit is over"),
        ("The audit ended on Monday", "the audit is over"),
        ("The client signed", "the client signs"),
        ("Dana is back from leave", "Dana is back"),
        ("The migration is finished", "the migration"),
    ],
)
def test_it_has_come_about(told: str, until: str):
    assert ends(told, until)


@pytest.mark.parametrize(
    ("told", "until"),
    [
        ("The audit is not over yet", "the audit is over"),
        ("The audit will be over on Friday", "the audit is over"),
        ("Lena hopes that the audit is over soon", "the audit is over"),
        ("The audit is in May", "the audit is over"),
        ("The party is over", "the audit is over"),
        ("The tax audit at dad's firm is over", "the audit is over"),
        ("The release notes are out", "the release"),
        ("The release is delayed again", "the release"),
        ("The migration runs on two nodes", "the migration"),
        ("Team uses Expo 53", "Expo 53"),
        ("The client signs every release", "the client signs"),
    ],
)
def test_it_has_not(told: str, until: str):
    assert not ends(told, until)
