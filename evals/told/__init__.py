"""Evaluation of prompts about conversations that came in by ``ingest`` and are asked about by ``recall``."""
