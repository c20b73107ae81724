"""``memorist bench requests``: rules and wishes to forget in plain words, and what only sounds like them."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from pydantic import Field

from memorist.evals.case_file import CasePart, Identified, Words, read_cases
from memorist.evals.errors_told import errors_told
from memorist.evals.options import AsJson, StoreOption, TotalsOnly

if TYPE_CHECKING:
    from memorist.memory_store.domain.clock import VirtualClock
    from memorist.memory_store.store import Store

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
ABOUT_EVERYTHING = "What do you know about me?"


class RequestCase(Identified):
    """A message of a person, with what they said on the days before it.

    Args:
        kind: whether the message makes a rule, only sounds like one, or asks to forget something.
        before: what was said before it, a message a day.
        gone: words that must not be in a prompt after it.
        stays: words that must be.
    """

    kind: Literal["rule", "lookalike", "wish"]
    before: tuple[str, ...] = ()
    text: str = Field(min_length=1)
    gone: Words = ()
    stays: Words = ()


class RequestScore(CasePart):
    """Outcome of a case; ``named``: an input that is meant is among the nearest that the answer names."""

    case: str
    kind: str
    bound: bool
    heard: bool
    hidden: bool
    exact: bool
    named: bool


class RequestTotal(CasePart):
    """Numbers of cases."""

    rules: int
    bound: int
    lookalikes: int
    wrongly_bound: int
    wishes: int
    heard: int
    hidden: int
    exact: int
    named: int


def requests(
    data: Annotated[Path, typer.Option(help="JSON lines: {id, kind, before, text, gone, stays}.", dir_okay=False)],
    store: StoreOption = None,
    totals_only: TotalsOnly = False,
    as_json: AsJson = False,
) -> None:
    """Tell a memory rules, look-alikes and wishes to forget, without a model; see what binds and what is hidden."""
    from memorist.evals.each_case import each_case, echo_totals

    with errors_told():
        cases = read_cases(data, RequestCase)
        scores = each_case(cases, _scored, name="requests", start=START, store=store)
    total = total_of(scores)
    if as_json:
        echo_totals(data, total, None if totals_only else [score.model_dump() for score in scores])
        return
    typer.echo(
        f"{total.bound} of {total.rules} rules bind, {total.wrongly_bound} of {total.lookalikes} look-alikes; "
        f"{total.heard} of {total.wishes} wishes to forget are heard: {total.hidden} hide what is meant, {total.exact} "
        f"nothing else; {total.named} more name it among the nearest inputs"
    )
    wrong = [s.case for s in scores if not {"rule": s.bound, "lookalike": not s.bound, "wish": s.exact}[s.kind]]
    if wrong and not totals_only:
        typer.echo(f"not as expected: {', '.join(wrong)}")


def total_of(scores: list[RequestScore]) -> RequestTotal:
    """Count the outcomes."""
    kinds = Counter(score.kind for score in scores)
    bound = Counter(score.kind for score in scores if score.bound)
    return RequestTotal(
        rules=kinds["rule"],
        bound=bound["rule"],
        lookalikes=kinds["lookalike"],
        wrongly_bound=bound["lookalike"],
        wishes=kinds["wish"],
        heard=sum(score.heard for score in scores if score.kind == "wish"),
        hidden=sum(score.hidden for score in scores),
        exact=sum(score.exact for score in scores),
        named=sum(score.named for score in scores),
    )


async def _scored(case: RequestCase, store: "Store", clock: "VirtualClock", group: str) -> RequestScore:
    from memorist.api.memory import AsyncMemory
    from memorist.evals.conversation import DatedTurn, tell_turns
    from memorist.memory_store.domain.scope import Scope
    from memorist.nodes.matching.targets import RULES

    memory = AsyncMemory(store, Scope(group_id=group, user_id="ana"))
    days = (START + timedelta(days=day) for day in range(len(case.before)))
    turns = [DatedTurn(at=at, role="user", content=said) for at, said in zip(days, case.before, strict=True)]
    await tell_turns(turns, memory, clock, lambda turn: f"{turn.at:%Y-%m-%d}")
    clock.move_to(START + timedelta(days=len(case.before) + 7))
    (result,) = await memory.ingest({"kind": "turn", "role": "user", "content": case.text})
    if result.error is not None:
        raise RuntimeError(f"case {case.id}: {result.error.message}")
    nearest = result.forget.may_mean if result.forget else ()
    prompt = (await memory.recall(ABOUT_EVERYTHING)).prompt.casefold()
    hidden = case.kind == "wish" and not any(word in prompt for word in case.gone)
    return RequestScore(
        case=case.id,
        kind=case.kind,
        bound=any(one.type in RULES for one in result.memories),
        heard=result.forget is not None,
        hidden=hidden,
        exact=hidden and all(word in prompt for word in case.stays),
        named=not hidden and any(word in one.content.casefold() for one in nearest for word in case.gone),
    )
