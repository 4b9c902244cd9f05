"""Texts and bytes that only the run knows: letters, formats, methods, streams."""
