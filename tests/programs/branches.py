"""if, elif, else: names born in branches, missing else, and what the ways through leave behind."""

import numpy as np

from tests.harness import Theme, call

program = Theme("branches")
UP = np.array([1.0, 2.0, 3.0])
DOWN = -UP


@program(call(UP), call(DOWN))
def both_ways(x):
    """One array from either branch."""
    if x.sum() > 0:
        y = x * 2
    else:
        y = x - 1
    return y


@program(call(UP), call(DOWN))
def born_in_branch(x):
    """Several names are born in the branches and used together afterwards."""
    if x[0] > 0:
        low = x - 1
        high = x + 1
    else:
        high = x * 3
        low = high - 5
    width = high - low
    return low, high, width


@program(call(UP), call(DOWN))
def missing_else(x):
    """Without an else the old value stays."""
    y = x
    if x.mean() > 0:
        y = y + 10
    return y


@program(call(UP), call(DOWN))
def elif_chain(x):
    """Three ways, each with its own formula."""
    s = x.sum()
    if s > 5:
        r = np.sqrt(s)
    elif s > 0:
        r = s * s
    else:
        r = -s / 2
    return r


@program(call(1.0 * UP), call(0.1 * UP), call(DOWN), call(0.0 * UP))
def nested_branches(x):
    """A branch within a branch changes two names."""
    s = x.sum()
    a, b = 0.0, x
    if s >= 0:
        if s > 1:
            a = s
        else:
            b = x + s
        b = b * 2
    else:
        a = -s
    return a, b


@program(call(np.float64(3.0)), call(np.float64(-3.0)))
def int_or_float(x):
    """A Python int one way, a Python float the other."""
    if x > 0:
        n = 1.0
    else:
        n = 2.0
    return x * n


@program(call(np.float64(3.0)), call(np.float64(-3.0)))
def int_or_int(x):
    """A Python number that differs comes back as a Python number."""
    if x > 0:
        n = 7
    else:
        n = 11
    return n, n + 1


@program(call(np.float64(3.0)), call(np.float64(-3.0)))
def bool_flag(x):
    """A flag is set in a branch and tested later."""
    found = False
    if x > 0:
        found = True
    if found:
        x = x + 100
    return x, found


@program(call(UP), call(DOWN))
def undefined_when_not_taken(x):
    """A name that is only bound on one way raises UnboundLocalError on the other, when it is read."""
    if x.sum() > 0:
        y = x + 1
    return y


@program(call(UP), call(DOWN))
def undefined_but_unused(x):
    """A name bound on one way only does no harm while nobody reads it."""
    if x.sum() > 0:
        scratch = x * 3
        x = scratch + 1
    return x


@program(call(UP), call(DOWN))
def test_is_array_of_one(x):
    """The condition is an array with one element."""
    if (x[:1] > 0):
        return x + 1
    return x - 1


@program(call(UP), call(DOWN))
def test_of_many_elements(x):
    """A condition with several elements raises as NumPy does."""
    if x > 0:
        return x + 1
    return x - 1


@program(call(np.array(2)), call(np.array(0)))
def truth_of_number(n):
    """A number is the condition."""
    if n:
        return n * 2
    return n - 1


@program(call(UP, True), call(UP, False), call(DOWN, True))
def static_condition(x, double):
    """A Python bool chooses while the graph is built."""
    if double:
        return x * 2
    else:
        return x


@program(call(UP), call(DOWN))
def pass_in_branch(x):
    """An empty branch."""
    if x.sum() > 0:
        pass
    else:
        x = -x
    return x


@program(call(np.array([1, 2, 3])), call(np.array([-1, -2, -3])))
def result_dtype_by_use(x):
    """int64 in both branches, then one promotion for both."""
    if x.sum() > 0:
        y = x // 2
    else:
        y = x * 3
    return y + 0.5


@program(call(UP), call(DOWN))
def tuple_from_branch(x):
    """A tuple is joined leaf by leaf."""
    if x[0] > 0:
        pair = (x, x.sum())
    else:
        pair = (x * 2, x.max())
    a, b = pair
    return a * b


@program(call(UP), call(DOWN))
def list_from_branch(x):
    """A list of arrays is joined leaf by leaf."""
    if x[0] > 0:
        parts = [x, x + 1]
    else:
        parts = [x * 2, x * 3]
    return parts[0] + parts[1], parts


@program(call(UP), call(DOWN))
def dict_from_branch(x):
    """A dict of arrays is joined key by key."""
    out = {"scale": 1.0, "value": x}
    if x[0] < 0:
        out["value"] = x * 2
        out["scale"] = 0.5
    return out


@program(call(UP), call(DOWN))
def swap_in_branch(x):
    """Two names trade places one way."""
    a, b = x, x + 1
    if x.sum() < 0:
        a, b = b, a
    return a - b, a


@program(call(UP), call(DOWN))
def alias_or_copy(x):
    """Afterwards y is x itself one way, and another array the other."""
    if x.sum() > 0:
        y = x
    else:
        y = x.copy()
    return y * 1.0


@program(call(UP), call(DOWN))
def condition_read_once(x):
    """The name in the condition is rebound in the branch."""
    c = x.sum() > 0
    if c:
        c = False
        y = x
    else:
        c = True
        y = -x
    return c, y


@program(call(UP), call(DOWN))
def delete_in_branch(x):
    """`del` one way, a value the other way; bound again before it is read."""
    t = x * 2
    if x.sum() > 0:
        del t
    else:
        x = t
    t = x + 1
    return t


@program(call(np.float32([1, 2])), call(np.float32([-1, -2])))
def scalar_dtype_kept(x):
    """float32 scalars from both branches stay float32."""
    if x.sum() > 0:
        s = x.max()
    else:
        s = x.min()
    return s, s * 2


@program(call(np.float64(1.5)), call(np.float64(-1.5)))
def sign_by_hand(x):
    """The textbook sign function on a NumPy scalar."""
    if x > 0:
        return 1
    elif x < 0:
        return -1
    else:
        return 0
