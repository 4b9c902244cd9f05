"""`out=` with less room than what is summed: NumPy computes in the wider dtype, and cuts off at the end."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("narrower outs")
X = np.arange(12.0).reshape(3, 4) / 7
LARGE = (np.arange(12).reshape(3, 4) + 1) * 98765432109
CALLS = [call(X), call(X[:, ::-1] * 1e9), call(X.T.copy())]


@program(*CALLS)
def sums(x):
    """Sums and products of floats into a float32, by all names that they have."""
    n = x.shape[1]
    outs = [np.zeros(n, np.float32) for _ in range(5)]
    np.sum(x, axis=0, out=outs[0])
    x.sum(0, out=outs[1])
    np.prod(x, axis=0, out=outs[2])
    np.add.reduce(x, axis=0, out=outs[3])
    same = np.cumsum(x[0], dtype=np.float64, out=outs[4]) is outs[4]
    total = np.zeros((), np.float32)
    return outs, same, np.sum(x, out=total), total


@program(call(LARGE), call(LARGE.T.copy()), call(LARGE.astype(np.uint32)))
def sums_of_ints(x):
    """Ints are cut off, whatever sign the others have."""
    outs = [np.zeros(x.shape[1], dtype) for dtype in (np.int32, np.uint8, np.int8, np.uint16)]
    for out in outs:
        np.sum(x, axis=0, out=out)
    total = np.zeros((), np.int16)
    return outs, np.sum(x, out=total), total, np.cumsum(x[0], out=np.zeros(x.shape[1], np.int32))


@program(*CALLS)
def places(x):
    """Places are ints of any size; no float holds them."""
    small = np.zeros(x.shape[1], np.int8)
    np.argmax(x, axis=0, out=small)
    return small, x.argmin(0, out=np.zeros(x.shape[1], np.uint16))


@program(call(np.ones((3, 9000))), refused=Refusal("UnsupportedOpError", "np.sum(x, axis=0, out=out)"))
def more_than_a_buffer(x):
    """Sums of floats are cast as often as NumPy's buffer is full."""
    out = np.zeros(9000, np.float32)
    return np.sum(x, axis=0, out=out)


@program(*CALLS, refused=Refusal("UnsupportedOpError", "np.sum(x, axis=0, out=out)"))
def floats_as_ints(x):
    """Numbers that an int has no room for are another thing on each processor."""
    out = np.zeros(x.shape[1], np.int64)
    return np.sum(x, axis=0, out=out)
