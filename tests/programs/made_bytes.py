"""Bytes of integers that only the run knows, and back: `bytes`, `join`, `hex`, `decode`, `from_bytes`, `to_bytes`."""

import numpy as np

from tests.harness import Theme, call

program = Theme("made bytes")

_GIVEN = (
    call(np.array([72, 105])), call(np.array([], int)), call(np.array([0])), call(np.arange(1, 10)),
    call(np.array([255] * 8)), call(np.array([127] * 8)), call(np.array([128, 0])), call(np.array([3, 300, -1])),
)  # fmt: skip


@program(call(np.array([1, 2, 1, 2, 1, 2, 3], np.uint8)), call(np.array([0], np.uint8)), call(np.array([5] * 4, np.uint8)))
def sliding_window(data):
    """LZ77: what is put out, and the bytes that come of it again."""
    out, i = [], 0
    while i < len(data):
        best = (0, 0)
        for off in range(1, i + 1):
            n = 0
            while i + n < len(data) - 1 and data[i + n] == data[i - off + n]:
                n += 1
            if n > best[1]:
                best = (off, n)
        off, n = best
        out.append((off, n, int(data[i + n])))
        i += n + 1
    back = []
    for off, n, code in out:
        for _ in range(n):
            back.append(back[-off])
        back.append(code)
    return out, bytes(back), back == data.tolist()


@program(*_GIVEN)
def of_all_kinds(x):
    """Of lists, generators and arrays; an int asks for so many zeros."""
    small = bytes(v % 128 for v in x), bytes([int(v) % 7 for v in x if v > 2]), bytes(range(int(x.sum() % 7)))
    return small, bytes(x), bytes(x > 3), bytes(x[::-1] * 0.5), bytes(int(x.sum() % 5)), bytes(x.sum() % 3)


@program(*_GIVEN)
def out_of_range(x):
    """What is no byte raises."""
    try:
        return bytes([int(v) for v in x])
    except ValueError as e:
        return str(e)


@program(*_GIVEN)
def shown(x):
    """As hexadecimal digits, and as text."""
    b = bytes(v % 256 for v in x)
    return b.hex(), bytes(x[:3] & 255).hex(":"), b.decode("latin-1"), bytes(v % 128 for v in x).decode()


@program(*_GIVEN[:-1])
def no_ascii(x):
    """Bytes that may be no letters."""
    return bytes(x.tolist()).decode("ascii")


@program(*_GIVEN[:-1])
def numbers_of(x):
    """Of either order, with a sign and without."""
    b = bytes(x.tolist())
    ends = int.from_bytes(b, "big"), int.from_bytes(b, byteorder="little", signed=True)
    return ends, int.from_bytes(b[:4], "little"), int.from_bytes(b[-1:], signed=True), int.from_bytes(x.tolist())


@program(*_GIVEN)
def from_numbers(x):
    """Of one byte to eight."""
    n, out = int(x.sum()) % 128, []
    for length in (1, 2, 4, 8):
        out += [n.to_bytes(length, "big"), (-n).to_bytes(length, "little", signed=True)]
    return out, b"".join(out)


@program(call(np.array([1, -2, 300, 70000])), call(np.array([5, 6, 7, -8])), retraces=True)
def added_to_a_bytearray(k):
    """Bytes of numbers, one after the other."""
    out = bytearray()
    for v in k:
        out += int(v).to_bytes(4, "little", signed=True)
    return out, len(out)
