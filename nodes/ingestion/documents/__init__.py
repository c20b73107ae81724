"""Documents: from a file of any form to blocks of text with their place."""
