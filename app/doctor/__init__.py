"""What is installed, reachable and set up, and what to do about the rest."""
