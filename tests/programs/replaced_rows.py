"""A row goes to a list, and its name to another row: lists of lists that grow in loops."""

import numpy as np

from tests.harness import Theme, call

program = Theme("replaced rows")
N = np.int64(5)
RUNS = np.array([1, 1, 2, 3, 3, 3, 1])


@program(call(N), call(np.int64(0)), call(np.int64(1)))
def pascal(n):
    """Pascal's triangle, a row of the one before."""
    rows, row = [], [1]
    for _ in range(n):
        rows.append(row)
        row = [1] + [row[j] + row[j + 1] for j in range(len(row) - 1)] + [1]
    return rows


@program(call(N))
def filled_by_an_inner_loop(n):
    """The next row grows by itself."""
    out, row = [], [0]
    for i in range(n):
        out.append(row)
        row = [0]
        for j in range(i):
            row.append(j)
    return out, row


@program(call(N))
def changed_after_the_loop(n):
    """The last row is not in the list; an item of the list is no name's."""
    out, row = [], [1]
    for i in range(n):
        out.append(row)
        row = [i, i + 1]
    out[0].append(3)
    row.append(4)
    return [sum(r) for r in out], row


@program(call(N))
def in_one_branch(n):
    """Whether there is a new row is known at run time."""
    out, row = [], [0]
    for i in range(n):
        if i % 2:
            out.append(row)
            row = [i]
    return out, row


@program(call(N))
def to_one_of_two_lists(n):
    """Each row goes to one of two lists."""
    a, b, row = [], [], [0]
    for i in range(n):
        if i % 2:
            a.append(row)
        else:
            b.append(row)
        row = [i]
    return a, b


@program(call(N))
def while_there_is_room(n):
    """In a loop that ends early."""
    out, row = [], [1]
    while len(out) < n:
        out.append(row)
        row = [row[0] + 1]
        if row[0] > 3:
            break
    return out, row


@program(call(N))
def dicts(n):
    """So do dicts."""
    out, state = [], {"a": 1}
    for _ in range(n):
        out.append(state)
        state = {"a": state["a"] * 2}
    return out


@program(call(RUNS), call(RUNS[:1]))
def groups(values):
    """Neighbours that are equal."""
    out, now = [], []
    for v in values:
        if now and v != now[-1]:
            out.append(now)
            now = []
        now.append(v)
    out.append(now)
    return out


@program(call(N))
def still_the_item(n):
    """Whether the row is an item already depends on the iteration before."""
    out, row = [], [0]
    for i in range(n):
        row[0] = row[0] + i
        out.append(row)
        if i % 2:
            row = [i]
    return out


@program(call(N))
def under_another_name(n):
    """The first row has a name that lasts."""
    out, row = [], [1]
    first = row
    for i in range(n):
        out.append(row)
        row = [row[0] + 1, i + 1]
    first[0] = 77
    return [sum(r) for r in out], row
