"""Loops that become the program's: what an iteration changes, until nothing new comes of it."""
