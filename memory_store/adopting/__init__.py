"""Taking over a group that Graphiti filled without us: its episodes, entities and facts become memories."""
