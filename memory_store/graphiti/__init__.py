"""How memories look as Graphiti's nodes and edges."""
