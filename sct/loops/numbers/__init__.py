"""Native forms of work on numbers, and elementwise on arrays."""
