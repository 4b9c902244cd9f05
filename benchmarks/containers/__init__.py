"""Lists, dicts, sets and texts that only the run knows: ordinary Python programs, native against plain Python."""
