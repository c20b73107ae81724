"""``copy --adopt``: what Graphiti wrote without us becomes memories."""

from dataclasses import replace
from typing import TYPE_CHECKING

from memorist.app.cli.databases import Tell, open_call_database
from memorist.app.cli.options import Call
from memorist.app.cli.render import answer, count, note, say

if TYPE_CHECKING:
    from memorist.memory_store.adopting.result import Adopted

MAX_SHOWN = 20
"""Of what stays behind; ``--json`` lists all."""


async def adopt_and_tell(
    call: Call, source: str, target: str, *, name: str | None, dry_run: bool, tell: Tell, as_json: bool
) -> None:
    """Adopt a group from one store into another, or into the same under another name, and say what came of it."""
    from memorist.memory_store.adopting.adopting import adopt_group
    from memorist.nodes.secrets.masking import mask

    # Graphiti's names of groups are freer than ours: only the one that is written to must be one of ours.
    into = replace(call, store=target, group=call.group if name is None else name)
    group = into.settings().group
    async with open_call_database(replace(call, group=group), source) as database, into.opened_store() as store:
        adopted = await adopt_group(
            database,
            store,
            group,
            graphiti_group=call.group,
            clean=lambda text: mask(text)[0],
            dry_run=dry_run,
            on_progress=tell,
        )
    answer(adopted, lambda done: _say(done, store.database.url), as_json=as_json)


def _say(adopted: "Adopted", url: str) -> None:
    numbers = (
        count(adopted.episodes, "episode", "episodes"),
        count(adopted.entities, "entity", "entities"),
        count(adopted.facts, "fact", "facts"),
        count(adopted.mentions, "mention", "mentions"),
    )
    how = "would be adopted into" if adopted.dry_run else "adopted into"
    say(f"group {adopted.group}: {', '.join(numbers)} {how} {url}")
    for number, what in (
        (adopted.already_there, "there already, left as they are"),
        (adopted.ended, "of the facts had ended in Graphiti: true then, not now"),
        (adopted.superseded, "of the facts gave way to a newer one, which holds their slot"),
        (adopted.contested, "of the facts contradict a memory of the group: memorist review"),
    ):
        if number:
            say(f"  {number:,} {what}", style="dim")
    for kind, number in adopted.beside.items():
        say(f"  {number:,} of {kind} not taken: Graphiti draws them from the rest", style="dim")
    for kind, number in adopted.nameless.items():
        say(f"  {count(number, kind, kind + 's')} without a uuid not taken", style="dim")
    for left in adopted.left[:MAX_SHOWN]:
        say(f"  {left.kind} {left.uuid}: {left.reason}", style="yellow")
    if len(adopted.left) > MAX_SHOWN:
        note(f"… and {len(adopted.left) - MAX_SHOWN:,} more: --json lists all")
