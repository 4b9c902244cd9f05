"""The record of a compiled program: what the builtin reads at each call, and what it keeps alive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sct.backends.native.abi import layout
from sct.backends.native.abi.builtin import METH_FASTCALL, Tables, new_builtin
from sct.backends.native.abi.codes import (
    KIND_ARRAY,
    KIND_PYTHON,
    KIND_SCALAR,
    code_words,
    dtype_of,
)
from sct.records import record

__all__ = ["Site", "make_callable"]

LARGEST_FRAME = 128 << 10  # bytes of stack; threads may have 512 kB only
_PYTHON_TYPES: dict[str, type] = {"bool": bool, "int64": int, "float64": float, "complex128": complex}


@record
class Site:
    """A place where compiled code calls Python.

    Attributes
    ----------
    function
        Called with the operands; answers the result, or a tuple of them.
    operands, results
        Value codes.
    """

    function: Callable[..., Any]
    operands: tuple[int, ...]
    results: tuple[int, ...]


def make_callable(
    function: int,
    inputs: Sequence[int],
    outputs: Sequence[int],
    sites: Sequence[Site],
    slow: Callable[..., Any],
    name: str,
    *,
    constants: Sequence[np.ndarray[Any, Any]] = (),
    constant_codes: Sequence[int] = (),
    checks: Sequence[tuple[int, int]] = (),
    broken: Callable[[int], Any] | None = None,
    keep: Sequence[Any] = (),
) -> Callable[..., Any]:
    """A builtin that runs the compiled program at address `function`.

    Parameters
    ----------
    inputs, outputs
        Value codes.
    sites
        What `sct_callback` calls, by number.
    slow
        Called with the inputs where they are not as declared, or the program gives up; its answer is
        the answer. It must be equivalent to the program.
    constants, constant_codes
        Arrays whose words follow those of the inputs.
    checks
        Pairs of the number of an input word and what it must be: a number, or, as -1 - k, input word k.
    broken
        Called with a status of `BROKEN` or more; it raises.
    keep
        What must live as long as the builtin: the compiled module.

    Returns
    -------
    builtin
        Called with the inputs, answers a tuple of outputs. Inputs are written to by `function` alone.
    """
    words = sum(map(code_words, inputs)) + sum(map(code_words, constant_codes))
    for word, expected in checks:
        assert 0 <= word < words and -1 - words < expected
    frame = layout.CTX_BYTES + layout.HEADER_BYTES * (len(inputs) + len(constants))
    frame += 8 * (words + sum(map(code_words, outputs)))
    largest = max((8 * len(site.operands) for site in sites), default=0)
    if frame + largest > LARGEST_FRAME:
        return slow
    tables = Tables(layout.RECORD_BYTES)
    record = {
        layout.R_FUNCTION: function,
        layout.R_INPUTS: len(inputs),
        layout.R_OUTPUTS: len(outputs),
        layout.R_INPUT_TABLE: tables.add(
            [part for code in inputs for part in (code, _expected_input(code))]
            + [part for code, array in zip(constant_codes, constants, strict=True) for part in (code, id(array))]
        ),
        layout.R_OUTPUT_TABLE: tables.add(_made(outputs)),
        layout.R_CONSTANTS: len(constants),
        layout.R_IN_WORDS: words,
        layout.R_FRAME: frame,
        layout.R_CHECKS: tables.add([part for check in checks for part in check]),
        layout.R_CHECK_COUNT: len(checks),
        layout.R_SLOW: id(slow),
    }
    entries = []
    for site in sites:
        entries += [id(site.function), len(site.operands), len(site.results), tables.add(_made(site.operands))]
        entries += [tables.add([part for code in site.results for part in (code, _expected_input(code))])]
        entries += [8 * len(site.operands)]
    record[layout.R_SITES] = tables.add(entries)
    mismatch = _Mismatch(name, tuple(sites))
    record[layout.R_MISMATCH] = id(mismatch)
    record[layout.R_SITE_COUNT] = len(sites)
    record[layout.R_BROKEN] = id(broken)
    keeping = (tuple(sites), mismatch, slow, broken, tuple(constants), tuple(keep))
    return new_builtin(name, "sct_run", METH_FASTCALL, tables.bytes(record), keeping)


def _expected_input(code: int) -> int:
    """What an object is compared with: the descr of an array, the exact type of all else."""
    dtype = dtype_of(code)
    kind = code & 3
    if kind == KIND_ARRAY:
        return id(dtype)
    return id(dtype.type if kind == KIND_SCALAR else _PYTHON_TYPES[dtype.name])


def _made(codes: Sequence[int]) -> list[int]:
    """The table for values that are made: codes and descrs."""
    return [part for code in codes for part in (code, id(dtype_of(code)))]


class _Mismatch:
    """Raises where a callback answers what was not declared."""

    def __init__(self, name: str, sites: tuple[Site, ...]) -> None:
        self._name = name
        self._sites = sites

    def __call__(self, number: int, answer: Any) -> None:
        site = self._sites[number]
        declared = ", ".join(map(_describe_code, site.results))
        function = getattr(site.function, "__name__", repr(site.function))
        raise TypeError(
            f"internal error in {self._name}: {function} was to answer {declared}, it answered {_describe(answer)}"
        )


def _describe_code(code: int) -> str:
    kind, ndim = code & 3, code >> 16 & 255
    name = dtype_of(code).name
    if kind == KIND_ARRAY:
        return f"an array {name} of rank {ndim}"
    return f"a Python {name}" if kind == KIND_PYTHON else f"a NumPy {name}"


def _describe(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({', '.join(map(_describe, value))})"
    if isinstance(value, np.ndarray):
        return f"{type(value).__name__} {value.dtype} of shape {value.shape}"
    return type(value).__name__
