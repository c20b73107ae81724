"""The Cypher this package sends: named, literal, parameterised, one module per dialect."""
