"""Features of passages and memories, and their one relevance, as pure functions."""

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from memorist.memory_store.domain.visibility import ASSISTANT
from memorist.memory_store.embedders.words import WordVectors, word_vectors
from memorist.nodes.language.lexical import stem, words_of
from memorist.nodes.retrieval import features
from memorist.nodes.retrieval.features import FEATURES, Retrievable, features_of, goes_on, relevance, task_words

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def said(text: str, source: str = "", *, cosine: float | None = 0.5, **more: Any) -> Retrievable:
    given: dict[str, Any] = {"speaker": "Ada", "session": "s", "at": NOW - timedelta(days=3)}
    return Retrievable(text, source=source or text, cosine=cosine, **{**given, **more})


@pytest.fixture
async def vectors() -> WordVectors:
    return await word_vectors()


def scores(task: str, texts: list[Retrievable], vectors: WordVectors, **more: Any) -> list[float]:
    return relevance(task, texts, vectors, NOW, **more).scores.tolist()


def column(name: str, task: str, texts: list[Retrievable], vectors: WordVectors, **more: Any) -> list[float]:
    rows, _ = features_of(task, texts, vectors, NOW, **more)
    return rows[:, FEATURES.index(name)].tolist()


@pytest.mark.parametrize(
    ("task", "better", "worse"),
    [
        ("What about painting fences?", "I painted the fence green", "I sold the car to a friend"),
        ("Which doctor prescribed medicine?", "Our physician gave me tablets", "The curtains hang crooked again"),
        ("How heavy may a box for Heron be?", "Heron can carry 6 kilograms", "The sign above the door is blue"),
        ("When did Ada meet the landlord?", "I met the landlord in the hall yesterday", "I met a neighbour"),
        ("Who takes care of the boiler?", "Pohl takes care of the boiler", "Who takes care of the boiler?"),
    ],
    ids=["a word in another form", "words of like meaning", "what is named", "a day", "no question back"],
)
async def test_what_speaks_of_the_task_is_more_relevant(vectors: WordVectors, task: str, better: str, worse: str):
    first, second = scores(task, [said(better), said(worse)], vectors)
    assert first > second


async def test_a_person_outranks_an_assistant_who_says_the_same(vectors: WordVectors) -> None:
    texts = [said("Take the bus to the harbour", "p"), said("Take the bus to the harbour", "a", speaker=ASSISTANT)]
    person, assistant = scores("How do I get to the harbour?", texts, vectors)
    assert person > assistant > 0


async def test_the_input_beside_a_good_one_and_the_next_part_count_as_near(vectors: WordVectors) -> None:
    texts = [
        said("Which frame did you choose for the sunrise painting?", "q", cosine=0.9),
        said("Oak, it was cheap", "a", cosine=0.1, before="q"),
        said("Oak, it was cheap", "z", cosine=0.1, session="other"),
        said("It hangs above the sunrise painting", "d", cosine=0.8, session="document"),
        said("Oak again", "d", cosine=0.1, session="document", part=1),
    ]
    task = "Which frame has the sunrise painting?"
    beside = column("beside", task, texts, vectors)
    assert beside[1] > beside[2] == 0.0
    assert beside[4] > 0.0
    ranked = scores(task, texts, vectors)
    assert ranked[1] > ranked[2]


@pytest.mark.parametrize(
    ("name", "task", "text", "value"),
    [
        ("speaker", "Where did Ada go hiking?", said("I went hiking"), 1.0),
        ("speaker", "Where did Bob go hiking?", said("I went hiking"), 0.0),
        ("speaker", "What did the assistant say?", said("I went hiking", speaker=ASSISTANT), 0.0),
        ("when", "When was it?", said("It was last week"), 1.0),
        ("when", "Who was it?", said("It was last week"), 0.0),
        ("when", "When may I come?", said("You may come"), 0.0),
        ("question", "Who was it?", said("Was it you? "), 1.0),
        ("question", "Who was it?", said("It was me."), 0.0),
        ("assistant", "Who was it?", said("It was me.", speaker=ASSISTANT), 1.0),
        ("addressed", "What did you suggest?", said("Five bottles", speaker=ASSISTANT), 1.0),
        ("addressed", "What was suggested?", said("Five bottles", speaker=ASSISTANT), 0.0),
        ("addressed", "What did you suggest?", said("Five bottles"), 0.0),
        ("first", "Who was it?", said("It was me."), 1.0),
        ("first", "Who was it?", said("It was me.", part=2), 0.0),
        ("recent", "Who was it?", said("It was me."), 0.0),
        ("recent", "Go on with the draft", said("It is done", at=NOW), 1.0),
        ("recent", "Go on with the draft", said("It is done", at=NOW - timedelta(days=14)), 0.5),
        ("recent", "Go on with the draft", said("It is due", at=NOW + timedelta(days=14)), 1.0),
    ],
)
async def test_each_feature_of_a_text(vectors: WordVectors, name: str, task: str, text: Retrievable, value: float):
    assert column(name, task, [text, said("Something else", session="t")], vectors)[0] == pytest.approx(value)


