"""The BLAS and LAPACK that NumPy itself calls, found by name in its own libraries.

Compiled code calls functions with one form for all libraries (`sct_blas_gemm_f64`, …), which come along as text
and call the library at hand by its names. So code that was made with one library is not found, or is not
resolved, in a process that has another.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from typing import Any

from sct.logs import log
from sct.records import record

__all__ = ["Library", "blas_bits", "blas_form", "blas_functions", "blas_symbols", "library"]

# how the functions are called: before and after the name in C, in Fortran, and the bits of their integers
_FORMS = (
    ("scipy_", "64_", "_64_", 64),  # the OpenBLAS of NumPy's and SciPy's wheels
    ("", "64_", "_64_", 64),
    ("", "_64", "_64_", 64),
    ("scipy_", "", "_", 32),
    ("", "", "_", 32),
)
_LETTERS = {"f32": "s", "f64": "d", "c64": "c", "c128": "z"}
_PARTS = {"f32": "float", "f64": "double", "c64": "float", "c128": "double"}
_PRODUCTS = [f"cblas_{letter}{name}" for letter in "sdcz" for name in ("gemm", "gemv", "syrk")]
_DOTS = ["cblas_sdot", "cblas_ddot"] + [f"cblas_{letter}dot{kind}_sub" for letter in "cz" for kind in "uc"]
_SOLVERS = [letter + name for letter in "sdcz" for name in ("gesv", "getrf", "potrf")]


@record
class Library:
    """What was found.

    Attributes
    ----------
    bits
        How wide its integers are.
    form
        What tells its names from those of others.
    products, solvers
        The names of its functions by those that everyone uses: `cblas_dgemm`, `dgesv`.
    symbols
        Their addresses.
    """

    bits: int
    form: str
    products: dict[str, str]
    solvers: dict[str, str]
    symbols: dict[str, int]


@cache
def library() -> Library | None:
    """The library that NumPy multiplies matrices with; None if it cannot be told.

    A library of NumPy's that depends on it is asked: looking up a name goes on to what it was linked with.

    >>> found = library()
    >>> found is None or found.bits in (32, 64)
    True
    """
    try:
        core = ctypes.CDLL(import_module("numpy._core._multiarray_umath").__file__)
        linalg = ctypes.CDLL(import_module("numpy.linalg._umath_linalg").__file__)
    except (ImportError, OSError, AttributeError):
        return None
    for before, c_end, fortran_end, bits in _FORMS:
        if not hasattr(core, f"{before}cblas_dgemm{c_end}") or (bits == 32 and _doubtful()):
            continue
        symbols: dict[str, int] = {}
        products = _found(core, _PRODUCTS + _DOTS, before, c_end, symbols)
        solvers = _found(linalg, _SOLVERS, before, fortran_end, symbols)
        if len(products) == len(_PRODUCTS + _DOTS) and len(solvers) == len(_SOLVERS):
            return Library(bits, f"{before}cblas{c_end}", products, solvers, symbols)
    log("codegen", "no BLAS was found in NumPy's libraries: matrix products are called back")
    return None


def blas_bits() -> int:
    """How wide the integers of the library are; 0 if there is none."""
    found = library()
    return found.bits if found else 0


def blas_form() -> str:
    """What tells the library from others."""
    found = library()
    return found.form if found else "none"


def blas_symbols() -> dict[str, int]:
    """The addresses of its functions."""
    found = library()
    return found.symbols if found else {}


def _found(handle: Any, names: Iterable[str], before: str, end: str, symbols: dict[str, int]) -> dict[str, str]:
    found = {}
    for name in names:
        function = getattr(handle, f"{before}{name}{end}", None)
        address = ctypes.cast(function, ctypes.c_void_p).value if function is not None else None
        if address:
            found[name] = f"{before}{name}{end}"
            symbols[found[name]] = address
    return found


def _doubtful() -> bool:
    """Whether functions with plain names might take integers of 64 bits."""
    try:
        config: Any = import_module("numpy.__config__").CONFIG
        text = str(config["Build Dependencies"]["blas"]).lower()
    except (ImportError, AttributeError, KeyError, TypeError):
        return True
    return "ilp64" in text or "64bitint" in text or "accelerate" in text


# -- text --------------------------------------------------------------------------------------------


def blas_functions(names: Iterable[str], found: Library | None = None) -> str:
    """The definitions of those of `names` that are functions of BLAS, and the declarations of what they call."""
    wanted = sorted(name for name in names if name.startswith("sct_blas_"))
    if not wanted:
        return ""
    found = found or library()
    assert found is not None
    parts: dict[str, None] = {}
    for name in wanted:
        _, _, function, kind = name.split("_")
        for text in _DEFINITIONS[function](name, kind, found):
            parts[text] = None
    return "\n".join(parts) + "\n"


class _Text:
    """One function with integers of 64 bits that calls one of the library's."""

    def __init__(self, found: Library) -> None:
        self.integer = f"i{found.bits}"
        self.lines: list[str] = []

    def whole(self, name: str) -> str:
        """A parameter, as the library takes it."""
        if self.integer == "i64":
            return f"i64 %{name}"
        self.lines.append(f"  %{name}.w = trunc i64 %{name} to {self.integer}")
        return f"{self.integer} %{name}.w"


