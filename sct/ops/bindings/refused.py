"""NumPy functions without static support, each with its reason and the nearest alternative."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sct.errors import UnsupportedOpError
from sct.ops.bindings.table import FUNCTIONS, METHODS

__all__ = ["REFUSED", "is_of_files", "lookup_refused"]

_OUTSIDE = "call it outside of the static function"
_CALLS_PYTHON = "it calls a Python function for every item"
_FILES = "it reads or writes a file"
_MATRIX = "classes derived from ndarray change what the operators mean"
_PLAIN = "keep the array, and write products as a @ b"
_STRUCTURE = "what it answers depends on the values"

REFUSED: dict[str, tuple[str, str]] = {
    "fromiter": ("it consumes an iterator", "build a list and use np.array"),
    "frompyfunc": (_CALLS_PYTHON, "use array operations"),
    "save": (_FILES, _OUTSIDE),
    "savez": (_FILES, _OUTSIDE),
    "savez_compressed": (_FILES, _OUTSIDE),
    "savetxt": (_FILES, _OUTSIDE),
    "load": (_FILES, _OUTSIDE),
    "loadtxt": (_FILES, _OUTSIDE),
    "genfromtxt": (_FILES, _OUTSIDE),
    "fromfile": (_FILES, _OUTSIDE),
    "nested_iters": ("it is a Python iterator", "loop over the indices, or use array operations"),
    "ndindex": ("it is a Python iterator", "use nested for loops over range"),
    "datetime_as_string": ("dates have no static form", _OUTSIDE),
    "busday_count": ("dates have no static form", _OUTSIDE),
    "busday_offset": ("dates have no static form", _OUTSIDE),
    "is_busday": ("dates have no static form", _OUTSIDE),
    "matrix": (_MATRIX, _PLAIN),
    "asmatrix": (_MATRIX, _PLAIN),
    "bmat": (_MATRIX, _PLAIN),
    "block_diag": (_STRUCTURE, "use np.block"),
}  # fmt: skip

_ASSERTS = (
    "it raises with a text made of the elements",
    "write assert np.allclose(a, b), or assert np.array_equal(a, b)",
)

REFUSED_METHODS: dict[str, tuple[str, str]] = {
    "tofile": (_FILES, _OUTSIDE),
    "dump": (_FILES, _OUTSIDE),
    "dumps": ("bytes are no value of a program", _OUTSIDE),
    "setflags": ("the memory of arrays is not part of the program", _OUTSIDE),
    "setfield": ("it writes into the memory of an array", "use slices"),
    "getfield": ("it looks at the memory of an array", "use slices"),
    "resize": ("it changes the memory of an array in place", "use np.resize, which answers a new array"),
    "newbyteorder": ("it changes the memory of an array", _OUTSIDE),
}

_OF_FILES = frozenset(name for table in (REFUSED, REFUSED_METHODS) for name, (why, _) in table.items() if why == _FILES)


def is_of_files(function: Any) -> bool:
    """Whether a function or method reads or writes files: it must not be called to see what NumPy says.

    >>> is_of_files(np.save), is_of_files(np.ndarray.tofile), is_of_files(np.sum)
    (True, True, False)
    """
    return getattr(function, "__name__", "") in _OF_FILES


def _refuse(name: str, why: str, fix: str) -> Callable[..., Any]:
    def refused(*args: Any, **kwargs: Any) -> Any:
        raise UnsupportedOpError(f"{name} has no static support", why=why, fix=fix)

    return refused


def lookup_refused(function: Any) -> Callable[..., Any] | None:
    """What refuses the function of a module that is not imported for its sake; None if it is no such function.

    >>> try:
    ...     lookup_refused(np.testing.assert_allclose)(1, 2)
    ... except UnsupportedOpError as error:
    ...     print(str(error).splitlines()[-1])
    np.testing.assert_allclose has no static support
    """
    name = getattr(function, "__name__", "")
    if name.startswith("assert_") and str(getattr(function, "__module__", "")).startswith("numpy.testing"):
        return _refuse(f"np.testing.{name}", *_ASSERTS)
    return None


def _register() -> None:
    for name, (why, fix) in REFUSED.items():
        function: Any = np
        for part in name.split("."):
            function = getattr(function, part, None)
        if function is not None and function not in FUNCTIONS:
            FUNCTIONS[function] = _refuse(f"np.{name}", why, fix)
    for name, (why, fix) in REFUSED_METHODS.items():
        if name not in METHODS:
            METHODS[name] = _refuse(f"ndarray.{name}", why, fix)


_register()
