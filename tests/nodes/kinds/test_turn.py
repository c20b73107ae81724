"""A turn is the user's own words; what an assistant says states nothing."""

from datetime import UTC, datetime

import pytest

from memorist.memory_store.domain.memory import Source
from memorist.nodes.kinds.inputs import parse_input
from memorist.nodes.kinds.kind import kind_of
from tests.nodes.kinds.reading import AT, claim, contents, drafts_of, proposal

TURN = {"kind": "turn", "role": "user", "content": "I like Vim. Something nobody can read."}


def test_what_was_read_is_the_users_own_statement() -> None:
    (draft,) = drafts_of(TURN, proposal("I like Vim.", "semantic:preference", passage="turn"))
    assert (draft.source, draft.by_user, draft.quote) == (Source.USER_STATED, True, "I like Vim.")
    assert draft.valid_from == AT
    assert draft.extracted_by is not None
    assert draft.extracted_by.extractor == "given"


def test_what_was_not_read_makes_no_memory() -> None:
    assert drafts_of(TURN) == []


def test_an_operation_and_the_claim_it_ends_reach_the_draft() -> None:
    ended = claim("user", "likes", "Vim")
    change = proposal(
        "I like Vim.", passage="turn", operation="ends", targets=("m1",), why="he says so", ends_claim=ended
    )
    (draft,) = drafts_of(TURN, change)
    assert (draft.operation, draft.targets, draft.why_ends, draft.ends_claim) == ("ends", ("m1",), "he says so", ended)


def test_what_might_be_is_never_believed_above_one_half_and_ends_nothing() -> None:
    (draft,) = drafts_of(TURN, proposal("I like Vim.", passage="turn", confidence=0.9, hypothetical=True))
    assert (draft.confidence, draft.by_user, draft.tags) == (0.5, False, ("hypothetical",))


def test_an_end_before_the_beginning_moves_the_beginning() -> None:
    ended = datetime(2026, 1, 1, tzinfo=UTC)
    (draft,) = drafts_of(TURN, proposal("I like Vim.", passage="turn", valid_until=ended))
    assert draft.valid_from == ended


def test_an_assistant_is_not_read() -> None:
    assert drafts_of({"kind": "turn", "role": "assistant", "content": "Clerk is best"}) == []


def test_i_is_the_user_unless_the_turn_names_another_speaker() -> None:
    def speaker(**fields: str) -> str:
        turn = parse_input({**TURN, **fields})
        (passage,) = kind_of(turn).passages(turn)
        return passage.speaker

    assert speaker() == "user"
    assert speaker(speaker="Mira", user_id="mira") == "user"
    assert speaker(speaker="Jonas", user_id="mira") == "Jonas"


def test_a_statement_that_is_read_twice_is_drafted_once() -> None:
    twice = proposal("I like Vim.", "semantic:preference", passage="turn")
    assert contents(drafts_of(TURN, twice, twice)) == ["I like Vim"]


@pytest.mark.parametrize("said", ["@remember that the wifi is called Falcon", "@remember: the wifi is called Falcon"])
def test_what_is_to_be_remembered_is_kept_as_it_was_said_where_no_reader_reads_it(said: str) -> None:
    (kept,) = drafts_of({"kind": "turn", "role": "user", "content": said})
    assert (kept.type, kept.content, kept.claim) == ("semantic:fact", "The wifi is called Falcon", None)
    assert drafts_of({"kind": "turn", "role": "user", "content": "The wifi is called Falcon"}) == []
