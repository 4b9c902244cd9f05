"""What NumPy's own functions mean on symbolic arrays."""
