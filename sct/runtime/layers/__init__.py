"""Compiled programs with their guards: found again, kept on disk, called, and left to plain Python."""
