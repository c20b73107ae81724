"""Opening databases: what is different between them ends here."""
