"""What becomes symbolic when a function is traced again: what has changed from call to call."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Reversible
from typing import Any

import numpy as np

from sct.errors import SctError
from sct.ir.types import Dim
from sct.runtime.callers.sources import ItemSource, Source, each_item, is_of_each_item
from sct.runtime.callers.unread import unread_name, unread_names
from sct.runtime.layers.guards import Guard
from sct.runtime.layers.layer import Layer

__all__ = ["Dims", "plan", "traced_by"]

Dims = dict[tuple[str, int], Dim]
"""Extents that are symbolic, by the description of their array and the axis."""

Plan = tuple[Dims, frozenset[str]]
"""Symbolic extents, and descriptions of what else is an input of the program."""

GENERALISE_AFTER = 2
"""How often a number has to be another one before it becomes an input."""


_HELD = ("constants", "numbers", "table", "columns")


def plan(
    layers: Reversible[Layer],
    scope: dict[str, Any],
    dims: Dims,
    failed_numbers: dict[str, int],
    kept_static: set[Any],
) -> Plan:
    """Extents that changed since an earlier call become Dims, numbers that keep changing become inputs.

    Parameters
    ----------
    layers
        The programs made so far.
    scope
        The arguments of this call.
    dims
        What is symbolic because the input spec says so.
    failed_numbers
        How often each number was another one; counted on.
    kept_static
        What was tried once, and could not be traced.
    """
    for layer in reversed(layers):
        failed = _without_items(_failed(layer.guards, scope), scope)
        shapes = [g.changed_extents(scope) for g in failed if g.kind == "array"]
        numbers = [g for g in failed if g.kind == "value" and g.is_number(scope)]
        lists = {g: g.changed_list(scope) for g in failed if g.kind in (*_HELD, "length")}
        longer_lists = [g for g in lists if g.is_longer(scope)]
        held = {g: longer for g, longer in lists.items() if longer is not None}
        known = len(shapes) + len(numbers) + len({*held, *longer_lists})
        if not failed or known != len(failed) or None in shapes:
            continue
        names: dict[Any, Dim] = {}
        taken = {dim.name for dim in layer.dims.values()}
        fresh = (Dim(f"m{k}") for k in itertools.count() if f"m{k}" not in taken)
        for guard, changed in zip([g for g in failed if g.kind == "array"], shapes, strict=True):
            for axis, pair in (changed or {}).items():
                dims.setdefault((guard.source.describe(), axis), names.get(pair) or names.setdefault(pair, next(fresh)))
        for guard, longer in held.items():
            if longer:
                dims.setdefault((guard.source.describe(), 0), next(fresh))
        dims = _told_apart({**layer.dims, **dims}, layers, scope, fresh)
        named = [guard.source.describe() for guard in (*numbers, *held)]
        for where in (*named, *(unread_name(guard.source.describe()) for guard in longer_lists)):
            failed_numbers[where] = failed_numbers.get(where, 0) + 1
        symbolic = {*layer.symbolic, *_changing(failed_numbers)}
        tried = {name for name in unread_names(symbolic) if not _is_turn(failed_numbers[name])}
        return {k: v for k, v in dims.items() if k not in kept_static}, frozenset(symbolic - kept_static - tried)
    changing = _changing(failed_numbers) - kept_static  # another structure, with the same numbers in it
    return dims, frozenset(changing - unread_names(changing))


def _changing(failed_numbers: dict[str, int]) -> set[str]:
    """What has been another one often enough, and "each item" of lists of which several items have."""
    found = {where for where, count in failed_numbers.items() if count >= GENERALISE_AFTER}
    read = found - unread_names(found)  # each list that is only added to stands for itself
    several = Counter(each_item(where) for where in read if each_item(where) != where)
    return found | {where for where, count in several.items() if count > 1}


def _failed(guards: Iterable[Guard], scope: dict[str, Any]) -> list[Guard]:
    """Those that do not hold, or of which nobody can tell: where another object stands, a property may run."""
    failed, others = [], set[str]()
    for guard in guards:
        if others and any(source.describe() in others for source in _way_to(guard.source)):
            failed.append(guard)
        elif not guard.holds(scope):
            failed.append(guard)
            if guard.kind not in ("array", "value", "length", *_HELD):
                others.add(guard.source.describe())
    return failed


def _way_to(source: Source) -> Iterator[Source]:
    while (parent := getattr(source, "parent", None)) is not None:
        yield parent
        source = parent


def _without_items(failed: list[Guard], scope: dict[str, Any]) -> list[Guard]:
    """Without those of items of lists whose length has changed, which are looked at as a whole."""
    lists = {g.source.describe() for g in failed if g.kind == "length" and g.changed_list(scope) is not None}

    def is_within(source: Source) -> bool:
        while isinstance(source, ItemSource):
            source = source.parent
            if source.describe() in lists:
                return True
        return False

    return [g for g in failed if not is_within(g.source)] if lists else failed


def traced_by(
    trace: Callable[[Dims, frozenset[str]], Layer],
    layers: Collection[Layer],
    planned: Plan,
    least: Dims,
    kept_static: set[Any],
) -> Layer:
    """What `trace` makes by a plan, or by less of it; what cannot be traced so is noted in `kept_static`."""
    dims, symbolic = planned
    try:
        layer = trace(dims, symbolic)
    except SctError:
        if planned == (least, frozenset()):
            raise
    else:
        ending = _ending(trace, layers, planned, least, kept_static) if layer.recurses else None
        return ending or layer
    unread = unread_names(symbolic)
    if unread:  # the function reads a list after all, or one that is too short as yet
        return traced_by(trace, layers, (dims, symbolic - unread), least, kept_static)
    proven = _proven(layers, planned, least)
    less = _without_lists(planned, proven)
    less = proven if less == planned else less
    less = (least, frozenset()) if less == planned else less
    kept_static |= {*dims, *symbolic} - {*less[0], *less[1]}
    return traced_by(trace, layers, less, least, kept_static)


def _ending(
    trace: Callable[[Dims, frozenset[str]], Layer],
    layers: Collection[Layer],
    planned: Plan,
    least: Dims,
    kept_static: set[Any],
) -> Layer | None:
    """With known extents, where recursion on parts of arrays ends by these alone, as an earlier program has shown."""
    dims, symbolic = planned
    if dims == least or all(known.recurses for known in layers):
        return None
    try:
        layer = trace(least, symbolic)
    except SctError:
        return None
    if layer.recurses:
        return None
    kept_static |= {*dims} - {*least}
    return layer


def _proven(layers: Collection[Layer], planned: Plan, least: Dims) -> Plan:
    """What has been traced so before, or has to be."""
    known = {name for layer in layers for name in (*layer.dims, *layer.symbolic)} | set(least)
    dims, symbolic = planned
    return {name: dim for name, dim in dims.items() if name in known}, symbolic & known


def _without_lists(planned: Plan, proven: Plan) -> Plan:
    """Without the lists of numbers that are new in it: lengths are what most often has to be known."""
    dims, symbolic = planned
    lists = {name for name in symbolic - proven[1] if (name, 0) in dims or is_of_each_item(name)}
    return {name: dim for name, dim in dims.items() if name[0] not in lists}, symbolic - lists


def _is_turn(count: int) -> bool:
    """Whether to try once more what may have failed because a list was too short: seldom, and ever more seldom."""
    return count & (count - 1) == 0


def _told_apart(dims: Dims, layers: Iterable[Layer], scope: dict[str, Any], fresh: Iterator[Dim]) -> Dims:
    """The same where extents of one name have one length in this call, too: others get names of their own.

    A program for calls in which two arguments are one array looks at one of them only; others look at both.
    """
    guards = {g.source.describe(): g for layer in layers for g in layer.guards if g.kind == "array"}
    found = {where: guards[where].present(scope) for where, _ in dims if where in guards}
    now = {where: x.shape for where, x in found.items() if isinstance(x, (np.ndarray, np.generic))}
    names: dict[tuple[Dim, int], Dim] = {}
    for (where, axis), dim in dims.items():
        if where in now:
            kept = all(known != dim for known, _ in names)
            names.setdefault((dim, now[where][axis]), dim if kept else next(fresh))
    return {(where, axis): names[dim, now[where][axis]] if where in now else dim for (where, axis), dim in dims.items()}
