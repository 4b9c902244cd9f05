"""Calls while a trace is under way: what is inlined, what becomes an op, what runs now, what is refused."""
