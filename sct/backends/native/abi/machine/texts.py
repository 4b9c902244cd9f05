"""Numbers as texts: the codes of their letters, one word each, as Python's `format` writes them.

The shortest digits of a double are found as by R. Giulietti's Schubfach: three products with a power of ten of
128 bits.
"""

from __future__ import annotations

from sct.backends.native.abi import layout as at
from sct.backends.native.abi.words import alloca, load, multiply_high, store, table

HIDDEN = 1 << 52
LETTER = 8  # bytes of a code
BEFORE = 400 * LETTER  # room for digits before the point, and beyond
BEYOND = 200 * LETTER
LEAST_POWER = -292  # the first in the table
LIMBS = 80  # words of 32 bits, for numbers of any exponent


def sct_text_number(out: int, x: int, form: int) -> int:
    """Write a number to `out`, by a form as `sct.loops.numbers_as_text` packs it; answers how many letters."""
    area = alloca(BEFORE + BEYOND)
    ends = alloca(16)
    kind = form & 15
    point = area + BEFORE
    minus = 0
    store(ends + 8, point)
    if kind < at.TEXT_SHORTEST:
        minus = x >> 63
        if minus != 0:
            x = 0 - x
        if kind == at.TEXT_DECIMAL:
            store(ends, decimal(point, x))
        else:
            store(ends, in_bits(point, x, kind))
    else:
        minus = x >> 63
        bits = x & ((1 << 63) - 1)
        if bits >= 2047 << 52:
            if bits > 2047 << 52:
                minus = 0
            store(ends, point)
            store(ends + 8, not_finite(point, bits))
        elif kind == at.TEXT_SHORTEST:
            store(ends, point)
            store(ends + 8, shortest(point, bits))
        else:
            fixed(ends, bits, (form >> 16) & 4095)
    sign = (form >> 8) & 255
    if minus != 0:
        sign = 45
    return padded(out, load(ends), load(ends + 8), sign, form)


def padded(out: int, begin: int, end: int, sign: int, form: int) -> int:
    """Copy a text with its sign to `out`, filled up to its width."""
    align = (form >> 4) & 15
    width = (form >> 28) & 4095
    fill = form >> 40
    first = out
    length = (end - begin) // LETTER + int(sign != 0)
    missing = 0
    if width > length:
        missing = width - length
    before = missing
    if align == at.TEXT_LEFT:
        before = 0
    if align == at.TEXT_MIDDLE:
        before = missing // 2
    if sign != 0 and align == at.TEXT_INSIDE:
        store(out, sign)
        out += LETTER
    out = filled(out, fill, before)
    if sign != 0 and align != at.TEXT_INSIDE:
        store(out, sign)
        out += LETTER
    while begin < end:
        store(out, load(begin))
        begin += LETTER
        out += LETTER
    out = filled(out, fill, missing - before)
    return (out - first) // LETTER


def filled(out: int, letter: int, count: int) -> int:
    """Write a letter so many times; where they end."""
    while count > 0:
        store(out, letter)
        out += LETTER
        count -= 1
    return out


def decimal(end: int, x: int) -> int:
    """Write the digits of a number without a sign, so that they end at `end`; where they begin."""
    going = 1
    while going != 0:
        rest = x // 10
        end -= LETTER
        store(end, 48 + x - rest * 10)
        x = rest
        going = rest
    return end


def in_bits(end: int, x: int, kind: int) -> int:
    """The same in base two, eight or sixteen."""
    width = 1
    if kind == at.TEXT_OCTAL:
        width = 3
    if kind == at.TEXT_HEX or kind == at.TEXT_LARGE_HEX:
        width = 4
    going = 1
    while going != 0:
        digit = x & ((1 << width) - 1)
        if digit > 9 and kind == at.TEXT_LARGE_HEX:
            digit += 7
        elif digit > 9:
            digit += 39
        end -= LETTER
        store(end, 48 + digit)
        x = x >> width
        going = x
    return end


