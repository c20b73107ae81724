"""Tokens are never under-counted: against real byte-pair tokenizers of other vocabularies, on ten thousand texts."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import memorist
from memorist.nodes.reading.patterns.family import load_families
from memorist.nodes.token_count import count_text, count_tokens, count_words

bpe_openai = pytest.importorskip("bpe_openai")

SCRIPTS = (
    "的一是不了人我在有他这个上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学",
    "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほアイウエオ漢字日本語東京大学",
    "한국어텍스트가나다라마바사아자차카타파하안녕세계",
    "абвгдежзийклмнопрстуфхцчшщъыьэюя ",
    "αβγδεζηθικλμνξοπρστυφχψω ",
    "ابتثجحخدذرزسشصضطظعغفقكلمنهوي ",
    "अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभम",
    "กขคงจฉชซญดตถทธนบปผพฟภม",
    "😀🎉🧠👨‍👩‍👧‍👦🔥✅",
)
NOISE = ("qxzjkvwQXZJKV", "abcdefABCDEF0123456789+/=-_", " \t\n\r#*`<>|{}[]()", "0123456789.,:")


def prose(rng: random.Random) -> Iterator[str]:
    said = [example.said for family in load_families() for example in family.examples]
    for _ in range(3_500):
        yield " ".join(rng.sample(said, rng.randint(1, 4)))


def code(rng: random.Random) -> Iterator[str]:
    files = sorted(Path(memorist.__file__).parent.rglob("*.py"))
    sources = [file.read_text(encoding="utf-8") for file in files]
    for _ in range(3_000):
        source = rng.choice(sources)
        begin = rng.randrange(max(1, len(source) - 500))
        yield source[begin : begin + rng.randint(1, 500)]


def letters(rng: random.Random, alphabets: tuple[str, ...], count: int) -> Iterator[str]:
    for _ in range(count):
        alphabet = rng.choice(alphabets)
        yield "".join(rng.choice(alphabet) for _ in range(rng.randint(1, 150)))


@pytest.fixture(scope="module")
def counted() -> list[tuple[str, int]]:
    """Ten thousand texts, and the number of tokens that each is taken for."""
    rng = random.Random(7)
    texts = [*prose(rng), *code(rng), *letters(rng, SCRIPTS, 2_500), *letters(rng, NOISE, 1_000)]
    assert len(texts) == 10_000
    return [(text, count_tokens(text)) for text in texts]


@pytest.mark.parametrize("vocabulary", ["cl100k_base", "o200k_base"])
def test_no_tokenizer_counts_more(counted: list[tuple[str, int]], vocabulary: str) -> None:
    encoding = bpe_openai.get_encoding(vocabulary)
    rows = [(text, ours, len(encoding.encode(text))) for text, ours in counted]
    assert [row for row in rows if row[2] > row[1]] == []
    prose_and_code = rows[:6_500]
    assert sum(ours for _, ours, _ in prose_and_code) < 1.8 * sum(theirs for *_, theirs in prose_and_code)
    whole = "\n".join(text for text, _ in counted[:300])
    assert len(encoding.encode(whole)) <= count_text(whole), "a whole text takes no more than its lines"


def test_words_are_never_more_than_tokens(counted: list[tuple[str, int]]) -> None:
    assert [text for text, _ in counted if count_words(text) > count_text(text)] == []


def test_nothing_takes_nothing() -> None:
    assert count_tokens("") == count_text("") == 0
    assert count_tokens("\ud800") > 0
