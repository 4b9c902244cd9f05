"""Functions and assignments of NumPy's that read again what they have written, and `out=` of run-time extents."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("read again")
M = (np.arange(24.0).reshape(4, 6) * 7) % 11 - 5
V = np.arange(6.0)


@program(call(M.copy()), call(np.asfortranarray(M)), call(M.astype(int)))
def joined_into_itself(x):
    """`np.concatenate` and `np.stack` write array after array."""
    np.concatenate([x[1:], x[:1]], out=x)
    np.concatenate([x[:, 2:], x[:, :2]], axis=-1, out=x)
    np.stack([x[1], x[0]], out=x[:2])
    np.stack([x[1], x[0]], axis=1, out=x[2:].T)
    return np.concatenate([x[0, 3:], x[0, :3]], out=x[0]), np.concatenate([x, x], out=np.empty((8, 6)))


@program(call(M.copy(), np.int64(1)), call(M.copy(), np.int64(3)))
def joined_at_a_place(x, n):
    """Where the parts begin, only the run knows."""
    return np.concatenate([x[n:], x[:n] * 2, x[:0]], out=x), np.concatenate([x[n:], x[:n]], out=x) is x


@program(call(V.copy()), refused=Refusal("UnsupportedOpError", "x.flat[1:] = x[:-1]"))
def flat(x):
    """Element by element."""
    x.flat[1:] = x[:-1]


@program(call(V.copy()), refused=Refusal("UnsupportedOpError", "np.place(x, x > 1, x[::-1])"))
def placed(x):
    """Element by element."""
    np.place(x, x > 1, x[::-1])


@program(call(V.copy()), refused=Refusal("UnsupportedOpError", "x[x > 3] = x[:2]"))
def masked(x):
    """Element by element, where one mask is the whole index."""
    x[x > 3] = x[:2]


@program(call(M.copy()), refused=Refusal("UnsupportedOpError", "np.ptp(x, axis=0, out=x[0])"))
def greatest_first(x):
    """The greatest are written before the least are looked for."""
    np.ptp(x, axis=0, out=x[0])


@program(call(M.copy()), call(np.asfortranarray(M)))
def read_before(x):
    """What is copied, what is a copy, and what is elsewhere."""
    x.flat[1:3] = x[1, :2].copy()
    x[0].flat[:2] = x[1, 4:]
    x[x > 2] = x[x > 2][::-1]
    x[x[:, 0] > 0] = x[0]
    np.place(x[0], x[0] > 0, x[1])
    np.putmask(x, x > 0, x[::-1])
    np.put(x, [0, 1, 2], x[0, ::-1])
    return np.ptp(x[1:], axis=0, out=x[0])


@program(call(M, np.int64(1)), call(M, np.int64(3)))
def of_other_extents(x, n):
    """An `out=` that the result would be broadcast to, if it had one row, is none of its shape."""
    found = []
    for ask in (
        lambda y, out: np.sum(y, axis=1, out=out[:, 0]),
        lambda y, out: np.cumsum(y, axis=1, out=out),
        lambda y, out: np.round(y, out=out),
        lambda y, out: np.matmul(y, np.eye(6), out=out),
        lambda y, out: np.concatenate([y], out=out),
        lambda y, out: np.clip(y, 0, 1, out=out),
    ):
        ask(x[:n], out := np.zeros((n, 6)))
        found.append(out)
    return found


@program(call(M, np.int64(2)), call(M, np.int64(1)))
def too_long(x, n):
    """NumPy raises that the array to write to has another shape."""
    np.mean(x[:n], axis=1, out=np.zeros(2))
