"""Loops written otherwise than one turn after the other: in strips, in threads, with tests taken out of them."""
