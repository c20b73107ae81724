"""Evaluation of the prompts of tasks: lines that must, may and must not be there."""
