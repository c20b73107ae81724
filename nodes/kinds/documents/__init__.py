"""Documents: from a file to blocks of text with their place, to what they state, to versions."""