def _define(
    found: Library, name: str, target: str, parameters: str, arguments: str, result: str = "void"
) -> tuple[str, str]:
    """The definition of `name`, and the declaration of `target`; integers among the arguments are named only."""
    text = _Text(found)
    given = [text.whole(a) if a.isidentifier() else a for a in arguments.split(", ")]
    types = ", ".join(a.split()[0] for a in given)
    line = f"call {result} @{target}({', '.join(given)})"
    body = [*text.lines, f"  {line}", "  ret void"]
    if result != "void":
        body[-2:] = [f"  %result = {line}", f"  ret {result} %result"]
    head = f"define internal {result} @{name}({parameters}) alwaysinline nounwind {{"
    return "\n".join([head, *body, "}"]), f"declare {result} @{target}({types})"


def _numbers(kind: str) -> tuple[str, str, list[str]]:
    """One and zero as arguments, and the constants that are needed for them."""
    part = _PARTS[kind]
    if kind[0] == "f":
        return f"{part} 1.0", f"{part} 0.0", []
    constants = [
        f"@sct_{word}_{kind} = internal constant [2 x {part}] [{part} {value}, {part} 0.0]"
        for word, value in (("one", "1.0"), ("zero", "0.0"))
    ]
    return f"ptr @sct_one_{kind}", f"ptr @sct_zero_{kind}", constants


def _gemm(name: str, kind: str, found: Library) -> list[str]:
    one, zero, constants = _numbers(kind)
    target = found.products[f"cblas_{_LETTERS[kind]}gemm"]
    parameters = (
        "i32 %ta, i32 %tb, i64 %m, i64 %n, i64 %k, ptr %a, i64 %lda, ptr %b, i64 %ldb, ptr %c, i64 %ldc"
    )
    arguments = f"i32 101, i32 %ta, i32 %tb, m, n, k, {one}, ptr %a, lda, ptr %b, ldb, {zero}, ptr %c, ldc"
    return [*constants, *_define(found, name, target, parameters, arguments)]


def _gemv(name: str, kind: str, found: Library) -> list[str]:
    one, zero, constants = _numbers(kind)
    target = found.products[f"cblas_{_LETTERS[kind]}gemv"]
    parameters = "i32 %order, i64 %m, i64 %n, ptr %a, i64 %lda, ptr %x, i64 %incx, ptr %y, i64 %incy"
    arguments = f"i32 %order, i32 112, n, m, {one}, ptr %a, lda, ptr %x, incx, {zero}, ptr %y, incy"
    return [*constants, *_define(found, name, target, parameters, arguments)]


