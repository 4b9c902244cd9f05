"""The caller's `bytearray`s and `array.array`s as lists of the program's, which can be changed.

What they hold is one input, so that the program is for any content of that length. What is done to the list is done to
the caller's object when the program has run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sct.ir.types import ARRAY, Spec
from sct.runtime.callers.number_lists import held_numbers
from sct.runtime.callers.sources import AttrSource, NumbersSource, Source
from sct.runtime.joins.trees import same_items
from sct.runtime.lists.rows import marker_of
from sct.runtime.state.bare import items_in

if TYPE_CHECKING:
    from sct.runtime.trace import Trace

__all__ = ["own_form", "written_back"]

_CODES = {"f": float, "d": float, **dict.fromkeys("bBhHiIlq", int)}


def own_form(trace: Trace, value: Any, source: Source) -> Any:
    """What the trace sees in place of one of the caller's; None if it stays what it is."""
    from sct.runtime.callers.lift import add_input
    from sct.runtime.libraries.buffer_library import STANDING_FOR
    from sct.runtime.lists.listing import as_their_list

    if (known := trace.callers.shadows.get(value)) is not None:
        trace.callers.same_arrays.append((source, trace.callers.originals.get(known)[1]))
        return known
    kind = int if type(value) is bytearray else _CODES.get(value.typecode)
    if kind is None:
        return None
    trace.guards.add("type", source, type(value))
    trace.guards.add("length", source, len(value))
    made: Any = object.__new__(STANDING_FOR[type(value)])
    if type(value) is not bytearray:
        trace.guards.add("value", AttrSource(source, "typecode"), value.typecode)
        made.typecode = value.typecode
    with trace.recording(trace.root):
        made.sct_items = trace.note_new([])
        if len(value):
            array = held_numbers(value, kind)
            numbers = add_input(trace, NumbersSource(source, kind), array, Spec(array.dtype, array.shape, ARRAY))
            made.sct_items = as_their_list(numbers)
        trace.note_new(made)
    trace.callers.shadows[value] = made
    trace.callers.instances.append((value, source))
    trace.callers.originals[made] = (value, source, tuple(items_in(made.sct_items)))
    return made


def written_back(
    trace: Trace, form: Any, before: Any, place: Callable[[], str], render: Callable[[Any], str],
    growing: Callable[[Any], str], name: Callable[[Any], str],
) -> list[str]:  # fmt: skip
    """The lines that do to the caller's own what has been done to its form; none where nothing has."""
    now = tuple(items_in(form.sct_items))
    if same_items(now, before):
        return []
    marker = marker_of(form.sct_items)
    trace.callers.buffers_changed[trace.callers.originals.get(form)[0]] = True
    new = growing(marker) if marker is not None else f"[{''.join(f'{render(x)}, ' for x in now)}]"
    return [f"{name(_refill)}({place()}, {new})"]


def _refill(buffer: Any, numbers: list[Any]) -> None:
    """Put other numbers into a buffer; one of the same length may be what others look at."""
    new = bytes(numbers) if type(buffer) is bytearray else type(buffer)(buffer.typecode, numbers)
    if len(new) == len(buffer):
        memoryview(buffer)[:] = memoryview(new)
    else:
        buffer[:] = new
