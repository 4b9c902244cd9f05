"""Which functions are called as they are: those of ignored modules, and those marked so by the user.

Modules are ignored by exact dotted prefix: `numpy` covers `numpy.linalg`, not `numpy_extras`. What an
ignored module imports from elsewhere is not touched.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import threading
import weakref
from collections import ChainMap, Counter, UserDict, UserList
from collections.abc import Iterable
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from sct.runtime.homes import home_of

__all__ = [
    "DEFAULT_IGNORED", "asked_by_user", "ignore_module", "is_ignored_class", "is_ignored_function", "is_ignored_module",
    "is_ignored_by_user", "is_inlined", "is_marked", "is_numeric", "is_opened",
    "is_standard_library", "mark_not_to_static",
]  # fmt: skip

T = TypeVar("T")

DEFAULT_IGNORED = (
    "numpy", "scipy", "cupy", "cupyx", "numba", "llvmlite", "jax", "jaxlib", "torch", "tensorflow", "sklearn",
    "matplotlib", "pandas", "gast", "astor", "sct", "_pytest", "pytest", "pluggy", "hypothesis", "coverage",
    "rich", "IPython", "ipykernel", "debugpy", "pydevd", "_pydevd_bundle", "typing_extensions",
)  # fmt: skip
_OURS = "sct.runtime.libraries.{}_library"
_OPENED = (
    "collections.abc", "numpy.polynomial", "numpy.lib._polynomial_impl",
    *map(_OURS.format, ("nditer", "iterator", "queue", "stream", "bytes", "frozenset", "dataclass", "buffer")),
)  # fmt: skip
"""Parts of ignored modules that are converted like users' code: classes and functions in plain Python over NumPy."""
_LIBRARIES = tuple(map(_OURS.format, (
    "generator", "bisect", "list", "hash", "enum", "itertools", "pool", "heap", "operator", "text", "joining",
)))  # fmt: skip
_NUMERIC = {
    "calendar": ("isleap", "leapdays"),
    "statistics": ("correlation", "covariance", "linear_regression", "multimode", "quantiles",
                   "NormalDist.cdf", "NormalDist.pdf", "NormalDist.zscore", "_sqrtprod"),
    "colorsys": ("hls_to_rgb", "hsv_to_rgb", "rgb_to_hls", "rgb_to_hsv", "rgb_to_yiq", "yiq_to_rgb", "_v"),
}
"""Functions of the standard library that compute with numbers in plain Python: they are converted."""
_PYTHONS_IN_PYTHON = (UserDict, UserList, ChainMap)
_IN_PYTHON = "collections"
"""Classes of this module of Python's that are no more than methods in plain Python over a dict or list."""
_ignored: Counter[str] = Counter(DEFAULT_IGNORED)
_lock = threading.Lock()
_marked: weakref.WeakSet[Any] = weakref.WeakSet()
_STDLIB_DIR = os.path.dirname(os.__file__)  # what sysconfig says, which is slow to import
_SITE_DIRS = ("site-packages", "dist-packages")


class ignore_module:
    """Call the functions of these modules as they are, from now on or inside a `with` block.

    Parameters
    ----------
    modules
        A module or its dotted name, or several of them. A name covers the module and all below it
        (`"pkg"` covers `pkg.part`, not `pkgs`), and nothing that the module imports from elsewhere.

    Examples
    --------
    >>> with ignore_module("my_package.plots"):
    ...     is_ignored_module("my_package.plots.axes"), is_ignored_module("my_package.plotstyle")
    (True, False)
    >>> is_ignored_module("my_package.plots")
    False
    >>> ignored = ignore_module(["a", "b.c"])
    >>> ignored.undo()
    """

    def __init__(self, modules: str | ModuleType | Iterable[str | ModuleType]) -> None:
        if isinstance(modules, (str, ModuleType)):
            modules = [modules]
        if not isinstance(modules, Iterable):
            raise TypeError(f"ignore_module takes modules and their dotted names, not {modules!r}")
        several = list(modules)
        names = tuple(m.__name__ if isinstance(m, ModuleType) else m for m in several)
        for name in names:
            if not isinstance(name, str) or not all(part.isidentifier() for part in name.split(".")):
                raise TypeError(f"ignore_module takes modules and their dotted names, not {name!r}")
        self.names = names
        self._active = True
        with _lock:
            _ignored.update(names)

    def undo(self) -> None:
        """Convert the functions of these modules again; a second call does nothing."""
        with _lock:
            if not self._active:
                return
            self._active = False
            _ignored.subtract(self.names)
            for name in self.names:
                if _ignored[name] <= 0:
                    del _ignored[name]

    def __enter__(self) -> ignore_module:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.undo()

    def __repr__(self) -> str:
        return f"<ignore_module {', '.join(self.names)}{'' if self._active else ', undone'}>"


