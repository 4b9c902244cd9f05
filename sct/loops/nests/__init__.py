"""Loops that work on arrays share: which nests go together, and in which order they go over the axes."""
