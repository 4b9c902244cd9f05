"""`bytearray` and `array.array` of the caller that the function changes: the caller's own object is changed."""

import array

import numpy as np

from tests.harness import Refusal, Theme, fresh

program = Theme("callers' buffers")
X = np.array([3, 1, 2])


def letters():
    return bytearray(b"abcdef")


def numbers():
    return array.array("d", [1.0, 2.0, 3.0])


def given(*more):
    """Calls, each with a buffer of its own."""
    return [fresh(lambda one=one: (letters(), one)) for one in more]


@program(*given(np.int64(3), np.int64(250)))
def written(b, n):
    """An item that is known, and one that the run knows."""
    b[0] = 65
    b[n % 5 + 1] = n
    b[-1] ^= 0x20
    return b, b[0], sum(b)


@program(*given(np.int64(3), np.int64(300), np.int64(-1)))
def written_until_an_error(b, n):
    """What has been written before an exception stays."""
    b[2] = 90
    b[1] = n
    b[3] = 91
    return b


@program(*given(np.int64(3), np.int64(30)))
def error_that_is_handled(b, n):
    """The handler sees what has been written, and writes more."""
    try:
        b[2] = 9
        b[n] = 1
    except IndexError as error:
        b[0] = 255
        return str(error)
    return bytes(b)


@program(*given(X, X + 1))
def in_loops(b, x):
    """Loops over the buffer, and over an array."""
    for i, c in enumerate(b):
        b[i] = c ^ 1
    for v in x:
        b[v] = v
    return b.hex(), b.decode("latin-1")


@program(*given(np.int64(3), np.int64(0)))
def of_another_length(b, n):
    """Slices, signs and methods that make it longer or shorter."""
    if n > 1:
        b.append(n)
    else:
        del b[:2]
    b[1:2] = b"xyz"
    b += b"!"
    while len(b) > 6:
        b.pop()
    return b, len(b)


@program(fresh(lambda: (numbers(), np.float64(2.5))), fresh(lambda: (array.array("f", [1, 2, 3]), np.float64(0.1))))
def of_numbers(a, v):
    """An `array.array` rounds as its type of C's does."""
    a[0] = v
    a[1], a[2] = a[2], a[0] + 1
    a.append(7)
    return a, a[0], a.tolist(), type(a[0])


def shared():
    b = letters()
    return b, [b, letters()], {"b": b}


@program(fresh(shared))
def under_several_names(b, held, table):
    """One object under several names."""
    b[0] = 1
    held[0][1] = 2
    table["b"][2] = 3
    held[1][0] = 9
    return b is held[0], table["b"] is b, held


class Stream:
    def __init__(self):
        self.data = letters()
        self.at = 0

    def put(self, value):
        self.data[self.at] = value & 0xFF
        self.at += 1


@program(fresh(lambda: (Stream(), np.int64(70000))))
def held_by_an_object(stream, n):
    """By an object of the user's class, which is handed around."""
    stream.put(n)
    stream.put(n >> 8)
    stream.put(n >> 16)
    return stream.data[:3], stream.at


@program(*given(X), refused=Refusal("AliasError", "np.frombuffer(b, np.uint8)"))
def seen_by_an_array(b, x):
    """An array of NumPy's that shows its memory."""
    seen = np.frombuffer(b, np.uint8)
    b[0] = 1
    return seen.sum()


@program(fresh(lambda: (np.int64(5),)), refused=Refusal("UnsupportedCallError", "memoryview(b)"))
def written_through_a_view(n):
    """A `memoryview` shows memory that is there while the graph is built."""
    b = bytearray(8)
    seen = memoryview(b)
    seen[2] = n
    return b
