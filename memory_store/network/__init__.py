"""The small transformer that comes with the package: one file, one tokenizer, several outputs."""
