"""Items of lists of lists: read where they lie, and changed where they lie.

A list of lists of run-time length is a buffer of rows beside the lengths of its items. To a program an item is a copy
of its row. Where it is only read, while nothing changes the buffer, a view will do; and to append to it, or to set one
of its elements, is one store, however deep the element lies.

Before::

    %4: int = list_item(%0, %3)
    %5: int64[d1] = list_item(%1, %3)
    %6: int64[d2] = list_head(%5, %4)
    %7: int64[d3] = list_append(%6, %2)
    %8: int = dim(%7, axis=0)
    %9: int64[d4] = list_set(%0, %3, %8)
    %10: int64[d4, d5] = list_set(%1, %3, %7, ragged=True)

After::

    %4: int = list_item(%0, %3)
    %8: int = py_add(%4, 1)
    %9: int64[d4] = list_set(%0, %3, %8)
    %10: int64[d4, d5] = list_put(%1, %3, %4, %4, %2, appends=True)
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from sct.ir.aliasing import is_fresh
from sct.ir.core import Block, Op, Program, Value
from sct.ir.types import ARRAY
from sct.ops.infer import PY_INT

__all__ = ["rows_in_place"]

_START = (("index", (("slice", None, ("arg", 0), None),)),)
_READERS = frozenset({"list_item", "dim", "getitem", "list_head", "list_find", "list_count", "list_best", "list_sum"})
_VIEWS = frozenset({"getitem", "list_head", "list_item"})
Uses = dict[Value, list[Op]]


def rows_in_place(program: Program) -> Program:
    """The same program, with such reads and writes."""
    if not any(_is_row(op) for op in program.body.walk()):
        return program
    body = _Rows(program).block(program.body)
    return program if body is program.body else replace(program, body=body)


class _Rows:
    """The walk over a program, which knows where values are made and used."""

    def __init__(self, program: Program) -> None:
        self.uses: Uses = defaultdict(list)
        self.made: dict[Value, Op] = {}
        self.kept: set[Value] = set(program.outputs)  # what leaves its block
        self._note(program.body)

    def _note(self, block: Block) -> None:
        self.kept.update(block.results)
        for op in block.ops:
            for value in op.args:
                self.uses[value].append(op)
            self.made.update(dict.fromkeys(op.results, op))
            for inner in op.blocks:
                self._note(inner)

    def block(self, block: Block) -> Block:
        """The block, and those inside of it, written anew where something in them is."""
        gone: set[Op] = set()
        instead: dict[Op, tuple[Op, ...]] = {}
        here = set(block.ops)
        for op in reversed(block.ops):
            if op.name == "list_set" and dict(op.attrs).get("ragged") and op not in gone:
                self._put(op, here, instead, gone)
        self._leave_out_unread(block, gone)
        for at, op in enumerate(block.ops):
            if op.name == "list_head":
                instead[op] = (Op("getitem", op.args, _START, op.results, (), op.source),)
            elif op not in gone and self._is_only_read(op, block.ops[at + 1 :], gone):
                instead[op] = (Op("getitem", op.args, (("index", (("arg", 0),)),), op.results, (), op.source),)
        ops: list[Op] = []
        for op in block.ops:
            if op in gone:
                continue
            op = op.with_blocks(tuple([self.block(b) for b in op.blocks]))
            ops += instead.get(op, (op,))
        same = len(ops) == len(block.ops) and all(a is b for a, b in zip(ops, block.ops, strict=True))
        return block if same else Block(block.args, tuple(ops), block.results)

    # -- writes --------------------------------------------------------------------------------------

    def _put(self, op: Op, here: set[Op], instead: dict[Op, tuple[Op, ...]], gone: set[Op]) -> None:
        """`list_put` for a `list_set` of an item that was changed by one element."""
        rows, place, item = op.args
        path, user = [place], op
        changes: list[Op] = []
        dims: dict[Op, tuple[Value, int]] = {}  # how many items what was changed has: so many, or one more
        outer, at = rows, place
        while item.spec.ndim:
            change = self.made.get(item)
            if change is None or change not in here or change.name not in ("list_append", "list_set"):
                return
            count = self._count(change.args[0], outer, at)
            more = [use for use in self.uses[item] if use is not user]
            if count is None or item in self.kept or any(use not in here or not _is_length(use) for use in more):
                return
            appends = change.name == "list_append"
            dims.update(dict.fromkeys(more, (count, int(appends))))
            changes.append(change)
            user, outer, item = change, change.args[0], change.args[-1]
            at = count if appends else change.args[1]
            path += [count, at]
        if any(one.name == "list_append" for one in changes[:-1]):
            return
        gone.update(changes)
        attrs = (("appends", changes[-1].name == "list_append"),)
        instead[op] = (Op("list_put", (rows, *path, item), attrs, op.results, (), op.source),)
        for d, (count, new) in dims.items():
            one = Value(PY_INT)
            known = Op("constant", (), (("kind", "python"), ("value", new)), (one,), (), d.source)
            instead[d] = (known, Op("py_add", (count, one), (), d.results, (), d.source))

    def _count(self, part: Value, rows: Value, place: Value) -> Value | None:
        """How many the item of `rows` at a place has, if `part` is that item."""
        head = self.made.get(part)
        row = self.made.get(head.args[0]) if head is not None and head.name == "list_head" else None
        if head is None or row is None or row.name != "list_item" or row.args[0] is not rows:
            return None
        return head.args[1] if row.args[1] is place else None

    def _leave_out_unread(self, block: Block, gone: set[Op]) -> None:
        """Items that were read for the sake of such a change only: where they fail, that fails."""
        for op in reversed(block.ops):
            if _is_row(op) and op.results[0] not in self.kept:
                uses = self.uses[op.results[0]]
                if uses and gone.issuperset(uses):
                    gone.add(op)

    # -- reads ---------------------------------------------------------------------------------------

    def _is_only_read(self, op: Op, following: tuple[Op, ...], gone: set[Op]) -> bool:
        """Whether an item is a row that is read, where nothing changes the rows meanwhile."""
        if op.name != "list_item" or op.results[0].spec.kind != ARRAY or op.args[0].spec.ndim < 2:
            return False
        readers: set[Op] = set()
        todo, views = [op.results[0]], {op.results[0]}
        while todo:
            value = todo.pop()
            if value in self.kept:
                return False
            for use in self.uses[value]:
                if use in gone:
                    continue
                readers.add(use)
                if use.name in _VIEWS and use.args[0] is value:
                    if use.results[0].spec.kind == ARRAY and use.results[0] not in views:
                        views.add(use.results[0])
                        todo.append(use.results[0])
                elif use.blocks or not is_fresh(use):
                    return False
        last = max((k for k, later in enumerate(following) if not readers.isdisjoint(_inside(later))), default=-1)
        rows = op.args[0]
        between = {inner for later in following[: last + 1] for inner in _inside(later)}
        return all(use not in between or use.name in _READERS for use in self.uses[rows])


def _is_length(op: Op) -> bool:
    return op.name == "dim" and op.attr("axis") == 0


def _is_row(op: Op) -> bool:
    """Whether the op answers an item that is a list, or the part of it that is one."""
    return op.name in ("list_item", "list_head") and op.results[0].spec.kind == ARRAY


def _inside(op: Op) -> list[Op]:
    """The op and all in its blocks."""
    return [op, *(inner for block in op.blocks for one in block.ops for inner in _inside(one))]
