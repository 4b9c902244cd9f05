"""Exact functions on integers, as NumPy has them: results wrap, division by zero gives 0, too long shifts 0 or -1.

They are called `sct.<function>.<type>` with a type from i8 to i64 and u8 to u64, which is an LLVM integer of that
width. `power` takes exponents that are not negative: NumPy raises for others.
"""

from __future__ import annotations

__all__ = ["INTEGER_FUNCTIONS", "INTEGER_TYPES", "integer_text"]

INTEGER_TYPES = tuple(f"{letter}{bits}" for letter in "iu" for bits in (8, 16, 32, 64))

# In the texts T stands for the type, S for the letter of signed or unsigned instructions, LOW for the least number.
_DIVISOR = """  %zero = icmp eq T %y, 0
  %safe0 = select i1 %zero, T 1, T %y
"""
_NO_OVERFLOW = """  %least = icmp eq T %x, LOW
  %minus = icmp eq T %y, -1
  %overflow = and i1 %least, %minus
  %safe = select i1 %overflow, T 1, T %safe0
"""
_SIGNS = """  %rest = srem T %x, %safe
  %inexact = icmp ne T %rest, 0
  %signs = xor T %rest, %y
  %differ = icmp slt T %signs, 0
  %down = and i1 %inexact, %differ
"""
_SIGNED = {
    # -2**k // -1 wraps to itself, which is what division by 1 gives
    "floor_divide": _DIVISOR + _NO_OVERFLOW + _SIGNS + """  %quotient = sdiv T %x, %safe
  %step = sext i1 %down to T
  %floor = add T %quotient, %step
  %result = select i1 %zero, T 0, T %floor
""",
    "remainder": _DIVISOR + _NO_OVERFLOW + _SIGNS + """  %step = select i1 %down, T %y, T 0
  %floor = add T %rest, %step
  %result = select i1 %zero, T 0, T %floor
""",
    "fmod": _DIVISOR + _NO_OVERFLOW + """  %rest = srem T %x, %safe
  %result = select i1 %zero, T 0, T %rest
""",
    "right_shift": """  %in = icmp ult T %y, BITS
  %amount = select i1 %in, T %y, T LAST
  %result = ashr T %x, %amount
""",
}  # fmt: skip
_UNSIGNED = {
    "floor_divide": _DIVISOR + "  %quotient = udiv T %x, %safe0\n  %result = select i1 %zero, T 0, T %quotient\n",
    "remainder": _DIVISOR + "  %rest = urem T %x, %safe0\n  %result = select i1 %zero, T 0, T %rest\n",
    "fmod": _DIVISOR + "  %rest = urem T %x, %safe0\n  %result = select i1 %zero, T 0, T %rest\n",
    "right_shift": """  %in = icmp ult T %y, BITS
  %amount = select i1 %in, T %y, T 0
  %shifted = lshr T %x, %amount
  %result = select i1 %in, T %shifted, T 0
""",
}
_EITHER = {
    "left_shift": """  %in = icmp ult T %y, BITS
  %amount = select i1 %in, T %y, T 0
  %shifted = shl T %x, %amount
  %result = select i1 %in, T %shifted, T 0
""",
    "power": """  br label %loop
loop:
  %result = phi T [ 1, %entry ], [ %product, %step ]
  %base = phi T [ %x, %entry ], [ %square, %step ]
  %left = phi T [ %y, %entry ], [ %fewer, %step ]
  %more = icmp ne T %left, 0
  br i1 %more, label %step, label %done
step:
  %bit = and T %left, 1
  %odd = icmp ne T %bit, 0
  %factor = select i1 %odd, T %base, T 1
  %product = mul T %result, %factor
  %square = mul T %base, %base
  %fewer = lshr T %left, 1
  br label %loop
done:
""",
    # both odd, the difference of the two is even: its zeros go at once
    "gcd": "SIZES" + """  %none = icmp eq T %a, 0
  %nothing = icmp eq T %c, 0
  %either = or T %a, %c
  %trivial = or i1 %none, %nothing
  br i1 %trivial, label %done, label %begin
begin:
  %common = call T @llvm.cttz.T(T %either, i1 true)
  %zeros1 = call T @llvm.cttz.T(T %a, i1 true)
  %zeros2 = call T @llvm.cttz.T(T %c, i1 true)
  %odd1 = lshr T %a, %zeros1
  %odd2 = lshr T %c, %zeros2
  br label %loop
loop:
  %u = phi T [ %odd1, %begin ], [ %least, %loop ]
  %v = phi T [ %odd2, %begin ], [ %next, %loop ]
  %gap = sub T %u, %v
  %back = sub T %v, %u
  %larger = icmp ugt T %u, %v
  %least = select i1 %larger, T %v, T %u
  %size = select i1 %larger, T %gap, T %back
  %same = icmp eq T %gap, 0
  %zeros = call T @llvm.cttz.T(T %gap, i1 false)
  %amount = and T %zeros, LAST
  %next = lshr T %size, %amount
  br i1 %same, label %end, label %loop
end:
  %whole = shl T %least, %common
  br label %done
done:
  %result = phi T [ %either, %entry ], [ %whole, %end ]
""",
    "lcm": "SIZES  br label %loop\n" + """loop:
  %gcd = phi T [ %a, %entry ], [ %b, %step ]
  %b = phi T [ %c, %entry ], [ %rest, %step ]
  %more = icmp ne T %b, 0
  br i1 %more, label %step, label %done
step:
  %rest = urem T %gcd, %b
  br label %loop
done:
  %none = icmp eq T %gcd, 0
  %safe = select i1 %none, T 1, T %gcd
  %quotient = udiv T %a, %safe
  %result = mul T %quotient, %c
""",
}  # fmt: skip
_SIZES = {
    "i": "  %a = call T @llvm.abs.T(T %x, i1 false)\n  %c = call T @llvm.abs.T(T %y, i1 false)\n",
    "u": "  %a = add T %x, 0\n  %c = add T %y, 0\n",
}

INTEGER_FUNCTIONS: dict[str, int] = dict.fromkeys(sorted({*_SIGNED, *_EITHER}), 2)


def integer_text(function: str, tag: str) -> str:
    """The text of `@sct.<function>.<tag>`."""
    bits = int(tag[1:])
    body = (_SIGNED if tag[0] == "i" else _UNSIGNED).get(function) or _EITHER[function]
    replaced: list[tuple[str, str]] = [
        ("SIZES", _SIZES[tag[0]]),
        ("LOW", str(-(1 << bits - 1))),
        ("BITS", str(bits)),
        ("LAST", str(bits - 1)),
        ("T ", f"i{bits} "),
        (".T(", f".i{bits}("),
        (" T\n", f" i{bits}\n"),
    ]
    for word, meaning in replaced:
        body = body.replace(word, meaning)
    kind = f"i{bits}"
    head = f"define internal {kind} @sct.{function}.{tag}({kind} %x, {kind} %y)"
    return f"{head} alwaysinline nounwind willreturn memory(none) {{\nentry:\n{body}  ret {kind} %result\n}}\n"