def not_finite(out: int, bits: int) -> int:
    """`inf` or `nan`."""
    if bits == 2047 << 52:
        store(out, 105)
        store(out + LETTER, 110)
        store(out + 2 * LETTER, 102)
    else:
        store(out, 110)
        store(out + LETTER, 97)
        store(out + 2 * LETTER, 110)
    return out + 3 * LETTER


# -- the shortest digits that mean a double ------------------------------------------------------------


def rounded_to_odd(power: int, x: int) -> int:
    """The upper bits of a product with a power; the last of them says whether there were others."""
    high = load(power)
    low = load(power + 8)
    lower = multiply_high(low, x)
    middle = high * x
    total = middle + lower
    upper = multiply_high(high, x)
    carry = (middle & lower) | ((middle | lower) & (0 - 1 - total))
    upper += carry >> 63
    return upper | int((total & (0 - 2)) != 0)


def digits_of(found: int, bits: int) -> int:
    """The shortest decimal number that means a double, to `found`: its digits, and its exponent."""
    q = bits >> 52
    c = bits & (HIDDEN - 1)
    closer = int(c == 0 and q > 1)
    if q != 0:
        c += HIDDEN
        q -= 1075
    else:
        q = -1074
    if q <= 0 and q > -53 and (c & ((1 << (0 - q)) - 1)) == 0:
        store(found, c >> (0 - q))
        store(found + 8, 0)
        return 0
    odd = c & 1
    biased = q * 1262611 + (400 << 22)
    if closer != 0:
        biased -= 524031
    k = (biased >> 22) - 400
    h = q + (((0 - k) * 1741647 + (2000 << 19)) >> 19) - 2000 + 1
    power = table(at.T_POWERS) + 16 * (0 - k - LEAST_POWER)
    lower = rounded_to_odd(power, (4 * c - 2 + closer) << h) + odd
    here = rounded_to_odd(power, (4 * c) << h)
    upper = rounded_to_odd(power, (4 * c + 2) << h) - odd
    s = here >> 2
    if s >= 10:
        tens = s // 10
        below = int(lower <= 40 * tens)
        above = int(40 * tens + 40 <= upper)
        if below != above:
            store(found, tens + above)
            store(found + 8, k + 1)
            return 0
    below = int(lower <= 4 * s)
    above = int(4 * s + 4 <= upper)
    middle = 4 * s + 2
    up = int(here > middle or (here == middle and (s & 1) != 0))
    if below != above:
        up = above
    store(found, s + up)
    store(found + 8, k)
    return 0


def shortest(out: int, bits: int) -> int:
    """Write what `repr` says of a double that is finite and not negative; where it ends."""
    found = alloca(16)
    digits = alloca(20 * LETTER)
    s = 0
    k = 0
    if bits != 0:
        digits_of(found, bits)
        s = load(found)
        k = load(found + 8)
        while s - s // 10 * 10 == 0:
            s = s // 10
            k += 1
    end = digits + 20 * LETTER
    first = decimal(end, s)
    count = (end - first) // LETTER
    places = count + k  # digits before the point
    if places > 16 or places <= -4:
        store(out, load(first))
        out += LETTER
        if count > 1:
            store(out, 46)
            out = copied(out + LETTER, first + LETTER, count - 1)
        return with_exponent(out, places - 1)
    if places <= 0:
        store(out, 48)
        store(out + LETTER, 46)
        out = filled(out + 2 * LETTER, 48, 0 - places)
        return copied(out, first, count)
    if places >= count:
        out = copied(out, first, count)
        out = filled(out, 48, places - count)
        store(out, 46)
        store(out + LETTER, 48)
        return out + 2 * LETTER
    out = copied(out, first, places)
    store(out, 46)
    return copied(out + LETTER, first + places * LETTER, count - places)


def copied(out: int, first: int, count: int) -> int:
    """Copy so many letters; where they end."""
    while count > 0:
        store(out, load(first))
        out += LETTER
        first += LETTER
        count -= 1
    return out


