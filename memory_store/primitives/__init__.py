"""The core's primitives: nodes and connections of any declared type, created, read, changed and asked for."""
