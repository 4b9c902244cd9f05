"""How arrays lie in memory that are taken out of a list of run-time length, which keeps what is in them and not that.

As long as all that were put into such lists are in C order, so are those that are taken out. Where another one comes
after somebody has asked, the function is traced once more, and nothing is known of the memory of any of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

from sct.runtime.arrays.views import blank, guard_inputs, inputs_of, is_in_order
from sct.runtime.hashing.entries import OtherLayouts
from sct.runtime.lists.taken import arrays_in

if TYPE_CHECKING:
    from sct.ir.types import Spec
    from sct.runtime.trace import Trace

__all__ = ["lay_out", "note_layouts"]


def note_layouts(trace: Trace, x: Any) -> None:
    """Arrays in `x` enter a list."""
    layouts = trace.items.layouts
    for one in arrays_in(x) if layouts.known else ():
        if one.spec.ndim == 0:
            continue
        if not is_in_order(one):
            if layouts.asked:
                raise OtherLayouts
            layouts.known = False
            return
        more = inputs_of(one) - layouts.inputs
        layouts.inputs |= more
        if layouts.asked:
            guard_inputs(trace, more)


def lay_out(trace: Trace, arrays: Iterable[Any]) -> None:
    """These arrays were taken out of a list."""
    for one in arrays:
        one.storage.layout = partial(_layout, trace, one.spec)


def _layout(trace: Trace, spec: Spec) -> Any:
    """An array laid out as one that was taken out, or None if that is not known."""
    layouts = trace.items.layouts
    if not layouts.known:
        return None
    if not layouts.asked:
        layouts.asked = True
        guard_inputs(trace, layouts.inputs)
    return blank(spec)
