"""The plan of a morning and the summary of an evening."""
