"""What a function asks about the memory of its arrays: `np.shares_memory`, `np.may_share_memory`, `x.base` and `id`."""

import numpy as np

from tests.harness import Refusal, Theme, call, fresh

program = Theme("memory questions")
X = np.arange(8.0)


@program(call(X), call(X.reshape(2, 4)), call(X.reshape(2, 4).T), call(X[:1]))
def views(x):
    """Views of an argument, and arrays of their own."""
    y, z, even, odd = x[1:], x.copy(), x[::2], x[1::2]
    asked = [
        (x, y),
        (x, z),
        (y, z),
        (even, odd),
        (x[:1], x[2:]),
        (x, x),
        (x.T, x),
        (x, x + 0),
        (x[:0], x),
        (x[None], y),
    ]
    return [np.shares_memory(a, b) for a, b in asked], [np.may_share_memory(a, b) for a, b in asked]


@program(call(X), call(X * 1j))
def of_new_arrays(x):
    """Views of what the function has made."""
    y = np.zeros((2, 3), complex)
    parts = y.reshape(-1)[:3], y[:, 0], y[1], y.real, y.imag
    found = [np.shares_memory(a, b) for a in parts for b in parts]
    return found, np.shares_memory(x, y), np.shares_memory(y, np.asarray(y)), np.may_share_memory(1.0, x), y.T


def overlapping():
    x = np.arange(8.0)
    return x, x[2:], x[::2], x[1::2]


@program(fresh(overlapping), call(X, X + 1, X, X), fresh(lambda: [overlapping()[k] for k in (0, 0, 2, 3)]))
def of_arguments(x, y, z, w):
    """Arguments that are views of one array, or of several."""
    pairs = [(x, y), (x, z), (z, w), (y, w)]
    return [np.shares_memory(a, b) for a, b in pairs], [np.may_share_memory(a, b) for a, b in pairs], x + 1


@program(call(X, np.int64(3)), call(X, np.int64(-3)))
def chosen(x, n):
    """An array that a branch has chosen."""
    y = np.zeros(8)
    z = x if n > 0 else y
    return np.shares_memory(z, x), np.shares_memory(z, y), np.may_share_memory(z, np.ones(3))


@program(call(X.reshape(2, 4), X.reshape(2, 4) + 1, np.int64(3)), call(X.reshape(2, 4), X.reshape(2, 4) + 1, np.int64(-3)))
def chosen_view(x, y, n):
    """A view that a branch or an index has chosen."""
    z = x[0] if n > 0 else y[1]
    r = list(x)[int(n > 0)]
    asked = [(x, z), (y, z), (x[0], z), (x[1], z), (z, z), (z[:2], x[0, 2:]), (r, x), (r, x[1]), (r, z), (r, y)]
    return [np.shares_memory(a, b) for a, b in asked], [np.may_share_memory(a, b) for a, b in asked]


@program(call(X), call(X * 1j))
def imaginary_parts(x):
    """Those of real numbers are an array of its own at each time, which nobody may write."""
    y = x.real
    return np.shares_memory(x, y), np.shares_memory(x.imag, y), np.shares_memory(x.imag, x.copy())


@program(call(X, X > 2), refused=Refusal("AliasError", "np.shares_memory(x[:k], x[k:])"))
def of_a_run_time_place(x, m):
    """Which part it is, only the run knows."""
    k = m.sum()
    return np.shares_memory(x[:k], x[k:])


@program(call(X), call(X.reshape(2, 4)))
def bases(x):
    """`x.base` of an argument and its views."""
    y = x[1:]
    y.base[0] = 7.0
    return x.base is None, y.base is x, y[..., 1:].base is x, x.T.base is x, y.base is y, x[None].base is None


@program(fresh(lambda: (np.arange(4.0)[1:],)), refused=Refusal("AliasError", "x.base is None"))
def base_of_a_view(x):
    """The argument is a view of an array that the function does not see."""
    return x.base is None


@program(call(X, X + 1), fresh(lambda: (X, X)))
def ids(x, y):
    """Ids of arrays that live are compared as `is` does it."""
    z, xs = x, [x, y]
    return id(x) == id(z), id(x) == id(y), id(x) != id(y), id(xs[0]) == id(x), id(xs[1]) == id(xs[0]), id(z) != id(x)


