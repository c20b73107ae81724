"""What failed several times in a row is left alone for a while."""

from memorist.nodes.ingestion.extract.chain.breaker import Breaker


class Seconds:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_it_opens_after_so_many_failures_in_a_row_and_closes_with_a_success() -> None:
    clock = Seconds()
    breaker = Breaker(failures=2, pause=60, clock=clock)
    breaker.failed("slow")
    breaker.succeeded()
    breaker.failed("slow")
    assert not breaker.is_open
    breaker.failed("slow again")
    assert breaker.is_open
    assert breaker.reason == "slow again"
    clock.now = 61
    assert not breaker.is_open
    breaker.failed("still slow")
    assert breaker.is_open, "after a pause one failure is enough"
    clock.now = 200
    breaker.succeeded()
    breaker.failed("slow")
    assert not breaker.is_open


def test_what_is_not_there_at_all_opens_it_at_once() -> None:
    breaker = Breaker(failures=5, pause=60, clock=Seconds())
    breaker.failed("not reachable", lasting=True)
    assert breaker.is_open
