"""Arrays that come from code which sct does not see into enter the trace: as Variables."""

from __future__ import annotations

from typing import Any

import numpy as np

from sct.ops import bindings, registry
from sct.runtime.exits.told_apart import own_memory
from sct.runtime.trace import Trace, check_dtype

__all__ = ["FILLING", "UNSPECIFIED", "filled", "fresh", "owned"]


def owned(trace: Trace, value: Any) -> Any:
    """`value` with every array, also in lists and tuples, as a Variable; lists stay the same object."""
    return trace.own(value)


def fresh(trace: Trace, value: Any) -> Any:
    """The same for arrays that have just been made, and that nobody else holds: they are born here.

    So a loop that makes an array in each iteration and writes to it does not carry it from one to the next.
    """
    if type(value) is tuple:
        made = [fresh(trace, item) for item in value]
        firsts = [next(k for k, other in enumerate(value) if other is item) for item in value]
        return tuple(made[k] for k in firsts)  # one array may be there several times
    if type(value) is not np.ndarray or value.dtype == object:
        if isinstance(value, np.ndarray):
            trace.object_arrays[value] = trace.location()
        return owned(trace, value)
    if value.dtype.kind == "U":
        from sct.runtime.text_arrays.making import made as texts_made

        return texts_made(trace, value, lambda codes: fresh(trace, codes))
    check_dtype(value.dtype, "this array", trace.location())
    if value.flags.f_contiguous and not value.flags.c_contiguous:
        return fresh(trace, value.T).T
    constant = np.array(value)
    variable = trace.variable(own_memory(trace, trace.builder.constant(constant)), origin=trace.location())
    variable.storage.layout = lambda: value if value.size else constant  # as NumPy lays it out: it may be a view
    return variable if value.flags.writeable else registry.get("frozen")(variable)


UNSPECIFIED = (np.empty, np.empty_like)  # what is in these must not get into a program
FILLING = (np.zeros, np.ones, np.full, np.zeros_like, np.ones_like, np.full_like, *UNSPECIFIED)


def filled(trace: Trace, made: Any, anything: bool, *, unset: bool = False) -> Any:
    """An array of one value as an op, not as a constant of that size in the program.

    It may hold `anything`, also if it is `unset`: nobody has to write to it at all.
    """
    full = bindings.lookup_binding(np.full)
    if anything and made.dtype != object:
        made = np.zeros_like(made)
    whole = made.flags.c_contiguous or made.flags.f_contiguous
    if full is None or made.size < 2 or made.dtype.kind not in "biufc" or not whole:
        return fresh(trace, made)
    value = made.flat[0]
    if not np.array_equal(made, np.broadcast_to(value, made.shape), equal_nan=made.dtype.kind in "fc"):
        return fresh(trace, made)  # np.full with an array
    order = "C" if made.flags.c_contiguous else "F"
    if unset and order == "C":
        return trace.variable(trace.builder.one("zeros", shape=made.shape, dtype=made.dtype, unset=True))
    return full(made.shape, trace.variable(trace.builder.constant(value)), dtype=made.dtype, order=order)
