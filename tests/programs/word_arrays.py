"""Arrays of texts of several letters: names beside numbers, picked, compared, counted, written and printed."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("word_arrays")
NAMES = np.array(["north", "s", "east", "s", "west"])
X = np.array([3.0, 1.0, 2.0, 5.0, 4.0])
ODD = np.array(["", "é", "日本", "a\0b", "zz", "𝒳"])
TABLE = np.array([["ab", "c"], ["d", "efg"]])
TWO = np.array(2)


@program(call(NAMES, X), call(NAMES[:3], X[2:]))
def picked(names, x):
    """By order, by masks, by places."""
    return names[np.argsort(x)], names[x > 2], names[np.argmax(x)], names[1:3], names[::-1], names[[0, 2]], names[:, None]


@program(call(NAMES, X), call(np.array(["s", "tt", "s"]), X[:3]))
def compared(names, x):
    """With a text, shorter and longer ones."""
    same = names == "s"
    return same, x[same].sum(), names != "east", names == "longer than that", names == "", names < "n", names >= "east"


@program(call(ODD, ODD[::-1].copy()), call(ODD[::2], ODD[1::2]))
def odd_texts(a, b):
    """Empty ones, letters of several bytes, a zero within."""
    return a == b, a < b, a <= b, a > b, a >= b, a == "é", a == "", a < "b", a <= "a\0b", a == "a\0"


@program(call(NAMES, TWO), call(ODD, np.array(0)), call(ODD, np.array(3)))
def elements(names, n):
    """They are texts of NumPy's."""
    c = names[n]
    return c, [c], type(c), c == "east", c != "", c < "f", c + "!", f"{c}", len(c), c.upper(), c in ("east", ""), str(c)


@program(call(["a", "bcd", "ef"], X[:3]), call(["n", "s", "n"], X[:3]))
def made_here(words, x):
    """Of texts that are known."""
    names = np.array(words)
    labels = np.where(x > 2, "high", "low")
    groups = {str(k): x[names == k].sum() for k in np.unique(names)}
    return names, names[0], names.tolist(), labels, labels[0], (labels == "high").sum(), groups, np.sort(names)


@program(call(NAMES, TWO), call(NAMES, np.array(-1)))
def written(names, n):
    """Cut off at the width of the dtype."""
    was = names[n]
    names[n] = "north-west"
    names[0] = f"n{n}, and more"
    names[1:3] = ["q", "rs"]
    names[names == "s"] = "S!"
    names[-1] = names[0]
    view = names[1:3]
    view[0] = 5
    return names, was, view, names[n]


@program(call(NAMES), call(TABLE))
def printed(names):
    """Texts of arrays and of elements."""
    print(names, names[0], [names[0]], f"{names[0]}")
    return str(names), repr(names), f"{names}"


@program(call(NAMES, X), call(NAMES[:2], X[:2]))
def in_loops(names, x):
    """One after the other, beside numbers."""
    totals, best, top, kept, some = {}, None, -1.0, [], 0
    for i, (name, v) in enumerate(zip(names, x, strict=True)):
        totals[str(name)] = totals.get(str(name), 0) + v
        if v > top:
            top, best = v, name
        if name == "s":
            some += i
        else:
            kept.append(name)
    return totals, best, top, kept, ", ".join(kept), some, [w for w in names if len(w) > 1]


@program(call(NAMES), call(ODD))
def asked(names):
    """As Python's containers, and by NumPy's functions."""
    unique, inverse, counts = np.unique(names, return_inverse=True, return_counts=True)
    return unique, inverse, counts, unique[np.argmax(counts)], sorted(names), set(names), "s" in names, np.isin(names, ["s"])


@program(call(NAMES, NAMES[:3].copy()), call(NAMES, np.array(["longer than it", "s", "east"])))
def put_together(a, b):
    """The wider dtype is that of both."""
    return np.concatenate([a, b]), np.append(a, "q"), a[:3] == b, np.array_equal(a[:3], b), np.where(b == "s", a[:3], b)


