"""Ranking turns of past conversations, as a pure function."""

from datetime import UTC, datetime, timedelta

import pytest

from memorist.memory_store.embedders.words import WordVectors, word_vectors
from memorist.memory_store.reading import TurnFound
from memorist.nodes.language.lexical import stem, words_of
from memorist.nodes.retrieval.answerability import told_of_oneself
from memorist.nodes.retrieval.turns import WEIGHTS, RankedTurn, goes_on, rank_turns, weights_for, without

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def turn(id_: str, content: str, *, cosine: float = 0.5, **more: object) -> TurnFound:
    given: dict[str, object] = {"speaker": "Ada", "session": "s", "at": NOW - timedelta(days=3), "before": None}
    return TurnFound(id=id_, content=content, cosine=cosine, **{**given, **more})  # pyright: ignore[reportArgumentType]


@pytest.fixture
async def vectors() -> WordVectors:
    return await word_vectors()


def best(ranked: list[RankedTurn]) -> str:
    return ranked[0].turn.id


def by_id(ranked: list[RankedTurn]) -> dict[str, RankedTurn]:
    return {r.turn.id: r for r in ranked}


async def test_words_in_another_form_count(vectors: WordVectors) -> None:
    turns = [turn("a", "I painted the fence green"), turn("b", "I sold the car to a friend")]
    assert best(rank_turns("What about painting fences?", turns, vectors, NOW)) == "a"


async def test_words_of_like_meaning_count_where_none_is_shared(vectors: WordVectors) -> None:
    turns = [turn("a", "Our physician gave me tablets"), turn("b", "The curtains hang crooked again")]
    ranked = by_id(rank_turns("Which doctor prescribed medicine?", turns, vectors, NOW))
    assert ranked["a"].parts["words"] == ranked["b"].parts["words"] == 0
    assert ranked["a"].coverage > ranked["b"].coverage


async def test_the_one_who_is_asked_about_comes_first(vectors: WordVectors) -> None:
    turns = [turn("b", "I went hiking on Sunday", speaker="Bob"), turn("a", "I went hiking on Sunday", speaker="Ada")]
    assert best(rank_turns("Where did Ada go hiking?", turns, vectors, NOW)) == "a"
    assert best(rank_turns("Where did Bob go hiking?", turns, vectors, NOW)) == "b"


async def test_who_did_not_do_it_is_no_answer_however_much_another_tells(vectors: WordVectors) -> None:
    turns = [
        turn("b", "I adopted a puppy from the shelter last May.", speaker="Bob"),
        turn("a", "You adopted a puppy from the shelter! I only water my plants.", speaker="Ada"),
        turn("q", "Which puppy did the shelter give you in May?", speaker="Ada"),
    ]
    right = by_id(rank_turns("When did Bob adopt a puppy from the shelter?", turns, vectors, NOW))
    wrong = by_id(rank_turns("When did Ada adopt a puppy from the shelter?", turns, vectors, NOW))
    assert right["b"].answers > 0.8
    assert right["a"].answers == right["q"].answers == wrong["b"].answers == 0
    assert max(wrong["a"].answers, wrong["q"].answers) < 0.2
    asked_of_nobody = by_id(rank_turns("When was a puppy adopted from the shelter?", turns, vectors, NOW))
    assert asked_of_nobody["b"].answers > 0.8


async def test_a_person_who_is_alone_or_only_named_is_judged_by_what_is_spoken_of(vectors: WordVectors) -> None:
    alone = [turn("a", "I adopted a puppy from the shelter"), turn("b", "The curtains hang crooked")]
    ranked = by_id(rank_turns("When did Ada adopt a puppy?", alone, vectors, NOW))
    assert ranked["a"].answers > 0.5 > ranked["b"].answers
    two = [turn("a", "Ada is my name"), turn("b", "Hello there", speaker="Bob")]
    assert by_id(rank_turns("Ada?", two, vectors, NOW))["a"].answers > 0.8


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("I painted a fence. Did you like it?", "painted fence"),
        ("Your fence is green! You and I should paint mine.", "paint mine"),
        ("You painted it", ""),
        ("The fence is green\nWas it you?", "fence green"),
        ("", ""),
    ],
)
def test_a_turn_tells_of_the_one_who_speaks_unless_it_asks_or_speaks_of_the_listener(said: str, words: str) -> None:
    assert " ".join(told_of_oneself(said)) == words


