"""How people write in a chat."""

import pytest

from memorist.nodes.language.chat import spelled_out


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("pls dont push", "please don't push"),
        ("Im off, thats it", "I'm off, that's it"),
        ("there its firebase", "there it's firebase"),
        ("no we dont take walk-ins", "no, we don't take walk-ins"),
        ("wants us spelling, not ours", "wants US spelling, not ours"),
        ("deep links w/ Branch, w/o a proxy", "deep links with Branch, without a proxy"),
        ("it broke bc of yarn", "it broke because of yarn"),
        ("the IM server and ./im.py", "the IM server and ./im.py"),
        ("run dont-ask and cant()", "run dont-ask and cant()"),
        ("we import bc=3", "we import bc=3"),
        ("id rather have tabs, wed need spaces", "I'd rather have tabs, we'd need spaces"),
        ("the id always wins, ask me on wed all day", "the id always wins, ask me on wed all day"),
        ("fish n chips, they r all gone n so am i", "fish and chips, they are all gone and so am i"),
        ("for n in rows, n = 3, O(n log n), top n items", "for n in rows, n = 3, O(n log n), top n items"),
        ("Ingrids review board, James works on it", "Ingrid's review board, James works on it"),
        ("the script in r is fine", "the script in r is fine"),
        ("cant stand em. use an em dash or 2 em", "can't stand them. use an em dash or 2 em"),
        ("were on v9. because were only four", "we're on v9. because we're only four"),
        ("the tests were on fire, were all of them run?", "the tests were on fire, were all of them run?"),
        ("its friday at 11 now, its 90 days", "it's friday at 11 now, it's 90 days"),
        ("the card and its licence", "the card and its licence"),
        ("i bet its the cache, unless its encrypted", "i bet it's the cache, unless it's encrypted"),
        ("its patched by hand, its embedded seed", "it's patched by hand, its embedded seed"),
        ("were allowed to, they were allowed to", "we're allowed to, they were allowed to"),
        ("us cluster is ok, ask us", "US cluster is ok, ask us"),
        ("copy it b4 it expires, 2 yrs or 3 hrs", "copy it before it expires, 2 years or 3 hours"),
    ],
)
def test_short_spellings_are_written_out_and_code_is_left_alone(said: str, written: str) -> None:
    assert spelled_out(said) == written
