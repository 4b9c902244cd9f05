"""Lists of known length that a loop makes anew in each turn: what they hold is one object with what is elsewhere."""

import collections

import numpy as np
import pytest

import sct
from sct.errors import SctError


def made_and_put(M, x):
    p = [0.0, 0.0]
    out = []
    for y in x:
        p = [y, 1.0]
        out = [p]
    return p, out


def one_row_twice(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out = [M[0], M[0]]
    return M, out


def made_and_put_twice(M, x):
    p = [0.0, 0.0]
    out = []
    for y in x:
        p = [y, 1.0]
        out = [p, p]
    return p, out


def only_in_the_list(M, x):
    p = [0.0, 0.0]
    out = []
    for y in x:
        q = [y, 1.0]
        out = [q, q]
    return [], out


def in_two_lists(M, x):
    out = []
    two = []
    for y in x:
        q = [y, 1.0]
        out = [q]
        two = [q, [0.0, 0.0]]
    return two, out


def in_two_lists_sometimes(M, x):
    out = []
    two = []
    for y in x:
        if y > 1:
            q = [y, 1.0]
            out = [q]
            two = [q, [0.0, 0.0]]
    return two, out


def from_a_dict(M, x):
    d = {"a": [1.0, 2.0]}
    out = []
    for y in x:
        out = [d["a"]]
    return [d["a"]], out


def the_callers(M, x):
    out = []
    for y in x:
        out = [M[0]]
    return M, out


def in_tuples(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out = [(M[0], 1)]
    return M, [o[0] for o in out]


def in_a_list_in_it(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out = [[M[0]]]
    return M, out[0] if out else []


def arrays(M, x):
    a = np.zeros(2)
    out = []
    for y in x:
        out = [a]
    return [a], out


def in_a_while(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    i = 0
    while i < len(x):
        if x[i] > 1:
            out = [M[0], M[1]]
        else:
            out = [M[2]]
        i += 1
    return M, out


def changed_beside(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out = [M[0], M[1]]
    if out:
        M[0][0] = 99.0
    return M, [list(o) for o in out]


def changed_in_it(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out = [M[0], M[1]]
    if out:
        out[1][0] = 99.0
    return M, [list(o) for o in out]


def one_of_two_lists(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out = [M[0], M[1]] if y > 1 else [M[2]]
    return (M, out)


def filtered_beside_one(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    p = M[0]
    for y in x:
        out = [r for r in M if r[0] > y]
    return p, out


def filtered(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out = [r for r in M if r[0] > y]
    return (M, out)


class Holder:
    def __init__(self):
        self.rows = []


class Held:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v

    __hash__ = None


def beside_grown(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out.append([y, 1.0])
    if x.sum() > 3:
        out = [M[0], M[1]]
    return M, out


def beside_grown_then_changed(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out.append([y, 1.0])
    if x.sum() > 3:
        out = [M[0], M[1]]
    M[0][0] = 77.0
    return M, [list(o) for o in out]


def changed_in_what_was_grown(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out.append([y, 1.0])
    if x.sum() > 3:
        out = [M[0], M[1]]
    if out:
        out[0][0] = 77.0
    return [list(m) for m in M], [list(o) for o in out]


def added_to(M, x):
    M = [[r[0], r[1]] for r in M]
    out = []
    for y in x:
        out = out + [M[0], M[1]]
    M[0][0] = 5.0
    return M, out


def with_one_row_twice(M, x):
    M = [[r[0], r[1]] for r in M]
    out = [[0.0, 0.0]]
    for y in x:
        if y > 1:
            out = [M[0], M[1], M[0]]
        else:
            out = M[1:]
    out[0][1] = 8.0
    return M, out


def under_a_key(M, x):
    M = [[r[0], r[1]] for r in M]
    d = {"a": []}
    for y in x:
        d["a"] = [M[0], M[2]]
    M[2][1] = 9.0
    return M, d["a"]


def in_an_attribute(M, x):
    M = [[r[0], r[1]] for r in M]
    q = Holder()
    for y in x:
        q.rows = [r for r in M if r[1] > y]
    if q.rows:
        q.rows[0][0] = -1.0
    return M, q.rows


def in_tuples_of_lists(M, x):
    M = [(r[0], [r[1]]) for r in M]
    out = []
    for y in x:
        out = [M[0], M[1]]
    M[0][1].append(4.0)
    return [m[1] for m in M], [o[1] for o in out]


def of_dicts(M, x):
    M = [{"k": r[0]} for r in M]
    out = []
    for y in x:
        out = [M[0], M[1]]
    M[0]["k"] = 4.0
    return M, out


def of_objects(M, x):
    M = [Held(r[0]) for r in M]
    out = []
    for y in x:
        out = [m for m in M if m.v > y]
    for o in out:
        o.v += 10
    return M, out


def in_a_queue(M, x):
    M = [[r[0], r[1]] for r in M]
    out = collections.deque()
    for y in x:
        out = collections.deque([M[0], M[1]])
    M[0][0] = 4.0
    return M, list(out)


def places(x, held):
    """What `x` holds, and which of it is also in another list, or in itself."""
    return x, [[k for k, other in enumerate(held) if item is other] for item in x]


FUNCTIONS = [
    made_and_put, one_row_twice, made_and_put_twice, only_in_the_list, in_two_lists,
    in_two_lists_sometimes, from_a_dict, the_callers, in_tuples, in_a_list_in_it,
    arrays, in_a_while, changed_beside, changed_in_it, one_of_two_lists,
    filtered_beside_one, filtered,
    beside_grown, beside_grown_then_changed, changed_in_what_was_grown, added_to,
    with_one_row_twice, under_a_key, in_an_attribute, in_tuples_of_lists,
    of_dicts, of_objects, in_a_queue,
]  # fmt: skip


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_as_in_python_or_refused(function, backend):
    static = sct.to_static(function, backend=backend)
    for n in (2, 3, 4, 0, 5):
        x, seen = np.array([5.0, 0.5, 2.5, 0.5, 2.5][:n]), []
        for run in (function, static):
            rows = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
            try:
                mine, out = run(rows, x)
            except SctError:
                return
            mine = mine if isinstance(mine, list) and mine and isinstance(mine[0], (list, dict, Held)) else [mine]
            seen.append((places(out, mine), places(out, out), mine, rows))
        np.testing.assert_equal(seen[1], seen[0])


def test_none_of_the_usual_is_refused():
    for function in (of_dicts, of_objects, in_an_attribute, one_row_twice, in_a_while, changed_beside, changed_in_it, one_of_two_lists, filtered):
        static = sct.to_static(function)
        for n in (2, 3, 4):
            static([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], np.arange(n) + 0.5)
