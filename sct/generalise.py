"""What becomes symbolic when a function is traced again: what has changed from call to call."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Reversible
from typing import Any

from sct.errors import SctError
from sct.ir.types import Dim
from sct.runtime.layer import Layer
from sct.runtime.unread import unread_name, unread_names

__all__ = ["Dims", "plan", "traced_by"]

Dims = dict[tuple[str, int], Dim]
"""Extents that are symbolic, by the description of their array and the axis."""

GENERALISE_AFTER = 2
"""How often a number has to be another one before it becomes an input."""


_HELD = ("constants", "numbers", "table", "columns")


def plan(
    layers: Reversible[Layer],
    scope: dict[str, Any],
    dims: Dims,
    failed_numbers: dict[str, int],
    kept_static: set[Any],
) -> tuple[Dims, frozenset[str]]:
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
        failed = [guard for guard in layer.guards if not guard.holds(scope)]
        shapes = [g.changed_extents(scope) for g in failed if g.kind == "array"]
        numbers = [g for g in failed if g.kind == "value" and g.is_number(scope)]
        held = {g: g.changed_list(scope) for g in failed if g.kind in _HELD}
        longer_lists = [g for g in failed if g.kind == "length" and g.is_longer(scope)]
        known = len(shapes) + len(numbers) + len(held) + len(longer_lists)
        if not failed or known != len(failed) or None in shapes or None in held.values():
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
        dims = _told_apart({**layer.dims, **dims}, layer, scope, fresh)
        symbolic = set(layer.symbolic)
        named = [guard.source.describe() for guard in (*numbers, *held)]
        for where in (*named, *(unread_name(guard.source.describe()) for guard in longer_lists)):
            failed_numbers[where] = failed_numbers.get(where, 0) + 1
            if failed_numbers[where] >= GENERALISE_AFTER:
                symbolic.add(where)
        tried = {name for name in unread_names(frozenset(symbolic)) if not _is_turn(failed_numbers[name])}
        return {k: v for k, v in dims.items() if k not in kept_static}, frozenset(symbolic - kept_static - tried)
    return dims, frozenset()


def traced_by(
    trace: Callable[[Dims, frozenset[str]], Layer],
    dims: Dims,
    symbolic: frozenset[str],
    least: Dims,
    kept_static: set[Any],
) -> Layer:
    """What `trace` makes by a plan, or by less of it: what cannot be traced so is noted in `kept_static`."""
    try:
        return trace(dims, symbolic)
    except SctError:
        if (dims, symbolic) == (least, frozenset()):
            raise
    unread = unread_names(symbolic)  # the function reads a list after all: all else may be as planned
    if not unread:
        kept_static |= {*dims, *symbolic}
    return traced_by(trace, dims, symbolic - unread, least, kept_static) if unread else trace(least, frozenset())


def _is_turn(count: int) -> bool:
    """Whether to try once more what may have failed because a list was too short: seldom, and ever more seldom."""
    return count & (count - 1) == 0


def _told_apart(dims: Dims, layer: Layer, scope: dict[str, Any], fresh: Iterator[Dim]) -> Dims:
    """The same where extents of one name have one length in this call, too: others get names of their own."""
    now = {guard.source.describe(): guard.now(scope).shape for guard in layer.guards if guard.kind == "array"}
    names: dict[tuple[Dim, int], Dim] = {}
    for (where, axis), dim in dims.items():
        if where in now:
            kept = all(known != dim for known, _ in names)
            names.setdefault((dim, now[where][axis]), dim if kept else next(fresh))
    return {(where, axis): names[dim, now[where][axis]] if where in now else dim for (where, axis), dim in dims.items()}
