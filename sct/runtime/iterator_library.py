"""Iterators whose place only the running program knows: converted like users' classes."""

# mypy: ignore-errors

from __future__ import annotations

__all__ = ["Counted", "Counting", "Cycling", "CyclingUnchanged", "Machine", "Positions"]


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


class Counted:
    """Goes through a range, of which it keeps the numbers."""

    def __init__(self, start, step, length):
        self.start = start
        self.step = step
        self.length = length
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at >= self.length:
            raise StopIteration
        self.at += 1
        return self.start + (self.at - 1) * self.step


class Machine:
    """A generator that goes on by `step`, whose place is a number: see `machines`."""

    def __init__(self, step, stop, result):
        self.step = step
        self.stop = stop
        self.result = result

    def __iter__(self):
        return self

    def __next__(self):
        got = self.step(None)
        if got is None:
            raise StopIteration
        return got[0]

    def send(self, value):
        got = self.step(value)
        if got is None:
            raise StopIteration
        return got[0]

    def close(self):
        self.stop()


class Counting:
    """`itertools.count`."""

    def __init__(self, start, step):
        self.number = start
        self.step = step

    def __iter__(self):
        return self

    def __next__(self):
        number = self.number
        self.number = number + self.step
        return number


class Cycling:
    """`itertools.cycle` of a sequence: what is in it when it is gone through for the first time."""

    def __init__(self, items):
        self.items = items
        self.kept = []
        self.at = 0
        self.first = True

    def __iter__(self):
        return self

    def __next__(self):
        if self.first:
            if self.at < len(self.items):
                item = self.items[self.at]
                self.kept.append(item)
                self.at += 1
                return item
            self.first = False
            self.at = 0
        if not len(self.kept):
            raise StopIteration
        item = self.kept[self.at]
        self.at = (self.at + 1) % len(self.kept)
        return item


class CyclingUnchanged(Positions):
    """`itertools.cycle` of a sequence that nothing changes."""

    def __next__(self):
        if not len(self.items):
            raise StopIteration
        item = self.items[self.at]
        self.at = (self.at + 1) % len(self.items)
        return item