def _syrk(name: str, kind: str, found: Library) -> list[str]:
    one, zero, constants = _numbers(kind)
    target = found.products[f"cblas_{_LETTERS[kind]}syrk"]
    parameters = "i32 %ta, i64 %n, i64 %k, ptr %a, i64 %lda, ptr %c, i64 %ldc"
    arguments = f"i32 101, i32 121, i32 %ta, n, k, {one}, ptr %a, lda, {zero}, ptr %c, ldc"
    return [*constants, *_define(found, name, target, parameters, arguments)]


def _dot(name: str, kind: str, found: Library) -> list[str]:
    letter = _LETTERS[kind]
    if kind[0] == "f":
        parameters = "i64 %n, ptr %x, i64 %incx, ptr %y, i64 %incy"
        target = found.products[f"cblas_{letter}dot"]
        return [*_define(found, name, target, parameters, "n, ptr %x, incx, ptr %y, incy", _PARTS[kind])]
    parameters = "i64 %n, ptr %x, i64 %incx, ptr %y, i64 %incy, ptr %out"
    target = found.products[f"cblas_{letter}dot{'c' if '_dotc_' in name else 'u'}_sub"]
    return [*_define(found, name, target, parameters, "n, ptr %x, incx, ptr %y, incy, ptr %out")]


def _solver(name: str, kind: str, found: Library) -> list[str]:
    """A function of LAPACK: its numbers are passed by address, and it answers whether it could do its work."""
    function = name.split("_")[2]
    target = found.solvers[_LETTERS[kind] + function]
    integer = f"i{found.bits}"
    lines = [f"  %info = alloca {integer}"]
    given: list[str] = []
    for parameter in _SOLVER_PARAMETERS[function]:
        if f"ptr %{parameter}.at" in given:
            given.append(f"ptr %{parameter}.at")
        elif parameter in ("n", "nrhs", "lda", "ldb"):
            lines.append(f"  %{parameter}.at = alloca {integer}")
            value = f"%{parameter}"
            if integer != "i64":
                lines.append(f"  %{parameter}.w = trunc i64 %{parameter} to {integer}")
                value += ".w"
            lines.append(f"  store {integer} {value}, ptr %{parameter}.at")
            given.append(f"ptr %{parameter}.at")
        elif parameter == "uplo":
            lines += ["  %uplo = alloca i8", "  store i8 76, ptr %uplo"]
            given.append("ptr %uplo")
        else:
            given.append(f"ptr %{parameter}")
    lines.append(f"  call void @{target}({', '.join([*given, 'ptr %info'])})")
    lines.append(f"  %status = load {integer}, ptr %info")
    lines.append("  %failed = icmp ne " + integer + " %status, 0")
    lines += ["  %answer = zext i1 %failed to i64", "  ret i64 %answer", "}"]
    names = [p for p in ("n", "nrhs", "a", "pivots", "b") if p in _SOLVER_PARAMETERS[function]]
    own = [f"{'i64' if p[0] == 'n' else 'ptr'} %{p}" for p in names]
    lines[1:1] = [f"  %{lead} = call i64 @llvm.smax.i64(i64 %n, i64 1)" for lead in ("lda", "ldb")]
    head = f"define internal i64 @{name}({', '.join(own)}) noinline nounwind {{"
    return ["\n".join([head, *lines]), f"declare void @{target}({', '.join(['ptr'] * (len(given) + 1))})"]


_SOLVER_PARAMETERS = {
    "gesv": ("n", "nrhs", "a", "lda", "pivots", "b", "ldb"),
    "getrf": ("n", "n", "a", "lda", "pivots"),
    "potrf": ("uplo", "n", "a", "lda"),
}
_DEFINITIONS = {"gemm": _gemm, "gemv": _gemv, "syrk": _syrk, "dot": _dot, "dotc": _dot}
_DEFINITIONS |= dict.fromkeys(_SOLVER_PARAMETERS, _solver)
