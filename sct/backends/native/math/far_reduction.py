"""Reduction of numbers of any size by multiples of half of pi, in whole numbers (Payne and Hanek 1983).

A double is `M * 2**E`. Of the bits of 2/pi, those that would only contribute multiples of 4 to the product
are left out; the next 192, times `M`, modulo `2**192`, are the quadrant and 190 bits of the fraction. The double
nearest to a multiple of pi/2 leaves 62 zeros at its front, so more than a double and its correction remain.
"""

from __future__ import annotations

from sct.backends.native.math.builder import F64, Builder, Value
from sct.backends.native.math.registry import UNOPTIMISED, Formula

__all__ = ["reduction"]

# The fraction bits of 2/pi, 64 a word.
BITS = (
    0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561, 0xB7246E3A424DD2E0,
    0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484, 0xE99C7026B45F7E41, 0x3991D639835339F4,
    0x9C845F8BBDF9283B, 0x1FF897FFDE05980F, 0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D,
    0x7527BAC7EBE5F17B, 0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB, 0xF0CFBC209AF4361D,
)

_HEAD = """define internal double @sct.{name}.slow.f64(double %x) {attributes} {{
  %b = bitcast double %x to i64
  %e0 = lshr i64 %b, 52
  %e = and i64 %e0, 2047
  %f = and i64 %b, 4503599627370495
  %m64 = or i64 %f, 4503599627370496
  %m = zext i64 %m64 to i128
  ; the first bit that counts, after a word of zeros: exponent - 1075 - 2 + 64
  %first = sub i64 %e, 1013
  %word0 = lshr i64 %first, 6
  %word = call i64 @llvm.umin.i64(i64 %word0, i64 17)
  %bit = and i64 %first, 63
"""
_LOAD = """  %p{k} = getelementptr inbounds i64, ptr @sct.two_over_pi, i64 %i{k}
  %t{k} = load i64, ptr %p{k}
"""
_TAIL = """  %w0 = call i64 @llvm.fshl.i64(i64 %t0, i64 %t1, i64 %bit)
  %w1 = call i64 @llvm.fshl.i64(i64 %t1, i64 %t2, i64 %bit)
  %w2 = call i64 @llvm.fshl.i64(i64 %t2, i64 %t3, i64 %bit)
  %w1wide = zext i64 %w1 to i128
  %w2wide = zext i64 %w2 to i128
  %low = mul i128 %m, %w2wide
  %carry0 = lshr i128 %low, 64
  %mid0 = mul i128 %m, %w1wide
  %mid = add i128 %mid0, %carry0
  %carry1 = lshr i128 %mid, 64
  %carry2 = trunc i128 %carry1 to i64
  %high0 = mul i64 %m64, %w0
  %high = add i64 %high0, %carry2
  %middle = trunc i128 %mid to i64
  %last = trunc i128 %low to i64
  ; to the nearest multiple: the fraction is read with its sign
  %rounded = add i64 %high, 2305843009213693952
  %n = lshr i64 %rounded, 62
  %fraction0 = call i64 @llvm.fshl.i64(i64 %high, i64 %middle, i64 2)
  %fraction1 = call i64 @llvm.fshl.i64(i64 %middle, i64 %last, i64 2)
  %c0 = ashr i64 %fraction0, 32
  %c1 = and i64 %fraction0, 4294967295
  %c2 = lshr i64 %fraction1, 32
  %c3 = and i64 %fraction1, 4294967295
  %d0 = sitofp i64 %c0 to double
  %d1 = sitofp i64 %c1 to double
  %d2 = sitofp i64 %c2 to double
  %d3 = sitofp i64 %c3 to double
"""


def reduction(name: str, finish: Formula) -> str:
    """The text of `@sct.<name>.slow.f64`: right for sizes from 2**-10 on; infinities and NaN give NaN."""
    b = Builder(F64)
    x, n = Value(b, "%x", "f"), Value(b, "%n", "i")
    chunks = [Value(b, f"%d{k}", "f") * 2.0 ** (-32 * (k + 1)) for k in range(4)]
    high, low = chunks[0], b.constant(0.0)
    for chunk in chunks[1:]:
        total = high + chunk
        t = total - high
        low = low + ((high - (total - t)) + (chunk - t))
        high = total
    r = high * 1.5707963267948966
    r_low = b.fma(high, 1.5707963267948966, -r) + b.fma(high, 6.123233995736766e-17, low * 1.5707963267948966)
    result = finish(b, x, (r, r_low, n))
    result = (b.fabs(x) < float("inf")).where(result, float("nan"))
    words = [0, *BITS]
    table = f"@sct.two_over_pi = internal unnamed_addr constant [21 x i64] [{', '.join(f'i64 {w}' for w in words)}]\n"
    indices = "".join(f"  %i{k} = add i64 %word, {k}\n" for k in range(4))
    loads = "".join(_LOAD.format(k=k) for k in range(4))
    code = "\n".join([*b.lines, f"  ret double {result.name}", "}", ""])
    return f"{table}{_HEAD.format(name=name, attributes=UNOPTIMISED)}{indices}{loads}{_TAIL}{code}"
