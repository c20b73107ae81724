"""A record has one digest, whichever database holds it."""

from random import Random

from memorist.memory_store.moving.record import Digest, NodeRecord


def digest_of(confidence: float) -> str:
    digest = Digest()
    digest.add([NodeRecord("Entity", ("Entity",), {"uuid": "a", "confidence": confidence})])
    return digest.text


def test_a_number_that_falkordb_answers_with_fifteen_digits_is_the_same_number() -> None:
    choose = Random(1)
    numbers = [0.26714363299953514, *(choose.random() for _ in range(2_000))]
    assert [n for n in numbers if digest_of(n) != digest_of(float(f"{n:.15g}"))] == []


def test_a_number_that_differs_is_another() -> None:
    assert digest_of(0.85) != digest_of(0.8500001)
