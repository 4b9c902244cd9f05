"""The native backend's math: the text of functions that LLVM's vectoriser can vectorise.

`library` answers LLVM text that defines `@sct.<function>.f64(double) -> double` and the same with `.f32` and
`float`; functions of two arguments take two. They do not branch, read or write memory, or call a library, so
that a loop that calls them is vectorised at any width, as if the formula stood in it.

sin, cos, tan and the remainders need a slow way for arguments that hardly ever occur. They are not inlined:
each comes as a scalar function, and as vector functions that LLVM is told of by an attribute and that look once
whether any lane needs the slow way. The vector functions are hidden symbols named `sct.<function>.v<lanes>.<format>`.

Functions on integers are described in `integers`, conversions (`sct.cast.f64.i32`) in `casts`.

On processors without a fused multiply-add, `llvm.fma` becomes a call of the C library's: right, but slow.
"""

from __future__ import annotations

from collections.abc import Iterable

from sct.backends.native.math import (
    division,
    error_function,
    exponential,
    inverse_hyperbolic,
    inverse_trigonometric,
    logarithm,
    power,
    roots,
    simple,
    trigonometric,
)
from sct.backends.native.math.assemble import assemble
from sct.backends.native.math.casts import CASTS
from sct.backends.native.math.integers import INTEGER_FUNCTIONS, INTEGER_TYPES
from sct.backends.native.math.registry import ELEMENTARY

__all__ = ["CASTS", "FUNCTIONS", "INTEGER_FUNCTIONS", "INTEGER_TYPES", "library"]

_FAMILIES = (  # importing them enters their functions
    division,
    error_function,
    exponential,
    inverse_hyperbolic,
    inverse_trigonometric,
    logarithm,
    power,
    roots,
    simple,
    trigonometric,
)

FUNCTIONS: dict[str, int] = {name: function.arity for name, function in sorted(ELEMENTARY.items())}
"""What there is in double and single precision, with the number of arguments."""


def library(names: Iterable[str], *, width: int = 256) -> str:
    """LLVM text that defines the named functions.

    Parameters
    ----------
    names
        As they are called, without `@`: `sct.exp.f64`.
    width
        Of the vector registers that loops are vectorised for, in bits; functions with a slow way have vector forms
        for these only.

    Examples
    --------
    >>> text = library(["sct.exp.f64"])
    >>> print([line for line in text.splitlines() if line.startswith("define")])
    ['define internal double @sct.exp.f64(double %x) alwaysinline nounwind willreturn memory(none) {']
    """
    return assemble(names, width)
