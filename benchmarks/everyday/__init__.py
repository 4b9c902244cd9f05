"""NumPy programs as others time them, one by one: native must not be slower than plain NumPy."""
