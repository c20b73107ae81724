"""Learn: what a person answered goes into the memory through the ingestion graph."""

from typing import Any

from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from memorist.memory_store.domain.errors import MemoristError
from memorist.nodes.contexts import context_as
from memorist.nodes.homeostasis.result import ClarifyQuestion
from memorist.nodes.homeostasis.state import HomeostasisContext, HomeostasisState
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.ingestion.state import IngestionContext

type Ingestion = CompiledStateGraph[Any, Any, Any, Any]
"""The ingestion graph."""


async def learn(state: HomeostasisState, runtime: Runtime[HomeostasisContext], ingestion: Ingestion) -> dict[str, Any]:
    """Ingest the answer; a failure is named, and the answer stays in the assessment."""
    context = context_as(HomeostasisContext, runtime.context)
    question = ClarifyQuestion.model_validate(state["question"])
    identity = {name: getattr(context, name) for name in ("group_id", "agent_id", "user_id", "session_id", "now")}
    try:
        answer = await ingestion.ainvoke({"input": state["to_learn"]}, context=IngestionContext(**identity))
    except MemoristError as error:
        return {"failed": [*state["failed"], {"channel": "learn", "error": str(error)}]}
    result = IngestResult.model_validate(answer["result"])
    if result.error is not None:
        return {"failed": [*state["failed"], {"channel": "learn", "error": result.error.message}]}
    learned = tuple(m.content for m in result.memories if m.type != "episodic")
    return {"question": question.model_copy(update={"learned": learned}).model_dump(mode="json")}
