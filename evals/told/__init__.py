"""What prompts tell of conversations that came in by ``ingest`` and are asked about by ``recall``."""
