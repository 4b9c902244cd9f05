"""Between Python and compiled programs: the calling convention and the runtime of the native backend.

A compiled program is `i64 @prog(ptr ctx, ptr in, ptr out)`: arrays of 64-bit words in and out. It answers
0, or 1 (the NumPy executable is to answer instead), 2 (a Python exception is set), 3 (out of memory), 4 (either of
them, and inputs may have been written to: nothing is to be run again).

A value is a run of words: a number's value extended to 64 bits, a float's bits in the low part, two words
for a complex number, and for an array the data pointer, the owner's header, extents, strides in bytes.
`value_code` says as a number what stands there, `make_callable` makes the builtin around a program, and
`symbols` are the functions that programs call:

`ptr sct_alloc(ptr ctx, i64 bytes)`
    a header with one reference, its data pointer at offset 8; null when out of memory.
`void sct_release(ptr header)`
    when the count at offset 0 has become 0.
`void sct_turns_begin(ptr ctx)`, `void sct_turns_end(ptr ctx)`
    around the memory of a piece of a loop, which may run in another thread; its ctx is for the two above alone.
`i64 sct_callback(ptr ctx, i64 site, ptr operands, ptr results)`
    call Python; status 0, 2 or 3. Arrays among the results have a header with one reference.
`i64 sct_poll(ptr ctx)`
    now and then in long loops: lets other threads run and looks for Ctrl-C; not 0 where a handler has raised. Cheap
    enough for every iteration of an outer loop; an inner one may count down the word at offset 16 of the ctx itself.
`void sct_gil_release(ptr ctx)`, `void sct_gil_acquire(ptr ctx)`
    around long work; the others may be called in between, by the thread that runs the program.

What a program has allocated is freed when it returns, whatever its status; outputs take theirs along. An
output over all of an input is that input itself, unless its code says otherwise (`VIEW`, `UNSURE`).

`make_guarded` makes the builtin of a static function: several layers, each a list of steps that check its
guards, call its program and make the result (`steps`, `guarded`). The runtime itself is written in a small
language with Python's syntax (`words`, `translate`, `machine`); what it assumes of Python's and NumPy's
objects is in `layout`, and is compared with them before anything runs (`facts`).
"""

from __future__ import annotations

import ctypes
from functools import cache

from sct.backends.native.abi.codes import (
    CONTIGUOUS,
    FRESH,
    KIND_ARRAY,
    KIND_PYTHON,
    KIND_SCALAR,
    code_words,
    dtype_of,
    supported,
    value_code,
    words,
)
from sct.backends.native.abi.facts import agrees
from sct.backends.native.abi.guarded import make_guarded
from sct.backends.native.abi.layout import FAILED, NO_MEMORY, OK, RAISED
from sct.backends.native.abi.record import Site, make_callable
from sct.backends.native.abi.runtime import EXPORTS, address

__all__ = ["CONTIGUOUS", "FAILED", "FRESH", "KIND_ARRAY", "KIND_PYTHON", "KIND_SCALAR", "NO_MEMORY", "OK", "RAISED"]
__all__ += [
    "Site",
    "available",
    "code_words",
    "dtype_of",
    "make_callable",
    "make_guarded",
    "runtime_symbols",
    "supported",
    "symbols",
    "value_code",
]
__all__ += ["words"]

_LIBRARY = (
    "memcpy", "memmove", "memset", "malloc", "realloc", "free",
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "asin", "acos", "atan", "atan2",
    "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "pow", "cbrt", "hypot", "erf", "erfc", "fmod", "fma",
    "floor", "ceil", "trunc", "rint", "ldexp", "frexp", "nextafter", "tgamma", "lgamma",
)  # fmt: skip


def available() -> bool:
    """Whether compiled programs can be called here; where not, NumPy executables run.

    It needs a 64-bit CPython with a global interpreter lock, its main interpreter, and objects that lie in
    memory as expected.
    """
    return agrees()


def runtime_symbols() -> dict[str, int]:
    """The address of each function of the runtime; what else programs call, the process has."""
    return {name: address(name) for name in EXPORTS}


@cache
def symbols() -> dict[str, int]:
    """The address of each function that compiled programs may call."""
    found = runtime_symbols()
    process = ctypes.CDLL(None)
    for name in (*_LIBRARY, *(name + "f" for name in _LIBRARY[6:])):
        function = getattr(process, name, None)
        if function is not None:
            found[name] = ctypes.cast(function, ctypes.c_void_p).value or 0
    return found
