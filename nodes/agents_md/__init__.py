"""Hard rules and policies in the instruction file that a team already has."""
