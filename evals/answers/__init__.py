"""Evaluation of a reader who sees nothing but a prompt, and answers its question."""
