"""Kernels that are methods of arrays: called as such, without the Python functions of NumPy around them.

What `np.argsort` adds to `x.argsort` takes longer than the sorting of ten elements.
"""

from __future__ import annotations

from typing import Any

from sct.ir.core import Op
from sct.ir.types import ARRAY
from sct.ops.sorting import places
from sct.records import record

__all__ = ["Method", "method_of"]


@record
class Method:
    """How an op is called on its first operand.

    Attributes
    ----------
    function
        In the place of the method of the op's name: it is given the operand, too.
    operands
        How many there are, at most.
    first
        The attribute that is written without its name, if the operands do not bring it.
    defaults
        The other attributes, and what need not be said.
    """

    function: Any = None
    operands: int = 1
    first: str | None = None
    defaults: tuple[tuple[str, Any], ...] = ()


def method_of(op: Op) -> tuple[Method, list[Any], dict[str, Any]] | None:
    """The method that does what `op` does, with the attributes it is given by place and by name."""
    found = METHODS.get(op.name)
    if found is None or len(op.args) > found.operands or op.args[0].spec.kind != ARRAY:
        return None
    attrs, defaults = dict(op.attrs), dict(found.defaults)
    placed = [] if found.first is None else [attrs.pop(found.first)]
    if len(op.args) == found.operands > 1:
        placed = []  # an operand is in its place
    elif len(op.args) < found.operands and not placed:
        return None
    named = {key: value for key, value in attrs.items() if key not in defaults or value is not defaults[key]}
    if not named.keys() <= defaults.keys() or (named.get("axis", 0) is None and found.function is not None):
        return None  # arrays that are flattened first
    return found, placed, named


def _sort(x: Any, **how: Any) -> Any:
    x = x.copy("K")
    x.sort(**how)
    return x


def _partition(x: Any, kth: Any, **how: Any) -> Any:
    x = x.copy("K")
    x.partition(places(kth), **how)
    return x


def _argpartition(x: Any, kth: Any, **how: Any) -> Any:
    return x.argpartition(places(kth), **how)


_EXTREME = Method(defaults=(("axis", None), ("keepdims", False)))
_ORDER = (("axis", -1), ("kind", None), ("stable", None))
METHODS = {
    "argmax": _EXTREME,
    "argmin": _EXTREME,
    "argpartition": Method(_argpartition, first="kth", defaults=(("axis", -1),)),
    "argsort": Method(defaults=_ORDER),
    "max": Method(defaults=(*_EXTREME.defaults, ("initial", None))),
    "min": Method(defaults=(*_EXTREME.defaults, ("initial", None))),
    "nonzero": Method(),
    "partition": Method(_partition, first="kth", defaults=(("axis", -1),)),
    "repeat": Method(operands=2, first="repeats", defaults=(("axis", None),)),
    "searchsorted": Method(operands=2, defaults=(("side", "left"),)),
    "sort": Method(_sort, defaults=_ORDER),
    "take": Method(operands=2, defaults=(("axis", None), ("mode", "raise"))),
}
