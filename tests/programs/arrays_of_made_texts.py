"""Arrays of texts whose letters the run decides: how wide they are, moved, compared, changed by NumPy's functions."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("arrays_of_made_texts")
X = np.array([1.5, -2.25, 1000.123, np.nan, np.inf, -0.0])
K = np.array([3, -12, 500, 0])
TABLE = np.array([[1.5, 2.0], [3.0, -4.25]])


@program(call(X, 3), call(X[:2], np.array(12)), call(X[:1], np.int64(-1)))
def made(x, n):
    """Of comprehensions, lists that are written out, and nested ones; the width is in the dtype."""
    texts = np.array([f"{v:.1f}" for v in x])
    pair = np.asarray([f"n={n}", "é"])
    narrow = np.array([str(v) for v in x], dtype="U3"), np.array([f"{n}"], dtype="<U1"), np.array([f"{n}"], str)
    return texts, pair, narrow, np.array([[f"{v:g}", "ab"] for v in x]), np.full(2, f"{n}!"), np.full((1, 2), f"{n}!", "U2")


@program(call(K), call(K[:1]), call(K[:0]))
def made_in_loops(k):
    """Also of no items, where the dtype is given."""
    some, letters = [], []
    for v in k:
        if v > 0:
            some.append(f"w{v}")
        letters.append("np"[int(v > 0)])
    return np.array(some, dtype=str), np.array([f"{v}" for v in k], "U"), np.array(["+" + c for c in letters], dtype=str)


@program(call(np.arange(8)), call(np.arange(3, 9)))
def lists_of_some_items(k):
    """A list without items is an array of numbers."""
    few = [f"w{v}" for v in k if v > 5]
    words = [f"{v}" * int(v) for v in k]
    return np.array(few), np.array(few, dtype=str), np.array(words), np.unique(words), np.char.upper(words)


@program(call(X), call(-X[::-1]))
def asked_about(x):
    """Extents, bytes, dtype."""
    a = np.array([f"{v:.1f}" for v in x])
    d = a.dtype
    wide = a.size, a.shape, a.ndim, len(a), a.itemsize, a.nbytes
    return wide, d, d.kind, d.itemsize, d == "U6", d == np.dtype("U6"), d != np.float64, f"{d}", repr(d)


@program(call(X), call(X[1:3]))
def items(x):
    """They are texts of NumPy's; lists have Python's."""
    a = np.array([f"{v:.1f}" for v in x])
    first, last = a[0], a[-1]
    kept = [s for s in a if s != "nan"]
    counts = {}
    for i, s in enumerate(a):
        counts[str(s)] = counts.get(str(s), 0) + i
    texts = ",".join(a), a.tolist(), str(last), first + "!", first.upper(), f"{first:>7}"
    return first, type(first), len(first), texts, kept, counts, [len(s) for s in a], [float(s) for s in a], sorted(a)


@program(call(X), call(X[:3]))
def parts(x):
    """Views and copies."""
    a = np.array([f"{v:.1f}" for v in x])
    return a[::2], a[1:], a[::-1], a[x > 0], a[[1, 0]], a[:, None], a.copy(), a.reshape(-1, 1), a.ravel(), a[:1]


@program(call(X), call(-X))
def compared(x):
    """With texts and arrays, known and not, and by their order."""
    a = np.array([f"{v:.1f}" for v in x])
    equal = a == "1.5", a != "nan", a == a[::-1], a == f"{x[1]:.1f}", a == [f"{v:.2f}" for v in x], a == "a long text"
    return equal, a < "2", a >= a[0], a <= a[::-1], a > "", np.equal(a, "inf"), "nan" in a, "none" in a, (a == "nan").sum()


@program(call(X), call(X[2:4]))
def written(x):
    """Cut off at the width that the array has."""
    a = np.array([f"{v:.1f}" for v in x])
    view = a[1:]
    a[0] = "a text that is longer than there is room for"
    a[1] = f"{x[0]:.5f}"
    view[-1] = a[0]
    a[a == "nan"] = "none"
    return a, view


@program(call(X), call(X[:1]))
def of_texts(x):
    """np.char, np.strings, and sums."""
    a = np.array([f"{v:.1f}" for v in x])
    padded = np.char.zfill(a, 7), np.char.center(a, 9, "*"), np.char.rjust(a, 8), np.char.ljust(a, width=8)
    asked = np.char.find(a, "."), np.char.count(a, "0"), np.char.str_len(a), np.char.startswith(a, "-")
    more = np.char.endswith(a, "0"), np.char.isdigit(a), np.char.isalpha(a), np.strings.rfind(a, "0", 1), np.char.equal(a, "inf ")
    changed = np.char.upper(a), np.char.replace(a, ".", ",,"), np.char.strip(a, "0"), np.char.multiply(a, 2), np.char.title(a)
    return padded, asked, more, changed, a + "!", "<" + a, a + a, np.char.add(a, f"{x[0]}"), np.strings.lower(a), np.char.multiply(a, np.arange(len(x)))


@program(call(X), call(X[:2]))
def moved(x):
    """Put together, repeated, taken out."""
    a = np.array([f"{v:.1f}" for v in x])
    joined = np.concatenate([a, ["abcdefghi"]]), np.append(a, "q"), np.stack([a, a]), np.hstack([a, a[:1]]), np.vstack([a, a])
    again = np.roll(a, 1), np.flip(a), np.repeat(a, 2), np.tile(a, 2), np.take(a, [0, 1]), np.delete(a, 0)
    return joined, again, np.insert(a, 1, "zzzzzzzzzz"), np.column_stack([a, a]), np.compress(x > 0, a), np.expand_dims(a, 0)


@program(call(K), call(K[::-1].copy()), call(np.array([7, 7, 70])))
def in_order(k):
    """Sorted, told apart, found among others."""
    a, b = np.array([f"{v}" for v in k]), np.array([f"{v * 2}" for v in k])
    both = np.intersect1d(a, b), np.union1d(a, b), np.setdiff1d(a, b), np.isin(a, b), np.isin(a, ["3", "70"])
    counted = np.unique(a, return_counts=True), np.unique(a, return_inverse=True), np.unique([f"{v}" for v in k])
    return np.sort(a), np.argsort(a, kind="stable"), a[np.argsort(k)], both, counted, np.array_equal(a, b), np.sort([f"{v}" for v in k])


@program(call(X), call(-X), call(np.array([2.0])))
def chosen(x):
    """Where conditions say, beside texts that are known and not, and where branches end."""
    a = np.array([f"{v:.1f}" for v in x])
    picked = np.where(x > 0, a, "negative"), np.where(x > 0, [f"{v}" for v in x], a), np.where(x > 0, "+", f"{x[0]}")
    if x[0] > 0:
        a = np.char.add(a, "kg")
    other = a if x[0] > 0 else np.array(["a", "bb"])
    for _ in range(2):
        a = np.char.add(a, "x")
    return picked, np.select([x > 1, x < 0], [[f"{v}p" for v in x], "minus"], "zero"), a, other, len(other)


@program(call(TABLE), call(-TABLE[:1]), call(np.arange(12.0).reshape(3, 4)))
def tables(m):
    """Rows and columns of texts."""
    t = np.array([[f"{v:.2f}" for v in row] for row in m])
    text = "\n".join(" ".join(row) for row in np.char.rjust(t, 8))
    return t, t.T, t[0], t[:, 1], t[0, 1], t.shape, t.ravel(), t.tolist(), t == "3.00", text, t.reshape(-1), np.flip(t, 0)


@program(call(X), call(X.astype(np.float32)), call(X + 1j), call(X.reshape(2, 3)), call(X > 0))
def numbers_as_texts(x):
    """Of floats and complex numbers, too: as wide as the dtype may need."""
    a = x.astype(str)
    return a, x.astype("U4"), a == "1.5", a[0], np.char.add(a, "m"), a.tolist(), str(a)


@program(call(X), call(X[:1]))
def numbers_in_texts(x):
    """What texts say, and what is none."""
    line = ",".join(f"{v:.2f}" for v in x)
    a = np.array(line.split(","))
    try:
        found = np.array((line + ",x").split(","), dtype=float)
    except ValueError as e:
        found = str(e)
    try:
        whole = np.array([f"{v:g}" for v in x], dtype=int)
    except ValueError as e:
        whole = str(e)
    return np.array(line.split(","), dtype=float), a, a.astype(float), found, whole, a.astype("U2"), a.astype("U20")


@program(call(K, "ab"), call(K.reshape(2, 2), "é"), call(K[:1], ""))
def vectorized(k, unit):
    """Functions of elements that answer texts."""
    sign = np.vectorize(lambda v: "neg" if v < 0 else "positive")
    text = np.vectorize(lambda v: "zero" if v == 0 else f"{v:+d}", otypes=[str])
    both = np.vectorize(lambda v: (f"{v}", v * 2), otypes=[str, int])
    with_unit = np.vectorize(lambda v, u: f"{v}{u}" if v > 1 else u)
    return sign(k), text(k), both(k), with_unit(k, unit), np.vectorize(len)(text(k)), np.vectorize(lambda s, v: s * int(v % 3))(text(k), k)


@program(call(X), call(X[:1]))
def printed(x):
    """As NumPy prints them."""
    a = np.array([f"{v:.1f}" for v in x])
    print(a, a[0], [a[0]])
    return str(a), repr(a), f"{a}", f"{a[0]!r}"


@program(call(X), call(X[:3]))
def methods(x):
    """Of the arrays themselves; some change them."""
    a = np.array([f"{v:.1f}" for v in x])
    taken = a.take([0, -1]), a.item(1), a.repeat(2), a.compress(x > 0), a.argsort(kind="stable"), a.view(), a.transpose()
    b = a.copy()
    b += "kg"
    b.sort()
    c = a.copy()
    c.fill("a text")
    c[:1] += "!"
    return taken, a, b, c, np.array([a, b]), np.array([a[:1], a[1:2]]), np.array(a, dtype="U2"), np.array(a, float)


@program(call(K), call(K[:2]))
def grown(k):
    """Begun without letters, with letters, and put together from formats."""
    a, b = np.array([], dtype=str), np.array(["a", "b"])
    for v in k:
        a = np.append(a, f"{v}")
        b = np.concatenate([b, [f"{v}!"]])
    return a, b, np.char.mod("%05d", k), np.char.mod("%.2f|", k / 3), np.append(b[:2], ["", "xyz"])


@program(call(K), call(-K[:3]))
def items_in_lists(k):
    """Beside texts of Python's; and arrays like one of texts."""
    a = np.array([f"{v}" for v in k])
    mixed = [s if s.startswith("-") else "+" + s for s in a]
    like = np.empty_like(a), np.full_like(a, "q and more"), np.zeros(2, dtype=a.dtype), np.issubdtype(a.dtype, np.str_)
    like[0][:] = "1"
    return mixed, np.array(mixed), np.array([s for s in a if s != "3"], str), np.array([s[::-1] for s in a]), like, a.astype(a.dtype)


@program(call(K), refused=Refusal("ObjectDtypeError", "astype"))
def numbers_as_texts_of_a_dtype_of_the_run(k):
    """It would have to be known while the graph is built."""
    a = np.array([f"{v}" for v in k])
    return k.astype(a.dtype)


@program(call(K), refused=Refusal("ObjectDtypeError", "dtype=object"))
def arrays_of_objects(k):
    """No program has such."""
    return np.array([f"{v}" for v in k], dtype=object)
