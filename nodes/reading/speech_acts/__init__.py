"""Speech acts of a sentence: a rule, the lifting of a rule, a wish to forget, or none of these."""
