"""`%` with a template that only the run knows."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("filled in texts")
X = np.array([1.5, -2.0, 3.0])
N = np.int64


@program(call(X, N(9)), call(X, N(4)), call(X, 6))
def widths(x, w):
    """A width of the run's, for numbers and texts."""
    f = f"%-{w}.2f|"
    print(f % x[0], f % 2.5, "[" + f % x[1] + "]")
    return (f"%{w}s") % x[2], (f"%{w}s %%") % "q", (f"%{w}s") % (np.float32(x[1]),), f"{x[1]:>{w}.{w}f}"


@program(call(X, N(9)), call(X, N(4)))
def in_a_loop(x, w):
    """Several values, one of them a text of the run's."""
    t = "%" + str(w) + "d|%r|%s"
    out = []
    for k in range(3):
        out.append(t % (k, x[k], "a" if x[k] > 0 else "bc"))
    return out, (f"%{w}r") % (N(3),)


@program(call(X, N(9)))
def too_few(x, w):
    """Python's TypeError."""
    return (f"%{w}d %d") % (x[0],)


@program(call(X, N(9)))
def of_the_wrong_type(x, w):
    """And this one."""
    return (f"%{w}d") % ("a",)


@program(call(X, N(9)), refused=Refusal("StaticValueError", "f % {"))
def by_name(x, w):
    """Values by their names are refused."""
    f = f"%(k){w}s"
    return f % {"k": x[0]}


@program(call(np.int64(65)), call(np.int64(8364)), call(np.int64(-1)), call(np.float64(1.0)))
def one_letter(n):
    """`%c` of a number is the letter that chr makes."""
    k = 0
    for _ in range(3):
        k += int(n)
    return "%c|%c" % (n, "b"), "%5c" % n, "%-3c|" % (k + 1), "%c" % k


class Named:
    """It has items, and needs not have been asked for one."""

    def __init__(self, v):
        self.v = v

    def __getitem__(self, key):
        return self.v

    def __str__(self):
        return "named"


def attempted(template, values):
    """The text, or the error's."""
    try:
        return template % values
    except TypeError as error:
        return str(error)


@program(call(X, N(9)), call(X.astype("u1"), 4))
def values_left_over(x, n):
    """What has items may be left over: NumPy's scalars, arrays, lists; Python's numbers, tuples and texts may not."""
    left = [x[0], x, [n + 1], {"a": n}, Named(x[1]), float(x[0]), (x[0],), str(x[0]), x.sum() > 2, bool(x[0] > 2), (x[0], 3)]
    return [attempted("none", one) for one in left], [attempted("%s|", one) for one in left]


@program(call(X), call(X.astype("u1")), refused=Refusal("StaticValueError", "return number(text)"))
def text_as_an_array(x):
    """A text of the run's as a number of NumPy's is refused, and is no ValueError of NumPy's."""
    text = f"{x[0]}"
    for number in (np.float32, np.array, lambda one: np.array([one], dtype=float)):
        try:
            return number(text)
        except (TypeError, ValueError):
            return 0


@program(call(X, N(9)), call(X.astype("u1"), N(4)))
def left_over_by_a_text_of_the_run(x, n):
    """The same where only the run knows the template."""
    template = str(n)
    return [attempted(template, one) for one in (x[0], x.sum() > 2, n, float(x[0]), (x[0],), str(x[0]), 3)], attempted(template + "%r", x[0])


@program(call(X, N(9)), call(X.astype("u1"), N(4)))
def texts_beside_numbers(x, n):
    """A text or bytes of the run's is unlike NumPy's numbers, as NumPy says it: a bool of its own, or an array of them."""
    a, z = np.float32(1.5), np.zeros(2)
    found = []
    for text in (str(n), "ab" if n > 5 else "a", x.tobytes(), "a" if n > 5 else None):
        found.append((a == text, text != a, x[0] == text, text == n, float(x[0]) == text))
    return found, z == str(n), x.tobytes() != x, x != str(n), a == ("ab" if n > 5 else 1.5)


@program(call(X, N(9)), call(X.astype("u1"), N(4)))
def texts_before_numbers(x, n):
    """They have no order."""
    found = []
    for text in (str(n), "ab" if n > 5 else "a", x.tobytes()):
        for number in (x[0], np.float32(1.5)):
            try:
                found.append(number < text)
            except TypeError as error:
                found.append(isinstance(error, TypeError))
    return found
