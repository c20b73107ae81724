"""``memorist bench requests``: rules, what ends them and wishes to forget in plain words, and what sounds like them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Literal

from pydantic import Field
from rich.console import RenderableType

from memorist.api.memory import AsyncMemory
from memorist.evals.benchmark import START, Benchmark, Figures
from memorist.evals.case_file import CasePart, Identified, Words
from memorist.evals.conversation import DatedTurn, tell_turns
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import RULE_TYPES
from memorist.memory_store.store import Store

FIRST_DAY = START + timedelta(days=60, hours=9)
ABOUT_EVERYTHING = "What do you know about me?"


class RequestCase(Identified):
    """A message of a person, with what they said on the days before it.

    Args:
        kind: the message makes a rule, only sounds like one, lifts one that was made before, only touches one, or asks
            to forget something.
        before: what was said before it, a message a day.
        gone: words that must not be in a prompt after it; of a lifted rule: among the constraints.
        stays: words that must be; of a rule that is only touched: among the constraints.
    """

    kind: Literal["rule", "lookalike", "lift", "exception", "wish"]
    before: tuple[str, ...] = ()
    text: str = Field(min_length=1)
    gone: Words = ()
    stays: Words = ()


class RequestScore(CasePart):
    """Outcome of a case; ``lifted``: a rule that was made before binds no longer; ``named``: an input that is meant is
    among the nearest that the answer names."""

    case: str
    kind: str
    bound: bool
    lifted: bool
    heard: bool
    hidden: bool
    exact: bool
    named: bool


async def requested(case: RequestCase, store: Store, clock: VirtualClock, group: str) -> list[RequestScore]:
    """Tell what was said before, then the message a week later, and ask about everything."""
    memory = AsyncMemory(store, Scope(group_id=group, user_id="ana"))
    turns = [
        DatedTurn(at=FIRST_DAY + timedelta(days=day), role="user", content=said)
        for day, said in enumerate((*case.before, case.text))
    ]
    later = turns[-1].model_copy(update={"at": turns[-1].at + timedelta(days=7)})
    await tell_turns(turns[:-1], memory, clock)
    before = await _rules(memory)
    [result] = await tell_turns([later], memory, clock)
    nearest = result.forget.may_mean if result.forget else ()
    ended = before - await _rules(memory)
    prompt = (await memory.recall(ABOUT_EVERYTHING)).prompt.casefold()
    hidden = case.kind == "wish" and not any(word in prompt for word in case.gone)
    score = RequestScore(
        case=case.id,
        kind=case.kind,
        bound=any(one.type in RULE_TYPES for one in result.memories),
        lifted=any(word in rule for word in (*case.gone, *case.stays) for rule in ended),
        heard=result.forget is not None,
        hidden=hidden,
        exact=hidden and all(word in prompt for word in case.stays),
        named=not hidden and any(word in one.content.casefold() for one in nearest for word in case.gone),
    )
    return [score]


async def _rules(memory: AsyncMemory) -> set[str]:
    """The words of the rules and policies that bind."""
    held = await memory.list(limit=100)
    return {one.content.casefold() for one in held if one.type in RULE_TYPES}


def total(_: Sequence[RequestCase], scores: Sequence[RequestScore]) -> Figures:
    """Count cases by kind and outcome."""
    kinds = Counter(score.kind for score in scores)
    bound = Counter(score.kind for score in scores if score.bound)
    lifted = Counter(score.kind for score in scores if score.lifted)
    return {
        "rules": kinds["rule"],
        "bound": bound["rule"],
        "lookalikes": kinds["lookalike"],
        "wrongly_bound": bound["lookalike"],
        "lifts": kinds["lift"],
        "lifted": lifted["lift"],
        "exceptions": kinds["exception"],
        "wrongly_lifted": lifted["exception"],
        "wishes": kinds["wish"],
        "heard": sum(score.heard for score in scores if score.kind == "wish"),
        **{name: sum(getattr(score, name) for score in scores) for name in ("hidden", "exact", "named")},
    }


def _shown(_: str, total: Figures) -> Iterator[RenderableType]:
    yield (
        f"{total['bound']} of {total['rules']} rules bind, {total['wrongly_bound']} of {total['lookalikes']} "
        f"look-alikes; {total['lifted']} of {total['lifts']} lifted rules end, {total['wrongly_lifted']} of "
        f"{total['exceptions']} others; {total['heard']} of {total['wishes']} wishes to forget are heard: "
        f"{total['hidden']} hide what is meant, {total['exact']} nothing else; {total['named']} more name it among the "
        "nearest inputs"
    )


def _faults(score: RequestScore) -> Iterator[str]:
    right = {
        "rule": score.bound,
        "lookalike": not score.bound,
        "lift": score.lifted,
        "exception": not score.lifted,
        "wish": score.exact,
    }
    if not right[score.kind]:
        yield f"not as expected: {score.case}"


REQUESTS = Benchmark(
    about="Tell a memory rules, look-alikes and wishes to forget, without a model; see what binds and what is hidden.",
    case=RequestCase,
    measure=requested,
    total=total,
    shown=_shown,
    faults=_faults,
)
