"""Which array owns the memory that a function has made: what `x.base` and `x.flags.owndata` say.

NumPy's operators, and the functions named here, answer arrays that own their memory. Many others answer a view of an
array that nobody else sees (`np.tile`, `np.linspace`, `x[:, [0]]`), which is nobody's business but theirs.
"""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from sct.ir.types import ARRAY
from sct.ops.registry import Fact
from sct.runtime.current import has_spec

if TYPE_CHECKING:
    from sct.ops.registry import OpDef
    from sct.runtime.trace import Trace
    from sct.runtime.variable import Variable

__all__ = ["OWNING", "OWNING_METHODS", "keep_owner", "note_computed", "noting_owners", "owner_of"]

#: What answers an array that owns its memory, if it is one that was not there before.
_OWNING: tuple[Any, ...] = (
    np.zeros, np.ones, np.empty, np.full, np.arange, np.eye, np.identity,
    *(np.zeros_like, np.ones_like, np.empty_like, np.full_like, np.copy, np.array, np.asarray),
    *(np.sum, np.prod, np.mean, np.std, np.var, np.min, np.max, np.any, np.all, np.cumsum, np.cumprod),
    *(np.round, np.clip, np.where, np.take, np.repeat, np.sort, np.argsort, np.dot, np.outer),
    *(np.concatenate, np.stack, np.vstack, np.hstack, np.dstack, np.column_stack),
)  # fmt: skip
OWNING = frozenset(_OWNING)

OWNING_METHODS = frozenset({
    *("copy", "astype", "flatten", "sum", "prod", "mean", "std", "var", "min", "max", "any", "all", "cumsum"),
    *("cumprod", "round", "clip", "take", "repeat", "argsort", "dot"),
})  # fmt: skip


def note_computed(op: OpDef, made: Iterable[Variable]) -> None:
    """Note what an operator of the user's has answered."""
    if Fact.ELEMENTWISE in op.facts or op.name == "matmul":
        for x in made:
            x.storage.owner = weakref.ref(x)


def noting_owners(call: Callable[..., Any]) -> Callable[..., Any]:
    """`call(trace, f, …)` of what sct does not see into: what it answers to the user is noted, nothing within."""

    @functools.wraps(call)
    def noting(trace: Trace, f: Any, /, *args: Any, **kwargs: Any) -> Any:
        trace.library_depth += 1
        try:
            result = call(trace, f, *args, **kwargs)
        finally:
            trace.library_depth -= 1
        if not trace.library_depth:
            _note_answered(f, result, args, kwargs)
        return result

    return noting


def _note_answered(f: Any, result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Note what a function of NumPy's, or a method of an array, has answered to the user's code."""
    if not has_spec(result) or result.spec.kind != ARRAY or result.steps or result.storage.owner is not None:
        return
    method = getattr(f, "sct_method", None)
    held = getattr(f, "__self__", None)
    owns = method is not None and method[1] in OWNING_METHODS
    owns = owns or (isinstance(held, np.ndarray) and f.__name__ in OWNING_METHODS)
    if not owns and not isinstance(f, np.ufunc) and not _is_owning(f):
        return
    given = [method[0]] if method is not None else []
    given += [x for x in (*args, *kwargs.values()) if has_spec(x)]
    if any(x.storage is result.storage for x in given) or "ndmin" in kwargs or "out" in kwargs or _is_filled(f, args):
        return
    if isinstance(held, np.ndarray) or result.storage.external >= 0:
        return
    result.storage.owner = weakref.ref(result)


def _is_owning(f: Any) -> bool:
    try:
        return f in OWNING
    except TypeError:  # it has no hash
        return False


def _is_filled(f: Any, args: tuple[Any, ...]) -> bool:
    """Whether an array of the caller's is what a ufunc answers: one that is given by its place."""
    return isinstance(f, np.ufunc) and len(args) > f.nin


def keep_owner(x: Variable) -> None:
    """Before an array gets another shape, or is sealed: it stays the owner, and is so also if nobody holds it."""
    if not x.steps and x.storage.owner is not None:
        x.storage.owner = lambda: x


def owner_of(trace: Trace, x: Variable) -> Variable | None:
    """The array that owns the memory of `x`, which may be itself; None if that is not known."""
    storage = x.storage
    if storage.external >= 0:
        array = trace.inputs[storage.external][2]
        owns = type(array) is np.ndarray and array.base is None and array.flags.owndata
        owner: Variable | None = trace.lifted.get(array) if owns else None
        return owner
    if storage.owner is None or storage.item_of is not None or storage.stand_in or storage.joined:
        return None
    if storage.may_be_others or storage.may_be_any:
        return None
    owner = storage.owner()
    if owner is None:  # nobody holds it, so that any other object will do, as long as it is always the same one
        owner = type(x)(storage, (), storage.value.spec)
        storage.owner = weakref.ref(owner)
    return owner
