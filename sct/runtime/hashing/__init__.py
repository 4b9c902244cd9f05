"""Dicts and sets with keys that only the run knows, and in which order these come."""
