"""A team that works for months in minutes: what it says and does, what is remembered of it, and how well."""
