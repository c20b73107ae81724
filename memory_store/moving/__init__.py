"""Moving a group: as records out of one database, into a file or another database, with all that ever was."""
