"""One case after the other: memories and tasks in the order of their times."""

from memorist.evals.prompts.case import PromptCase, PromptLine, Task
from memorist.evals.prompts.fill import Writer
from memorist.evals.prompts.score import PromptScore, score_prompt
from memorist.graphs.retrieval import build_retrieval
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.retrieval.result import Recall
from memorist.nodes.retrieval.state import RetrievalContext


async def ask_case(store: Store, group: str, case: PromptCase) -> list[PromptScore]:
    """Write what is known by the time of each task, then ask it; one result a task, in the order of their times."""
    writer, graph = Writer(store, group), build_retrieval(store)
    told: list[PromptScore] = []
    happened: list[PromptLine | Task] = [*case.memories, *case.tasks]
    for one in sorted(happened, key=lambda each: (each.at, isinstance(each, Task))):
        if isinstance(one, PromptLine):
            await writer.write([one])
            continue
        scope = Scope(group_id=group, user_id=one.user)
        context = RetrievalContext(**scope.model_dump(), now=one.at, record_access=False)
        answer = await graph.ainvoke({"task": one.task}, context=context, output_keys=["recall"])
        told.append(score_prompt(case, one, Recall.model_validate(answer["recall"]), writer.ids))
    return told
