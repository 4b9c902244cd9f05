"""Numbers that only the run knows, and what Python's builtins and operators make of them."""