def mark_not_to_static(obj: T) -> T:
    """Mark a function or class: it is called as it is, never converted."""
    _marked.add(obj)
    return obj


def is_marked(obj: Any) -> bool:
    """Whether `obj` itself was marked with `not_to_static`."""
    plain: Any = object.__hash__
    if type(obj).__hash__ is not plain and not isinstance(obj, (type, FunctionType)):
        return any(obj is marked for marked in _marked)  # its own hash is none of ours to ask for
    try:
        return obj in _marked
    except TypeError:  # not hashable or not weakly referable: it cannot have been marked
        return False


def is_ignored_module(name: str | None) -> bool:
    """Whether the functions of the module called `name` are called as they are."""
    if not name:
        return False
    prefix = name
    while prefix:
        if prefix in _ignored:
            return True
        if prefix in _OPENED:
            return False
        prefix = prefix.rpartition(".")[0]
    return is_standard_library(name)


def is_opened(name: str | None) -> bool:
    """Whether this is a part of a library that is converted like users' code."""
    return bool(name) and str(name).startswith(_OPENED) and not is_ignored_module(name)


def is_inlined(name: str | None) -> bool:
    """Whether the code of this module becomes part of the user's: a refusal in it stands where they call it."""
    return name in _LIBRARIES or name in _NUMERIC or name == _IN_PYTHON or is_opened(name)


def is_ignored_class(cls: type) -> bool:
    """Whether a class is used as it is; some libraries give another name than that of the module where it stands."""
    if cls in _PYTHONS_IN_PYTHON:
        return is_ignored_by_user(cls.__module__)
    init = cls.__module__ == "numpy" and vars(cls).get("__init__")
    return is_ignored_function(init) if isinstance(init, FunctionType) else is_ignored_module(home_of(cls))


def asked_by_user() -> bool:
    """Whether the user has asked for the functions of any module to be called as they are."""
    return len(_ignored) != len(DEFAULT_IGNORED) or any(count != 1 for count in _ignored.values())


def is_ignored_by_user(name: str) -> bool:
    """Whether the user, not the default, asked for the functions of this module to be called as they are."""
    prefix = name
    while prefix:
        if _ignored.get(prefix, 0) > DEFAULT_IGNORED.count(prefix):
            return True
        prefix = prefix.rpartition(".")[0]
    return False


def is_standard_library(name: str) -> bool:
    """Whether the module is Python's own; a user's module of the same name, loaded instead, is not."""
    top = name.partition(".")[0]
    if top == "__main__" or not (top in sys.stdlib_module_names or top in sys.builtin_module_names):
        return False
    module = sys.modules.get(top)
    file = getattr(module, "__file__", None)
    return file is None or _is_standard_file(file)


def _is_standard_file(file: str) -> bool:
    return file.startswith(_STDLIB_DIR) and not any(part in file for part in _SITE_DIRS)


_TRANSPARENT = frozenset(f for pairs in functools._convert.values() for _, f in pairs) | {  # type: ignore[attr-defined]
    contextlib.ContextDecorator._recreate_cm,
    contextlib._GeneratorContextManagerBase._recreate_cm,  # type: ignore[attr-defined]
    contextlib.closing.__exit__,
}
"""What calls the user's own methods: what `functools.total_ordering` adds to a class, and managers of `contextlib`."""
_ENTERING = contextlib.ContextDecorator()(lambda: None).__code__
"""The code of what a manager makes of a function that it decorates: it enters the manager and calls the function."""


def is_ignored_function(fn: FunctionType) -> bool:
    """Whether `fn` is called as it is; decided by the module whose globals it uses."""
    if is_marked(fn):
        return True
    if fn in _TRANSPARENT or fn.__code__ is _ENTERING:
        return False
    name = fn.__globals__.get("__name__")
    if is_numeric(fn) or (name == _IN_PYTHON and _is_of_pythons(fn)):
        return False
    return is_ignored_module(name if isinstance(name, str) else fn.__module__)


def _is_of_pythons(fn: FunctionType) -> bool:
    """Whether this is a method of a class of the standard library that is converted like a user's."""
    name = fn.__qualname__.partition(".")[0]
    return any(kind.__name__ == name for kind in _PYTHONS_IN_PYTHON) and not is_ignored_by_user(_IN_PYTHON)


def is_numeric(fn: FunctionType) -> bool:
    """Whether this is a function of the standard library that only computes, in plain Python."""
    name = fn.__globals__.get("__name__", "")
    return fn.__qualname__ in _NUMERIC.get(name, ()) and is_standard_library(name) and not is_ignored_by_user(name)
