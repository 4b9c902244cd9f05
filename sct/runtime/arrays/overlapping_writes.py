"""`as_strided(a, …)[mask] = 0`: one number written to a view in which elements overlap.

Where several elements of a view are one of the array, NumPy's order of writing decides which is the last one there. Of
one number all are the same: it is written to the array, at the places that the view's elements have in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct.ops.bindings.table import spec_of
from sct.ops.memory_views import offsets, overlap
from sct.ops.registry import get
from sct.runtime.arrays.copied_in_order import copied_within
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.chosen_views import viewed
from sct.runtime.numpy_functions.reads_again import check_values_apart

if TYPE_CHECKING:
    from sct.ops.index_template import Template
    from sct.runtime.variable import Variable

__all__ = ["written_through"]


def written_through(target: Variable, value: Any, index: Template, operands: list[Any]) -> bool:
    """Do `target[index] = value` where it is no change of the view alone that the array then has; else False."""
    from sct.runtime.variable import Variable

    if isinstance(value, Variable) and copied_within(target, value, index, operands):
        return True
    if isinstance(value, Variable) and _is_whole_mask(target, index, operands):
        check_values_apart(target, value, "x[mask] = ...")
    strided = [k for k, step in enumerate(target.steps) if step.op.name == "as_strided"]
    if not strided or not _is_one_number(value):
        return False
    places = {k: offsets(target.steps[k].attrs["shape"], target.steps[k].attrs["strides"]) for k in strided}
    overlapping = [k for k in strided if overlap(places[k])]
    if len(overlapping) != 1:
        return False
    trace, at = target.storage.trace, overlapping[0]
    if any(step.op.name in _OTHER_ELEMENTS for step in target.steps):
        return False
    attrs = target.steps[at].attrs
    seen = trace.variable(viewed(trace, trace.builder.constant(places[at]), target.steps[at + 1 :]))
    written = get("ravel")(get("getitem")(seen, *operands, index=index))
    base = Variable(target.storage, target.steps[:at], viewed(trace, target.storage.read(), target.steps[:at]).spec)
    flat = get("ravel")(get("copy")(base), order=attrs["order"])
    changed = get("setitem")(flat, value, written, index=(("arg", 0),))
    base.sct_assign(trace.value(get("reshape")(changed, shape=tuple(base.shape), order=attrs["order"])))
    return True


_OTHER_ELEMENTS = ("real", "imag", "view_dtype")  # views of parts of elements


def _is_whole_mask(target: Variable, index: Template, operands: list[Any]) -> bool:
    """Whether the index is one mask of the shape of the array: with any other, NumPy looks for an overlap itself."""
    if index != (("arg", 0),):
        return False
    masks = operands[0].alternatives if type(operands[0]) is Choice else operands
    return any(spec.dtype == bool and 0 < spec.ndim == target.spec.ndim for spec in map(spec_of, masks))


def _is_one_number(value: Any) -> bool:
    return not isinstance(value, (list, tuple, range)) and spec_of(value).shape == ()
