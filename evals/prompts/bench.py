"""``memorist bench prompts``: whether the prompts of tasks hold what they must and nothing that they must not."""

from collections.abc import Iterator, Mapping, Sequence

from pydantic import Field
from rich.console import RenderableType

from memorist.evals.benchmark import Benchmark, Figures
from memorist.evals.case_file import CasePart, Identified
from memorist.evals.figures import median_of, share
from memorist.evals.prompts.writer import PromptLine, Writer
from memorist.evals.retrieval.baselines import Bm25
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.domain.clock import UtcTime, VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.assemble import TITLES
from memorist.nodes.retrieval.fence import fenced_task
from memorist.nodes.retrieval.result import Recall
from memorist.nodes.retrieval.state import RetrievalContext
from memorist.nodes.token_count import count_text


class Task(CasePart):
    """A task and the lines of its prompt, each named by the id of a memory or by a part of the line.

    Args:
        at: when it is asked.
        user: for whom.
        must: without these the task goes wrong.
        may: neither counted for nor against.
        must_not: what misleads, or is none of the asker's business.
        why: in words.
    """

    id: str = Field(min_length=1)
    at: UtcTime
    user: str | None = None
    task: str
    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    why: str = ""


class PromptCase(Identified):
    """One memory with its tasks; ``persona`` says whose it is."""

    persona: str = ""
    users: tuple[str, ...] = ()
    memories: tuple[PromptLine, ...] = Field(min_length=1)
    tasks: tuple[Task, ...] = Field(min_length=1)


class PromptScore(CasePart):
    """One prompt.

    Args:
        missing: lines that must be there and are not.
        wrong: lines that must not be there and are.
        tokens: of the whole prompt.
        beside: of what is recalled beside the rules.
        by_bm25: how many of the must and must-not lines stand in as many tokens filled by BM25.
        by_bm25_lines: the same of as many lines chosen by BM25.
        lines: those of the prompt.
    """

    case: str
    task: str
    asked: str
    must: int
    must_not: int
    missing: tuple[str, ...]
    wrong: tuple[str, ...]
    tokens: int
    beside: int
    by_bm25: tuple[int, int]
    by_bm25_lines: tuple[int, int]
    lines: tuple[str, ...]


async def asked_about(case: PromptCase, store: Store, clock: VirtualClock, group: str) -> list[PromptScore]:
    """Write what is known by the time of each task, then ask it; one result a task, in the order of their times."""
    writer, graph = Writer(store, group), build_retrieval(store)
    told: list[PromptScore] = []
    happened: list[PromptLine | Task] = [*case.memories, *case.tasks]
    for one in sorted(happened, key=lambda each: (each.at, isinstance(each, Task))):
        if isinstance(one, PromptLine):
            await writer.write(one)
            continue
        scope = Scope(group_id=group, user_id=one.user)
        context = RetrievalContext(**scope.model_dump(), now=one.at, record_access=False)
        answer = await graph.ainvoke({"task": one.task}, context=context, output_keys=["recall"])
        told.append(score_prompt(case, one, Recall.model_validate(answer["recall"]), writer.ids))
    return told


def score_prompt(case: PromptCase, task: Task, recall: Recall, ids: Mapping[str, str]) -> PromptScore:
    """Compare a prompt with its task; ``ids`` names the memory of each line."""
    content = {line.id: line.content for line in case.memories}
    cited = set(recall.citations)
    text = "\n".join(item.content for section in recall.sections for item in section.items).casefold()

    def there(line: str) -> bool:
        return ids.get(line) in cited or content.get(line, line).casefold() in text

    rules = sum(section.tokens for section in recall.sections if section.title == TITLES["constraints"])
    beside = max(0, recall.tokens - rules - count_text(fenced_task(task.task)) - count_text("## Task"))
    return PromptScore(
        case=case.id,
        task=task.id,
        asked=task.task,
        must=len(task.must),
        must_not=len(task.must_not),
        missing=tuple(content.get(line, line) for line in task.must if not there(line)),
        wrong=tuple(content.get(line, line) for line in task.must_not if there(line)),
        tokens=recall.tokens,
        beside=beside,
        by_bm25=_bm25(case, task, tokens=beside + rules),
        by_bm25_lines=_bm25(case, task, lines=sum(len(section.items) for section in recall.sections)),
        lines=tuple(f"{section.title}: {item.content}" for section in recall.sections for item in section.items),
    )


