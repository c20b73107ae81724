"""Named queries: the questions of a field of work, each one statement, a module a family."""
