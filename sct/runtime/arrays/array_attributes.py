"""Attributes of arrays that are about memory, and what assigning to attributes of arrays does."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from sct.errors import AliasError, SideEffectError, UnsupportedOpError
from sct.ir.types import ARRAY
from sct.ops import bindings
from sct.ops.bindings.table import told
from sct.runtime.arrays.flags import Flags
from sct.runtime.arrays.memory_owners import keep_owner
from sct.runtime.arrays.storage import Storage
from sct.runtime.arrays.strides import last_step, strides
from sct.runtime.arrays.views import laid_out, unknown_layout
from sct.shown import no_attribute

if TYPE_CHECKING:
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = [
    "ATTRIBUTES", "array_attribute", "frozen_error", "joined_frozen", "of_run_time_value",
    "store_array_attribute",
]  # fmt: skip


def is_writeable(x: Variable) -> bool:
    """Whether NumPy would let the array be written to."""
    if any(step.op.extras["view"] == "readonly" for step in x.steps) or x.storage.frozen == "yes":
        return False
    if x.storage.frozen == "perhaps":
        return True
    try:
        x.sct_check_writable()
    except ValueError:
        return False
    return True


def joined_frozen(ways: list[Any], nothing: str = "no") -> str:
    """Whether an array that is one of these is read-only; `nothing` where there is none."""
    found = {_frozen(x) for x in ways} - {"never"}
    return found.pop() if len(found) == 1 else "perhaps" if found else nothing


def _frozen(x: Any) -> str:
    if not isinstance(storage := getattr(x, "storage", None), Storage):
        return "no"
    return storage.frozen if storage.frozen != "no" or is_writeable(x) else "yes"


def frozen_error(x: Variable) -> Exception:
    """What NumPy raises on a write to a read-only array, or a refusal where only the run can tell."""
    if x.storage.frozen == "yes":
        return ValueError("assignment destination is read-only")
    return AliasError(
        "an array that is read-only on some of the ways to it is written to, or asked for its flags",
        where=x.storage.trace.location(),
        why="a branch or loop decided at run time whether it is a read-only view",
        fix="make a copy on every way: x = x.copy()",
    )


def _strides(x: Variable) -> tuple[Any, ...]:
    found = strides(x)
    if found is not None:
        return found
    sample = laid_out(x, "strides")
    if 0 in x.storage.value.spec.shape and x.storage.external < 0:
        raise unknown_layout(x, "strides")
    return tuple(s // sample.itemsize * x.spec.dtype.itemsize for s in sample.strides)


def _flat(x: Variable) -> Any:
    from sct.runtime.arrays.flat import FlatVariable

    return FlatVariable(x)


def _tolist(x: Variable) -> Any:
    from sct.runtime.lists.listing import as_list

    return as_list(x)


def _tobytes(x: Variable) -> Any:
    from sct.runtime.texts.run_time_bytes import of_array

    return of_array(x)


def _on_cpu(x: Variable, *args: Any, **kwargs: Any) -> Variable:
    told(np.empty(0).to_device, *args, **kwargs)  # which says what it does not take
    return x


def _base(x: Variable) -> Any:
    from sct.runtime.arrays.memory_questions import base

    return base(x)


ATTRIBUTES: dict[str, Callable[[Variable], Any]] = {
    "base": _base,
    "flat": _flat,
    "flags": Flags,
    "sct_last_step": last_step,
    "strides": _strides,
    "tolist": _tolist,
    "tobytes": _tobytes,
    "device": lambda x: "cpu",
    "to_device": lambda x: functools.partial(_on_cpu, x),
}


# -- assigned ----------------------------------------------------------------------------------------


def store_array_attribute(trace: Trace, target: Any, name: str, value: Any) -> None:
    """`x.name = value` of an array, a NumPy scalar or a number that is known at run time."""
    if isinstance(target, np.ndarray):
        target = trace.lift_array(target)
    kind = target.python_type
    if not hasattr(kind, name):
        setattr(np.empty(0) if kind is np.ndarray else kind(), name, None)  # raises, in the words of this Python
    if target.spec.kind != ARRAY or name not in _STORES:
        _refuse(trace, kind, name)
    _STORES[name](trace, target, value)


def _refuse(trace: Trace, kind: type, name: str) -> NoReturn:
    found: Any = np.zeros(()) if kind is np.ndarray else kind(0)
    if name not in ("dtype", "strides", "data"):
        setattr(found, name, getattr(found, name))  # what it says is NumPy's own
    raise UnsupportedOpError(
        f"the attribute {name!r} of an array cannot be assigned in a static function",
        where=trace.location(),
        why="it looks at the memory of an array in another way",
        fix="use x.reshape, x.astype or x[...] = value",
    )


def _store_part(name: str) -> Callable[[Trace, Variable, Any], None]:
    def store(trace: Trace, x: Variable, value: Any) -> None:
        if name == "imag" and x.spec.dtype.kind != "c":
            raise TypeError("array does not have imaginary part to set")
        part = bindings.lookup_property(name)
        assert part is not None
        part(x)[...] = value

    return store


def _store_flat(trace: Trace, x: Variable, value: Any) -> None:
    _flat(x)[...] = value


def _store_shape(trace: Trace, x: Variable, shape: Any) -> None:
    """The one array object gets another shape, whatever names it has."""
    if shape is None:
        np.empty(0).shape = shape  # type: ignore[assignment]  # raises, where reshape takes it
    if trace.depth:
        raise SideEffectError(
            "the shape of an array is assigned in a branch or loop that is decided at run time",
            where=trace.location(),
            fix="use x = x.reshape(shape)",
        )
    is_input = x in _inputs(trace)
    if is_input and (trace.members.source_of(x) is not None or not x.spec.static):
        raise SideEffectError(
            "the shape of an argument is assigned that shares memory with another one, or whose extents the run knows",
            where=trace.location(),
            fix="use x = x.reshape(shape)",
        )
    if not x.steps and x.storage.may_be_others:
        raise SideEffectError(
            "the shape of an array is assigned of which only the run knows which object it is",
            where=trace.location(),
            fix="use x = x.reshape(shape)",
        )
    new = x.reshape(shape)
    if new.storage is not x.storage and new.storage.untold:
        raise SideEffectError(
            "whether an array can have a shape without being copied is known only at run time",
            where=trace.location(),
            fix="use x = x.reshape(shape)",
        )
    if new.storage is not x.storage:
        raise AttributeError(
            "Incompatible shape for in-place modification. Use `.reshape()` to make a copy with the desired shape."
        )
    if is_input:  # the caller's object gets it, when all else is done
        trace.late[x] = {**trace.late.get(x, {}), "shape": new.spec.shape}
    keep_owner(x)
    x.steps, x.spec = new.steps, new.spec


def _inputs(trace: Trace) -> Any:
    return _Identical([x for array, x in trace.lifted.items() if x.storage.external >= 0])


class _Identical:
    """Whether an object is one of these, not only equal to it."""

    def __init__(self, items: list[Any]) -> None:
        self.ids = {id(item) for item in items}

    def __contains__(self, item: Any) -> bool:
        return id(item) in self.ids


_STORES: dict[str, Callable[[Trace, Variable, Any], None]] = {
    "real": _store_part("real"),
    "imag": _store_part("imag"),
    "flat": _store_flat,
    "shape": _store_shape,
}


def of_run_time_value(trace: Trace, owner: Any, name: str) -> Any:
    """An attribute of what a run-time value stands for: its own ones are none of it."""
    kind = owner.python_type
    if not any(name in vars(cls) for cls in kind.__mro__):
        raise no_attribute(kind, name, owner)
    try:
        return array_attribute(owner, name)
    except AttributeError:
        raise UnsupportedOpError(
            f"the {kind.__name__} attribute {name!r} has no static support where a run-time value decides",
            where=trace.location(),
            fix="use other means that Python has, or keep this step out of the static function",
        ) from None


def array_attribute(owner: Any, name: str) -> Any:
    """The attribute of what stands for an array, a number or a text."""
    if name == "__class__":
        return owner.python_type
    return (lambda api_version=None: np) if name == "__array_namespace__" else getattr(owner, name)
