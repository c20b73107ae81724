"""How FalkorDB is given a vector that many others are compared with."""

READ_ONCE = "UNWIND [vecf32($vector)] AS vector"
"""As an argument it would be read again for every row, which is most of what comparing everything takes."""