async def test_an_answer_beside_its_question_is_found_by_the_question(vectors: WordVectors) -> None:
    turns = [
        turn("q", "Which frame did you choose for the sunrise painting?", cosine=0.9),
        turn("a", "Oak, it was cheap", cosine=0.1, before="q"),
        turn("z", "Oak, it was cheap", cosine=0.1, session="other"),
    ]
    ranked = rank_turns("Which frame has the sunrise painting?", turns, vectors, NOW)
    assert [r.turn.id for r in ranked].index("a") < [r.turn.id for r in ranked].index("z")


async def test_asked_when_a_turn_that_says_when_comes_first(vectors: WordVectors) -> None:
    turns = [turn("b", "I met the landlord in the hall"), turn("a", "I met the landlord in the hall yesterday")]
    assert by_id(rank_turns("When did Ada meet the landlord?", turns, vectors, NOW))["a"].parts["time"] == 1
    assert by_id(rank_turns("Who met the landlord?", turns, vectors, NOW))["a"].parts["time"] == 0


async def test_what_is_recent_counts_for_a_message_that_goes_on_with_something(vectors: WordVectors) -> None:
    old, new = turn("a", "The draft is done", at=NOW - timedelta(days=90)), turn("b", "The draft is done")
    message = by_id(rank_turns("The draft is done now. What next?", [old, new], vectors, NOW))
    assert message["b"].score > message["a"].score
    question = by_id(rank_turns("Is the draft done?", [old, new], vectors, NOW))
    assert question["b"].score == question["a"].score


async def test_every_part_of_a_score_is_told_and_adds_up(vectors: WordVectors) -> None:
    turns = [turn(str(n), f"Order {n} went to city {n % 3}", cosine=n / 10, before=str(n - 1)) for n in range(9)]
    for task in ("Where did order 4 go?", "Order 4 is there. What about the others?"):
        weights = weights_for(task)
        for ranked in rank_turns(task, turns, vectors, NOW):
            assert set(ranked.parts) == set(weights) == set(WEIGHTS)
            assert all(0 <= part <= 1 for part in ranked.parts.values())
            assert ranked.score == pytest.approx(sum(weights[n] * p for n, p in ranked.parts.items()), abs=0.01)
            assert 0 <= ranked.coverage <= 1.0001


async def test_a_part_that_is_left_out_counts_nothing_whatever_the_task(vectors: WordVectors) -> None:
    turns = [turn(str(n), f"Order {n} went to city {n % 3}", cosine=n / 10) for n in range(9)]
    task = "Order 4 is there. What about the others?"
    with without("session", "cosine"):
        assert not {"session", "cosine"} & weights_for(task).keys()
        left = by_id(rank_turns(task, turns, vectors, NOW))
    whole = by_id(rank_turns(task, turns, vectors, NOW))
    assert all(left[id_].score < whole[id_].score for id_ in "345")
    with pytest.raises(KeyError), without("charm"):
        pass


@pytest.mark.parametrize("task", ["", "???", "the of and", "日本語の質問", "x" * 5_000, "\x00"])
@pytest.mark.parametrize("content", ["", "?!", "the", "日本語のテキスト", "word " * 2_000])
async def test_nothing_strange_breaks_it(vectors: WordVectors, task: str, content: str) -> None:
    turns = [turn("a", content), turn("b", content, cosine=0.2), turn("c", "plain", speaker=None, session=None)]
    assert len(rank_turns(task, turns, vectors, NOW)) == 3
    assert rank_turns(task, [], vectors, NOW) == []


async def test_the_order_is_the_same_every_time(vectors: WordVectors) -> None:
    turns = [turn(id_, "The same words") for id_ in "cab"]
    assert [r.turn.id for r in rank_turns("same words", turns, vectors, NOW)] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("task", "goes"),
    [("When did she leave?", False), ("I'm back. What now?", True), ("Set up the project", True), ("Why? ", False)],
)
def test_a_message_is_told_from_a_question(task: str, goes: bool) -> None:
    assert goes_on(task) is goes


@pytest.mark.parametrize(
    ("forms", "common"),
    [("paint paints painted painting", "paint"), ("running runs", "run"), ("studies studied study", "studi")],
)
def test_forms_of_a_word_have_one_stem(forms: str, common: str) -> None:
    assert {stem(word) for word in forms.split()} == {common}


def test_function_words_are_no_words() -> None:
    assert words_of("What did the cat do with it?") == ["cat"]