def _bm25(case: PromptCase, task: Task, *, tokens: int | None = None, lines: int | None = None) -> tuple[int, int]:
    """Return the numbers of required and forbidden lines that BM25 chooses within a number of tokens or of lines."""
    known = [line for line in case.memories if line.at <= task.at]
    chosen: list[str] = []
    scores = Bm25([line.content for line in known]).scores(task.task)
    for place in sorted(range(len(known)), key=lambda place: -scores[place])[:lines]:
        if tokens is not None:
            tokens -= count_text(f"- {known[place].content}")
            if tokens < 0:
                break
        chosen.append(known[place].id)
    said = "\n".join(line.content for line in known if line.id in chosen).casefold()
    return tuple(sum(one in chosen or one.casefold() in said for one in lines) for lines in (task.must, task.must_not))  # pyright: ignore[reportReturnType]


def total(cases: Sequence[PromptCase], told: Sequence[PromptScore]) -> Figures:
    """Sum up: shares from 0 to 1, tokens as medians.

    - ``must`` and ``must_not``: of the lines that must and must not be there, those that are;
    - ``whole``: of the tasks that need some, those with all of them;
    - ``bm25_*``: both of BM25 with as many tokens, ``bm25_*_lines`` with as many lines, which are shorter: those of a
      prompt say since when they hold;
    - ``tokens_for_nothing``: beside the rules, where nothing must be told.
    """
    must, must_not = sum(one.must for one in told), sum(one.must_not for one in told)
    needing = [one for one in told if one.must]
    tokens = sorted(one.tokens for one in told)
    return {
        "cases": len(cases),
        "tasks": len(told),
        "must": share(must - sum(len(one.missing) for one in told), must),
        "must_not": share(sum(len(one.wrong) for one in told), must_not),
        "whole": share(sum(not one.missing for one in needing), len(needing)),
        "bm25_must": share(sum(one.by_bm25[0] for one in told), must),
        "bm25_must_not": share(sum(one.by_bm25[1] for one in told), must_not),
        "bm25_must_lines": share(sum(one.by_bm25_lines[0] for one in told), must),
        "bm25_must_not_lines": share(sum(one.by_bm25_lines[1] for one in told), must_not),
        "tokens": median_of(tokens),
        "tokens_p95": float(tokens[int(0.95 * (len(tokens) - 1))]),
        "tokens_for_nothing": median_of(one.beside for one in told if not one.must),
    }


def _shown(name: str, total: Figures) -> Iterator[RenderableType]:
    yield (
        f"{total['tasks']} tasks over {total['cases']} memories of {name}: {total['must']:.3f} of what must be told is "
        f"(BM25 with as many tokens {total['bm25_must']:.3f}, with as many lines {total['bm25_must_lines']:.3f}), all "
        f"of it to {total['whole']:.3f}; {total['must_not']:.3f} of what must not (BM25 {total['bm25_must_not']:.3f} "
        f"and {total['bm25_must_not_lines']:.3f}); median {total['tokens']:.0f} tokens, p95 {total['tokens_p95']:.0f}; "
        f"{total['tokens_for_nothing']:.0f} beside the rules where nothing must be told"
    )


def _faults(one: PromptScore) -> Iterator[str]:
    if one.missing or one.wrong:
        yield f"\n{one.case} {one.task}: {one.asked} ({one.tokens} tokens)"
        yield from (f"  missing: {line}" for line in one.missing)
        yield from (f"  must not: {line}" for line in one.wrong)


PROMPTS = Benchmark(
    about="Write memories, ask tasks, and compare each prompt with the lines that it must and must not hold.",
    case=PromptCase,
    measure=asked_about,
    total=total,
    shown=_shown,
    faults=_faults,
)
