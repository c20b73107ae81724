"""Days, times and amounts in a text."""

import pytest

from memorist.nodes.language.details import details_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("moved to Friday the 13th", [("day", "friday"), ("day", "13")]),
        ("on 3 May at 9:30", [("day", "3 may"), ("clock", "9:30")]),
        ("from 100 to 500 requests", [("number", "100"), ("number", "500")]),
        ("seven of us, 15% more, $1,200 a month", [("number", "7"), ("percent", "15%"), ("money", "$1 200")]),
        ("on thurs at 3pm", [("day", "thursday"), ("clock", "3pm")]),
        ("v4.1 twice a week", [("version", "v4.1"), ("often", "twice")]),
        ("call 0151 445889 or mail lotte@posteo.de", [("contact", "0151 445889"), ("contact", "lotte@posteo.de")]),
        ("someone may march on", []),
        ("", []),
    ],
)
def test_each_detail_is_of_a_kind(text: str, found: list[tuple[str, str]]):
    assert [(detail.kind, detail.value) for detail in details_of(text)] == found
