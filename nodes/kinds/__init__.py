"""How each kind of input is understood: what is read in it, what it shows by itself, what it needs from the store."""
