"""Letters and mails that were pasted into a message."""

import pytest

from memorist.nodes.ingestion.letters import inner, letter_in
from memorist.nodes.ingestion.sentences import segments_of

MAIL = 'a mail from the landlord\n\n"Dear Signe, the roof is repaired in June. He comes on Monday. Kind regards, Per"'


def test_a_letter_is_told_with_its_writer_without_salutation_and_close() -> None:
    letter = letter_in(MAIL)
    assert letter is not None
    assert letter.said == ('The landlord wrote: "the roof is repaired in June. He comes on Monday"',)
    assert inner(letter.said[0]) == "the roof is repaired in June. He comes on Monday"


def test_the_marked_lines_of_a_mail_are_its_writers_words() -> None:
    letter = letter_in(
        "mail from VetGroep Noord just in:\n\n> We will not accept passwords.\n> R. Harmsen\n\nhe's right"
    )
    assert letter is not None
    assert letter.said == ('VetGroep Noord wrote: "We will not accept passwords"',)
    assert letter.after.strip() == "he's right"
    assert letter_in("look what npm wrote:\n> npm run build\n> tsc failed with exit code 2") is None
    assert letter_in("what does this mean?\n> We will not accept passwords.") is None


def test_a_letter_is_cut_where_its_sentences_end() -> None:
    letter = letter_in(
        "the school sent this\n\nDear Parents, it is on Tuesday from 4.15 p.m. to 6.45 p.m. in the hall. "
        "B. Tuohy will speak"
    )
    assert letter is not None
    assert [inner(said) for said in letter.said] == [
        "it is on Tuesday from 4.15 p.m. to 6.45 p.m. in the hall",
        "B. Tuohy will speak",
    ]


def test_a_letter_to_be_worked_on_tells_nothing() -> None:
    letter = letter_in("proofread my mail please\n\nDear Mr Lund, we come on Tuesday.\nBest wishes")
    assert letter is not None
    assert letter.said == ()


def test_a_greeting_makes_no_letter_where_nothing_says_that_it_is_one() -> None:
    assert letter_in("Morning!\n\nHi all, we moved to Kiel") is None
    assert all(segment.kind != "letter" for segment in segments_of("Hi team,\nwe moved to Kiel."))


def test_a_mail_with_its_header_is_told_with_its_sender() -> None:
    letter = letter_in("From: Ada Quist <ada@quist.example>\n\nDear Signe,\nthe hall is free on Monday.\nRegards")
    assert letter is not None
    assert letter.said == ('Ada Quist wrote: "the hall is free on Monday"',)


def test_what_somebody_wrote_in_quotation_marks_is_told_with_the_writer_and_the_rest_is_not() -> None:
    letter = letter_in('what the tax office writes. "The form is due on 3 May and must be signed." I hate it')
    assert letter is not None
    assert letter.said == ('The tax office wrote: "The form is due on 3 May and must be signed"',)
    assert letter.after.strip() == "I hate it"
    segments = segments_of('gf texts me: "can we not do the Harz this year, I want to see the sea". we have ten days')
    assert [segment.kind for segment in segments][:2] == ["wrapper", "letter"]
    assert segments[-1].text == "we have ten days"


def test_what_is_called_something_and_a_text_of_ones_own_are_no_letter() -> None:
    assert letter_in('Anna wrote: "too slow"') is None
    assert letter_in('I want to send: "we come on Tuesday with four people and a dog"') is None


def test_the_lines_of_a_mail_are_told_with_their_heading_and_politeness_is_not() -> None:
    letter = letter_in(
        "this landed\n\nFrom: Gerard Voss <voss@supply.example>\nTo: Imogen\nSubject: Terms\n\nDear Imogen,\n"
        "from 1 April this changes:\n- The minimum rises to 250.\n- Returns are not accepted.\n"
        "We thank you for your trust.\nKind regards, Gerard"
    )
    assert letter is not None
    assert letter.before.strip() == "this landed"
    assert letter.said == (
        'Gerard Voss wrote: "from 1 April this changes: The minimum rises to 250"',
        'Gerard Voss wrote: "from 1 April this changes: Returns are not accepted"',
    )


def test_the_marked_lines_of_a_quoted_mail_are_the_writers_and_what_follows_is_not() -> None:
    letter = letter_in("mail from the publisher:\n\n> Hi Nele,\n> we need the demo on Monday.\n> Best, Tom\n\nwhat now")
    assert letter is not None
    assert letter.said == ('The publisher wrote: "we need the demo on Monday"',)
    assert letter.after.strip() == "what now"


def test_a_marked_letter_is_somebody_elses_whatever_is_asked_for_and_signed_by_its_writer() -> None:
    letter = letter_in(
        "could you draft an answer?\n\n> Dear council,\n> the fete moves to 21 June.\n> Kind regards, Folake Okafor"
    )
    assert letter is not None
    assert letter.said == ('Folake Okafor wrote: "the fete moves to 21 June"',)


def test_who_writes_for_a_company_is_named_with_it() -> None:
    letter = letter_in('Ines from Corvid Health wrote: "Our patients are mostly over 65, so print it large."')
    assert letter is not None
    assert letter.said == ('Ines from Corvid Health wrote: "Our patients are mostly over 65, so print it large"',)


@pytest.mark.parametrize(
    ("message", "writer"),
    [
        (
            'mail from the client this morning: "Hi, we need the export in Excel. Best, Greg (Tavistock)"',
            "Greg of Tavistock (the client)",
        ),
        ('mail from our landlord yesterday: "Hello, the rent goes up to 1200 from June. Regards"', "The landlord"),
        ('mail from the new client today: "Hello, the logo has to be bigger than that. Best, Mo"', "The new client"),
        ('this morning the CEO said: "We close the Berlin office in May."', "The CEO"),
        ('Ines from Corvid Health wrote: "Our patients are mostly over 65, so 18pt."', "Ines from Corvid Health"),
        (
            "this came from the bank:\n\nDear Mr. Lund,\nwe close your account.\nKind regards,\nPetra Holm\nNordea",
            "Petra Holm of Nordea (the bank)",
        ),
    ],
)
def test_who_wrote_is_told_with_what_the_signature_adds(message: str, writer: str) -> None:
    letter = letter_in(message)
    assert letter is not None
    assert letter.said[0].startswith(f'{writer} wrote: "')
