"""What may exist, declared in YAML."""
