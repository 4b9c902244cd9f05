"""Powers of ten as floats of 128 bits, by which the shortest digits of a double are found."""

from __future__ import annotations

import ctypes
from typing import Any

__all__ = ["LEAST", "MOST", "table_of_powers"]

LEAST, MOST = -292, 324
"""The exponents of ten that doubles need."""


def table_of_powers() -> Any:
    """The upper and the lower half of each power, scaled to 128 bits and rounded up.

    >>> [hex(half) for half in table_of_powers()[-2 * LEAST : -2 * LEAST + 2]]
    ['0x8000000000000000', '0x0']
    """
    halves: list[int] = []
    power = 10**-LEAST
    for _ in range(LEAST, 0):
        shift = power.bit_length() - 1
        scaled = -(-(1 << (128 + shift)) // power)  # 2**127 < scaled < 2**128: no power but the first is one of two
        halves += (scaled >> 64, scaled & ((1 << 64) - 1))
        power //= 10
    for _ in range(MOST + 1):
        spare = power.bit_length() - 128
        scaled = -(-power >> spare) if spare > 0 else power << -spare
        halves += (scaled >> 64, scaled & ((1 << 64) - 1))
        power *= 10
    return (ctypes.c_uint64 * len(halves))(*halves)