@program(call(TABLE), call(TABLE[:1]))
def two_axes(table):
    """Rows, columns, other extents."""
    rows = [" ".join(row) for row in table]
    return rows, table[0, 1], table[0], table[:, 0], table == "c", table.T, table.reshape(-1), table.shape, table[:, ::-1]


@program(call(NAMES), call(np.array(["ab", "c"])))
def other_widths(names):
    """With more room, with less, and as letters."""
    return names.astype("U9"), names.astype("U2"), names.astype("U1"), names.astype(str), names.dtype, names.itemsize


@program(call(NAMES, np.array(1)), call(NAMES, np.array(-1)))
def one_of_two(names, n):
    """A branch decides which."""
    c, some = "none", names
    if n > 0:
        c, some = names[n], names[1:]
    return c, c == "s", some


@program(call(NAMES, np.array(9)), call(NAMES, TWO))
def out_of_bounds(names, n):
    """An exception of NumPy's."""
    return names[n]


@program(call(3), call(1))
def filled(n):
    """What NumPy fills."""
    a, b, c = np.empty(n, dtype="U5"), np.full(n, "abc"), np.full((n, 2), "abc", dtype="U2")
    a[:] = "x"
    b[0] = "zzzz"
    zeros = np.zeros((n, 2), "U3")
    zeros[0] = "ab", "c"
    return a, b, c, zeros, zeros == ""


@program(call(NAMES, np.array(3)), call(NAMES, np.array(0)))
def texts_of_the_run(names, n):
    """Compared with texts that are put together, sorted, and shown where a branch has chosen among widths."""
    names[0] = "n3"
    text = f"n{n}"
    letters = np.where(names == text, "#", ".")
    chosen = names if n > 1 else letters
    print(chosen[0], [chosen[0]])
    narrow = names.astype("U2") if n > 1 else names
    return names == text, names < text, letters == text, np.sort(names), [chosen[0]], narrow, narrow == text, narrow[1]


@program(call(np.array([3.0, 1.0])), call(np.array([-1.0, 3.0])), call(np.array([-1.0, 1.0])))
def lists_of_chosen_texts(x):
    """NumPy's functions of a list in which branches have put the one text or the other."""
    texts = ["a" if x[0] > 0 else "c", "b", "d" if x[1] > 2 else "aa"]
    found = np.argsort(texts), np.sort(texts), np.unique(texts), np.size(texts), np.shape(texts), np.take(texts, [0, 2])
    return found, np.array(texts), np.array(texts) == "a", np.flip(texts), np.tile(texts, 2)


NUMBERS = np.array([3, -10, 0, 999, 30])
ENDS = np.array([np.iinfo(np.int64).min, np.iinfo(np.int64).max, -1, 10**18])


@program(call(NUMBERS), call(NUMBERS[:0]), call(ENDS), call(ENDS.astype(np.uint64)), call(NUMBERS.astype(np.int8).reshape(1, 5)))
def numbers_as_texts(k):
    """Integers and truth values become texts, as wide as their dtype needs, or as is asked for."""
    return k.astype(str), k.astype("U3"), k.astype("<U1"), (k > 0).astype(str), k.astype(str) == "30"


@program(call(np.arange(1, 31)), call(np.arange(7, 11)))
def fizz_buzz(k):
    """The texts of numbers, some of which are written over."""
    s = k.astype(str).astype("<U8")
    s[k % 3 == 0] = "Fizz"
    s[k % 5 == 0] = "Buzz"
    s[k % 15 == 0] = "FizzBuzz"
    return s.tolist(), ",".join(s), [len(x) for x in s]


@program(call(NUMBERS), call(-NUMBERS), call(NUMBERS.reshape(5, 1)))
def selected_words(k):
    """Words by conditions, the first that holds; also elements of other arrays."""
    sign = np.where(k > 0, "positive", "negative")
    return np.select([k > 100, k > 5], ["big", "middling"], "small"), np.select([k == 0, k > 9], ["zero", sign], sign)


@program(call(np.array([[3, 4], [5, 6]]).T), refused=Refusal("UnsupportedOpError", "astype(str)"))
def texts_of_a_turned_table(k):
    """NumPy keeps the order of the axes in memory."""
    return k.astype(str)
