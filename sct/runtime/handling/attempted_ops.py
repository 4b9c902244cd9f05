"""Ops that themselves find out whether they raise: where a handler takes that, another op answers it, too."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sct.ir.types import PYTHON, Spec
from sct.ops.registry import OpDef, get
from sct.runtime.handling.jumps import ask_for_whiles, can_jump, is_taken

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["ATTEMPTS", "attempted"]


def attempted(trace: Trace, op: OpDef, args: tuple[Any, ...], attrs: dict[str, Any]) -> Any:
    """The result of an op, behind a jump to the handler where there is none; None where this cannot be done."""
    if any(attrs.values()):
        return None
    if not can_jump(trace):
        if op.name == "py_pow" and _is_of_floats([trace.value(arg).spec for arg in args]):
            ask_for_whiles(trace, OverflowError(), ZeroDivisionError())
        return None
    return ATTEMPTS[op.name](trace, op, args)


def _of_matrices(words: str) -> Callable[[Trace, OpDef, tuple[Any, ...]], Any]:
    """What raises a LinAlgError with these words."""
    error = np.linalg.LinAlgError

    def attempt(trace: Trace, op: OpDef, args: tuple[Any, ...]) -> Any:
        if not is_taken(trace, error(words)) or not _fits(*(trace.value(arg).spec for arg in args)):
            return None  # it may raise for another reason
        made, there = trace.record(get(f"{op.name}_or_not"), args, {})
        _go_on_if(there, partial(error, words))
        return made

    return attempt


def _fits(a: Spec, *b: Spec) -> bool:
    """Whether matrices are known to be square, and of the same extent as what is beside them."""
    cores = [*a.shape[-2:], *(one.shape[-min(one.ndim, 2)] for one in b if one.ndim)]
    batches = [one.shape[:-2] for one in (a, *b) if one.ndim > 2]
    known = len(batches) < 2 or all(isinstance(n, int) for batch in batches for n in batch)
    return a.ndim > 1 and known and all(n == cores[0] for n in cores)


def _power(trace: Trace, op: OpDef, args: tuple[Any, ...]) -> Any:
    """A power of Python's floats."""
    if not (is_taken(trace, ZeroDivisionError()) or is_taken(trace, OverflowError())):
        return None
    if not _is_of_floats([trace.value(arg).spec for arg in args]):
        return None
    made, way = trace.record(get("py_pow_or_not"), args, {})
    _go_on_if(way != 1, partial(_error_of_power, 0.0, -1.0))
    _go_on_if(way != 2, partial(_error_of_power, 1e300, 2.0))
    return made


def _is_of_floats(specs: list[Spec]) -> bool:
    real = all(s.kind == PYTHON and s.dtype.kind in "bif" for s in specs)
    return real and any(s.dtype.kind == "f" for s in specs)


def _error_of_power(x: float, y: float) -> Exception:
    """What Python itself says."""
    try:
        operator.pow(x, y)
    except ArithmeticError as error:
        return type(error)(*error.args)
    raise AssertionError("nothing was raised")


def _go_on_if(holds: Any, fails: Callable[[], Exception]) -> None:
    from sct.runtime.control_flow import select

    select(holds, lambda: None, partial(_raise, fails))


def _raise(fails: Callable[[], Exception]) -> NoReturn:
    raise fails()


ATTEMPTS: dict[str, Callable[[Trace, OpDef, tuple[Any, ...]], Any]] = {
    "inv": _of_matrices("Singular matrix"),
    "solve": _of_matrices("Singular matrix"),
    "cholesky": _of_matrices("Matrix is not positive definite"),
    "py_pow": _power,
}
"""What is tried, by the ops that raise."""
