"""Which array it is that leaves a program: its own, the caller's, or one that leaves it elsewhere, too."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

import numpy as np

from sct.errors import AliasError
from sct.ir.core import Value
from sct.runtime.arrays.storage import Storage
from sct.runtime.arrays.view_names import (
    View,
    another,
    is_labelled,
    is_never,
    is_sure,
    labels,
    leaving_error,
    names_of,
    same_name,
)  # fmt: skip
from sct.runtime.joins.chosen_views import parts_of
from sct.runtime.joins.memory import Test, sameness
from sct.runtime.trace import Trace

__all__ = ["is_another", "named", "once_told", "one_of", "read_only", "refuse_ring", "viewed_by"]

_MAKING = re.compile(r"\w\(")  # what calls something, or is there only where it is needed


def is_another(a: Storage, b: Storage) -> bool:
    """Whether one array is not the other, or a test tells when it is."""
    return not a.linked(b, views_told=True) and sameness(a.trace, a, b) is not True


def read_only(x: np.ndarray) -> np.ndarray:
    """What NumPy has as a read-only view on each way to it, whatever the backend made of it."""
    if x.flags.writeable:
        x = x.view()
        x.flags.writeable = False
    return x


def one_of(
    trace: Trace,
    storage: Storage,
    own: str,
    changed: Mapping[int, int],
    others: Iterable[tuple[Storage, str]],
    slot: Callable[[Value], int],
    render: Callable[[Any], str],
) -> str:
    """An expression for an array that is `own`, an input or one of `others`, where what the program answers says so.

    Where no test can tell, it is the caller's array if it is the content that this is `changed` to: input -> output.
    """
    name = own
    if storage.is_unsure:
        _refuse_parts(storage, {trace.inputs[k][1] for k in changed})
        kin = storage.kin()
        for k, j in ((k, j) for k, j in changed.items() if trace.inputs[k][1] in kin):
            name = f"(__s_i{k} if {name} is __s_o[{j}] else {name})"
    given = [(one, f"__s_i{k}") for k, (_, one, _) in enumerate(trace.inputs)]
    for other, its_name in (*others, *given) if storage.known_memory is not None else ():
        if _are_alike(other, storage):
            test = sameness(trace, storage, other)
            if test is True:
                return its_name
            if test is not False:
                name = f"({its_name} if __s_o[{slot(test)}] else {name})"
    for test, view in parts_of(storage):
        if test is True:
            return render(view)
        if test is not False:
            name = f"({render(view)} if __s_o[{slot(test)}] else {name})"
    return name


def once_told(lines: list[str], expression: str) -> str:
    """A name, given in `lines`, for one of several arrays: those that are told from it would repeat the expression."""
    if _MAKING.search(expression):
        return expression
    name = f"__s_a{len(lines)}"
    lines.append(f"{name} = {expression}")
    return name


def named(
    trace: Trace,
    storage: Storage,
    own: str,
    others: Iterable[tuple[Storage, str]],
    slot: Callable[[Value], int],
    render: Callable[[Any], str],
    constant: Callable[[Any], str],
) -> str:
    """An expression for an array, `own`, that may be a view which the trace has seen made, or one with others."""
    given = [(one, f"__s_i{k}") for k, (_, one, _) in enumerate(trace.inputs)]
    found: list[tuple[Test, Callable[[], str]]] = []
    for other, its_name in (*others, *given):
        if not (_are_alike(storage, other) and (is_labelled(storage) or is_labelled(other))):
            continue
        test = same_name(trace, names_of(storage), names_of(other))
        if test is not None:
            found.append((test, functools.partial(str, its_name)))
            told = is_never(storage, other) if test is False else is_sure(storage) and is_sure(other)
            if told and storage.may_be_part and storage.related(other):
                own = f"{constant(another)}({own}, {its_name})"
    for test, one in labels(storage):
        if test is not None and isinstance(one, View) and one.in_scope(trace):
            found.append((test, functools.partial(render, one.variable)))
    for test, its in found:
        if test is True:
            return its()
        own = f"({its()} if __s_o[{slot(test)}] else {own})" if test is not False else own
    return own


def _are_alike(a: Storage, b: Storage) -> bool:
    """Whether arrays of these may be one object."""
    mine, yours = a.value.spec, b.value.spec
    return (mine.dtype, mine.ndim) == (yours.dtype, yours.ndim)


def viewed_by(storage: Storage) -> list[Storage]:
    """The arrays of which one may be a view: they are there first, so that it can be one of them, too."""
    return [view.storage for _, view in parts_of(storage)]


def refuse_ring(trace: Trace, storage: Storage) -> NoReturn:
    """What an array is a view of may be a view of it."""
    raise AliasError(
        "arrays leave the function of which each may be a view of the other",
        where=storage.origin or trace.where,
        why="branches or loops decided at run time which view a name stands for",
        fix="return copies: x.copy()",
    )


def _refuse_parts(storage: Storage, changed: set[Storage]) -> None:
    """A view of a changed argument has to be made of the argument itself: which view, is not known here."""
    if storage.may_be_part and not changed.isdisjoint(storage.kin()):
        what = "a view that a branch or a loop has chosen, of an array that the function changes, leaves the function"
        raise leaving_error(storage, what, "which part of the caller's array it is, is known only at run time")
