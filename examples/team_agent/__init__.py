"""An agent and a web server of one's own with memorist in them."""
