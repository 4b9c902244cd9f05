"""What `iter` answers where how far it has come is known to the running program: converted like a user's class."""

# mypy: ignore-errors

from __future__ import annotations

__all__ = ["Positions"]


class Positions:
    """Goes through a sequence by an index, which branches and loops can carry; at its end it stays there."""

    def __init__(self, items):
        self.items = items
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at < 0 or self.at >= len(self.items):
            self.at = -1
            raise StopIteration
        self.at += 1
        return self.items[self.at - 1]
