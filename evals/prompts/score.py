"""Shares of the required and of the forbidden lines that a prompt holds, and its tokens."""

from collections.abc import Mapping, Sequence

from memorist.evals.case_file import CasePart
from memorist.evals.figures import median_of, share
from memorist.evals.prompts.case import PromptCase, Task
from memorist.evals.retrieval.baselines import Bm25
from memorist.nodes.retrieval.assemble import TITLES
from memorist.nodes.retrieval.fence import fenced_task
from memorist.nodes.retrieval.result import Recall
from memorist.nodes.token_count import count_text


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


class PromptTotal(CasePart):
    """All prompts; shares from 0 to 1, tokens as medians.

    Args:
        must: of the lines that must be there, those that are.
        must_not: of the lines that must not be there, those that are.
        bm25_must: both of BM25 with as many tokens.
        bm25_must_lines: both of BM25 with as many lines, which are shorter: those of a prompt say since when they hold.
        tokens_for_nothing: beside the rules, where nothing must be told.
    """

    cases: int
    tasks: int
    must: float
    must_not: float
    whole: float
    bm25_must: float
    bm25_must_not: float
    bm25_must_lines: float
    bm25_must_not_lines: float
    tokens: float
    tokens_p95: float
    tokens_for_nothing: float


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


def total_of(cases: int, told: Sequence[PromptScore]) -> PromptTotal:
    """Sum up."""
    must, must_not = sum(one.must for one in told), sum(one.must_not for one in told)
    tokens = sorted(one.tokens for one in told)
    return PromptTotal(
        cases=cases,
        tasks=len(told),
        must=share(must - sum(len(one.missing) for one in told), must),
        must_not=share(sum(len(one.wrong) for one in told), must_not),
        whole=share(sum(not one.missing for one in told if one.must), sum(1 for one in told if one.must)),
        bm25_must=share(sum(one.by_bm25[0] for one in told), must),
        bm25_must_not=share(sum(one.by_bm25[1] for one in told), must_not),
        bm25_must_lines=share(sum(one.by_bm25_lines[0] for one in told), must),
        bm25_must_not_lines=share(sum(one.by_bm25_lines[1] for one in told), must_not),
        tokens=median_of(tokens),
        tokens_p95=tokens[int(0.95 * (len(tokens) - 1))] if tokens else 0,
        tokens_for_nothing=median_of(one.beside for one in told if not one.must),
    )
