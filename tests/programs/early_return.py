"""return anywhere: in branches, in loops, with and without a value."""

import numpy as np

from tests.harness import Theme, call

program = Theme("early_return")
V = np.array([3.0, -1.0, 4.0])


@program(call(V), call(-V))
def guard_clause(v):
    """A special case first."""
    if v.sum() < 0:
        return -v
    w = np.sqrt(v + 10)
    return w


@program(call(V), call(-V), call(0 * V))
def three_ways(v):
    """Three returns."""
    s = v.sum()
    if s > 0:
        return v
    if s < 0:
        return v * 2
    return v - 1


@program(call(V), call(np.abs(V)))
def in_for(v):
    """A search returns from the loop."""
    for i in range(len(v)):
        if v[i] < 0:
            return i
    return -1


@program(call(V), call(np.abs(V)))
def in_for_over_array(v):
    """A return in a loop over elements, with the element."""
    for e in v:
        if e < 0:
            return e * 10
    return v.sum()


@program(call(np.array(300.0)), call(np.array(0.5)), call(np.array(1e9)))
def in_while(x):
    """A return from a while."""
    n = 0
    while x > 1:
        if n > 20:
            return x, -1
        x = x / 2
        n += 1
    return x, n


@program(call(np.arange(6.0).reshape(2, 3)), call(np.ones((2, 3))))
def in_nested_loops(m):
    """A return out of two loops."""
    for i in range(2):
        for j in range(3):
            if m[i, j] > 3:
                return m[i, j] + 100 * i + 10 * j
    return -1.0


def turned_once(v):
    """A helper whose loop returns a transpose."""
    m = np.outer(v, v[:2])
    for e in v:
        m = m + e
        if e > 0:
            return m.T


@program(call(V), call(np.abs(V)), call(-np.abs(V)))
def from_loops_in_another_order(v):
    """Loops return arrays that do not lie in C order, which the caller reshapes."""
    turned = turned_once(v)
    if turned is None:
        return 0
    for i in range(len(v)):
        if v[i] < 0:
            return turned.ravel(), np.argwhere(turned > 0)
    while turned[0, 0] < 50:
        turned = turned * 2
        if turned[0, 1] > 20:
            return np.linalg.inv(turned[:, :2] + np.eye(2)), turned[::-1]
    return turned.reshape(-1, 2)


@program(call(V), call(-V))
def implicit_none(v):
    """Falling off the end gives None."""
    if v.sum() > 0:
        v[0] = 100.0


@program(call(V), call(-V))
def none_or_value(v):
    """An array one way, None the other: the caller sees which."""
    if v.sum() > 0:
        return v * 2
    return None


@program(call(V), call(-V))
def missing_else_returns_none(v):
    """The missing else is a return of None."""
    if v.sum() > 0:
        return v.max()


@program(call(V), call(-V))
def bare_return(v):
    """A bare return ends an in-place update."""
    v += 1
    if v[0] > 0:
        return
    v *= 2


@program(call(V), call(-V))
def tuple_both_ways(v):
    """A tuple from both returns."""
    if v[0] > 0:
        return v, 1
    return -v, 2


@program(call(np.array([1, 2])), call(np.array([-1, -2])))
def dtype_by_branch(v):
    """One return is int64, the other float64: observable, so kept or refused."""
    if v.sum() > 0:
        return v
    return v / 2


@program(call(V), call(-V))
def shape_by_branch(v):
    """The returns have different extents."""
    if v.sum() > 0:
        return v[:1]
    return v[:2]


@program(call(V, True), call(V, False), call(-V, True))
def static_and_symbolic(v, flag):
    """A static early return before a symbolic one."""
    if flag:
        if v.sum() > 0:
            return v + 1
        v = v * 3
    return v - 1


@program(call(V), call(-V))
def code_after_if_else_returns(v):
    """Nothing after the if is reached."""
    if v.sum() > 0:
        return v
    else:
        return -v
    return v * 1000


@program(call(V), call(-V))
def nested_ifs(v):
    """Returns in nested ifs, some of which fall through."""
    s = v.sum()
    if s > 0:
        if v[0] > 100:
            return s
        s = s + 1
        if v[1] < 0:
            return s * 2
    else:
        s = s - 1
    return s


@program(call(V), call(-V))
def return_in_with(v):
    """A return out of a with statement."""
    with np.errstate(invalid="ignore"):
        if v[0] < 0:
            return np.sqrt(v)
        w = v * 2
    return w


@program(call(V), call(-V), call(V / 9))
def return_of_another_kind_in_with(v):
    """A loop in a with returns a text, the statement after it a pair."""
    with np.errstate(invalid="ignore"):
        turns, t = 0, v[2]
        while True:
            turns += 1
            t = t * 1.5 + 1
            if t > 5:
                break
            if turns > 3:
                return "many"
        return turns, t


@program(call(V), call(-V))
def return_in_try(v):
    """finally still runs."""
    log = [0]
    try:
        log[0] += 1
        return v * log[0]
    finally:
        log[0] += 10
        print(log[0])


@program(call(V), call(-V))
def helper_with_returns(v):
    """A local helper with early returns, called twice."""

    def pick(w):
        if w.sum() > 0:
            return w[0]
        return w[1]

    return pick(v) - pick(-v)


@program(call(V), call(np.abs(V)), call(-np.abs(V)))
def return_after_loop_with_state(v):
    """State of the loop is used by the return within it."""
    s = 0.0
    for i, e in enumerate(v):
        s = s + e
        if s < 0:
            return s, i
        v[i] = 0
    return s, 99


@program(call(V), call(np.abs(V)))
def print_before_return(v):
    """What stands after the taken return is not printed."""
    if v.min() < 0:
        print("has negatives", v.min())
        return v
    print("all positive")
    return v + 1


@program(call(np.float64(4)), call(np.float64(-4)))
def python_number_or_numpy(x):
    """A NumPy float one way, a Python int the other."""
    if x > 0:
        return np.sqrt(x)
    return 0


@program(call(np.array([4, 1])), call(np.array([1, 7])), call(np.array([0, 1])), call(np.array([3, 9])))
def return_from_a_loop_and_from_its_else(n):
    """The loop around asks whether the loop inside of it has returned, or its `else` has to run."""
    for i in range(n[0]):
        for j in range(n[0]):
            if (i + j) % 3 == n[1]:
                return i * 10 + j
            if j > i + 1:
                break
        else:
            return 1000 + i
    return None
