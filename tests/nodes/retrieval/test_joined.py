"""Passages of one input become one line, in the words and with the mark that each of them has."""

from datetime import UTC, datetime

import pytest

from memorist.nodes.retrieval.assemble import in_order, joined
from memorist.nodes.retrieval.channels.raw_episodes import remembered_turn
from memorist.nodes.retrieval.features import Retrievable
from memorist.nodes.retrieval.passage_line import PARTLY, PassageLine
from memorist.nodes.retrieval.scoring import Scored, score
from memorist.nodes.retrieval.state import Found

AT = "2026-03-11T15:25:00Z"
TOKYO = "2026-03-12T00:25:00+09:00"


def _part(
    part: int, words: str, *, local: str, mark: str = "", input_: str = "turn", before: str | None = None
) -> Scored:
    passage = PassageLine(local, "ben", words, mark)
    text = Retrievable(words, datetime(2026, 3, 11, 15, 25, tzinfo=UTC), source=input_, part=part, before=before)
    memory = remembered_turn(input_, f"ben: {words}", AT)
    found = Found(memory, str(passage), "raw_episodes", 0.5, text=text, passage=passage)
    return score(found, text.at, similarity=0.5, relevance=0.5)


@pytest.mark.parametrize(("second", "between"), [(1, " "), (2, " … ")])
@pytest.mark.parametrize("mark", ["", PARTLY])
def test_parts_keep_the_dates_of_the_speaker_s_clock_and_one_mark(second: int, between: str, mark: str) -> None:
    first = _part(0, "The launch went well.", local=TOKYO, mark=mark)
    last = _part(second, "The dentist is tomorrow (2026-03-13).", local=TOKYO, mark=mark)
    (line,) = joined([first, last])
    said = f"The launch went well.{between}The dentist is tomorrow (2026-03-13)."
    assert line.line == f"2026-03-12 00:25: ben: {said}{mark}"


def test_a_document_of_an_unknown_day_gets_none() -> None:
    (line,) = joined([_part(0, "Setup.", local=""), _part(1, "We move tomorrow.", local="")])
    assert line.line == "ben: Setup. We move tomorrow."


def test_inputs_of_one_moment_stand_in_the_order_of_their_conversation() -> None:
    asked = _part(0, "Which word?", local=TOKYO, input_="z")
    answered = _part(0, "Meter room.", local=TOKYO, input_="m", before="z")
    thanked = _part(0, "Thanks.", local=TOKYO, input_="a", before="m")
    assert in_order([thanked, answered, asked]) == [asked, answered, thanked]
