"""Python's state while a trace is under way: each place is seen before it changes, undone, and put back."""
