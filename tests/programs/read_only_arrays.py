"""Arrays that the function itself makes read-only, or writeable again."""

import numpy as np

from tests.harness import Theme, call
from tests.harness.program import Refusal

program = Theme("read-only arrays")

X = np.arange(6.0)
SHARED = np.arange(6.0)


@program(call(X))
def callers(x):
    """An argument: the caller's array is read-only afterwards."""
    x[0] = 7
    x.flags.writeable = False
    return x, x[1:], x.flags.writeable


@program(call(X), call(X[:3]))
def three_ways(x):
    """By name, by key and by a method."""
    a, b, c = x + 1, x + 2, x + 3
    a.flags.writeable = False
    b.flags["WRITEABLE"] = False
    c.setflags(write=False)
    return a, b, c, a.flags["W"], [b, b], c.T, c.copy(), b.reshape(-1, 1)


@program(call(X))
def views_before_and_after(x):
    """Views that are there already stay writeable, those made from then on are not."""
    y = x * 2
    before = y[1:]
    y.setflags(write=False)
    after = y[1:]
    before[0] = 100
    return y, before, after, before.flags.writeable, after.flags.writeable


@program(call(X))
def one_view(x):
    """A view alone is read-only; what it shows may change."""
    part = x[1:4]
    part.flags.writeable = False
    x[2] = 50
    return part, part[1:], x.flags.writeable


@program(call(X))
def and_back(x):
    """What was made read-only is made writeable again."""
    y = x - 1
    y.flags.writeable = False
    kept = y[:]
    y.flags.writeable = True
    y += kept
    x.setflags(write=True)
    return y, kept


@program(call(X, 3), call(X, np.int64(2)))
def read_in_a_loop(x, n):
    """Read-only arrays are read like others, chosen and returned."""
    y = x * 3
    y.flags.writeable = False
    total = 0.0
    for i in range(n):
        total += y[i]
    return y if total > 5 else x


@program(call(X))
def written_to(x):
    """A write to it is Python's ValueError."""
    y = x + 1
    y.flags.writeable = False
    y[0] = 1
    return y


@program(call(X))
def caught(x):
    """The function handles that itself."""
    y = x + 1
    y.setflags(write=False)
    try:
        y[0] = 1
    except ValueError as error:
        return str(error), y
    return y


@program(call(X), name="kept_elsewhere")
def shared(x):
    """An array that the module holds."""
    SHARED.flags.writeable = False
    return x + SHARED


@program(call(X))
def no_such_flag(x):
    """NumPy's error for a flag that cannot be set."""
    x.flags["C_CONTIGUOUS"] = False
    return x


@program(call(X, np.int64(2)), refused=Refusal("SideEffectError", "y.flags.writeable = False"))
def in_a_branch(x, n):
    """Whether an array object is read-only is known while the graph is built."""
    y = x + 1
    if n > 1:
        y.flags.writeable = False
    return y


@program(call(X), refused=Refusal("UnsupportedOpError", "setflags(write=True)"))
def opened(x):
    """Whether NumPy allows that is for NumPy to say."""
    y = np.broadcast_to(x, (2, 6))
    y.setflags(write=True)
    return y


@program(call(X), call(X[:4]))
def reshaped_argument(x):
    """The shape of an argument is assigned: the caller's object has it afterwards, views keep theirs."""
    before = x[1:]
    x.shape = (2, -1)
    before[0] = 9
    x += 1
    x.flags.writeable = False
    return x, x[1], before, x.T


M, N = np.arange(12.0).reshape(3, 4), np.int64(3)
TIMES = call(M, N), call(M, np.int64(1)), call(M, np.int64(0))


@program(*TIMES)
def diagonals_in_a_list(m, n):
    """A list that grows holds read-only views of what each turn has made."""
    out = [np.diag(m)]
    for k in range(n):
        out.append(np.diag(m * k))
    a, total = np.array(out), sum(out)
    a[0], total[0] = 7, 8
    return out, a, total, [x.flags.writeable for x in out]


@program(*TIMES)
def written_in_a_list(m, n):
    """Which cannot be written to."""
    out = [np.broadcast_to(m[k] + 1, (2, 4)) for k in range(n)]
    try:
        out[-1][0] = 3
    except (ValueError, IndexError) as error:
        return type(error).__name__, m
    return out


@program(*TIMES)
def read_only_beside_others(m, n):
    """In dicts, tuples and lists, beside arrays that can be."""
    out, rows = [], []
    for k in range(n):
        out.append({"d": np.diag(m * k), "m": m * k})
        rows.append((k, [np.diag(m + k)]))
    for one in out:
        one["m"][0] = 1
    return out, rows, [one["d"].flags.writeable for one in out], [one["m"].flags.writeable for one in out]


@program(*TIMES)
def read_only_of_many_lengths(m, n):
    """Of other lengths, and under keys of the run's."""
    out, by_key = [], {}
    for k in range(n):
        out.append(np.diag(m[:k] * 2))
        by_key[k % 2] = np.diag(m - k)
    return out, by_key


@program(call(M, N), refused=Refusal("AliasError", "for k in range(n)"))
def some_of_a_list(m, n):
    """Which of them are read-only, only the run knows."""
    out = []
    for k in range(n):
        out.append(np.diag(m * k))
        out.append(m[0, :3] * k)
    return out


@program(call(N))
def known_texts_stretched(n):
    """What `np.broadcast_to` answers is read-only, also of texts that are known; they left as copies of their own."""
    one, two = np.broadcast_to("a", (2, 3)), np.broadcast_to(["a", "bc"], (2, 2))
    return one, two, one[0], one.copy(), one.flags.writeable, np.array(["a", "b"])
