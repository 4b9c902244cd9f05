"""What is kept on disk for a Program: which machine code is its own, and how that is called.

The code itself is kept under a hash of its text (`stored`). To know the text, the Program must be lowered, and
all that lowers imported; so a second, small entry leads from the Program there. Its key holds all that lowering
depends on: the Program's canonical text, the layout of the inputs, and the state of this package's own files.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from sct.backends.native import abi, disk
from sct.backends.native.calling import Calling
from sct.backends.native.entry import Entry
from sct.backends.native.files import state_of
from sct.backends.native.key import code_key
from sct.backends.native.stored import Code, kept_module
from sct.backends.native.width import vector_width
from sct.config import settings
from sct.ir.content import content_hash, is_portable
from sct.ir.core import Program
from sct.ir.types import ARRAY
from sct.logs import log
from sct.loops.known.layouts import Order
from sct.ops import registry
from sct.ops.registry import Fact
from sct.records import record

__all__ = ["Known", "keep", "plan_key", "recall"]

_FLOORS = ("", "ir", "ops", "loops", "backends")  # what lowering is made of, and what these all use


@record
class Known:
    """What is known of a Program without looking at it.

    Attributes
    ----------
    name
        Its name.
    digest
        Its content hash; "" if that is not the whole of it.
    arrays
        Which of its inputs are arrays.
    once
        Whether running it a second time would be noticed.
    """

    name: str
    digest: str
    arrays: tuple[bool, ...]
    once: bool

    @classmethod
    def of(cls, program: Program) -> Known:
        """What is known of `program`."""
        digest = content_hash(program) if disk.default().folder is not None and is_portable(program) else ""
        arrays = tuple(arg.spec.kind == ARRAY for arg in program.body.args)
        return cls(program.name, digest, arrays, any(_has_effect(op.name) for op in program.body.walk()))


def _has_effect(name: str) -> bool:
    return Fact.EFFECT in registry.get(name).facts and name not in ("assert", "raise")


def plan_key(known: Known, contiguous: Sequence[Order]) -> str | None:
    """The key of what is kept for a Program with inputs of this layout; None if nothing can be."""
    state = _state()
    if disk.default().folder is None or not state or not known.digest:
        return None
    return code_key(repr((known.digest, list(contiguous), _settings(), state, vector_width())))


def _settings() -> tuple[bool, bool]:
    return settings.num_threads > 1, settings.check


def recall(key: str | None, text: Callable[[], str]) -> tuple[Calling, Code] | None:
    """What was kept under `key`: how the code is called, and the code. `text` makes its text, if somebody looks."""
    entry = disk.default().get(key) if key is not None else None
    if entry is None:
        return None
    try:
        calling = Calling.from_json(entry.metadata["calling"])
        symbols = abi.runtime_symbols()
        if calling.threads:
            from sct.backends.native import threads

            symbols |= threads.symbols()
        if calling.blas:
            from sct.backends.native import blas

            symbols |= blas.blas_symbols()
            if blas.blas_form() != calling.blas:
                return None
        if calling.draws:
            from sct.ops.random_functions import native_methods, symbols_of_draws

            symbols |= symbols_of_draws()
            if native_methods() != calling.draws:
                return None
        if calling.kernels:
            from sct.backends.native.kernel_modules import kernel_symbols

            symbols |= kernel_symbols(calling.kernels)
        code = kept_module(entry.metadata["module"], symbols=symbols, text=text)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        log("cache", "what is kept for %s is of another form: %s", entry.metadata.get("name"), error)
        return None
    return None if code is None else (calling, code)


def keep(key: str | None, name: str, calling: Calling, code: Code) -> None:
    """Keep under `key` how `code` is called, if the code itself is kept."""
    if key is not None and code.key:
        disk.default().put(key, Entry(b"", {"name": name, "module": code.key, "calling": calling.to_json()}))


@cache
def _state() -> str:
    """A short text that changes with the files that lower programs, with Python and with NumPy; "" if unknown."""
    return state_of(_FLOORS, f"{sys.version} {np.__version__}")
