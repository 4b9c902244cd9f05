"""A dict of many lists under keys from an input is a table: the program is as long for many lists as for more."""

import numpy as np

import sct


def neighbours(n, edges):
    g = {i: [] for i in range(n)}
    for a, b in edges:
        g[a].append(b)
        g[b].append(a)
    return g


def test_programs_do_not_grow_with_the_number_of_lists():
    static = sct.to_static(neighbours, backend="numpy")
    edges = np.array([[0, 8], [8, 3], [3, 0]] * 7)
    ops = [sum(1 for _ in static.program(n, edges).body.walk()) for n in (12, 60)]
    assert ops[1] < ops[0] + 10
