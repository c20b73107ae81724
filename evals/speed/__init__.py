"""Times of the paths, and the number of statements they send."""
