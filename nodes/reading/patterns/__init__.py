"""The reader that is there without a model: families of templates."""
