"""Memories as Graphiti's nodes and edges."""
