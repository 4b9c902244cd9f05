"""Python's own random generator: the Mersenne Twister of M. Matsumoto and T. Nishimura, on the state of an object.

The state is an index of 32 bits and 624 words of 32 bits behind it.
"""

from __future__ import annotations

from sct.backends.native.abi.words import load32, loadu32, store32

COUNT = 624
APART = 397
UPPER = 0x80000000
LOWER = 0x7FFFFFFF
TWIST = 0x9908B0DF


def sct_random_53(state: int) -> int:
    """53 random bits, of which `random()` makes a float."""
    high = next_word(state) >> 5
    return high * 67108864 + (next_word(state) >> 6)


def sct_random_bits(state: int, count: int) -> int:
    """As `getrandbits` of 1 to 63 bits."""
    if count <= 32:
        return next_word(state) >> (32 - count)
    low = next_word(state)
    return low | (next_word(state) >> (64 - count)) << 32


def sct_random_below(state: int, count: int) -> int:
    """A number below `count`, which is at least 1."""
    bits = 0
    rest = count
    while rest != 0:
        rest = rest >> 1
        bits = bits + 1
    found = sct_random_bits(state, bits)
    while found >= count:
        found = sct_random_bits(state, bits)
    return found


def next_word(state: int) -> int:
    """The next 32 bits."""
    index = load32(state)
    if index >= COUNT:
        renew(state + 4)
        index = 0
    y = loadu32(state + 4 + index * 4)
    store32(state, index + 1)
    y = y ^ (y >> 11)
    y = y ^ ((y << 7) & 0x9D2C5680)
    y = y ^ ((y << 15) & 0xEFC60000)
    return y ^ (y >> 18)


def renew(words: int) -> int:
    """Make all words anew."""
    k = 0
    while k < COUNT:
        after = k + 1
        if after == COUNT:
            after = 0
        far = k + APART
        if far >= COUNT:
            far = far - COUNT
        y = (loadu32(words + k * 4) & UPPER) | (loadu32(words + after * 4) & LOWER)
        mixed = loadu32(words + far * 4) ^ (y >> 1)
        if y & 1 != 0:
            mixed = mixed ^ TWIST
        store32(words + k * 4, mixed)
        k = k + 1
    return 0
