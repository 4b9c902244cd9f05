"""What NumPy's functions are given that stands for an object of Python's, but no number, array, list or tuple."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.errors import ObjectDtypeError
from sct.ir.types import ARRAY
from sct.runtime.current import has_kind, has_spec, is_variable
from sct.runtime.hashing.entries import is_hashed
from sct.runtime.stand_ins import StandIn
from sct.runtime.texts.kind_names import a_kind
from sct.runtime.texts.text_pieces import FormattedText
from sct.runtime.trace import Trace

__all__ = ["check_given", "is_iterable", "is_scalar"]


def check_given(trace: Trace, f: Any, args: tuple[Any, ...]) -> None:
    """Refuse dicts, sets, generators and iterators of the run's, of which NumPy would make arrays of objects."""
    for x in args:
        if _is_object(x):
            raise ObjectDtypeError(
                f"np.{getattr(f, '__name__', 'array')}() was given {a_kind(x)}",
                where=trace.location(),
                why="NumPy would make an array of dtype object of it, which has no static form",
                fix="give it a list or an array of what it holds",
            )


def _is_object(x: Any) -> bool:
    if isinstance(x, (dict, set)):
        return is_hashed(x) or (isinstance(x, dict) and any(map(is_variable, x.values())))
    if is_variable(x) or not type(x).__module__.startswith("sct."):
        return False
    kind = getattr(x, "python_type", None)
    return isinstance(x, StandIn) or (isinstance(kind, type) and not kind.__module__.startswith("numpy"))


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
