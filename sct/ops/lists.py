"""Lists of run-time length: a buffer whose first axis is the list, one buffer for each leaf of an item.

What these ops answer is a new list. A backend may let them work in place where nobody can tell: the
extra `owned=` is that form, which leaves room at the end, so that appending takes constant time.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sct.dtypes import same_dtype
from sct.errors import StaticValueError, VerifyError
from sct.ir.types import ARRAY, PYTHON, UNKNOWN, Dim, Kind, Shape, Spec
from sct.ops.infer import PY_INT
from sct.ops.registry import Fact, op

__all__ = [
    "MOST_PADDED",
    "list_append",
    "list_delete",
    "list_elements",
    "list_extend",
    "list_flat",
    "list_head",
    "list_insert",
    "list_item",
    "list_join",
    "list_pack",
    "list_put",
    "list_refold",
    "list_repeat",
    "list_set",
]

RAISES = Fact.PURE | Fact.RAISES
MOST_PADDED = 1 << 29  # bytes: with more, plain Python does the call


def _tail(xs: Spec, item: Spec, ragged: bool = False) -> Shape:
    """The shape of an item; a buffer that was made for no items takes the shape of its first."""
    if xs.kind != ARRAY or xs.ndim != item.ndim + 1 or not same_dtype(xs.dtype, item.dtype):
        raise VerifyError(f"an item {item} for a list of {xs}")
    if ragged:
        return _common(xs.shape[1:], item.shape)
    pairs = zip(xs.shape[1:], item.shape, strict=True)
    return tuple(n if n == m or isinstance(m, Dim) else m for n, m in pairs)


def _common(mine: Shape, theirs: Shape) -> Shape:
    """The extents that both surely have."""
    return tuple(n if n == m and isinstance(n, int) else UNKNOWN for n, m in zip(mine, theirs, strict=True))


# -- room ------------------------------------------------------------------------------------------


class _Room(np.ndarray):
    """Memory for more items than there are; a list is a view from its start."""


def _with_room(xs: Any, n: int) -> Any:
    """A buffer that holds `xs`, from its start, and has room for `n` items."""
    room = xs.base
    if type(room) is not _Room or len(room) < n:
        room = _Room((max(8, 2 * n), *xs.shape[1:]), xs.dtype)
        room[: len(xs)] = xs
    return room


def _list(room: Any, n: int) -> Any:
    """The first `n` items, as an array whose base is the room itself."""
    return np.ndarray((n, *room.shape[1:]), room.dtype, room)


def _can_hold(xs: Any, item: Any) -> bool:
    """Whether an item is like the others; a list of none may have been made for items of other extents."""
    if xs.shape[1:] == np.shape(item):
        return True
    if not len(xs):
        return False
    raise StaticValueError(
        f"an array of shape {np.shape(item)} for a list of run-time length whose arrays are of shape {xs.shape[1:]}"
    )


# -- items of different extents ----------------------------------------------------------------------


def _padded(item: Any, shape: tuple[int, ...]) -> Any:
    """An item that begins a larger one, which nobody looks at beyond it."""
    out = np.zeros(shape, item.dtype)
    out[tuple(slice(n) for n in item.shape)] = item
    return out


def _with_rows(xs: Any, tail: tuple[int, ...]) -> Any:
    """The list with rows of these extents: each as long as the longest, which may cost too much memory."""
    if len(xs) * math.prod(tail) * xs.itemsize > MOST_PADDED:
        raise MemoryError(f"{len(xs)} items, each of which takes as much memory as the longest, of {tail}")
    return xs if xs.shape[1:] == tail else _padded(xs, (len(xs), *tail))


def _room(n: int, m: int) -> int:
    """The extent of a buffer of `n` that has to hold `m`.

    No dtype, and nothing else, has a say in it, and every backend has the same rule: the columns of one list of lists
    go through the same ops, and a program takes their extents for one.
    """
    return n if n >= m else max(m, 2 * n)


def _fitting(xs: Any, item: Any) -> tuple[Any, Any]:
    """A buffer and an item of the same extents: both are made larger where they have to be."""
    item = np.asarray(item)
    xs = _with_rows(xs, tuple(map(_room, xs.shape[1:], item.shape)))
    return xs, item if xs.shape[1:] == item.shape else _padded(item, xs.shape[1:])


# -- making and growing ----------------------------------------------------------------------------


def _list_pack(*items: Spec, ragged: bool = False) -> Spec:
    first = items[0]
    if any((s.dtype, s.ndim) != (first.dtype, first.ndim) for s in items):
        raise VerifyError("the items of a list differ")
    tail = first.shape
    for item in items[1:] if ragged else ():
        tail = _common(tail, item.shape)
    return Spec(first.dtype, (len(items), *tail), ARRAY)


@op("list_pack", infer=_list_pack)
def list_pack(*items: Any, ragged: bool = False, xp: Any) -> Any:
    """The list of these items, which are of one dtype and shape; if `ragged`, of one rank."""
    arrays = [xp.asarray(item) for item in items]
    if ragged:
        extents = tuple(max(sizes) for sizes in zip(*(item.shape for item in arrays), strict=True))
        arrays = [_padded(item, extents) for item in arrays]
    return xp.stack(arrays)


def _list_join(xs: Spec, ys: Spec) -> Spec:
    return Spec(xs.dtype, (UNKNOWN, *_common(xs.shape[1:], ys.shape[1:])), ARRAY)


@op("list_join", infer=_list_join)
def list_join(xs: Any, ys: Any, *, xp: Any) -> Any:
    """The items of two lists one after the other, where those of one may have larger extents."""
    extents = tuple(map(max, xs.shape[1:], ys.shape[1:]))
    return xp.concatenate([_padded(one, (len(one), *extents)) for one in (xs, ys)])


def _list_head(xs: Spec, n: Spec) -> Spec:
    return Spec(xs.dtype, (UNKNOWN, *xs.shape[1:]), ARRAY)


def _with_head(base: Any, new: Any, n: Any) -> Any:
    base = base.copy()
    base[:n] = new
    return base


@op("list_head", infer=_list_head, view="always", unview=_with_head)
def list_head(xs: Any, n: Any, *, xp: Any) -> Any:
    """The items of a list that is an item of another one, which has `n`: what comes after them is room."""
    return xs[:n]


def _list_flat(xs: Spec) -> Spec:
    return Spec(xs.dtype, (UNKNOWN, *xs.shape[2:]), ARRAY)


@op("list_flat", infer=_list_flat, view="always", unview=lambda base, new: new.reshape(base.shape))
def list_flat(xs: Any, *, xp: Any) -> Any:
    """The items of all items of a list of lists, side by side, with the room between them."""
    return xs.reshape((len(xs) * xs.shape[1], *xs.shape[2:]))


def _list_refold(xs: Spec, count: Spec) -> Spec:
    return Spec(xs.dtype, (UNKNOWN, UNKNOWN, *xs.shape[1:]), ARRAY)


@op(
    "list_refold",
    infer=_list_refold,
    view="always",
    unview=lambda base, new, count: new.reshape((-1, *new.shape[2:])),
)
def list_refold(xs: Any, count: Any, *, xp: Any) -> Any:
    """The items of a list as `count` lists of as many items each."""
    return xs.reshape((count, len(xs) // max(count, 1), *xs.shape[1:]))


def _list_repeat(item: Spec, n: Spec, *, known: int | None = None) -> Spec:
    return Spec(item.dtype, (UNKNOWN if known is None else known, *item.shape), ARRAY)


@op("list_repeat", infer=_list_repeat)
def list_repeat(item: Any, n: Any, *, known: int | None = None, xp: Any) -> Any:
    """The list of one item, `n` times, which may be `known`; none for a negative number."""
    made = xp.asarray(item)
    out = xp.empty((max(n, 0), *made.shape), made.dtype)
    out[...] = made
    return out


def _list_append(xs: Spec, item: Spec, *, ragged: bool = False) -> Spec:
    return Spec(xs.dtype, (UNKNOWN, *_tail(xs, item, ragged)), ARRAY)


def _append_owned(xs: Any, item: Any, *, ragged: bool = False) -> Any:
    n = len(xs)
    if ragged:
        xs, item = _fitting(xs, item)
    if not _can_hold(xs, item):
        return list_append(xs, item)
    room = _with_room(xs, n + 1)
    room[n] = item
    return _list(room, n + 1)


@op("list_append", infer=_list_append, owned=_append_owned)
def list_append(xs: Any, item: Any, *, ragged: bool = False, xp: Any) -> Any:
    """The list with one more item; if `ragged`, its extents may differ from those of the others."""
    if ragged:
        xs, item = _fitting(xs, item)
    if not _can_hold(xs, item):
        return xp.array(item, dtype=xs.dtype)[None]
    out = xp.empty((len(xs) + 1, *xs.shape[1:]), xs.dtype)
    out[:-1] = xs
    out[-1] = item
    return out


def _list_extend(xs: Spec, ys: Spec) -> Spec:
    if xs.kind != ARRAY or (xs.dtype, xs.shape[1:]) != (ys.dtype, ys.shape[1:]):
        raise VerifyError(f"the items of {ys} for a list of {xs}")
    return Spec(xs.dtype, (UNKNOWN, *xs.shape[1:]), ARRAY)


def _extend_owned(xs: Any, ys: Any) -> Any:
    n = len(xs)
    room = _with_room(xs, n + len(ys))
    room[n : n + len(ys)] = ys
    return _list(room, n + len(ys))


@op("list_extend", infer=_list_extend, owned=_extend_owned)
def list_extend(xs: Any, ys: Any, *, xp: Any) -> Any:
    """The list with the items of another one, which have the same extents, after its own."""
    return xp.concatenate([xs, ys])


def _list_insert(xs: Spec, at: Spec, item: Spec, *, ragged: bool = False) -> Spec:
    return Spec(xs.dtype, (UNKNOWN, *_tail(xs, item, ragged)), ARRAY)


def _insert_owned(xs: Any, at: int, item: Any, *, ragged: bool = False) -> Any:
    n = len(xs)
    if ragged:
        xs, item = _fitting(xs, item)
    if not _can_hold(xs, item):
        return list_append(xs, item)
    at = max(0, at + n) if at < 0 else min(at, n)
    room = _with_room(xs, n + 1)
    room[at + 1 : n + 1] = room[at:n]
    room[at] = item
    return _list(room, n + 1)


@op("list_insert", infer=_list_insert, owned=_insert_owned)
def list_insert(xs: Any, at: Any, item: Any, *, ragged: bool = False, xp: Any) -> Any:
    """The list with one more item before that at an index, which is cut to the ends of the list."""
    return _insert_owned(xs.copy(), at, item, ragged=ragged)


def _list_elements(xs: Spec, *, dtype: Any, python: bool) -> Spec:
    return Spec(np.dtype(dtype), xs.shape, ARRAY)


@op("list_elements", infer=_list_elements, facts=RAISES)
def list_elements(xs: Any, *, dtype: Any, python: bool, xp: Any) -> Any:
    """A new array of the numbers of a list, Python's or NumPy's, each of which is converted by itself."""
    bounds = np.iinfo(dtype)
    if not xs.size or (xs.min() >= bounds.min and xs.max() < bounds.max):  # not of NaN
        return xs.astype(dtype)
    flat = xs.reshape(-1)
    return xp.array(flat.tolist() if python else list(flat), dtype=dtype).reshape(xs.shape)


# -- items -----------------------------------------------------------------------------------------


def _list_item(xs: Spec, at: Spec, *, kind: Kind, error: str) -> Spec:
    return Spec(xs.dtype, xs.shape[1:], kind)


@op("list_item", infer=_list_item, facts=RAISES)
def list_item(xs: Any, at: Any, *, kind: Kind, error: str, xp: Any) -> Any:
    """The item at an index, as the kind of value that the list holds; `error` is the text of the IndexError."""
    if not -len(xs) <= at < len(xs):
        raise IndexError(error if len(xs) or error != "pop index out of range" else "pop from empty list")
    if kind == PYTHON:
        return xs.item(at)
    return xp.array(xs[at]) if kind == ARRAY else xs[at]


def _list_set(xs: Spec, at: Spec, item: Spec, *, ragged: bool = False) -> Spec:
    tail = _tail(xs, item, ragged)
    return Spec(xs.dtype, (xs.shape[0], *tail), ARRAY) if ragged else xs


def _set_owned(xs: Any, at: int, item: Any, *, ragged: bool = False) -> Any:
    if ragged:
        xs, item = _fitting(xs, item)
    if not -len(xs) <= at < len(xs):
        raise IndexError("list assignment index out of range")
    _can_hold(xs, item)
    xs[at] = item
    return xs


@op("list_set", infer=_list_set, facts=RAISES, owned=_set_owned)
def list_set(xs: Any, at: Any, item: Any, *, ragged: bool = False, xp: Any) -> Any:
    """The list with another item at an index."""
    return _set_owned(xs.copy(), at, item, ragged=ragged)


def _list_put(xs: Spec, at: Spec, *more: Spec, appends: bool) -> Spec:
    *path, x = more
    if xs.ndim != 1 + len(path) // 2 or not same_dtype(xs.dtype, x.dtype) or x.ndim:
        raise VerifyError(f"an element {x} for a list of {xs}")
    return Spec(xs.dtype, (*xs.shape[:-1], UNKNOWN), ARRAY) if appends else xs


def _put_owned(xs: Any, at: int, *more: Any, appends: bool) -> Any:
    *path, x = more
    places: list[int] = []
    for count, place in zip((len(xs), *path[::2]), (at, *path[1::2]), strict=True):
        if not -count <= place < count and not (appends and len(places) == len(path) // 2):
            raise IndexError("list assignment index out of range")
        places.append(place + count if place < 0 else place)
    if places[-1] >= xs.shape[-1]:
        xs = _with_rows(xs, (*xs.shape[1:-1], _room(xs.shape[-1], places[-1] + 1)))
    xs[tuple(places)] = x
    return xs


@op("list_put", infer=_list_put, facts=RAISES, owned=_put_owned)
def list_put(xs: Any, at: Any, *more: Any, appends: bool, xp: Any) -> Any:
    """The list of lists with another element: `more` are how many the item at `at` has, an index into it, and so on.

    Last comes the element. With `appends`, the last index is that of one more.
    """
    return _put_owned(xs.copy(), at, *more, appends=appends)


def _list_delete(xs: Spec, at: Spec, *, pops: bool) -> Spec:
    if at != PY_INT:
        raise VerifyError(f"a list is indexed with {at}")
    return Spec(xs.dtype, (UNKNOWN, *xs.shape[1:]), ARRAY)


def _checked(n: int, at: int, pops: bool) -> int:
    if not -n <= at < n:
        if not pops:
            raise IndexError("list assignment index out of range")
        raise IndexError("pop index out of range" if n else "pop from empty list")
    return at + n if at < 0 else at


def _delete_owned(xs: Any, at: int, *, pops: bool) -> Any:
    n = len(xs)
    at = _checked(n, at, pops)
    xs[at : n - 1] = xs[at + 1 :]
    return _list(xs.base, n - 1) if type(xs.base) is _Room else xs[: n - 1]


@op("list_delete", infer=_list_delete, facts=RAISES, owned=_delete_owned)
def list_delete(xs: Any, at: Any, *, pops: bool, xp: Any) -> Any:
    """The list without the item at an index."""
    at = _checked(len(xs), at, pops)
    return xp.concatenate([xs[:at], xs[at + 1 :]])
