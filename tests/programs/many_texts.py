"""More texts, made of run-time values, than the program chooses from, among things that are no texts."""

import numpy as np

from tests.harness import Theme, call

program = Theme("many_texts")
M = np.array([[8, 1, 6], [3, 5, 7], [4, 9, 2]])
V = np.arange(12) % 5


@program(call(M), call(M[::-1, ::-1]), call(M * 2), call(M + np.eye(3, dtype=int)))
def first_wrong_line(m):
    """The first line of a magic square that is not as it should be."""
    n = len(m)
    target = n * (n * n + 1) // 2
    lines = [("row %d" % i, m[i]) for i in range(n)] + [("col %d" % i, m[:, i]) for i in range(n)]
    lines += [("diag", m.diagonal()), ("anti", np.fliplr(m).diagonal())]
    for name, line in lines:
        if line.sum() != target:
            return f"{name}: {line.tolist()} sums to {line.sum()}, not {target}"
    return "magic"


@program(*(call(V + k) for k in (-4, -1, 0, 3)), call(V * 0))
def found_or_not(x):
    """One of many texts, or None."""
    said = None
    for k, name in enumerate("abcdefghijkl"):
        if x[k] > 2:
            said = f"{name}={x[k]}" if said is None else said + f" {name}"
    if said is None:
        return said, "none"
    return said, len(said), said.upper(), said == "d=3", "e" in said


@program(*(call(V + k) for k in (-4, -1, 0, 3)), call(V * 0))
def texts_or_numbers(x):
    """One of many texts, or a number, or True."""
    said = 0
    if x[0] > 1:
        said = f"first {x[0]}"
    elif x[1] > 1:
        said = f"second {x[1]:>4}"
    elif x[2] > 2:
        said = f"{x[2]} third"
    elif x[3] > 3:
        said = f"{x[3]}{x[2]}"
    elif x[4] == 4:
        said = f"({x[4]:.2f})"
    elif x[5] > 6:
        said = f"<{x[5]}>"
    elif x[6] > 6:
        said = f"[{x[6]}]"
    elif x[7] > 6:
        said = f"{x[7]}!"
    elif x[8] > 6:
        said = f"{x[8]}?"
    elif x[9] > 6:
        said = f"{x[9]};"
    elif x[3] == -1:
        said = True
    print(said)
    return said, isinstance(said, str), str(said), repr(said)


@program(*(call(V + k) for k in (-4, -1, 0, 3)), call(V * 0))
def an_error_or_a_text(x):
    """A function that returns a text from many places, or raises."""

    def check(v):
        for k in range(10):
            if v[k] == k - 1:
                return f"{k}: {v[k]} after {v[k - 1]}"
            if v[k] > 6:
                raise ValueError(f"{k}: {v[k]}")
        return None

    try:
        return check(x)
    except ValueError as error:
        return error.args
