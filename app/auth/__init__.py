"""Access to a served memory: API keys, tokens, and the identity that each caller is pinned to."""
