"""Native forms of reading, writing and moving elements, and of new arrays."""
