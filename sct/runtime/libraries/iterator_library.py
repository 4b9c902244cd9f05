"""Iterators whose place only the running program knows: converted like users' classes."""

# mypy: ignore-errors

from __future__ import annotations

__all__ = [
    "Counted", "Counting", "Cycling", "CyclingUnchanged", "Machine", "Numbered", "Positions", "TeeSource",
    "Teed", "Turns", "Zipped", "ZippedLongest", "ZippedMore",
]  # fmt: skip


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


class Turns:
    """Goes through what has an item for each turn of a loop."""

    def __init__(self, turns):
        self.turns = turns
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at < 0 or not self.turns.more(self.at):
            if self.at >= 0:
                self.turns.finish()
            self.at = -1
            raise StopIteration
        self.at += 1
        return self.turns.item(self.at - 1)


class Numbered:
    """`enumerate`."""

    def __init__(self, stepped, items, number):
        self.stepped = stepped
        self.items = items
        self.number = number

    def __iter__(self):
        return self

    def __next__(self):
        got = self.stepped(self.items)
        if got is None:
            raise StopIteration
        self.number = self.number + 1
        return self.number - 1, got[0]


class Zipped:
    """`zip` of two."""

    def __init__(self, stepped, first, second):
        self.stepped = stepped
        self.first = first
        self.second = second

    def __iter__(self):
        return self

    def __next__(self):
        first = self.stepped(self.first)
        if first is None:
            raise StopIteration
        second = self.stepped(self.second)
        if second is None:
            raise StopIteration
        return first[0], second[0]


class ZippedMore:
    """`zip` of one more."""

    def __init__(self, stepped, before, last):
        self.stepped = stepped
        self.before = before
        self.last = last

    def __iter__(self):
        return self

    def __next__(self):
        before = self.stepped(self.before)
        if before is None:
            raise StopIteration
        last = self.stepped(self.last)
        if last is None:
            raise StopIteration
        return (*before[0], last[0])


class ZippedLongest:
    """`itertools.zip_longest` of what stays at its end once it is there."""

    def __init__(self, stepped, fill, parts):
        self.stepped = stepped
        self.fill = fill
        self.parts = parts

    def __iter__(self):
        return self

    def __next__(self):
        found = [self.stepped(part) for part in self.parts]
        if all(got is None for got in found):
            raise StopIteration
        return tuple([self.fill if got is None else got[0] for got in found])


class TeeSource:
    """What several readers take from, and what they have had so far."""

    def __init__(self, items, stepped):
        self.items = items
        self.stepped = stepped
        self.kept = []


class Teed:
    """One of the iterators of `itertools.tee`."""

    def __init__(self, source):
        self.source = source
        self.at = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at >= len(self.source.kept):
            got = self.source.stepped(self.source.items)
            if got is None:
                raise StopIteration
            self.source.kept.append(got[0])
        self.at += 1
        return self.source.kept[self.at - 1]


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
            raise StopIteration(*self.answer())
        return got[0]

    def send(self, value):
        got = self.step(value)
        if got is None:
            raise StopIteration(*self.answer())
        return got[0]

    def answer(self):
        if self.result is None:
            return ()
        value = self.result()
        return () if value is None else (value,)

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
