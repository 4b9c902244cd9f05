"""What checked code asks before it touches memory, and when it is done."""

from __future__ import annotations

from sct.backends.native.abi import layout as at
from sct.backends.native.abi.words import load, load32, table


def sct_check(header: int, pointer: int, offset: int, bytes_: int) -> int:
    """Whether so many bytes, `offset` from the pointer, are not all within the memory of a living owner."""
    if bytes_ <= 0:
        return 0
    if load(header + at.H_COUNT) <= 0:
        return 1
    low = load(header + at.H_DATA)
    high = low + load(header + at.H_BYTES)
    if load(header + at.H_KIND) != at.OWN:
        array = load(header + at.H_OBJECT)
        low = load(array + at.ARRAY_DATA)
        high = low + table(at.T_ITEMSIZE + load32(load(array + at.ARRAY_DESCR) + at.DESCR_NUMBER))
        k = 8 * load32(array + at.ARRAY_NDIM)
        while k > 0:
            k -= 8
            last = load(load(array + at.ARRAY_EXTENTS) + k) - 1
            reach = load(load(array + at.ARRAY_STRIDES) + k) * last
            if last < 0:
                return 1
            if reach < 0:
                low += reach
            else:
                high += reach
    return sct_within(low, high - low, pointer, offset, bytes_)


def sct_within(base: int, size: int, pointer: int, offset: int, bytes_: int) -> int:
    """Whether so many bytes, `offset` from the pointer, are not all among the `size` bytes at `base`."""
    start = pointer + offset - base
    return bytes_ > 0 and (start < 0 or start + bytes_ > size)


def sct_owned(header: int) -> int:
    """1 if the owner counts its references; inputs and constants do not."""
    return int(load(header + at.H_KIND) != at.BORROWED)


def sct_unbalanced(ctx: int, expected: int) -> int:
    """Whether there are more or fewer references to all living owners than expected."""
    header = load(ctx + at.C_NEXT)
    while header != ctx:
        expected -= load(header + at.H_COUNT)
        header = load(header + at.H_NEXT)
    return int(expected != 0)