def with_exponent(out: int, exponent: int) -> int:
    """Write `e`, a sign, and two digits at least."""
    store(out, 101)
    store(out + LETTER, 43)
    if exponent < 0:
        store(out + LETTER, 45)
        exponent = 0 - exponent
    out += 2 * LETTER
    if exponent >= 100:
        store(out, 48 + exponent // 100)
        out += LETTER
        exponent = exponent - exponent // 100 * 100
    store(out, 48 + exponent // 10)
    store(out + LETTER, 48 + exponent - exponent // 10 * 10)
    return out + 2 * LETTER


# -- so many digits after the point ----------------------------------------------------------------------


def fixed(ends: int, bits: int, precision: int) -> int:
    """Write a finite double with so many digits after its point; `ends` says where that is, then where all is."""
    limbs = alloca(LIMBS * 8)
    point = load(ends + 8)
    q = bits >> 52
    c = bits & (HIDDEN - 1)
    if q != 0:
        c += HIDDEN
        q -= 1075
    else:
        q = -1074
    end = point
    if precision > 0:
        store(point, 46)
        end = point + LETTER
    whole = 0
    if q >= 0:
        begin = large(limbs, point, c, q)
        filled(end, 48, precision)
    else:
        if q > -64:
            whole = c >> (0 - q)
        if q > -64:
            c = c & ((1 << (0 - q)) - 1)
        up = fraction(limbs, end, c, 0 - q, precision, whole & 1)
        begin = decimal(point, whole + up)
    store(ends, begin)
    store(ends + 8, end + precision * LETTER)
    return 0


def large(limbs: int, end: int, c: int, q: int) -> int:
    """The digits of c * 2**q, which is no fraction, so that they end at `end`; where they begin."""
    if q <= 10:
        return decimal(end, c << q)
    count = q // 32
    filled(limbs, 0, count + 3)
    shift = q - 32 * count
    low = (c & ((1 << 32) - 1)) << shift
    high = ((c >> 32) << shift) + (low >> 32)
    store(limbs + 8 * count, low & ((1 << 32) - 1))
    store(limbs + 8 * count + 8, high & ((1 << 32) - 1))
    store(limbs + 8 * count + 16, high >> 32)
    count += 3
    while count > 0:
        rest = 0
        k = count
        while k > 0:
            k -= 1
            rest = (rest << 32) + load(limbs + 8 * k)
            part = rest // 1000000000
            store(limbs + 8 * k, part)
            rest -= part * 1000000000
        while count > 0 and load(limbs + 8 * count - 8) == 0:
            count -= 1
        begin = decimal(end, rest)
        if count > 0:  # nine digits, those in front too
            end -= 9 * LETTER
            while begin > end:
                begin -= LETTER
                store(begin, 48)
        else:
            end = begin
    return end


def fraction(limbs: int, out: int, c: int, width: int, precision: int, odd: int) -> int:
    """Write the digits of c / 2**width, which is less than one; 1 if they are rounded up to one."""
    count = (width + 31) // 32
    shift = 32 * count - width
    filled(limbs, 0, count)
    low = (c & ((1 << 32) - 1)) << shift
    high = ((c >> 32) << shift) + (low >> 32)
    store(limbs, low & ((1 << 32) - 1))
    if count > 1:
        store(limbs + 8, high & ((1 << 32) - 1))
    if count > 2:
        store(limbs + 16, high >> 32)
    end = out + precision * LETTER
    at_ = out
    digit = odd
    while at_ < end:
        carry = 0
        k = 0
        while k < count:
            carry += load(limbs + 8 * k) * 10
            store(limbs + 8 * k, carry & ((1 << 32) - 1))
            carry = carry >> 32
            k += 1
        digit = carry
        store(at_, 48 + digit)
        at_ += LETTER
    top = load(limbs + 8 * count - 8)
    rest = 0
    k = 0
    while k < count - 1:
        rest = rest | load(limbs + 8 * k)
        k += 1
    half = 1 << 31
    if top < half or (top == half and rest == 0 and (digit & 1) == 0):
        return 0
    while at_ > out:
        at_ -= LETTER
        if load(at_) != 57:
            store(at_, load(at_) + 1)
            return 0
        store(at_, 48)
    return 1
