"""The native backend's math functions over arrays, against NumPy's (or SciPy's)."""

import ctypes
import functools
import time

import numpy as np

from benchmarks.timing import medians, table
from sct.backends.native.llvm import compile_module
from sct.backends.native.math import FUNCTIONS, library
from sct.backends.native.width import vector_width

DTYPES = {"f64": np.float64, "f32": np.float32, "f16": np.float16}
KINDS = {"f64": "double", "f32": "float", "f16": "half"}

LOOP = """
define void @loop(ptr noalias %out{pointers}, i64 %n) "prefer-vector-width"="{width}" {{
entry:
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
{loads}
  %r = call {result} @{name}({operands})
  %o = getelementptr {result}, ptr %out, i64 %i
  store {result} %r, ptr %o
  %next = add nuw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""


def dtype(tag):
    """Of `f64`, `i8` and so on."""
    return np.dtype(DTYPES.get(tag) or tag[0] + str(int(tag[1:]) // 8))


def _kind(tag):
    return KINDS.get(tag) or "i" + tag[1:]


@functools.cache
def array_function(name, width=256):
    """The library's function `sct.<name>` as a loop over arrays: `array_function("exp.f64")(x)`."""
    function, *tags = name.split(".")
    source, target = (tags if function == "cast" else tags * 2)
    arity = 1 if function == "cast" else FUNCTIONS.get(function, 2)
    load = "  %g{k} = getelementptr {t}, ptr %p{k}, i64 %i\n  %v{k} = load {t}, ptr %g{k}"
    text = LOOP.format(
        pointers="".join(f", ptr noalias %p{k}" for k in range(arity)),
        loads="\n".join(load.format(k=k, t=_kind(source)) for k in range(arity)),
        operands=", ".join(f"{_kind(source)} %v{k}" for k in range(arity)),
        result=_kind(target), name=f"sct.{name}", width=width,
    )  # fmt: skip
    module = compile_module(library([f"sct.{name}"], width=width) + text)
    address = module.address("loop")
    loop = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (arity + 1), ctypes.c_int64)(address)

    def call(*arrays, out=None):
        arrays = [np.ascontiguousarray(a, dtype(source)) for a in arrays]
        if out is None:
            out = np.empty(arrays[0].shape, dtype(target))
        assert all(a.shape == out.shape for a in arrays)
        loop(out.ctypes.data, *[a.ctypes.data for a in arrays], out.size)
        return out

    call.module = module
    return call


def plain_function(name):
    """What a function is compared with; None where the library to compare with is not installed."""
    if hasattr(np, name):
        return getattr(np, name)
    try:
        import scipy.special
    except ImportError:
        return None
    return getattr(scipy.special, name)


RANGES = {
    "log": (0.1, 10), "log2": (0.1, 10), "log10": (0.1, 10), "log1p": (-0.9, 10), "arccosh": (1, 10),
    "logit": (0.01, 0.99), "arcsin": (-1, 1), "arccos": (-1, 1), "arctanh": (-1, 1), "power": (0.1, 5),
    "sqrt": (0.1, 10),
}  # fmt: skip
SIZE = 16384


def measure(seconds):
    """A row for each function and format: nanoseconds an element, here and in NumPy, and the compile time."""
    rows = []
    for function, arity in FUNCTIONS.items():
        plain = plain_function(function)
        for tag in ("f64", "f32"):
            began = time.perf_counter()
            native = array_function(f"{function}.{tag}", vector_width())
            row = {"name": f"{function}.{tag}", "compile": time.perf_counter() - began}
            generator = np.random.default_rng(0)
            arrays = [generator.uniform(*RANGES.get(function, (-4, 4)), SIZE).astype(dtype(tag)) for _ in range(arity)]
            out = np.empty_like(arrays[0])
            sides = [lambda: native(*arrays, out=out)]  # noqa: B023
            if plain is not None:
                sides.append(lambda: plain(*arrays, out=out))  # noqa: B023
            times = medians(sides, seconds / 20)
            row["native"], row["plain"] = times[0] / SIZE, times[1] / SIZE if plain is not None else None
            rows.append(row)
    return rows


def print_table(rows, out):
    """Print what `measure` answered."""
    print("\nVector math (nanoseconds an element; a ratio above 1: native is faster than NumPy or SciPy)", file=out)
    lines = []
    for row in rows:
        native, plain = row["native"] * 1e9, row["plain"]
        ratio = f"{plain * 1e9 / native:.2f}" if plain is not None else ""
        shown = f"{plain * 1e9:.2f}" if plain is not None else ""
        lines.append((row["name"], shown, f"{native:.2f}", ratio, f"{row['compile'] * 1e3:.0f} ms"))
    table(("function", "NumPy", "native", "NumPy / native", "compile"), lines, out)
