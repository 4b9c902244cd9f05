"""Loops over the characters of a text beside arrays, left as only the run knows."""

import numpy as np

from tests.harness import Theme, call

program = Theme("text_items")
X, Y = np.array([3.0, 5.0, 2.0]), np.array([-3.0, 5.0, 1.0, 4.0, 5.0])
CALLS = call(X), call(Y), call(np.array([-1.0])), call(np.ones(9))
LETTERS = "abcdefghij"


@program(*CALLS)
def zipped(x):
    """A dict is filled until an item is large."""
    out = {}
    for k, v in zip(LETTERS, x, strict=False):
        out[k] = v
        if v > 4:
            break
    return out


@program(*CALLS)
def last_letter(x):
    """Only the last one is used."""
    n = 0
    for k, v in zip(LETTERS, x, strict=False):
        n += 1
        if v > 4:
            break
    return n, k


@program(*CALLS)
def enumerated(x):
    """The end depends on the index."""
    n = 0
    for i, k in enumerate(LETTERS):
        if x[0] < i:
            break
        n += 1
    return n, k


@program(*CALLS)
def octets(x):
    """The numbers of a bytes object."""
    total = 0
    for a, v in zip(b"abcdefghij", x, strict=False):
        if v > 4:
            break
        total += a
    return total


@program(*CALLS)
def every_jump(x):
    """With `try`, `finally`, `continue`, `break` and `else`."""
    out = {}
    for k, v in zip(LETTERS, x, strict=False):
        try:
            out[k] = 1 / (v - 1) if v != 1 else {}["missing"]
        except KeyError as error:
            out[k] = error.args[0]
            continue
        finally:
            out["n"] = out.setdefault("n", 0) + 1
        if v > 4:
            break
    else:
        out["else"] = True
    return out


@program(*CALLS)
def backwards(x):
    """From the last letter on."""
    out = []
    for k in reversed(LETTERS):
        if x[0] < len(out):
            break
        out.append(k)
    return out
