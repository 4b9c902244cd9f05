"""`row = x[i]; row[j] = v`: what is written into a view goes to where the view lies, and nowhere else.

Before::

    %3: float64[30] = getitem(%0, %1, index=(("arg", 0),))
    %4: float64[30] = setitem(%3, %2, %5, index=(("arg", 0),))
    %6: float64[20, 30] = setitem(%0, %4, %1, index=(("arg", 0),))

After::

    %6: float64[20, 30] = update_view(%0, %2, %1, %5, index=(("arg", 0),), path=(("getitem", 1, …),))

which may be done in place, like any `setitem`: the row is not copied out of the array and back.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import ARRAY, UNKNOWN
from sct.loops.known.layouts import is_small
from sct.loops.turns.masks import without
from sct.ops import update_view as _  # noqa: F401  defines the op
from sct.ops.shape import axes_of

__all__ = ["VIEWS", "through_views"]

RESHAPES = frozenset({"reshape", "ravel", "squeeze", "expand_dims", "reshape_like"})
PARTS = frozenset({"real", "imag"})
VIEWS = frozenset({"getitem", "transpose", "swapaxes", "flip"}) | RESHAPES | PARTS
_STORES = ("setitem", "update_view")
_WITH_OTHERS = frozenset({"setitem", "with_real", "with_imag"})  # what is changed is the second operand


def through_views(program: Program) -> Program:
    """The same program, with such writes in one op."""
    if not any(op.name == "setitem" for op in program.body.walk()):
        return program
    rewriter = _Rewriter(program)
    body = rewriter.block(program.body)
    if body is program.body:
        return program
    uses = body.uses()
    return replace(program, body=without(body, lambda op: op in rewriter.idle and not uses[op.results[0]]))


class _Rewriter:
    def __init__(self, program: Program) -> None:
        self.uses = program.body.uses()
        self.made: dict[Value, Op] = {}
        self.idle: set[Op] = set()  # views that stores no longer need, which fail where those fail

    def block(self, block: Block) -> Block:
        ops: list[Op] = []
        place: dict[Op, int] = {}  # of the stores of this block that may move on
        gone: set[int] = set()
        views: set[Op] = set()
        for op in block.ops:
            if op.blocks:
                op = op.with_blocks(tuple([self.block(b) for b in op.blocks]))
            else:
                stored = self.stored_by(op)
                if stored is not None and stored in place:
                    gone.add(place[stored])
                    view = self.made[stored.args[0]]
                    op = self.joined(op, stored, view)
                    self.idle.update({view} & views)
            self.made.update(dict.fromkeys(op.results, op))
            if op.name in _STORES:
                place[op] = len(ops)
            elif op.name in VIEWS:
                views.add(op)
            ops.append(op)
        if len(ops) == len(block.ops) and all(a is b for a, b in zip(ops, block.ops, strict=True)):
            return block
        return Block(block.args, tuple([op for k, op in enumerate(ops) if k not in gone]), block.results)

    def stored_by(self, op: Op) -> Op | None:
        """The store into a view whose result `op` puts back where the view was made of, if that is all it does."""
        changed = op.args[op.name in _WITH_OTHERS] if len(op.args) > (op.name in _WITH_OTHERS) else None
        store = self.made.get(changed) if changed is not None else None
        if store is None or changed is None or store.name not in _STORES or self.uses[changed] != 1:
            return None
        view = self.made.get(store.args[0])
        if view is None or view.name not in VIEWS:
            return None
        base = view.args[0]
        if base.spec.kind != ARRAY or is_small(base) or base.spec != op.results[0].spec or not _undoes(op, view):
            return None
        return store

    def joined(self, op: Op, store: Op, view: Op) -> Op:
        step = (view.name, len(view.args) - 1, view.attrs)
        path = (step, *(store.attr("path") if store.name == "update_view" else ()))  # type: ignore[misc]
        args = (view.args[0], store.args[1], *view.args[1:], *store.args[2:])
        attrs = (("index", store.attr("index")), ("path", path))
        return Op("update_view", args, attrs, op.results, (), store.source)


def _is_basic(store: Op) -> bool:
    """Whether integers and slices say where the store goes."""
    return all(not v.spec.shape and v.spec.kind != ARRAY and v.spec.dtype.kind in "iu" for v in store.args[2:])


def _undoes(op: Op, view: Op) -> bool:
    """Whether `op` makes of a view, which `view` has made, the array again."""
    if view.name == "getitem":
        same = op.name == "setitem" and op.args[0] is view.args[0] and op.args[2:] == view.args[1:]
        return same and op.attr("index") == view.attr("index") and _is_basic(op)
    if view.name in RESHAPES:
        return op.name in RESHAPES and _in_order(op) and _in_order(view) and UNKNOWN not in op.results[0].spec.shape
    if view.name in PARTS:
        return op.name == f"with_{view.name}" and op.args[0] is view.args[0]
    if op.name != view.name:
        return False
    if view.name == "transpose":
        axes: list[Any] = [dict(one.attrs).get("axes") for one in (view, op)]
        there, back = (axes_of(view.args[0].spec.ndim, given) for given in axes)
        return tuple(there[k] for k in back) == tuple(range(len(there)))
    return op.attrs == view.attrs


def _in_order(op: Op) -> bool:
    """Whether the elements are taken row by row."""
    return dict(op.attrs).get("order", "C") == "C"
