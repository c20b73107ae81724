"""Letters and mails that were pasted into a message."""

from hypomnema.nodes.ingestion.letters import inner, letter_in
from hypomnema.nodes.ingestion.sentences import segments_of

MAIL = 'a mail from the landlord\n\n"Dear Signe, the roof is repaired in June. He comes on Monday. Kind regards, Per"'


def test_a_letter_is_told_with_its_writer_without_salutation_and_close() -> None:
    letter = letter_in(MAIL)
    assert letter is not None
    assert letter.said == ('The landlord wrote: "the roof is repaired in June. He comes on Monday"',)
    assert inner(letter.said[0]) == "the roof is repaired in June. He comes on Monday"


def test_a_letter_to_be_worked_on_tells_nothing() -> None:
    letter = letter_in("proofread my mail please\n\nDear Mr Lund, we come on Tuesday.\nBest wishes")
    assert letter is not None
    assert letter.said == ()


def test_a_greeting_makes_no_letter_where_nothing_says_that_it_is_one() -> None:
    assert letter_in("Morning!\n\nHi all, we moved to Kiel") is None
    assert all(segment.kind != "letter" for segment in segments_of("Hi team,\nwe moved to Kiel."))
