"""Scenario files as the examples of a LangSmith dataset."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from langsmith import Client
from langsmith.schemas import Example, ExampleCreate, ExampleUpdate
from langsmith.utils import LangSmithNotFoundError

from memorist.evals.scenarios.variation.vary import Variant

DATASET = "memorist-scenarios"
DESCRIPTION = "Reference scenarios of memorist: what happens, and what must be so afterwards."


def inputs_of(plan: Variant) -> dict[str, Any]:
    """A whole scenario, as it stands in its file; ``variant`` is 0 for the file itself."""
    return {"scenario": plan.scenario.model_dump(mode="json", exclude_unset=True), "variant": plan.number}


def reference_of(plan: Variant) -> dict[str, Any]:
    """Return the expectations with their reasons, by checkpoint."""
    return {"checkpoints": {checkpoint.id: checkpoint.why for checkpoint in plan.scenario.checkpoints}}


def example_id(dataset: UUID, plan: Variant) -> UUID:
    """The same for the same plan, so that a second run finds the example of the first."""
    return uuid5(dataset, plan.label)


def local_examples(name: str, plans: Sequence[Variant]) -> list[Example]:
    """The examples as a dataset of that name would hold them, without one."""
    dataset = uuid5(NAMESPACE_URL, f"memorist:{name}")
    now = datetime.now(UTC)
    return [
        Example(
            id=example_id(dataset, plan),
            dataset_id=dataset,
            inputs=inputs_of(plan),
            outputs=reference_of(plan),
            metadata=_metadata(plan),
            created_at=now,
            modified_at=now,
        )
        for plan in plans
    ]


def synchronised(client: Client, name: str, plans: Sequence[Variant]) -> list[Example]:
    """Bring the dataset ``name`` in line with the files; the examples of these plans, in their order.

    The dataset is created where there is none. What is in it beyond ``plans`` stays.
    Raises what the client raises (``langsmith.utils.LangSmithError``).
    """
    try:
        dataset = client.read_dataset(dataset_name=name)
    except LangSmithNotFoundError:
        dataset = client.create_dataset(name, description=DESCRIPTION)
    wanted = {example_id(dataset.id, plan): plan for plan in plans}
    there = {example.id: example for example in client.list_examples(dataset_id=dataset.id, example_ids=[*wanted])}
    content = {id_: {"inputs": inputs_of(plan), "metadata": _metadata(plan)} for id_, plan in wanted.items()}
    if missing := [id_ for id_ in wanted if id_ not in there]:
        new = [ExampleCreate(id=i, reference_outputs=reference_of(wanted[i]), **content[i]) for i in missing]
        client.create_examples(dataset_id=dataset.id, examples=new)
    if changed := [
        id_
        for id_, example in there.items()
        if (example.inputs, example.outputs) != (inputs_of(wanted[id_]), reference_of(wanted[id_]))
    ]:
        updates = [ExampleUpdate(id=i, outputs=reference_of(wanted[i]), **content[i]) for i in changed]
        client.update_examples(dataset_id=dataset.id, updates=updates)
    now = {example.id: example for example in client.list_examples(dataset_id=dataset.id, example_ids=[*wanted])}
    return [now[id_] for id_ in wanted]


def _metadata(plan: Variant) -> dict[str, Any]:
    return {"scenario": plan.scenario.name, "title": plan.scenario.title, "changes": [*plan.told()]}