@program(call(X), refused=Refusal("StaticValueError", "return id(x) % 1"))
def arithmetic_with_an_id(x):
    """A number is not there before the program runs."""
    return id(x) % 1


@program(call(X), refused=Refusal("StaticValueError", "id(x.copy()) == id(x)"))
def id_of_what_is_gone(x):
    """Another array may get the id of one that is gone."""
    return id(x.copy()) == id(x)


@program(call(X), call(X.reshape(2, 4)))
def bases_of_new_arrays(x):
    """`x.base` of what the function has made: NumPy goes through views of views to the array that owns the memory."""
    y, z = x * 2, np.zeros((3, 4))
    rows = [row.base is z for row in z]
    views = z[1:], z.T, z[None], np.flip(z), z.reshape(-1), z.reshape(-1)[2:], z.diagonal(), z.view(np.int64)
    y[1:].base[0] = 7.0
    return y, y.base is None, [view.base is z for view in views], rows, z[1:][1:].base.shape, z[0].base.base is None


@program(call(X.reshape(2, 4)))
def owners(x):
    """What NumPy's operators and functions answer owns its memory; what is read, or written to by `out=`, does anyway."""
    y = np.empty_like(x)
    made = [x + 1, x @ x.T, x > 1, np.exp(x), x.copy(), x.astype(int), x.sum(axis=0), np.vstack([x, x]), np.array(x)]
    made += [np.where(x > 1, x, 0), np.add(x, 1, out=y), np.sort(x), np.arange(4.0), np.concatenate([x, x])]
    return [(one.base is None, one.flags.owndata, one[1:].flags.owndata) for one in made], x.flags.owndata


@program(call(X))
def owner_of_another_shape(x):
    """`x.shape = …` and a read-only array are the same object, also if only a view of it is left."""
    y, z = x + 1, x + 2
    y.shape = 2, 4
    z.flags.writeable = False
    row, part = y[0], z[1:]
    asked = row.base is y, y.base is None, y.flags.owndata, part.base is z, z.base is None, part.flags.writeable
    del y
    return asked, row.base, row.base.shape


@program(call(X), refused=Refusal("AliasError", "np.tile(x, 2).base"))
def base_of_what_a_library_has_made(x):
    """Some of NumPy's functions answer a view of an array that nobody else sees."""
    return np.tile(x, 2).base is None


@program(call(X, np.int64(3)), refused=Refusal("AliasError", "y.base"))
def base_of_a_choice(x, n):
    """Only the run knows which array it is."""
    y = x[1:] if n > 0 else np.zeros(3)
    return y.base is None


@program(call(X), call(X.reshape(2, 4)))
def all_flags(x):
    """The flags of an array that the function has made: as text, as a number, and by NumPy's short names."""
    y = (x + 1).T
    print(y.flags)
    flags = y[::-1].flags
    names = "C", "F", "O", "W", "A", "X", "B", "CA", "FA", "FNC", "FORC", "C_CONTIGUOUS", "OWNDATA"
    return str(flags), flags.num, [y.flags[name] for name in names], flags == y.flags, y.flags == (x + 2).T.flags


@program(call(X))
def flags_that_are_none(x):
    """The names in brackets are in capitals, those behind a dot are not."""
    said = []
    try:
        x.flags["c_contiguous"]
    except KeyError as error:
        said.append(str(error))
    try:
        x.flags.C_CONTIGUOUS
    except AttributeError as error:
        said.append(str(error))
    return said


@program(call(X), call(X.reshape(2, 4)))
def base_that_nobody_holds(x):
    """It is one object, whoever is asked for it."""
    a, b = np.split(x * 2, 2)
    kept = a.base
    return a.base is b.base, b.base is kept, a.base is a, kept


@program(call(X, np.int64(3)), call(X, np.int64(0)))
def bases_in_loops(x, n):
    """The base of views that are made in a loop, of an array that the loop changes, and of a new one."""
    y, found = x * 2, []
    for i in range(n + 2):
        y[0] = i
        part = y[1:]
        z = x + i
        found.append(part.base is y and z[1:].base is z)
    return y, all(found), y[2:].base is y
