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


LEFT, RIGHT = "gattaca" * 6, "catgagta" * 6


@program(call(LEFT, RIGHT), call(LEFT[:5], RIGHT[:4]), call("", "ab"))
def distance_in_a_table(a, b):
    """Loops over the letters of two long texts, which would be too many one by one."""
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    table[:, 0] = np.arange(len(a) + 1)
    table[0, :] = np.arange(len(b) + 1)
    for i, x in enumerate(a, 1):
        for j, y in enumerate(b, 1):
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (x != y))
    return int(table[-1, -1]), table[-1]


@program(call(LEFT, RIGHT), call("abc", "abd"))
def distance_in_rows(a, b):
    """The same with `for` over the text itself, and a row that each letter makes anew."""
    before = np.arange(len(b) + 1)
    for x in a:
        row = np.zeros_like(before)
        row[0] = before[0] + 1
        for j, y in enumerate(b):
            row[j + 1] = min(before[j + 1] + 1, row[j] + 1, before[j] + (0 if x == y else 1))
        before = row
    return before[-1]


@program(call(bytes(range(256)) * 2, np.uint32(2**32 - 1)), call(b"", np.uint32(0)), call(b"123456789", np.uint32(7)))
def checksum_of_bytes(data, crc):
    """`for` over bytes."""
    for byte in data:
        crc ^= np.uint32(byte)
        for _ in range(8):
            crc = (crc >> np.uint32(1)) ^ np.uint32(0xEDB88320) if crc & np.uint32(1) else crc >> np.uint32(1)
    return crc


@program(call(np.array(["ab", "c"]), np.int64(2)), call(np.array(["a", "b"]), np.int64(3)))
def repeated_by_a_number_of_numpys(names, n):
    """Both are NumPy's, whose `multiply` does not do it; Python's numbers and texts do."""
    try:
        found = names[0] * n
    except TypeError as e:
        found = type(e).__name__
    return found, names[0] * int(n), str(names[0]) * n, f"{n}" * n
