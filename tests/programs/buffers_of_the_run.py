"""`bytearray` and `array.array` that the function makes, of a run-time length or written to where the run says."""

import array
import copy
import itertools

import numpy as np

from tests.harness import Theme, call

program = Theme("buffers of the run")
X, Y = np.array([3, 1, 2, 1, 3]), np.array([0, 0, 5, 5, 5])
CALLS = [call(X), call(Y)]
NUMBERS = [call(np.array(30)), call(np.array(50)), call(np.array(3))]


@program(*NUMBERS)
def sieved(a):
    """The sieve of Eratosthenes, as it is often written."""
    n = int(a)
    sieve = bytearray([1]) * (n + 1)
    sieve[0] = sieve[1] = 0
    for i in range(2, int(n**0.5) + 1):
        if sieve[i]:
            sieve[i * i :: i] = bytes(len(range(i * i, n + 1, i)))
    return sieve.count(1), list(itertools.compress(range(n + 1), sieve)), sieve


@program(*NUMBERS)
def sieved_by_a_loop(a):
    """The same, byte by byte."""
    n = int(a)
    crossed = bytearray(n)
    for i in range(2, n):
        if not crossed[i]:
            for j in range(i * i, n, i):
                crossed[j] = True
    return sum(1 for b in crossed[2:] if not b), [i for i in range(2, n) if not crossed[i]], max(crossed)


def counted(a):
    counts = bytearray(6)
    for v in a:
        counts[v] += 1
    return counts


@program(*CALLS)
def seen(a):
    """A mark for each place that has been visited."""
    marks, steps, i = bytearray(6), 0, 0
    while not marks[i]:
        marks[i] = True
        i = int(a[i % 5])
        steps += 1
    return steps, marks, bytes(marks)


@program(*CALLS)
def asked_what_it_is(a):
    """Its type, its text, its truth, and what it holds."""
    b = counted(a)
    kinds = type(b) is bytearray, isinstance(b, (bytes, bytearray)), isinstance(b, bytes), hasattr(b, "items")
    return kinds, repr(b), f"{b}", len(b), bool(b), 1 in b, b"\x01\x00" in b, sorted(b), list(reversed(b)), set(b)


@program(*CALLS)
def compared(a):
    """With bytes, and with others of its kind."""
    b = counted(a)
    return b == bytes(b), bytes(b) == b, b != counted(a), b < b"zz", b >= bytearray(3), b == [0], b in [bytes(b)]


@program(*CALLS)
def changed_by_slices(a):
    """Slices, signs and methods."""
    b = counted(a)
    b[1:3] = b"xyz"
    b[:0] = [1, 2]
    del b[0], b[1:3]
    b[::2] = bytes(len(b[::2]))
    b += b"!"
    b *= 2
    b.insert(1, 65)
    b.remove(65)
    b.extend(x + 1 for x in b[:2])
    b.reverse()
    return b, b + b"q", b"q" + b, 2 * b[:1], b[-3:], b.pop(), b.pop(0), b"-".join([b, b"x"])


@program(*CALLS, call(np.array([300, -1, 2, 7, 9])))
def out_of_range(a):
    """Numbers that are no bytes, and places that are not there."""
    b = bytearray(4)
    try:
        b[1] = int(a[0])
        b.append(int(a[1]))
        b[int(a[3])] = 1
    except (ValueError, IndexError) as error:
        return type(error).__name__, b
    return b


@program(*CALLS)
def whichever(a):
    """One of several, and names for one."""
    b = bytearray(3) if a[0] > 1 else bytearray(5)
    c = b if a[1] > 0 else bytearray(b"zz")
    c[0] = 7
    for v in a:
        if v > 2:
            b = bytearray(int(v))
        b.append(int(v))
    return b, c, len(c), b is c


@program(*CALLS)
def copied(a):
    """Copies have bytes of their own."""
    b = counted(a)
    others = b.copy(), copy.copy(b), copy.deepcopy(b), bytearray(b), b[:]
    b[0] = 99
    return b, others


@program(*CALLS)
def held(a):
    """By lists, dicts and objects."""
    n = int(a.max()) + 2
    rows = [bytearray(n) for _ in range(n)]
    for i, v in enumerate(a):
        rows[i % n][v] = 1
    table = {}
    for v in a.tolist():
        table.setdefault(v, bytearray()).append(v)
    return rows, [sum(row) for row in rows], table


@program(*CALLS)
def written_as_text(a):
    """Letters that are put together, and read."""
    b = bytearray(b"hello")
    for v in a:
        if v > 1:
            b.append(int(v) + 65)
    b[0] = 72
    return b.decode(), b.upper(), b.hex(), b.startswith(b"H"), b.replace(b"l", b"L"), b.find(b"D"), b.isalpha()


@program(*CALLS)
def arrays_of_numbers(a):
    """`array.array` of ints and floats."""
    n = int(a.max()) + 1
    weights, last, order = array.array("d", [0.0]) * n, array.array("i", [-1] * n), array.array("l", range(n))
    for i, v in enumerate(a):
        weights[v] += 0.5 * i
        last[v] = i
        order[v], order[0] = order[0], order[v]
    return weights, last, order, sum(weights), max(last), last.tolist(), repr(last), last.typecode, last.itemsize


@program(*CALLS)
def arrays_that_grow(a):
    """A heap, and a forest of sets."""
    heap = array.array("i")
    for v in a.tolist():
        heap.append(v)
        i = len(heap) - 1
        while i and heap[(i - 1) // 2] > heap[i]:
            heap[i], heap[(i - 1) // 2] = heap[(i - 1) // 2], heap[i]
            i = (i - 1) // 2
    up = array.array("i", range(6))

    def find(x):
        while up[x] != x:
            up[x] = up[up[x]]
            x = up[x]
        return x

    for x, y in itertools.pairwise(a):
        up[find(int(x))] = find(int(y))
    return heap, list(heap), up, len(set(map(find, range(6))))


@program(*CALLS, call(np.array([127, 1, 2, 7, 9])))
def without_room(a):
    """What does not fit, or is of another kind."""
    b, told = array.array("b", [0, 0, 0]), []
    for act in (
        lambda: b.__setitem__(1, int(a[0]) + 1),
        lambda: b.append(1.5),
        lambda: b.extend(array.array("i", [1])),
        lambda: b.__setitem__(slice(0, 1), [5]),
        lambda: b[int(a[3])],
        lambda: b.index(99),
        lambda: hash(b),
    ):
        try:
            act()
        except (OverflowError, TypeError, IndexError, ValueError) as error:
            told.append(type(error).__name__)
    return told, b


@program(*CALLS, call(np.array([-1])))
def joined_to_itself(a):
    """Python looks at the memory of the one while the other gets longer; an empty one does not get longer."""
    b = bytearray()
    for v in a:
        if v >= 0:
            b.append(int(v))
    c = array.array("i", list(b))
    c += c
    b.extend(b)
    try:
        b += b
    except BufferError as error:
        return str(error), c
    return b, c
