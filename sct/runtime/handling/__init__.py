"""Exceptions that the function itself handles, as control flow of the program."""
