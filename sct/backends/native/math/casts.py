"""Conversions of floating-point numbers, as NumPy's on x86-64: `sct.cast.<from>.<to>`.

What does not fit an integer, NaN included, becomes what the processor's instruction answers: the least number of
32 or 64 bits, of which smaller types keep the last bits. NumPy converts to types below 32 bits by way of 32 bits,
and to 32 bits without sign by way of 64 (whole vectors of these it converts otherwise on some processors: its own
results differ with the length of the array).

Half precision is LLVM's `half`. A double is first rounded to odd, so that the second rounding is right.
"""

from __future__ import annotations

__all__ = ["CASTS", "cast_text"]

_FLOATS = {"f64": "double", "f32": "float", "f16": "half"}
_INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")

CASTS: dict[tuple[str, str], None] = dict.fromkeys(
    [(a, b) for a in _FLOATS for b in _INTEGERS] + [(a, b) for a in _FLOATS for b in _FLOATS if a != b]
)


def cast_text(source: str, target: str) -> str:
    """The text of `@sct.cast.<source>.<target>`."""
    kind = _FLOATS[source]
    if target in _FLOATS:
        result = _FLOATS[target]
        body = _to_float(source, target)
    else:
        result = f"i{target[1:]}"
        body = _to_integer(source, target)
    head = f"define internal {result} @sct.cast.{source}.{target}({kind} %x)"
    return f"{head} alwaysinline nounwind willreturn memory(none) {{\n{body}  ret {result} %result\n}}\n"


def _to_float(source: str, target: str) -> str:
    if (source, target) == ("f64", "f16"):
        return _TO_ODD
    opcode = "fptrunc" if int(source[1:]) > int(target[1:]) else "fpext"
    return f"  %result = {opcode} {_FLOATS[source]} %x to {_FLOATS[target]}\n"


_TO_ODD = """  %near = fptrunc double %x to float
  %back = fpext float %near to double
  %inexact = fcmp one double %back, %x
  %size = call double @llvm.fabs.f64(double %x)
  %size1 = call double @llvm.fabs.f64(double %back)
  %over = fcmp ogt double %size1, %size
  %bits = bitcast float %near to i32
  %down = sext i1 %over to i32
  %toward = add i32 %bits, %down
  %odd = or i32 %toward, 1
  %chosen = select i1 %inexact, i32 %odd, i32 %bits
  %single = bitcast i32 %chosen to float
  %result = fptrunc float %single to half
"""


def _to_integer(source: str, target: str) -> str:
    lines = "" if source == "f64" else f"  %d = fpext {_FLOATS[source]} %x to double\n"
    x = "%x" if source == "f64" else "%d"
    bits = int(target[1:])
    if target == "u64":
        return lines + _UNSIGNED_64.replace("%in", x)
    through = 64 if bits == 64 or target == "u32" else 32
    name = "%result" if through == bits else "%wide"
    lines += _signed("", x, through, name)
    return lines if through == bits else lines + f"  %result = trunc i{through} %wide to i{bits}\n"


def _signed(prefix: str, x: str, bits: int, result: str) -> str:
    """The processor's conversion to a signed number: the least one for all that does not fit."""
    bound = 0x43E0000000000000 if bits == 64 else 0x41E0000000000000  # 2**63, 2**31
    above = f"0x{bound | 1 << 63:016X}"  # what lies between it and the next whole number becomes it either way
    return (
        f"  %{prefix}raw = fptosi double {x} to i{bits}\n"
        f"  %{prefix}some = freeze i{bits} %{prefix}raw\n"
        f"  %{prefix}low = fcmp oge double {x}, {above}\n"
        f"  %{prefix}high = fcmp olt double {x}, 0x{bound:016X}\n"
        f"  %{prefix}fits = and i1 %{prefix}low, %{prefix}high\n"
        f"  {result} = select i1 %{prefix}fits, i{bits} %{prefix}some, i{bits} {-(1 << bits - 1)}\n"
    )


_UNSIGNED_64 = (
    """  %far = fcmp oge double %in, 0x43E0000000000000
  %less = fsub double %in, 0x43E0000000000000
  %moved = select i1 %far, double %less, double %in
"""
    + _signed("s", "%moved", 64, "%signed")
    + """  %flipped = xor i64 %signed, -9223372036854775808
  %result = select i1 %far, i64 %flipped, i64 %signed
"""
)
