"""The ops of lists of run-time length, recorded on their columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sct import ops

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sct.ir.core import Value
    from sct.runtime.trace import Trace

__all__ = ["heads", "op_value", "put"]


def op_value(trace: Trace, name: str, args: list[Value], /, **attrs: Any) -> Value:
    """Record an op of lists."""
    where = trace.location()
    trace.note_raising(ops.get(name), tuple(args), attrs, where)
    return trace.builder.op(name, args, attrs, source=where)[0]


def put(trace: Trace, op: str, column: Value, at: tuple[Value, ...], leaf: Value, ragged: bool) -> Value:
    """A column with one more or another item; one that is set to what was read from there stays what it is."""
    if op == "list_set" and _is_item(trace, leaf, column, *at):
        return column
    attrs: dict[str, Any] = {"ragged": True} if ragged else {}
    return op_value(trace, op, [column, *at, leaf], **attrs)


def _is_item(trace: Trace, leaf: Value, column: Value, at: Value) -> bool:
    """Whether a leaf is the one at this index of a column, or as much of it as a list that is the item has."""
    op = trace.builder.made_by(leaf)
    if op is not None and op.name == "list_head":
        op = trace.builder.made_by(op.args[0])
    return op is not None and op.name == "list_item" and op.args == (column, at)


def heads(trace: Trace, columns: Iterable[Any], length: Any) -> list[Any]:
    """The columns of a list that is an item of another one, without the room behind what it has."""
    n = trace.value(length)
    return [trace.variable(trace.builder.op("list_head", (column.sct_value(), n))[0]) for column in columns]
