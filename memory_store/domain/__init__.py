"""What a memory is: pure types and rules, free of databases and models."""
