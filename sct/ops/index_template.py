"""Subscripts as data: the `index` attribute of `getitem` and `setitem`, and the shape it selects.

An index is a tuple of entries: ("int", k) · ("arg", k) for operand k (an integer, an integer array or a
boolean mask) · ("slice", start, stop, step) with None, int or ("arg", k) · ("newaxis",) · ("ellipsis",).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sct.ir.extents import sliced
from sct.ir.types import SCALAR, UNKNOWN, Dim, Extent, Shape, Spec
from sct.records import record

__all__ = ["BAD_BOUND", "BAD_ENTRY", "FULL", "Selection", "Template", "axis_index", "build_index", "select"]

Entry = tuple[Any, ...]
Template = tuple[Entry, ...]
FULL: Entry = ("slice", None, None, None)

BAD_ENTRY = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
    "are valid indices"
)
BAD_BOUND = "slice indices must be integers or None or have an __index__ method"


def axis_index(ndim: int, axis: int, entry: Entry) -> Template:
    """The template that has `entry` at `axis` and takes all of the other axes.

    >>> axis_index(3, 1, ("int", 0))
    (('slice', None, None, None), ('int', 0))
    """
    return (*([FULL] * (axis % ndim)), entry)


def build_index(template: Template, operands: Sequence[Any]) -> tuple[Any, ...]:
    """The index that NumPy takes.

    >>> build_index((("int", 0), ("slice", None, ("arg", 0), None), ("ellipsis",)), [5])
    (0, slice(None, 5, None), Ellipsis)
    """

    def bound(part: Any) -> Any:
        return operands[part[1]] if isinstance(part, tuple) else part

    def entry(item: Entry) -> Any:
        match item:
            case ("int", k):
                return k
            case ("arg", k):
                return operands[k]
            case ("slice", a, b, c):
                return slice(bound(a), bound(b), bound(c))
            case ("newaxis",):
                return None
            case ("ellipsis",):
                return Ellipsis
        raise ValueError(f"no index entry: {item!r}")

    return tuple(entry(item) for item in template)


@record
class Selection:
    """What an index selects of an array: the shape, and how it was found."""

    shape: Shape
    fancy: bool  # an integer array or a mask takes part: the result is a copy
    single: bool  # integers for every axis and nothing else: the result is a NumPy scalar
    copied: bool  # a 0-d integer array takes part: NumPy copies, though it is an integer
    total: bool  # cannot raise IndexError, whatever the operands hold


def select(x: Spec, template: Template, operands: Sequence[Spec]) -> Selection:
    """What `x[template]` selects; raises IndexError as NumPy does where the extents are known."""
    return _Walk(x, operands).run(template)


class _Walk:
    """One pass over the entries, axis by axis."""

    def __init__(self, x: Spec, operands: Sequence[Spec]) -> None:
        self.x = x
        self.operands = operands
        self.axis = 0
        self.shape: list[Extent] = []
        self.fancy: list[Shape] = []  # shapes of the index arrays, integers among them as ()
        self.position: int | None = None  # where the indexed dimensions go; None before the first
        self.apart = False  # index arrays with something between them
        self.closed = False  # something came after the first index array
        self.total = True

    def run(self, template: Template) -> Selection:
        kinds = [self._kind(item) for item in template]
        used = sum(self._uses(item, kind) for item, kind in zip(template, kinds, strict=True))
        if self.x.kind == SCALAR and (used or "slice" in kinds):
            raise IndexError("invalid index to scalar variable.")
        if kinds.count("ellipsis") > 1:
            raise IndexError("an index can only have a single ellipsis ('...')")
        if used > self.x.ndim:
            raise IndexError(f"too many indices for array: array is {self.x.ndim}-dimensional, but {used} were indexed")
        fancy = any(kind in ("array", "mask") for kind in kinds)
        copied = any(
            kind == "integer" and item[0] == "arg" and self.operands[item[1]].kind == "array"
            for item, kind in zip(template, kinds, strict=True)
        )
        for item, kind in zip(template, kinds, strict=True):
            self._enter(item, kind, fancy, self.x.ndim - used)
        self.shape += self.x.shape[self.axis :]
        single = not fancy and used == self.x.ndim and all(kind == "integer" for kind in kinds)
        if fancy:
            at = 0 if self.apart or self.position is None else self.position
            self.shape[at:at] = broadcast_index(self.fancy)
        return Selection(tuple(self.shape), fancy, single, copied, self.total)

    def _kind(self, item: Entry) -> str:
        if item[0] == "int":
            return "integer"
        if item[0] != "arg":
            return str(item[0])
        spec = self.operands[item[1]]
        if spec.dtype.kind == "b":
            return "mask"
        if spec.dtype.kind not in "iu" and self.x.kind == SCALAR:
            raise IndexError("invalid index to scalar variable.")
        if spec.dtype.kind not in "iu":
            raise IndexError(
                "arrays used as indices must be of integer (or boolean) type"
                if spec.kind == "array"
                else BAD_ENTRY
            )
        return "array" if spec.ndim else "integer"

    def _uses(self, item: Entry, kind: str) -> int:
        if kind == "mask":
            return self.operands[item[1]].ndim
        return 1 if kind in ("integer", "array", "slice") else 0

    def _enter(self, item: Entry, kind: str, fancy: bool, rest: int) -> None:
        if kind == "newaxis":
            self._between()
            self.shape.append(1)
        elif kind == "ellipsis":
            self._between()
            self.shape += self.x.shape[self.axis : self.axis + rest]
            self.axis += rest
        elif kind == "slice":
            self._between()
            self.shape.append(self._slice(self.x.shape[self.axis], item))
            self.axis += 1
        elif kind == "integer":
            self._integer(item)
            if fancy:
                self._index_array(())
            self.axis += 1
        elif kind == "array":
            self.total = False
            self._index_array(self.operands[item[1]].shape)
            self.axis += 1
        else:
            self._mask(self.operands[item[1]].shape)

    def _between(self) -> None:
        if self.position is not None:
            self.closed = True

    def _index_array(self, shape: Shape) -> None:
        if self.position is None:
            self.position = len(self.shape)
        elif self.closed:
            self.apart = True
        self.fancy.append(shape)

    def _integer(self, item: Entry) -> None:
        extent = self.x.shape[self.axis]
        if item[0] == "arg" or isinstance(extent, Dim):
            self.total = False
            return
        if not -extent <= item[1] < extent:
            raise IndexError(f"index {item[1]} is out of bounds for axis {self.axis} with size {extent}")

    def _mask(self, shape: Shape) -> None:
        for k, n in enumerate(shape):
            extent = self.x.shape[self.axis + k]
            if isinstance(n, Dim) or isinstance(extent, Dim):
                self.total = self.total and n == extent and n != UNKNOWN
            elif n != extent and n != 0:  # NumPy lets an empty mask pass
                raise IndexError(
                    f"boolean index did not match indexed array along axis {self.axis + k}; "
                    f"size of axis is {extent} but size of corresponding boolean axis is {n}"
                )
        self._index_array((UNKNOWN,))
        self.axis += len(shape)

    def _slice(self, extent: Extent, item: Entry) -> Extent:
        _, start, stop, step = item
        if isinstance(step, tuple):
            self.total = False
        elif step == 0:
            raise ValueError("slice step cannot be zero")
        for part in (start, stop, step):
            if isinstance(part, tuple):
                spec = self.operands[part[1]]
                if spec.dtype.kind not in "iu" or spec.ndim:
                    if spec.dtype.kind == "b" and spec.kind == "python":
                        continue
                    of_array = "only integer scalar arrays can be converted to a scalar index"
                    raise TypeError(of_array if spec.kind == "array" else BAD_BOUND)
        if start is None and stop is None and step in (None, 1, -1):
            return extent
        if any(isinstance(part, tuple) for part in (start, stop, step)):
            return 0 if extent == 0 else UNKNOWN
        if isinstance(extent, Dim):
            return sliced(extent, start, stop, step)
        return len(range(*slice(start, stop, step).indices(extent)))


def broadcast_index(shapes: Sequence[Shape]) -> list[Extent]:
    """The shape of index arrays broadcast together."""
    ndim = max((len(s) for s in shapes), default=0)
    result: list[Extent] = []
    for axis in range(-ndim, 0):
        extents = [s[axis] for s in shapes if len(s) >= -axis and s[axis] != 1]
        known = {n for n in extents if isinstance(n, int)}
        if len(known) > 1:
            listed = " ".join("(" + ",".join(map(str, s)) + ("," if len(s) == 1 else "") + ")" for s in shapes)
            raise IndexError(f"shape mismatch: indexing arrays could not be broadcast together with shapes {listed} ")
        if known:
            result.append(known.pop())
        elif extents:
            result.append(extents[0] if len(set(extents)) == 1 and len(extents) == 1 else _same(extents))
        else:
            result.append(1)
    return result


def _same(extents: list[Extent]) -> Extent:
    return extents[0] if all(n == extents[0] and n != UNKNOWN for n in extents) else UNKNOWN
