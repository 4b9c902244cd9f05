"""Native forms of work on lists of run-time length, hash tables and texts."""
