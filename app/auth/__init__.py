"""Who may call a served memory: API keys, tokens, and what each caller is pinned to."""
