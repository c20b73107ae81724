"""The domain: pure types and rules of memories, free of databases and models."""
