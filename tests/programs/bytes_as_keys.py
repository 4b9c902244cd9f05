"""The bytes and the text of an array: keys of dicts and elements of sets, where only the run knows the array."""

import base64
import dataclasses
import functools
import hashlib
import struct
import zlib

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("bytes as keys")

GLIDER = np.zeros((6, 6), dtype=np.int64)
GLIDER[[1, 2, 3, 3, 3], [2, 3, 1, 2, 3]] = 1
BLINKER = np.zeros((5, 5), dtype=np.int64)
BLINKER[2, 1:4] = 1
ROWS = np.array([[3, 4], [1, 2], [3, 4], [1, 1]], dtype=np.uint8)
SAMPLES = np.array([0.5, -1.0, 2.0, 8.0])


@dataclasses.dataclass(frozen=True)
class Named:
    """A frozen dataclass with bytes."""

    content: bytes
    n: int


@functools.lru_cache(maxsize=8)
def counted(content, n):
    """How many zeros there are in so many first bytes."""
    return content[:n].count(0)


def stepped(grid):
    n = sum(np.roll(np.roll(grid, i, 0), j, 1) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
    return ((n == 3) | ((grid == 1) & (n == 2))).astype(np.int64)


@program(call(GLIDER, 40), call(BLINKER, 10), call(GLIDER, 5))
def period_of_life(grid, steps):
    """The step at which a grid was seen, in a dict."""
    seen = {}
    for step in range(steps):
        key = grid.tobytes()
        if key in seen:
            return step - seen[key]
        seen[key] = step
        grid = stepped(grid)
    return -1


@program(call(BLINKER, 10), call(GLIDER, 3))
def seen_grids(grid, steps):
    """Grids in a set, and a `while`."""
    seen, step = set(), 0
    while step < steps:
        key = grid.tobytes()
        if key in seen:
            break
        seen.add(key)
        grid, step = stepped(grid), step + 1
    return step, len(seen)


@program(call(np.array([0, 2, 7, 0])), call(np.array([1, 1])))
def blocks_moved(banks):
    """The text of an array as the key."""
    banks, seen = banks.copy(), set()
    while str(banks) not in seen:
        seen.add(str(banks))
        i = int(banks.argmax())
        blocks, banks[i] = int(banks[i]), 0
        for k in range(blocks):
            banks[(i + 1 + k) % len(banks)] += 1
    return len(seen)


@program(call(ROWS), call(ROWS * 0), call(np.array([[0.0], [-0.0], [0.0]])))
def counted_rows(rows):
    """Counts under the bytes of a row, which leave; 0.0 and -0.0 are two."""
    counts = {}
    for row in rows:
        counts[row.tobytes()] = counts.get(row.tobytes(), 0) + 1
    return counts


@program(call(ROWS))
def kept_results(rows):
    """Bytes in a tuple that is the key."""
    cache, found = {}, []
    for row in rows:
        key = (row.tobytes(), len(row))
        if key not in cache:
            cache[key] = row.sum() * 2
        found.append(cache[key])
    return np.array(found), len(cache)


@program(call(ROWS), call(ROWS[:, ::-1]), call(ROWS.astype(np.float32).T))
def used_as_bytes(rows):
    """What bytes are, their items, slices and order."""
    b = rows[0].tobytes()
    kinds = isinstance(b, bytes), isinstance(b, (int, str)), type(b) is bytes, b.__class__ is bytes
    return b, kinds, len(b), b[0], b[-1], b[1:], list(b), 3 in b, b + b"x", b"x" + b, bool(b), max(b, rows[1].tobytes())


@program(call(ROWS))
def beside_known_bytes(rows):
    """Known bytes are equal to those of the run, and found under them."""
    b, known = rows[0].tobytes(), {b"\x03\x04": 5, b"": 1, 3: 4}
    tests = b == b"\x03\x04", b != b"a", b"a" < b, b > b"\x01", b == "a", b == 3
    return tests, b in (b"", b"\x03\x04"), b in {b"\x03\x04"}, known[b], known.get(rows[1].tobytes(), -1), b in known


@program(call(ROWS, 1), call(ROWS, 5), call(ROWS, 900))
def known_among_others(rows, least):
    """A known key that goes in behind those of the run."""
    seen = {}
    for row in rows:
        if row.sum() > least:
            seen[row.tobytes()] = int(row[0])
    seen[b"zz"] = 3
    return seen, seen.get(b"zz"), b"\x03\x04" in seen, len(seen)


@program(call(ROWS), call(ROWS[:0]))
def last_of_all(rows):
    """Known bytes first, those of a row afterwards; the least of all from None on."""
    last, more, least = b"", 0, None
    for row in rows:
        key = row.tobytes()
        more += key > last
        last = key
        if least is None or key < least:
            least = key
    return more, last, least


@program(call(ROWS))
def distinct_in_order(rows):
    """Bytes in a list that leaves."""
    found = []
    for row in rows:
        key = row.tobytes()
        if key not in found:
            found.append(key)
    return found


@program(call(np.arange(6).reshape(2, 3)), call(np.arange(6.0).reshape(3, 2).T))
def orders(x):
    """The order of the elements, and what is written to the array afterwards."""
    before = x.tobytes(), x.T.tobytes(), x.tobytes("F"), x[:, ::2].tobytes(), (x > 2).tobytes(), x.sum().tobytes()
    x[0, 0] = 9
    return before, before[0] == x.tobytes(), x[x > 2].tobytes(), x[:0].tobytes()


@program(call(ROWS))
def in_displays(rows):
    """In a display, and a comprehension."""
    return {rows[0].tobytes()}, {rows[0].tobytes(): 1}, len({row.tobytes() for row in rows})


@program(call(np.array([3, -1, 2])), call(np.array([-3, -1])))
def tuple_in_a_display(x):
    """The same of a tuple of run-time length."""
    return {tuple(x[x > 0].tolist())}, {tuple(x[x > 0].tolist()): 1}


@program(call(ROWS), call(ROWS + 1), call(ROWS[::2]))
def in_hexadecimal(rows):
    """The text of bytes."""
    return [row.tobytes().hex() for row in rows], rows.tobytes().find(b"\x01"), rows.tobytes().startswith(b"\x03")


@program(call(ROWS, 3), refused=Refusal("StaticValueError", "grid.tobytes().partition("))
def parted_in_each_turn(grid, steps):
    """What needs the bytes while the graph is built is refused where only the run knows them."""
    found = 0
    while grid.sum() < 1000:
        grid = grid * 2 + steps
        found += len(grid.tobytes().partition(b"\x03")[0])
    return found


@program(call(ROWS), call(ROWS + 1), retraces=True)
def parted(rows):
    """Else the program is made for them."""
    return rows.tobytes().partition(b"\x03"), rows.tobytes().split(b"\x01")


@program(call(SAMPLES, {}), call(SAMPLES + 1, {}), call(SAMPLES, {0: SAMPLES}), retraces=True)
def kept_under_a_hash(x, cache):
    """The hash of bytes, in a cache of the caller's: asked, filled, and asked again."""
    key = hash((x.tobytes(), x.shape, "sums"))
    if key not in cache:
        cache[key] = np.cumsum(x)
    return cache[key].copy(), [hash((x.tobytes(), x.shape, "sums")) == k for k in cache]


@program(call(SAMPLES), call(SAMPLES[::-1]), retraces=True)
def hashes_of_bytes(x):
    """Hashes of what is computed, and written to: they are those of what it is by then."""
    first = hash((x * 2).tobytes())
    x[0] += 1
    if x[1] > 0:
        return first == hash((x * 2).tobytes()), hash(Named(x.tobytes(), 3)) == hash((x.tobytes(), 3))
    return [hash(v.tobytes()) % 7 for v in x], len({hash(x.tobytes()), hash(x.tobytes())})


@program(call(SAMPLES), call(SAMPLES[1:]), call(SAMPLES[::2]), retraces=True)
def digests(x):
    """Digests and checksums of an array, which may lie in pieces: then hashlib refuses it."""
    digest = hashlib.sha256(x.tobytes())
    digest.update(b"more")
    try:
        direct = hashlib.md5(x).hexdigest()
    except ValueError:
        direct = "in pieces"
    return digest.hexdigest(), zlib.crc32(x.tobytes()), base64.b64encode((x * 2).tobytes()), direct


@program(call(np.arange(4)), call(np.arange(4)[::-1]), retraces=True)
def packed(x):
    """Numbers of the caller's in bytes, and out of them."""
    return struct.pack("<2i", x[0], int(x[1])), struct.unpack_from("<q", x.tobytes(), 8), struct.pack("<4q", *x)


@program(call(SAMPLES), call(SAMPLES + 1), call(SAMPLES), retraces=True)
def kept_by_lru_cache(x):
    """Bytes that lru_cache keeps results by."""
    return counted(x.tobytes(), 2) + counted(x.tobytes(), 3), counted(x.tobytes(), 2)
