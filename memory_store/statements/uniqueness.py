"""Duplicates that stand in the way of unique uuids on Neo4j."""

PLAIN_UUID_INDEXES = """
SHOW INDEXES YIELD name, type, entityType, labelsOrTypes, properties, owningConstraint
WHERE type = 'RANGE' AND entityType = 'NODE' AND labelsOrTypes = $labels AND properties = ['uuid']
      AND owningConstraint IS NULL
RETURN name
"""
"""$labels → name: the indexes on the uuid of a label that belong to no constraint; Graphiti makes such."""
