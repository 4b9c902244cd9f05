"""break, continue and the else of loops."""

import numpy as np

from tests.harness import Theme, call

program = Theme("break_continue_else")
V = np.array([3.0, -1.0, 4.0, -1.0, 5.0])


@program(call(V), call(np.abs(V)), call(-np.abs(V)))
def first_negative(v):
    """Break at the first negative element."""
    where = -1
    for i in range(len(v)):
        if v[i] < 0:
            where = i
            break
    return where


@program(call(V), call(np.abs(V)))
def for_else(v):
    """The else runs when nothing was found."""
    for i in range(len(v)):
        if v[i] < 0:
            found = v[i]
            break
    else:
        found = 0.0
    return found


@program(call(V), call(np.abs(V)))
def for_array_else(v):
    """for over an array, with else."""
    for e in v:
        if e < 0:
            break
    else:
        e = 100.0
    return e


@program(call(np.array(10.0)), call(np.array(1000.0)))
def while_else(x):
    """while with break and else."""
    n = 0
    while x > 1:
        x = x / 2
        n += 1
        if n == 5:
            break
    else:
        n = -n
    return x, n


@program(call(V), call(-V))
def continue_in_for(v):
    """Negative elements are skipped."""
    s = 0.0
    for e in v:
        if e < 0:
            continue
        s = s + np.sqrt(e)
    return s


@program(call(np.array(10)), call(np.array(3)))
def continue_in_while(n):
    """Odd numbers are skipped; the counter is advanced before."""
    s = 0
    while n > 0:
        n = n - 1
        if n % 2 == 1:
            continue
        s = s + n
    return s


@program(call(V), call(V * 100), call(V * 0))
def break_and_continue(v):
    """Both in one loop, and a statement after them."""
    s = 0.0
    n = 0
    for e in v:
        n += 1
        if e < 0:
            continue
        s = s + e
        if s > 10:
            break
        s = s + 0.5
    return s, n


@program(call(np.arange(12.0).reshape(3, 4)), call(-np.arange(12.0).reshape(3, 4)))
def break_inner(m):
    """break leaves the inner loop only."""
    s = 0.0
    for i in range(3):
        for j in range(4):
            if m[i, j] > 2 * i + 2:
                break
            s += m[i, j]
        s = s * 2
    return s


@program(call(np.arange(12.0).reshape(3, 4), 6.0), call(np.arange(12.0).reshape(3, 4), 60.0))
def break_both(m, target):
    """A flag leaves both loops."""
    place = (-1, -1)
    done = False
    for i in range(3):
        for j in range(4):
            if m[i, j] == target:
                place = (i, j)
                done = True
                break
        if done:
            break
    return place


@program(call(np.arange(6.0).reshape(2, 3)), call(np.ones((2, 3))))
def else_continue_break(m):
    """The idiom that leaves two loops: else: continue, then break."""
    for i in range(2):
        for j in range(3):
            if m[i, j] == 4.0:
                break
        else:
            continue
        break
    return i, j


@program(call(np.array(1.0)), call(np.array(90.0)))
def while_true(x):
    """while True with a break."""
    n = 0
    while True:
        if x > 100:
            break
        x = x * 2
        n += 1
    return x, n


@program(call(V), call(V * 0))
def break_first_statement(v):
    """break stands before all else."""
    k = 0
    while True:
        if k >= len(v):
            break
        if v[k] == 0:
            break
        v[k] = 0
        k += 1
    return k


@program(call(V, 3), call(V, 0))
def static_break(v, n):
    """A break that Python values decide."""
    s = 0.0
    for i, e in enumerate(v):
        if i == n:
            break
        s = s + e
    return s


@program(call({"a": V, "b": -V, "c": V * 2}), call({"a": V, "b": V, "c": V}))
def break_over_dict(d):
    """break over the items of a dict."""
    name = None
    for key, value in d.items():
        if value[0] < 0:
            name = key
            break
    print(name)
    return d["a"]


@program(call(V), call(np.abs(V)))
def continue_in_else_branch(v):
    """continue in the else of an if."""
    s = 0.0
    for e in v:
        if e > 0:
            s = s + e
        else:
            s = s - 100
            continue
        s = s * 1.5
    return s


@program(call(V), call(np.abs(V)))
def unreached_after_break(v):
    """The loop variable keeps the value at the break."""
    for i, e in enumerate(v):
        if e < 0:
            break
        v[i] = e * 10
    return i, e


@program(call(np.array([5, 3, 8])), call(np.array([1, 1, 1])))
def nested_while_breaks(v):
    """while in for, each with its own break."""
    trips = 0
    for e in v:
        while True:
            trips += 1
            if e <= 2:
                break
            e = e - 2
        if trips > 6:
            break
    return trips


@program(call(V), call(np.abs(V)))
def for_else_return(v):
    """else with a return."""
    for e in v:
        if e < 0:
            break
    else:
        return v.sum()
    return e


@program(call(V), call(np.abs(V)))
def try_finally_break(v):
    """finally runs on the way out by break."""
    log = 0
    for i in range(3):
        try:
            if i == 2:
                break
            log += 1
        finally:
            log += 10
    return log * v
