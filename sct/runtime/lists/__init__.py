"""Lists, tuples and deques of run-time length or content."""
