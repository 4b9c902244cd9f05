"""What NumPy's functions are given that stands for an object of Python's, but no number, array, list or tuple."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

from sct.errors import ObjectDtypeError, UnsupportedOpError
from sct.ir.types import ARRAY
from sct.runtime.arrays.flat_arguments import is_flat
from sct.runtime.callers.buffers import check_own_buffers
from sct.runtime.current import has_kind, has_spec, is_variable
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.homes import home_of
from sct.runtime.iteration.symbolic_range import SymbolicRange
from sct.runtime.lists.growing import is_growing
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["check_given", "check_types", "is_iterable", "is_scalar"]


def check_given(trace: Trace, f: Any, args: tuple[Any, ...]) -> None:
    """Refuse dicts, sets, generators and iterators of the run's, of which NumPy would make arrays of objects."""
    for x in args:
        if _is_object(x):
            owner = getattr(f, "__self__", None)
            name = f"{owner.__name__}.{f.__name__}" if isinstance(owner, np.ufunc) else getattr(f, "__name__", "array")
            raise ObjectDtypeError(
                f"np.{name}() was given {a_kind(x)}",
                where=trace.location(),
                why="NumPy would make an array of dtype object of it, which has no static form",
                fix="give it a list or an array of what it holds",
            )


def _is_object(x: Any) -> bool:
    if isinstance(x, (dict, set)):
        return is_hashed(x) or (isinstance(x, dict) and any(map(is_variable, x.values())))
    if is_variable(x) or not home_of(type(x)).startswith("sct."):
        return False
    kind = x.python_type if has_kind(x) else None
    return isinstance(x, StandIn) or (isinstance(kind, type) and not home_of(kind).startswith("numpy"))


#: These take a dtype, or something that has one: of other sequences than arrays they make none.
_OF_TYPES = (np.can_cast, np.result_type, np.promote_types, np.common_type, np.finfo, np.iinfo, np.dtype, np.issubdtype)


def check_types(trace: Trace, f: Any, args: tuple[Any, ...]) -> None:
    """Refuse sequences of the run's where NumPy wants a dtype: what it says of them names what they hold."""
    check_own_buffers(trace, f, args)
    for x in args if f in _OF_TYPES else ():
        if isinstance(x, (SymbolicRange, FormattedText, deque)) or is_growing(x) or is_flat(x):
            raise UnsupportedOpError(
                f"np.{f.__name__}() was given {a_kind(x)}",
                where=trace.location(),
                why="it asks for a dtype, and what it says of this depends on what only the run knows",
                fix="give it a dtype or an array",
            )


def is_scalar(x: Any) -> bool:
    """What `np.isscalar` answers."""
    if has_spec(x):
        return bool(x.spec.kind != ARRAY)
    if isinstance(x, StandIn):
        return x.stands_for is bytes
    return isinstance(x, FormattedText) or np.isscalar(x)


def is_iterable(x: Any) -> bool:
    """What `np.iterable` answers."""
    if has_spec(x):
        return bool(x.spec.ndim > 0)
    return isinstance(x, (FormattedText, StandIn)) or has_kind(x) or np.iterable(x)
