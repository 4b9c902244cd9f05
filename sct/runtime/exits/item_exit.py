"""Arrays that were taken out of a list of run-time length, as they leave a program: each is the item that Python has.

The program has copies of the items. Where an index says which known array it is, or that two of them are one, that one
leaves; else a copy may leave if nothing else that the caller sees can be the item, or share memory with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sct.errors import AliasError
from sct.ir.core import Value
from sct.runtime.arrays.storage import Storage
from sct.runtime.exits.array_tags import number_of, untold
from sct.runtime.exits.row_exit import array_columns, forbid_shared, untold_of
from sct.runtime.lists.rows import Rows
from sct.runtime.lists.taken import as_one, as_told
from sct.runtime.trace import Trace

__all__ = ["check_items", "item_or", "may_be_copy", "sure_item"]

_Done = Iterable[tuple[Storage, str]]


def sure_item(trace: Trace, storage: Storage, done: _Done, render: Callable[[Any], str]) -> str | None:
    """An expression for an array that is a known one, or one of those that are `done`, whatever the program decides."""
    for test, one in as_told(storage):
        if test is True:
            return render(one)
    return next((name for other, name in done if name and as_one(trace, storage, other) is True), None)


def item_or(
    trace: Trace, storage: Storage, own: str, done: _Done, slot: Callable[[Value], int], render: Callable[[Any], str]
) -> str:
    """An expression for an array: a known one, or one of those that are `done`, where an index says so, else `own`."""
    for other, name in done:
        same = as_one(trace, storage, other)
        if not isinstance(same, bool):
            own = f"({name} if __s_o[{slot(same[0])}] == __s_o[{slot(same[1])}] else {own})"
    for test, one in as_told(storage):
        if isinstance(test, Value):
            own = f"({render(one)} if __s_o[{slot(test)}] else {own})"
    return own


def may_be_copy(storage: Storage) -> bool:
    """Whether an array may be a copy of what Python has there."""
    return storage.taken is not None and storage.taken.is_copy


def check_items(trace: Trace, rows: Sequence[Rows], copies: Sequence[Storage], arrays: Iterable[Storage]) -> None:
    """Refuse lists and items of lists with arrays that leave elsewhere, too; `arrays` are all others that leave."""
    whole = [one for one in arrays if not any(test is True for test, _ in as_told(one))]
    others = [*(storage for _, storage, _ in trace.inputs), *whole]
    forbid_shared(rows, others, trace.where)
    told, plain = [storage for storage in copies if number_of(trace, storage) is not None], untold(trace, copies)
    _forbid_copies(trace, plain, [*others, *array_columns(rows)])
    _forbid_copies(trace, told, untold_of(rows, others))


def _forbid_copies(trace: Trace, copies: Sequence[Storage], others: Sequence[Storage]) -> None:
    """Refuse copies of items that the caller may also see elsewhere: there they would have to be one object."""
    for storage in copies:
        taken = storage.taken
        assert taken is not None
        for other in others:
            if other is not storage and storage.related(other) and not taken.tells(other):
                raise AliasError(
                    "an item of a list that grew at run time leaves the function, and may also be elsewhere",
                    where=taken.where or storage.origin or trace.where,
                    why="an argument or another result may be the same array object, or share memory with it",
                    fix="return a copy of it, as in xs[0].copy()",
                )
