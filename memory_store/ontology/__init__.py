"""Types of nodes and connections, declared in YAML."""
