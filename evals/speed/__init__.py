"""How long the paths take, and how many statements they send."""