@pytest.mark.parametrize(
    ("days", "value"), [(-11, 0.0), (-10, 1.0), (-8, 1.0), (-7, 0.5), (-1, 0.5), (1, 0.0)], ids=str
)
async def test_what_was_said_in_the_time_that_the_task_names_or_soon_after(
    vectors: WordVectors, days: int, value: float
) -> None:
    window = (NOW - timedelta(days=10), NOW - timedelta(days=8))
    texts = [said("It broke", at=NOW + timedelta(days=days))]
    assert column("window", "What broke?", texts, vectors, window=window) == [value]
    assert column("window", "What broke?", texts, vectors) == [0.0]


async def test_a_ranker_decides_where_words_and_vectors_are_the_same(vectors: WordVectors) -> None:
    texts = [
        said("The key is in the drawer", id_, session=id_, ranker=score) for id_, score in (("a", 2.0), ("b", 9.0))
    ]
    low, high = scores("Where is the key?", texts, vectors)
    assert high > low
    without = [said("The key is in the drawer", id_, session=id_) for id_ in "ab"]
    assert len(set(scores("Where is the key?", without, vectors))) == 1


async def test_relevance_is_the_weighted_sum_of_the_features(vectors: WordVectors) -> None:
    texts = [said(f"Order {n} went to city {n % 3}", str(n), cosine=n / 10, before=str(n - 1)) for n in range(9)]
    fitted = features.weights()
    assert {*fitted} == {*FEATURES, "bias"}
    for task in ("Where did order 4 go?", "Order 4 is there. What about the others?"):
        result = relevance(task, texts, vectors, NOW)
        assert result.features.shape == (9, len(FEATURES))
        assert ((result.features >= 0) & (result.features <= 1 + 1e-9)).all()
        total = result.features @ np.array([fitted[name] for name in FEATURES]) + fitted["bias"]
        assert result.scores == pytest.approx(1 / (1 + np.exp(-total)))
        assert ((result.covered >= 0) & (result.covered <= 1.0001)).all()


@pytest.mark.parametrize("task", ["", "???", "the of and", "日本語の質問", "x" * 5_000, "\x00"])
@pytest.mark.parametrize("content", ["", "?!", "the", "日本語のテキスト", "word " * 2_000])
async def test_nothing_strange_breaks_it(vectors: WordVectors, task: str, content: str) -> None:
    texts = [said(content, "a"), said(content, "b", cosine=None), said("plain", "c", speaker=None, session=None)]
    assert len(scores(task, texts, vectors)) == 3
    assert all(np.isfinite(scores(task, texts, vectors)))
    assert scores(task, [], vectors) == []


@pytest.mark.parametrize(
    ("task", "goes"),
    [("When did she leave?", False), ("I'm back. What now?", True), ("Set up the project", True), ("Why? ", False)],
)
def test_a_message_that_continues_something_is_told_from_a_question(task: str, goes: bool) -> None:
    assert goes_on(task) is goes


def test_the_different_words_of_a_task_are_searched_for_and_not_too_many() -> None:
    assert task_words("The fence and the gate, the fence!") == ["fence", "gate"]
    assert len(task_words(" ".join(f"thing{n}" for n in range(200)))) == 60


def test_forms_of_a_word_have_one_stem_and_function_words_are_no_words() -> None:
    for common, forms in {"paint": "paints painted painting", "run": "running runs", "studi": "studies study"}.items():
        assert {stem(word) for word in forms.split()} == {common}
    assert words_of("What did the cat do with it?") == ["cat"]
