"""Backends, found by name: `sct.backends.NAME` is a module with `compile(program)`.

A backend is imported when it is asked for, so what it needs may be missing until then.

>>> get("numpy").__name__
'sct.backends.numpy'
>>> get("nunpy")
Traceback (most recent call last):
    ...
sct.backends.UnknownBackendError: there is no backend 'nunpy'; there are: native, numpy
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from sct.errors import SctError
from sct.garbage import without_search
from sct.ir.core import Program

__all__ = ["Backend", "UnknownBackendError", "get", "names"]


class UnknownBackendError(SctError, ValueError):
    """A backend was asked for by a name that no backend has."""


class Backend(Protocol):
    """What a backend module offers."""

    @staticmethod
    def compile(program: Program) -> Any:
        """An executable: called with the program's inputs and captures, it answers a tuple of outputs."""


def names() -> tuple[str, ...]:
    """The names of all backends: the packages beside this file."""
    import pkgutil

    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


def get(name: str) -> Backend:
    """The backend called `name`; `UnknownBackendError` if there is none."""
    backend: Any = sys.modules.get(f"{__name__}.{name}")
    if backend is None or not hasattr(backend, "__path__"):
        spec = find_spec(f"{__name__}.{name}") if name.isidentifier() else None
        if spec is None or spec.submodule_search_locations is None:
            raise UnknownBackendError(f"there is no backend {name!r}; there are: {', '.join(names())}")
        with without_search(stays=True):
            backend = import_module(f"{__name__}.{name}")
    return backend  # type: ignore[no-any-return]
