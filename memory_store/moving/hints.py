"""Advice about a graph that cannot be moved as it is."""


def adopting_command(url: str, group_id: str) -> str:
    """The command that makes memories of what Graphiti wrote there."""
    return f"`memorist copy --adopt --from {url} --group {group_id} --to URL --as NAME`"
