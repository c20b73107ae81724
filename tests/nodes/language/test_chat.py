"""How people write in a chat."""

import pytest

from hypomnema.nodes.language.chat import spelled_out


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("pls dont push", "please don't push"),
        ("Im off, thats it", "I'm off, that's it"),
        ("deep links w/ Branch, w/o a proxy", "deep links with Branch, without a proxy"),
        ("it broke bc of yarn", "it broke because of yarn"),
        ("the IM server and ./im.py", "the IM server and ./im.py"),
        ("run dont-ask and cant()", "run dont-ask and cant()"),
        ("we import bc=3", "we import bc=3"),
    ],
)
def test_short_spellings_are_written_out_and_code_is_left_alone(said: str, written: str) -> None:
    assert spelled_out(said) == written
