"""What `np.nditer` answers in a trace: Python that is converted like a user's class."""

# mypy: ignore-errors

from __future__ import annotations

import numpy as np

__all__ = ["nditer"]


class nditer:
    """Goes through views of the operands, whose axes lie as the iterator orders them, by one number.

    `extents` are those that are gone through; `axes` and `flipped` tell which axis of the `wide` shape, to which the
    operands are broadcast, each is, and whether it is gone through from its end.
    """

    @property
    def __class__(self):  # what `type` and `isinstance` ask
        return np.nditer

    def __init__(self, views, operands, extents, shape, wide, axes, flipped, flags, guide):
        self._views = views
        self._operands = operands
        self._extents = extents
        self._shape = shape
        self._wide = wide
        self._flags = flags
        self._axes = axes
        self._flipped = flipped
        self._guide = guide
        self._at = 0
        self._started = False
        self._closed = False
        size = 1
        for extent in extents:
            size = size * extent
        self._size = size

    def _valid(self):
        if self._closed:
            raise ValueError("Iterator is invalid")
        return self

    @property
    def operands(self):
        return self._valid()._operands

    @property
    def nop(self):
        return len(self.operands)

    @property
    def ndim(self):
        return len(self._valid()._shape)

    @property
    def shape(self):
        if self._closed or self._position() >= self._size:
            raise ValueError("Iterator is past the end")
        return self._shape

    @property
    def itersize(self):
        size = 1
        for extent in self._valid()._wide:
            size = size * extent
        return size

    @property
    def dtypes(self):
        return tuple([view.dtype for view in self._valid()._views])

    @property
    def finished(self):
        return not self._closed and self._position() >= self._size

    def _position(self):
        return self._guide(self._at, self._size)

    def _place(self):
        rest = self._position()
        if self._closed or rest >= self._size:
            raise ValueError("Iterator is past the end")
        place = ()
        for extent in self._extents[:0:-1]:
            place = (rest % extent, *place)
            rest = rest // extent
        return (rest, *place) if self._extents else ()

    def __iter__(self):
        return self._guide.steps(self)

    def __next__(self):
        self._guide.step()
        if self._started:
            self._at = self._at + 1
        if self._closed or self._at >= self._size:
            raise StopIteration
        self._started = True
        return self.value

    @property
    def value(self):
        place = self._place()
        found = tuple([view[(*place, ...)] for view in self._views])
        return found if len(found) > 1 else found[0]

    def iternext(self):
        if self._closed:
            return False
        self._guide.step()
        self._at = self._at + 1
        return self._at < self._size

    def reset(self):
        self._valid()._guide.step()
        self._at = 0
        self._started = False

    def __getitem__(self, k):
        place = (*self._place(), ...)
        if isinstance(k, slice):
            return tuple([view[place] for view in self._views[self._part(k, "slicing")]])
        return self._views[self._operand(k)][place]

    def __setitem__(self, k, value):
        self._place()
        if isinstance(k, slice):
            first, last, _ = self._part(k, "slice assignment").indices(len(self._operands))
            if not hasattr(value, "__len__") or len(value) != last - first:
                raise ValueError("Wrong size to assign to iterator slice")
            for at in range(first, last):
                self._put(at, value[at - first])
        else:
            self._put(self._operand(k), value)

    def __delitem__(self, k):
        raise TypeError("Cannot delete iterator elements")

    def _operand(self, k):
        if isinstance(k, bool):
            raise TypeError("an integer is required")
        if not -len(self._operands) <= k < len(self._operands):
            raise IndexError(f"Iterator operand index {k} is out of bounds")
        return k

    def _part(self, k, what):
        first, last, step = k.indices(len(self._operands))
        if step != 1:
            raise ValueError(f"Iterator {what} only supports a step of 1")
        if first >= len(self._operands):
            self._guide.refuse("slices beyond its operands")
        return slice(first, max(first, last))

    def _put(self, k, value):
        if not self._views[k].flags.writeable:
            raise RuntimeError(f"Iterator operand {k} is not writeable")
        self._views[k][(*self._place(), ...)] = value

    def __len__(self):
        return 0 if self._closed else len(self._operands)

    @property
    def multi_index(self):
        if "multi_index" not in self._flags:
            raise ValueError("Iterator is not tracking a multi-index")
        return self._index()

    @property
    def index(self):
        if "c_index" not in self._flags and "f_index" not in self._flags:
            raise ValueError("Iterator does not have an index")
        index, shape = self._index(), self._wide
        if "f_index" in self._flags:
            index, shape = index[::-1], shape[::-1]
        number = 0
        for place, extent in zip(index, shape, strict=True):
            number = number * extent + place
        return number

    def _index(self):
        index = [0] * len(self._wide)
        place = self._place()
        for k, axis in enumerate(self._axes):
            index[axis] = self._extents[k] - 1 - place[k] if self._flipped[k] else place[k]
        return tuple(index)

    def __enter__(self):
        if self._closed:
            raise RuntimeError("operation on non-initialized iterator")
        return self

    def __exit__(self, kind, error, traceback):
        self._closed = True

    def close(self):
        self._closed = True

    def copy(self):
        self._guide.refuse("copy()")

    @property
    def iterindex(self):
        self._guide.refuse("iterindex")

    @property
    def itviews(self):
        self._guide.refuse("itviews")

    def remove_axis(self, axis):
        self._guide.refuse("remove_axis()")

    def remove_multi_index(self):
        self._guide.refuse("remove_multi_index()")

    def enable_external_loop(self):
        self._guide.refuse("enable_external_loop()")
