"""The stores of a scenario: an open memory for each of its groups, all on one clock."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory

from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.api.opening import open_memory
from memorist.evals.place import PATIENT
from memorist.evals.scenarios.basics import READERS
from memorist.evals.scenarios.model import Scenario
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.settings import read_settings
from memorist.nodes.persona.file import PersonaFile

LONGEST_GROUP = 63


@dataclass(frozen=True)
class Places:
    """The open memories of a replay.

    Args:
        url: of the store, as it was given: whoever opens it once more needs all of it.
        main: the scenario's own group.
        others: by the names in ``given.others``.
        personas: files that were written, by the id of the event.
    """

    url: str
    main: OpenMemory
    others: Mapping[str, OpenMemory] = field(default_factory=dict[str, OpenMemory])
    personas: dict[str, PersonaFile] = field(default_factory=dict[str, PersonaFile])

    def at(self, group: str | None) -> OpenMemory:
        """The memory of a group of the scenario; null: its own."""
        return self.main if group is None else self.others[group]


@asynccontextmanager
async def opened(scenario: Scenario, url: str, *, group: str, readers: str = READERS) -> AsyncGenerator[Places]:
    """Open the store for the scenario's first agent and user in each of its groups, the clock put to the beginning.

    ``group`` takes the place of ``given.group``, and begins the names of the others; ``readers`` as in the settings.
    """
    given, clock = scenario.given, VirtualClock(scenario.given.clock)
    with TemporaryDirectory(prefix="memorist-") as folder:
        settings = read_settings(budget_total=given.token_budget, readers=readers, rule_snapshots=folder, **PATIENT)
        async with AsyncExitStack() as stack:

            async def enter(name: str) -> OpenMemory:
                agent, user = next(iter(given.agents), None), next(iter(given.users), None)
                opening = open_memory(url, group=name, agent=agent, user=user, clock=clock, settings=settings)
                return await stack.enter_async_context(opening)

            main = await enter(group)
            others = {name: await enter(beside(group, name)) for name in given.others}
            yield Places(url, main, others)


def beside(group: str, name: str) -> str:
    """The name of another group, kept apart from all that other replays use."""
    return f"{group[: LONGEST_GROUP - len(name)]}_{name}"
