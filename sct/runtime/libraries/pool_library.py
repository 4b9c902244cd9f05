"""Lists that several names may stand for, side by side in one list of items: converted and inlined.

The list at a place begins at `starts[at]`, has `lengths[at]` items, and room for `rooms[at]` of them. One that has no
room any more goes to the end, with room for as many again; the last one just grows. `changes[at]` counts what was
put in place of another item.
"""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations


def new(pool):
    starts, lengths, rooms, changes, items = pool
    starts.append(len(items))
    lengths.append(0)
    rooms.append(0)
    changes.append(0)
    return len(starts) - 1


def append(pool, at, x):
    starts, lengths, rooms, _changes, items = pool
    start = starts[at]
    n = lengths[at]
    if n < rooms[at]:
        items[start + n] = x
    elif start + n == len(items):
        items.append(x)
        rooms[at] = n + 1
    else:
        starts[at] = len(items)
        for i in range(start, start + n):
            items.append(items[i])
        for _ in range(n + 1):
            items.append(x)
        rooms[at] = n + n + 1
    lengths[at] = n + 1


def extend(pool, at, more):
    starts, lengths, rooms, _changes, items = pool
    start = starts[at]
    n = lengths[at]
    free = rooms[at] - n
    m = len(more)
    if m <= free:
        for i in range(m):
            items[start + n + i] = more[i]
    elif start + rooms[at] == len(items):
        for i in range(free):
            items[start + n + i] = more[i]
        for i in range(free, m):
            items.append(more[i])
        rooms[at] = n + m
    else:
        starts[at] = len(items)
        for i in range(start, start + n):
            items.append(items[i])
        for x in more:
            items.append(x)
        for _ in range(n + m):
            items.append(more[0])
        rooms[at] = 2 * (n + m)
    lengths[at] = n + m


def assign(pool, at, now):
    starts, lengths, rooms, changes, items = pool
    n = len(now)
    start = starts[at]
    if n <= rooms[at]:
        for i in range(n):
            items[start + i] = now[i]
    elif start + rooms[at] == len(items):
        room = rooms[at]
        for i in range(room):
            items[start + i] = now[i]
        for i in range(room, n):
            items.append(now[i])
        rooms[at] = n
    else:
        starts[at] = len(items)
        for x in now:
            items.append(x)
        for _ in range(n):
            items.append(now[0])
        rooms[at] = n + n
    lengths[at] = n
    changes[at] += 1


def store(pool, at, k, x):
    starts, lengths, _rooms, changes, items = pool
    n = lengths[at]
    if k < -n or k >= n:
        raise IndexError("list assignment index out of range")
    if k < 0:
        items[starts[at] + n + k] = x
    else:
        items[starts[at] + k] = x
    changes[at] += 1


def pop(pool, at):
    starts, lengths, _rooms, _changes, items = pool
    n = lengths[at]
    if n == 0:
        raise IndexError("pop from empty list")
    lengths[at] = n - 1
    return items[starts[at] + n - 1]


def take_out(pool, at, k, message):
    starts, lengths, _rooms, changes, items = pool
    n = lengths[at]
    if k < -n or k >= n:
        raise IndexError(message)
    place = starts[at] + (k + n if k < 0 else k)
    x = items[place]
    for i in range(place, starts[at] + n - 1):
        items[i] = items[i + 1]
    lengths[at] = n - 1
    changes[at] += 1
    return x


def empty(pool, at):
    _starts, lengths, _rooms, changes, _items = pool
    lengths[at] = 0
    changes[at] += 1


def enter(column, x):
    column.append(x)


def replace(column, at, x):
    column[at] = x
