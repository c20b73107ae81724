"""The last known hard rules: what stands in for them while the store cannot be reached."""

from memorist.memory_store.rule_snapshot import LastRules, RuleSnapshots
from memorist.memory_store.threads import in_thread
from memorist.nodes.resources import Resources


async def last_known_rules(resources: Resources, group_id: str) -> LastRules | None:
    """The rules of a group as they were last written down; null when they never were."""
    snapshots = RuleSnapshots.of(await resources.settings(), await resources.url())
    return await in_thread(snapshots.read, group_id)
